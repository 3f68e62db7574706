//! The reading of a question before the research: what its texts leave open, and what relates it to other questions.

use std::cmp::Ordering::{Equal, Greater, Less};

use serde::{Deserialize, Serialize};

use crate::Time;

/// How a question is read. What the asker states (closing time, criteria, kind of the answer) is not part of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reading {
    /// The deadline that the texts name, if the asker states no closing time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<NamedDeadline>,
    /// What counts for the answer, if the asker states no criteria; may be empty.
    pub counts: String,
    /// Who reports the answer; may be empty.
    pub reporter: String,
    /// Other names of the subject.
    pub synonyms: Vec<String>,
    /// Language of the sources on the subject: two or three letters of ISO 639; may be empty.
    pub language: String,
    /// The meaning that is assumed where the texts have several; empty if they have one.
    pub assumption: String,
    /// What the asker has to say for the question to have one meaning; empty if it has.
    pub clarification: String,
    /// The questions that differ only in deadline or limit; `None` if it has none of the two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<Family>,
    /// The option of an event that the question asks about, if the event's options are asked one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_option: Option<EventOption>,
}

/// One option of an event of which at most one comes true, asked as a question by yes or no: `Will Ada Berg win the
/// election?`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventOption {
    /// Derived from the market's event, or from the rest of the question, its close and its criteria. Questions about
    /// options of one event have the same key.
    pub key: String,
    /// The option in lower case, or the id of its market.
    pub option: String,
    /// Number of options of the event, if its list is known to be complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<u32>,
}

/// A deadline with the words of the question that name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedDeadline {
    /// The instant; without a named zone in UTC.
    pub at: Time,
    /// The words that name it.
    pub quote: String,
}

/// Questions about one event that differ only in deadline or limit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Family {
    /// Derived from the rest of the question and its criteria. Questions of one family have the same key.
    pub key: String,
    /// The deadline by which it has to happen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
    /// The limit that a number has to pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
}

/// A limit that a number has to pass.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Limit {
    /// The number in the unit of the question.
    pub value: f64,
    /// `true` if the number has to be above it, `false` if below.
    pub is_above: bool,
}

/// What the answer YES of one question says about another one of its family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Implication {
    /// YES there means YES here: this question is at least as probable.
    ImpliesThis,
    /// YES here means YES there: this question is at most as probable.
    ImpliedByThis,
    /// YES there means NO here: the two are options of one event.
    Excludes,
}

impl Implication {
    /// Returns the stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::ImpliesThis => "implies_this",
            Self::ImpliedByThis => "implied_by_this",
            Self::Excludes => "excludes",
        }
    }

    /// Returns the implication with that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::ImpliesThis, Self::ImpliedByThis, Self::Excludes].into_iter().find(|one| one.name() == name)
    }
}

impl Reading {
    /// Returns `true` if the texts have several meanings.
    pub fn is_ambiguous(&self) -> bool {
        !self.assumption.is_empty()
    }
}

impl Family {
    /// Returns what YES of `other` says about this question: a deadline that is not later with a limit that is not
    /// easier implies. `None` for another family, for an equal question, and where deadline and limit point in
    /// different directions.
    pub fn implication(&self, other: &Self) -> Option<Implication> {
        if self.key != other.key {
            return None;
        }
        let deadlines = match (self.deadline, other.deadline) {
            (Some(own), Some(other)) => other.cmp(&own),
            (None, None) => Equal,
            _ => return None,
        };
        let limits = match (self.limit, other.limit) {
            (Some(own), Some(other)) if own.is_above == other.is_above => {
                let order = own.value.partial_cmp(&other.value)?;
                if own.is_above { order } else { order.reverse() }
            }
            (None, None) => Equal,
            _ => return None,
        };
        // Less: the other question is stricter in this respect.
        match (deadlines, limits) {
            (Equal, Equal) => None,
            (Less | Equal, Less | Equal) => Some(Implication::ImpliesThis),
            (Greater | Equal, Greater | Equal) => Some(Implication::ImpliedByThis),
            _ => None,
        }
    }
}

/// A question that has several meanings, handed back to its asker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clarification {
    /// What the asker has to say.
    pub question: String,
    /// The meaning that would have been assumed.
    pub assumption: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(day: Option<u32>, limit: Option<(f64, bool)>) -> Family {
        let deadline = day.map(|day| format!("2026-06-{day:02}T00:00:00Z").parse().unwrap());
        let limit = limit.map(|(value, is_above)| Limit { value, is_above });
        Family { key: "k".into(), deadline, limit }
    }

    #[test]
    fn an_earlier_deadline_and_a_stricter_limit_imply() {
        use Implication::{ImpliedByThis, ImpliesThis};
        let june = family(Some(10), Some((100.0, true)));
        for (other, expected) in [
            (family(Some(5), Some((100.0, true))), Some(ImpliesThis)),
            (family(Some(15), Some((100.0, true))), Some(ImpliedByThis)),
            (family(Some(10), Some((120.0, true))), Some(ImpliesThis)),
            (family(Some(10), Some((80.0, true))), Some(ImpliedByThis)),
            (family(Some(5), Some((120.0, true))), Some(ImpliesThis)),
            (family(Some(5), Some((80.0, true))), None),
            (family(Some(10), Some((100.0, true))), None),
            (family(Some(5), Some((100.0, false))), None),
            (family(Some(5), None), None),
        ] {
            assert_eq!(june.implication(&other), expected, "{other:?}");
            let reverse = expected.map(|one| if one == ImpliesThis { ImpliedByThis } else { ImpliesThis });
            assert_eq!(other.implication(&june), reverse, "{other:?}");
        }
        let below = family(None, Some((100.0, false)));
        assert_eq!(below.implication(&family(None, Some((80.0, false)))), Some(ImpliesThis), "below 80 is below 100");
        assert_eq!(below.implication(&Family { key: "other".into(), ..family(None, Some((80.0, false))) }), None);
    }
}
