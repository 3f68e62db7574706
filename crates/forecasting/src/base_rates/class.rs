//! The reference classes of a question: groups of questions that share its form, its horizon, its topic. A class is a label, so
//! that a store can find its cases without understanding them.

use crate::base_rates::asked::Asked;
use crate::base_rates::dates;
use crate::base_rates::form::Form;
use crate::base_rates::words::line;

/// Grows when a label changes its meaning: what was labelled by an older version is labelled anew.
pub const VERSION: i16 = 1;

/// Longest label in bytes: an index entry must hold it.
const LONGEST: usize = 200;

/// One class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// What finds its cases.
    pub label: String,
    /// For a person: "questions …".
    pub words: String,
}

/// Its classes, each a part of the one before: those of its form and horizon, those of its topic among them, those that stand
/// where it stands, and those that asked the very same at another time.
///
/// The horizon belongs to every class: among questions that are decided early, those with little time are too many, and they
/// come out NO.
pub fn classes(asked: &Asked<'_>) -> Vec<Class> {
    let (form, span) = (Form::of(asked), Span::of(asked));
    let topic = topic(asked.topic);
    let mut classes = vec![Class {
        label: label(&["form", form.name(), span.name()]),
        words: format!("questions {}, {}", form.words(), span.words()),
    }];
    if !topic.is_empty() {
        let words = format!("such questions from {topic}");
        classes.push(Class { label: label(&["topic", &topic, form.name(), span.name()]), words: words.clone() });
        if let Some((name, standing)) = standing(form, asked) {
            let words = format!("{words}, {standing}");
            classes.push(Class { label: label(&["standing", &topic, form.name(), span.name(), &name]), words });
        }
    }
    let series = series(asked.claim());
    if !series.is_empty() {
        classes.push(Class {
            label: label(&["series", &topic, &series]),
            words: "the same question at other times".to_owned(),
        });
    }
    classes
}

/// How much time is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Span {
    Fortnight,
    Month,
    Quarter,
    Longer,
    Open,
}

impl Span {
    fn of(asked: &Asked<'_>) -> Self {
        match asked.days_left() {
            None => Self::Open,
            Some(..=14) => Self::Fortnight,
            Some(15..=31) => Self::Month,
            Some(32..=92) => Self::Quarter,
            Some(_) => Self::Longer,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Fortnight => "14d",
            Self::Month => "31d",
            Self::Quarter => "92d",
            Self::Longer => "long",
            Self::Open => "open",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Fortnight => "within two weeks",
            Self::Month => "within two weeks to a month",
            Self::Quarter => "within one to three months",
            Self::Longer => "in more than three months",
            Self::Open => "without a stated end",
        }
    }
}

/// Where the question's series stands: how often it is updated, or whether there is anything to count at all.
fn standing(form: Form, asked: &Asked<'_>) -> Option<(String, String)> {
    match form {
        Form::AboveAverage => asked.current_value().map(|average| {
            let (name, words) = match average {
                none if none <= 0.0 => ("none", "where there was none before"),
                few if few < 1.0 => ("few", "where there were few before"),
                _ => ("some", "where there were some before"),
            };
            (name.to_owned(), words.to_owned())
        }),
        Form::Moves => {
            frequency(asked.background).map(|often| (often.clone(), format!("about series that are updated {often}")))
        }
        _ => None,
    }
}

/// `update frequency: Weekly, …`, as statistical offices state it.
fn frequency(background: &str) -> Option<String> {
    const SAID: &str = "update frequency:";
    let said = background[background.find(SAID)? + SAID.len()..].trim_start();
    let word: String = said.chars().take_while(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    ["daily", "weekly", "monthly", "quarterly", "yearly", "annual"].contains(&word.as_str()).then_some(word)
}

fn topic(topic: &str) -> String {
    line(topic).trim().chars().take(60).collect()
}

/// The claim without what tells one time of asking from another: days, months, numbers. Names that hold a number (`GPT-5`) stay.
fn series(claim: &str) -> String {
    let line = line(claim);
    let kept = line.split_whitespace().filter(|word| !is_number(word) && dates::month_number(word).is_none());
    kept.collect::<Vec<_>>().join(" ")
}

/// `2026-03-31`, `$4,200`, `3%`, `31st`.
fn is_number(word: &str) -> bool {
    let bare = ["st", "nd", "rd", "th"].into_iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    bare.contains(|c: char| c.is_ascii_digit()) && !bare.contains(char::is_alphabetic)
}

/// Parts joined by a sign that no part holds, cut to what an index can hold.
fn label(parts: &[&str]) -> String {
    let mut label = parts.join("|");
    label.truncate(label.floor_char_boundary(LONGEST));
    label
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base_rates::asked::tests::{asked, at};

    fn labels(asked: &Asked<'_>) -> Vec<String> {
        classes(asked).into_iter().map(|class| class.label).collect()
    }

    #[test]
    fn classes_go_from_the_general_to_the_particular() {
        let question =
            Asked { topic: "Polymarket", closes: Some(at("2026-03-21")), ..asked("Will they meet by March 20, 2026?") };
        assert_eq!(
            labels(&question),
            ["form|happens|31d", "topic|polymarket|happens|31d", "series|polymarket|will they meet by"]
        );
        assert_eq!(
            classes(&question)[0].words,
            "questions whether something happens by a date, within two weeks to a month"
        );
    }

    #[test]
    fn the_same_question_at_another_time_is_of_the_same_series() {
        let first = labels(&asked("Will ABC's close on 2026-03-11 be higher than its close on 2026-03-04?"));
        let second = labels(&asked("Will ABC's close on 2026-04-11 be higher than its close on 2026-04-04?"));
        let other = labels(&asked("Will XYZ's close on 2026-04-11 be higher than its close on 2026-04-04?"));
        assert_eq!(first.last(), second.last());
        assert_ne!(first.last(), other.last());
        let model = |text| labels(&asked(text)).pop();
        assert_eq!(model("GPT-5 out by March 31st?"), model("GPT-5 out by April 2?"));
        assert_ne!(model("GPT-5 out by March 31st?"), model("GPT-6 out by March 31st?"));
    }

    #[test]
    fn where_a_series_stands_makes_a_class() {
        let of = |text, background| labels(&Asked { topic: "s", background, ..asked(text) });
        let riots = "Will there be more riots before 2026-03-11 compared to the 30-day average of riots?";
        assert_eq!(of(riots, "Current value: 0.")[2], "standing|s|above-average|14d|none");
        assert_eq!(of(riots, "Current value: 7.")[2], "standing|s|above-average|14d|some");
        let moves = "Will it have increased by 2026-03-11 as compared to its value on 2026-03-04?";
        assert_eq!(of(moves, "the update frequency: Weekly, Ending Friday")[2], "standing|s|moves|14d|weekly");
        assert_eq!(of(moves, "").len(), 3, "form, topic, series");
    }

    proptest! {
        #[test]
        fn labels_fit_an_index_and_differ(text in ".{0,400}", topic in ".{0,100}") {
            let question = asked(&text);
            let labels = labels(&Asked { topic: &topic, ..question });
            let mut once = labels.clone();
            once.sort();
            once.dedup();
            prop_assert_eq!(once.len(), labels.len());
            prop_assert!(labels.iter().all(|label| label.len() <= LONGEST));
        }
    }
}
