//! Parser for the date formats of pages and providers, in the languages of the web.

mod months;
mod order;
mod persian;
mod signs;
mod years;

use months::{month, numbered};
pub use order::Order;
use years::{full_year, gregorian, leading_year};

/// An instant in UTC.
pub type Time = chrono::DateTime<chrono::Utc>;

/// How a page writes its dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DateStyle {
    /// Order of day, month and year in numeric dates.
    pub(crate) order: Order,
    /// Months have their Croatian names.
    pub(crate) is_croatian: bool,
}

impl DateStyle {
    /// The style of a text without a language.
    pub(crate) const UNKNOWN: Self = Self { order: Order::Unknown, is_croatian: false };

    /// Decides by the page's language tags in lower case, best first, and its address.
    pub(crate) fn of_page(languages: &[String], address: &str) -> Self {
        let is_croatian = languages.first().is_some_and(|tag| tag.split('-').next() == Some("hr"));
        Self { order: Order::of_page(languages, address), is_croatian }
    }
}

/// Parses RFC 3339, RFC 2822, `2026-11-22 10:00:00`, `2026-11-22`, `November 22, 2026`, `22 Nov 2026`, `22.11.2026`. A
/// day yields its midnight in UTC.
pub fn parse(text: &str) -> Option<Time> {
    let text = text.trim();
    moment(text).or_else(|| format!("{}T00:00:00Z", day(text, DateStyle::UNKNOWN)?).parse().ok())
}

/// Normalises a date: an instant to RFC 3339 with the page's offset, a day to `2026-11-22`.
pub(crate) fn normal(text: &str, style: DateStyle) -> Option<String> {
    let text = text.trim();
    let exact = chrono::DateTime::parse_from_rfc3339(text).or_else(|_| chrono::DateTime::parse_from_rfc2822(text));
    match exact {
        Ok(moment) => Some(moment.to_rfc3339()).filter(|text| plausible(text)),
        Err(_) => timestamp(text).map(|at| at.to_rfc3339()).or_else(|| day(text, style)),
    }
}

/// Returns the first date in a longer text.
pub(crate) fn within(text: &str, style: DateStyle) -> Option<String> {
    let text: String = text.chars().take(200).collect();
    day(&text, style)
}

/// Returns the date in an address: `/2026/11/22/`, `2026-11-22`, or the folder or file `20261122`, `t20261122_17.html`.
pub(crate) fn in_address(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?;
    let whole = |part: &str| {
        let stated = part.strip_prefix('t').map(|rest| rest.split(['_', '.']).next().unwrap_or(rest));
        compact(stated.unwrap_or(part))
    };
    in_parts(path).or_else(|| path.split('/').skip(3).find_map(whole))
}

fn in_parts(path: &str) -> Option<String> {
    let parts: Vec<&str> = path.split(['/', '-', '_']).collect();
    parts.windows(3).find_map(|part| {
        let [year, month, day] = part else { return None };
        let shaped = year.len() == 4 && matches!(month.len(), 1 | 2) && matches!(day.len(), 1 | 2);
        shaped.then(|| written(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)).flatten()
    })
}

fn moment(text: &str) -> Option<Time> {
    let exact = text.parse::<Time>().ok();
    exact
        .or_else(|| timestamp(text))
        .or_else(|| chrono::DateTime::parse_from_rfc2822(text).ok().map(|moment| moment.to_utc()))
        .or_else(|| format!("{}Z", text.replacen(' ', "T", 1)).parse::<Time>().ok())
}

/// Parses seconds or milliseconds since 1970, as some pages state their date.
fn timestamp(text: &str) -> Option<Time> {
    let number: i64 = text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))?;
    let at = match text.len() {
        10 => Time::from_timestamp(number, 0),
        13 => Time::from_timestamp_millis(number),
        _ => None,
    };
    at.filter(|at| plausible(&at.to_rfc3339()))
}

/// Parses a date without separators, such as `20261122`.
fn compact(text: &str) -> Option<String> {
    let is_plain = text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit());
    let part = |from: usize, to: usize| text.get(from..to)?.parse::<u32>().ok();
    is_plain.then(|| written(part(0, 4)?, part(4, 6)?, part(6, 8)?)).flatten()
}

/// Returns the first day that a text names.
fn day(text: &str, style: DateStyle) -> Option<String> {
    let lower = months::spelled_out(years::completed(text.to_lowercase().chars().map(ascii_digit).collect()));
    // Every form has a number.
    if !lower.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let words: Vec<&str> = lower.split(|c: char| !is_in_word(c)).filter(|word| !word.is_empty()).collect();
    let numeric = compact(lower.trim()).or_else(|| numeric(&lower, style.order.with_clock(&lower)));
    let by_name = |at: usize| spoken(&words, at, month(words[at], style.is_croatian)?);
    let by_number = |at: usize| spoken_number(&words, at, numbered(&words, at)?);
    let spoken = || (0..words.len()).find_map(|at| by_name(at).or_else(|| by_number(at)));
    numeric.or_else(spoken).or_else(|| persian::spoken(&words)).or_else(|| signs::day(&lower))
}

/// Returns `true` for letters and digits, and for the signs within words of India, which have the same place in the
/// block of each script, of Khmer and of Burmese.
fn is_in_word(c: char) -> bool {
    let is_india = ('\u{900}'..='\u{d7f}').contains(&c) && matches!(u32::from(c) & 0x7f, 0x3c | 0x4d);
    c.is_alphanumeric() || is_india || matches!(c, '\u{17d2}' | '\u{1039}' | '\u{103a}')
}

/// Zeros of the scripts whose digits are used in dates: Arabic, Persian, scripts of India, Thai, Lao, Burmese, Khmer,
/// full width.
const ZEROS: [u32; 14] =
    [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0, 0xff10];

/// Returns the ASCII digit of the same value; any other character unchanged.
fn ascii_digit(c: char) -> char {
    let value = ZEROS.iter().map(|zero| u32::from(c).wrapping_sub(*zero)).find(|value| *value < 10);
    value.and_then(|value| char::from_digit(value, 10)).unwrap_or(c)
}

/// Parses three numbers with the same separator: year first, otherwise in the page's order. The other order applies
/// where only that is valid.
fn numeric(text: &str, order: Order) -> Option<String> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() || (at > 0 && bytes[at - 1].is_ascii_alphanumeric()) {
            at += 1;
            continue;
        }
        if let Some(found) = three(&text[at..], order) {
            return Some(found);
        }
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    }
    None
}

fn three(text: &str, order: Order) -> Option<String> {
    let (first, rest) = number(text)?;
    let sign = rest.chars().next().filter(|c| matches!(c, '-' | '.' | '/'))?;
    let (second, rest) = number(rest[1..].trim_start_matches(' '))?;
    let year = rest.strip_prefix(sign)?.trim_start_matches(' ');
    let (third, rest) = number(year)?;
    // One digit is not a year: `1.2.3` is a version.
    if first < 1900 && year.len() - rest.len() < 2 {
        return None;
    }
    // Compact times such as 2026-11-22T10:00 continue with a letter; another digit group indicates a version or a
    // telephone number.
    if rest.starts_with(sign) && sign != '.' {
        return None;
    }
    if first >= 1900 {
        return written(gregorian(first), second, third);
    }
    if persian::is_year(first) {
        return persian::written(first, second, third).filter(|_| sign == '/');
    }
    let year = full_year(third);
    let (day_first, month_first) = (written(year, second, first), written(year, first, second));
    match order {
        Order::YearFirst if third <= 31 && written(leading_year(first), second, third).is_some() => {
            written(leading_year(first), second, third)
        }
        Order::MonthFirst => month_first.or(day_first),
        _ => day_first.or(month_first),
    }
}

fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..digits)?.parse().ok()?;
    (digits <= 4).then_some((number, &text[digits..]))
}

/// Parses a month's name with a day and a year around it.
fn spoken(words: &[&str], at: usize, month: u32) -> Option<String> {
    let get = |index: Option<usize>| index.and_then(|index| words.get(index)).and_then(|word| ordinal(word));
    let filler = |index: usize| words.get(index).is_some_and(|word| FILLERS.contains(word));
    let back =
        |from: usize| from.checked_sub(1).map(|index| if filler(index) { index.saturating_sub(1) } else { index });
    let before = back(at);
    let after = if filler(at + 1) { at + 2 } else { at + 1 };
    if let (Some(day), Some(year)) = (get(before).filter(is_day), get(Some(after)).and_then(year)) {
        return written(year, month, day);
    }
    // The year comes first: `2025. március 7.`, `2025. gada 7. marts`.
    if let (Some(year), Some(day)) = (get(before).and_then(year), get(Some(after)).filter(is_day)) {
        return written(year, month, day);
    }
    if let (Some(day), Some(year)) = (get(before).filter(is_day), before.and_then(|at| get(back(at))).and_then(year)) {
        return written(year, month, day);
    }
    let day = get(Some(after)).filter(is_day)?;
    // `May 4-6, 2026` begins on the first day.
    let end = get(Some(after + 1)).filter(|last| (day + 1..=31).contains(last)).and(get(Some(after + 2)));
    written(get(Some(after + 1)).and_then(year).or(end.and_then(year))?, month, day)
}

/// Parses `7 tháng 3 năm 2025`: the month's number follows the word for month.
fn spoken_number(words: &[&str], at: usize, month: u32) -> Option<String> {
    let day = at.checked_sub(1).and_then(|index| ordinal(words[index])).filter(is_day)?;
    let year = words[at + 2..].iter().take(2).find_map(|word| ordinal(word).and_then(year))?;
    written(year, month, day)
}

/// Words between the parts of a date.
const FILLERS: [&str; 11] = ["de", "del", "of", "the", "di", "m", "gada", "năm", "da", "den", "och"];

fn is_day(number: &u32) -> bool {
    (1..=31).contains(number)
}

fn year(number: u32) -> Option<u32> {
    Some(gregorian(number)).filter(|year| (1900..=2200).contains(year))
}

fn ordinal(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
    (word.chars().count() - digits.chars().count() <= 4).then(|| digits.parse().ok()).flatten()
}

fn written(year: u32, month: u32, day: u32) -> Option<String> {
    chrono::NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
    Some(format!("{year:04}-{month:02}-{day:02}")).filter(|text| plausible(text))
}

/// Returns `true` for plausible years: not before the web, not a century ahead.
fn plausible(text: &str) -> bool {
    text.get(..4).is_some_and(|year| ("1990".."2100").contains(&year))
}

#[cfg(test)]
mod tests;
