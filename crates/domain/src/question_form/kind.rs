//! The kind of answer that a text asks for, where its publisher states none. Reads words of the text only: it never
//! invents an option, a unit or a condition.

use super::{AskedFor, NotBinary, asked_for, words};
use crate::AnswerKind;
use crate::answer::MAX_UNIT;

/// Maximum number of words of a unit, as in `How many seats of the lower house will …`.
const MAX_UNIT_WORDS: usize = 6;

/// Returns the kind of answer that a text asks for.
///
/// # Errors
/// It asks for a description, which no forecast gives.
pub fn kind_of(text: &str) -> Result<AnswerKind, NotBinary> {
    match asked_for(text) {
        Some(AskedFor::Number) => Ok(AnswerKind::Numeric { unit: unit(text), lower: None, upper: None }),
        Some(AskedFor::Date) => Ok(AnswerKind::Date),
        Some(AskedFor::Choice) => {
            let options = options(text);
            Ok(AnswerKind::MultipleChoice { open: options.is_empty(), options })
        }
        Some(AskedFor::Description) => Err(NotBinary(AskedFor::Description)),
        None => Ok(condition(text).map_or(AnswerKind::Binary, |condition| AnswerKind::Conditional { condition })),
    }
}

/// Returns what stands between `how many` and the verb.
fn unit(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let asks = |pair: &[&str]| pair[0].eq_ignore_ascii_case("how") && pair[1].eq_ignore_ascii_case("many");
    let Some(start) = words.windows(2).position(asks) else { return String::new() };
    let rest = &words[start + 2..];
    let verb = |word: &&str| words::AUXILIARIES.contains(&word.to_lowercase().as_str());
    match rest.iter().position(verb) {
        Some(end) if end <= MAX_UNIT_WORDS => {
            let unit = rest[..end].join(" ");
            // The check of the kind refuses a longer one.
            if unit.chars().count() <= MAX_UNIT { unit } else { String::new() }
        }
        _ => String::new(),
    }
}

/// Returns the options that a text lists: `Which of A, B or C will …`, `Who will win: A, B or C?`. Empty if it lists
/// fewer than two.
fn options(text: &str) -> Vec<String> {
    let question = text.trim().trim_end_matches(['?', ' ']);
    let listed = after_colon(question).or_else(|| between_which_and_verb(question));
    let options: Vec<String> = listed.map(split).unwrap_or_default();
    let kind = AnswerKind::MultipleChoice { options, open: false };
    match kind.checked() {
        Ok(AnswerKind::MultipleChoice { options, .. }) => options,
        _ => Vec::new(),
    }
}

fn after_colon(question: &str) -> Option<&str> {
    let list = question.rsplit_once(": ")?.1;
    // A question after the colon is not a list: `Norrby: who will chair the port?`.
    (asked_for(list).is_none() && !list.contains('?')).then_some(list)
}

fn between_which_and_verb(question: &str) -> Option<&str> {
    let lower = question.to_lowercase();
    // Case folding may change the length of a text; offsets are valid only if it did not.
    let start = lower.find("which of ").filter(|_| lower.len() == question.len())? + "which of ".len();
    let rest = question.get(start..)?;
    let mut offset = 0;
    for word in rest.split_inclusive(' ') {
        if words::AUXILIARIES.contains(&word.trim().to_lowercase().as_str()) {
            return rest.get(..offset);
        }
        offset += word.len();
    }
    None
}

/// Splits a list at commas, `or` and `and`.
fn split(list: &str) -> Vec<String> {
    let parts = list.split(',').flat_map(|part| part.split(" or ")).flat_map(|part| part.split(" and "));
    let bare = |part: &str| {
        let part = part.trim();
        let part = part.strip_prefix("or ").or_else(|| part.strip_prefix("and ")).unwrap_or(part);
        part.trim().to_owned()
    };
    parts.map(bare).filter(|part| !part.is_empty()).collect()
}

/// Returns the condition of `If A, will B?` and of `Conditional on A, will B?`.
fn condition(text: &str) -> Option<String> {
    const STARTS: [&str; 3] = ["if ", "conditional on ", "given that "];
    let text = text.trim();
    let start =
        STARTS.iter().find(|start| text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)))?;
    let rest = text.get(start.len()..)?;
    let asks = |clause: &str| {
        let clause = clause.trim_start();
        let clause = clause.strip_prefix("then ").unwrap_or(clause);
        clause.split_whitespace().next().is_some_and(|word| words::YES_OR_NO.contains(&word.to_lowercase().as_str()))
    };
    let end = rest.match_indices(", ").map(|(at, _)| at).find(|at| asks(&rest[at + 2..]))?;
    let kind = AnswerKind::Conditional { condition: rest[..end].to_owned() };
    match kind.checked() {
        Ok(AnswerKind::Conditional { condition }) => Some(condition),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(options: &[&str]) -> AnswerKind {
        let open = options.is_empty();
        AnswerKind::MultipleChoice { options: options.iter().map(|one| (*one).to_owned()).collect(), open }
    }

    fn numeric(unit: &str) -> AnswerKind {
        AnswerKind::Numeric { unit: unit.to_owned(), lower: None, upper: None }
    }

    #[test]
    fn the_kind_follows_from_the_words_of_the_question() {
        for (text, kind) in [
            ("Will it rain?", AnswerKind::Binary),
            ("Which of Ada, Bo or Cy Lund will chair the port?", choice(&["Ada", "Bo", "Cy Lund"])),
            ("Which of the red and the blue team will win?", choice(&["the red", "the blue team"])),
            ("Who will chair the port: Ada, Bo, or Cy?", choice(&["Ada", "Bo", "Cy"])),
            ("Who will win the 2028 election?", choice(&[])),
            ("Which of the parties will lead?", choice(&[])),
            ("Norrby: who will chair the port?", choice(&[])),
            ("How many seats will the Greens win?", numeric("seats")),
            ("How much will Sundvik spend?", numeric("")),
            ("Wie viele Fähren werden im Mai anlegen?", numeric("")),
            ("When will the bridge open?", AnswerKind::Date),
            (
                "If the dam breaks, will the port close before June?",
                AnswerKind::Conditional { condition: "the dam breaks".into() },
            ),
            (
                "If Berg, who chairs the port, resigns, will dues rise?",
                AnswerKind::Conditional { condition: "Berg, who chairs the port, resigns".into() },
            ),
            ("If anything, the bridge opens before June", AnswerKind::Binary),
        ] {
            assert_eq!(kind_of(text), Ok(kind), "{text}");
        }
        assert_eq!(kind_of("What will the court decide?"), Err(NotBinary(AskedFor::Description)));
    }

    #[test]
    fn what_was_not_said_is_not_invented() {
        for text in ["Which of these will win?", "Who?", "Which of A will win?", "How many?", "Which: A?"] {
            match kind_of(text).unwrap() {
                AnswerKind::MultipleChoice { options, open } => assert!(options.is_empty() && open, "{text}"),
                AnswerKind::Numeric { unit, lower, upper } => {
                    assert_eq!((unit.as_str(), lower, upper), ("", None, None));
                }
                kind => panic!("{text}: {kind:?}"),
            }
        }
    }
}
