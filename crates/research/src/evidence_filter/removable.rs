//! Items that the filter can remove, and the record of a removal.

use domain::evidence::{Removal, Remover};
use domain::research::{OpenQuestion, TimelineEntry};
use domain::{Finding, Source};

/// Maximum characters of a removed item's text that are kept beside the result: enough to recognise it.
const MAX_TEXT_CHARS: usize = 240;

/// Maximum characters of a reason that are kept: a model may have written it.
pub(crate) const MAX_REASON_CHARS: usize = 200;

/// An item of research with an id.
pub(crate) trait Removable {
    fn id(&self) -> &str;

    /// Text that identifies the item for a person.
    fn text(&self) -> &str;

    fn removed(&self, by: Remover, reason: &str) -> Removal {
        let text = one_line(self.text(), MAX_TEXT_CHARS);
        Removal { id: self.id().to_owned(), reason: one_line(reason, MAX_REASON_CHARS), text, by }
    }
}

impl Removable for Finding {
    fn id(&self) -> &str {
        &self.id
    }

    fn text(&self) -> &str {
        &self.text
    }
}

impl Removable for TimelineEntry {
    fn id(&self) -> &str {
        &self.id
    }

    fn text(&self) -> &str {
        &self.text
    }
}

impl Removable for Source {
    fn id(&self) -> &str {
        &self.id
    }

    fn text(&self) -> &str {
        if self.title.trim().is_empty() { &self.url } else { &self.title }
    }
}

impl Removable for OpenQuestion {
    fn id(&self) -> &str {
        &self.id
    }

    fn text(&self) -> &str {
        &self.text
    }
}

/// Collapses white space, removes control characters and cuts the text to `max_chars`, with an ellipsis.
pub(crate) fn one_line(text: &str, max_chars: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain: String = line.chars().filter(|c| !c.is_control()).collect();
    if plain.chars().count() <= max_chars {
        return plain;
    }
    let cut: String = plain.chars().take(max_chars.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_with_an_ellipsis() {
        assert_eq!(one_line("one\n two\u{7}", 20), "one two");
        assert_eq!(one_line("one two three", 8), "one two…");
        assert_eq!(one_line("äöüäöü", 4), "äöü…");
    }
}
