//! What the fleet does in a second, each figure beside its limit measured in the same run.

pub mod crowd;
pub mod drain;
pub mod floor;
pub mod flow;
pub mod hop;
pub mod nowhere;
pub mod process;
pub mod raw;
pub mod report;
pub mod rules;

pub use report::{Aim, Figure, Report};

/// How the values of a list are spread: the value below which `percent` of a hundred of them lie; 0 of an empty list.
pub fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(at).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn a_percentile_is_a_value_of_the_list() {
        let values = [5.0, 1.0, 4.0, 2.0, 3.0];
        assert!((percentile(&values, 50) - 3.0).abs() < f64::EPSILON);
        assert!((percentile(&values, 95) - 5.0).abs() < f64::EPSILON);
        assert!((percentile(&values, 1) - 1.0).abs() < f64::EPSILON);
        assert!(percentile(&[], 50).abs() < f64::EPSILON);
    }
}
