//! Coherence of related questions: a new probability is held between those of questions that imply it and those that
//! it implies, and options of one event share one whole. The others were published before and do not change.

/// Lowest probability that a forecast states, for `1 % or less`.
pub const FLOOR: f64 = 0.01;

/// Returns the probability nearest to the given one that is at least each of `lower` (probabilities of questions that
/// imply this one) and at most each of `upper` (of questions that it implies). If these contradict each other, no value
/// satisfies all, and the nearest between the two that contradict each other most is returned.
pub fn repaired(probability: f64, lower: &[f64], upper: &[f64]) -> f64 {
    let least = lower.iter().copied().fold(0.0, f64::max);
    let most = upper.iter().copied().fold(1.0, f64::min);
    probability.clamp(least.min(most), most.max(least))
}

/// Returns what the other options of one event leave of the whole. Options at the [`FLOOR`] take nothing: they state
/// that they hardly come true.
pub fn room(others: &[f64]) -> f64 {
    (1.0 - others.iter().filter(|other| **other > FLOOR + 1e-9).sum::<f64>()).max(FLOOR)
}

/// Returns `true` if the probabilities of options of one event contradict each other by more than `tolerance`: those
/// above the [`FLOOR`] sum to more than one, or all options of a complete list sum to less.
pub fn is_contradictory(options: &[f64], is_complete: bool, tolerance: f64) -> bool {
    let above: f64 = options.iter().filter(|option| **option > FLOOR + 1e-9).sum();
    above > 1.0 + tolerance || (is_complete && options.iter().sum::<f64>() < 1.0 - tolerance)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn options_share_one_whole() {
        assert!((room(&[0.3, 0.5]) - 0.2).abs() < 1e-12 && (room(&[]) - 1.0).abs() < 1e-12);
        assert!((room(&[0.99, 0.01, 0.01]) - 0.01).abs() < 1e-12 && (room(&[0.7, 0.7]) - FLOOR).abs() < 1e-12);
        assert!(is_contradictory(&[0.6, 0.5], false, 0.005) && !is_contradictory(&[0.6, 0.3], false, 0.005));
        assert!(is_contradictory(&[0.6, 0.3], true, 0.005) && !is_contradictory(&[0.99, 0.01, 0.01], true, 0.005));
    }

    #[test]
    fn june_is_at_most_december() {
        for (probability, lower, upper, expected) in [
            (0.5, &[][..], &[0.3][..], 0.3),
            (0.2, &[0.4, 0.1], &[], 0.4),
            (0.5, &[0.4], &[0.6], 0.5),
            (0.9, &[0.4], &[0.6, 0.7], 0.6),
            (0.5, &[], &[], 0.5),
            (0.1, &[0.6], &[0.3], 0.3),
            (0.9, &[0.6], &[0.3], 0.6),
            (0.4, &[0.6], &[0.3], 0.4),
        ] {
            let found = repaired(probability, lower, upper);
            assert!((found - expected).abs() < 1e-12, "{probability} {lower:?} {upper:?}: {found}");
        }
    }

    proptest! {
        #[test]
        fn a_repair_is_coherent_and_no_coherent_value_is_nearer(
            probability in 0.0..1.0f64, lower in prop::collection::vec(0.0..0.5f64, 0..4),
            upper in prop::collection::vec(0.5..1.0f64, 0..4), other in 0.0..1.0f64,
        ) {
            let fits = |value: f64| lower.iter().all(|least| *least <= value) && upper.iter().all(|most| value <= *most);
            let fixed = repaired(probability, &lower, &upper);
            prop_assert!(fits(fixed));
            prop_assert!(!fits(other) || (fixed - probability).abs() <= (other - probability).abs() + 1e-12);
            prop_assert!((repaired(fixed, &lower, &upper) - fixed).abs() < 1e-12, "a second repair changes nothing");
        }
    }
}
