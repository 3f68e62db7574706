//! A server that failed is left alone for a moment, so that an outage costs one time-out and not one per call. Pure.

use std::time::{Duration, Instant};

/// Whether to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Circuit {
    /// Ask.
    Closed,
    /// Do not ask before then.
    Open(Instant),
    /// One call is finding out since then; the others do not wait for it.
    Trying(Instant),
}

impl Circuit {
    /// May this call ask? A trial that never came back (its future was dropped) is forgotten after `patience`.
    pub(super) fn admit(&mut self, now: Instant, patience: Duration) -> bool {
        let may = match *self {
            Self::Closed => return true,
            Self::Open(until) => now >= until,
            Self::Trying(since) => now >= since + patience,
        };
        if may {
            *self = Self::Trying(now);
        }
        may
    }

    /// It answered.
    pub(super) fn answered(&mut self) {
        *self = Self::Closed;
    }

    /// It did not.
    pub(super) fn failed(&mut self, now: Instant, pause: Duration) {
        *self = Self::Open(now + pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_call_finds_out_while_the_others_pass_by() {
        let (start, pause, patience) = (Instant::now(), Duration::from_secs(1), Duration::from_secs(1));
        let mut circuit = Circuit::Closed;
        assert!(circuit.admit(start, patience));
        circuit.failed(start, pause);
        assert!(!circuit.admit(start + pause / 2, patience));
        assert!(circuit.admit(start + pause, patience), "the moment is over: one may try");
        assert!(!circuit.admit(start + pause, patience), "only one");
        assert!(circuit.admit(start + pause + patience, patience), "a trial that never came back is forgotten");
        circuit.answered();
        assert!(circuit.admit(start, patience) && circuit.admit(start, patience));
    }
}
