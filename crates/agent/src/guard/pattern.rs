//! Detection of repeated calls: identical, nearly identical, or in a cycle. Pure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::shape::Shape;

/// Maximum length of a detected cycle; longer sequences are regular work.
const MAX_CYCLE_CALLS: usize = 6;
/// Number of repetitions of a cycle.
const CYCLE_ROUNDS: usize = 3;

/// The calls of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pattern {
    /// Number of calls by fingerprint.
    made: BTreeMap<String, u32>,
    /// One call of each kind; calls of one kind are nearly identical, including amounts.
    kinds: Vec<Kind>,
    /// The most recent calls as indexes into `kinds`, including refused ones.
    tail: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Kind {
    shape: Shape,
    /// Number of calls of this kind without new information.
    stale: u32,
}

/// Reason for refusing a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repetition {
    /// An identical call was made before.
    Same,
    /// Calls that differ in amounts or one word brought no new information.
    Alike,
    /// The most recent calls form a cycle.
    Cycle,
}

impl Pattern {
    /// Records a call. Returns the reason if it is repetitive after `repeats` similar calls.
    pub(crate) fn record(&mut self, name: &str, input: &Value, repeats: u32) -> Option<Repetition> {
        let shape = Shape::new(name, input);
        let made = self.made.entry(shape.print().to_owned()).or_default();
        *made += 1;
        let same = *made > repeats;
        let stale: u32 = self.kinds.iter().filter(|kind| kind.shape.is_like(&shape)).map(|kind| kind.stale).sum();
        let place = self.place(shape);
        self.tail.push(place);
        let excess = self.tail.len().saturating_sub(MAX_CYCLE_CALLS * CYCLE_ROUNDS);
        self.tail.drain(..excess);
        if same {
            Some(Repetition::Same)
        } else if stale >= repeats.max(1) {
            Some(Repetition::Alike)
        } else {
            self.is_cycle().then_some(Repetition::Cycle)
        }
    }

    /// Records that an executed call brought no new information.
    pub(crate) fn record_stale(&mut self, name: &str, input: &Value) {
        let place = self.place(Shape::new(name, input));
        self.kinds[place].stale += 1;
    }

    fn place(&mut self, shape: Shape) -> usize {
        let known = self.kinds.iter().position(|kind| kind.shape.is_nearly(&shape));
        known.unwrap_or_else(|| {
            self.kinds.push(Kind { shape, stale: 0 });
            self.kinds.len() - 1
        })
    }

    /// Returns `true` if the most recent calls are one block repeated [`CYCLE_ROUNDS`] times.
    fn is_cycle(&self) -> bool {
        (1..=MAX_CYCLE_CALLS).any(|length| {
            let Some(start) = self.tail.len().checked_sub(length * CYCLE_ROUNDS) else { return false };
            let newest = &self.tail[start..];
            newest.iter().zip(&newest[length..]).all(|(one, later)| one == later)
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the refusals of the calls in turn, with two repeats allowed.
    fn refusals(calls: &[(&str, Value)]) -> Vec<Option<Repetition>> {
        let mut pattern = Pattern::default();
        calls.iter().map(|(name, input)| pattern.record(name, input, 2)).collect()
    }

    #[test]
    fn the_third_identical_call_is_refused_in_any_order_of_arguments() {
        let calls =
            [("look", json!({"a": 1, "b": 2})), ("look", json!({"b": 2, "a": 1})), ("look", json!({"a": 1, "b": 2}))];
        assert_eq!(refusals(&calls), [None, None, Some(Repetition::Same)]);
    }

    #[test]
    fn a_cycle_is_detected_in_its_third_round_with_changed_wording() {
        let price = ["Price of the dogwifhat token", "the price of dogwifhat token?", "PRICE of dogwifhat: the token"];
        let listing = ["dogwifhat listing date", "Dogwifhat  listing date.", "date listing dogwifhat"];
        let a = |n: usize| ("search", json!({"query": price[n]}));
        let b = |n: usize| ("news", json!({"about": listing[n]}));
        let calls = [a(0), b(0), a(1), b(1), a(2), b(2)];
        assert_eq!(refusals(&calls), [None, None, None, None, None, Some(Repetition::Cycle)]);
    }

    #[test]
    fn other_addresses_and_offsets_are_different_calls() {
        let pages = (0..9).map(|n| ("fetch", json!({"url": format!("https://example.org/reports/2026/page-{n}")})));
        let parts = (0..9).map(|n| ("read", json!({"reference": "abc", "offset": n * 1000})));
        let calls: Vec<_> = pages.chain(parts).collect();
        assert!(refusals(&calls).iter().all(Option::is_none));
    }

    #[test]
    fn amounts_are_ignored_after_calls_without_new_information() {
        let mut pattern = Pattern::default();
        for days in [7, 8] {
            let input = json!({"mint": "M1", "days": days});
            assert_eq!(pattern.record("prices", &input, 2), None);
            pattern.record_stale("prices", &input);
        }
        assert_eq!(pattern.record("prices", &json!({"mint": "M1", "days": 9}), 2), Some(Repetition::Alike));
        assert_eq!(pattern.record("prices", &json!({"mint": "M2", "days": 9}), 2), None);
    }
}
