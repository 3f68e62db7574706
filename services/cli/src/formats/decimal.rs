//! Exact dollars from other people's decimals.

use domain::MicroUsd;

/// Reads a JSON number (or a quoted one) as dollars, to the micro-dollar, halves rounded up. No float is involved.
pub(super) fn micro_usd(text: &str) -> Option<MicroUsd> {
    let text = text.trim().trim_matches('"');
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // value = all × 10^(exponent − |fraction|) dollars; six more for micro-dollars.
    let shift = exponent - i32::try_from(fraction.len()).ok()? + 6;
    shifted(&all, shift)
}

/// `digits × 10^shift`, rounded half up to an integer.
fn shifted(digits: &str, shift: i32) -> Option<MicroUsd> {
    let significant = digits.trim_start_matches('0');
    let value: u128 = if significant.is_empty() { 0 } else { significant.parse().ok()? };
    let scale = 10_u128.checked_pow(shift.unsigned_abs());
    let micro = match (shift >= 0, scale) {
        (true, Some(scale)) => value.checked_mul(scale)?,
        (true, None) => return (value == 0).then_some(MicroUsd::ZERO),
        (false, Some(scale)) => value / scale + u128::from(value % scale >= scale.div_ceil(2)),
        (false, None) => 0,
    };
    u64::try_from(micro).ok().filter(|micro| *micro <= MicroUsd::MAX.0).map(MicroUsd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_to_the_micro_dollar() {
        let cases = [
            ("12.9", 12_900_000),
            ("28.0274", 28_027_400),
            ("0.1", 100_000),
            ("99.999997", 99_999_997),
            ("1.0000005", 1_000_001),
            ("1.0000004999999", 1_000_000),
            ("90965", 90_965_000_000),
            ("\"7.25\"", 7_250_000),
            ("1e-6", 1),
            ("2.5E3", 2_500_000_000),
            ("5e-7", 1),
            ("4e-400", 0),
            ("0", 0),
            ("0.30000000000000004", 300_000),
        ];
        for (text, micro) in cases {
            assert_eq!(micro_usd(text), Some(MicroUsd(micro)), "{text}");
        }
        for bad in ["", "-1", "NaN", "1.2.3", "null", "1e999", "9999999999999999999", "."] {
            assert_eq!(micro_usd(bad), None, "{bad}");
        }
    }
}
