//! Options of one event that are asked one by one: `Will Ada Berg win the election?`, `Will Bo Lund win the election?`.
//! At most one of them comes true. Judged conservatively, because a false join changes a forecast and a missed one does
//! not: the text must have a form in which one option excludes the others, close and criteria must be stated and equal
//! except for the option, and the options must be of one kind (a person and her party may both win).

use domain::calendar::MONTHS;
use domain::reading::EventOption;
use domain::{AnswerKind, JobId, Time};

/// The parts of a question that decide its event.
#[derive(Debug, Clone, Copy)]
pub struct OptionText<'a> {
    /// Text of the question.
    pub text: &'a str,
    /// Criteria of the resolution.
    pub criteria: &'a str,
    /// Kind of the answer.
    pub kind: &'a AnswerKind,
    /// Time at which the question closes.
    pub closes: Option<Time>,
    /// What the option is: `person`, `party`, `team`, `country`, `company`, `work` or `place`.
    pub option_kind: &'a str,
}

/// Kinds of options whose members exclude one another.
pub const OPTION_KINDS: [&str; 7] = ["person", "party", "team", "country", "company", "work", "place"];

/// Maximum number of words of an option.
const MAX_OPTION_WORDS: usize = 6;

/// Verbs of which an event has one subject.
const VERBS: [&[&str]; 6] = [
    &["win"],
    &["be", "the", "next"],
    &["become", "the", "next"],
    &["be", "elected", "as"],
    &["be", "elected"],
    &["be", "chosen", "as"],
];

/// Contests that one option wins.
const CONTESTS: [&str; 27] = [
    "election",
    "presidency",
    "nomination",
    "primary",
    "runoff",
    "run-off",
    "mayoralty",
    "governorship",
    "premiership",
    "leadership",
    "cup",
    "league",
    "championship",
    "title",
    "final",
    "finals",
    "tournament",
    "series",
    "bowl",
    "house",
    "senate",
    "majority",
    "contest",
    "playoffs",
    "derby",
    "race",
    "bid",
];

/// Words with which several options can come true, or that name no single option.
const SHARED: [&str; 66] = [
    "a",
    "an",
    "and",
    "or",
    "not",
    "any",
    "some",
    "either",
    "neither",
    "nor",
    "another",
    "other",
    "both",
    "all",
    "each",
    "every",
    "no",
    "none",
    "someone",
    "anyone",
    "nobody",
    "somebody",
    "anybody",
    "they",
    "he",
    "she",
    "it",
    "we",
    "who",
    "woman",
    "man",
    "candidate",
    "candidates",
    "incumbent",
    "than",
    "more",
    "most",
    "least",
    "fewer",
    "less",
    "seat",
    "seats",
    "medal",
    "medals",
    "prize",
    "prizes",
    "award",
    "awards",
    "nobel",
    "oscar",
    "oscars",
    "grammy",
    "grammys",
    "emmy",
    "open",
    "wimbledon",
    "olympics",
    "olympic",
    "championships",
    "games",
    "matches",
    "point",
    "points",
    "against",
    "share",
    "percent",
];

/// Small words within a name.
const PARTICLES: [&str; 14] =
    ["de", "del", "della", "da", "di", "dos", "van", "von", "der", "den", "of", "bin", "al", "la"];

/// Returns the option of the event that a question by yes or no asks about; `None` if the options of its event do not
/// certainly exclude one another.
pub fn event_option(question: &OptionText<'_>) -> Option<EventOption> {
    let OptionText { text, criteria, kind, closes, option_kind } = *question;
    if *kind != AnswerKind::Binary || !OPTION_KINDS.contains(&option_kind) || criteria.trim().is_empty() {
        return None;
    }
    let (closes, words) = (closes?, words(text));
    let (option, verb, event) = exclusive_parts(&words)?;
    let option = folded(option);
    let criteria = masked(criteria, &option);
    let event = [verb.join(" "), folded(event)].join(" ");
    let key = JobId::named(&["event-option", option_kind, &closes.to_rfc3339(), &event, &criteria]);
    Some(EventOption { key: key.to_string(), option, options: None })
}

/// Returns the words that name the option of a question of this form; `None` for another form.
pub fn named_option(text: &str) -> Option<String> {
    exclusive_parts(&words(text)).map(|(option, ..)| option.join(" "))
}

/// Returns the option of an event of a market, which excludes its other markets.
pub fn of_market(event: &str, market: &str, options: Option<u32>) -> EventOption {
    let key = JobId::named(&["market-event", event]);
    EventOption { key: key.to_string(), option: market.to_owned(), options }
}

/// Words without the punctuation around them.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace()
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '\'' && c != '\u{2019}'))
        .collect()
}

/// Option, verb and event of a question.
type Parts<'a, 'b> = (&'b [&'a str], &'static [&'static str], &'b [&'a str]);

/// Splits a question in which one option excludes the others.
fn exclusive_parts<'a, 'b>(words: &'b [&'a str]) -> Option<Parts<'a, 'b>> {
    parts(words).filter(|(option, verb, event)| is_name(option) && is_exclusive(verb, event))
}

/// Splits `Will OPTION VERB EVENT`. The verb must occur once.
fn parts<'a, 'b>(words: &'b [&'a str]) -> Option<Parts<'a, 'b>> {
    let (first, rest) = words.split_first()?;
    if !first.eq_ignore_ascii_case("will") {
        return None;
    }
    let is_at = |at: usize, verb: &[&str]| {
        verb.iter().enumerate().all(|(n, part)| rest.get(at + n).is_some_and(|word| word == part))
    };
    let mut found = None;
    for at in 0..rest.len() {
        let Some(verb) = VERBS.into_iter().find(|verb| is_at(at, verb)) else { continue };
        if found.is_some() {
            return None;
        }
        found = Some((at, verb));
    }
    let (at, verb) = found?;
    let option = &rest[..at];
    let option =
        if option.first().is_some_and(|word| word.eq_ignore_ascii_case("the")) { &option[1..] } else { option };
    let event = &rest[at + verb.len()..];
    (!option.is_empty() && !event.is_empty()).then_some((option, verb, event))
}

/// Returns `true` for words that name one option: capitalised, without a word for several.
fn is_name(option: &[&str]) -> bool {
    let is_capital = |word: &&str| word.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
    option.len() <= MAX_OPTION_WORDS
        && option.first().is_some_and(is_capital)
        && option.iter().all(|word| {
            let lower = word.to_lowercase();
            (is_capital(word) || PARTICLES.contains(&lower.as_str())) && !SHARED.contains(&lower.as_str())
        })
}

/// Returns `true` if one option alone can be the subject of the event.
fn is_exclusive(verb: &[&str], event: &[&str]) -> bool {
    let lower: Vec<String> = event.iter().map(|word| word.to_lowercase()).collect();
    let is_shared = lower.iter().any(|word| SHARED.contains(&word.as_str()));
    // Another number than a year or a day is a margin or a count.
    let is_count =
        |at: usize| lower[at].starts_with(|c: char| c.is_ascii_digit()) && !is_year(&lower[at]) && !is_day(&lower, at);
    if is_shared || (0..lower.len()).any(is_count) {
        return false;
    }
    // `win`, of a contest; the other verbs name an office.
    verb != ["win"] || lower.iter().any(|word| CONTESTS.contains(&word.as_str()))
}

fn is_year(word: &str) -> bool {
    word.get(..4).and_then(|digits| digits.parse::<u32>().ok()).is_some_and(|year| (1990..2200).contains(&year))
}

/// A day beside its month.
fn is_day(words: &[String], at: usize) -> bool {
    let digits = words[at].trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let is_month = |word: Option<&String>| {
        word.is_some_and(|word| MONTHS.iter().any(|month| word.len() >= 3 && month.starts_with(word.as_str())))
    };
    let neighbours = [at.checked_sub(1).and_then(|before| words.get(before)), words.get(at + 1)];
    digits.parse::<u32>().is_ok_and(|day| (1..=31).contains(&day)) && neighbours.into_iter().any(is_month)
}

fn folded(words: &[&str]) -> String {
    words.iter().map(|word| word.to_lowercase()).collect::<Vec<_>>().join(" ")
}

/// Replaces the option, and the parts of its name, in the criteria.
fn masked(criteria: &str, option: &str) -> String {
    let names: Vec<&str> = option.split(' ').collect();
    let mut masked: Vec<String> = Vec::new();
    for word in words(criteria) {
        let lower = word.to_lowercase();
        let bare = lower.trim_end_matches("'s").trim_end_matches("\u{2019}s");
        match names.contains(&bare) && !PARTICLES.contains(&bare) {
            true if masked.last().is_some_and(|last| last == "#") => {}
            true => masked.push("#".to_owned()),
            false => masked.push(lower),
        }
    }
    masked.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_kind(text: &str, criteria: &str, option_kind: &str) -> Option<EventOption> {
        let closes = Some("2026-11-03T23:59:59Z".parse().unwrap());
        event_option(&OptionText { text, criteria, kind: &AnswerKind::Binary, closes, option_kind })
    }

    fn of(text: &str) -> Option<EventOption> {
        of_kind(text, "As the electoral commission announces.", "person")
    }

    fn is_one_event(one: &str, other: &str) -> bool {
        let (Some(one), Some(other)) = (of(one), of(other)) else { return false };
        one.key == other.key && one.option != other.option
    }

    #[test]
    fn questions_about_options_of_one_event_have_one_key() {
        for (one, other) in [
            ("Will Ada Berg win the 2026 election?", "Will Bo Lund win the 2026 election?"),
            ("Will Ada Berg be the next mayor of Norrby?", "Will Cy von Aa be the next mayor of Norrby?"),
            (
                "Will Ada Berg win the Harbour Cup on 3 November 2026?",
                "Will Bo win the Harbour Cup on 3 November 2026?",
            ),
            ("Will Ada Berg be elected president of Norrland?", "Will Bo Lund be elected president of Norrland?"),
        ] {
            assert!(is_one_event(one, other), "{one} / {other}");
        }
        let named = |name: &str| {
            let criteria = format!("YES if {name} wins most votes. {name}'s withdrawal means NO.");
            of_kind(&format!("Will {name} win the 2026 election?"), &criteria, "person").unwrap()
        };
        assert_eq!(named("Ada Berg").key, named("Bo Lund").key, "the criteria name the option");
    }

    #[test]
    fn options_that_may_both_come_true_have_no_event() {
        for text in [
            "Will Ada Berg win a seat?",
            "Will Ada Berg win a medal at the Olympics?",
            "Will Norway win 12 medals?",
            "Will Norway win 2 series in 2026?",
            "Will Ada Berg win the Nobel Prize?",
            "Will Ada Berg win the Lake Open?",
            "Will a woman win the 2026 election?",
            "Will the incumbent win the 2026 election?",
            "Will Ada Berg or Bo Lund win the 2026 election?",
            "Will Ada Berg win the election and the runoff?",
            "Will Ada Berg win the election by 5 points?",
            "Will Ada Berg win more votes than Bo Lund?",
            "Will Ada Berg visit Norrby?",
            "Will Ada Berg be mayor of Norrby?",
            "Who will win the 2026 election?",
            "Will Ada Berg win?",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn another_close_kind_event_or_judge_is_another_event() {
        let (text, criteria) = ("Will Ada Berg win the 2026 election?", "As the commission announces.");
        let ada = of_kind(text, criteria, "person").unwrap();
        assert_ne!(ada.key, of_kind("Will Harbour List win the 2026 election?", criteria, "party").unwrap().key);
        assert_ne!(ada.key, of_kind("Will Bo Lund win the 2027 election?", criteria, "person").unwrap().key);
        assert_ne!(
            ada.key,
            of_kind("Will Bo Lund win the 2026 election?", "As the press reports.", "person").unwrap().key
        );
        let later = Some("2026-12-03T23:59:59Z".parse().unwrap());
        let of = |closes, kind, option_kind| event_option(&OptionText { text, criteria, kind, closes, option_kind });
        assert_ne!(ada.key, of(later, &AnswerKind::Binary, "person").unwrap().key);
        assert_eq!(of(None, &AnswerKind::Binary, "person"), None, "no close");
        assert_eq!(of(later, &AnswerKind::Binary, ""), None, "nobody says what the option is");
        assert_eq!(of(later, &AnswerKind::Date, "person"), None);
        assert_eq!(of_kind(text, " ", "person"), None, "no criteria");
    }

    #[test]
    fn markets_of_one_event_have_one_key() {
        let of = |event, market| of_market(event, market, Some(3));
        assert_eq!(of("kalshi:E", "kalshi:E-1").key, of("kalshi:E", "kalshi:E-2").key);
        assert_ne!(of("kalshi:E", "kalshi:E-1").key, of("kalshi:F", "kalshi:E-1").key);
    }
}
