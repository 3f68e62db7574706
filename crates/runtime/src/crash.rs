//! Crash points: places where a test may kill the process as hard as a power failure would. Always compiled in, so that
//! what is tested is what is shipped; without `AUSPEX_CRASH_AT` a point costs one atomic load.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Every point, in the order in which one message meets them. The kill tests enumerate this list.
pub const POINTS: &[&str] = &[
    "after_pull",
    "after_decode",
    "after_begin",
    // Around a paid call (`fleet`).
    "before_open",
    "after_open",
    "after_call",
    "after_close",
    // A todo of research directions: its file is written, it is remembered (`researcher`).
    "after_todo_file",
    "after_todo",
    "after_handle",
    "before_commit",
    "after_commit",
    "after_publish",
    "before_sent",
    "after_sent",
    "before_ack",
    "after_ack",
    // A job without an outcome.
    "before_pause",
    "after_pause",
    "before_nak",
    // A job that is given up.
    "before_term",
    "after_term",
    // Background.
    "after_relay",
    "after_reconcile",
];

/// Which point, and which time it is met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrashAt {
    point: &'static str,
    time: u32,
}

impl CrashAt {
    /// `<point>` or `<point>:<n>`, n from 1.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, time) = text.trim().split_once(':').unwrap_or((text.trim(), "1"));
        let point = POINTS.iter().find(|point| **point == name);
        let point = point.ok_or_else(|| format!("{name:?} is no crash point; there are {}", POINTS.join(", ")))?;
        match time.parse() {
            Ok(time) if time > 0 => Ok(Self { point, time }),
            _ => Err(format!("{time:?} is no count; write {point}:1 for the first time")),
        }
    }
}

static ARMED: OnceLock<CrashAt> = OnceLock::new();
static MET: AtomicU32 = AtomicU32::new(0);

/// Arms a point for the rest of the process. The first call counts.
pub fn arm(crash: CrashAt) {
    let _ = ARMED.set(crash);
}

/// Aborts if this point is armed and its time has come.
pub fn at(point: &'static str) {
    debug_assert!(POINTS.contains(&point), "{point} is missing in crash::POINTS");
    if let Some(armed) = ARMED.get()
        && armed.point == point
        && MET.fetch_add(1, Ordering::SeqCst) + 1 == armed.time
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
        assert_eq!(CrashAt::parse("after_commit"), Ok(CrashAt { point: "after_commit", time: 1 }));
        assert_eq!(CrashAt::parse("after_commit:3"), Ok(CrashAt { point: "after_commit", time: 3 }));
        assert!(CrashAt::parse("lunch").unwrap_err().contains("after_commit"));
        assert!(CrashAt::parse("after_commit:0").is_err());
    }

    #[test]
    fn an_unarmed_point_does_nothing() {
        POINTS.iter().for_each(|point| at(point));
    }
}
