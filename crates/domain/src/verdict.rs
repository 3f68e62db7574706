//! Verdicts about quiet events. The rules alone decide that such an event deserves no attention; its verdict is stored
//! and published together with others, without the event's body.

use crate::{EventId, JobId, Tenant, Time};

/// The rule that decided about a quiet event. The codes are stored and never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i16)]
pub enum QuietRule {
    /// The transaction failed on the chain.
    Failed = 1,
    /// The program of the transaction is on the ignore-list.
    IgnoredProgram = 2,
    /// The value of the transaction is below the minimum.
    BelowMinimum = 3,
    /// The transaction moves no researchable token.
    NoToken = 4,
    /// The watched trade is not above its threshold.
    SmallTrade = 5,
    /// The market of the watched trade has no question.
    NoQuestion = 6,
    /// The score of the look-up is not below its threshold.
    ConfidentLookup = 7,
    /// The directions contain no bundle.
    NoBundle = 8,
    /// No model is configured, and the value is unknown or below the limit for the rules alone.
    RulesAlone = 9,
}

impl QuietRule {
    /// All rules in the order of their codes.
    pub const ALL: [Self; 9] = [
        Self::Failed,
        Self::IgnoredProgram,
        Self::BelowMinimum,
        Self::NoToken,
        Self::SmallTrade,
        Self::NoQuestion,
        Self::ConfidentLookup,
        Self::NoBundle,
        Self::RulesAlone,
    ];

    /// Returns the stored code.
    pub fn code(self) -> i16 {
        self as i16
    }

    /// Returns the rule of a stored code, `None` for a code of a newer version.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.code() == code)
    }

    /// Returns the reason for the decision in one sentence.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Failed => "the transaction failed on the chain",
            Self::IgnoredProgram => "its program is on the ignore-list",
            Self::BelowMinimum => "its value is below the minimum",
            Self::NoToken => "it moves no researchable token",
            Self::SmallTrade => "the trade is not above the threshold",
            Self::NoQuestion => "the market has no question",
            Self::ConfidentLookup => "the score is not below the threshold",
            Self::NoBundle => "the directions contain no bundle",
            Self::RulesAlone => "no model judged it, and the rules alone do not find it interesting",
        }
    }
}

/// The decision about a quiet event.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The publisher's id of the event.
    pub event: EventId,
    /// Name of the event's kind, as in [`crate::EventKind::NAMES`].
    pub kind: &'static str,
    /// The rule that decided.
    pub rule: QuietRule,
    /// Relevance score, 0 to 1.
    pub score: f32,
}

impl Verdict {
    /// Returns the stored code of the kind: its position in [`crate::EventKind::NAMES`], from 1.
    pub fn kind_code(&self) -> i16 {
        let place = crate::EventKind::NAMES.iter().position(|name| *name == self.kind);
        place.and_then(|place| i16::try_from(place + 1).ok()).unwrap_or_default()
    }

    /// Returns the kind of a stored code.
    pub fn kind_of_code(code: i16) -> Option<&'static str> {
        let place = usize::try_from(code).ok()?.checked_sub(1)?;
        crate::EventKind::NAMES.get(place).copied()
    }
}

/// Verdicts about events of one tenant that were settled together.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictGroup {
    /// Id derived from tenant and members; also the id of the message that carries the group.
    pub id: JobId,
    /// Tenant of the events.
    pub tenant: Tenant,
    /// Time of the decisions.
    pub made_at: Time,
    /// The verdicts, never empty.
    pub verdicts: Vec<Verdict>,
}

impl VerdictGroup {
    /// Derives the id of a group from one of its jobs: a job has one verdict, so it is a member of one group.
    pub fn id_of(tenant: &Tenant, member: JobId) -> JobId {
        JobId::named(&["verdicts", tenant.as_str(), &member.to_string()])
    }

    /// Returns the id of the result that publishes the group.
    pub fn result(&self) -> JobId {
        Self::result_of(self.id)
    }

    /// Returns the id of the result that publishes the group with this id.
    pub fn result_of(group: JobId) -> JobId {
        group.derive("result", 0)
    }
}

/// Returns the SHA-256 of an event's bytes.
pub fn digest(body: &[u8]) -> [u8; 32] {
    use sha2::Digest;
    sha2::Sha256::digest(body).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_rules_and_kinds_are_reversible() {
        for rule in QuietRule::ALL {
            assert_eq!(QuietRule::from_code(rule.code()), Some(rule));
        }
        assert_eq!((QuietRule::from_code(0), Verdict::kind_of_code(0), Verdict::kind_of_code(99)), (None, None, None));
        let event = EventId::parse("e").unwrap();
        for kind in crate::EventKind::NAMES {
            let verdict = Verdict { event: event.clone(), kind, rule: QuietRule::Failed, score: 0.0 };
            assert_eq!(Verdict::kind_of_code(verdict.kind_code()), Some(kind));
        }
    }
}
