//! Renders a page as one self-contained HTML file without scripts, images or external resources; a content security
//! policy forbids them.

use super::escape::{address, html as text, name};
use super::markdown::percent;
use super::{Block, Inline, Line, Page, Sentence};

/// Content security policy: nothing may be loaded or executed.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE: &str = include_str!("report.css");

/// Renders the page.
pub fn render(page: &Page) -> String {
    let mut body = format!("<h1>{}</h1>\n", text(&page.title));
    page.blocks.iter().for_each(|each| block(each, 2, &mut body));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        text(&page.title)
    )
}

fn block(block: &Block, level: usize, out: &mut String) {
    match block {
        Block::Answer { value, low, high, more } => answer([*value, *low, *high], more, out),
        Block::Notice(words) => out.push_str(&format!("<p class=\"notice\">{}</p>\n", line(words))),
        Block::Paragraph(words) => out.push_str(&format!("<p>{}</p>\n", line(words))),
        Block::Prose(sentences) => {
            let sentences: Vec<String> = sentences.iter().map(sentence).collect();
            out.push_str(&format!("<p>{}</p>\n", sentences.join(" ")));
        }
        Block::List(lines) => {
            let items: String = lines.iter().map(|each| format!("<li>{}</li>\n", line(each))).collect();
            out.push_str(&format!("<ul>\n{items}</ul>\n"));
        }
        Block::Table { head, rows } => table(head, rows, out),
        Block::Section { heading, folded, blocks } => {
            let level = level.min(6);
            let heading = format!("<h{level}>{}</h{level}>", text(heading));
            let (open, close) = if *folded {
                (format!("<details>\n<summary>{heading}</summary>\n"), "</details>\n")
            } else {
                (format!("<section>\n{heading}\n"), "</section>\n")
            };
            out.push_str(&open);
            blocks.iter().for_each(|each| self::block(each, level + 1, out));
            out.push_str(close);
        }
    }
}

/// Renders the probability, and a bar from 0 to 100 with the bounds as a band and the probability as a mark.
fn answer([value, low, high]: [f64; 3], more: &Line, out: &mut String) {
    let [at, from, to] = [value, low, high].map(|share| (share.clamp(0.0, 1.0) * 100.0).round());
    out.push_str(&format!(
        "<p class=\"answer\"><strong>{} likely</strong> (between {} and {}){}</p>\n",
        percent(value),
        percent(low),
        percent(high),
        line(more)
    ));
    out.push_str(&format!(
        "<div class=\"bar\" role=\"img\" aria-label=\"{at} percent, between {from} and {to}\">\
         <span class=\"band\" style=\"left:{from}%;width:{}%\"></span><span class=\"mark\" style=\"left:{at}%\"></span></div>\n",
        to - from
    ));
}

fn table(head: &[&'static str], rows: &[Vec<Line>], out: &mut String) {
    let head: String = head.iter().map(|name| format!("<th>{name}</th>")).collect();
    let row = |cells: &Vec<Line>| {
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", line(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(row).collect();
    out.push_str(&format!(
        "<div class=\"rows\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    ));
}

fn sentence(sentence: &Sentence) -> String {
    match sentence {
        Sentence::Fact { words, cites } => {
            let cites: Vec<String> = cites.iter().map(|each| cite(each)).collect();
            format!("{} {}", text(words), cites.join(" "))
        }
        Sentence::Reasoning(words) => format!("<em class=\"own\">{}</em>", text(words)),
    }
}

fn line(line: &Line) -> String {
    line.iter().map(bit).collect()
}

fn bit(bit: &Inline) -> String {
    match bit {
        Inline::Text(words) => {
            let before = if words.starts_with(' ') { " " } else { "" };
            let after = if words.ends_with(' ') { " " } else { "" };
            format!("{before}{}{after}", text(words))
        }
        Inline::Strong(words) => format!("<strong>{}</strong>", text(words)),
        Inline::Reasoning(words) => format!("<em class=\"own\">{}</em>", text(words)),
        Inline::Code(words) => format!("<code>{}</code>", text(words)),
        Inline::Link { words, url } => link(words, url),
        Inline::Cite(reference) => cite(reference),
        Inline::Anchor(reference) => {
            format!("<span class=\"ref\" id=\"{}\">{}</span>", anchor(reference), name(reference))
        }
    }
}

fn cite(reference: &str) -> String {
    format!("<a class=\"cite\" href=\"#{}\">[{}]</a>", anchor(reference), name(reference))
}

fn anchor(reference: &str) -> String {
    format!("e-{}", name(reference).replace('/', "-"))
}

fn link(title: &str, url: &str) -> String {
    let words = if title.trim().is_empty() { text(url) } else { text(title) };
    match address(url) {
        Some(address) => format!("<a href=\"{address}\" rel=\"noopener noreferrer nofollow\">{words}</a>"),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn page(evil: &str) -> Page {
        let line = vec![
            Inline::Text(evil.to_owned()),
            Inline::Strong(evil.to_owned()),
            Inline::Code(evil.to_owned()),
            Inline::Reasoning(evil.to_owned()),
            Inline::Link { words: evil.to_owned(), url: evil.to_owned() },
            Inline::Cite(evil.to_owned()),
            Inline::Anchor(evil.to_owned()),
        ];
        let blocks = vec![
            Block::Answer { value: 0.65, low: 0.4, high: 0.8, more: line.clone() },
            Block::Notice(line.clone()),
            Block::Prose(vec![Sentence::Reasoning(evil.to_owned())]),
            Block::Table { head: vec!["A"], rows: vec![vec![line.clone()]] },
            Block::Section { heading: evil.to_owned(), folded: true, blocks: vec![Block::List(vec![line])] },
        ];
        Page { title: evil.to_owned(), blocks }
    }

    /// Returns every tag of a page with its attributes.
    fn tags(html: &str) -> Vec<&str> {
        html.split('<').skip(1).filter_map(|rest| rest.split('>').next()).collect()
    }

    #[test]
    fn the_bar_shows_the_probability_between_its_bounds() {
        let html = render(&page("x"));
        assert!(html.contains("left:40%;width:40%") && html.contains("left:65%"), "{html}");
        assert!(html.contains("<details>") && html.contains(POLICY));
    }

    proptest! {
        /// For any untrusted text, the page has the same tags as with plain text.
        #[test]
        fn untrusted_text_never_becomes_markup(evil in "([<>&\"'/ =]|script|img|onerror|a href|javascript:|https://x/|\\PC){0,12}") {
            let shape = |html: &str| tags(html).iter().map(|tag| tag.split([' ', '>']).next().unwrap_or_default().to_owned()).collect::<Vec<_>>();
            let html = render(&page(&evil));
            let mut with = shape(&html);
            let mut plain = shape(&render(&page("x")));
            // The text may or may not be an address that is linked.
            for tags in [&mut with, &mut plain] { tags.retain(|tag| tag != "a" && tag != "/a"); }
            prop_assert_eq!(with, plain);
            for tag in tags(&html) {
                let lower = tag.to_lowercase();
                prop_assert!(!lower.starts_with("script") && !lower.starts_with("img"), "{tag}");
                prop_assert!(!lower.contains(" onerror") && !lower.contains("href=\"javascript"), "{tag}");
            }
        }
    }
}
