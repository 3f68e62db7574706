//! The form of a question: by yes or no, or for a number, a choice, a time or a description. Pure.
//!
//! A question asks for something else than yes or no only if its main clause begins with a question word of a language
//! that is known here. Everything else is taken as a question by yes or no: a wrong refusal costs an honest question,
//! a wrong acceptance one forecast. Where no word of the text tells its kind ([`tells_kind`]), a model may read
//! another one.

mod foreign;
mod kind;
mod scripts;
mod words;

pub use kind::kind_of;
use scripts::SCRIPTS;
use words::{ENGLISH_CHOICES, ENGLISH_NUMBERS, WORDS};

/// What a question asks for instead of yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AskedFor {
    /// How many, how much.
    Number,
    /// One of several persons or things: who, which.
    Choice,
    /// A time, such as a day or a year: when.
    Date,
    /// What, where, why, how.
    Description,
}

/// A question that cannot be answered by yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.advice())]
pub struct NotBinary(pub AskedFor);

impl NotBinary {
    /// Says what is wrong, and how to ask instead.
    fn advice(self) -> &'static str {
        match self.0 {
            AskedFor::Number => {
                "asks for a number, but its stated kind is answered by the probability of YES: state the kind `numeric`, or ask whether the number will exceed a limit, e.g. `Will more than 120 …?`"
            }
            AskedFor::Choice => {
                "asks for one of several, but its stated kind is answered by the probability of YES: state the kind `multiple_choice`, or ask about each of them, e.g. `Will A be …?`"
            }
            AskedFor::Date => {
                "asks for a time, but its stated kind is answered by the probability of YES: state the kind `date`, or ask whether it will happen before a day, e.g. `Will … before 1 March 2027?`"
            }
            AskedFor::Description => {
                "is no question that a forecast answers: ask whether something will happen, e.g. `Will …?`, or which, how many, or when"
            }
        }
    }
}

/// Checks that a question can be answered by yes or no.
///
/// # Errors
/// The question asks for something else.
pub fn check(text: &str) -> Result<(), NotBinary> {
    asked_for(text).map_or(Ok(()), |asked| Err(NotBinary(asked)))
}

/// Returns `true` if a word of the text tells what kind of answer it asks for.
pub fn tells_kind(text: &str) -> bool {
    form_of(text) != Form::Unclear
}

fn asked_for(text: &str) -> Option<AskedFor> {
    match form_of(text) {
        Form::Other(asked) => Some(asked),
        Form::YesOrNo | Form::Unclear => None,
    }
}

fn form_of(text: &str) -> Form {
    let lower = lowered(text).replace(['\u{2019}', '\u{2018}', '`'], "'");
    if let Some(script) = SCRIPTS.iter().find(|script| script.is_of(&lower)) {
        return script.form(&lower);
    }
    // One question by yes or no among several is enough; the others may introduce it.
    let forms: Vec<Form> = sentences(&lower).into_iter().map(form).collect();
    let is_yes_or_no = forms.contains(&Form::YesOrNo);
    let asked = forms.into_iter().find(|form| matches!(form, Form::Other(_)));
    if is_yes_or_no { Form::YesOrNo } else { asked.unwrap_or(Form::Unclear) }
}

/// Returns the text in lower case, except names that look like question words: `WHO`, and `Qui` in `Qui Nhon`.
fn lowered(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let is_capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let is_name = |at: usize| {
        let word = words[at];
        let before_capital = words.get(at + 1).is_some_and(|next| is_capital(next));
        (word == "WHO" && text.contains(char::is_lowercase))
            || (before_capital && is_capital(word) && words::NAMES.contains(&word.to_lowercase().as_str()))
    };
    let lower = |at: usize| if is_name(at) { words[at].to_owned() } else { words[at].to_lowercase() };
    (0..words.len()).map(lower).collect::<Vec<_>>().join(" ")
}

/// Returns the sentences that are questions, or the last one if no sentence has a question mark. A full stop may also
/// belong to a word, as in `am 6. Dezember`: then a sentence is returned with and without what stands before it.
fn sentences(text: &str) -> Vec<&str> {
    let questions: Vec<&str> = text
        .split_inclusive(['?', '\u{61f}', '\n'])
        .filter_map(|part| part.trim_end().strip_suffix(['?', '\u{61f}']))
        .flat_map(with_last_sentence)
        .collect();
    if !questions.is_empty() {
        return questions;
    }
    let text = text.trim().trim_end_matches(['.', '!']);
    text.rsplit('\n').next().map(with_last_sentence).into_iter().flatten().collect()
}

fn with_last_sentence(part: &str) -> Vec<&str> {
    let part = part.rsplit("! ").next().unwrap_or(part).trim_start();
    match part.rsplit_once(". ") {
        Some((before, last)) if is_abbreviated(before) => vec![part, last],
        Some((_, last)) => vec![last],
        None => vec![part],
    }
}

/// Returns `true` if a full stop behind the text may belong to its last word: a number, or a short word.
fn is_abbreviated(before: &str) -> bool {
    const MAX_ABBREVIATION: usize = 4;
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    last.chars().all(char::is_numeric) || last.chars().count() <= MAX_ABBREVIATION
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    YesOrNo,
    Other(AskedFor),
    Unclear,
}

/// Returns the words between the options of a question: those of its language.
fn or_of(asking: &str) -> &'static [&'static str] {
    let lower = lowered(asking);
    let script = SCRIPTS.iter().find(|script| script.is_of(&lower));
    script.map_or_else(|| WORDS.or_of(&lower), |script| script.or)
}

fn form(sentence: &str) -> Form {
    // A list after a colon is no clause of its own: `Chi vince: A, B o C?`.
    let is_list = |(asking, list): &(&str, &str)| kind::split(list, asking).len() > 1 && form(list) == Form::Unclear;
    let sentence = kind::list_after_colon(sentence).filter(is_list).map_or(sentence, |(asking, _)| asking);
    let clauses: Vec<Vec<&str>> = clauses(sentence).map(tokens).filter(|tokens| !tokens.is_empty()).collect();
    let begins_yes_or_no = |clause: &Vec<&str>| {
        let joined = ["but", "and", "or", "so", "then"].contains(&clause[0]) && clause.len() > 1;
        let clause = &clause[usize::from(joined)..];
        // `Was ist …` is German.
        let is_was = clause[0] == "was" && clause.get(1).is_some_and(|next| ["ist", "sind", "wird"].contains(next));
        (words::YES_OR_NO.contains(&clause[0]) || WORDS.yes_or_no.contains(clause[0]))
            && !is_was
            && !is_indirect(clause)
    };
    // `Which comes first: A, rather than B?` states the answer that is meant.
    // A Turkish question by yes or no ends with a particle, a Russian one has it behind its first words.
    let ends = clauses.last().and_then(|clause| clause.last()).is_some_and(|word| words::PARTICLES.contains(word));
    let has_particle = ends || clauses.iter().any(|clause| clause.iter().take(3).any(|word| *word == "ли"));
    if sentence.contains(" rather than ") || has_particle || clauses.iter().any(begins_yes_or_no) {
        return Form::YesOrNo;
    }
    let alone = clauses.len() == 1;
    clauses.iter().find_map(|clause| open_clause(clause, alone)).map_or(Form::Unclear, Form::Other)
}

/// Divides a sentence at commas, colons, semicolons and dashes.
fn clauses(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split([',', ':', ';', '\u{2013}', '\u{2014}', '(', ')', '[', ']']).flat_map(|part| part.split(" - "))
}

fn tokens(clause: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '%' | '$');
    clause.split(|c: char| !is_part(c)).map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty()).collect()
}

/// Returns `true` for an indirect question such as `can you tell me when …`.
fn is_indirect(clause: &[&str]) -> bool {
    matches!(
        clause,
        [
            "can" | "could" | "would" | "will",
            "you",
            "tell" | "say" | "predict" | "estimate" | "forecast" | "please",
            ..
        ]
    ) && clause.iter().skip(3).take(3).any(|word| words::QUESTION_WORDS.contains(word))
}

/// Returns what a clause asks for if it begins with a question word. `alone` is set if it is the whole sentence.
fn open_clause(clause: &[&str], alone: bool) -> Option<AskedFor> {
    let clause = without_introduction(clause);
    let first = *clause.first()?;
    match first {
        // The number of them is asked for, as by `what is`.
        "predict" | "estimate" | "forecast" | "guess" | "name" if clause.get(1) == Some(&"the") => english_what(clause),
        "how" => english_how(clause),
        "what" | "what's" | "whats" => english_what(clause),
        "which" if matches!(clause.get(1), Some(&("year" | "month" | "day" | "date" | "quarter" | "week"))) => {
            Some(AskedFor::Date)
        }
        "who" | "who's" | "whom" | "whose" | "which" => Some(AskedFor::Choice),
        "when" | "when's" => clause.get(1).filter(|next| words::AUXILIARIES.contains(next)).map(|_| AskedFor::Date),
        "where" | "where's" | "why" => {
            clause.get(1).filter(|next| words::AUXILIARIES.contains(next)).map(|_| AskedFor::Description)
        }
        _ => {
            let is_preposition = words::PREPOSITIONS.contains(&first);
            let behind = is_preposition.then(|| word_of(&clause[1..], alone)).flatten();
            let anywhere = || WORDS.anywhere.iter().find(|word| word.is_in(clause)).and_then(|word| word.asks);
            word_of(clause, alone).or(behind).or_else(anywhere)
        }
    }
}

fn word_of(clause: &[&str], alone: bool) -> Option<AskedFor> {
    let mut words = WORDS.first.iter().filter(|word| alone || !word.may_introduce);
    let (word, rest) = words.find_map(|word| Some((word, word.rest(clause)?)))?;
    WORDS.by_noun(word.asks, rest)
}

/// Removes `please tell me`, `predict`, a preposition before the question word, and `and` or `or`.
fn without_introduction<'a>(clause: &'a [&'a str]) -> &'a [&'a str] {
    let is_question = |word: Option<&&str>| word.is_some_and(|word| words::QUESTION_WORDS.contains(word));
    let requests = [
        "please", "predict", "estimate", "forecast", "guess", "tell", "me", "us", "you", "can", "could", "would",
        "will", "say",
    ];
    let skipped = clause.iter().take_while(|word| requests.contains(word)).count();
    let rest = if is_question(clause.get(skipped)) { &clause[skipped..] } else { clause };
    let prepositions = [
        "in",
        "on",
        "at",
        "by",
        "to",
        "for",
        "from",
        "with",
        "under",
        "of",
        "until",
        "within",
        "and",
        "or",
        "so",
        "about",
        "around",
        "roughly",
        "approximately",
        "exactly",
    ];
    match rest {
        [first, second, ..] if prepositions.contains(first) && is_question(Some(second)) => &rest[1..],
        _ => rest,
    }
}

fn english_how(clause: &[&str]) -> Option<AskedFor> {
    match *clause.get(1)? {
        "likely" | "probable" | "plausible" | "confident" | "certain" | "sure" | "possible" => None,
        "many" | "much" | "long" | "high" | "low" | "large" | "big" | "far" | "fast" | "often" | "old" | "tall"
        | "deep" | "wide" | "close" | "few" | "great" | "small" | "strong" | "well" => Some(AskedFor::Number),
        "soon" | "early" | "late" => Some(AskedFor::Date),
        next if words::AUXILIARIES.contains(&next) => Some(AskedFor::Description),
        _ => None,
    }
}

fn english_what(clause: &[&str]) -> Option<AskedFor> {
    let rest: Vec<&str> = clause.iter().skip(1).copied().take(8).collect();
    let asks_probability = |word: &&str| matches!(*word, "probability" | "chance" | "chances" | "odds" | "likelihood");
    if rest.iter().any(asks_probability) || rest.first() == Some(&"if") {
        return None;
    }
    let named = |list: &[&str]| rest.iter().take(4).any(|word| list.contains(word));
    // `the US unemployment rate`: the noun may follow words that describe it, but no preposition.
    let is_named_later =
        |list: &[&str]| rest.iter().take_while(|word| !words::NOUN_ENDS.contains(word)).any(|word| list.contains(word));
    Some(match () {
        () if named(&["date", "day", "month", "year", "time", "quarter", "week"]) && !named(&["price"]) => {
            AskedFor::Date
        }
        () if named(&ENGLISH_NUMBERS) => AskedFor::Number,
        () if named(&ENGLISH_CHOICES) => AskedFor::Choice,
        () if is_named_later(&ENGLISH_NUMBERS) => AskedFor::Number,
        () => AskedFor::Description,
    })
}

#[cfg(test)]
mod tests;
