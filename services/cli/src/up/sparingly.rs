//! What lasts is said once, and once a minute while it lasts: whoever comes to the terminal later must find it.

use std::time::{Duration, Instant};

use super::listing::Listing;

/// How often something that lasts is said again.
const AGAIN: Duration = Duration::from_secs(60);

/// What was said last of one thing.
#[derive(Debug, Default)]
pub(super) struct Sparingly {
    last: Option<(&'static str, Instant)>,
}

impl Sparingly {
    /// Says `text`, unless the same `kind` of thing was said a moment ago.
    pub(super) fn say(&mut self, listing: &Listing, kind: &'static str, text: &str) {
        if self.is_due(kind, Instant::now()) {
            listing.note(text);
        }
    }

    /// It is over: whether it had been said, so that its end is worth a word.
    pub(super) fn over(&mut self) -> bool {
        self.last.take().is_some()
    }

    fn is_due(&mut self, kind: &'static str, now: Instant) -> bool {
        let is_due = self.last.is_none_or(|(last, at)| last != kind || now.duration_since(at) >= AGAIN);
        if is_due {
            self.last = Some((kind, now));
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lasts_is_said_once_a_minute_and_what_is_new_at_once() {
        let (mut said, start) = (Sparingly::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(said.is_due("full", at(0)));
        assert!(!said.is_due("full", at(59)));
        assert!(said.is_due("silent", at(59)));
        assert!(said.is_due("silent", at(119)));
        assert!(said.over() && !said.over());
        assert!(said.is_due("silent", at(120)));
    }
}
