//! Exact dollar amounts from decimal text.

use domain::MicroUsd;

/// Parses a JSON number (or a quoted one) as dollars, to the micro-dollar, halves rounded up, without floating point.
pub(super) fn micro_usd(text: &str) -> Option<MicroUsd> {
    let (digits, exponent) = digits(text)?;
    // Six more digits for micro-dollars.
    scale_to_micro_usd(&digits, exponent.checked_add(6)?)
}

/// Returns the exact product of an amount and a price in dollars.
pub(super) fn product(amount: &str, price: &str) -> Option<MicroUsd> {
    let ((amount, left), (price, right)) = (digits(amount)?, digits(price)?);
    let whole = |digits: &str| digits.parse::<u128>().ok();
    let both = whole(&amount)?.checked_mul(whole(&price)?)?;
    scale_to_micro_usd(&both.to_string(), left.checked_add(right)?.checked_add(6)?)
}

/// Splits a decimal into digits and exponent, `digits × 10^exponent`; signs are not accepted.
fn digits(text: &str) -> Option<(String, i32)> {
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
    Some((all, exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?))
}

/// Returns `digits × 10^shift`, rounded half up to an integer.
fn scale_to_micro_usd(digits: &str, shift: i32) -> Option<MicroUsd> {
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
        for bad in
            ["1e2147483647", "1.5e-2147483648", "", "-1", "NaN", "1.2.3", "null", "1e999", "9999999999999999999", "."]
        {
            assert_eq!(micro_usd(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_amount_at_a_price_is_exact() {
        for (amount, price, micro) in [
            ("15000.5", "0.4", 6_000_200_000),
            ("3", "0.333333333", 1_000_000),
            ("0.000001", "0.5", 1),
            ("24662.162162", "0.74", 18_249_999_999 + 1),
            ("\"8064.516129\"", "\"0.62\"", 5_000_000_000),
            ("0", "1", 0),
        ] {
            assert_eq!(product(amount, price), Some(MicroUsd(micro)), "{amount} at {price}");
        }
        for (amount, price) in [("-1", "0.5"), ("1", "-0.5"), ("1e30", "1e30"), ("", "1")] {
            assert_eq!(product(amount, price), None, "{amount} at {price}");
        }
    }
}
