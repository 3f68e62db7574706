//! Families of questions about one event that differ only in deadline or limit: `Will it open by June?` and
//! `Will it open by December?`. Judged conservatively by words: everything else, the criteria included, must be equal,
//! and words that turn an earlier deadline into the easier one (`not`, `remain`, `still`) make no family.

use domain::reading::{Family, Limit};
use domain::{AnswerKind, JobId, Time};

use crate::deadline;

/// The parts of a question that decide its family.
#[derive(Debug, Clone, Copy)]
pub struct FamilyText<'a> {
    /// Text of the question.
    pub text: &'a str,
    /// Criteria of the resolution.
    pub criteria: &'a str,
    /// Kind of the answer.
    pub kind: &'a AnswerKind,
    /// Time of asking.
    pub asked: Time,
}

/// Words with which something must hold until the deadline, or must not happen.
const PERSISTENCE: [&str; 42] = [
    "not",
    "no",
    "never",
    "none",
    "without",
    "neither",
    "nor",
    "fail",
    "fails",
    "avoid",
    "avoids",
    "remain",
    "remains",
    "stay",
    "stays",
    "continue",
    "continues",
    "keep",
    "keeps",
    "hold",
    "holds",
    "last",
    "lasts",
    "still",
    "survive",
    "survives",
    "refrain",
    "refrains",
    "stop",
    "until",
    "till",
    "through",
    "throughout",
    "only",
    "exactly",
    "lowest",
    "highest",
    "least",
    "most",
    "first",
    "next",
    "between",
];

/// Words before a limit that a number has to exceed.
const ABOVE: [&[&str]; 15] = [
    &["more", "than"],
    &["greater", "than"],
    &["higher", "than"],
    &["larger", "than"],
    &["at", "least"],
    &["above"],
    &["over"],
    &["exceed"],
    &["exceeds"],
    &["reach"],
    &["reaches"],
    &["surpass"],
    &["hit", "high"],
    &["top"],
    &["cross", "above"],
];

/// Words before a limit that a number has to fall below.
const BELOW: [&[&str]; 9] = [
    &["less", "than"],
    &["fewer", "than"],
    &["lower", "than"],
    &["smaller", "than"],
    &["at", "most"],
    &["below"],
    &["under"],
    &["hit", "low"],
    &["dip", "below"],
];

/// Returns the family of a question by yes or no; `None` if it has neither a deadline that is a limit nor one limit.
pub fn family(question: &FamilyText<'_>) -> Option<Family> {
    let FamilyText { text, criteria, kind, asked } = *question;
    let condition = match kind {
        AnswerKind::Binary => "",
        AnswerKind::Conditional { condition } => condition,
        _ => return None,
    };
    let is_limit = deadline::is_limit(text, asked);
    let deadline = if is_limit { deadline::named(text, asked).map(|named| named.at) } else { None };
    let rest = if is_limit { deadline::without_deadlines(text, asked) } else { deadline::fold(text) };
    let rest = words(&rest);
    let found = limit(&rest);
    let limit_words = found.map_or(0..0, |(_, words)| words.0..words.1);
    // The words of the limit itself persist nothing: `at least 10`.
    let persists = rest.iter().enumerate().any(|(at, word)| !limit_words.contains(&at) && is_persistence(word));
    if persists || (deadline.is_none() && found.is_none()) {
        return None;
    }
    let number = found.map(|(_, (_, end))| rest[end - 1].clone());
    let event = masked(&rest, number.as_deref());
    let criteria = masked(&words(&deadline::without_deadlines(criteria, asked)), number.as_deref());
    let limit = found.map(|(limit, _)| limit);
    let shape = format!("{}{:?}", deadline.is_some(), limit.map(|limit| limit.is_above));
    let key = JobId::named(&["question-family", kind.name(), &deadline::fold(condition), &shape, &event, &criteria]);
    Some(Family { key: key.to_string(), deadline, limit })
}

fn is_persistence(word: &str) -> bool {
    PERSISTENCE.contains(&word) || word.ends_with("n't") || word.ends_with("n\u{2019}t")
}

fn words(text: &str) -> Vec<String> {
    let is_inner = |c: char| c.is_alphanumeric() || "%$€£".contains(c);
    let bare = |word: &str| word.trim_matches(|c: char| !is_inner(c)).to_lowercase();
    text.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect()
}

/// Replaces the number of the limit.
fn masked(words: &[String], number: Option<&str>) -> String {
    let masked = words.iter().map(|word| if Some(word.as_str()) == number { "#" } else { word });
    masked.collect::<Vec<_>>().join(" ")
}

/// Returns the only limit of a text with its first word and the word after its number; `None` if it has several.
fn limit(words: &[String]) -> Option<(Limit, (usize, usize))> {
    let mut found = None;
    for at in 0..words.len() {
        let starts = |phrases: &[&[&str]]| {
            let is_at = |phrase: &&&[&str]| {
                phrase.iter().enumerate().all(|(n, part)| words.get(at + n).is_some_and(|word| word == part))
            };
            phrases.iter().filter(is_at).map(|phrase| phrase.len()).max()
        };
        let Some((length, is_above)) = starts(&ABOVE).map(|n| (n, true)).or_else(|| starts(&BELOW).map(|n| (n, false)))
        else {
            continue;
        };
        let Some(value) = words.get(at + length).and_then(|word| number(word)) else { continue };
        if found.is_some() {
            return None;
        }
        found = Some((Limit { value, is_above }, (at, at + length + 1)));
    }
    found
}

/// Parses `400`, `5,500`, `$60`, `3.5%`, `150m`. A year is none.
fn number(word: &str) -> Option<f64> {
    let plain: String = word.chars().filter(|c| !",$€£%".contains(*c)).collect();
    let (digits, scale) = match plain.char_indices().last()? {
        (end, 'k') => (&plain[..end], 1e3),
        (end, 'm') => (&plain[..end], 1e6),
        (end, 'b') => (&plain[..end], 1e9),
        _ => (plain.as_str(), 1.0),
    };
    let is_number =
        digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let value: f64 = digits.parse().ok().filter(|_| is_number)?;
    let is_year = word.len() == 4 && (1990.0..2200.0).contains(&value) && word.chars().all(|c| c.is_ascii_digit());
    (value.is_finite() && !is_year).then_some(value * scale)
}

#[cfg(test)]
mod tests {
    use domain::reading::Implication;

    use super::*;

    fn of(text: &str, criteria: &str) -> Option<Family> {
        let asked = "2026-02-19T10:30:00Z".parse().unwrap();
        family(&FamilyText { text, criteria, kind: &AnswerKind::Binary, asked })
    }

    fn implication(one: &str, other: &str) -> Option<Implication> {
        of(one, "")?.implication(&of(other, "")?)
    }

    #[test]
    fn another_deadline_or_limit_is_the_same_family() {
        use Implication::{ImpliedByThis, ImpliesThis};
        for (one, other, expected) in [
            ("Will the bridge open by June 30?", "Will the bridge open before April 2026?", ImpliesThis),
            ("Will the bridge open by June 30?", "Will the bridge open by the end of 2026?", ImpliedByThis),
            ("Will gold exceed $5,000 in 2026?", "Will gold exceed $5,500 in 2026?", ImpliesThis),
            (
                "Will gold (GC) hit (HIGH) $5,000 by end of June?",
                "Will gold (GC) hit (HIGH) $6,000 by end of June?",
                ImpliesThis,
            ),
            ("Will oil fall below 60 by May 1?", "Will oil fall below 50 by April 1?", ImpliesThis),
            ("Will it have at least 10 seats on May 1?", "Will it have at least 8 seats on May 1?", ImpliedByThis),
        ] {
            assert_eq!(implication(one, other), Some(expected), "{one} / {other}");
        }
    }

    #[test]
    fn what_differs_in_anything_else_is_no_family() {
        for (one, other) in [
            ("Will the bridge open by June 30?", "Will the tunnel open by March 31?"),
            ("Will the bridge remain closed by June 30?", "Will the bridge remain closed by March 31?"),
            ("Will Example not list by June 30?", "Will Example not list by March 31?"),
            ("Will it be the largest on June 30?", "Will it be the largest on March 31?"),
            ("Will more than 3 of more than 10 open by June 30?", "Will more than 4 of more than 10 open by June 30?"),
            ("Will gold exceed $5,000 in 2026?", "Will gold fall below $5,500 in 2026?"),
            ("Will fighting continue through June 30?", "Will fighting continue through March 31?"),
            ("Will it open?", "Will it open?"),
        ] {
            assert_eq!(implication(one, other), None, "{one} / {other}");
        }
        let text = "Will the bridge open by June 30?";
        let criteria = |day: &str, who: &str| of(text, &format!("Open to cars by {day}, as {who} reports."));
        let (june, march) =
            (criteria("June 30, 2026", "the city").unwrap(), criteria("March 31, 2026", "the city").unwrap());
        assert_eq!(june.key, march.key, "the criteria name another day");
        assert_ne!(june.key, criteria("June 30, 2026", "the press").unwrap().key, "another judge");
        let condition = AnswerKind::Conditional { condition: "it rains".into() };
        let asked = "2026-02-19T10:30:00Z".parse().unwrap();
        assert_ne!(
            family(&FamilyText { text, criteria: "", kind: &condition, asked }).unwrap().key,
            of(text, "").unwrap().key
        );
        assert_eq!(family(&FamilyText { text, criteria: "", kind: &AnswerKind::Date, asked }), None);
    }
}
