//! Money as integer micro-dollars, never as floats.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Serialize};

/// An amount in micro-dollars (millionths of a US dollar).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MicroUsd(pub u64);

impl MicroUsd {
    /// An amount of zero.
    pub const ZERO: Self = Self(0);
    /// The largest amount, used as "no limit". It fits Postgres' `bigint` and Redis' integers.
    pub const MAX: Self = Self(i64::MAX as u64);

    /// Creates an amount from whole dollars.
    pub const fn dollars(dollars: u64) -> Self {
        Self(dollars * 1_000_000)
    }

    /// Returns `self − other`, or zero if `other` is larger.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Returns `self + other`, or `None` if the sum does not fit a signed 64-bit column.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).filter(|sum| *sum <= Self::MAX.0).map(Self)
    }

    /// Formats dollars and cents with separators of thousands, for people and models: `$6,100.50`.
    pub fn rounded(self) -> String {
        let cents = self.0 / 10_000 + u64::from(self.0 % 10_000 >= 5_000);
        let digits = (cents / 100).to_string();
        let mut dollars = String::with_capacity(digits.len() + digits.len() / 3);
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                dollars.push(',');
            }
            dollars.push(digit);
        }
        format!("${dollars}.{:02}", cents % 100)
    }

    /// Converts to a signed column value.
    pub fn as_i64(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    /// Converts from a signed column value; negative values become zero.
    pub fn from_i64(value: i64) -> Self {
        Self(u64::try_from(value).unwrap_or(0))
    }

    /// Parses dollars such as "1.25" or "0.000001" exactly. More than six decimals are refused.
    pub fn parse_dollars(text: &str) -> Result<Self, InvalidAmount> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(fraction) || fraction.len() > 6 || (whole.is_empty() && fraction.is_empty()) {
            return Err(InvalidAmount(text.to_owned()));
        }
        let padded = format!("{whole}{fraction:0<6}");
        let value: u64 = padded.parse().map_err(|_| InvalidAmount(text.to_owned()))?;
        if value > Self::MAX.0 {
            return Err(InvalidAmount(text.to_owned()));
        }
        Ok(Self(value))
    }
}

/// Error for text that is not an amount in dollars.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an amount of dollars like 1.25 (at most six decimals)")]
pub struct InvalidAmount(pub String);

impl Add for MicroUsd {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for MicroUsd {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for MicroUsd {
    /// Formats dollars with six decimals: `$0.001250`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_are_rounded_to_cents_with_separators() {
        let cases = [
            (0, "$0.00"),
            (6_100_500_000, "$6,100.50"),
            (999_995_000, "$1,000.00"),
            (1_234_567_894_999, "$1,234,567.89"),
        ];
        for (micro, text) in cases {
            assert_eq!(MicroUsd(micro).rounded(), text);
        }
    }

    #[test]
    fn dollars_are_read_exactly() {
        assert_eq!(MicroUsd::parse_dollars("1.25"), Ok(MicroUsd(1_250_000)));
        assert_eq!(MicroUsd::parse_dollars("0.000001"), Ok(MicroUsd(1)));
        assert_eq!(MicroUsd::parse_dollars("3"), Ok(MicroUsd::dollars(3)));
        for bad in ["", ".", "-1", "1e3", "0.0000001", "1,5", "99999999999999999999"] {
            assert!(MicroUsd::parse_dollars(bad).is_err(), "{bad}");
        }
        assert_eq!(MicroUsd(1_250).to_string(), "$0.001250");
    }
}
