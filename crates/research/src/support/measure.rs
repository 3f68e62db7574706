//! Compares measures in different units.

use super::lexicon::{self, Unit};

/// Maximum relative difference of a number that is converted to another unit.
const CONVERSION_ERROR: f64 = 0.001;

/// A number in a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitMeasure {
    pub(super) value: f64,
    pub(super) unit: Unit,
}

impl UnitMeasure {
    /// Returns the value in the base of the unit's dimension.
    fn based(self) -> Option<f64> {
        lexicon::factor(self.unit).map(|factor| self.value * factor)
    }
}

/// Returns true for equal measures in different units: 25 years and a quarter of a century, 2 t and 2,000 kg.
pub(super) fn is_same_measure(one: Option<UnitMeasure>, other: Option<UnitMeasure>) -> bool {
    let Some((one, other)) = one.zip(other) else { return false };
    if one.unit.dimension != other.unit.dimension || one.unit.name == other.unit.name {
        return false;
    }
    let based = one.based().zip(other.based());
    based.is_some_and(|(one, other)| (one - other).abs() <= CONVERSION_ERROR * other.abs())
}

/// Returns true for equal values, except for errors of arithmetic.
pub(super) fn is_equal(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * other.abs().max(1.0)
}

/// Returns the number of significant digits.
pub(super) fn significant(value: f64) -> usize {
    let digits: String = format!("{value}").chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').trim_end_matches('0').len()
}
