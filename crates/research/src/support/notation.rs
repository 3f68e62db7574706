//! What the separators of a number stand for: `1.234` is a thousand and more in German, and a little more than one in
//! English.

use retrieval::language::{Guess, guess};
use retrieval::text::Language;

use super::token::{Text, Token};

/// A separator before three digits, which may be thousands or decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AmbiguousMark {
    sign: char,
    /// True if the notation of the text tells what it stands for.
    is_known: bool,
}

impl AmbiguousMark {
    /// Returns the separator of the number at a token, if it is ambiguous.
    pub(super) fn new(text: &Text, at: usize) -> Option<Self> {
        let sign = ambiguous(&text.tokens[at].form)?;
        Some(Self { sign, is_known: text.decimal.is_some() })
    }

    /// Returns true for different separators of two texts of which neither tells what they stand for.
    pub(super) fn is_unlike(one: Option<Self>, other: Option<Self>) -> bool {
        one.zip(other).is_some_and(|(one, other)| !one.is_known && !other.is_known && one.sign != other.sign)
    }
}

/// Returns the separator of digits such as `1.250`, which are 1250 or 1.25.
fn ambiguous(form: &str) -> Option<char> {
    let sign = form.chars().find(|c| !c.is_ascii_digit()).filter(|sign| ['.', ','].contains(sign))?;
    let (whole, part) = form.split_once(sign)?;
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_group = (1..=3).contains(&whole.len()) && !whole.starts_with('0') && part.len() == 3;
    (is_group && is_digits(part)).then_some(sign)
}

/// Returns the possible values of digits with separators, given the sign before decimals if it is known.
pub(super) fn readings(form: &str, decimal: Option<char>) -> Vec<f64> {
    let plain = || form.chars().filter(char::is_ascii_digit).collect::<String>().parse::<f64>().ok();
    let fraction = |mark: char| {
        let kept: String = form.chars().filter(|c| c.is_ascii_digit() || *c == mark).collect();
        kept.replace(mark, ".").parse::<f64>().ok()
    };
    if let Some(mark) = ambiguous(form) {
        let thousands = plain().filter(|_| decimal != Some(mark));
        let decimals = fraction(mark).filter(|_| decimal.is_none_or(|sign| sign == mark));
        return thousands.into_iter().chain(decimals).collect();
    }
    match decimal_of(form) {
        Some(mark) => fraction(mark).into_iter().collect(),
        None => plain().into_iter().collect(),
    }
}

/// Returns the sign before the decimals of a number that is not ambiguous.
fn decimal_of(form: &str) -> Option<char> {
    let marks: Vec<char> = form.chars().filter(|c| !c.is_ascii_digit()).collect();
    let last = *marks.last()?;
    (marks.len() == 1 || marks.iter().any(|mark| *mark != last)).then_some(last)
}

/// Returns the sign before decimals in a text, by its language and its other numbers; `None` if they do not tell it,
/// and for Spanish, which is written with either.
pub(super) fn decimal_mark(text: &str, tokens: &[Token], language: Language) -> Option<char> {
    let is_number = |token: &&Token| token.figure && token.form.starts_with(|c: char| c.is_ascii_digit());
    let numbers = || tokens.iter().filter(is_number).map(|token| token.form.as_str());
    let is_group = |form: &str| form.len() == 3 && form.bytes().all(|byte| byte.is_ascii_digit());
    if !numbers().any(|form| ambiguous(form).is_some() || is_group(form)) {
        return None;
    }
    let shown = |form: &str| {
        let is_marked =
            ambiguous(form).is_none() && form.chars().all(|c| c.is_ascii_digit() || ['.', ','].contains(&c));
        let grouped = || form.chars().find(|c| *c == '.' || *c == ',').map(|c| if c == '.' { ',' } else { '.' });
        decimal_of(form).or_else(grouped).filter(|_| is_marked)
    };
    let of_language = mark_of_language(text, language);
    let mut shown = numbers().filter_map(shown);
    match shown.next() {
        Some(mark) if shown.any(|other| other != mark) || of_language.is_some_and(|own| own != mark) => None,
        Some(mark) => Some(mark),
        None => of_language,
    }
}

fn mark_of_language(text: &str, language: Language) -> Option<char> {
    let letters = |is: fn(char) -> bool| text.chars().filter(|c| is(*c)).count();
    let all = letters(char::is_alphabetic);
    if letters(|c| matches!(u32::from(c), 0x0370..=0x052F)) * 2 > all {
        return Some(',');
    }
    if letters(|c| c.is_alphabetic() && u32::from(c) > 0x052F && !matches!(u32::from(c), 0x1E00..=0x1FFF)) * 2 > all {
        return Some('.');
    }
    match guess(text) {
        Guess::English => Some('.').filter(|_| language == Language::English),
        Guess::Unknown => None,
        other => Some(',').filter(|_| !other.is_spanish()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_separator_stands_for_what_its_language_means() {
        let values = |text: &str| {
            let text = Text::new(text);
            let at = text.tokens.iter().position(|token| token.form.starts_with(|c: char| c.is_ascii_digit())).unwrap();
            readings(&text.tokens[at].form, text.decimal)
        };
        for (text, value) in [
            ("The mine shipped 1.234 tonnes of ore in March.", 1.234),
            ("The mine shipped 1,234 tonnes of ore in March.", 1234.0),
            ("Das Werk hat im Mai 1.234 Tonnen geliefert.", 1234.0),
            ("Le bassin contient 1,234 mètres cubes d'eau.", 1.234),
            ("Het bedrijf verkocht 1.234 fietsen in april.", 1234.0),
            ("Завод выпустил 1,234 тонны за год.", 1.234),
            ("أنتج المصنع ١٬٢٣٤ طنا من الأسمدة.", 1234.0),
            ("أنتج المصنع ١٫٢٣٤ طنا من الأسمدة.", 1.234),
            ("The lab lost 0.875 litres of it.", 0.875),
            ("The lab lost .875 litres of it.", 0.875),
            ("The scheme reached 12,34,567 farmers.", 1_234_567.0),
        ] {
            assert_eq!(values(text), [value], "{text}");
        }
        assert_eq!(values("1.234 Acme"), [1234.0, 1.234], "no language");
        assert_eq!(values("El pozo tiene 1.234 metros de largo en total."), [1234.0, 1.234], "two notations");
        assert_eq!(values("La prensa dice 1.234 y 5,5 en el informe."), [1234.0], "another number tells it");
    }
}
