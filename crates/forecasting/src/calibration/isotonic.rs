//! Isotonic regression: the non-decreasing steps nearest to the outcomes, by pooling adjacent violators.
//!
//! Ayer et al. (1955); for probabilities Zadrozny and Elkan (2002). It assumes no shape, so it needs many rows. Values
//! between the centres of two blocks are interpolated, so that 0.699 and 0.701 have similar results.

use crate::calibration::map::MapKind;
use crate::calibration::{Row, mean};
use crate::to_f64;

/// Pseudo-rows per block with an outcome equal to the forecast, so that a block of three that all resolved YES does not
/// map to 1.
const PRIOR_ROWS: f64 = 2.0;

/// Rows pooled into one step.
#[derive(Debug, Clone, Copy)]
struct Block {
    forecast: f64,
    happened: f64,
    n: f64,
}

impl Block {
    fn joined(self, other: Self) -> Self {
        let n = self.n + other.n;
        let weighted = |a: f64, b: f64| (a * self.n + b * other.n) / n;
        Self { forecast: weighted(self.forecast, other.forecast), happened: weighted(self.happened, other.happened), n }
    }
}

/// Fits the steps. Without rows there are no steps, which is the identity.
pub fn fit(rows: &[Row]) -> MapKind {
    let mut blocks: Vec<Block> = Vec::new();
    for mut block in group_equal(rows) {
        while let Some(before) = blocks.last().copied() {
            if before.happened < block.happened {
                break;
            }
            blocks.pop();
            block = before.joined(block);
        }
        blocks.push(block);
    }
    let meant = |block: &Block| (block.happened * block.n + block.forecast * PRIOR_ROWS) / (block.n + PRIOR_ROWS);
    let mut steps: Vec<(f64, f64)> = blocks.iter().map(|block| (block.forecast, meant(block))).collect();
    // Forecast and outcome both rise from block to block, but the prior shrinks small blocks more than large ones, so
    // that shrunk values may decrease. They are held constant there.
    for at in 1..steps.len() {
        steps[at].1 = steps[at].1.max(steps[at - 1].1);
    }
    MapKind::Isotonic { steps }
}

/// Groups equal forecasts into blocks, in ascending order.
fn group_equal(rows: &[Row]) -> Vec<Block> {
    let mut sorted: Vec<Row> = rows.to_vec();
    sorted.sort_by(|a, b| a.p.total_cmp(&b.p));
    let equal = sorted.chunk_by(|a, b| a.p.total_cmp(&b.p).is_eq());
    equal
        .filter_map(|rows| {
            let forecast = rows.first()?.p;
            Some(Block { forecast, happened: mean(rows.iter().map(|row| row.outcome)), n: to_f64(rows.len()) })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::calibration::Map;

    fn steps(kind: &MapKind) -> &[(f64, f64)] {
        let MapKind::Isotonic { steps } = kind else { panic!("{kind:?}") };
        steps
    }

    fn rows(values: &[(f64, f64)], times: usize) -> Vec<Row> {
        values.iter().flat_map(|(p, outcome)| vec![Row { p: *p, outcome: *outcome }; times]).collect()
    }

    #[test]
    fn violators_are_pooled() {
        let kind = fit(&rows(&[(0.2, 0.1), (0.4, 0.6), (0.6, 0.3), (0.8, 0.9)], 1_000));
        let found = steps(&kind);
        let expected = [(0.2, 0.1), (0.5, 0.45), (0.8, 0.9)];
        assert_eq!(found.len(), 3);
        for ((forecast, meant), (p, rate)) in found.iter().zip(expected) {
            assert!((forecast - p).abs() < 1e-9 && (meant - rate).abs() < 1e-3, "{found:?}");
        }
        assert!(steps(&fit(&[])).is_empty());
    }

    proptest! {
        #[test]
        fn the_map_never_decreases_and_stays_within_0_and_1(values in prop::collection::vec((0.0..=1.0f64, any::<bool>()), 1..60)) {
            let rows: Vec<Row> = values.iter().map(|(p, yes)| Row { p: *p, outcome: f64::from(u8::from(*yes)) }).collect();
            let kind = fit(&rows);
            for pair in steps(&kind).windows(2) {
                prop_assert!(pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1);
            }
            let map = Map { kind, reason: String::new() };
            for step in 0..=20_u8 {
                let p = map.apply(f64::from(step) / 20.0);
                prop_assert!((0.0..=1.0).contains(&p));
                prop_assert!(p >= map.apply(f64::from(step.saturating_sub(1)) / 20.0) - 1e-12);
            }
        }
    }
}
