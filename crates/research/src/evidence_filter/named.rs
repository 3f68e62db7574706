//! What has an id and says something, and how its removal is told.

use domain::evidence::{Removal, Remover};
use domain::research::{OpenQuestion, TimelineEntry};
use domain::{Finding, Source};

/// Longest words of a removed item that are kept beside the result, in characters: enough to know it again.
const SAID: usize = 240;

/// Longest reason that is kept, in characters: it may be a model's text.
const REASON: usize = 200;

/// What has an id.
pub(crate) trait Named {
    fn id(&self) -> &str;

    /// What it says, for a person.
    fn said(&self) -> &str;

    /// The note of its removal.
    fn removed(&self, by: Remover, reason: &str) -> Removal {
        let said = tidy(self.said(), SAID);
        Removal { id: self.id().to_owned(), reason: tidy(reason, REASON), said, by }
    }
}

impl Named for Finding {
    fn id(&self) -> &str {
        &self.id
    }

    fn said(&self) -> &str {
        &self.text
    }
}

impl Named for TimelineEntry {
    fn id(&self) -> &str {
        &self.id
    }

    fn said(&self) -> &str {
        &self.text
    }
}

impl Named for Source {
    fn id(&self) -> &str {
        &self.id
    }

    fn said(&self) -> &str {
        if self.title.trim().is_empty() { &self.url } else { &self.title }
    }
}

impl Named for OpenQuestion {
    fn id(&self) -> &str {
        &self.id
    }

    fn said(&self) -> &str {
        &self.text
    }
}

/// One line of at most so many characters.
pub(crate) fn tidy(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain: String = line.chars().filter(|c| !c.is_control()).collect();
    if plain.chars().count() <= most {
        return plain;
    }
    let cut: String = plain.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_cut_and_says_so() {
        assert_eq!(tidy("one\n two\u{7}", 20), "one two");
        assert_eq!(tidy("one two three", 8), "one two…");
        assert_eq!(tidy("äöüäöü", 4), "äöü…");
    }
}
