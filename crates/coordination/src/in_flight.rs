//! How much of something is going on across the fleet.

use std::time::Duration;

use crate::Answer;

/// Counts of work in flight. A holder that dies is forgotten when its time is over.
pub trait InFlight: Send + Sync + 'static {
    /// This work has begun and lasts no longer than this; said again, its time is extended.
    fn enter<'a>(&'a self, what: &'a str, id: &'a str, longest: Duration) -> Answer<'a, u64>;

    /// It is over.
    fn leave<'a>(&'a self, what: &'a str, id: &'a str) -> Answer<'a, ()>;

    /// How many there are.
    fn count<'a>(&'a self, what: &'a str) -> Answer<'a, u64>;
}
