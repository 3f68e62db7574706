//! What a piece of evidence says to a claim, and the rule by which a claim's standing follows from it.

use serde::{Deserialize, Serialize};

use crate::ClaimStatus;

/// What one source says to one claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// It says so too.
    Supports,
    /// It says otherwise.
    Refutes,
    /// It is about something else, or leaves it open.
    Neutral,
}

impl Stance {
    /// `supports`, `refutes`, `neutral`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Supports => "supports",
            Self::Refutes => "refutes",
            Self::Neutral => "neutral",
        }
    }

    /// The stance with that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Supports, Self::Refutes, Self::Neutral].into_iter().find(|stance| stance.name() == name)
    }
}

/// How a claim stands after all that was said to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Somebody supports it and nobody refutes it.
    Supported,
    /// Somebody supports it and somebody refutes it.
    Contested,
    /// Somebody refutes it and nobody supports it.
    Refuted,
    /// Nobody says anything to it.
    Unclear,
}

impl Standing {
    /// The rule, which is the one that Climate-FEVER labels its claims by (Diggelmann et al. 2020): only who speaks at all
    /// counts, not how many; how many independent voices there are is told beside it.
    pub fn of(stances: impl IntoIterator<Item = Stance>) -> Self {
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

    /// As a finding's status. A finding is made because somebody claims it, so one that its sources refute is contested.
    pub fn status(self) -> ClaimStatus {
        match self {
            Self::Supported => ClaimStatus::Supported,
            Self::Contested | Self::Refuted => ClaimStatus::Contested,
            Self::Unclear => ClaimStatus::Unclear,
        }
    }

    /// `supported`, `contested`, `refuted`, `unclear`.
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
    fn the_rule_looks_at_who_speaks_and_not_at_how_many() {
        let said: [(&[Stance], Standing); 6] = [
            (&[], Standing::Unclear),
            (&[Neutral, Neutral], Standing::Unclear),
            (&[Neutral, Supports, Supports], Standing::Supported),
            (&[Refutes, Neutral], Standing::Refuted),
            (&[Supports, Supports, Supports, Refutes], Standing::Contested),
            (&[Refutes, Supports], Standing::Contested),
        ];
        for (stances, standing) in said {
            assert_eq!(Standing::of(stances.iter().copied()), standing, "{stances:?}");
        }
        assert_eq!(Standing::Refuted.status(), ClaimStatus::Contested);
    }
}
