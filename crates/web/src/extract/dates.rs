//! Reads the dates that pages and providers write.

use domain::Time;

/// RFC 3339, RFC 2822, `2026-11-22 10:00:00`, `2026-11-22`, `November 22, 2026`, `22 Nov 2026`. A day is its midnight UTC.
pub fn parse(text: &str) -> Option<Time> {
    let text = text.trim();
    rfc(text).or_else(|| iso_day(text)).or_else(|| spoken_day(text))
}

fn rfc(text: &str) -> Option<Time> {
    let moment = text.parse::<Time>().ok();
    moment.or_else(|| format!("{}Z", text.replacen(' ', "T", 1)).parse::<Time>().ok())
}

fn iso_day(text: &str) -> Option<Time> {
    let day = text.get(..10)?;
    format!("{day}T00:00:00Z").parse::<Time>().ok()
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A month's name, a day and a year in any order, as long as nothing else is there but a weekday.
fn spoken_day(text: &str) -> Option<Time> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let month = words.iter().find_map(|word| MONTHS.iter().position(|month| word.starts_with(month)))? + 1;
    let numbers: Vec<u32> =
        words.iter().filter_map(|word| word.trim_end_matches(['t', 'h', 's', 'n', 'd', 'r']).parse().ok()).collect();
    let year = numbers.iter().find(|number| (1900..=2200).contains(*number))?;
    let day = numbers.iter().find(|number| (1..=31).contains(*number))?;
    format!("{year:04}-{month:02}-{day:02}T00:00:00Z").parse::<Time>().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_spellings_are_read_and_nonsense_is_not() {
        let day = "2026-11-22T00:00:00Z".parse::<Time>().ok();
        for text in [
            "2026-11-22",
            "November 22, 2026",
            "22 Nov 2026",
            "Sunday, 22nd November 2026",
            "2026-11-22T00:00:00+00:00",
            "2026-11-22 00:00:00",
        ] {
            assert_eq!(parse(text), day, "{text}");
        }
        for text in ["", "yesterday", "2026-13-45", "99", "November"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
