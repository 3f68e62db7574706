//! Splits a text into the tokens that the comparison works on: words, numbers, currencies and parts of dates.

use std::collections::HashSet;
use std::ops::Range;

use retrieval::script::is_unspaced;
use retrieval::text::Language;

use super::foreign;
use super::lexicon::{self, Class, Named, Phrase, Spelled};
use super::notation;
use super::scan;

/// Quarters of a year, as tokens name them.
pub(super) const QUARTERS: [&str; 4] = ["q1", "q2", "q3", "q4"];

/// Minimum characters of a verb whose ending tells its time.
const MIN_VERB_CHARS: usize = 5;

/// Words that begin another clause.
const CONJUNCTIONS: [&str; 24] = [
    "and", "but", "while", "although", "und", "aber", "während", "obwohl", "et", "mais", "y", "pero", "aunque", "e",
    "ed", "ma", "mentre", "mas", "enquanto", "och", "og", "oraz", "и", "а",
];

/// One token of a text, with its kind.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    /// The token in lower case.
    pub(super) form: String,
    /// What it means, for comparison.
    pub(super) key: String,
    /// True if it was written with a capital letter.
    pub(super) capital: bool,
    /// True for the first word of a sentence.
    pub(super) starts: bool,
    /// True if it follows the token before it without white space.
    pub(super) attached: bool,
    /// True if it has the ending `'s`.
    pub(super) owns: bool,
    /// Index of its sentence.
    pub(super) sentence: usize,
    /// Index of its clause.
    pub(super) clause: usize,
    /// True for a word that is no function word.
    pub(super) content: bool,
    /// True for numbers and parts of dates, which are compared by value.
    pub(super) figure: bool,
    /// True for a number, or the currency before it, with a minus sign.
    pub(super) negative: bool,
    /// Language of its text.
    pub(super) language: Language,
}

/// A text as tokens of one language.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) tokens: Vec<Token>,
    pub(super) language: Language,
    /// True if the tables do not have its language.
    pub(super) is_foreign: bool,
    /// The sign before decimals, where a number needs it and the text tells it.
    pub(super) decimal: Option<char>,
}

impl Text {
    pub(super) fn new(text: &str) -> Self {
        let mut tokens = join_phrases(&scan::tokens(text, false));
        let forms: HashSet<&str> = tokens.iter().map(|token| token.form.as_str()).collect();
        let language = lexicon::language(&forms);
        if language == Language::German && text.contains(" am ") {
            // The words that tell the language are read before the times of day, which depend on it.
            tokens = join_phrases(&scan::tokens(text, true));
        }
        if language == Language::German {
            join_granted(&mut tokens);
        }
        for token in &mut tokens {
            token.classify(language);
        }
        let is_foreign = foreign::is_foreign(&tokens, |token| lexicon::knows(&token.form, language));
        let decimal = notation::decimal_mark(text, &tokens, language);
        Self { tokens, language, is_foreign, decimal }
    }

    /// Returns true if the token at an index belongs to a class.
    pub(super) fn is(&self, at: usize, class: Class) -> bool {
        self.tokens.get(at).is_some_and(|token| lexicon::is(&token.form, class, token.language))
    }

    /// Returns true for a word of possibility, or a verb in a conditional form of French or Spanish.
    pub(super) fn is_possible(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let ends = |endings: &[&str]| token.ends(MIN_VERB_CHARS + 1, endings);
        self.is(at, Class::Possible)
            || match token.language {
                Language::French => ends(&["rait", "raient"]),
                Language::Spanish => ends(&["ría", "rían"]),
                Language::English | Language::German => false,
            }
    }

    /// Returns true for a verb in the future of French or Spanish.
    pub(super) fn is_future(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let ends = |endings: &[&str]| !token.capital && token.ends(MIN_VERB_CHARS, endings);
        match token.language {
            Language::French => ends(&["ra", "ront"]),
            Language::Spanish => ends(&["rá", "rán"]),
            Language::English | Language::German => false,
        }
    }

    /// Returns the texts as one, with their sentences numbered in order.
    pub(super) fn concatenate<'a>(texts: impl Iterator<Item = &'a Self>) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        let (mut language, mut is_foreign) = (Language::English, false);
        for text in texts {
            let next = |index: fn(&Token) -> usize| tokens.last().map_or(0, |token| index(token) + 1);
            let (sentence, clause) = (next(|token| token.sentence), next(|token| token.clause));
            let shifted = |token: &Token| Token {
                sentence: token.sentence + sentence,
                clause: token.clause + clause,
                ..token.clone()
            };
            let shifted: Vec<Token> = text.tokens.iter().map(shifted).collect();
            tokens.extend(shifted);
            language = text.language;
            is_foreign |= text.is_foreign;
        }
        Self { tokens, language, is_foreign, decimal: None }
    }

    /// Returns the index ranges of the sentences.
    pub(super) fn sentences(&self) -> Vec<Range<usize>> {
        self.ranges(|token| token.sentence)
    }

    /// Returns the index ranges of the clauses, which also end before conjunctions and reasons.
    pub(super) fn clauses(&self) -> Vec<Range<usize>> {
        // Dutch, which has no table, is read as English or German.
        let is_dutch =
            |at: usize| self.tokens[at].form == "en" && [Language::English, Language::German].contains(&self.language);
        let joins = |at: usize| {
            CONJUNCTIONS.contains(&self.tokens[at].form.as_str()) || self.is(at, Class::Cause) || is_dutch(at)
        };
        let mut clauses = Vec::new();
        for clause in self.ranges(|token| token.clause) {
            let mut start = clause.start;
            for at in clause.start + 1..clause.end {
                if joins(at) {
                    clauses.push(start..at);
                    start = at;
                }
            }
            clauses.push(start..clause.end);
        }
        clauses
    }

    fn ranges(&self, index: fn(&Token) -> usize) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            match ranges.last_mut() {
                Some(range) if index(&self.tokens[range.start]) == index(token) => range.end = at + 1,
                _ => ranges.push(at..at + 1),
            }
        }
        ranges
    }
}

impl Token {
    /// Returns true for a word of a minimum length with one of the endings.
    fn ends(&self, min_chars: usize, endings: &[&str]) -> bool {
        self.form.chars().count() >= min_chars && endings.iter().any(|ending| self.form.ends_with(ending))
    }

    fn classify(&mut self, language: Language) {
        self.language = language;
        if self.key == "#" {
            self.figure = true;
            self.key = format!("#{}", self.form);
            return;
        }
        let ordinal = ordinal(&self.form);
        let spelled = lexicon::spelled(&self.form, language);
        let named = lexicon::named(&self.form);
        let is_calendar = named
            .is_some_and(|named| self.capital || matches!(named, Named::Weekday(_)) || language != Language::English);
        self.figure = spelled.is_some() || is_calendar;
        let unit = lexicon::unit(&self.form).filter(|unit| ["ratio", "money"].contains(&unit.dimension));
        self.key = match (ordinal, named.filter(|_| is_calendar), spelled) {
            (Some(n), ..) => format!("#o{n}"),
            (_, Some(Named::Month(n)), _) => format!("#m{n}"),
            (_, Some(Named::Weekday(n)), _) => format!("#w{n}"),
            (_, _, Some(Spelled::Value(value))) => format!("#{value}"),
            _ if unit.is_some() => format!("={}", unit.map_or("", |unit| unit.name)),
            _ => lexicon::key(&self.form, language),
        };
        self.content = !self.figure
            && !lexicon::is(&self.form, Class::Function, language)
            && !lexicon::is(&self.form, Class::Negation, language)
            && (self.form.chars().count() > 1 || self.capital || self.form.chars().all(is_unspaced));
    }
}

/// Returns the number of an ordinal such as `third` or `8th`.
fn ordinal(form: &str) -> Option<u32> {
    const WORDS: [&[&str]; 10] = [
        &["first", "erste", "ersten", "erster", "erstes", "premier", "première", "primer", "primera", "primero"],
        &["second", "zweite", "zweiten", "deuxième", "segundo", "segunda"],
        &["third", "dritte", "dritten", "troisième", "tercer", "tercera", "tercero"],
        &["fourth", "vierte", "vierten", "quatrième", "cuarto", "cuarta"],
        &["fifth", "fünfte", "fünften", "cinquième", "quinto", "quinta"],
        &["sixth", "sechste", "sechsten", "sixième", "sexto", "sexta"],
        &["seventh", "siebte", "siebten", "septième", "séptimo", "séptima"],
        &["eighth", "achte", "achten", "huitième", "octavo", "octava"],
        &["ninth", "neunte", "neunten", "neuvième", "noveno", "novena"],
        &["tenth", "zehnte", "zehnten", "dixième", "décimo", "décima"],
    ];
    let digits = form.trim_end_matches(|c: char| c.is_alphabetic());
    if !digits.is_empty() && ["st", "nd", "rd", "th", "er"].contains(&&form[digits.len()..]) {
        return digits.parse().ok();
    }
    let at = WORDS.iter().position(|words| words.contains(&form))?;
    u32::try_from(at + 1).ok()
}

/// Names the parts of a German verb as one word: `gab der Klage statt`. Elsewhere `statt` sets something aside.
fn join_granted(tokens: &mut [Token]) {
    for at in 1..tokens.len() {
        let is_last = tokens.get(at + 1).is_none_or(|next| next.clause != tokens[at].clause || next.form == "und");
        let of_clause = tokens[..at].iter().rev().take_while(|token| token.clause == tokens[at].clause);
        let is_given =
            || of_clause.clone().any(|token| ["gab", "gaben", "gibt", "geben"].contains(&token.form.as_str()));
        if tokens[at].form == "statt" && is_last && is_given() {
            "stattgegeben".clone_into(&mut tokens[at].form);
        }
    }
}

fn join_phrases(tokens: &[Token]) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        let fits = |phrase: &&Phrase| {
            let words = &phrase.words;
            rest.len() >= words.len() && words.iter().zip(rest).all(|(word, token)| token.form == *word)
        };
        match lexicon::phrases_from(&first.form).iter().find(fits) {
            Some(phrase) => {
                joined.push(Token { form: phrase.form.to_owned(), ..first.clone() });
                rest = &rest[phrase.words.len()..];
            }
            None => {
                joined.push(first.clone());
                rest = &rest[1..];
            }
        }
    }
    joined
}
