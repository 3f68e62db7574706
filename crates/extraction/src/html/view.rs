//! What a visitor sees of a page: its measures and marks.
//!
//! Some sites hide all of their text until a script has run. Such text is read only if the page has no other, and is
//! marked; beside visible text it stays out, because instructions for machines hide there. Text that the page's own
//! sheet hides may have a little visible text beside it, as comments and credits.

use super::dom::Dom;
use super::hidden::Hidden;
use super::marks::{Marks, PROSE_LINKS};
use super::measure::Measures;
use super::sheet::Sheet;

/// Minimum letters of a block that is text of a page.
const TEXT: u32 = 40;
/// Minimum letters of text that is worth to be revealed.
pub(crate) const REVEALED: u32 = 60;

/// Letters that a sheet must hide for each visible letter of text.
const BESIDE: u32 = 8;

/// The visible page.
pub(crate) struct View {
    pub(crate) sums: Measures,
    pub(crate) marks: Marks,
    /// The text is hidden until a script has run, or struck out.
    pub(crate) revealed: bool,
    /// The page has no text, shown or hidden, apart from headings, navigation and other surroundings.
    pub(crate) is_empty: bool,
}

impl View {
    pub(crate) fn compute(dom: &Dom<'_>, sheet: &Sheet) -> Self {
        let shown = Self::of(dom, sheet, None);
        let [by_sheet, pending] = shown.sums.has_pending;
        let is_empty = (by_sheet || pending) && shown.is_empty;
        if !is_empty && !by_sheet {
            return shown;
        }
        let revealed = Self::of(dom, sheet, Some(if is_empty { Hidden::Pending } else { Hidden::BySheet }));
        // Comments may be visible beside an article that the sheet hides; only beside it they are recognised as
        // comments.
        let beside = shown.text(dom, &revealed.marks) * BESIDE;
        let least = if is_empty { REVEALED } else { beside.max(2 * shown.text(dom, &shown.marks)) };
        if revealed.text(dom, &revealed.marks) >= least { revealed } else { shown }
    }

    fn of(dom: &Dom<'_>, sheet: &Sheet, revealed: Option<Hidden>) -> Self {
        let sums = Measures::compute(dom, sheet, revealed);
        let marks = Marks::compute(dom, &sums);
        let mut view = Self { sums, marks, revealed: revealed.is_some(), is_empty: false };
        view.is_empty = view.text(dom, &view.marks) == 0;
        view
    }

    /// Returns the letters of the blocks that are text: no headings, navigation, or other surroundings.
    fn text(&self, dom: &Dom<'_>, marks: &Marks) -> u32 {
        let is_text = |id: &usize| {
            self.sums.own[*id] >= TEXT
                && !marks.noise[*id]
                && self.sums.own_link_density(*id) < PROSE_LINKS
                && dom.tag(*id).heading().is_none()
        };
        (1..dom.len()).filter(is_text).map(|id| self.sums.own[id]).sum()
    }
}

#[cfg(test)]
mod tests {
    use crate::html::read;

    const TEXT: &str =
        "The board of the harbour decided on Monday to raise the dues for ferries by four per cent next year.";

    fn page(style: &str, beside: &str) -> String {
        format!(
            "<title>Dues rise</title><nav><a href=/>Home</a></nav><h1>Dues rise</h1><div {style}><p>{TEXT}</p><p>{TEXT}</p></div>{beside}"
        )
    }

    #[test]
    fn text_that_a_script_shows_is_read_if_the_page_is_empty_otherwise_and_is_marked() {
        for style in [
            "style='opacity:0'",
            "style='display: none'",
            "style='visibility:hidden; opacity: 0'",
            "class=hidden",
            "class='js-content invisible'",
            "hidden",
            "aria-hidden=true",
        ] {
            let read_page = read(
                &page(style, "<p>Loading.</p><footer>Harbour News, Quay Street 1, all rights reserved.</footer>"),
                "",
            );
            assert!(read_page.text.contains("raise the dues") && read_page.revealed, "{style}: {}", read_page.text);
            assert!(read_page.markdown.starts_with("> "), "{}", read_page.markdown);
        }
        assert!(!read(&page("", ""), "").revealed);
    }

    #[test]
    fn the_text_of_structured_data_is_read_if_the_page_has_none_and_is_marked() {
        let data = format!(
            "<script type=application/ld+json>{{\"@type\": \"NewsArticle\", \"headline\": \"Dues rise\", \"articleBody\": \"{TEXT} {TEXT}\"}}</script>"
        );
        let empty =
            read(&format!("<title>Dues rise</title>{data}<div id=root></div><nav><a href=/>Home</a></nav>"), "");
        assert!(empty.text.starts_with("The board of the harbour") && empty.revealed, "{}", empty.text);
        let fallback = |text: &str| {
            read(
                &format!(
                    "<title>Dues rise</title><div id=root></div><noscript><article><h1>Dues</h1>{text}</article></noscript>"
                ),
                "",
            )
        };
        let long = fallback(&format!("<p>{TEXT}</p>").repeat(6));
        assert!(long.text.contains("raise the dues") && long.revealed, "{}", long.text);
        assert_eq!(fallback("<p>You need to enable JavaScript to run this app.</p>").text, "");
        let shown = "The office is closed today and opens again on Friday, as the harbour master said.";
        let page = read(&format!("<title>Office</title>{data}<h1>Office</h1><p>{shown}</p>"), "");
        assert!(page.text.contains("The office") && !page.text.contains("raise the dues") && !page.revealed);
    }

    #[test]
    fn beside_visible_text_it_stays_out() {
        let beside = "<p>The office is closed today and opens again on Friday.</p>";
        for style in ["style='opacity:0'", "style='display:none'", "class=hidden", "hidden", "aria-hidden=true"] {
            let read_page = read(&page(style, beside), "");
            assert!(!read_page.text.contains("raise the dues") && !read_page.revealed, "{style}: {}", read_page.text);
        }
    }

    #[test]
    fn text_out_of_sight_is_never_read() {
        for style in [
            "style='position:absolute;left:-9999px'",
            "style='font-size:0'",
            "style='color:transparent'",
            "style='height:0;overflow:hidden;opacity:0'",
            "class=sr-only",
        ] {
            assert!(!read(&page(style, ""), "").text.contains("raise the dues"), "{style}");
        }
    }

    #[test]
    fn struck_text_is_not_the_text() {
        for old in [
            "<s>420 euros</s>",
            "<del>420 euros</del>",
            "<strike>420 euros</strike>",
            "<span style='text-decoration:line-through'>420 euros</span>",
            "<span class='line-through'>420 euros</span>",
            "<span class='tw-line-through'>420 euros</span>",
            "<span class='a-price a-text-price' data-a-strike=true><span>420 euros</span></span>",
            "<span class='old-price'>420 euros</span>",
            "<span role=deletion>420 euros</span>",
            "<b class=was>420 euros</b>",
            "4\u{336}2\u{336}0\u{336} \u{336}e\u{336}u\u{336}r\u{336}o\u{336}s\u{336}",
        ] {
            let html = format!(
                "<style>.was{{text-decoration:line-through}}</style><h1>Dues</h1><p>{TEXT}</p><p>A ferry pays {old} <ins>410 euros</ins> per call.</p>"
            );
            let text = read(&html, "").text;
            assert!(text.contains("A ferry pays 410 euros per call.") && !text.contains("420"), "{old}: {text}");
        }
    }
}
