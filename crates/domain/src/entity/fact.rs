//! What was true when, and what was known when. Nothing that was once known is deleted.
//!
//! A [`Fact`] says that an attribute of an entity had one value for a time (`valid_from` to `valid_until`) and when that was
//! learned. New evidence that contradicts an older fact ends its validity; the row that said otherwise stays, marked with the time
//! at which it was no longer believed. So both questions have answers: what was true then, and what did we think then.

use serde::{Deserialize, Serialize};

use crate::Time;

/// Before the attribute of a research's finding: its value is the statement, and empty where it does not hold.
pub const FINDING: &str = "finding:";

/// An attribute's value for a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// `standing`, `symbol`, `name`, `website`, …: one value at a time.
    pub attribute: String,
    /// The value; empty where it had none.
    pub value: String,
    /// True from then on.
    pub valid_from: Time,
    /// Until then; `None`: it still is.
    pub valid_until: Option<Time>,
    /// When this was learned, by the store's clock.
    pub learned_at: Time,
    /// Not believed any more since then; `None`: it still is.
    pub retired_at: Option<Time>,
    /// Who says so: a list, a page, a research.
    pub source: String,
    /// Why its validity ended or it is not believed any more; empty while neither.
    pub because: String,
}

impl Fact {
    /// It is believed now.
    pub fn is_believed(&self) -> bool {
        self.retired_at.is_none()
    }

    /// It was believed at `known` that it was true at `at`.
    pub fn holds(&self, at: Time, known: Time) -> bool {
        let valid = self.valid_from <= at && self.valid_until.is_none_or(|until| at < until);
        valid && self.learned_at <= known && self.retired_at.is_none_or(|retired| known < retired)
    }
}

/// What somebody says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Of which attribute.
    pub attribute: String,
    /// Its value.
    pub value: String,
    /// True from when on.
    pub valid_from: Time,
    /// Who says so.
    pub source: String,
}

/// What a statement changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    /// Places, in the list that was given, of facts that are not believed any more, and why.
    pub retired: Vec<(usize, String)>,
    /// Facts that are believed from now on.
    pub learned: Vec<Fact>,
}

/// What a statement, heard at `now`, changes in the facts about one attribute. `facts` may hold retired ones; they are left alone.
/// Of two statements about the same moment the one heard later is believed.
pub fn learn(facts: &[Fact], said: &Statement, now: Time) -> Change {
    let believed = || facts.iter().enumerate().filter(|(_, fact)| fact.is_believed());
    let covering = believed().find(|(_, fact)| {
        fact.valid_from <= said.valid_from && fact.valid_until.is_none_or(|until| said.valid_from < until)
    });
    if covering.is_some_and(|(_, fact)| fact.value == said.value) {
        return Change::default();
    }
    let since = said.valid_from.to_rfc3339();
    let because = match said.value.as_str() {
        "" => format!("{}, since {since}", said.source),
        value => format!("{} says {value:?} since {since}", said.source),
    };
    let mut change = Change::default();
    // Where the new one ends: where the old one did, or where the next begins.
    let next = believed().filter(|(_, fact)| fact.valid_from > said.valid_from).min_by_key(|(_, fact)| fact.valid_from);
    let mut valid_until = match covering {
        Some((_, fact)) => fact.valid_until,
        None => next.map(|(_, fact)| fact.valid_from),
    };
    if let Some((place, old)) = covering {
        change.retired.push((place, because.clone()));
        if old.valid_from < said.valid_from {
            change.learned.push(Fact { valid_until: Some(said.valid_from), learned_at: now, because, ..old.clone() });
        }
    }
    // The next one says the same: it was true earlier than was known.
    if let Some((place, later)) = next
        && later.value == said.value
        && valid_until == Some(later.valid_from)
    {
        change.retired.push((place, format!("{} says so since {}", said.source, said.valid_from.to_rfc3339())));
        valid_until = later.valid_until;
    }
    change.learned.push(Fact {
        attribute: said.attribute.clone(),
        value: said.value.clone(),
        valid_from: said.valid_from,
        valid_until,
        learned_at: now,
        retired_at: None,
        source: said.source.clone(),
        because: String::new(),
    });
    change
}

/// Applies a change to the list that it was made for.
pub fn apply(facts: &mut Vec<Fact>, change: Change, now: Time) {
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

    fn said(value: &str, from: i64) -> Statement {
        Statement {
            attribute: "standing".to_owned(),
            value: value.to_owned(),
            valid_from: at(from),
            source: "list".to_owned(),
        }
    }

    fn told(statements: &[(String, i64)]) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (now, (value, from)) in (1_000..).zip(statements) {
            let change = learn(&facts, &said(value, *from), at(now));
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
        let facts = told(&[("verified".to_owned(), 10), ("banned".to_owned(), 50)]);
        assert_eq!(value(&facts, 20, 2_000).as_deref(), Some("verified"), "it was true then");
        assert_eq!(value(&facts, 60, 2_000).as_deref(), Some("banned"));
        assert_eq!(value(&facts, 60, 1_000).as_deref(), Some("verified"), "so we thought then");
        assert_eq!(value(&facts, 5, 2_000), None);
        assert!(
            facts.iter().any(|fact| fact.value == "verified" && !fact.is_believed() && fact.because.contains("banned"))
        );
    }

    proptest! {
        /// Against a plain model: of every moment, the value said last about a time not after it, until the next time said.
        #[test]
        fn one_value_at_a_time_and_the_past_can_be_asked(
            statements in prop::collection::vec(("[abc]", 0_i64..20), 1..12),
            when in 0_i64..20,
        ) {
            let facts = told(&statements);
            for known in 0..statements.len() {
                let before = told(&statements[..=known]);
                let clock = 1_000 + i64::try_from(known).expect("few");
                prop_assert_eq!(value(&facts, when, clock), value(&before, when, 1_000_000), "what was thought then");
            }
            let (last, from) = statements.last().expect("one at least");
            prop_assert_eq!(value(&facts, *from, 1_000_000), Some(last.clone()), "what was heard last is believed");
            prop_assert!(facts.iter().all(|fact| fact.valid_until.is_none_or(|until| fact.valid_from < until)));
            let again = learn(&facts, &said(last, *from), at(9_999));
            prop_assert_eq!(again, Change::default(), "the same again changes nothing");
        }
    }
}
