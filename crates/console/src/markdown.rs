//! Markdown of reports and runbooks as markup. HTML in it is text; links lead to http and https only.

use maud::{Markup, html};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag};

use super::{figure, text};

/// Characters of a document that are shown, and bytes of their markup.
const MAX_SHOWN: usize = 100_000;
const MAX_BYTES: usize = 110_000;
/// Characters of a document that are shown in any case: their markup is small.
const MIN_SHOWN: usize = 400;
/// Characters of a heading beside the cells of a narrow page.
const MAX_HEADING: usize = 40;
/// Depth of lists and quotations after which their content follows without further nesting.
const MAX_DEPTH: usize = 16;

/// Renders a document. Its headings are below those of the page. A document whose markup is too large is cut.
pub fn markdown(source: &str) -> Markup {
    let mut most = MAX_SHOWN;
    loop {
        let end = source.char_indices().nth(most).map_or(source.len(), |(end, _)| end);
        let mut events = Parser::new_ext(&source[..end], Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
        let shown = content(&mut events, 0, &mut TableState::default());
        if shown.0.len() <= MAX_BYTES || most <= MIN_SHOWN {
            let rest = source[end..].chars().count() as u64;
            return html! {
                div.document { (shown) }
                @if rest > 0 { p.muted { "The document continues: " (figure::integer(rest)) " more characters are in its file." } }
            };
        }
        most /= 2;
    }
}

/// Where in a table the events are: its headings, which name the cells of a narrow page, and the number of the cell.
#[derive(Default)]
struct TableState {
    in_head: bool,
    headings: Vec<String>,
    cell: usize,
}

/// Renders events up to the end of the element that has begun. The cells of the head of a table are headings.
fn content(events: &mut Parser<'_>, depth: usize, table: &mut TableState) -> Markup {
    let mut parts: Vec<Markup> = Vec::new();
    let mut flattened = 0_usize;
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::TableCell) if depth < MAX_DEPTH => {
                if table.in_head {
                    table.headings.push(String::new());
                }
                let inner = content(events, depth + 1, table);
                let heading = table.headings.get(table.cell).filter(|heading| !heading.is_empty());
                parts.push(match table.in_head {
                    true => html! { th scope="col" { (inner) } },
                    false => html! { td data-label=[heading] { (inner) } },
                });
                table.cell += 1;
            }
            Event::Start(tag) if depth < MAX_DEPTH => {
                match tag {
                    Tag::TableHead => *table = TableState { in_head: true, ..TableState::default() },
                    Tag::TableRow => (table.in_head, table.cell) = (false, 0),
                    _ => {}
                }
                let inner = content(events, depth + 1, table);
                parts.push(element(&tag, inner));
            }
            Event::Start(_) => flattened += 1,
            Event::End(_) if flattened > 0 => flattened -= 1,
            Event::End(_) => break,
            Event::Text(written) | Event::Html(written) | Event::InlineHtml(written) => {
                if table.in_head
                    && let Some(heading) = table.headings.last_mut()
                {
                    heading.push_str(&text::plain(&written, MAX_HEADING));
                }
                parts.push(text::segmented(&written));
            }
            Event::Code(written) => parts.push(html! { code { (text::segmented(&written)) } }),
            Event::SoftBreak => parts.push(html! { "\n" }),
            Event::HardBreak => parts.push(html! { br; }),
            Event::Rule => parts.push(html! { hr; }),
            _ => {}
        }
    }
    html! { @for part in parts { (part) } }
}

fn element(tag: &Tag<'_>, inner: Markup) -> Markup {
    match tag {
        Tag::Heading { level: HeadingLevel::H1, .. } => html! { h2 dir="auto" { (inner) } },
        Tag::Heading { level: HeadingLevel::H2, .. } => html! { h3 dir="auto" { (inner) } },
        Tag::Heading { .. } => html! { h4 dir="auto" { (inner) } },
        Tag::Paragraph => html! { p dir="auto" { (inner) } },
        Tag::BlockQuote(_) => html! { blockquote { (inner) } },
        Tag::CodeBlock(_) => html! { pre.code tabindex="0" { code { (inner) } } },
        Tag::List(None) => html! { ul { (inner) } },
        Tag::List(Some(first)) => html! { ol start=(first) { (inner) } },
        Tag::Item => html! { li dir="auto" { (inner) } },
        Tag::Emphasis => html! { em { (inner) } },
        Tag::Strong => html! { strong { (inner) } },
        Tag::Strikethrough => html! { del { (inner) } },
        Tag::Table(_) => {
            html! { div.scroll tabindex="0" role="region" aria-label="Table" { table.plain-table { (inner) } } }
        }
        Tag::TableHead => html! { thead { tr { (inner) } } },
        Tag::TableRow => html! { tr { (inner) } },
        Tag::Link { dest_url, .. } => match text::host(dest_url) {
            Some(host) => html! {
                a.external href=(dest_url) rel="noopener noreferrer" target="_blank" title=(host) { (inner) }
            },
            None => inner,
        },
        _ => inner,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(source: &str) -> String {
        markdown(source).into_string()
    }

    #[test]
    fn markup_of_the_document_is_text_and_its_own_is_rendered() {
        let page = rendered("# Title\n\nA **bold** `code` <script>alert(1)</script>\n\n- one\n- two\n\n<b>x</b>\n");
        for part in
            ["<h2 dir=\"auto\">Title</h2>", "<strong>bold</strong>", "<code>code</code>", "<li dir=\"auto\">one</li>"]
        {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("<script>") && !page.contains("<b>"), "{page}");
    }

    #[test]
    fn the_head_of_a_table_has_headings() {
        let page = rendered("| A | B |\n|---|---|\n| 1 | 2 |\n");
        assert_eq!((page.matches("<th scope=\"col\">").count(), page.matches("<td ").count()), (2, 2), "{page}");
        assert!(page.contains("<td data-label=\"A\">1</td><td data-label=\"B\">2</td>"), "a narrow page: {page}");
        let page = rendered("| A |\n|---|\n| 1 | \n\n| | D |\n|---|---|\n| 3 | 4 |\n");
        assert!(page.contains("<td>3</td><td data-label=\"D\">4</td>"), "each table has its own headings: {page}");
    }

    #[test]
    fn links_lead_to_the_web_only() {
        let page = rendered(
            "[a](https://example.com/x) [b](javascript:alert(1)) [c](Other.md) ![d](https://example.com/y.png)",
        );
        assert_eq!(page.matches("<a ").count(), 1, "{page}");
        assert!(
            page.contains("rel=\"noopener noreferrer\"") && !page.contains("javascript") && !page.contains("<img"),
            "{page}"
        );
    }

    #[test]
    fn deep_nesting_is_flattened_and_a_long_document_is_cut() {
        let page = rendered(&format!("{} deep", "> ".repeat(5_000)));
        assert!(page.contains("deep") && page.matches("<blockquote>").count() <= MAX_DEPTH, "{page}");
        for long in ["word ", "- ", "\u{202e}", "| a ", "> <", "[a](https://example.org/a) "] {
            let page = rendered(&long.repeat(1 << 17));
            assert!(page.len() < 112_000 && page.contains("more characters are in its file"), "{long}: {}", page.len());
        }
    }
}
