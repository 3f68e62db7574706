//! The words of a task. Once text of others or of memory is part of the conversation, an external tool receives no
//! others, so that no page and no external server can make the model send what it has read elsewhere. Pure.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Largest number that is passed on, apart from years. Larger ones could carry text.
const MAX_NUMBER: u64 = 100;
/// Numbers that count as years.
const YEARS: std::ops::RangeInclusive<u64> = 1900..=2100;
/// Maximum length of a number: leading zeros could carry text.
const MAX_DIGITS: usize = 4;
/// Maximum number of values per session that the task does not contain: numbers, entries of lists that are not words,
/// and gaps between words that are more than a space. A list of them could carry text.
pub(crate) const MAX_FOREIGN_VALUES: usize = 16;
/// Maximum number of times that one call contains a word: the order of repeated words could carry text.
const MAX_REPEATS: usize = 2;
/// Maximum number of words and values in the arguments of a call. Values without a word count, because the shape of a
/// list could carry text.
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

    /// Returns the number of foreign values of the arguments if they consist of words of the task, small numbers, and
    /// names and values of the tool's schema; otherwise `None`.
    pub(crate) fn cover(&self, arguments: &Value, schema: &Value) -> Option<usize> {
        let mut cover =
            Cover { task: self, named: BTreeSet::new(), left: MAX_WORDS, foreign: 0, seen: BTreeMap::new() };
        names(schema, &mut cover.named);
        cover.covers(arguments, false).then_some(cover.foreign)
    }

    /// Returns `true` for a word in lower case or in the task's own spelling: the case of letters could carry text.
    fn permits(&self, word: &str) -> bool {
        self.knows(&word.to_lowercase()) && (self.spells(word) || !word.chars().any(char::is_uppercase))
    }

    /// Returns `true` for words of the task in lower case, and for small numbers and years.
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.words.contains(word) || word.len() <= MAX_DIGITS && word.parse::<u64>().is_ok_and(is_plain)
    }

    /// Returns `true` if the task contains the word, given in lower case.
    pub(crate) fn contains(&self, word: &str) -> bool {
        self.words.contains(word)
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

/// The check of the arguments of one call.
struct Cover<'a> {
    task: &'a TaskWords,
    /// Names and values of the tool's schema.
    named: BTreeSet<&'a str>,
    /// Words and values that the call may still contain.
    left: usize,
    /// Values that the task does not contain.
    foreign: usize,
    /// Occurrences of each word.
    seen: BTreeMap<String, usize>,
}

impl Cover<'_> {
    fn covers(&mut self, value: &Value, is_entry: bool) -> bool {
        let is_covered = match value {
            Value::Null | Value::Bool(_) => true,
            Value::Number(number) => number.as_u64().is_some_and(is_plain),
            Value::String(text) if self.named.contains(text.as_str()) => true,
            Value::String(text) => {
                self.foreign += unusual_gaps(text);
                has_plain_gaps(text) && spellings(text).all(|word| self.covers_word(word))
            }
            Value::Array(entries) => entries.iter().all(|entry| self.covers(entry, true)),
            Value::Object(members) => {
                members.iter().all(|(name, member)| self.named.contains(name.as_str()) && self.covers(member, false))
            }
        };
        let is_task_s = match value {
            Value::Number(number) => self.task.words.contains(&number.to_string()),
            Value::String(text) => !self.named.contains(text.as_str()) && spellings(text).next().is_some(),
            _ => false,
        };
        // A named value tells what its schema offers; in a list, the order of such values could carry text.
        self.foreign += usize::from(!is_task_s && (is_entry || value.is_number()));
        is_covered && self.spend()
    }

    fn covers_word(&mut self, word: &str) -> bool {
        let repeats = self.seen.entry(word.to_lowercase()).or_default();
        *repeats += 1;
        let is_repeated = *repeats > MAX_REPEATS;
        self.foreign += usize::from(!self.task.words.contains(&word.to_lowercase()));
        !is_repeated && self.task.permits(word) && self.spend()
    }

    fn spend(&mut self) -> bool {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or_default();
        left.is_some()
    }
}

/// Returns `true` if only short and usual punctuation stands between, before and after the words of a text.
fn has_plain_gaps(text: &str) -> bool {
    let is_plain = |gap: &str| gap.chars().count() <= MAX_GAP && gap.chars().all(|c| GAP.contains(c));
    text.split(char::is_alphanumeric).all(is_plain)
}

/// Returns the number of gaps between words that are more than a space. The choice of punctuation could carry text.
fn unusual_gaps(text: &str) -> usize {
    let inner = text.trim_end_matches(['?', '.']).trim_matches(' ');
    inner.split(char::is_alphanumeric).filter(|gap| !gap.is_empty() && *gap != " ").count()
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
        for (covered, foreign) in [
            (json!({}), 0),
            (json!({"query": "mint dogwifhat, Mint frozen 2024-05-02?"}), 6),
            (json!({"query": "mint-dogwifhat/Mint (frozen) was?"}), 4),
            (json!({"query": ["ekpqgsjtjmfq"], "limit": 20, "sort": "newest-first"}), 1),
            (json!({"query": [100, 1900, 2100, null, true, [], "100", "007"]}), 8),
            (json!({"query": "the mint was frozen", "limit": true, "sort": null}), 0),
            (json!({"query": ["newest-first", "newest-first", "dogwifhat", {}]}), 3),
        ] {
            assert_eq!(task.cover(&covered, &schema), Some(foreign), "{covered}");
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
            json!({"query": "mint frozen mint frozen mint"}),
            json!({"query": "mint \u{e0063}\u{e0041}"}),
            json!({"query": "mint\u{200b}dogwifhat"}),
            json!({"query": "mint -.-..- dogwifhat"}),
        ] {
            assert_eq!(task.cover(&leaked, &schema), None, "{leaked}");
        }
    }

    /// Letters as numbers: the count exceeds what a session may send.
    #[test]
    fn a_text_in_numbers_is_counted_letter_by_letter() {
        let task = TaskWords::from_texts(["What of dogwifhat in 2024?"]);
        let schema = json!({"properties": {"ids": {}, "q": {}}});
        let spelled: Vec<u32> = "the secret of the note".bytes().map(|byte| u32::from(byte % 32)).collect();
        let counted = task.cover(&json!({"ids": spelled}), &schema).unwrap();
        assert!(counted > MAX_FOREIGN_VALUES, "{counted}");
        let words: Vec<String> = spelled.iter().map(u32::to_string).collect();
        let repeated = task.cover(&json!({"q": words.join(" ")}), &schema);
        assert!(repeated.is_none_or(|counted| counted > MAX_FOREIGN_VALUES), "{repeated:?}");
        assert_eq!(task.cover(&json!({"q": "dogwifhat 2024", "ids": [2024]}), &schema), Some(0), "numbers of the task");
    }
}
