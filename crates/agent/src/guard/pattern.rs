//! Calls that come again: the very same, nearly the same, or in a cycle. Pure.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::shape::Shape;

/// Longest cycle that is looked for: more tools than that in a row are work, not a loop.
const LONGEST: usize = 6;
/// Times that a cycle must have come round.
const ROUNDS: usize = 3;

/// The calls of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pattern {
    /// How often each call was made, by fingerprint.
    made: BTreeMap<String, u32>,
    /// One call of each kind; calls of one kind are nearly the same, amounts included.
    kinds: Vec<Kind>,
    /// The newest calls, as places in `kinds`, those that were refused included.
    tail: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Kind {
    shape: Shape,
    /// Times that a call of this kind brought nothing new.
    stale: u32,
}

/// Why a call is not worth executing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Worn {
    /// It was made before, in exactly this form.
    Same,
    /// Calls that differ from it in amounts or in a word brought nothing new.
    Alike,
    /// The newest calls go round in a cycle.
    Cycle,
}

impl Pattern {
    /// Takes note of a call; answers whether it is worn out after `repeats` of its like.
    pub(crate) fn meets(&mut self, name: &str, input: &Value, repeats: u32) -> Option<Worn> {
        let shape = Shape::of(name, input);
        let made = self.made.entry(shape.print().to_owned()).or_default();
        *made += 1;
        let same = *made > repeats;
        let stale: u32 = self.kinds.iter().filter(|kind| kind.shape.is_like(&shape)).map(|kind| kind.stale).sum();
        let place = self.place(shape);
        self.tail.push(place);
        let excess = self.tail.len().saturating_sub(LONGEST * ROUNDS);
        self.tail.drain(..excess);
        if same {
            Some(Worn::Same)
        } else if stale >= repeats.max(1) {
            Some(Worn::Alike)
        } else {
            self.goes_round().then_some(Worn::Cycle)
        }
    }

    /// An executed call brought nothing new.
    pub(crate) fn brought_nothing(&mut self, name: &str, input: &Value) {
        let place = self.place(Shape::of(name, input));
        self.kinds[place].stale += 1;
    }

    fn place(&mut self, shape: Shape) -> usize {
        let known = self.kinds.iter().position(|kind| kind.shape.is_nearly(&shape));
        known.unwrap_or_else(|| {
            self.kinds.push(Kind { shape, stale: 0 });
            self.kinds.len() - 1
        })
    }

    /// The newest calls are one block, [`ROUNDS`] times.
    fn goes_round(&self) -> bool {
        (1..=LONGEST).any(|length| {
            let Some(start) = self.tail.len().checked_sub(length * ROUNDS) else { return false };
            let newest = &self.tail[start..];
            newest.iter().zip(&newest[length..]).all(|(one, later)| one == later)
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// What is said to each call in turn; two repeats are allowed.
    fn told(calls: &[(&str, Value)]) -> Vec<Option<Worn>> {
        let mut pattern = Pattern::default();
        calls.iter().map(|(name, input)| pattern.meets(name, input, 2)).collect()
    }

    #[test]
    fn the_third_of_the_same_is_worn_out_in_whatever_order_its_arguments_stand() {
        let calls =
            [("look", json!({"a": 1, "b": 2})), ("look", json!({"b": 2, "a": 1})), ("look", json!({"a": 1, "b": 2}))];
        assert_eq!(told(&calls), [None, None, Some(Worn::Same)]);
    }

    #[test]
    fn a_cycle_is_seen_in_its_third_round_although_the_words_change() {
        let price = ["Price of the dogwifhat token", "the price of dogwifhat token?", "PRICE of dogwifhat: the token"];
        let listing = ["dogwifhat listing date", "Dogwifhat  listing date.", "date listing dogwifhat"];
        let a = |n: usize| ("search", json!({"query": price[n]}));
        let b = |n: usize| ("news", json!({"about": listing[n]}));
        let calls = [a(0), b(0), a(1), b(1), a(2), b(2)];
        assert_eq!(told(&calls), [None, None, None, None, None, Some(Worn::Cycle)]);
    }

    #[test]
    fn other_addresses_and_other_parts_of_a_thing_are_other_calls() {
        let pages = (0..9).map(|n| ("fetch", json!({"url": format!("https://example.org/reports/2026/page-{n}")})));
        let parts = (0..9).map(|n| ("read", json!({"reference": "abc", "offset": n * 1000})));
        let calls: Vec<_> = pages.chain(parts).collect();
        assert!(told(&calls).iter().all(Option::is_none));
    }

    #[test]
    fn amounts_make_no_difference_once_nothing_new_came() {
        let mut pattern = Pattern::default();
        for days in [7, 8] {
            let input = json!({"mint": "M1", "days": days});
            assert_eq!(pattern.meets("prices", &input, 2), None);
            pattern.brought_nothing("prices", &input);
        }
        assert_eq!(pattern.meets("prices", &json!({"mint": "M1", "days": 9}), 2), Some(Worn::Alike));
        assert_eq!(pattern.meets("prices", &json!({"mint": "M2", "days": 9}), 2), None);
    }
}
