//! Splits a text into tokens without their meaning: words, digits, currencies, and dates as day, month and year.

use chrono::Month;
use retrieval::script::is_unspaced;
use retrieval::text::Language;

use super::clock;
use super::east_asian::{self, EastAsianNumber};
use super::signs;
use super::token::Token;

/// Abbreviations after which a full stop does not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "st", "no", "vs", "inc", "ltd", "co", "corp", "gov", "sen", "rep", "gen", "jan",
    "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mio", "mrd", "bzw", "ca", "nr",
];

/// Signs of currencies, which may stand between a minus and its number.
const CURRENCIES: &str = "$€£¥₹";

/// Returns the tokens of a text.
pub(super) fn tokens(text: &str, is_german: bool) -> Vec<Token> {
    let mut scan = Scan { is_german, starts: true, ..Scan::default() };
    scan.run(text);
    scan.tokens
}

/// State of the scan of one text.
#[derive(Default)]
struct Scan {
    is_german: bool,
    tokens: Vec<Token>,
    sentence: usize,
    clause: usize,
    starts: bool,
    attached: bool,
    negative: bool,
}

impl Scan {
    fn run(&mut self, text: &str) {
        let chars = signs::plain(text);
        let mut at = 0;
        while at < chars.len() {
            let c = chars[at];
            at = if c.is_ascii_digit() {
                self.number(&chars, at)
            } else if is_unspaced(c) && signs::is_in_word(c) {
                self.east_asian(&chars, at).unwrap_or_else(|| {
                    self.push(&c.to_string(), false, false);
                    at + 1
                })
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
            owns: false,
            sentence: self.sentence,
            clause: self.clause,
            content: false,
            figure,
            negative: self.negative,
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
            '$' => {
                // `US$` and `$` are one sign.
                let before = self.tokens.last().filter(|_| self.attached).map_or("", |last| last.form.as_str());
                let currency = if before == "r" { "brl" } else { "usd" };
                if ["usa", "r"].contains(&before) {
                    self.tokens.pop();
                }
                self.push(currency, false, false);
            }
            '€' => self.push("eur", false, false),
            '£' => self.push("gbp", false, false),
            '¥' => self.push("jpy", false, false),
            '₹' => self.push("inr", false, false),
            '%' => self.push("percent", false, false),
            '℃' => self.push("celsius", false, false),
            '℉' => self.push("fahrenheit", false, false),
            '-' | '−'
                if after.is_some_and(|c| c.is_ascii_digit() || CURRENCIES.contains(*c))
                    && before.is_none_or(|c| c.is_whitespace() || *c == '(' || CURRENCIES.contains(*c)) =>
            {
                self.negative = true;
                return;
            }
            '.' | '!' | '?' if spaced && self.ends_sentence(chars, at) => self.next_sentence(),
            ';' | '\n' => self.next_sentence(),
            // `、` stands between the parts of a list, never inside of a number.
            ',' | '、' | ':' | '(' | ')' | '–' | '—' | '―' | '…' => self.clause += 1,
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
        // `失业率为4.5%`: a script that writes no spaces sets no figure apart.
        let is_glued = |at: usize| chars[at].is_ascii_digit() && at > start && signs::has_no_case(chars[at - 1]);
        while chars.get(end).is_some_and(|c| signs::is_in_word(*c) && !is_unspaced(*c)) && !is_glued(end)
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
        let verb = match form.strip_suffix("n't") {
            Some("ca") => Some("can"),
            Some("wo") => Some("will"),
            None if form == "cannot" => Some("can"),
            verb => verb,
        };
        match verb {
            _ if raw == "C" && is_degree(chars, start) => self.push("celsius", false, false),
            _ if raw == "F" && is_degree(chars, start) => self.push("fahrenheit", false, false),
            _ if raw == "US" || raw == "USA" => self.push("usa", true, false),
            Some(verb) => {
                self.push(verb, capital, false);
                self.push("not", false, false);
            }
            None => self.parts(&raw, capital),
        }
        end
    }

    /// Pushes the parts of a word around apostrophes, without the endings of English.
    fn parts(&mut self, raw: &str, capital: bool) {
        for (n, part) in raw.split('\'').enumerate() {
            let form = part.to_lowercase();
            let is_ending = n > 0 && matches!(form.as_str(), "s" | "re" | "ve" | "ll" | "d");
            if let Some(last) = self.tokens.last_mut().filter(|_| is_ending && form == "s") {
                last.owns = true;
            }
            if !form.is_empty() && !is_ending {
                self.push(&form, part.starts_with(char::is_uppercase) || n == 0 && capital, false);
            }
        }
    }

    fn number(&mut self, chars: &[char], start: usize) -> usize {
        if let Some(end) = self.numeric_date(chars, start).or_else(|| self.signed_date(chars, start)) {
            return end;
        }
        if let Some(end) = self.east_asian(chars, start) {
            return end;
        }
        if let Some((time, end)) = clock::read(chars, start, self.is_german) {
            self.push(&time, false, true);
            return end;
        }
        let mut end = start;
        let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
        let three = |at: usize| digit(at) && digit(at + 1) && digit(at + 2) && !digit(at + 3);
        let joins = |at: usize| match chars.get(at) {
            Some('.' | ',' | '\'') => digit(at + 1),
            Some('\u{a0}' | '\u{202f}' | '\u{2009}') => three(at + 1),
            _ => digit(at),
        };
        while joins(end) {
            end += 1;
        }
        let mut text: String = chars[start..end].iter().filter(|c| !c.is_whitespace() && **c != '\'').collect();
        let before = |back: usize| start.checked_sub(back).and_then(|at| chars.get(at));
        let is_apart = |c: &char| c.is_whitespace() || *c == '(' || CURRENCIES.contains(*c);
        if before(1) == Some(&'.') && before(2).is_none_or(is_apart) && text.bytes().all(|byte| byte.is_ascii_digit()) {
            // `.875` is written without its zero.
            text.insert_str(0, "0.");
        }
        let letters: String = chars[end..].iter().take_while(|c| c.is_alphabetic()).collect();
        if matches!(letters.as_str(), "st" | "nd" | "rd" | "th" | "er") {
            self.push(&format!("{text}{letters}"), false, false);
            return end + 2;
        }
        self.push(&text, false, true);
        end
    }

    /// Reads a number with signs of tens or ten thousands, and pushes it in digits.
    fn east_asian(&mut self, chars: &[char], start: usize) -> Option<usize> {
        let EastAsianNumber { digits, is_percent, end } = east_asian::read(chars, start)?;
        self.push(&digits, false, true);
        if is_percent {
            self.push("percent", false, false);
        }
        Some(end)
    }

    /// Reads `2019-06-30`, `30.06.2019` and `30.6.`, and pushes day, month and year.
    fn numeric_date(&mut self, chars: &[char], start: usize) -> Option<usize> {
        let run: String =
            chars[start..].iter().take(10).take_while(|c| c.is_ascii_digit() || "-./".contains(**c)).collect();
        let separator = run.chars().find(|c| !c.is_ascii_digit())?;
        let mut parts = run.split(separator);
        let (one, two, three) = (parts.next()?, parts.next()?, parts.next()?);
        let number =
            |text: &str, max: u32| text.parse::<u32>().ok().filter(|n| (1..=max).contains(n) && text.len() <= 2);
        let (year, month, day, length) = if one.len() == 4 {
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
        self.date(Some(day), month, year)?;
        Some(start + length)
    }

    /// Reads `2026年5月3日` and `2026년 5월`, and pushes day, month and year.
    fn signed_date(&mut self, chars: &[char], start: usize) -> Option<usize> {
        let part = |at: usize, signs: [char; 2]| {
            let end = at + chars.get(at..)?.iter().take_while(|c| c.is_ascii_digit()).count();
            let digits: String = chars[at..end].iter().collect();
            signs.contains(chars.get(end)?).then_some((digits, end + 1))
        };
        let after = |at: usize| at + usize::from(chars.get(at) == Some(&' '));
        // The year of an era, as in `令和8年`, is none of ours, and would be read as a day.
        let (year, month) = match part(start, ['年', '년']).filter(|(year, _)| year.len() == 4) {
            Some((year, end)) => (year, part(after(end), ['月', '월'])?),
            None => (String::new(), part(start, ['月', '월'])?),
        };
        let day = part(after(month.1), ['日', '일']);
        let number =
            day.as_ref().map(|(day, _)| day.parse::<u32>()).transpose().ok()?.filter(|day| (1..=31).contains(day));
        self.date(number, month.0.parse().ok()?, &year)?;
        Some(day.map_or(month.1, |(_, end)| end))
    }

    /// Pushes the parts of a date.
    fn date(&mut self, day: Option<u32>, month: u32, year: &str) -> Option<()> {
        let month = Month::try_from(u8::try_from(month).ok()?).ok()?;
        if let Some(day) = day {
            self.push(&day.to_string(), false, true);
        }
        self.push(&month.name().to_lowercase(), true, false);
        if !year.is_empty() {
            self.push(year, false, true);
        }
        Some(())
    }
}

/// Returns true for the letter after a sign of degree.
fn is_degree(chars: &[char], at: usize) -> bool {
    chars[..at].iter().rev().find(|c| !c.is_whitespace()) == Some(&'°')
}

/// Returns true for the full stop inside `U.S.`.
fn is_acronym(chars: &[char], at: usize) -> bool {
    let single = |at: usize| chars.get(at).is_some_and(|c| c.is_uppercase());
    at > 0
        && single(at - 1)
        && (at < 2 || !chars[at - 2].is_alphanumeric())
        && single(at + 1)
        && chars.get(at + 2) == Some(&'.')
}
