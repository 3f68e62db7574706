//! Parsers of whole numbers in arguments: the error states the range.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Returns a parser of a whole number in a range.
pub(crate) fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("must be a whole number from {} to {}", range.start(), range.end()))
    }
}

/// Parses a whole number of at least 1.
///
/// # Errors
/// The text is none.
pub(crate) fn positive(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "must be a whole number of at least 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_states_the_range() {
        let parse = within(1_u32..=200);
        assert_eq!((parse("1"), parse("200")), (Ok(1), Ok(200)));
        for text in ["0", "201", "-1", "1.5", "", " 1", "٥", "x", "99999999999999999999"] {
            assert_eq!(parse(text).unwrap_err(), "must be a whole number from 1 to 200", "{text:?}");
        }
        assert_eq!(positive("7"), Ok(7));
        assert!(positive("0").unwrap_err().contains("at least 1") && positive("two").is_err());
    }
}
