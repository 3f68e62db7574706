//! Reports: the list, and one with links to its files.

use domain::Time;
use maud::{Markup, html};
use operations::Page;
use operations::reports::ReportItem;

use super::frame::{lede, pager};
use super::{Body, Section, figure, text};

/// A report, and the page that leads to it.
#[derive(Debug)]
pub struct ReportSheet<'a> {
    /// Entry of the menu.
    pub section: Section,
    /// Path and name of the page above.
    pub above: (&'a str, &'a str),
    /// Query of the address of the report, without the form of a file; may be empty.
    pub query: &'a str,
    /// Text of the report.
    pub markdown: &'a str,
    /// `true` if the gateway has a browser to print with.
    pub can_print: bool,
}

/// Renders a report.
pub fn report(sheet: &ReportSheet<'_>) -> Body {
    let ReportSheet { section, above: (path, name), query, markdown, can_print } = *sheet;
    let content = html! {
        nav.trail aria-label="Path" {
            a href=(section.entry().1) { (section.entry().0) } " / " a href=(path) { (text::clipped(name, 80)) } " / Report"
        }
        h1.sr { "Report" }
        p.forms { (files(query, can_print)) }
        (super::markdown::markdown(markdown))
    };
    Body::new(section, "Report", content)
}

/// Links to the files of a report, or the reason why there is no PDF. `address` is empty on the page of the report.
pub fn files(address: &str, can_print: bool) -> Markup {
    let separator = if address.contains('?') { '&' } else { '?' };
    let file = |form: &str| format!("{address}{separator}form={form}");
    html! {
        a href=(file("markdown")) { "Markdown" } " · " a href=(file("html")) { "HTML file" } " · "
        @if can_print { a href=(file("pdf")) { "PDF" } }
        @else {
            span.note { "PDF: the gateway has no browser to print with. " code { "AUSPEX_BROWSER_URL" } " names one; "
                code { "auspex up --browser" } " starts one." }
        }
    }
}

/// Renders a page of the list.
pub fn list(page: &Page<ReportItem>, (cursor, now): (Option<&str>, Time)) -> Body {
    let next = |cursor: &str| format!("/console/reports?cursor={}", text::encoded(cursor));
    let content = html! {
        nav.trail aria-label="Path" { a href="/console/memory" { "Memory" } " / Reports" }
        h1.sr { "Reports" }
        @if page.items.is_empty() && cursor.is_none() {
            (lede(&html! { "There is no report yet." }))
            div.teach {
                p { "Each forecast, each research of an entity or a bundle, and each report on a topic writes one:" }
                pre.code tabindex="0" { code { "auspex report \"The ferry strike of Norrby\" --depth 2" } }
            }
        } @else {
            (lede(&html! { "What was written about runs, entities, bundles and topics, newest first." }))
            ul.reports {
                @for report in &page.items {
                    li data-row {
                        a href=(address(&report.key)) { @if report.title.is_empty() { (text::clipped(&report.key, 120)) } @else { (text::clipped(&report.title, 200)) } }
                        span.note { (kind(&report.key)) " · " (figure::time(now, report.made_at)) }
                    }
                }
            }
            (pager(cursor.map(|_| "/console/reports"), page.next.as_deref().map(next).as_deref()))
        }
    };
    Body::new(Section::Memory, "Reports", content)
}

/// Returns the address of the page of a report.
pub fn address(key: &str) -> String {
    format!("/console/reports/content?key={}", text::encoded(key))
}

/// Names what a report is about, by the folder of its files.
fn kind(key: &str) -> &'static str {
    match key.split('/').next() {
        Some("runs") => "run",
        Some("entities") => "entity",
        _ => "research",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_leads_to_its_files_or_says_why_there_is_no_pdf() {
        let sheet = |query: &'static str, can_print: bool| {
            let above = ("/console/runs/5e7f", "<b>5e7f</b>");
            let markdown = "# Title\n\n<script>alert(1)</script> [x](javascript:alert(1))";
            let one = ReportSheet { section: Section::Runs, above, query, markdown, can_print };
            report(&one).content.into_string()
        };
        let page = sheet("", true);
        for part in ["href=\"?form=markdown\"", "href=\"?form=html\"", "href=\"?form=pdf\"", ">Title</h2>"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        for bad in ["<b>", "<script", "href=\"javascript:", "AUSPEX_BROWSER_URL"] {
            assert!(!page.contains(bad), "{bad}: {page}");
        }
        let page = sheet("?key=runs%2F1", false);
        assert!(page.contains("href=\"?key=runs%2F1&amp;form=markdown\""), "{page}");
        assert!(page.contains("AUSPEX_BROWSER_URL") && !page.contains("form=pdf"), "{page}");
    }

    #[test]
    fn a_list_names_what_each_report_is_about() {
        let item = |key: &str, title: &str| ReportItem {
            key: key.to_owned(),
            title: title.to_owned(),
            made_at: Time::UNIX_EPOCH,
        };
        let items = vec![item("runs/1/report.md", "Will it <i>rise</i>?"), item("entities/wif/report.md", "")];
        let shown = list(&Page { items, next: None }, (None, Time::UNIX_EPOCH)).content.into_string();
        assert!(shown.contains("key=runs%2F1%2Freport.md") && shown.contains(">run · "), "{shown}");
        assert!(shown.contains("entities/wif/report.md") && shown.contains(">entity · "), "{shown}");
        assert!(!shown.contains("<i>"), "{shown}");
        let empty = list(&Page { items: Vec::new(), next: None }, (None, Time::UNIX_EPOCH)).content.into_string();
        assert!(empty.contains("auspex report"), "{empty}");
    }
}
