//! Two partitions that take turns: which one to empty or to open next. Pure.

/// Number of partitions. A look-up searches both (ADR 0009).
const SLOTS: i16 = 2;

/// A partition in use, with its ages in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Period {
    pub(super) slot: i16,
    /// Time since it received its first row, or could have.
    pub(super) opened: f64,
    /// Time since it received its last row; `None` while it receives rows.
    pub(super) closed: Option<f64>,
}

/// A step of the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Empty this partition: its newest row is past the deduplication window.
    Empty(i16),
    /// Close the open partition and open this one.
    Open(i16),
}

/// Returns the next step, if one is due. If no partition is free, the open one stays open, and nothing is emptied
/// early.
pub(super) fn next(periods: &[Period], window: f64) -> Option<Turn> {
    if let Some(expired) = periods.iter().find(|period| period.closed.is_some_and(|closed| closed > window)) {
        return Some(Turn::Empty(expired.slot));
    }
    let due = periods.iter().all(|period| period.closed.is_some() || period.opened > window);
    let free = (0..SLOTS).find(|slot| periods.iter().all(|period| period.slot != *slot));
    free.filter(|_| due).map(Turn::Open)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DAY: f64 = 86_400.0;

    /// Applies due steps as the store does and returns the ages since the closing of the emptied partitions.
    fn turn(periods: &mut Vec<Period>, keep: f64) -> Vec<f64> {
        let mut emptied = Vec::new();
        while let Some(turn) = next(periods, keep) {
            match turn {
                Turn::Empty(slot) => {
                    let place = periods.iter().position(|period| period.slot == slot).expect("in use");
                    emptied.push(periods.remove(place).closed.expect("closed"));
                }
                Turn::Open(slot) => {
                    for period in periods.iter_mut().filter(|period| period.closed.is_none()) {
                        period.closed = Some(0.0);
                    }
                    assert!(periods.iter().all(|period| period.slot != slot));
                    periods.push(Period { slot, opened: 0.0, closed: None });
                }
            }
        }
        emptied
    }

    fn pass(periods: &mut [Period], seconds: f64) {
        for period in periods {
            period.opened += seconds;
            period.closed = period.closed.map(|closed| closed + seconds);
        }
    }

    #[test]
    fn with_a_constant_window_a_row_is_kept_for_two_windows_at_most() {
        let mut periods = vec![Period { slot: 0, opened: 0.0, closed: None }];
        for _ in 0..1_000 {
            pass(&mut periods, DAY);
            turn(&mut periods, 30.0 * DAY);
            // The oldest row of a partition is one window older than the newest, and passes are a day apart.
            assert!(periods.iter().all(|period| period.opened <= (2.0 * 30.0 + 2.0) * DAY), "{periods:?}");
        }
    }

    proptest! {
        #[test]
        fn nothing_is_emptied_early_and_one_partition_is_open(steps in prop::collection::vec((0.1_f64..40.0, 30.0_f64..200.0), 1..300)) {
            let mut periods = vec![Period { slot: 0, opened: 0.0, closed: None }];
            for (days, keep) in steps {
                pass(&mut periods, days * DAY);
                let emptied = turn(&mut periods, keep * DAY);
                prop_assert!(emptied.iter().all(|age| *age > keep * DAY));
                prop_assert_eq!(periods.iter().filter(|period| period.closed.is_none()).count(), 1);
                prop_assert!(periods.iter().all(|period| (0..SLOTS).contains(&period.slot)));
            }
        }
    }
}
