//! Cases of a class, counted by the day they were asked.
//!
//! Twenty-five shares that rose in the same week are not twenty-five witnesses: one market lifted them all. Cases of one day
//! are taken to correlate by [`ALIKE`], and `n` of them count as `n / (1 + (n − 1) · ALIKE)` (the design effect of cluster samples, Kish
//! 1965, ch. 5): one day weighs at most 1 / ALIKE cases, however many were asked on it.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// The correlation of outcomes that were asked on one day: a cautious round number. Doubling or halving it moves the Brier
/// score of the development sets in the third decimal.
pub const ALIKE: f64 = 0.3;

/// The cases of one day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cohort {
    /// When they were asked.
    pub asked_on: NaiveDate,
    /// What came out YES; a case that resolved in part counts in part.
    pub yes: f64,
    /// All of them.
    pub cases: u64,
}

/// The past cases of one class, as a forecaster is told of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Past {
    /// The class, for a person.
    pub class: String,
    /// What came out YES; a case that resolved in part counts in part.
    pub successes: f64,
    /// All cases.
    pub trials: u64,
    /// As how many independent cases they count.
    pub effective_trials: f64,
    /// The YES among those.
    pub effective_successes: f64,
}

impl Past {
    /// Counts. Cohorts with nothing in them, or with more YES than cases, count as far as they can.
    pub fn of(class: String, cohorts: &[Cohort]) -> Self {
        let mut past = Self { class, successes: 0.0, trials: 0, effective_trials: 0.0, effective_successes: 0.0 };
        for cohort in cohorts.iter().filter(|cohort| cohort.cases > 0) {
            #[expect(clippy::cast_precision_loss, reason = "cases of a day")]
            let cases = cohort.cases as f64;
            let yes = if cohort.yes.is_finite() { cohort.yes.clamp(0.0, cases) } else { 0.0 };
            let effective = cases / (1.0 + (cases - 1.0) * ALIKE);
            past.successes += yes;
            past.trials = past.trials.saturating_add(cohort.cases);
            past.effective_trials += effective;
            past.effective_successes += effective * yes / cases;
        }
        past
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cohort(day: u32, yes: f64, cases: u64) -> Cohort {
        Cohort { asked_on: NaiveDate::from_ymd_opt(2026, 3, day).unwrap(), yes, cases }
    }

    #[test]
    fn many_of_one_day_count_as_few_and_few_of_many_days_as_many() {
        let one_day = Past::of("c".into(), &[cohort(1, 20.0, 25)]);
        let days: Vec<Cohort> = (1..=25).map(|day| cohort(day, f64::from(u8::from(day <= 20)), 1)).collect();
        let many_days = Past::of("c".into(), &days);
        assert!((one_day.successes - many_days.successes).abs() < 1e-9 && one_day.trials == many_days.trials);
        assert!((many_days.effective_trials - 25.0).abs() < 1e-9);
        assert!(one_day.effective_trials < 1.0 / ALIKE);
        assert!((one_day.effective_successes / one_day.effective_trials - 0.8).abs() < 1e-9, "the share stays");
    }

    proptest! {
        #[test]
        fn what_counts_is_never_more_than_what_there_is(days in prop::collection::vec((prop::num::f64::ANY, 0_u64..1_000_000), 0..20)) {
            let cohorts: Vec<Cohort> = days.iter().map(|(yes, cases)| cohort(1, *yes, *cases)).collect();
            let past = Past::of(String::new(), &cohorts);
            #[expect(clippy::cast_precision_loss, reason = "small counts")]
            let trials = past.trials as f64;
            prop_assert!(past.successes >= 0.0 && past.successes <= trials + 1e-6);
            prop_assert!(past.effective_trials <= trials + 1e-6);
            prop_assert!(past.effective_successes >= 0.0 && past.effective_successes <= past.effective_trials + 1e-6);
        }
    }
}
