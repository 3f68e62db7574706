//! Years in short forms and of other calendars.

/// Years of the Republic of China that are written in numbers: 2011 to 2051.
const REPUBLIC: std::ops::RangeInclusive<u32> = 100..=140;
/// The year before its first one.
const BEFORE_REPUBLIC: u32 = 1911;

/// Completes a year of two digits: pages of the last century are of its end.
pub(super) fn full_year(year: u32) -> u32 {
    match year {
        0..=69 => year + 2000,
        70..=99 => year + 1900,
        _ => gregorian(year),
    }
}

/// Returns a year that stands before its month; one of three digits is of the Republic of China.
pub(super) fn leading_year(year: u32) -> u32 {
    if REPUBLIC.contains(&year) { year + BEFORE_REPUBLIC } else { full_year(year) }
}

/// Converts a year of the Buddhist calendar, which is 543 ahead.
pub(super) fn gregorian(year: u32) -> u32 {
    if (2533..2643).contains(&year) { year - 543 } else { year }
}

/// Writes out years of two digits where their sign tells what they are: `4-May-26`, `04/may/26`, `May 4 '26`.
pub(super) fn completed(text: String) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let is_year = |at: usize| {
        is_digit(at) && is_digit(at + 1) && !chars.get(at + 2).is_some_and(|c| c.is_alphanumeric() || *c == ':')
    };
    let follows_month = |sign: usize| {
        let name = chars[..sign].iter().rev().take_while(|c| c.is_alphabetic()).count();
        let before = sign - name;
        name >= 3 && before >= 2 && chars[before - 1] == chars[sign] && is_digit(before - 2)
    };
    let is_sign = |at: usize| match chars[at] {
        '-' | '/' => follows_month(at),
        '\'' | '\u{2019}' => at > 0 && matches!(chars[at - 1], ' ' | ','),
        _ => false,
    };
    let mut out = String::with_capacity(text.len());
    for (at, c) in chars.iter().enumerate() {
        out.push(*c);
        if is_sign(at) && is_year(at + 1) {
            out.push_str(if chars[at + 1] < '7' { "20" } else { "19" });
        }
    }
    if out.len() == text.len() { text } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_years_are_completed_where_a_sign_tells() {
        for (text, expected) in [
            ("4-may-26", "4-may-2026"),
            ("04/may/26 10:15", "04/may/2026 10:15"),
            ("may 4 '26", "may 4 '2026"),
            ("31-dec-98", "31-dec-1998"),
            ("4-may-2026", "4-may-2026"),
            ("covid-19 in may", "covid-19 in may"),
            ("in the '90s", "in the '90s"),
            ("4-may-10:15", "4-may-10:15"),
        ] {
            assert_eq!(completed(text.to_owned()), expected);
        }
    }
}
