//! Numbers, amounts, probabilities and times. Integers are written exactly by the server, so nothing is rounded.

use domain::Time;
use maud::{Markup, html};

/// An integer with separators of thousands.
pub fn integer(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut written = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && at % 3 == first {
            written.push(',');
        }
        written.push(digit);
    }
    written
}

/// A count of things in words: `1 run`, `3 runs`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{} {many}", integer(number)) }
}

/// Returns dollars with four decimals, rounded; the amount is in micro-dollars.
pub fn dollars(micro: u64) -> String {
    let rounded = micro / 100 + u64::from(micro % 100 >= 50);
    format!("${}.{:04}", integer(rounded / 10_000), rounded % 10_000)
}

/// Returns a text of the fleet with its amounts of six decimals as the pages write them: `$0.001250` becomes `$0.0013`.
pub fn amounts(text: &str) -> String {
    let mut parts = text.split('$');
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(part.len());
        let number = part[..end].trim_end_matches('.');
        let micro = number.split_once('.').filter(|(_, decimals)| decimals.len() == 6);
        let micro = micro.and_then(|(whole, decimals)| format!("{whole}{decimals}").parse().ok());
        match micro {
            Some(micro) => {
                written.push_str(&dollars(micro));
                written.push_str(&part[number.len()..]);
            }
            None => {
                written.push('$');
                written.push_str(part);
            }
        }
    }
    written
}

/// An amount in micro-dollars: dollars, with the exact amount as a tooltip.
pub fn money(micro: u64) -> Markup {
    html! { span.num title=(format!("{} micro-dollars", integer(micro))) { (dollars(micro)) } }
}

/// Returns a probability in percent, with a decimal near 0 and 1. No line breaks between number and sign.
pub fn percent(p: f64) -> String {
    if !p.is_finite() {
        return "–".to_owned();
    }
    let percent = p * 100.0;
    if (10.0..=90.0).contains(&percent) { format!("{percent:.0}\u{a0}%") } else { format!("{percent:.1}\u{a0}%") }
}

/// A probability in per cent.
pub fn probability(p: f64) -> Markup {
    html! { span.num title=(format!("{p}")) { (percent(p)) } }
}

/// A difference of two probabilities in percentage points, with its sign.
pub fn points(difference: f64) -> String {
    let points = difference * 100.0;
    if points.abs() < 0.5 { "±0".to_owned() } else { format!("{points:+.0}").replace('-', "−") }
}

/// A time as text relative to `now`, which the script renews, with the absolute time in UTC.
pub fn time(now: Time, at: Time) -> Markup {
    html! {
        time data-rel datetime=(at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)) title=(at.format("%Y-%m-%d %H:%M:%S UTC").to_string()) {
            (relative(now, at))
        }
    }
}

/// A time that is read as a day.
pub fn day(at: Time) -> Markup {
    let day = at.format("%Y-%m-%d").to_string();
    html! { time datetime=(day) title=(at.format("%Y-%m-%d %H:%M:%S UTC").to_string()) { (day) } }
}

/// An instant with its minute.
pub fn instant(at: Time) -> Markup {
    let text = at.format("%Y-%m-%d %H:%M UTC").to_string();
    html! { time datetime=(at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)) { (text) } }
}

/// Returns the distance between a time and `now` in words.
pub fn relative(now: Time, at: Time) -> String {
    let seconds = (at - now).num_seconds();
    let distance = span(seconds.unsigned_abs());
    match seconds {
        -4..=4 => "now".to_owned(),
        ..-4 => format!("{distance} ago"),
        5.. => format!("in {distance}"),
    }
}

/// Returns a time span in its largest unit.
pub fn span(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min", seconds / 60),
        3_600..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} d", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn integers_and_amounts_are_exact() {
        assert_eq!(integer(18_446_744_073_709_551_615), "18,446,744,073,709,551,615");
        assert_eq!([0, 7, 999, 1_000, 12_345].map(integer), ["0", "7", "999", "1,000", "12,345"]);
        assert_eq!(dollars(12_345), "$0.0123");
        assert_eq!(dollars(1_234_567_850), "$1,234.5679");
        let page = money(u64::MAX).into_string();
        assert!(page.contains("18,446,744,073,709,551,615 micro-dollars"), "{page}");
    }

    #[test]
    fn amounts_in_a_text_are_written_as_elsewhere() {
        assert_eq!(amounts("gains $12.015900 and costs $0.006870."), "gains $12.0159 and costs $0.0069.");
        assert_eq!(amounts("above $5000.000000; "), "above $5,000.0000; ");
        for same in ["", "$", "$5", "$1.50 of $x", "a $1.2345678 b", "$1.000.000000", "5 $.é"] {
            assert_eq!(amounts(same), same);
        }
    }

    #[test]
    fn probabilities_keep_a_decimal_near_certainty() {
        assert_eq!([0.41, 0.034, 0.99].map(percent), ["41\u{a0}%", "3.4\u{a0}%", "99.0\u{a0}%"]);
        assert_eq!(percent(f64::NAN), "–");
        assert_eq!([0.051, -0.12, 0.0, -0.004].map(points), ["+5", "−12", "±0", "±0"]);
    }

    #[test]
    fn times_are_relative_with_the_absolute_time_beside_them() {
        let now = Time::from_timestamp(1_795_251_600, 0).unwrap();
        let at = |seconds| relative(now, now + TimeDelta::seconds(seconds));
        assert_eq!([at(-2), at(-90), at(7_200), at(-400_000)], ["now", "1 min ago", "in 2 h", "4 d ago"]);
        assert!(time(now, now).into_string().contains("datetime=\"2026-11-21T09:00:00Z\""));
    }
}
