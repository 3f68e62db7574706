//! Order of day, month and year in numeric dates, by language and country of a page.

use url::Url;

/// Countries and territories that write the month first in English (CLDR): the United States with its territories, and
/// the Philippines.
const MONTH_FIRST: &[&str] = &["us", "ph", "as", "gu", "mh", "mp", "pr", "um", "vi", "fm", "pw"];
/// Languages that write the month first in every country: Filipino, Tagalog, Cebuano, Cherokee.
const MONTH_FIRST_LANGUAGES: &[&str] = &["fil", "tl", "ceb", "chr"];
/// Languages that write the year first, also with two digits: Japanese, Chinese, Korean, Hungarian, Mongolian,
/// Lithuanian.
const YEAR_FIRST_LANGUAGES: &[&str] = &["ja", "zh", "ko", "hu", "mn", "lt"];
/// Domains of American institutions.
const AMERICAN: &[&str] = &["us", "gov", "mil", "edu"];
/// Domains of countries that sites of other countries use.
const GENERIC: &[&str] = &[
    "ai", "ag", "am", "cc", "co", "fm", "gg", "gl", "im", "io", "is", "la", "ly", "me", "nu", "sh", "so", "st", "to",
    "tv", "vc", "ws", "xyz",
];

/// Order of a numeric date where several readings are valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// `03/07/2025` is 3 July, as in most countries.
    DayFirst,
    /// `03/07/2025` is 7 March.
    MonthFirst,
    /// `25/03/07` is 7 March.
    YearFirst,
    /// The page states no language with a country: day first, unless its clock has am and pm.
    Unknown,
}

impl Order {
    /// Decides by the page's language tags in lower case, best first, and its address. A country in the page's own
    /// language counts most, then its domain, then a country in another statement: some systems state `en_US` on every
    /// page.
    pub fn of_page(languages: &[String], address: &str) -> Self {
        let own = languages.first().map_or(Self::Unknown, |tag| Self::of_tag(tag));
        let stated = || languages.iter().skip(1).map(|tag| Self::of_tag(tag)).find(|order| *order != Self::Unknown);
        match own {
            Self::Unknown => Self::of_domain(address).or_else(stated).unwrap_or(Self::Unknown),
            known => known,
        }
    }

    fn of_tag(tag: &str) -> Self {
        let mut parts = tag.split('-');
        let language = parts.next().unwrap_or_default();
        if MONTH_FIRST_LANGUAGES.contains(&language) {
            return Self::MonthFirst;
        }
        if YEAR_FIRST_LANGUAGES.contains(&language) {
            return Self::YearFirst;
        }
        match (language, parts.find(|part| part.len() == 2)) {
            ("en", Some(country)) if MONTH_FIRST.contains(&country) => Self::MonthFirst,
            ("en", None) | ("", _) => Self::Unknown,
            _ => Self::DayFirst,
        }
    }

    fn of_domain(address: &str) -> Option<Self> {
        let url = Url::parse(address).ok()?;
        let domain = url.domain()?.trim_end_matches('.').rsplit('.').next()?.to_ascii_lowercase();
        if AMERICAN.contains(&domain.as_str()) || domain == "ph" {
            return Some(Self::MonthFirst);
        }
        (domain.len() == 2 && !GENERIC.contains(&domain.as_str())).then_some(Self::DayFirst)
    }

    /// Completes an unknown order by the clock of the text: hours with am or pm are written beside American dates.
    pub(super) fn with_clock(self, lower: &str) -> Self {
        if self == Self::Unknown && has_clock_of_twelve_hours(lower) { Self::MonthFirst } else { self }
    }
}

/// Returns `true` for `9:15 am`, `9 p.m.`; letters of a name are no clock.
fn has_clock_of_twelve_hours(lower: &str) -> bool {
    ["am", "pm", "a.m", "p.m"].iter().any(|half| {
        lower.match_indices(half).any(|(at, _)| {
            let before = lower[..at].trim_end();
            let ends = lower[at + half.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
            let hour = before.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ':' | '.'));
            let clock = &before[hour.len()..];
            ends && clock.ends_with(|c: char| c.is_ascii_digit()) && clock.len() <= 8 && !hour.ends_with(['/', '-'])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_and_country_decide_the_order() {
        use Order::{DayFirst, MonthFirst, Unknown, YearFirst};
        for (languages, address, expected) in [
            (&["en-us"][..], "https://a.co.uk/", MonthFirst),
            (&["en-ph"], "", MonthFirst),
            (&["en-gb"], "https://a.us/", DayFirst),
            (&["en-ca"], "", DayFirst),
            (&["en-au", "en-us"], "", DayFirst),
            (&["de"], "https://a.com/", DayFirst),
            (&["nl-nl"], "https://a.us/", DayFirst),
            (&["es-us"], "", DayFirst),
            (&["fil"], "", MonthFirst),
            (&["ja"], "", YearFirst),
            (&["en", "en-us"], "https://a.com/", MonthFirst),
            (&["en", "en-us"], "https://a.co.uk/", DayFirst),
            (&["en"], "https://www.state.gov/a", MonthFirst),
            (&["en"], "https://a.ph/", MonthFirst),
            (&["en"], "https://a.ie/", DayFirst),
            (&["en"], "https://a.io/", Unknown),
            (&["en-latn-us"], "", MonthFirst),
            (&[], "https://a.com/", Unknown),
            (&[], "", Unknown),
        ] {
            let languages: Vec<String> = languages.iter().map(|tag| (*tag).to_owned()).collect();
            assert_eq!(Order::of_page(&languages, address), expected, "{languages:?} {address}");
        }
    }
}
