//! Limits a repeated status message to one per minute.

use std::time::{Duration, Instant};

use super::listing::Listing;

/// Minimum interval between two reports of the same condition.
const REPEAT_INTERVAL: Duration = Duration::from_secs(60);

/// Last reported condition and its time.
#[derive(Debug, Default)]
pub(super) struct Throttle {
    last: Option<(&'static str, Instant)>,
}

impl Throttle {
    /// Prints `text`, unless a condition of the same `kind` was reported within the last minute.
    pub(super) fn report(&mut self, listing: &Listing, kind: &'static str, text: &str) {
        if self.is_due(kind, Instant::now()) {
            listing.note(text);
        }
    }

    /// Ends the condition; returns true if it had been reported.
    pub(super) fn reset(&mut self) -> bool {
        self.last.take().is_some()
    }

    fn is_due(&mut self, kind: &'static str, now: Instant) -> bool {
        let is_due = self.last.is_none_or(|(last, at)| last != kind || now.duration_since(at) >= REPEAT_INTERVAL);
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
    fn a_repeated_condition_is_reported_once_a_minute_and_a_new_one_at_once() {
        let (mut status, start) = (Throttle::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(status.is_due("full", at(0)));
        assert!(!status.is_due("full", at(59)));
        assert!(status.is_due("silent", at(59)));
        assert!(status.is_due("silent", at(119)));
        assert!(status.reset() && !status.reset());
        assert!(status.is_due("silent", at(120)));
    }
}
