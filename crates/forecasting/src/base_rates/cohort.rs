//! Cases of a class, counted by the day of asking.
//!
//! Twenty-five shares that rose in the same week are not twenty-five independent cases: one market lifted them all.
//! Cases of one day are assumed to correlate by ρ = [`DAY_CORRELATION`], and `n` of them count as `n / (1 + (n − 1)ρ)`
//! (the design effect of cluster samples, Kish 1965, ch. 5). One day therefore counts as at most 1 / ρ cases.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::to_f64;

/// Correlation of outcomes that were asked on one day: a cautious round number. Doubling or halving it changes the
/// Brier score of the development sets in the third decimal.
pub const DAY_CORRELATION: f64 = 0.3;

/// The cases of one day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cohort {
    /// Day of asking.
    pub asked_on: NaiveDate,
    /// Number of cases that resolved YES; a partial resolution counts in part.
    pub yes: f64,
    /// Number of cases.
    pub cases: u64,
}

/// Counts of the past cases of one class.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassHistory {
    /// Description of the class.
    pub class: String,
    /// Number of cases that resolved YES; a partial resolution counts in part.
    pub successes: f64,
    /// Number of cases.
    pub trials: u64,
    /// Equivalent number of independent cases.
    pub effective_trials: f64,
    /// Number of those that resolved YES.
    pub effective_successes: f64,
}

impl ClassHistory {
    /// Sums cohorts. Empty cohorts are skipped, and YES counts are clamped to the number of cases.
    pub fn from_cohorts(class: String, cohorts: &[Cohort]) -> Self {
        let mut past = Self { class, successes: 0.0, trials: 0, effective_trials: 0.0, effective_successes: 0.0 };
        for cohort in cohorts.iter().filter(|cohort| cohort.cases > 0) {
            let cases = to_f64(cohort.cases);
            let yes = if cohort.yes.is_finite() { cohort.yes.clamp(0.0, cases) } else { 0.0 };
            let effective = cases / (1.0 + (cases - 1.0) * DAY_CORRELATION);
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
    fn cases_of_one_day_have_less_weight_than_cases_of_many_days() {
        let one_day = ClassHistory::from_cohorts("c".into(), &[cohort(1, 20.0, 25)]);
        let days: Vec<Cohort> = (1..=25).map(|day| cohort(day, f64::from(u8::from(day <= 20)), 1)).collect();
        let many_days = ClassHistory::from_cohorts("c".into(), &days);
        assert!((one_day.successes - many_days.successes).abs() < 1e-9 && one_day.trials == many_days.trials);
        assert!((many_days.effective_trials - 25.0).abs() < 1e-9);
        assert!(one_day.effective_trials < 1.0 / DAY_CORRELATION);
        assert!((one_day.effective_successes / one_day.effective_trials - 0.8).abs() < 1e-9, "the share is unchanged");
    }

    proptest! {
        #[test]
        fn effective_counts_never_exceed_the_counts(days in prop::collection::vec((prop::num::f64::ANY, 0_u64..1_000_000), 0..20)) {
            let cohorts: Vec<Cohort> = days.iter().map(|(yes, cases)| cohort(1, *yes, *cases)).collect();
            let past = ClassHistory::from_cohorts(String::new(), &cohorts);
            let trials = to_f64(past.trials);
            prop_assert!(past.successes >= 0.0 && past.successes <= trials + 1e-6);
            prop_assert!(past.effective_trials <= trials + 1e-6);
            prop_assert!(past.effective_successes >= 0.0 && past.effective_successes <= past.effective_trials + 1e-6);
        }
    }
}
