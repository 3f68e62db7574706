//! Splits a text into the tokens that the comparison works on: words, numbers, currencies and parts of dates.

use std::collections::HashSet;
use std::ops::Range;

use retrieval::text::Language;

use super::lexicon::{self, Class, Named, Spelled};

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
    (&["up", "to"], "upto"),
    (&["at", "least"], "atleast"),
    (&["at", "most"], "atmost"),
    (&["as", "well"], "also"),
];

/// Words that begin another clause.
const CONJUNCTIONS: [&str; 13] =
    ["and", "but", "while", "although", "und", "aber", "während", "obwohl", "et", "mais", "y", "pero", "aunque"];

/// Abbreviations after which a full stop does not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "st", "no", "vs", "inc", "ltd", "co", "corp", "gov", "sen", "rep", "gen", "jan",
    "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mio", "mrd", "bzw", "ca", "nr",
];

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    /// Lower-case form.
    pub(super) form: String,
    /// What it means, for comparison.
    pub(super) key: String,
    /// True if it was written with a capital letter.
    pub(super) capital: bool,
    /// True for the first word of a sentence.
    pub(super) starts: bool,
    /// True if it follows the token before it without white space.
    pub(super) attached: bool,
    /// Index of its sentence.
    pub(super) sentence: usize,
    /// Index of its clause.
    pub(super) clause: usize,
    /// True for a word that bears meaning of its own.
    pub(super) content: bool,
    /// True for numbers and parts of dates, which are compared by value.
    pub(super) figure: bool,
    /// True for a number with a minus sign.
    pub(super) negative: bool,
    /// Language of its text.
    pub(super) language: Language,
}

/// A text as tokens of one language.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) tokens: Vec<Token>,
    pub(super) language: Language,
}

impl Text {
    pub(super) fn new(text: &str) -> Self {
        let mut scan = Scan::default();
        scan.run(text);
        let mut tokens = join_phrases(scan.tokens);
        let forms: HashSet<&str> = tokens.iter().map(|token| token.form.as_str()).collect();
        let language = lexicon::language(&forms);
        for token in &mut tokens {
            token.classify(language);
        }
        Self { tokens, language }
    }

    /// Returns true if the token at an index belongs to a class.
    pub(super) fn is(&self, at: usize, class: Class) -> bool {
        self.tokens.get(at).is_some_and(|token| lexicon::is(&token.form, class, token.language))
    }

    /// Returns true for a word of possibility, or a verb in a conditional form of French or Spanish.
    pub(super) fn is_possible(&self, at: usize) -> bool {
        let ends = |endings: &[&str]| {
            let token = &self.tokens[at];
            token.form.chars().count() >= 6 && endings.iter().any(|ending| token.form.ends_with(ending))
        };
        self.is(at, Class::Possible)
            || match self.tokens[at].language {
                Language::French => ends(&["rait", "raient"]),
                Language::Spanish => ends(&["ría", "rían"]),
                Language::English | Language::German => false,
            }
    }

    /// Returns the texts as one, with their sentences numbered in order.
    pub(super) fn concatenate<'a>(texts: impl Iterator<Item = &'a Self>) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        let mut language = Language::English;
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
        }
        Self { tokens, language }
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
        let is_calendar = named.is_some_and(|named| self.capital || matches!(named, Named::Weekday(_)) || language != Language::English);
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
            && (self.form.chars().count() > 1 || self.capital);
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
    if !digits.is_empty() && ["st", "nd", "rd", "th"].contains(&&form[digits.len()..]) {
        return digits.parse().ok();
    }
    let at = WORDS.iter().position(|words| words.contains(&form))?;
    u32::try_from(at + 1).ok()
}

fn join_phrases(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
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

/// State of the scan of one text.
#[derive(Default)]
struct Scan {
    tokens: Vec<Token>,
    sentence: usize,
    clause: usize,
    starts: bool,
    attached: bool,
    negative: bool,
}

impl Scan {
    fn run(&mut self, text: &str) {
        self.starts = true;
        let chars: Vec<char> = text.chars().map(|c| if c == '\u{2019}' || c == '`' { '\'' } else { c }).collect();
        let mut at = 0;
        while at < chars.len() {
            let c = chars[at];
            at = if c.is_ascii_digit() {
                self.number(&chars, at)
            } else if c.is_alphabetic() {
                self.word(&chars, at)
            } else {
                self.symbol(&chars, at);
                at + 1
            };
        }
    }

    fn push(&mut self, form: &str, capital: bool, figure: bool) {
        self.tokens.push(Token {
            form: form.to_owned(),
            key: if figure { "#".to_owned() } else { String::new() },
            capital,
            starts: self.starts,
            attached: self.attached,
            sentence: self.sentence,
            clause: self.clause,
            content: false,
            figure,
            negative: figure && self.negative,
            language: Language::English,
        });
        self.starts = false;
        self.attached = true;
        self.negative = false;
    }

    fn symbol(&mut self, chars: &[char], at: usize) {
        let (before, after) = (at.checked_sub(1).and_then(|at| chars.get(at)), chars.get(at + 1));
        let spaced = after.is_none_or(|c| c.is_whitespace() || "\"”»)'".contains(*c));
        match chars[at] {
            '$' => self.push("usd", false, false),
            '€' => self.push("eur", false, false),
            '£' => self.push("gbp", false, false),
            '¥' => self.push("jpy", false, false),
            '₹' => self.push("inr", false, false),
            '%' => self.push("percent", false, false),
            '-' | '−' if after.is_some_and(char::is_ascii_digit) && before.is_none_or(|c| c.is_whitespace() || *c == '(') => {
                self.negative = true;
                return;
            }
            '.' | '!' | '?' if spaced && self.ends_sentence(chars, at) => self.next_sentence(),
            ';' | '\n' => self.next_sentence(),
            ',' | ':' | '(' | ')' | '–' | '—' | '―' | '…' => self.clause += 1,
            _ => {}
        }
        if chars[at].is_whitespace() {
            self.attached = false;
            self.negative = false;
        }
    }

    fn next_sentence(&mut self) {
        self.sentence += 1;
        self.clause += 1;
        self.starts = true;
    }

    /// Returns true unless the full stop belongs to an abbreviation or an ordinal number before a lower-case word.
    fn ends_sentence(&self, chars: &[char], at: usize) -> bool {
        let Some(last) = self.tokens.last() else { return false };
        let next = chars[at + 1..].iter().find(|c| !c.is_whitespace());
        let lower = next.is_some_and(|c| c.is_lowercase());
        let is_ordinal = chars[at] == '.' && last.figure && next.is_some_and(|c| c.is_alphabetic());
        let short = last.form.chars().count() == 1 || ABBREVIATIONS.contains(&last.form.as_str());
        !(lower || is_ordinal && last.form.len() <= 2 || chars[at] == '.' && short)
    }

    fn word(&mut self, chars: &[char], start: usize) -> usize {
        let mut end = start;
        while chars.get(end).is_some_and(|c| c.is_alphanumeric())
            || chars.get(end) == Some(&'\'') && chars.get(end + 1).is_some_and(|c| c.is_alphabetic())
            || chars.get(end) == Some(&'.') && is_acronym(chars, end)
        {
            end += 1;
        }
        let raw: String = chars[start..end].iter().filter(|c| **c != '.').collect();
        if end < chars.len() && chars[end] == '.' && chars[start..end].contains(&'.') {
            end += 1;
        }
        let capital = raw.starts_with(char::is_uppercase) || raw.chars().skip(1).any(char::is_uppercase);
        let form = raw.to_lowercase();
        match (raw.as_str(), form.strip_suffix("n't")) {
            ("US" | "USA", _) => self.push("usa", true, false),
            (_, Some("ca")) => [("can", capital), ("not", false)].iter().for_each(|(form, c)| self.push(form, *c, false)),
            (_, Some("wo")) => [("will", capital), ("not", false)].iter().for_each(|(form, c)| self.push(form, *c, false)),
            (_, Some(verb)) => [(verb, capital), ("not", false)].iter().for_each(|(form, c)| self.push(form, *c, false)),
            _ if form == "cannot" => [("can", capital), ("not", false)].iter().for_each(|(form, c)| self.push(form, *c, false)),
            _ => form.split('\'').enumerate().filter(|(n, part)| !part.is_empty() && (*n == 0 || !matches!(*part, "s" | "re" | "ve" | "ll" | "d"))).for_each(|(n, part)| {
                let upper = raw.split('\'').nth(n).is_some_and(|part| part.starts_with(char::is_uppercase)) || n == 0 && capital;
                self.push(part, upper, false);
            }),
        }
        end
    }

    fn number(&mut self, chars: &[char], start: usize) -> usize {
        if let Some(end) = self.numeric_date(chars, start) {
            return end;
        }
        let mut end = start;
        let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
        let three = |at: usize| digit(at) && digit(at + 1) && digit(at + 2) && !digit(at + 3);
        loop {
            if digit(end) || matches!(chars.get(end), Some('.' | ',' | '\'')) && digit(end + 1) {
                end += 1;
            } else if matches!(chars.get(end), Some('\u{a0}' | '\u{202f}' | '\u{2009}')) && three(end + 1) {
                end += 1;
            } else {
                break;
            }
        }
        let text: String = chars[start..end].iter().filter(|c| !c.is_whitespace() && **c != '\'').collect();
        let letters: String = chars[end..].iter().take_while(|c| c.is_alphabetic()).collect();
        if matches!(letters.as_str(), "st" | "nd" | "rd" | "th") {
            self.push(&format!("{text}{letters}"), false, false);
            return end + 2;
        }
        self.push(&text, false, true);
        end
    }

    /// Reads `2019-06-30`, `30.06.2019` and `30.6.`, and pushes day, month and year.
    fn numeric_date(&mut self, chars: &[char], start: usize) -> Option<usize> {
        let run: String = chars[start..].iter().take(10).take_while(|c| c.is_ascii_digit() || "-./".contains(**c)).collect();
        let separator = run.chars().find(|c| !c.is_ascii_digit())?;
        let mut parts = run.split(separator);
        let (one, two, three) = (parts.next()?, parts.next()?, parts.next()?);
        let number = |text: &str, max: u32| text.parse::<u32>().ok().filter(|n| (1..=max).contains(n) && text.len() <= 2);
        let (year, month, day, length) = if one.len() == 4 && separator == '-' {
            (one, number(two, 12)?, number(three, 31)?, run.len())
        } else if separator == '.' && three.len() == 4 {
            (three, number(two, 12)?, number(one, 31)?, run.len())
        } else if separator == '/' && three.len() == 4 {
            let is_month_first = number(two, 31)? > 12;
            let (day, month) = if is_month_first { (two, one) } else { (one, two) };
            (three, number(month, 12)?, number(day, 31)?, run.len())
        } else if separator == '.' && three.is_empty() {
            ("", number(two, 12)?, number(one, 31)?, one.len() + two.len() + 2)
        } else {
            return None;
        };
        self.push(&day.to_string(), false, true);
        self.push(MONTHS[month as usize - 1], true, false);
        if !year.is_empty() {
            self.push(year, false, true);
        }
        Some(start + length)
    }
}

const MONTHS: [&str; 12] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
];

/// Returns true for the full stop inside `U.S.`.
fn is_acronym(chars: &[char], at: usize) -> bool {
    let single = |at: usize| chars.get(at).is_some_and(|c| c.is_uppercase());
    at > 0 && single(at - 1) && (at < 2 || !chars[at - 2].is_alphanumeric()) && single(at + 1)
        && chars.get(at + 2) == Some(&'.')
}
