//! The past in time folds: what was asked together is judged together, and only what was resolved by then may teach.

use crate::calibration::Row;

/// One forecast of the past.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Past {
    /// What was said before any recalibration, 0 to 1.
    pub p: f64,
    /// What came of it, 0 to 1.
    pub outcome: f64,
    /// When it was asked, in seconds since 1970.
    pub asked_at: i64,
    /// When the world decided, in the same seconds.
    pub resolved_at: i64,
}

impl Past {
    /// Without its times.
    pub fn row(&self) -> Row {
        Row { p: self.p, outcome: self.outcome }
    }
}

/// What was asked before `now` and resolved by `now`, oldest question first; nothing else may teach.
pub fn known(past: &[Past], now: i64) -> Vec<Past> {
    let taught = |one: &&Past| one.asked_at < now && one.asked_at < one.resolved_at && one.resolved_at <= now;
    let mut known: Vec<Past> = past.iter().filter(taught).copied().collect();
    known.sort_by(|a, b| (a.asked_at, a.resolved_at).cmp(&(b.asked_at, b.resolved_at)).then(a.p.total_cmp(&b.p)));
    known
}

/// At most `many` rounds of about the same size, in order. What was asked at the same moment is one round: a set of questions with
/// one date is one experience, however long it is.
pub fn rounds(known: &[Past], many: usize) -> Vec<&[Past]> {
    let many = many.max(1);
    let (mut rounds, mut from) = (Vec::new(), 0);
    while from < known.len() {
        let left = many - rounds.len();
        let mut to = from + (known.len() - from).div_ceil(left.max(1));
        while to < known.len() && known[to].asked_at == known[to - 1].asked_at {
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

    fn past(asked_at: i64, resolved_at: i64) -> Past {
        Past { p: 0.5, outcome: 1.0, asked_at, resolved_at }
    }

    #[test]
    fn only_what_was_resolved_by_then_teaches() {
        let all = [past(3, 4), past(1, 9), past(5, 6), past(2, 2), past(1, 2)];
        let taught: Vec<(i64, i64)> = known(&all, 5).iter().map(|one| (one.asked_at, one.resolved_at)).collect();
        assert_eq!(taught, [(1, 2), (3, 4)], "(1, 9) is open, (5, 6) was asked later, (2, 2) was no forecast");
    }

    #[test]
    fn one_date_is_one_round() {
        let all: Vec<Past> = [1, 1, 1, 1, 1, 2, 2, 3].iter().map(|at| past(*at, 9)).collect();
        let sizes: Vec<usize> = rounds(&all, 4).iter().map(|round| round.len()).collect();
        assert_eq!(sizes, [5, 2, 1]);
        assert_eq!(rounds(&all[..5], 4).len(), 1);
        assert!(rounds(&[], 4).is_empty());
    }

    proptest! {
        #[test]
        fn rounds_lose_nothing_and_split_no_moment(times in prop::collection::vec(0..20_i64, 0..60), many in 1..8_usize) {
            let mut times = times;
            times.sort_unstable();
            let all: Vec<Past> = times.iter().map(|at| past(*at, 100)).collect();
            let split = rounds(&all, many);
            prop_assert_eq!(&split.concat(), &all);
            prop_assert!(split.len() <= many);
            for pair in split.windows(2) {
                prop_assert!(pair[0].last().unwrap().asked_at < pair[1][0].asked_at);
            }
        }
    }
}
