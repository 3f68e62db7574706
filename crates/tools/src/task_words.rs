//! The words of a task. Once text of others or of memory is part of the conversation, an external tool receives no others, so that no page
//! and no external server can make the model send what it has read elsewhere. Pure.

use std::collections::BTreeSet;

use serde_json::Value;

/// Largest number that is passed on, apart from years. Larger ones could carry text.
const MAX_NUMBER: u64 = 100;
/// Numbers that count as years.
const YEARS: std::ops::RangeInclusive<u64> = 1900..=2100;
/// Maximum length of a number: leading zeros could carry text.
const MAX_DIGITS: usize = 4;
/// Maximum number of words and values in the arguments of a call. Values without a word count, because the shape of a list could carry text.
const MAX_WORDS: usize = 60;
/// Characters that may stand between two words. Others, such as invisible ones, could carry text.
const GAP: &str = " ,.;:!?'\"()-/";
/// Maximum number of characters between two words.
const MAX_GAP: usize = 2;

/// The words of a task: of its question, its context and its entity.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TaskWords {
    /// In lower case.
    words: BTreeSet<String>,
    /// As the task spells them.
    spellings: BTreeSet<String>,
}

impl TaskWords {
    /// Collects the words of the texts.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut task = Self::default();
        for text in texts {
            task.words.extend(words(text));
            task.spellings.extend(spellings(text).map(str::to_owned));
        }
        task
    }

    /// Returns `true` if arguments consist of words of the task, small numbers, and names and values of the tool's schema.
    pub(crate) fn cover(&self, arguments: &Value, schema: &Value) -> bool {
        let mut named = BTreeSet::new();
        names(schema, &mut named);
        let mut left = MAX_WORDS;
        self.covers(arguments, &named, &mut left)
    }

    fn covers(&self, value: &Value, named: &BTreeSet<&str>, left: &mut usize) -> bool {
        let is_covered = match value {
            Value::Null | Value::Bool(_) => true,
            Value::Number(number) => number.as_u64().is_some_and(is_plain),
            Value::String(text) => {
                named.contains(text.as_str())
                    || has_plain_gaps(text) && spellings(text).all(|word| spend(left) && self.permits(word))
            }
            Value::Array(entries) => entries.iter().all(|entry| self.covers(entry, named, left)),
            Value::Object(members) => {
                members.iter().all(|(name, member)| named.contains(name.as_str()) && self.covers(member, named, left))
            }
        };
        is_covered && spend(left)
    }

    /// Returns `true` for a word in lower case or in the task's own spelling: the case of letters could carry text.
    fn permits(&self, word: &str) -> bool {
        self.knows(&word.to_lowercase()) && (self.spells(word) || !word.chars().any(char::is_uppercase))
    }

    /// Returns `true` for words of the task in lower case, and for small numbers and years.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.words.contains(word) || word.len() <= MAX_DIGITS && word.parse::<u64>().is_ok_and(is_plain)
    }

    /// Returns `true` if the task contains the word in this spelling.
    pub(crate) fn spells(&self, word: &str) -> bool {
        self.spellings.contains(word)
    }

    /// Returns `true` if `check` holds for a word.
    pub(crate) fn any(&self, check: impl Fn(&str) -> bool) -> bool {
        self.words.iter().any(|word| check(word))
    }
}

fn spend(left: &mut usize) -> bool {
    left.checked_sub(1).is_some_and(|rest| {
        *left = rest;
        true
    })
}

/// Returns `true` if only short and usual punctuation stands between, before and after the words of a text.
fn has_plain_gaps(text: &str) -> bool {
    let is_plain = |gap: &str| gap.chars().count() <= MAX_GAP && gap.chars().all(|c| GAP.contains(c));
    text.split(char::is_alphanumeric).all(is_plain)
}

fn is_plain(number: u64) -> bool {
    number <= MAX_NUMBER || YEARS.contains(&number)
}

/// Returns the words of a text in lower case.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    spellings(text).map(str::to_lowercase)
}

/// Returns the words of a text as they are spelled.
pub(crate) fn spellings(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Collects the names of properties and the values of enumerations of a schema.
fn names<'s>(schema: &'s Value, named: &mut BTreeSet<&'s str>) {
    match schema {
        Value::Object(members) => members.iter().for_each(|(keyword, member)| {
            if let ("properties", Value::Object(properties)) = (keyword.as_str(), member) {
                named.extend(properties.keys().map(String::as_str));
            }
            if let ("enum", Value::Array(values)) = (keyword.as_str(), member) {
                named.extend(values.iter().filter_map(Value::as_str));
            }
            names(member, named);
        }),
        Value::Array(entries) => entries.iter().for_each(|entry| names(entry, named)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_words_of_the_task_small_numbers_and_words_of_the_schema_are_covered() {
        let task = TaskWords::from_texts(["Was the Mint of dogwifhat frozen?", "EKpQGSJtjMFq"]);
        let schema = json!({
            "properties": { "query": {"description": "canary"}, "sort": {"enum": ["newest-first"]}, "limit": {} },
        });
        for covered in [
            json!({}),
            json!({"query": "mint dogwifhat, Mint frozen 2024-05-02?"}),
            json!({"query": ["ekpqgsjtjmfq"], "limit": 20, "sort": "newest-first"}),
            json!({"query": [100, 1900, 2100, null, true, [], "100", "007"]}),
        ] {
            assert!(task.cover(&covered, &schema), "{covered}");
        }
        for leaked in [
            json!({"query": "the canary of memory"}),
            json!({"query": "canary"}),
            json!({"query": "Mint 83758293"}),
            json!({"query": "mint 00007"}),
            json!({"query": "mint 4711"}),
            json!({"query": ["101"]}),
            json!({"limit": 83_758_293}),
            json!({"limit": 101}),
            json!({"limit": 1899}),
            json!({"limit": 2101}),
            json!({"limit": -7}),
            json!({"limit": 0.25}),
            json!({"canary": true}),
            json!({"query": {"canary": 1}}),
            json!({"query": "mint ".repeat(100)}),
            json!({"query": vec![true; 100]}),
            json!({"query": vec![json!(null); 100]}),
            json!({"query": vec![7; 100]}),
            json!({"query": vec![" ,"; 100]}),
            json!({"query": vec!["newest-first"; 100]}),
            json!({"query": vec![json!([]); 100]}),
            json!({"query": vec![json!({}); 100]}),
            json!({"query": "mInT"}),
            json!({"query": "mint \u{e0063}\u{e0041}"}),
            json!({"query": "mint\u{200b}dogwifhat"}),
            json!({"query": "mint -.-..- dogwifhat"}),
        ] {
            assert!(!task.cover(&leaked, &schema), "{leaked}");
        }
    }
}
