//! Hours and zones: `5 pm ET`, `17:30 UTC`, `noon`, `23:59 CET`.

use chrono::{DateTime, Datelike, Duration, FixedOffset, NaiveDate, NaiveTime, TimeZone, Utc, Weekday};
use domain::Time;

use super::words::{Word, at as word_at};

/// Number of words around a period in which its hour is read.
const REACH: usize = 6;

/// An hour with its zone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spoken {
    time: NaiveTime,
    zone: Zone,
    /// A zone is named that is not known here.
    pub(super) has_unread_zone: bool,
    /// First word and the word after the last one.
    pub(super) words: (usize, usize),
}

/// A zone that a text names; UTC if it names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Zone {
    /// Hours and minutes east of UTC, in minutes.
    Fixed(i32),
    /// Summer time of the United States, from this standard offset.
    America(i32),
    /// Summer time of Europe, from this standard offset.
    Europe(i32),
}

impl Spoken {
    /// Returns the instant on a day.
    pub(super) fn on(self, day: NaiveDate) -> Option<Time> {
        let minutes = self.zone.minutes(day);
        let offset = FixedOffset::east_opt(minutes * 60)?;
        offset.from_local_datetime(&day.and_time(self.time)).single().map(|at| at.to_utc())
    }
}

/// A time that a model states: an instant, or a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StatedTime {
    /// The day as it is written.
    pub(super) day: NaiveDate,
    /// The instant with its zone, if an hour is stated.
    pub(super) at: Option<DateTime<FixedOffset>>,
}

impl StatedTime {
    /// Returns the instant, or the end of the day in UTC.
    pub(super) fn end(self) -> Time {
        self.at.map(|at| at.to_utc()).or_else(|| end_of(self.day)).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }
}

/// Parses RFC 3339 or a day.
pub(super) fn parse_stated(text: &str) -> Option<StatedTime> {
    let text = text.trim();
    let at = DateTime::parse_from_rfc3339(text).ok();
    let day = at.map(|at| at.date_naive()).or_else(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok())?;
    (1..=9_999).contains(&day.year()).then_some(StatedTime { day, at })
}

/// Returns the first instant of a day in UTC.
pub(super) fn start_of(day: NaiveDate) -> Option<Time> {
    Some(day.and_time(NaiveTime::MIN).and_utc())
}

/// Returns the last second of a day in UTC.
pub(super) fn end_of(day: NaiveDate) -> Option<Time> {
    Some(day.and_hms_opt(23, 59, 59)?.and_utc())
}

/// Returns `true` if a quote contains the hour of an instant.
pub(super) fn hour_is_quoted(quote: &[Word<'_>], at: DateTime<FixedOffset>) -> bool {
    (0..quote.len()).any(|place| hour(quote, place).is_some_and(|(time, _)| time == at.time()))
}

/// Returns the hour next to the words of a period. `words` are those from the introduction on.
pub(super) fn around(words: &[Word<'_>], (start, end): (usize, usize)) -> Option<Spoken> {
    let places = start.saturating_sub(REACH)..(end + REACH).min(words.len());
    let outside = |place: &usize| *place < start || *place >= end;
    let (place, (time, length)) = places.filter(outside).find_map(|place| Some((place, hour(words, place)?)))?;
    let (after, used) = zone(words, place + length).map_or((None, 0), |(zone, used)| (Some(zone), used));
    // `by 5 pm on March 31, 2026 ET` names the zone after the day.
    let later_zone = zone(words, end).filter(|_| place < start);
    let (zone, last) = match (after, later_zone) {
        (Some(zone), _) => (zone, (place + length + used).max(end)),
        (None, Some((zone, used))) => (zone, end + used),
        (None, None) => (Zone::Fixed(0), end.max(place + length)),
    };
    // In other languages the hour is that of the place that is meant.
    let is_unread = words[place].is_foreign || names_a_zone(words, place + length);
    let has_unread_zone = after.is_none() && later_zone.is_none() && is_unread;
    Some(Spoken { time, zone, has_unread_zone, words: (start.min(place), last) })
}

/// Returns the first word of an hour that ends before a place: `8 pm EST` of `8 pm EST January 5`.
pub(super) fn directly_before(words: &[Word<'_>], end: usize) -> Option<usize> {
    (end.saturating_sub(4)..end).find(|place| {
        let length = hour(words, *place).map_or(0, |(_, length)| length);
        let used = zone(words, place + length).map_or(0, |(_, used)| used);
        length > 0 && (place + length == end || place + length + used == end)
    })
}

/// `AEST`, `Samoa time`.
fn names_a_zone(words: &[Word<'_>], place: usize) -> bool {
    let is_code =
        |word: &Word<'_>| (2..=5).contains(&word.text.len()) && word.text.chars().all(|c| c.is_ascii_uppercase());
    words.get(place).is_some_and(is_code) || (1..=2).any(|n| word_at(words, place + n) == "time")
}

/// `17:30`, `5pm`, `5 pm`, `11:59 p.m.`, `noon`; with the number of words.
fn hour(words: &[Word<'_>], place: usize) -> Option<(NaiveTime, usize)> {
    let word = word_at(words, place);
    if word == "noon" {
        return Some((NaiveTime::from_hms_opt(12, 0, 0)?, 1));
    }
    let plain = word.replace('.', "");
    let next = word_at(words, place + 1).replace('.', "");
    let half = ["am", "pm"].into_iter().find(|half| plain.ends_with(half));
    let (digits, half, length) = match half {
        Some(half) => (plain.strip_suffix(half)?.to_owned(), Some(half), 1),
        None if next == "am" || next == "pm" => (plain, Some(if next == "am" { "am" } else { "pm" }), 2),
        None => (plain, None, 1),
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some((hours, minutes)) => (hours.parse::<u32>().ok()?, minutes.get(..2)?.parse::<u32>().ok()?),
        None => (digits.parse::<u32>().ok().filter(|_| half.is_some())?, 0),
    };
    let hours = match half {
        Some(_) if !(1..=12).contains(&hours) => return None,
        Some("pm") if hours < 12 => hours + 12,
        Some("am") if hours == 12 => 0,
        _ => hours,
    };
    Some((NaiveTime::from_hms_opt(hours, minutes, 0)?, length))
}

fn zone(words: &[Word<'_>], place: usize) -> Option<(Zone, usize)> {
    let word = words.get(place)?;
    if word_at(words, place + 1) == "time" {
        let named = match word.lower.as_str() {
            "eastern" => Zone::America(-300),
            "central" => Zone::America(-360),
            "mountain" => Zone::America(-420),
            "pacific" => Zone::America(-480),
            "london" => Zone::Europe(0),
            "berlin" | "paris" | "brussels" => Zone::Europe(60),
            "kyiv" | "kiev" => Zone::Europe(120),
            "moscow" => Zone::Fixed(180),
            "tokyo" => Zone::Fixed(540),
            _ => return None,
        };
        return Some((named, 2));
    }
    if (word.lower.as_str(), word_at(words, place + 1), word_at(words, place + 2)) == ("new", "york", "time") {
        return Some((Zone::America(-300), 3));
    }
    let named = match word.text {
        "UTC" | "GMT" | "Z" => Zone::Fixed(0),
        "ET" => Zone::America(-300),
        "CT" => Zone::America(-360),
        "MT" => Zone::America(-420),
        "PT" => Zone::America(-480),
        "EDT" => Zone::Fixed(-240),
        "EST" | "CDT" => Zone::Fixed(-300),
        "CST" | "MDT" => Zone::Fixed(-360),
        "MST" | "PDT" => Zone::Fixed(-420),
        "PST" => Zone::Fixed(-480),
        "CET" | "BST" => Zone::Fixed(60),
        "CEST" | "EET" => Zone::Fixed(120),
        "EEST" | "MSK" => Zone::Fixed(180),
        "JST" | "KST" => Zone::Fixed(540),
        other => Zone::Fixed(offset(other)?),
    };
    Some((named, 1))
}

/// `UTC+2`, `GMT-5`, `UTC+05:30`.
fn offset(word: &str) -> Option<i32> {
    let rest = word.strip_prefix("UTC").or_else(|| word.strip_prefix("GMT"))?;
    let (sign, rest) = match rest.chars().next()? {
        '+' => (1, &rest[1..]),
        '-' => (-1, &rest[1..]),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':').unwrap_or((rest, "0"));
    let minutes = hours.parse::<i32>().ok()?.checked_mul(60)?.checked_add(minutes.parse().ok()?)?;
    (0..=14 * 60).contains(&minutes).then_some(sign * minutes)
}

impl Zone {
    /// Minutes east of UTC on a day. The hour of the change is not told apart.
    fn minutes(self, day: NaiveDate) -> i32 {
        let year = day.year();
        let nth = |month, weekday, n| NaiveDate::from_weekday_of_month_opt(year, month, weekday, n);
        let last_sunday = |month: u32| {
            let end = NaiveDate::from_ymd_opt(year, month, 31)?;
            Some(end - Duration::days(i64::from(end.weekday().num_days_from_sunday())))
        };
        let within = |first: Option<NaiveDate>, last: Option<NaiveDate>| {
            first.zip(last).is_some_and(|(first, last)| day >= first && day < last)
        };
        match self {
            Self::Fixed(minutes) => minutes,
            Self::America(minutes) => {
                minutes + 60 * i32::from(within(nth(3, Weekday::Sun, 2), nth(11, Weekday::Sun, 1)))
            }
            Self::Europe(minutes) => minutes + 60 * i32::from(within(last_sunday(3), last_sunday(10))),
        }
    }
}
