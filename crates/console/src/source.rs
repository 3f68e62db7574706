//! A page behind a citation, as the fleet read it, with the quote marked.

use domain::Time;
use maud::{Markup, html};
use operations::pages::{ArchivedPage, Citation};

use super::frame::lede;
use super::{Body, Section, figure, text};

/// Characters that are shown before and after a quote.
const MAX_BESIDE: usize = 9_000;

/// Renders the page.
pub fn source(page: &ArchivedPage, citation: &Citation, now: Time) -> Body {
    let run = text::encoded(&citation.run);
    let back = citation.finding.as_deref().and_then(|named| named.split_once('/'));
    let content = html! {
        nav.trail aria-label="Path" {
            a href="/console/runs" { "Runs" } " / " a href=(format!("/console/runs/{run}")) { (text::id(&citation.run)) } " / "
            @match back {
                Some((question, finding)) => a href=(format!("/console/runs/{run}#{}", super::run::anchor(question, finding))) { "Finding" },
                None => "Source",
            }
        }
        h1 { (text::clipped(if page.title.is_empty() { &page.url } else { &page.title }, 200)) }
        (lede(&html! {
            "The text of this page as the fleet read it " (figure::time(now, page.fetched_at)) ". "
            @match (&page.quote, &citation.finding) {
                (Some(_), _) => a href="#quote" { "The quote is marked" },
                (None, Some(_)) => "The quote of the finding does not occur in it word for word",
                (None, None) => "No quote is named",
            }
            "."
        }))
        dl.pairs {
            dt { "Live page" } dd { (text::external(&page.url, "")) }
            @if let Some(at) = page.published_at { dt { "Published" } dd { (figure::day(at)) } }
            dt { "SHA-256" } dd { code.run { (page.hash) } }
        }
        (archived(page))
        @if page.left_out > 0 { p.muted { (figure::integer(page.left_out)) " more characters of the page are not shown." } }
    };
    let title = if page.title.is_empty() { "Source".to_owned() } else { page.title.clone() };
    Body::new(Section::Runs, title, content)
}

/// The text in its paragraphs, around the quote.
fn archived(page: &ArchivedPage) -> Markup {
    html! {
        div.prose.archived dir="auto" {
            @match &page.quote {
                Some(quote) => { (text::ending(&page.before, MAX_BESIDE)) mark #quote { (text::beginning(quote, MAX_BESIDE)) } }
                None => (text::beginning(&page.before, 2 * MAX_BESIDE)),
            }
            (text::beginning(&page.after, MAX_BESIDE))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quote_is_marked_and_the_page_is_text() {
        let page = ArchivedPage {
            hash: "ab".repeat(32),
            url: "javascript:alert(1)".to_owned(),
            title: "<b>Title</b>".to_owned(),
            fetched_at: Time::UNIX_EPOCH,
            published_at: None,
            before: "<script>alert(1)</script> before \u{202e}".to_owned(),
            quote: Some("the <quote>".to_owned()),
            after: " after".to_owned(),
            left_out: 1_234,
        };
        let citation = Citation { run: "5e7f".to_owned(), finding: Some("i1q1/f2".to_owned()) };
        let html = source(&page, &citation, Time::UNIX_EPOCH).content.into_string();
        assert!(html.contains("<mark id=\"quote\">the &lt;quote&gt;</mark>"), "{html}");
        assert!(html.contains("/console/runs/5e7f#f-i1q1-f2") && html.contains("1,234 more characters"), "{html}");
        assert!(
            !html.contains("<script>")
                && !html.contains("<b>")
                && !html.contains("href=\"javascript")
                && html.contains("U+202E"),
            "{html}"
        );
    }
}
