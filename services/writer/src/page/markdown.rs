//! Renders a page as Markdown (CommonMark with tables).

use super::escape::{address, markdown as text, name};
use super::{Block, Inline, Line, Page, Sentence};

/// Renders the page.
pub fn render(page: &Page) -> String {
    let mut parts = vec![format!("# {}", text(&page.title))];
    page.blocks.iter().for_each(|each| block(each, 2, &mut parts));
    parts.join("\n\n") + "\n"
}

fn block(block: &Block, level: usize, parts: &mut Vec<String>) {
    match block {
        Block::Answer { value, low, high, more } => parts.push(format!(
            "**{} likely** (between {} and {}){}",
            percent(*value),
            percent(*low),
            percent(*high),
            line(more)
        )),
        Block::Notice(words) => parts.push(format!("> {}", line(words))),
        Block::Paragraph(words) => parts.push(line(words)),
        Block::Prose(sentences) => {
            parts.push(sentences.iter().map(sentence).collect::<Vec<_>>().join(" "));
        }
        Block::List(lines) => {
            parts.push(lines.iter().map(|each| format!("- {}", line(each))).collect::<Vec<_>>().join("\n"));
        }
        Block::Table { head, rows } => parts.push(table(head, rows)),
        Block::Section { heading, blocks, .. } => {
            parts.push(format!("{} {}", "#".repeat(level), text(heading)));
            blocks.iter().for_each(|each| self::block(each, level + 1, parts));
        }
    }
}

fn table(head: &[&'static str], rows: &[Vec<Line>]) -> String {
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let mut lines = vec![
        row(head.iter().map(|name| (*name).to_owned()).collect()),
        row(head.iter().map(|_| "---".to_owned()).collect()),
    ];
    lines.extend(rows.iter().map(|cells| row(cells.iter().map(line).collect())));
    lines.join("\n")
}

/// Renders a sentence; reasoning is set in italics.
fn sentence(sentence: &Sentence) -> String {
    match sentence {
        Sentence::Fact { words, cites } => {
            let cites: Vec<String> = cites.iter().map(|each| format!("[{}]", name(each))).collect();
            format!("{} {}", text(words), cites.join(" "))
        }
        Sentence::Reasoning(words) => format!("*{}*", text(words).trim()),
    }
}

fn line(line: &Line) -> String {
    line.iter().map(bit).collect()
}

fn bit(bit: &Inline) -> String {
    match bit {
        Inline::Text(words) => spaced(words, &text(words)),
        Inline::Strong(words) => format!("**{}**", text(words)),
        Inline::Reasoning(words) => format!("*{}*", text(words).trim()),
        Inline::Code(words) => {
            format!("`{}`", words.chars().filter(|c| !c.is_control() && *c != '`' && *c != '|').collect::<String>())
        }
        Inline::Link { words, url } => link(words, url),
        Inline::Cite(reference) | Inline::Anchor(reference) => format!("[{}]", name(reference)),
    }
}

/// Restores the spaces at both ends, which separate the elements of a line and are removed by the escaping.
fn spaced(raw: &str, safe: &str) -> String {
    let before = if raw.starts_with(' ') { " " } else { "" };
    let after = if raw.ends_with(' ') && !safe.is_empty() { " " } else { "" };
    format!("{before}{safe}{after}")
}

fn link(title: &str, url: &str) -> String {
    let words = if title.trim().is_empty() { text(url) } else { text(title) };
    match address(url) {
        Some(address) => format!("[{words}](<{address}>)"),
        None => words,
    }
}

/// Formats a share as a whole percentage, e.g. `65 %`.
pub(super) fn percent(value: f64) -> String {
    format!("{:.0} %", value * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untrusted_text_is_escaped_everywhere() {
        let evil = "<b>|x| [a](http://e)".to_owned();
        let line = vec![Inline::Text(evil.clone()), Inline::Strong(evil.clone()), Inline::Code("a`|b".into())];
        let page = Page {
            title: evil.clone(),
            blocks: vec![
                Block::Table { head: vec!["A"], rows: vec![vec![line.clone()]] },
                Block::Prose(vec![Sentence::Reasoning(evil)]),
                Block::Paragraph(vec![Inline::Link { words: "t".into(), url: "javascript:x".into() }]),
            ],
        };
        let text = render(&page);
        let bare = text.replace("\\]", "");
        assert!(!text.contains('<') && !bare.contains("](") && !text.contains("://"), "{text}");
        assert!(text.lines().filter(|line| line.starts_with('|')).all(|row| row.matches(" |").count() == 1), "{text}");
    }
}
