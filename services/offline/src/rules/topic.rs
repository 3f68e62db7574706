//! What a question concerns: the names in it and its topic words. A page that shares only a place name or a date with
//! the question is about something else.

use std::collections::HashSet;

use domain::calendar::MONTHS;
use domain::number_word;

use super::words::content;

/// Words of quantity, time and evidence, which say nothing about the topic, as numbers and months do.
const FORM: [&str; 42] = [
    "per",
    "cent",
    "percent",
    "before",
    "after",
    "happen",
    "happened",
    "often",
    "known",
    "present",
    "state",
    "current",
    "latest",
    "second",
    "independent",
    "source",
    "reports",
    "report",
    "reported",
    "primary",
    "confirms",
    "refutes",
    "exactly",
    "says",
    "resolves",
    "yes",
    "any",
    "day",
    "days",
    "week",
    "weeks",
    "month",
    "months",
    "year",
    "years",
    "date",
    "until",
    "last",
    "time",
    "times",
    "expect",
    "expected",
];
/// Past forms that do not begin like their present form.
const IRREGULAR: [(&str, &str); 10] = [
    ("won", "win"),
    ("fell", "fall"),
    ("rose", "rise"),
    ("held", "hold"),
    ("sold", "sell"),
    ("left", "leave"),
    ("met", "meet"),
    ("went", "go"),
    ("lost", "lose"),
    ("built", "build"),
];

/// Number of topic words that show the topic without a name.
pub(super) const SHARED_WORDS: usize = 2;

/// Names and topic words of a question, as stems.
pub(super) struct Topic {
    names: HashSet<String>,
    words: HashSet<String>,
}

impl Topic {
    /// Returns `None` if the question has no topic word beside its names and dates.
    pub(super) fn new(question: &str) -> Option<Self> {
        let names = names(question);
        let words: HashSet<String> = stems(question).difference(&names).cloned().collect();
        (!words.is_empty()).then_some(Self { names, words })
    }

    /// Returns the number of topic words in a text.
    pub(super) fn shared(&self, text: &str) -> usize {
        stems(text).intersection(&self.words).count()
    }

    /// Returns the sources of which no text has a topic word, from pairs of a source and a text. Returns none if that
    /// is true of all sources and one of them has the question's names.
    pub(super) fn off_topic<'a>(&self, texts: &[(&'a str, &str)]) -> HashSet<&'a str> {
        let on_topic = sources_with(texts, |text| self.shared(text) > 0);
        if on_topic.is_empty() && !self.named(texts).is_empty() {
            return HashSet::new();
        }
        texts.iter().map(|(source, _)| *source).filter(|source| !on_topic.contains(source)).collect()
    }

    /// Like [`Self::off_topic`]. If a source has a topic word and a name of the question, also drops those that have no
    /// name and fewer than [`SHARED_WORDS`] topic words: one word alone may have another meaning.
    pub(super) fn off_topic_or_unnamed<'a>(&self, texts: &[(&'a str, &str)]) -> HashSet<&'a str> {
        let mut dropped = self.off_topic(texts);
        let named = self.named(texts);
        if named.iter().any(|source| !dropped.contains(source)) {
            let words = |source: &str| {
                let of = texts.iter().filter(|(other, _)| *other == source).flat_map(|(_, text)| stems(text));
                of.collect::<HashSet<_>>().intersection(&self.words).count()
            };
            let sources = texts.iter().map(|(source, _)| *source);
            dropped.extend(sources.filter(|source| !named.contains(source) && words(source) < SHARED_WORDS));
        }
        dropped
    }

    /// Returns the items whose text concerns the question, or all if the question has no topic.
    pub(super) fn of_items<T: Clone>(question: &str, items: &[T], text: impl Fn(&T) -> &str) -> Vec<T> {
        let Some(topic) = Self::new(question) else { return items.to_vec() };
        let names: Vec<String> = (0..items.len()).map(|place| place.to_string()).collect();
        let texts: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(items.iter().map(&text)).collect();
        let dropped = topic.off_topic_or_unnamed(&texts);
        let kept = names.iter().zip(items).filter(|(name, _)| !dropped.contains(name.as_str()));
        kept.map(|(_, item)| item.clone()).collect()
    }

    fn named<'a>(&self, texts: &[(&'a str, &str)]) -> HashSet<&'a str> {
        sources_with(texts, |text| !stems(text).is_disjoint(&self.names))
    }
}

fn sources_with<'a>(texts: &[(&'a str, &str)], holds: impl Fn(&str) -> bool) -> HashSet<&'a str> {
    texts.iter().filter(|(_, text)| holds(text)).map(|(source, _)| *source).collect()
}

/// Stems of the content words, without dates, numbers and words of form.
fn stems(text: &str) -> HashSet<String> {
    let plain: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !word.bytes().all(|b| b.is_ascii_digit()))
        .collect();
    plain.into_iter().flat_map(stem).collect()
}

fn stem(word: &str) -> HashSet<String> {
    let lower = word.to_lowercase();
    let word = lower.as_str();
    if FORM.contains(&word) || MONTHS.contains(&word) || number_word::parse(word).is_some() {
        return HashSet::new();
    }
    let present = IRREGULAR.iter().find(|(past, _)| *past == lower).map(|(_, present)| *present);
    content(present.unwrap_or(&lower))
}

/// Stems of the capitalised words, except the first of the sentence.
fn names(question: &str) -> HashSet<String> {
    let capitalised = |word: &&str| word.chars().next().is_some_and(char::is_uppercase);
    let sentences = question.split([':', '.', '?', '!']).map(str::trim);
    sentences
        .flat_map(|sentence| sentence.split_whitespace().skip(1))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(capitalised)
        .flat_map(stem)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_place_or_date_is_no_topic() {
        let topic = Topic::new("Will snow fall in Harbour City before 25 December 2026?").unwrap();
        assert_eq!(topic.shared("Snow fell in Harbour City before Christmas in 14 of the last 30 years."), 2);
        let football = "Harbour City meet Northfield on 25 December 2026.";
        assert_eq!(topic.shared(football), 0);
    }

    #[test]
    fn a_source_is_on_topic_if_one_of_its_texts_is() {
        let topic = Topic::new("Will snow fall in Harbour City?").unwrap();
        let sea = ("weather", "The sea is 0.8 degrees above normal.");
        let football = ("sport", "Harbour City meet Northfield.");
        let texts = [("weather", "Snow fell in 14 of the last 30 years."), sea, football];
        assert_eq!(topic.off_topic(&texts), HashSet::from(["sport"]));
        assert!(topic.off_topic(&[football]).is_empty(), "the name is all that was found");
        assert_eq!(topic.off_topic(&[("bank", "The rate is 3.25 per cent.")]), HashSet::from(["bank"]));
        let prices = ("bank", "Rents explain most of the fall.");
        let both = [("weather", "Snow fell in Harbour City."), prices];
        assert!(topic.off_topic(&both).is_empty(), "the word has two meanings");
        assert_eq!(topic.off_topic_or_unnamed(&both), HashSet::from(["bank"]));
    }

    #[test]
    fn words_of_form_are_no_topic() {
        assert!(Topic::new("What was reported in December?").is_none());
        let topic = Topic::new("Which second, independent source reports this: The bridge opened?").unwrap();
        assert_eq!(topic.shared("Kelp moved to two independent price sources."), 0);
        assert_eq!(topic.shared("The bridge will be opened late."), 2);
    }
}
