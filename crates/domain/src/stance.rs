//! Stance of a source towards a claim, and the rule that derives a claim's standing from the stances.

use serde::{Deserialize, Serialize};

use crate::ClaimStatus;

/// Stance of one source towards one claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// The source supports the claim.
    Supports,
    /// The source refutes the claim.
    Refutes,
    /// The source does not address the claim or leaves it open.
    Neutral,
}

impl Stance {
    /// Returns the stable name: `supports`, `refutes` or `neutral`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Supports => "supports",
            Self::Refutes => "refutes",
            Self::Neutral => "neutral",
        }
    }

    /// Parses a stance name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Supports, Self::Refutes, Self::Neutral].into_iter().find(|stance| stance.name() == name)
    }
}

/// Standing of a claim after all stances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// At least one source supports the claim and none refutes it.
    Supported,
    /// Sources support and refute the claim.
    Contested,
    /// At least one source refutes the claim and none supports it.
    Refuted,
    /// No source takes a stance.
    Unclear,
}

impl Standing {
    /// Derives the standing by the rule with which Climate-FEVER labels its claims (Diggelmann et al. 2020): the
    /// presence of each stance counts, not the number of sources. The number of independent sources is reported
    /// separately.
    pub fn from_stances(stances: impl IntoIterator<Item = Stance>) -> Self {
        let (mut supported, mut refuted) = (false, false);
        for stance in stances {
            supported |= stance == Stance::Supports;
            refuted |= stance == Stance::Refutes;
        }
        match (supported, refuted) {
            (true, false) => Self::Supported,
            (true, true) => Self::Contested,
            (false, true) => Self::Refuted,
            (false, false) => Self::Unclear,
        }
    }

    /// Converts to a finding's status. A finding exists because a source claims it, so a refuted finding is contested.
    pub fn status(self) -> ClaimStatus {
        match self {
            Self::Supported => ClaimStatus::Supported,
            Self::Contested | Self::Refuted => ClaimStatus::Contested,
            Self::Unclear => ClaimStatus::Unclear,
        }
    }

    /// Returns the stable name: `supported`, `contested`, `refuted` or `unclear`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Contested => "contested",
            Self::Refuted => "refuted",
            Self::Unclear => "unclear",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Stance::{Neutral, Refutes, Supports};

    #[test]
    fn the_rule_ignores_the_number_of_sources() {
        let expected: [(&[Stance], Standing); 6] = [
            (&[], Standing::Unclear),
            (&[Neutral, Neutral], Standing::Unclear),
            (&[Neutral, Supports, Supports], Standing::Supported),
            (&[Refutes, Neutral], Standing::Refuted),
            (&[Supports, Supports, Supports, Refutes], Standing::Contested),
            (&[Refutes, Supports], Standing::Contested),
        ];
        for (stances, standing) in expected {
            assert_eq!(Standing::from_stances(stances.iter().copied()), standing, "{stances:?}");
        }
        assert_eq!(Standing::Refuted.status(), ClaimStatus::Contested);
    }
}
