//! Shape of a call, which defines "nearly identical". Pure.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum number of compared leaves and words; the rest only affects the fingerprint.
const MAX_LEAVES: usize = 16;
const MAX_WORDS: usize = 32;
const MAX_WORD_CHARS: usize = 24;
/// Texts are nearly identical if they share this many of ten words. With five words one may differ in its form, but an
/// added or replaced word among few makes another question.
const SHARED_OF_TEN: usize = 8;

/// A tool's name and its arguments by leaf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shape {
    print: String,
    name: String,
    leaves: Vec<(String, Leaf)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Leaf {
    /// An id or an address: exact except for case and a trailing slash.
    Name(String),
    /// Text: order, case and punctuation are ignored.
    Words(BTreeSet<String>),
    /// A number or a boolean.
    Amount(String),
}

impl Shape {
    pub(crate) fn new(name: &str, input: &Value) -> Self {
        let mut leaves = Vec::new();
        collect(input, String::new(), &mut leaves);
        // serde_json's maps are sorted, so the order of arguments is irrelevant.
        let print = super::fingerprint(&format!("{name} {input}"));
        Self { print, name: name.chars().take(64).collect(), leaves }
    }

    /// Fingerprint of the identical call.
    pub(crate) fn print(&self) -> &str {
        &self.print
    }

    /// Returns `true` if the calls are equal except for wording.
    pub(crate) fn is_nearly(&self, other: &Self) -> bool {
        self.print == other.print || self.agrees(other, |one, two| one == two)
    }

    /// Returns `true` if the calls are equal except for wording and amounts.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.print == other.print || self.agrees(other, |_, _| true)
    }

    fn agrees(&self, other: &Self, amounts: impl Fn(&str, &str) -> bool) -> bool {
        let alike = |(one, two): (&(String, Leaf), &(String, Leaf))| {
            one.0 == two.0
                && match (&one.1, &two.1) {
                    (Leaf::Name(one), Leaf::Name(two)) => one == two,
                    (Leaf::Words(one), Leaf::Words(two)) => overlap(one, two),
                    (Leaf::Amount(one), Leaf::Amount(two)) => amounts(one, two),
                    _ => false,
                }
        };
        // Without a leaf there is nothing to compare: "{}" and a truncated value are compared by fingerprint.
        let comparable = !self.leaves.is_empty() && self.leaves.len() < MAX_LEAVES;
        comparable
            && self.name == other.name
            && self.leaves.len() == other.leaves.len()
            && self.leaves.iter().zip(&other.leaves).all(alike)
    }
}

fn overlap(one: &BTreeSet<String>, two: &BTreeSet<String>) -> bool {
    let shared = one.intersection(two).count();
    let all = one.len() + two.len() - shared;
    all == 0 || shared * 10 >= all * SHARED_OF_TEN
}

fn collect(value: &Value, path: String, leaves: &mut Vec<(String, Leaf)>) {
    if leaves.len() >= MAX_LEAVES {
        return;
    }
    match value {
        Value::Object(fields) => {
            fields
                .iter()
                .take(MAX_LEAVES)
                .for_each(|(key, field)| collect(field, format!("{path}/{}", short(key)), leaves));
        }
        Value::Array(items) => {
            items.iter().take(MAX_LEAVES).for_each(|item| collect(item, format!("{path}/-"), leaves));
        }
        Value::String(text) => leaves.push((path, leaf(text))),
        Value::Number(_) | Value::Bool(_) => leaves.push((path, Leaf::Amount(value.to_string()))),
        Value::Null => {}
    }
}

fn leaf(text: &str) -> Leaf {
    let text = text.trim();
    let prose = text.contains(char::is_whitespace) && !text.contains("://");
    if !prose {
        return Leaf::Name(super::fingerprint(&text.trim_end_matches('/').to_lowercase()));
    }
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    Leaf::Words(words.map(|word| short(word).to_lowercase()).take(MAX_WORDS).collect())
}

fn short(text: &str) -> String {
    text.chars().take(MAX_WORD_CHARS).collect()
}
