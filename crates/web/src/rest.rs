//! Who is left alone for a while, and whose turn it is: what replicas should agree on before they ask somebody outside.
//!
//! This crate knows nothing of Redis. Whoever wires a worker gives it [`Rests`] that all replicas share; alone, and where
//! the shared one is away, [`LocalRests`] keeps the same promises within one process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::{Clock, Time};
use futures::future::{BoxFuture, ready};

/// Names kept at most before those that no longer matter are dropped: a crawler meets many hosts.
const MOST: usize = 4096;

/// Rests and turns, by name. Never fails: whoever cannot ask the others goes by what it knows itself.
pub trait Rests: Send + Sync + 'static {
    /// How long `who` still rests; `None`: it may be asked.
    fn resting<'a>(&'a self, who: &'a str) -> BoxFuture<'a, Option<Duration>>;

    /// Nobody asks `who` for this long. A longer rest that is running stands.
    fn rest<'a>(&'a self, who: &'a str, wait: Duration) -> BoxFuture<'a, ()>;

    /// Takes `who`'s next turn. `None`: it is ours, and nobody else's for `spacing`. `Some(wait)`: another has it; ask
    /// again then.
    fn turn<'a>(&'a self, who: &'a str, spacing: Duration) -> BoxFuture<'a, Option<Duration>>;
}

/// Within this process.
pub struct LocalRests {
    clock: Arc<dyn Clock>,
    rests: Mutex<HashMap<String, Time>>,
    turns: Mutex<HashMap<String, Time>>,
}

impl LocalRests {
    /// By this clock.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, rests: Mutex::default(), turns: Mutex::default() }
    }

    /// Time until `who` is free, if it is not.
    fn left(&self, book: &HashMap<String, Time>, who: &str) -> Option<Duration> {
        let until = *book.get(who)?;
        (until - self.clock.now()).to_std().ok().filter(|left| !left.is_zero())
    }

    fn write(&self, book: &mut HashMap<String, Time>, who: &str, until: Time) {
        if book.len() >= MOST {
            let now = self.clock.now();
            book.retain(|_, until| *until > now);
        }
        book.insert(who.to_owned(), until);
    }
}

impl Rests for LocalRests {
    fn resting<'a>(&'a self, who: &'a str) -> BoxFuture<'a, Option<Duration>> {
        Box::pin(ready(self.left(&locked(&self.rests), who)))
    }

    fn rest<'a>(&'a self, who: &'a str, wait: Duration) -> BoxFuture<'a, ()> {
        let mut rests = locked(&self.rests);
        let until = self.clock.now() + wait;
        if rests.get(who).is_none_or(|known| *known < until) {
            self.write(&mut rests, who, until);
        }
        Box::pin(ready(()))
    }

    fn turn<'a>(&'a self, who: &'a str, spacing: Duration) -> BoxFuture<'a, Option<Duration>> {
        let mut turns = locked(&self.turns);
        let wait = self.left(&turns, who);
        if wait.is_none() {
            let until = self.clock.now() + spacing;
            self.write(&mut turns, who, until);
        }
        Box::pin(ready(wait))
    }
}

/// Every change is one insertion, so a panic elsewhere cannot have left a book half written.
fn locked(book: &Mutex<HashMap<String, Time>>) -> MutexGuard<'_, HashMap<String, Time>> {
    book.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_rest_ends_and_the_longer_one_stands() {
        let clock = Arc::new(domain::FixedClock::at(Time::UNIX_EPOCH));
        let rests = LocalRests::new(clock.clone());
        let resting = || rests.resting("a").now_or_never().unwrap();
        assert_eq!(resting(), None);
        rests.rest("a", 5 * SECOND).now_or_never().unwrap();
        rests.rest("a", SECOND).now_or_never().unwrap();
        assert_eq!(resting(), Some(5 * SECOND));
        assert_eq!(rests.resting("b").now_or_never().unwrap(), None);
        clock.advance(5 * SECOND);
        assert_eq!(resting(), None);
    }

    #[test]
    fn a_turn_is_given_to_one_only() {
        let clock = Arc::new(domain::FixedClock::at(Time::UNIX_EPOCH));
        let rests = LocalRests::new(clock.clone());
        let turn = |who: &str| rests.turn(who, SECOND).now_or_never().unwrap();
        assert_eq!((turn("a"), turn("a"), turn("b")), (None, Some(SECOND), None));
        clock.advance(SECOND);
        assert_eq!(turn("a"), None);
    }

    #[test]
    fn what_is_over_is_forgotten() {
        let clock = Arc::new(domain::FixedClock::at(Time::UNIX_EPOCH));
        let rests = LocalRests::new(clock.clone());
        for n in 0..3 * MOST {
            rests.rest(&n.to_string(), SECOND).now_or_never().unwrap();
            clock.advance(SECOND);
        }
        assert!(locked(&rests.rests).len() <= MOST);
    }
}
