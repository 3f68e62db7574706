//! Resolved forecasts in time folds. Forecasts of one time form one fold, and only forecasts resolved before a fold may
//! train it.

use crate::calibration::Row;

/// What was asked at one time and resolved at another, both in seconds since 1970.
pub(crate) trait Timed {
    /// Time of asking.
    fn asked_at(&self) -> i64;
    /// Time of resolution.
    fn resolved_at(&self) -> i64;
}

impl<T: Timed> Timed for &T {
    fn asked_at(&self) -> i64 {
        (**self).asked_at()
    }

    fn resolved_at(&self) -> i64 {
        (**self).resolved_at()
    }
}

/// A resolved forecast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ResolvedForecast {
    /// Probability before recalibration, 0 to 1.
    pub p: f64,
    /// Outcome: 0 for NO, 1 for YES, between for a partial resolution.
    pub outcome: f64,
    /// Time of asking, in seconds since 1970.
    pub asked_at: i64,
    /// Time of resolution, in seconds since 1970.
    pub resolved_at: i64,
}

impl Timed for ResolvedForecast {
    fn asked_at(&self) -> i64 {
        self.asked_at
    }

    fn resolved_at(&self) -> i64 {
        self.resolved_at
    }
}

impl ResolvedForecast {
    /// Returns the forecast without its times.
    pub fn row(&self) -> Row {
        Row { p: self.p, outcome: self.outcome }
    }
}

/// Returns the forecasts that were asked before `now` and resolved by `now`, the oldest first.
pub fn resolved_by(past: &[ResolvedForecast], now: i64) -> Vec<ResolvedForecast> {
    let resolved =
        |one: &&ResolvedForecast| one.asked_at < now && one.asked_at < one.resolved_at && one.resolved_at <= now;
    let mut known: Vec<ResolvedForecast> = past.iter().filter(resolved).copied().collect();
    known.sort_by(|a, b| (a.asked_at, a.resolved_at).cmp(&(b.asked_at, b.resolved_at)).then(a.p.total_cmp(&b.p)));
    known
}

/// Splits forecasts into at most `max_rounds` rounds of similar size, in order. Forecasts of the same time are never
/// split: a set of questions with one date is one sample, regardless of its size.
pub(crate) fn rounds<T: Timed>(known: &[T], max_rounds: usize) -> Vec<&[T]> {
    let max_rounds = max_rounds.max(1);
    let (mut rounds, mut from) = (Vec::new(), 0);
    while from < known.len() {
        let left = max_rounds - rounds.len();
        let mut to = from + (known.len() - from).div_ceil(left.max(1));
        while to < known.len() && known[to].asked_at() == known[to - 1].asked_at() {
            to += 1;
        }
        rounds.push(&known[from..to]);
        from = to;
    }
    rounds
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn past(asked_at: i64, resolved_at: i64) -> ResolvedForecast {
        ResolvedForecast { p: 0.5, outcome: 1.0, asked_at, resolved_at }
    }

    #[test]
    fn only_forecasts_resolved_by_then_are_returned() {
        let all = [past(3, 4), past(1, 9), past(5, 6), past(2, 2), past(1, 2)];
        let resolved: Vec<(i64, i64)> =
            resolved_by(&all, 5).iter().map(|one| (one.asked_at, one.resolved_at)).collect();
        assert_eq!(
            resolved,
            [(1, 2), (3, 4)],
            "(1, 9) is open, (5, 6) was asked later, (2, 2) was resolved when asked"
        );
    }

    #[test]
    fn one_date_is_one_round() {
        let all: Vec<ResolvedForecast> = [1, 1, 1, 1, 1, 2, 2, 3].iter().map(|at| past(*at, 9)).collect();
        let sizes: Vec<usize> = rounds(&all, 4).iter().map(|round| round.len()).collect();
        assert_eq!(sizes, [5, 2, 1]);
        assert_eq!(rounds(&all[..5], 4).len(), 1);
        assert!(rounds::<ResolvedForecast>(&[], 4).is_empty());
    }

    proptest! {
        #[test]
        fn rounds_lose_no_forecast_and_split_no_time(times in prop::collection::vec(0..20_i64, 0..60), many in 1..8_usize) {
            let mut times = times;
            times.sort_unstable();
            let all: Vec<ResolvedForecast> = times.iter().map(|at| past(*at, 100)).collect();
            let split = rounds(&all, many);
            prop_assert_eq!(&split.concat(), &all);
            prop_assert!(split.len() <= many);
            for pair in split.windows(2) {
                prop_assert!(pair[0].last().unwrap().asked_at < pair[1][0].asked_at);
            }
        }
    }
}
