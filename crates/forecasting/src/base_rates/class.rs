//! Reference classes of a question: groups of questions with the same form, horizon and topic. A class is identified by
//! a label, so that a store can find its cases by equality.

use crate::base_rates::asked::AskedQuestion;
use crate::base_rates::dates;
use crate::base_rates::form::Form;
use crate::base_rates::phrases::normalize;

/// Version of the labels. Must grow when a label changes its meaning; the store then labels older outcomes again.
pub const VERSION: i16 = 1;

/// Maximum bytes of a label: the limit of an index entry.
const MAX_LABEL_BYTES: usize = 200;

/// A reference class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Label under which its cases are stored.
    pub label: String,
    /// Description for display: "questions …".
    pub description: String,
}

/// Returns the classes of a question, each a subset of the one before: questions with its form and horizon; of its
/// topic; with the same standing of the series; and the same question at other times.
///
/// Every class includes the horizon: among questions that resolve early, those with little time are overrepresented,
/// and they resolve NO.
pub fn classes(asked: &AskedQuestion<'_>) -> Vec<Class> {
    let (form, span) = (Form::classify(asked), Span::until_due(asked));
    let topic = topic(asked.topic);
    let mut classes = vec![Class {
        label: label(&["form", form.name(), span.name()]),
        description: format!("questions {}, {}", form.description(), span.description()),
    }];
    if !topic.is_empty() {
        let description = format!("such questions from {topic}");
        classes.push(Class {
            label: label(&["topic", &topic, form.name(), span.name()]),
            description: description.clone(),
        });
        if let Some((name, standing)) = standing(form, asked) {
            let description = format!("{description}, {standing}");
            classes.push(Class { label: label(&["standing", &topic, form.name(), span.name(), &name]), description });
        }
    }
    let series = series(asked.claim());
    if !series.is_empty() {
        classes.push(Class {
            label: label(&["series", &topic, &series]),
            description: "the same question at other times".to_owned(),
        });
    }
    classes
}

/// Time until the latest resolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Span {
    Fortnight,
    Month,
    Quarter,
    Longer,
    Open,
}

impl Span {
    fn until_due(asked: &AskedQuestion<'_>) -> Self {
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

    fn description(self) -> &'static str {
        match self {
            Self::Fortnight => "within two weeks",
            Self::Month => "within two weeks to a month",
            Self::Quarter => "within one to three months",
            Self::Longer => "in more than three months",
            Self::Open => "without a stated end",
        }
    }
}

/// Standing of the question's series, as (name, description): its average count, or the frequency of its updates.
fn standing(form: Form, asked: &AskedQuestion<'_>) -> Option<(String, String)> {
    match form {
        Form::AboveAverage => asked.current_value().map(|average| {
            let (name, description) = match average {
                none if none <= 0.0 => ("none", "where there was none before"),
                few if few < 1.0 => ("few", "where there were few before"),
                _ => ("some", "where there were some before"),
            };
            (name.to_owned(), description.to_owned())
        }),
        Form::Moves => {
            frequency(asked.background).map(|often| (often.clone(), format!("about series that are updated {often}")))
        }
        _ => None,
    }
}

/// Parses `update frequency: Weekly, …`, the notation of statistical offices.
fn frequency(background: &str) -> Option<String> {
    const LABEL: &str = "update frequency:";
    let text = background[background.find(LABEL)? + LABEL.len()..].trim_start();
    let word: String = text.chars().take_while(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    ["daily", "weekly", "monthly", "quarterly", "yearly", "annual"].contains(&word.as_str()).then_some(word)
}

fn topic(topic: &str) -> String {
    normalize(topic).trim().chars().take(60).collect()
}

/// Removes days, months and numbers, which differ between repetitions of a question. Names with a number (`GPT-5`) are
/// kept.
fn series(claim: &str) -> String {
    let normalized = normalize(claim);
    let kept = normalized.split_whitespace().filter(|word| !is_number(word) && dates::month_number(word).is_none());
    kept.collect::<Vec<_>>().join(" ")
}

/// Returns true for `2026-03-31`, `$4,200`, `3%` and `31st`.
fn is_number(word: &str) -> bool {
    let bare = ["st", "nd", "rd", "th"].into_iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    bare.contains(|c: char| c.is_ascii_digit()) && !bare.contains(char::is_alphabetic)
}

/// Joins parts with a character that no part contains, cut to [`MAX_LABEL_BYTES`].
fn label(parts: &[&str]) -> String {
    let mut label = parts.join("|");
    label.truncate(label.floor_char_boundary(MAX_LABEL_BYTES));
    label
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base_rates::asked::tests::{asked, at};

    fn labels(asked: &AskedQuestion<'_>) -> Vec<String> {
        classes(asked).into_iter().map(|class| class.label).collect()
    }

    #[test]
    fn classes_are_ordered_from_the_general_to_the_specific() {
        let question = AskedQuestion {
            topic: "Polymarket",
            closes: Some(at("2026-03-21")),
            ..asked("Will they meet by March 20, 2026?")
        };
        assert_eq!(
            labels(&question),
            ["form|happens|31d", "topic|polymarket|happens|31d", "series|polymarket|will they meet by"]
        );
        assert_eq!(
            classes(&question)[0].description,
            "questions whether something happens by a date, within two weeks to a month"
        );
    }

    #[test]
    fn the_same_question_at_another_time_has_the_same_series() {
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
    fn the_standing_of_a_series_is_a_class() {
        let labels_of = |text, background| labels(&AskedQuestion { topic: "s", background, ..asked(text) });
        let riots = "Will there be more riots before 2026-03-11 compared to the 30-day average of riots?";
        assert_eq!(labels_of(riots, "Current value: 0.")[2], "standing|s|above-average|14d|none");
        assert_eq!(labels_of(riots, "Current value: 7.")[2], "standing|s|above-average|14d|some");
        let moves = "Will it have increased by 2026-03-11 as compared to its value on 2026-03-04?";
        assert_eq!(labels_of(moves, "the update frequency: Weekly, Ending Friday")[2], "standing|s|moves|14d|weekly");
        assert_eq!(labels_of(moves, "").len(), 3, "form, topic, series");
    }

    proptest! {
        #[test]
        fn labels_fit_an_index_and_are_distinct(text in ".{0,400}", topic in ".{0,100}") {
            let question = asked(&text);
            let labels = labels(&AskedQuestion { topic: &topic, ..question });
            let mut once = labels.clone();
            once.sort();
            once.dedup();
            prop_assert_eq!(once.len(), labels.len());
            prop_assert!(labels.iter().all(|label| label.len() <= MAX_LABEL_BYTES));
        }
    }
}
