//! Dates of the Persian calendar, which begins on the first day of spring.

/// Names of the months.
const MONTHS: [&str; 12] =
    ["فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"];
/// Years of the web in this calendar: 1991 to 2101.
const YEARS: std::ops::RangeInclusive<u32> = 1370..=1480;

/// Returns `true` for a year of this calendar.
pub(super) fn is_year(year: u32) -> bool {
    YEARS.contains(&year)
}

/// Parses `12 تیر 1404`, with digits in ASCII.
pub(super) fn spoken(words: &[&str]) -> Option<String> {
    words.windows(3).find_map(|part| {
        let name = part[1].replace('ي', "ی");
        let month = MONTHS.iter().position(|known| *known == name)?;
        written(part[2].parse().ok()?, u32::try_from(month + 1).ok()?, part[0].parse().ok()?)
    })
}

/// Converts a day of this calendar; `None` if there is none.
pub(super) fn written(year: u32, month: u32, day: u32) -> Option<String> {
    if !is_year(year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) || (month > 6 && day > 30) {
        return None;
    }
    // Leap years come eight times in 33 years. The days are counted from those of the year 979, which began on 21 March
    // 1600.
    let years = year - 979;
    let before = 365 * years + years / 33 * 8 + (years % 33).div_ceil(4);
    let months = if month <= 7 { 31 * (month - 1) } else { 186 + 30 * (month - 7) };
    let start = chrono::NaiveDate::from_ymd_opt(1600, 1, 1)?;
    let date = start.checked_add_days(chrono::Days::new(u64::from(79 + before + months + day - 1)))?;
    Some(date.format("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_converted() {
        for (year, month, day, expected) in [
            (1404, 1, 1, "2025-03-21"),
            (1404, 4, 12, "2025-07-03"),
            (1403, 1, 1, "2024-03-20"),
            (1403, 12, 30, "2025-03-20"),
            (1399, 10, 12, "2021-01-01"),
            (1378, 10, 11, "2000-01-01"),
        ] {
            assert_eq!(written(year, month, day).as_deref(), Some(expected), "{year}/{month}/{day}");
        }
        assert_eq!(written(1404, 13, 1), None);
        assert_eq!(written(1404, 7, 31), None);
        assert_eq!(written(2025, 7, 3), None);
    }
}
