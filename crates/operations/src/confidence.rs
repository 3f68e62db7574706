//! Confidence as a number and as a word.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A confidence as a client gives it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "must be a number, 0 to 1, or `high`, `medium`, `low`")]
pub enum GivenConfidence {
    /// A number, 0 to 1.
    Number(f64),
    /// A confidence in words.
    Word(ConfidenceLevel),
}

/// A confidence in words: `high` from 0.75, `medium` from 0.4, `low` below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConfidenceLevel {
    /// From 0.75; 0.9 as a number.
    High,
    /// From 0.4 to 0.75; 0.6 as a number.
    Medium,
    /// Below 0.4; 0.25 as a number.
    Low,
}

impl ConfidenceLevel {
    /// Returns the word for a number.
    pub fn of(number: f64) -> Self {
        match number {
            number if number >= 0.75 => Self::High,
            number if number >= 0.4 => Self::Medium,
            _ => Self::Low,
        }
    }
}

impl GivenConfidence {
    /// Returns the number.
    pub fn number(self) -> f64 {
        match self {
            Self::Number(number) => number,
            Self::Word(ConfidenceLevel::High) => 0.9,
            Self::Word(ConfidenceLevel::Medium) => 0.6,
            Self::Word(ConfidenceLevel::Low) => 0.25,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_agree() {
        for word in [ConfidenceLevel::High, ConfidenceLevel::Medium, ConfidenceLevel::Low] {
            assert_eq!(ConfidenceLevel::of(GivenConfidence::Word(word).number()), word);
        }
        let read = |text| serde_json::from_str::<GivenConfidence>(text).map(GivenConfidence::number).ok();
        assert_eq!([read("0.5"), read("\"high\""), read("\"sure\"")], [Some(0.5), Some(0.9), None]);
    }
}
