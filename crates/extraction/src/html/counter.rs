//! Counters: a script counts them up from zero when they come into view, and the last number stands in an attribute.
//! The zero is no number that the page states.

use super::dom::{Dom, Id};
use super::tag::Tag;
use super::token::Attr;

/// Maximum length of a number.
const MAX_NUMBER_BYTES: usize = 20;

/// Returns the tree with the numbers that its counters reach.
pub(crate) fn counted(mut dom: Dom<'_>) -> Dom<'_> {
    for id in 1..dom.len() {
        if let Some(text) = last(&dom, id) {
            dom.set_text(id + 1, text);
        }
    }
    dom
}

/// Returns the last text of an element that shows a zero and states another number.
fn last(dom: &Dom<'_>, id: Id) -> Option<String> {
    let number = dom.attr(id, Attr::Count)?.trim();
    let is_number = number.len() <= MAX_NUMBER_BYTES
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.contains(|c: char| matches!(c, '1'..='9'))
        && number.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_text = dom.end(id) == id + 2 && dom.tag(id + 1) == Tag::Text;
    // In tables such attributes are keys to sort by.
    if !is_number || !is_text || matches!(dom.tag(id), Tag::Td | Tag::Th) {
        return None;
    }
    let shown = dom.text(id + 1);
    let is_figure = |c: char| c.is_ascii_digit();
    let (from, to) = (shown.find(is_figure)?, shown.rfind(is_figure)? + 1);
    let is_zero = shown[from..to].chars().all(|c| matches!(c, '0' | '.' | ','));
    is_zero.then(|| format!("{}{number}{}", &shown[..from], &shown[to..]))
}

#[cfg(test)]
mod tests {
    use crate::html::read;

    #[test]
    fn a_counter_shows_its_last_number() {
        for (counter, expected) in [
            ("<span class=count data-to-value=455 data-from-value=0 data-duration=2000>0</span>", "455"),
            ("<b data-count=\"4.5\">0.0%</b>", "4.5%"),
            ("<span data-purecounter-start=0 data-purecounter-end=1204>0</span>+", "1204+"),
            ("<span data-target=#menu>0</span>", "0"),
            ("<span data-count=5>3</span>", "3"),
            ("<span data-count=0>0</span>", "0"),
            ("<span data-count=5>none</span>", "none"),
        ] {
            let html = format!(
                "<h1>Dues</h1><p>The board of the harbour said that {counter} vessels called at the port last year.</p>"
            );
            let text = read(&html, "").text;
            assert!(text.contains(&format!("said that {expected} vessels")), "{counter}: {text}");
        }
    }
}
