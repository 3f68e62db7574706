//! The kind of answer that a text asks for, where its publisher states none. Reads words of the text only: it never
//! invents an option, a unit or a condition.

use super::{AskedFor, NotBinary, asked_for, foreign, words};
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
            let is_other = |option: &String| words::WORDS.others.contains(option.to_lowercase().as_str());
            let (others, options): (Vec<String>, Vec<String>) = options.into_iter().partition(is_other);
            Ok(AnswerKind::MultipleChoice { open: options.is_empty() || !others.is_empty(), options })
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
            // `How many more seats` asks for seats.
            let unit = rest[usize::from(rest[0] == "more" && end > 1)..end].join(" ");
            // The check of the kind refuses a longer one.
            if unit.chars().count() <= MAX_UNIT { unit } else { String::new() }
        }
        _ => String::new(),
    }
}

/// Returns the options that a text lists: `Which of A, B or C will …`, `Who will win: A, B or C?`. Empty if it lists
/// fewer than two.
fn options(text: &str) -> Vec<String> {
    let question = text.trim().trim_end_matches(['?', '\u{61f}', '\u{ff1f}', ';', ' ', '\u{a0}']);
    let (asking, list) = match list_after_colon(question) {
        Some((asking, list)) => (asking, Some(list)),
        None => (question, between_which_and_verb(question)),
    };
    list.map(|list| split(list, asking)).unwrap_or_default()
}

/// Divides a question at the colon before a list. A question after the colon is not a list: `Norrby: who will chair the
/// port?`.
pub(super) fn list_after_colon(question: &str) -> Option<(&str, &str)> {
    let (asking, list) = question.rsplit_once(": ").or_else(|| question.rsplit_once('\u{ff1a}'))?;
    (!list.contains(['?', '\u{ff1f}']) && asked_for(list).is_none()).then_some((asking, list))
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

/// Splits a list at commas and at the words for `or` of the language of the question. Empty if it has fewer than two
/// different parts.
pub(super) fn split(list: &str, asking: &str) -> Vec<String> {
    let words = super::or_of(asking);
    let mut parts: Vec<String> = list.split([',', '\u{3001}', '\u{ff0c}', '\u{60c}']).map(str::to_owned).collect();
    for word in words {
        let is_spaced = word.chars().all(|c| c < '\u{2e80}');
        let between = if is_spaced { format!(" {word} ") } else { (*word).to_owned() };
        let first = format!("{word} ");
        let bare = |part: &str| {
            let part = part.trim();
            part.strip_prefix(&first).filter(|_| is_spaced).unwrap_or(part).trim().to_owned()
        };
        parts = parts.iter().flat_map(|part| part.split(&between).map(bare).collect::<Vec<_>>()).collect();
    }
    let quotes = ['"', '\u{ab}', '\u{bb}', '\u{201c}', '\u{201d}', '\u{201e}', '\u{300c}', '\u{300d}'];
    let options = parts.iter().map(|part| part.trim().trim_matches(quotes).to_owned()).filter(|part| !part.is_empty());
    match (AnswerKind::MultipleChoice { options: options.collect(), open: false }).checked() {
        Ok(AnswerKind::MultipleChoice { options, .. }) => options,
        _ => Vec::new(),
    }
}

/// Returns the condition of `If A, will B?` and of `Conditional on A, will B?`, in the languages that are known.
fn condition(text: &str) -> Option<String> {
    const STARTS: [&str; 12] = [
        "if ",
        "conditional on ",
        "given that ",
        "given ",
        "assuming that ",
        "assuming ",
        "supposing that ",
        "supposing ",
        "provided that ",
        "in the event that ",
        "in the event of ",
        "in case of ",
    ];
    let text = text.trim();
    let begins = |start: &&&str| text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    let condition = match STARTS.iter().find(begins) {
        Some(start) => text.get(start.len()..).and_then(before_question),
        None => foreign::condition(text),
    };
    let kind = AnswerKind::Conditional { condition: condition?.to_owned() };
    match kind.checked() {
        Ok(AnswerKind::Conditional { condition }) => Some(condition),
        _ => None,
    }
}

/// Returns what stands before the clause that begins a question by yes or no.
fn before_question(rest: &str) -> Option<&str> {
    let asks = |clause: &str| {
        let clause = clause.trim_start();
        let clause = clause.strip_prefix("then ").unwrap_or(clause);
        clause.split_whitespace().next().is_some_and(|word| words::YES_OR_NO.contains(&word.to_lowercase().as_str()))
    };
    let end = rest.match_indices(", ").map(|(at, _)| at).find(|at| asks(&rest[at + 2..]))?;
    Some(&rest[..end])
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
            ("How many more seats will the Greens win?", numeric("seats")),
            (
                "Who will be king: Duke of York, Prince of Wales or Earl of Lund?",
                choice(&["Duke of York", "Prince of Wales", "Earl of Lund"]),
            ),
            ("Wer gewinnt: Ada, Bo oder Cy Lund?", choice(&["Ada", "Bo", "Cy Lund"])),
            ("Chi vincerà il palio: Ada, Bo o Cy?", choice(&["Ada", "Bo", "Cy"])),
            ("Laquelle gagnera : Ada, Bo ou Cy ?", choice(&["Ada", "Bo", "Cy"])),
            ("Quem vencerá a regata: Ada ou Bo?", choice(&["Ada", "Bo"])),
            ("Wie wint de race: Ada, Bo of Cy?", choice(&["Ada", "Bo", "Cy"])),
            ("Kto wygra: Ada, Bo czy Cy?", choice(&["Ada", "Bo", "Cy"])),
            ("Кто победит: «Ада», «Бо» или «Цой»?", choice(&["Ада", "Бо", "Цой"])),
            ("Yarışı kim kazanacak: Ada, Bo veya Cy?", choice(&["Ada", "Bo", "Cy"])),
            (
                "Who will win: Ada, Bo or someone else?",
                AnswerKind::MultipleChoice { options: vec!["Ada".into(), "Bo".into()], open: true },
            ),
            ("谁会赢：甲、乙还是丙？", choice(&["甲", "乙", "丙"])),
            ("次の港長は誰ですか：甲、乙、丙？", choice(&["甲", "乙", "丙"])),
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
