//! The kind of claim that a question makes, recognised by its words. Questions of one form have more similar base rates
//! than questions on one topic: a threshold that must be passed within two weeks is rarely passed, regardless of what
//! it measures.

use serde::{Deserialize, Serialize};

use crate::base_rates::asked::AskedQuestion;
use crate::base_rates::phrases::{contains_phrase, normalize};

/// The form of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// At least a stated multiple of the usual number.
    Multiple,
    /// More than a past average.
    AboveAverage,
    /// A change by at least a stated percentage.
    Jump,
    /// At least as good as before: no change resolves YES.
    NoWorse,
    /// A series is higher (or lower) on one day than on another.
    Moves,
    /// The present state continues.
    Stays,
    /// A number is within a stated range.
    Band,
    /// One of several candidates wins.
    Contest,
    /// A number passes a stated threshold.
    Mark,
    /// Something happens by a date.
    Happens,
    /// Any other claim.
    Other,
}

type Rule = (Form, fn(&str) -> bool);

/// Rules in the order of evaluation: specific forms before general ones.
const RULES: [Rule; 10] = [
    (Form::Multiple, is_multiple),
    (Form::AboveAverage, is_above_average),
    (Form::Jump, is_jump),
    (Form::NoWorse, |line| {
        contains_phrase(
            line,
            &["as high or higher", "as low or lower", "as good or better", "at least as high", "at least as good"],
        )
    }),
    (Form::Moves, is_move),
    (Form::Stays, is_stay),
    (Form::Band, is_band),
    (Form::Contest, is_contest),
    (Form::Mark, is_mark),
    (Form::Happens, has_deadline),
];

impl Form {
    /// Classifies a question by its claim.
    pub fn classify(asked: &AskedQuestion<'_>) -> Self {
        let line = normalize(asked.claim());
        RULES.iter().find(|(_, is)| is(&line)).map_or(Self::Other, |(form, _)| *form)
    }

    /// Returns the name used in labels of classes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Multiple => "multiple",
            Self::AboveAverage => "above-average",
            Self::Jump => "jump",
            Self::NoWorse => "no-worse",
            Self::Moves => "moves",
            Self::Stays => "stays",
            Self::Band => "band",
            Self::Contest => "contest",
            Self::Mark => "mark",
            Self::Happens => "happens",
            Self::Other => "other",
        }
    }

    /// Returns a description to follow the word "questions".
    pub fn description(self) -> &'static str {
        match self {
            Self::Multiple => "whether there is several times more than usual",
            Self::AboveAverage => "whether there is more than on average before",
            Self::Jump => "whether a number moves by a stated share",
            Self::NoWorse => "whether something is at least as good as before",
            Self::Moves => "whether a series is higher or lower than before",
            Self::Stays => "whether things stay as they are",
            Self::Band => "whether a number falls into a stated range",
            Self::Contest => "who wins",
            Self::Mark => "whether a number passes a stated mark",
            Self::Happens => "whether something happens by a date",
            Self::Other => "of no known form",
        }
    }
}

fn is_multiple(line: &str) -> bool {
    contains_phrase(line, &["times as many", "times as much", "times more", "times higher"])
}

fn is_above_average(line: &str) -> bool {
    contains_phrase(line, &["more", "fewer", "higher", "lower"])
        && contains_phrase(line, &["compared to", "than"])
        && contains_phrase(
            line,
            &["average of", "average over", "day average", "month average", "year average", "the average"],
        )
}

/// Matches a percentage followed by a direction: `at least 1% higher`, `5 percent more`.
fn is_jump(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let moves = |word: &str| matches!(word, "higher" | "lower" | "more" | "less" | "up" | "down");
    words.windows(3).any(|three| {
        let share = three[0].strip_suffix('%').or_else(|| (three[1] == "percent").then_some(three[0]));
        let direction = if three[0].ends_with('%') { three[1] } else { three[2] };
        share.is_some_and(|share| share.parse::<f64>().is_ok()) && moves(direction)
    })
}

fn is_move(line: &str) -> bool {
    let direction = ["increase", "increased", "decrease", "decreased", "risen", "fallen", "higher", "lower"];
    contains_phrase(line, &direction)
        && contains_phrase(line, &["compared to its", "compared with its", "than on", "than its", "than it was"])
}

fn is_stay(line: &str) -> bool {
    let stays = [
        "remain",
        "remains",
        "still",
        "continue",
        "continues",
        "ongoing",
        "stay",
        "stays",
        "keep",
        "keeps",
        "maintain",
        "hold up",
        "last at least",
        "not",
        "no longer",
        "never",
        "no change",
    ];
    contains_phrase(line, &stays)
}

/// Matches `between 3 and 4`, `exactly 5` and `80-100`, but not a season such as `2025-26`.
fn is_band(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let begins = |word: &str| word.trim_start_matches('$').starts_with(|c: char| c.is_ascii_digit());
    words.windows(2).any(|two| matches!(two[0], "between" | "exactly") && begins(two[1]))
        || words.iter().any(|word| is_range(word))
}

fn is_range(word: &str) -> bool {
    let number = |text: &str| text.trim_matches(['$', '%', '+']).parse::<f64>().ok();
    let Some((low, high)) = word.split_once('-') else { return false };
    let year = low.len() == 4 && (low.starts_with("20") || low.starts_with("19"));
    !year && number(low).zip(number(high)).is_some_and(|(low, high)| low < high)
}

fn is_contest(line: &str) -> bool {
    let contest = [
        "win",
        "wins",
        "winner",
        "nominee",
        "finish",
        "finishes",
        "advance",
        "advances",
        "best record",
        "worst record",
        "mvp",
        "rookie",
        "best picture",
        "largest",
        "most seats",
        "highest",
        "lead the",
        "make the",
        "next prime minister",
        "next president",
        "next chancellor",
        "next pope",
        "top 3",
        "top 4",
        "top 5",
        "top 10",
    ];
    let stages = ["final", "finals", "semifinal", "semifinals", "quarterfinal", "quarterfinals", "playoffs", "runoff"];
    contains_phrase(line, &contest) || (contains_phrase(line, &["reach"]) && contains_phrase(line, &stages))
}

fn is_mark(line: &str) -> bool {
    let passes = [
        "hit",
        "reach",
        "reaches",
        "above",
        "below",
        "more than",
        "greater than",
        "at least",
        "fewer than",
        "less than",
        "over",
        "under",
        "exceed",
        "exceeds",
        "surpass",
    ];
    let counted = |word: &str| {
        let digits = word.starts_with(|c: char| c.is_ascii_digit());
        word.starts_with('$') || (digits && word.ends_with(['%', '+']))
    };
    contains_phrase(line, &passes) || line.split_whitespace().any(counted)
}

/// Matches `by March`, `before the end of 2026`, `in 2026` and `by 2026-03-31`.
fn has_deadline(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let limits = |word: &str| matches!(word, "by" | "before" | "until" | "through" | "in" | "during" | "within");
    words.iter().enumerate().any(|(at, word)| {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let named = if next == "the" { words.get(at + 2).copied().unwrap_or_default() } else { next };
        limits(word) && is_time(named, *word == "within")
    })
}

fn is_time(word: &str, counted: bool) -> bool {
    let year = word.len() >= 4 && word.starts_with("20") && word.bytes().take(4).all(|byte| byte.is_ascii_digit());
    let number = word.starts_with(|c: char| c.is_ascii_digit());
    let named = matches!(word, "end" | "q1" | "q2" | "q3" | "q4" | "christmas" | "next" | "midnight");
    year || named || crate::base_rates::dates::month_number(word).is_some() || (counted && number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base_rates::asked::tests::asked;

    #[test]
    fn a_claim_is_classified_by_its_words() {
        for (claim, form) in [
            ("Will there be more than ten times as many strikes in May as usual?", Form::Multiple),
            (
                "Will there be more strikes for the 30 days before 2026-03-11 compared to the 30-day average of strikes?",
                Form::AboveAverage,
            ),
            ("Will her rating on 2026-03-11 be at least 1% higher than on 2026-03-04?", Form::Jump),
            ("Will he rank on 2026-03-11 as high or higher than on 2026-03-04?", Form::NoWorse),
            ("Will the yield have increased by 2026-03-11 as compared to its value on 2026-03-04?", Form::Moves),
            ("Will X's close on 2026-03-11 be higher than its close on 2026-03-04?", Form::Moves),
            ("Will she still hold the record on 2026-03-11?", Form::Stays),
            ("Will Ruritania not join by June 30?", Form::Stays),
            ("Will there be between 3 and 5 launches?", Form::Band),
            ("Will he post 80-100 times?", Form::Band),
            ("Will the Bears win the 2025–26 cup?", Form::Contest),
            ("Will the Bears reach the league semifinal?", Form::Contest),
            ("Will silver hit (LOW) $60 by end of June?", Form::Mark),
            ("Any 60%+ score?", Form::Mark),
            ("Will they meet before May 2026?", Form::Happens),
            ("Released by the end of March?", Form::Happens),
            ("Peace talks between Ruritania and Freedonia within 2 years?", Form::Happens),
            ("Is the site up?", Form::Other),
            ("", Form::Other),
        ] {
            assert_eq!(Form::classify(&asked(claim)), form, "{claim}");
        }
    }

    #[test]
    fn the_explanation_does_not_change_the_form() {
        assert_eq!(
            Form::classify(&asked("Is the site up?\n\nIt must be up by 2026-05-01 at least 99% of the time.")),
            Form::Other
        );
    }

    proptest! {
        #[test]
        fn every_text_has_a_form(text in ".{0,120}") {
            prop_assert!(!Form::classify(&asked(&text)).description().is_empty());
        }
    }
}
