//! Bitemporal facts: when a value was valid, and when it was known. No known fact is ever deleted.
//!
//! A [`Fact`] states that an attribute of an entity had one value during an interval (`valid_from` to `valid_until`)
//! and when that was learned. New evidence that contradicts an older fact ends its validity; the contradicted row
//! stays, marked with the time from which it is no longer believed. Queries can therefore ask for the truth at a time
//! and for the belief at a time.

use serde::{Deserialize, Serialize};

use crate::Time;

/// Prefix of the attribute of a research finding. The value is the statement, or empty if the statement does not hold.
pub const FINDING: &str = "finding:";

/// Value of an attribute during an interval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// Attribute with one value at a time: `standing`, `symbol`, `name`, `website`, …
    pub attribute: String,
    /// The value; empty if the attribute had none.
    pub value: String,
    /// Start of validity.
    pub valid_from: Time,
    /// End of validity; `None` if still valid.
    pub valid_until: Option<Time>,
    /// Time at which the fact was learned, by the store's clock.
    pub learned_at: Time,
    /// Time from which the fact is no longer believed; `None` if it still is.
    pub retired_at: Option<Time>,
    /// Source of the fact: a list, a page, a research.
    pub source: String,
    /// Reason for the end of validity or belief; otherwise empty.
    pub because: String,
}

impl Fact {
    /// Returns `true` if the fact is currently believed.
    pub fn is_believed(&self) -> bool {
        self.retired_at.is_none()
    }

    /// Returns `true` if the fact was believed at `known` to be valid at `at`.
    pub fn holds(&self, at: Time, known: Time) -> bool {
        let valid = self.valid_from <= at && self.valid_until.is_none_or(|until| at < until);
        valid && self.learned_at <= known && self.retired_at.is_none_or(|retired| known < retired)
    }
}

/// A statement about an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Name of the attribute.
    pub attribute: String,
    /// The stated value.
    pub value: String,
    /// Time from which the value is valid.
    pub valid_from: Time,
    /// Source of the statement.
    pub source: String,
}

/// Changes that a statement causes in a list of facts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FactChange {
    /// Indexes of facts that are no longer believed, each with the reason.
    pub retired: Vec<(usize, String)>,
    /// Facts that become believed.
    pub learned: Vec<Fact>,
}

/// Computes the changes that a statement received at `now` causes in the facts about one attribute. Retired facts in
/// `facts` are ignored. Of two statements about the same moment, the later one is believed.
pub fn learn(facts: &[Fact], statement: &Statement, now: Time) -> FactChange {
    let believed = || facts.iter().enumerate().filter(|(_, fact)| fact.is_believed());
    let covering = believed().find(|(_, fact)| {
        fact.valid_from <= statement.valid_from && fact.valid_until.is_none_or(|until| statement.valid_from < until)
    });
    if covering.is_some_and(|(_, fact)| fact.value == statement.value) {
        return FactChange::default();
    }
    let since = statement.valid_from.to_rfc3339();
    let because = match statement.value.as_str() {
        "" => format!("{}, since {since}", statement.source),
        value => format!("{} says {value:?} since {since}", statement.source),
    };
    let mut change = FactChange::default();
    // The new fact ends where the covering fact ended, or where the next one begins.
    let next =
        believed().filter(|(_, fact)| fact.valid_from > statement.valid_from).min_by_key(|(_, fact)| fact.valid_from);
    let mut valid_until = match covering {
        Some((_, fact)) => fact.valid_until,
        None => next.map(|(_, fact)| fact.valid_from),
    };
    if let Some((place, old)) = covering {
        change.retired.push((place, because.clone()));
        if old.valid_from < statement.valid_from {
            change.learned.push(Fact {
                valid_until: Some(statement.valid_from),
                learned_at: now,
                because,
                ..old.clone()
            });
        }
    }
    // The next fact has the same value: the value was valid earlier than known.
    if let Some((place, later)) = next
        && later.value == statement.value
        && valid_until == Some(later.valid_from)
    {
        change
            .retired
            .push((place, format!("{} says so since {}", statement.source, statement.valid_from.to_rfc3339())));
        valid_until = later.valid_until;
    }
    change.learned.push(Fact {
        attribute: statement.attribute.clone(),
        value: statement.value.clone(),
        valid_from: statement.valid_from,
        valid_until,
        learned_at: now,
        retired_at: None,
        source: statement.source.clone(),
        because: String::new(),
    });
    change
}

/// Applies a change to the list for which it was computed.
pub fn apply(facts: &mut Vec<Fact>, change: FactChange, now: Time) {
    for (place, because) in change.retired {
        if let Some(fact) = facts.get_mut(place) {
            fact.retired_at = Some(now);
            fact.because = because;
        }
    }
    facts.extend(change.learned);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(second: i64) -> Time {
        Time::from_timestamp(second, 0).expect("a time")
    }

    fn statement(value: &str, from: i64) -> Statement {
        Statement {
            attribute: "standing".to_owned(),
            value: value.to_owned(),
            valid_from: at(from),
            source: "list".to_owned(),
        }
    }

    fn facts_from(statements: &[(String, i64)]) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (now, (value, from)) in (1_000..).zip(statements) {
            let change = learn(&facts, &statement(value, *from), at(now));
            apply(&mut facts, change, at(now));
        }
        facts
    }

    fn value(facts: &[Fact], when: i64, known: i64) -> Option<String> {
        let holding: Vec<&Fact> = facts.iter().filter(|fact| fact.holds(at(when), at(known))).collect();
        assert!(holding.len() <= 1, "two values at once: {holding:?}");
        holding.first().map(|fact| fact.value.clone())
    }

    #[test]
    fn contradicting_evidence_ends_validity_and_deletes_nothing() {
        let facts = facts_from(&[("verified".to_owned(), 10), ("banned".to_owned(), 50)]);
        assert_eq!(value(&facts, 20, 2_000).as_deref(), Some("verified"), "it was true then");
        assert_eq!(value(&facts, 60, 2_000).as_deref(), Some("banned"));
        assert_eq!(value(&facts, 60, 1_000).as_deref(), Some("verified"), "so we thought then");
        assert_eq!(value(&facts, 5, 2_000), None);
        assert!(
            facts.iter().any(|fact| fact.value == "verified" && !fact.is_believed() && fact.because.contains("banned"))
        );
    }

    proptest! {
        /// Compares with a simple model: at each moment, the last stated value with a start not after it, until the
        /// next start.
        #[test]
        fn one_value_at_a_time_and_the_past_can_be_asked(
            statements in prop::collection::vec(("[abc]", 0_i64..20), 1..12),
            when in 0_i64..20,
        ) {
            let facts = facts_from(&statements);
            for known in 0..statements.len() {
                let before = facts_from(&statements[..=known]);
                let clock = 1_000 + i64::try_from(known).expect("few");
                prop_assert_eq!(value(&facts, when, clock), value(&before, when, 1_000_000), "what was thought then");
            }
            let (last, from) = statements.last().expect("one at least");
            prop_assert_eq!(value(&facts, *from, 1_000_000), Some(last.clone()), "what was heard last is believed");
            prop_assert!(facts.iter().all(|fact| fact.valid_until.is_none_or(|until| fact.valid_from < until)));
            let again = learn(&facts, &statement(last, *from), at(9_999));
            prop_assert_eq!(again, FactChange::default(), "the same again changes nothing");
        }
    }
}
