//! Coherence of related questions: a new probability is held between those of questions that imply it and those that
//! it implies. The others stand: they were published before.

/// Returns the probability nearest to the given one that is at least each of `lower` (probabilities of questions that
/// imply this one) and at most each of `upper` (of questions that it implies). If these contradict each other, no value
/// satisfies all, and the nearest between the two that contradict each other most is returned.
pub fn repaired(probability: f64, lower: &[f64], upper: &[f64]) -> f64 {
    let least = lower.iter().copied().fold(0.0, f64::max);
    let most = upper.iter().copied().fold(1.0, f64::min);
    probability.clamp(least.min(most), most.max(least))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
