//! What the last claim of the relay found: nothing, or perhaps more.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Time after which a claim looks at all rows again, and age up to which a row may appear that an earlier claim has not
/// seen: that of a transaction.
const LOOK_BACK: Duration = Duration::from_secs(60);
/// Longer than any row waits, in seconds.
const ALL: f64 = 1e9;

/// When claims found nothing. The index keeps entries of rows that have left until no snapshot needs them: during a
/// dump of the database, these are all messages since its begin. A claim after one that found nothing does not read
/// them again.
#[derive(Default)]
pub(crate) struct FoundNothing(Mutex<Option<Empty>>);

/// Claims for these topics that found nothing: the last one, and the last one that looked at all rows.
struct Empty {
    topics: Vec<String>,
    last: Instant,
    complete: Instant,
}

impl FoundNothing {
    /// Returns the seconds for which a claim has to look back.
    pub(crate) fn look_back(&self, topics: &[String], now: Instant) -> f64 {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(empty) = state.as_ref().filter(|empty| empty.topics == topics) else { return ALL };
        if now - empty.complete >= LOOK_BACK { ALL } else { (now - empty.last + LOOK_BACK).as_secs_f64() }
    }

    /// Records a claim that began at `now`.
    pub(crate) fn record(&self, topics: &[String], now: Instant, looked_back: f64, is_empty: bool) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let complete = state.as_ref().map_or(now, |empty| empty.complete);
        let complete = if looked_back < ALL { complete } else { now };
        *state = is_empty.then(|| Empty { topics: topics.to_vec(), last: now, complete });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_after_one_that_found_nothing_looks_back_a_minute_and_at_all_rows_once_a_minute() {
        let (state, topics, start) = (FoundNothing::default(), vec!["t".to_owned()], Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        let back = |seconds| state.look_back(&topics, at(seconds));
        assert_eq!(back(0), ALL);
        state.record(&topics, at(0), ALL, true);
        assert_eq!(back(2), 62.0);
        assert_eq!(state.look_back(&["other".to_owned()], at(2)), ALL, "other topics");
        state.record(&topics, at(30), 62.0, true);
        assert_eq!(back(31), 61.0);
        assert_eq!(back(60), ALL, "a transaction may have been longer");
        state.record(&topics, at(31), 61.0, false);
        assert_eq!(back(32), ALL, "there may be more");
    }
}
