//! Crash points, at which a test can abort the process as abruptly as a power failure. They are always compiled in, so
//! that the tested binary is the shipped one; without `AUSPEX_CRASH_AT` a point costs one atomic load.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Points at which a worker receives a message, in the order in which it reaches them.
pub const RECEIPT_POINTS: &[&str] = &["after_pull", "after_decode", "after_begin"];

/// Points around a metered model call (`worker`).
pub const CALL_POINTS: &[&str] = &["before_open", "after_open", "after_call", "after_close"];

/// Points of a todo of research directions: its file is written; its result is memoised (`researcher`).
pub const TODO_POINTS: &[&str] = &["after_todo_file", "after_todo"];

/// Points between the outcome of a message and its acknowledgement, in the order in which a worker reaches them.
pub const OUTCOME_POINTS: &[&str] = &[
    "after_handle",
    "before_commit",
    "after_commit",
    "after_publish",
    "before_sent",
    "after_sent",
    "before_ack",
    "after_ack",
];

/// Points of a message without an outcome: its job is handed back, or becomes a dead letter.
pub const FAILURE_POINTS: &[&str] = &["before_hand_back", "after_hand_back", "before_nak", "before_term", "after_term"];

/// Points of background tasks of every worker.
pub const BACKGROUND_POINTS: &[&str] = &["after_relay", "after_reconcile"];

/// Lists of the points that urgent work reaches. The kill tests enumerate them.
const URGENT: [&[&str]; 6] =
    [RECEIPT_POINTS, CALL_POINTS, TODO_POINTS, OUTCOME_POINTS, FAILURE_POINTS, BACKGROUND_POINTS];

/// Further points, which only work that is not urgent reaches: around the submission of a batch of model calls, and
/// around the settlement of its results (`worker`).
pub const BATCH_POINTS: &[&str] = &["before_batch", "after_batch", "before_settling", "after_settling"];

/// Points of a group of quiet events: around its commit, and between its message and the acknowledgements.
pub const GROUP_POINTS: &[&str] = &["before_verdicts", "after_verdicts", "after_verdicts_sent"];

/// Points of the gateway: around the transaction that accepts events and its acknowledgement, and around the one that
/// stores a decision.
pub const GATEWAY_POINTS: &[&str] =
    &["before_accept", "after_accept", "before_answer", "before_decision", "after_decision"];

/// Points of the gateway around the request to the executor of verbs.
pub const EXECUTION_POINTS: &[&str] = &["before_execution", "after_execution"];

/// Returns every point that urgent work reaches.
pub fn urgent() -> impl Iterator<Item = &'static str> {
    URGENT.into_iter().flatten().copied()
}

/// Returns the points of all lists.
fn all() -> impl Iterator<Item = &'static str> {
    let others = [BATCH_POINTS, GROUP_POINTS, GATEWAY_POINTS, EXECUTION_POINTS];
    urgent().chain(others.into_iter().flatten().copied())
}

/// A crash point, and the count at which it aborts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrashAt {
    point: &'static str,
    count: u32,
}

impl CrashAt {
    /// Parses `<point>` or `<point>:<n>`, n from 1.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, count) = text.trim().split_once(':').unwrap_or((text.trim(), "1"));
        let point = all().find(|point| *point == name);
        let known = || all().collect::<Vec<_>>().join(", ");
        let point = point.ok_or_else(|| format!("{name:?} is not a crash point; the points are {}", known()))?;
        match count.parse() {
            Ok(count) if count > 0 => Ok(Self { point, count }),
            _ => Err(format!("{count:?} is not a count from 1; write {point}:1 for the first time")),
        }
    }
}

static ARMED: OnceLock<CrashAt> = OnceLock::new();
static MET: AtomicU32 = AtomicU32::new(0);

/// Arms a point for the rest of the process. Only the first call has an effect.
pub fn arm(crash: CrashAt) {
    let _ = ARMED.set(crash);
}

/// Aborts the process if this point is armed and its count is reached.
pub fn at(point: &'static str) {
    debug_assert!(all().any(|known| known == point), "{point} is missing in the lists of crash points");
    if let Some(armed) = ARMED.get()
        && armed.point == point
        && MET.fetch_add(1, Ordering::SeqCst) + 1 == armed.count
    {
        // Not `panic!`: a crash runs no destructor and flushes nothing.
        std::process::abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_named_with_an_optional_count() {
        assert_eq!(CrashAt::parse("after_commit"), Ok(CrashAt { point: "after_commit", count: 1 }));
        assert_eq!(CrashAt::parse("after_commit:3"), Ok(CrashAt { point: "after_commit", count: 3 }));
        assert!(CrashAt::parse("lunch").unwrap_err().contains("after_commit"));
        assert!(CrashAt::parse("after_commit:0").is_err());
    }

    #[test]
    fn an_unarmed_point_does_nothing() {
        all().for_each(at);
    }
}
