//! Durations as people write them: `500ms`, `30s`, `15m`, `72h`, `90d`.

use std::time::Duration;

/// Text that is no duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a duration such as 500ms, 30s, 15m, 72h or 90d")]
pub struct InvalidDuration(pub String);

/// A whole number and a unit: `ms`, `s`, `m`, `h` or `d`. A number without a unit is refused: nobody knows what it means.
pub fn parse_duration(text: &str) -> Result<Duration, InvalidDuration> {
    let invalid = || InvalidDuration(text.to_owned());
    let trimmed = text.trim();
    let split = trimmed.find(|c: char| !c.is_ascii_digit()).ok_or_else(invalid)?;
    let (digits, unit) = trimmed.split_at(split);
    let number: u64 = digits.parse().map_err(|_| invalid())?;
    let millis: u64 = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return Err(invalid()),
    };
    number.checked_mul(millis).map(Duration::from_millis).ok_or_else(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_understood_and_a_bare_number_is_not() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration(" 30s "), Ok(Duration::from_secs(30)));
        assert_eq!(parse_duration("15m"), Ok(Duration::from_secs(900)));
        assert_eq!(parse_duration("72h"), Ok(Duration::from_secs(259_200)));
        assert_eq!(parse_duration("2d"), Ok(Duration::from_secs(172_800)));
        for bad in ["", "30", "s", "1.5s", "-1s", "1 s", "99999999999999999999d", "18446744073709551615h"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }
}
