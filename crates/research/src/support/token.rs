//! Splits a text into the tokens that the comparison works on: words, numbers, currencies and parts of dates.

use std::collections::HashSet;
use std::ops::Range;

use retrieval::text::Language;

use super::foreign;
use super::lexicon::{self, Class, Named, Spelled};
use super::scan;

/// Phrases that count as one word.
const PHRASES: &[(&[&str], &str)] = &[
    (&["united", "states"], "usa"),
    (&["vereinigten", "staaten"], "usa"),
    (&["vereinigte", "staaten"], "usa"),
    (&["états", "unis"], "usa"),
    (&["estados", "unidos"], "usa"),
    (&["united", "kingdom"], "uk"),
    (&["more", "than"], "over"),
    (&["less", "than"], "under"),
    (&["fewer", "than"], "under"),
    (&["mehr", "als"], "over"),
    (&["weniger", "als"], "under"),
    (&["plus", "de"], "over"),
    (&["moins", "de"], "under"),
    (&["más", "de"], "over"),
    (&["menos", "de"], "under"),
    (&["per", "cent"], "percent"),
    (&["pour", "cent"], "percent"),
    (&["por", "ciento"], "percent"),
    (&["percentage", "points"], "percentagepoint"),
    (&["percentage", "point"], "percentagepoint"),
    (&["points", "de", "pourcentage"], "percentagepoint"),
    (&["puntos", "porcentuales"], "percentagepoint"),
    (&["per", "cento"], "percent"),
    (&["por", "cento"], "percent"),
    (&["basis", "points"], "basispoint"),
    (&["basis", "point"], "basispoint"),
    (&["points", "de", "base"], "basispoint"),
    (&["puntos", "básicos"], "basispoint"),
    (&["light", "years"], "lightyear"),
    (&["light", "year"], "lightyear"),
    (&["mil", "millones"], "milliard"),
    (&["chief", "executive", "officer"], "ceo"),
    (&["chief", "executive"], "ceo"),
    (&["no", "longer"], "not"),
    (&["not", "only"], "also"),
    (&["nicht", "nur"], "auch"),
    (&["non", "seulement"], "aussi"),
    (&["no", "solo"], "también"),
    (&["no", "sólo"], "también"),
    (&["no", "fewer", "than"], "atleast"),
    (&["no", "less", "than"], "atleast"),
    (&["no", "more", "than"], "atmost"),
    (&["has", "yet", "to"], "not"),
    (&["have", "yet", "to"], "not"),
    (&["had", "yet", "to"], "not"),
    (&["failed", "to"], "not"),
    (&["fails", "to"], "not"),
    (&["fail", "to"], "not"),
    (&["refused", "to"], "not"),
    (&["refuses", "to"], "not"),
    (&["refuse", "to"], "not"),
    (&["declined", "to"], "not"),
    (&["declines", "to"], "not"),
    (&["in", "favour", "of"], "supports"),
    (&["in", "favor", "of"], "supports"),
    (&["degrees", "celsius"], "celsius"),
    (&["grad", "celsius"], "celsius"),
    (&["degrés", "celsius"], "celsius"),
    (&["grados", "celsius"], "celsius"),
    (&["degrees", "fahrenheit"], "fahrenheit"),
    (&["grad", "fahrenheit"], "fahrenheit"),
    (&["up", "to"], "upto"),
    (&["at", "least"], "atleast"),
    (&["at", "most"], "atmost"),
    (&["as", "well"], "also"),
    (&["first", "quarter"], "q1"),
    (&["ersten", "quartal"], "q1"),
    (&["erstes", "quartal"], "q1"),
    (&["premier", "trimestre"], "q1"),
    (&["primer", "trimestre"], "q1"),
    (&["second", "quarter"], "q2"),
    (&["zweiten", "quartal"], "q2"),
    (&["zweites", "quartal"], "q2"),
    (&["deuxième", "trimestre"], "q2"),
    (&["segundo", "trimestre"], "q2"),
    (&["third", "quarter"], "q3"),
    (&["dritten", "quartal"], "q3"),
    (&["drittes", "quartal"], "q3"),
    (&["troisième", "trimestre"], "q3"),
    (&["tercer", "trimestre"], "q3"),
    (&["fourth", "quarter"], "q4"),
    (&["vierten", "quartal"], "q4"),
    (&["viertes", "quartal"], "q4"),
    (&["quatrième", "trimestre"], "q4"),
    (&["cuarto", "trimestre"], "q4"),
];

/// Minimum characters of a verb whose ending tells its time.
const MIN_VERB_CHARS: usize = 5;

/// Words that begin another clause.
const CONJUNCTIONS: [&str; 13] =
    ["and", "but", "while", "although", "und", "aber", "während", "obwohl", "et", "mais", "y", "pero", "aunque"];

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
}

impl Text {
    pub(super) fn new(text: &str) -> Self {
        let mut tokens = join_phrases(&scan::tokens(text));
        let forms: HashSet<&str> = tokens.iter().map(|token| token.form.as_str()).collect();
        let language = lexicon::language(&forms);
        for token in &mut tokens {
            token.classify(language);
        }
        let is_foreign = foreign::is_foreign(&tokens, |token| lexicon::knows(&token.form, language));
        Self { tokens, language, is_foreign }
    }

    /// Returns true if the token at an index belongs to a class.
    pub(super) fn is(&self, at: usize, class: Class) -> bool {
        self.tokens.get(at).is_some_and(|token| lexicon::is(&token.form, class, token.language))
    }

    /// Returns true for a word of possibility, or a verb in a conditional form of French or Spanish.
    pub(super) fn is_possible(&self, at: usize) -> bool {
        let ends = |endings: &[&str]| {
            let token = &self.tokens[at];
            token.form.chars().count() > MIN_VERB_CHARS && endings.iter().any(|ending| token.form.ends_with(ending))
        };
        self.is(at, Class::Possible)
            || match self.tokens[at].language {
                Language::French => ends(&["rait", "raient"]),
                Language::Spanish => ends(&["ría", "rían"]),
                Language::English | Language::German => false,
            }
    }

    /// Returns true for a verb in the future of French or Spanish.
    pub(super) fn is_future(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let ends = |endings: &[&str]| {
            !token.capital
                && token.form.chars().count() >= MIN_VERB_CHARS
                && endings.iter().any(|ending| token.form.ends_with(ending))
        };
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
        Self { tokens, language, is_foreign }
    }

    /// Returns the index ranges of the sentences.
    pub(super) fn sentences(&self) -> Vec<Range<usize>> {
        self.ranges(|token| token.sentence)
    }

    /// Returns the index ranges of the clauses, which also end before conjunctions and reasons.
    pub(super) fn clauses(&self) -> Vec<Range<usize>> {
        let joins = |at: usize| CONJUNCTIONS.contains(&self.tokens[at].form.as_str()) || self.is(at, Class::Cause);
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
    fn classify(&mut self, language: Language) {
        self.language = language;
        if self.key == "#" {
            self.figure = true;
            self.key = format!("#{}", self.form);
            return;
        }
        let ordinal = ordinal(&self.form);
        let spelled = matches!(lexicon::spelled(&self.form, language), Some(Spelled::Value(_) | Spelled::Factor(_)));
        let named = lexicon::named(&self.form);
        let is_calendar = named
            .is_some_and(|named| self.capital || matches!(named, Named::Weekday(_)) || language != Language::English);
        self.figure = spelled || is_calendar;
        let unit = lexicon::unit(&self.form).filter(|unit| ["ratio", "money"].contains(&unit.dimension));
        self.key = match (ordinal, named.filter(|_| is_calendar), lexicon::spelled(&self.form, language)) {
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
            && (self.form.chars().count() > 1 || self.capital || self.form.chars().all(foreign::is_unspaced));
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

fn join_phrases(tokens: &[Token]) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        let fits = |words: &[&str]| {
            rest.len() >= words.len() && words.iter().zip(rest).all(|(word, token)| token.form == *word)
        };
        match PHRASES.iter().find(|(words, _)| fits(words)) {
            Some((words, form)) => {
                joined.push(Token { form: (*form).to_owned(), ..first.clone() });
                rest = &rest[words.len()..];
            }
            None => {
                joined.push(first.clone());
                rest = &rest[1..];
            }
        }
    }
    joined
}
