//! Periodic tasks that one replica of a service does for all.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::port::{Journal, PortError};

/// Intervals for which the elected replica stays elected. A dead or stopped one is replaced at once.
const ELECTED_INTERVALS: u32 = 6;
/// Passes that the elected replica does before it asks again, within half of its time.
const PASSES_WHEN_WON: u32 = 3;
/// Passes after which a spare asks again.
const PASSES_WHEN_LOST: u32 = 2;

/// The election for one task of one service.
pub(crate) struct Election<J> {
    journal: Arc<J>,
    role: String,
    lease: Duration,
    answer: Mutex<Answer>,
}

/// The last answer of the journal, and the passes for which it still holds.
#[derive(Default)]
struct Answer {
    won: bool,
    passes: u32,
}

impl<J: Journal> Election<J> {
    pub(crate) fn new(journal: Arc<J>, task: &str, every: Duration) -> Self {
        let role = format!("{task} {}", telemetry::service());
        Self { journal, role, lease: every * ELECTED_INTERVALS, answer: Mutex::default() }
    }

    /// Returns true if this replica does the next pass.
    pub(crate) async fn is_won(&self) -> Result<bool, PortError> {
        if let Some(won) = self.remembered() {
            return Ok(won);
        }
        let won = self.journal.elect(&self.role, self.lease).await?;
        let passes = if won { PASSES_WHEN_WON } else { PASSES_WHEN_LOST };
        *self.answer() = Answer { won, passes: passes - 1 };
        Ok(won)
    }

    fn remembered(&self) -> Option<bool> {
        let mut answer = self.answer();
        answer.passes = answer.passes.checked_sub(1)?;
        Some(answer.won)
    }

    fn answer(&self) -> MutexGuard<'_, Answer> {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::FakeJournal;

    #[tokio::test]
    async fn a_spare_asks_at_every_second_pass_and_takes_over() {
        let journal = Arc::new(FakeJournal::new());
        let election = Election::new(Arc::clone(&journal), "sweep", Duration::from_secs(5));
        let role: &'static str = Box::leak(election.role.clone().into_boxed_str());
        for _ in 0..6 {
            assert!(election.is_won().await.unwrap());
        }
        assert_eq!(journal.elections(role), 2, "at every third pass");
        journal.become_spare(role);
        for _ in 0..4 {
            assert!(!election.is_won().await.unwrap());
        }
        assert_eq!(journal.elections(role), 4, "at every second pass");
        journal.become_elected(role);
        assert!(election.is_won().await.unwrap());
    }
}
