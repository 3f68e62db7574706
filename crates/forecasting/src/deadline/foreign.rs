//! Checks a stated deadline against a quote that code does not read, such as one in another language: every part of
//! the day must stand in the quote. Nothing is added that it does not contain.

use chrono::{Datelike, Days, NaiveDate};
use domain::Time;

use super::clock::{StatedTime, end_of, hour_is_quoted};
use super::{fold, next_year_of};

/// Beginnings of month names: German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Polish, Turkish.
const MONTHS: [&[&str]; 12] = [
    &["januar", "janvier", "enero", "gennaio", "janeiro", "januari", "stycz", "ocak"],
    &["februar", "févr", "fevr", "febrero", "febbraio", "fevereiro", "lut", "şubat"],
    &["märz", "mars", "marzo", "março", "maart", "marca", "marzec", "mart"],
    &["april", "avril", "abril", "aprile", "kwie", "nisan"],
    &["mai", "mayo", "maggio", "maio", "mei", "maj", "mayıs"],
    &["juni", "juin", "junio", "giugno", "junho", "czerw", "haziran"],
    &["juli", "juillet", "julio", "luglio", "julho", "lipca", "lipiec", "temmuz"],
    &["august", "août", "agosto", "augustus", "augusti", "sierp", "ağustos"],
    &["september", "septembre", "septiembre", "settembre", "setembro", "wrze", "eylül"],
    &["oktober", "octobre", "octubre", "ottobre", "outubro", "paźdz", "ekim"],
    &["november", "novembre", "noviembre", "novembro", "listop", "kasım"],
    &["dezember", "décembre", "diciembre", "dicembre", "dezembro", "december", "grud", "aralık"],
];

/// Returns the stated instant if the quote contains year, month and day: a month without a day stands for its first or
/// last day, a year without a month for its first or last one. A quote without a year means the next such day.
pub(super) fn agreed(quote: &str, stated: StatedTime, asked: Time) -> Option<Time> {
    let folded = fold(quote);
    let numbers = numbers(&folded);
    let day = stated.day;
    let years: Vec<u32> = numbers.iter().copied().filter(|number| *number >= 1_000).collect();
    let year_agrees = match years.as_slice() {
        [] => next_year_of(asked.date_naive(), |year| day.with_year(year)) == Some(day),
        years => years.iter().any(|year| i32::try_from(*year) == Ok(day.year())),
    };
    let small: Vec<u32> = numbers.iter().copied().filter(|number| *number <= 31).collect();
    let month = month_named(&folded);
    let ends_month = day.checked_add_days(Days::new(1)).is_some_and(|next| next.day() == 1) || day.day() == 1;
    let ends_year = [(1, 1), (12, 31)].contains(&(day.month(), day.day()));
    let day_agrees = match month {
        Some(month) if month != day.month() => false,
        Some(_) => small.contains(&day.day()) || (small.is_empty() && ends_month),
        None if small.is_empty() => !years.is_empty() && ends_year,
        None => small.contains(&day.day()) && small.contains(&day.month()) && small.len() >= 2,
    };
    (year_agrees && day_agrees).then(|| instant(quote, stated, day))?
}

/// The stated hour counts only if the quote contains it.
fn instant(quote: &str, stated: StatedTime, day: NaiveDate) -> Option<Time> {
    let at = stated.at.filter(|at| hour_is_quoted(quote, *at));
    at.map(|at| at.to_utc()).or_else(|| end_of(day))
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

fn month_named(folded: &str) -> Option<u32> {
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    // A short name is the whole word: `mai` is not the beginning of `main`.
    let is_month = |word: &str, name: &str| word == name || (name.chars().count() > 4 && word.starts_with(name));
    let is_named = |names: &&[&str]| words.iter().any(|word| names.iter().any(|name| is_month(word, name)));
    MONTHS.iter().position(is_named).and_then(|n| u32::try_from(n + 1).ok())
}
