//! Coherence of related questions, repaired by the smallest change in squares.

/// The probability of a question with the weight against its change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Related {
    /// Probability of YES, 0 to 1.
    pub probability: f64,
    /// Weight against a change, greater than 0.
    pub weight: f64,
}

/// Returns the non-decreasing probabilities nearest to the given ones, for questions in which each implies the next:
/// the same event by June, by September, by December; or a number above falling limits. Adjacent violators are pooled
/// (Ayer et al. 1955).
pub fn non_decreasing(questions: &[Related]) -> Vec<f64> {
    // Weighted mean, weight and number of the questions of each block.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for question in questions {
        let mut block = (question.probability, question.weight, 1);
        while let Some(before) = blocks.pop_if(|before| before.0 > block.0) {
            let weight = before.1 + block.1;
            block = ((before.0 * before.1 + block.0 * block.1) / weight, weight, before.2 + block.2);
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(mean, _, count)| std::iter::repeat_n(mean, count)).collect()
}

/// Returns the probabilities with the sum 1 nearest to the given ones, for questions about the options of one event:
/// the projection on the simplex (Held, Wolfe and Crowder 1974). Without options it is empty.
pub fn sum_to_one(probabilities: &[f64]) -> Vec<f64> {
    let mut falling: Vec<f64> = probabilities.to_vec();
    falling.sort_by(|a, b| b.total_cmp(a));
    let (mut sum, mut shift) = (0.0, 0.0);
    for (at, value) in falling.iter().enumerate() {
        sum += value;
        let candidate = (sum - 1.0) / crate::to_f64(at + 1);
        if value - candidate > 0.0 {
            shift = candidate;
        }
    }
    probabilities.iter().map(|value| (value - shift).max(0.0)).collect()
}

/// Returns the number of neighbours whose order is violated by more than an error of rounding.
pub fn violations(probabilities: &[f64]) -> usize {
    probabilities.windows(2).filter(|pair| pair[1] < pair[0] - 1e-9).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn repaired(values: &[f64]) -> Vec<f64> {
        let related = |probability: &f64| Related { probability: *probability, weight: 1.0 };
        non_decreasing(&values.iter().map(related).collect::<Vec<_>>())
    }

    fn near(found: &[f64], expected: &[f64]) -> bool {
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    #[test]
    fn june_is_at_most_december() {
        assert!(near(&repaired(&[0.5, 0.3, 0.6]), &[0.4, 0.4, 0.6]));
        assert!(near(&repaired(&[0.1, 0.2, 0.3]), &[0.1, 0.2, 0.3]), "nothing to repair");
        let firm = [Related { probability: 0.5, weight: 3.0 }, Related { probability: 0.1, weight: 1.0 }];
        assert!(near(&non_decreasing(&firm), &[0.4, 0.4]));
        assert!(non_decreasing(&[]).is_empty());
    }

    #[test]
    fn options_of_one_event_sum_to_one() {
        assert!(near(&sum_to_one(&[0.6, 0.6]), &[0.5, 0.5]));
        assert!(near(&sum_to_one(&[0.2, 0.2]), &[0.5, 0.5]));
        assert!(near(&sum_to_one(&[0.9, 0.9, 0.0]), &[0.5, 0.5, 0.0]), "no option becomes negative");
        assert!(sum_to_one(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn a_repair_leaves_no_violation_and_changes_no_more_than_needed(values in prop::collection::vec(0.0..1.0f64, 1..12), other in prop::collection::vec(0.0..1.0f64, 12)) {
            let fixed = repaired(&values);
            prop_assert_eq!(violations(&fixed), 0);
            let distance = |candidate: &[f64]| candidate.iter().zip(&values).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
            let mut sorted = other[..values.len()].to_vec();
            sorted.sort_by(f64::total_cmp);
            prop_assert!(distance(&fixed) <= distance(&sorted) + 1e-9, "no ordered list is nearer");
            prop_assert!(near(&repaired(&fixed), &fixed), "a second repair changes nothing");
        }

        #[test]
        fn options_are_repaired_by_the_smallest_change(values in prop::collection::vec(0.0..1.0f64, 1..12), other in prop::collection::vec(0.001..1.0f64, 12)) {
            let fixed = sum_to_one(&values);
            prop_assert!((fixed.iter().sum::<f64>() - 1.0).abs() < 1e-9 && fixed.iter().all(|value| *value >= 0.0));
            let distance = |candidate: &[f64]| candidate.iter().zip(&values).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
            let sum: f64 = other[..values.len()].iter().sum();
            let another: Vec<f64> = other[..values.len()].iter().map(|value| value / sum).collect();
            prop_assert!(distance(&fixed) <= distance(&another) + 1e-9);
        }
    }
}
