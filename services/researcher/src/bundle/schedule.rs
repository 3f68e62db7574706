//! Which todos are in progress together, and which optional ones are skipped. Pure.
//!
//! Todos run in groups of a fixed size in the order of the list. A group starts when the one before has ended, with the
//! summary of everything before it. So the requests of a todo depend on earlier groups only, and a repeated attempt
//! makes identical requests, whose stored replies it finds.

use std::ops::Range;
use std::time::Duration;

use domain::MicroUsd;

/// Time since the start of a bundle after which optional todos are skipped.
pub(crate) const OPTIONAL_TIME: Duration = Duration::from_secs(7 * 60);

/// Returns the groups of todos, each of at most `at_once`.
pub(crate) fn groups(todos: usize, at_once: usize) -> impl Iterator<Item = Range<usize>> {
    let at_once = at_once.max(1);
    (0..todos).step_by(at_once).map(move |first| first..(first + at_once).min(todos))
}

/// What a bundle has spent, and what is left.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Account {
    /// Money of the bundle that is not spent.
    pub(crate) left: MicroUsd,
    /// Money that the todos that were worked on have cost.
    pub(crate) spent: MicroUsd,
    /// Number of these todos.
    pub(crate) worked: u64,
    /// Number of required todos that are still open.
    pub(crate) required: u64,
    /// Time since the start of the bundle.
    pub(crate) elapsed: Duration,
}

impl Account {
    /// Returns why an optional todo is skipped; `None` if money and time suffice. Money is short if another todo of the
    /// mean cost would leave less than the required todos are expected to cost.
    pub(crate) fn shortage(&self) -> Option<String> {
        if self.elapsed >= OPTIONAL_TIME {
            let minutes = self.elapsed.as_secs() / 60;
            return Some(format!("optional; skipped because the bundle has taken {minutes} minutes"));
        }
        let mean = self.spent.0.checked_div(self.worked)?;
        let needed = MicroUsd(mean.saturating_mul(self.required + 1));
        (needed > self.left).then(|| format!("optional; skipped because {} are left of the budget", self.left))
    }

    /// Returns the limit of each of `todos` that start together. Every call also reserves its cost in the bundle's
    /// budget, so together they never exceed it.
    pub(crate) fn share(&self, todos: usize) -> MicroUsd {
        MicroUsd(self.left.0 / u64::try_from(todos.max(1)).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COST: MicroUsd = MicroUsd(100_000);

    fn account(left: u64, required: u64) -> Account {
        Account { left: MicroUsd(left), spent: MicroUsd(2 * COST.0), worked: 2, required, ..Account::default() }
    }

    #[test]
    fn an_optional_todo_is_skipped_if_the_required_ones_need_the_money_or_time_is_short() {
        assert_eq!(account(400_000, 3).shortage(), None);
        assert!(account(399_999, 3).shortage().unwrap().contains("budget"));
        assert_eq!(
            Account { left: MicroUsd(1), ..Account::default() }.shortage(),
            None,
            "nothing is known of the cost"
        );
        let late = Account { elapsed: OPTIONAL_TIME, ..account(400_000, 0) };
        assert_eq!(late.shortage().unwrap(), "optional; skipped because the bundle has taken 7 minutes");
    }

    #[test]
    fn fifteen_todos_take_less_than_ten_minutes_at_five_seconds_a_call() {
        // Ten turns with a tool call each, a reading of a page in every other turn, the answer and the check of
        // support.
        let calls = 10 + 5 + 2;
        let slowest = Duration::from_secs(5) * calls;
        let time = |at_once| slowest * u32::try_from(groups(15, at_once).count()).unwrap();
        assert!(time(4) < Duration::from_secs(10 * 60), "{:?}", time(4));
        assert!(time(1) > Duration::from_secs(10 * 60), "one after another is too slow");
        let of_five: Vec<_> = groups(5, 2).collect();
        assert_eq!(of_five, [0..2, 2..4, 4..5]);
        assert_eq!(groups(2, 0).count(), 2);
    }

    #[test]
    fn todos_that_start_together_share_what_is_left() {
        assert_eq!(account(400_000, 0).share(4), MicroUsd(100_000));
        assert_eq!(account(400_000, 0).share(0), MicroUsd(400_000));
    }
}
