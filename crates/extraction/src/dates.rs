//! Parser for the date formats of pages and providers, in the languages of the web.

mod order;

pub use order::Order;

/// An instant in UTC.
pub type Time = chrono::DateTime<chrono::Utc>;

/// Parses RFC 3339, RFC 2822, `2026-11-22 10:00:00`, `2026-11-22`, `November 22, 2026`, `22 Nov 2026`, `22.11.2026`. A
/// day yields its midnight in UTC.
pub fn parse(text: &str) -> Option<Time> {
    let text = text.trim();
    moment(text).or_else(|| format!("{}T00:00:00Z", day(text, Order::Unknown)?).parse().ok())
}

/// Normalises a date: an instant to RFC 3339 with the page's offset, a day to `2026-11-22`.
pub(crate) fn normal(text: &str, order: Order) -> Option<String> {
    let text = text.trim();
    let exact = chrono::DateTime::parse_from_rfc3339(text).or_else(|_| chrono::DateTime::parse_from_rfc2822(text));
    match exact {
        Ok(moment) => Some(moment.to_rfc3339()).filter(|text| plausible(text)),
        Err(_) => day(text, order),
    }
}

/// Returns the first date in a longer text.
pub(crate) fn within(text: &str, order: Order) -> Option<String> {
    let text: String = text.chars().take(200).collect();
    day(&text, order)
}

/// Returns the date in an address: `/2026/11/22/` or `2026-11-22`.
pub(crate) fn in_address(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?;
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
        .or_else(|| chrono::DateTime::parse_from_rfc2822(text).ok().map(|moment| moment.to_utc()))
        .or_else(|| format!("{}Z", text.replacen(' ', "T", 1)).parse::<Time>().ok())
}

/// Returns the first day that a text names.
fn day(text: &str, order: Order) -> Option<String> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let numeric = numeric(&lower, order.with_clock(&lower));
    let spoken = words.iter().enumerate().find_map(|(at, word)| spoken(&words, at, month(word)?));
    numeric.or(spoken).or_else(|| signs(&lower))
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
        return written(first, second, third);
    }
    let year = full_year(third);
    let (day_first, month_first) = (written(year, second, first), written(year, first, second));
    match order {
        Order::YearFirst if third <= 31 && written(full_year(first), second, third).is_some() => {
            written(full_year(first), second, third)
        }
        Order::MonthFirst => month_first.or(day_first),
        _ => day_first.or(month_first),
    }
}

/// Completes a year of two digits: pages of the last century are of its end.
fn full_year(year: u32) -> u32 {
    match year {
        0..=69 => year + 2000,
        70..=99 => year + 1900,
        _ => year,
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
    let filler =
        |index: usize| words.get(index).is_some_and(|word| matches!(*word, "de" | "del" | "of" | "the" | "di"));
    let before = at.checked_sub(1).map(|index| if filler(index) { index.saturating_sub(1) } else { index });
    let after = if filler(at + 1) { at + 2 } else { at + 1 };
    let is_year = |number: &u32| (1900..=2200).contains(number);
    let is_day = |number: &u32| (1..=31).contains(number);
    if let (Some(day), Some(year)) = (get(before).filter(is_day), get(Some(after)).filter(is_year)) {
        return written(year, month, day);
    }
    let day = get(Some(after)).filter(is_day)?;
    written(get(Some(after + 1)).filter(is_year)?, month, day)
}

fn ordinal(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
    (word.len() - digits.len() <= 4).then(|| digits.parse().ok()).flatten()
}

/// Parses `2026年11月22日`.
fn signs(text: &str) -> Option<String> {
    let (before, rest) = text.split_once('年')?;
    let (month, rest) = rest.split_once('月')?;
    let (day, _) = rest.split_once('日')?;
    let year: String =
        before.chars().rev().take_while(char::is_ascii_digit).collect::<Vec<_>>().into_iter().rev().collect();
    written(year.parse().ok()?, month.trim().parse().ok()?, day.trim().parse().ok()?)
}

fn written(year: u32, month: u32, day: u32) -> Option<String> {
    chrono::NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
    Some(format!("{year:04}-{month:02}-{day:02}")).filter(|text| plausible(text))
}

/// Returns `true` for plausible years: not before the web, not a century ahead.
fn plausible(text: &str) -> bool {
    text.get(..4).is_some_and(|year| ("1990".."2100").contains(&year))
}

/// Prefixes of month names, January first: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
/// Czech, Russian, Turkish, Scandinavian, Romanian, Indonesian.
const MONTHS: [&[&str]; 12] = [
    &["jan", "jän", "ene", "gen", "sty", "led", "янв", "oca", "ian"],
    &["feb", "fév", "fev", "feb", "lut", "úno", "фев", "şub"],
    &["mar", "mär", "maa", "mrz", "bře", "мар"],
    &["apr", "avr", "abr", "kwi", "dub", "апр", "nis"],
    &["may", "mai", "mei", "maj", "mag", "kvě", "мая", "май"],
    &["jun", "jui", "giu", "cze", "červn", "июн", "haz", "iun"],
    &["jul", "juil", "lug", "lip", "července", "červenec", "июл", "tem", "iul"],
    &["aug", "aoû", "aou", "ago", "sie", "srp", "авг", "ağu"],
    &["sep", "set", "wrz", "zář", "сен", "eyl"],
    &["oct", "okt", "oto", "ott", "out", "paź", "říj", "окт", "eki"],
    &["nov", "lis", "лис", "ноя", "kas", "noi"],
    &["dec", "dez", "déc", "dic", "gru", "pro", "дек", "ara", "des"],
];
/// Maximum length of a month's name; longer words only begin like one.
const MAX_MONTH_CHARS: usize = 12;

fn month(word: &str) -> Option<u32> {
    if word.chars().count() < 3 || word.chars().count() > MAX_MONTH_CHARS {
        return None;
    }
    if word.starts_with("juil") {
        return Some(7);
    }
    let found = MONTHS.iter().position(|names| names.iter().any(|name| word.starts_with(name)))?;
    u32::try_from(found).ok().map(|month| month + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_spellings_are_read_and_nonsense_is_not() {
        let wanted = "2026-11-22T00:00:00Z".parse::<Time>().ok();
        for text in [
            "2026-11-22",
            "November 22, 2026",
            "22 Nov 2026",
            "Sunday, 22nd November 2026",
            "2026-11-22T00:00:00+00:00",
            "2026-11-22 00:00:00",
            "22.11.2026",
            "22/11/2026",
            "11/22/2026",
            "22. November 2026",
            "22 de noviembre de 2026",
            "22 novembre 2026",
            "22 ноября 2026",
            "2026年11月22日",
            "2026/11/22",
            "Sun, 22 Nov 2026 00:00:00 GMT",
        ] {
            assert_eq!(parse(text), wanted, "{text}");
        }
        for text in ["", "yesterday", "2026-13-45", "99", "November", "1.2.3", "555-123-4567"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_order_of_the_page_decides_where_two_readings_are_valid() {
        use Order::{DayFirst, MonthFirst, Unknown, YearFirst};
        for (text, order, expected) in [
            ("03/07/2025", MonthFirst, "2025-03-07"),
            ("03-07-2025", MonthFirst, "2025-03-07"),
            ("3.7.25", MonthFirst, "2025-03-07"),
            ("03/07/2025", DayFirst, "2025-07-03"),
            ("03/07/2025", Unknown, "2025-07-03"),
            ("25/12/2025", MonthFirst, "2025-12-25"),
            ("12/25/2025", DayFirst, "2025-12-25"),
            ("12-25-2025", Unknown, "2025-12-25"),
            ("03/07/2025 9:15 AM", Unknown, "2025-03-07"),
            ("03/07/2025 at 9:15 p.m.", Unknown, "2025-03-07"),
            ("03/07/2025 9:15 AM", DayFirst, "2025-07-03"),
            ("03/07/2025 | Amsterdam", Unknown, "2025-07-03"),
            ("03/07/2025, by Pam Quayle, 12 pages", Unknown, "2025-07-03"),
            ("03/07/2025, 3 amendments", Unknown, "2025-07-03"),
            ("25/03/07", YearFirst, "2025-03-07"),
            ("03/07/2025", YearFirst, "2025-07-03"),
            ("31/12/98", DayFirst, "1998-12-31"),
            ("2025/03/07", MonthFirst, "2025-03-07"),
        ] {
            assert_eq!(within(text, order).as_deref(), Some(expected), "{text} {order:?}");
        }
    }

    #[test]
    fn moments_keep_their_offset_and_dates_are_found_in_text_and_address() {
        let instant = normal("2026-11-22T23:30:00-05:00", Order::MonthFirst);
        assert_eq!(instant.as_deref(), Some("2026-11-22T23:30:00-05:00"));
        assert_eq!(within("By Ada | Updated: 3. März 2021, 10:15", Order::MonthFirst).as_deref(), Some("2021-03-03"));
        assert_eq!(in_address("https://x.org/2021/03/04/title.html").as_deref(), Some("2021-03-04"));
        assert_eq!(in_address("https://x.org/a-2021-3-4"), Some("2021-03-04".to_owned()));
        assert_eq!(in_address("https://x.org/12/title"), None);
    }
}
