//! Compares dates: complete ones, partial ones, weekdays, and those that are relative to the day of publication.

use std::collections::BTreeSet;

use chrono::{Datelike, Duration, NaiveDate, Weekday};

use super::Problem;
use super::lexicon::{self, Named};
use super::token::{Text, Token};

/// Words between the first and the last day of a span, or between two days of one month.
const SPANS: [&str; 15] =
    ["to", "and", "or", "until", "till", "through", "bis", "und", "oder", "à", "au", "et", "al", "a", "y"];
/// Words between the parts of a date.
const LINKS: [&str; 6] = ["of", "de", "del", "the", "du", "le"];

/// A date as far as a text gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PartialDate {
    year: Option<i32>,
    month: Option<u32>,
    day: Option<u32>,
}

/// The dates of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Dates {
    pub(super) dates: Vec<PartialDate>,
    weekdays: BTreeSet<u32>,
    /// First and last days of spans of one month.
    spans: Vec<(PartialDate, PartialDate)>,
    /// Days that relative words name, by the day of publication.
    resolved: Vec<NaiveDate>,
    /// Indices of the tokens that are parts of dates.
    pub(super) tokens: BTreeSet<usize>,
}

impl Dates {
    pub(super) fn new(text: &Text, published: Option<NaiveDate>) -> Self {
        let mut dates = Self::default();
        for at in 0..text.tokens.len() {
            match text.tokens[at].key.as_str() {
                key if key.starts_with("#m") => dates.add_month(&text.tokens, at),
                key if key.starts_with("#w") => dates.weekdays.extend(key[2..].parse::<u32>().ok()),
                _ => {}
            }
        }
        if let Some(published) = published {
            dates.resolve(text, published);
        }
        dates
    }

    /// Returns true if each date has a year and ended before a day.
    pub(super) fn are_past(&self, today: NaiveDate) -> bool {
        self.dates.iter().all(|date| date.last_day().is_some_and(|last| last < today))
    }

    fn add_month(&mut self, tokens: &[Token], at: usize) {
        let Some(Named::Month(month)) = lexicon::named(&tokens[at].form) else { return };
        let (mut day, first) = day_before(tokens, at);
        let mut used: BTreeSet<usize> = (first..=at).collect();
        let mut next = at + 1;
        let mut others = if day.is_some() { days_before(tokens, first) } else { Vec::new() };
        if day.is_none() {
            day = tokens.get(next).and_then(day_number);
            if day.is_some() {
                used.insert(next);
                next += 1;
                others.extend(last_day(tokens, next));
                next = others.last().map_or(next, |(_, at)| at + 1);
            }
        }
        used.extend(others.iter().map(|(_, at)| *at));
        if tokens.get(next).is_some_and(|token| LINKS.contains(&token.form.as_str())) {
            next += 1;
        }
        let year = tokens.get(next).and_then(year_number);
        if year.is_some() {
            used.insert(next);
        }
        self.tokens.extend(used);
        let date_of = |day| PartialDate { year, month: Some(month), day };
        self.dates.push(date_of(day));
        let all = others.iter().map(|(day, _)| Some(*day)).chain([day]);
        if let (false, Some(Some(first)), Some(Some(last))) = (others.is_empty(), all.clone().min(), all.max()) {
            self.spans.push((date_of(Some(first)), date_of(Some(last))));
        }
        self.dates.extend(others.into_iter().map(|(day, _)| date_of(Some(day))));
    }

    fn resolve(&mut self, text: &Text, published: NaiveDate) {
        for (at, token) in text.tokens.iter().enumerate() {
            let before = at.checked_sub(1).map_or("", |at| text.tokens[at].form.as_str());
            let after = text.tokens.get(at + 1).map_or("", |token| token.form.as_str());
            match token.form.as_str() {
                "yesterday" | "gestern" | "hier" | "ayer" => self.resolved.extend(published.pred_opt()),
                "today" | "heute" | "aujourd" | "hoy" => self.resolved.push(published),
                "tomorrow" | "morgen" | "demain" | "mañana" => self.resolved.extend(published.succ_opt()),
                "month" | "monat" | "monats" | "mois" | "mes" => self.shift(published, relation(before, after), false),
                "year" | "jahr" | "jahres" | "année" | "an" | "año" => {
                    self.shift(published, relation(before, after), true);
                }
                _ => {}
            }
        }
        for weekday in self.weekdays.clone() {
            let Some(weekday) =
                weekday.checked_sub(1).and_then(|n| u8::try_from(n).ok()).and_then(|n| Weekday::try_from(n).ok())
            else {
                continue;
            };
            let days = (0..7).filter_map(|back| published.checked_sub_signed(Duration::days(back)));
            self.resolved.extend(days.filter(|day| day.weekday() == weekday));
        }
    }

    /// Adds the month or year that `last`, `this` or `next` names. The day stays open, so the year and month count.
    fn shift(&mut self, published: NaiveDate, by: Option<i32>, is_year: bool) {
        let Some(by) = by else { return };
        let months =
            published.year() * 12 + i32::try_from(published.month0()).unwrap_or(0) + by * if is_year { 12 } else { 1 };
        let month = (!is_year).then(|| u32::try_from(months.rem_euclid(12) + 1).unwrap_or(1));
        self.dates.push(PartialDate { year: Some(months.div_euclid(12)), month, day: None });
    }
}

/// Returns -1 for `last`, 0 for `this` and 1 for `next`, by the words around `month` or `year`.
fn relation(before: &str, after: &str) -> Option<i32> {
    let is = |words: &[&str]| words.contains(&before) || words.contains(&after);
    if is(&[
        "last",
        "letzten",
        "letzter",
        "letztes",
        "vergangenen",
        "vorigen",
        "dernier",
        "dernière",
        "pasado",
        "pasada",
    ]) {
        Some(-1)
    } else if is(&["this", "diesen", "dieses", "diesem", "cette", "este"]) {
        Some(0)
    } else if is(&["next", "nächsten", "nächstes", "kommenden", "prochain", "prochaine", "próximo", "próxima"]) {
        Some(1)
    } else {
        None
    }
}

fn day_before(tokens: &[Token], at: usize) -> (Option<u32>, usize) {
    for back in 1..=3 {
        let Some(index) = at.checked_sub(back) else { break };
        if let Some(day) = day_number(&tokens[index]) {
            return (Some(day), index);
        }
        if !LINKS.contains(&tokens[index].form.as_str()) {
            break;
        }
    }
    (None, at)
}

/// Returns the days before the day at an index that belong to the same month: `14 and` of `14 and 16 November`, `3` of
/// `3–9 May`.
fn days_before(tokens: &[Token], mut first: usize) -> Vec<(u32, usize)> {
    let mut days = Vec::new();
    while let Some(before) = first.checked_sub(1) {
        let place = if SPANS.contains(&tokens[before].form.as_str()) {
            before.checked_sub(1)
        } else {
            tokens[first].attached.then_some(before)
        };
        let Some((day, at)) = place.and_then(|at| Some((day_number(&tokens[at])?, at))) else { break };
        days.push((day, at));
        first = at;
    }
    days
}

/// Returns the last day of a span that begins with the month: `6` of `May 4 to 6`, `May 4–6`.
fn last_day(tokens: &[Token], next: usize) -> Option<(u32, usize)> {
    let token = tokens.get(next)?;
    let at = if ["to", "through", "until"].contains(&token.form.as_str()) { next + 1 } else { next };
    let last = tokens.get(at)?;
    (at > next || last.attached).then(|| Some((day_number(last)?, at))).flatten()
}

fn day_number(token: &Token) -> Option<u32> {
    let digits: String = token.form.chars().take_while(char::is_ascii_digit).collect();
    let rest = &token.form[digits.len()..];
    let fits = ["", "st", "nd", "rd", "th", "er"].contains(&rest);
    digits.parse().ok().filter(|day| fits && (1..=31).contains(day) && digits.len() <= 2)
}

fn year_number(token: &Token) -> Option<i32> {
    token.form.parse().ok().filter(|year| token.form.len() == 4 && (1500..2200).contains(year))
}

impl PartialDate {
    /// Returns true if the parts that both have agree, and the other has the month and day of this one.
    fn agrees(self, other: Self, year: Option<i32>) -> bool {
        let month = self.month.is_none() || self.month == other.month;
        let day = self.day.is_none() || self.day == other.day;
        let years = self.year.is_none_or(|own| match (other.year, year) {
            (Some(other), _) => own == other,
            (None, Some(published)) => (own - published).abs() <= 1,
            (None, None) => false,
        });
        month && day && years
    }

    pub(super) fn year(self) -> Option<i32> {
        self.year
    }

    /// Returns true if day, month and year are known.
    pub(super) fn is_complete(self) -> bool {
        self.day.is_some() && self.month.is_some() && self.year.is_some()
    }

    /// Returns the last day of the date; `None` without a year.
    fn last_day(self) -> Option<NaiveDate> {
        let (year, month) = (self.year?, self.month.unwrap_or(12));
        match self.day {
            Some(day) => NaiveDate::from_ymd_opt(year, month, day),
            None if month == 12 => NaiveDate::from_ymd_opt(year, 12, 31),
            None => NaiveDate::from_ymd_opt(year, month + 1, 1)?.pred_opt(),
        }
    }

    fn of(day: NaiveDate) -> Self {
        Self { year: Some(day.year()), month: Some(day.month()), day: Some(day.day()) }
    }

    /// Returns true for a day between two days of its month.
    fn is_between(self, first: Self, last: Self) -> bool {
        let same_year = self.year.is_none() || first.year.is_none() || self.year == first.year;
        same_year && self.month == first.month && self.day > first.day && self.day < last.day
    }

    /// Returns true if another date states a part of this one differently.
    fn conflicts(self, other: Self) -> bool {
        let differs = |one: Option<u32>, other: Option<u32>| one.zip(other).is_some_and(|(one, other)| one != other);
        let years = self.year.zip(other.year).is_some_and(|(one, other)| one != other);
        differs(self.month, other.month) || differs(self.day, other.day) || years
    }

    fn shown(self) -> String {
        let part = |value: Option<u32>| value.map_or_else(|| "??".to_owned(), |value| format!("{value:02}"));
        let year = self.year.map_or_else(|| "????".to_owned(), |year| year.to_string());
        format!("{year}-{}-{}", part(self.month), part(self.day))
    }
}

/// Returns what is wrong with the dates of a finding, given those of its quotes. `years` are numbers of the quotes that
/// may be years.
pub(super) fn compare(
    finding: &Dates,
    quotes: &[Dates],
    published: Option<NaiveDate>,
    years: &BTreeSet<i32>,
) -> Vec<Problem> {
    let resolved = || quotes.iter().flat_map(|dates| dates.resolved.iter().copied());
    let stated: Vec<PartialDate> = quotes.iter().flat_map(|dates| dates.dates.iter().copied()).collect();
    let year = published.map(|day| day.year());
    let mut problems = Vec::new();
    for date in &finding.dates {
        let is_year = date.year.is_none_or(|year| years.contains(&year));
        let partly = PartialDate { year: date.year.filter(|_| !is_year), ..*date };
        let agrees =
            |other: PartialDate| date.agrees(other, year) || partly.agrees(other, year) && other.year.is_none();
        let reported = published.is_some_and(|day| date.agrees(PartialDate::of(day), None));
        if stated.iter().any(|other| agrees(*other))
            || resolved().any(|day| date.agrees(PartialDate::of(day), None))
            || reported
        {
            continue;
        }
        // A day inside a span may be stated by what the span is about.
        let is_inside =
            quotes.iter().flat_map(|dates| &dates.spans).any(|(first, last)| date.is_between(*first, *last));
        problems.push(match stated.iter().find(|other| date.conflicts(**other) && !is_inside) {
            Some(other) => {
                Problem::contradiction(format!("the quotes date it {} and not {}", other.shown(), date.shown()))
            }
            None => Problem::gap(format!("the quotes do not state the date {}", date.shown())),
        });
    }
    problems.extend(compare_weekdays(finding, quotes, published, &stated));
    problems
}

fn compare_weekdays(
    finding: &Dates,
    quotes: &[Dates],
    published: Option<NaiveDate>,
    stated: &[PartialDate],
) -> Option<Problem> {
    let known: BTreeSet<u32> = quotes.iter().flat_map(|dates| dates.weekdays.iter().copied()).collect();
    let absent = finding.weekdays.difference(&known).next()?;
    let complete = stated.iter().filter_map(|date| {
        NaiveDate::from_ymd_opt(date.year.or(published.map(|day| day.year()))?, date.month?, date.day?)
    });
    let mut days = complete.chain(quotes.iter().flat_map(|dates| dates.resolved.iter().copied()));
    if days.any(|day| day.weekday().number_from_monday() == *absent) {
        return None;
    }
    Some(if known.is_empty() || known.iter().all(|day| finding.weekdays.contains(day)) {
        Problem::gap("the quotes do not state the weekday".to_owned())
    } else {
        Problem::contradiction("the quotes name another weekday".to_owned())
    })
}
