//! Dates with the signs of year, month and day, and with years of an era.

use super::written;
use super::years::leading_year;

/// Signs of year, month and day in Chinese, Japanese and Korean.
const SIGNS: [[char; 3]; 2] = [['年', '月', '日'], ['년', '월', '일']];
/// Names of eras, and the year before their first one: Reiwa, Heisei, Shōwa, Republic of China.
const ERAS: [(&str, u32); 5] = [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("民國", 1911), ("民国", 1911)];

/// Parses `2026年11月22日`, `2026년 11월 22일`, and years of an era: `令和8年11月22日`.
pub(super) fn day(text: &str) -> Option<String> {
    SIGNS.iter().find_map(|signs| {
        let (before, rest) = text.split_once(signs[0])?;
        let (month, rest) = rest.split_once(signs[1])?;
        let (day, _) = rest.split_once(signs[2])?;
        let before = before.trim_end();
        let era = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '元');
        let number = before[era.len()..].replace('元', "1").parse::<u32>().ok()?;
        let start = ERAS.iter().find(|(name, _)| era.trim_end().ends_with(name)).map(|(_, start)| *start);
        // Taiwan writes its years without the name of the era, too.
        let year =
            start.map_or(Some(number).filter(|year| *year > 99).map(leading_year), |start| start.checked_add(number));
        written(year?, month.trim().parse().ok()?, day.trim().parse().ok()?)
    })
}
