//! A page as Markdown (CommonMark with tables).

use super::escape::{address, markdown as text, name};
use super::{Bit, Block, Line, Page, Sentence};

/// The page.
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
        Block::Words(words) => parts.push(line(words)),
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

/// Own reasoning stands in italics.
fn sentence(sentence: &Sentence) -> String {
    match sentence {
        Sentence::Fact { words, cites } => {
            let cites: Vec<String> = cites.iter().map(|each| format!("[{}]", name(each))).collect();
            format!("{} {}", text(words), cites.join(" "))
        }
        Sentence::Own(words) => format!("*{}*", text(words).trim()),
    }
}

fn line(line: &Line) -> String {
    line.iter().map(bit).collect()
}

fn bit(bit: &Bit) -> String {
    match bit {
        Bit::Words(words) => spaced(words, &text(words)),
        Bit::Strong(words) => format!("**{}**", text(words)),
        Bit::Own(words) => format!("*{}*", text(words).trim()),
        Bit::Code(words) => {
            format!("`{}`", words.chars().filter(|c| !c.is_control() && *c != '`' && *c != '|').collect::<String>())
        }
        Bit::Link { words, url } => link(words, url),
        Bit::Cite(reference) | Bit::Anchor(reference) => format!("[{}]", name(reference)),
    }
}

/// The space at either end is ours: the pieces of a line are put together as they are.
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

/// `65 %`; under one and over 99 with the figures that matter.
pub(super) fn percent(value: f64) -> String {
    format!("{:.0} %", value * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strange_words_stay_words_everywhere() {
        let evil = "<b>|x| [a](http://e)".to_owned();
        let line = vec![Bit::Words(evil.clone()), Bit::Strong(evil.clone()), Bit::Code("a`|b".into())];
        let page = Page {
            title: evil.clone(),
            blocks: vec![
                Block::Table { head: vec!["A"], rows: vec![vec![line.clone()]] },
                Block::Prose(vec![Sentence::Own(evil)]),
                Block::Words(vec![Bit::Link { words: "t".into(), url: "javascript:x".into() }]),
            ],
        };
        let text = render(&page);
        let bare = text.replace("\\]", "");
        assert!(!text.contains('<') && !bare.contains("](") && !text.contains("://"), "{text}");
        assert!(text.lines().filter(|line| line.starts_with('|')).all(|row| row.matches(" |").count() == 1), "{text}");
    }
}
