//! Quantities in a question, with their unit, in a form that two wordings share.

use domain::number_word;

/// A number of a question with its unit and direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// Value after scaling: `100M` is 100,000,000.
    pub value: f64,
    /// What it counts, as far as the sign beside it tells.
    pub unit: Unit,
}

/// Sign beside a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// An amount of money.
    Money,
    /// A share in per cent.
    Percent,
    /// Basis points, hundredths of a percent.
    BasisPoints,
    /// A number without a unit that is known.
    Count,
}

impl Figure {
    /// Returns `true` if both state the same quantity; the unit is compared if both have one.
    pub fn equals(self, other: Self) -> bool {
        let units = self.unit == other.unit || self.unit == Unit::Count || other.unit == Unit::Count;
        units && (self.value - other.value).abs() <= 1e-9 * self.value.abs().max(1.0)
    }
}

/// Returns the quantities of a text whose days were removed. Words up to ten without a scale or unit are left out,
/// because they are seldom thresholds.
pub fn figures(text: &str) -> Vec<Figure> {
    let raw = tokens(text);
    let words: Vec<String> = raw.iter().map(|word| word.to_lowercase()).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if let Some(figure) = central_bank_step(&words[at..]) {
            found.push(figure);
            at += 2;
            continue;
        }
        // The number of a product, as in a sequel's title, is part of its name.
        let is_of_name = at > 0 && raw[at - 1].starts_with(char::is_uppercase) && at > 1;
        let Some((mut value, mut unit, is_word)) = number(&words[at]) else {
            at += 1;
            continue;
        };
        at += 1;
        let mut is_scaled = false;
        while let Some(factor) = words.get(at).and_then(|word| scale(word)) {
            value *= factor;
            is_scaled = true;
            at += 1;
        }
        let next = words.get(at).map(String::as_str).unwrap_or_default();
        let after = words.get(at + 1).map(String::as_str).unwrap_or_default();
        match (next, after) {
            ("%" | "percent" | "percentage", _) | ("per", "cent") => unit = Unit::Percent,
            ("bps" | "bp", _) | ("basis", "points") => unit = Unit::BasisPoints,
            ("dollars" | "dollar" | "usd" | "euros" | "euro", _) => unit = Unit::Money,
            _ => {}
        }
        let is_small = value <= 10.0 && !is_scaled && unit == Unit::Count;
        if !(is_small && (is_word || is_of_name)) {
            found.push(Figure { value, unit });
        }
    }
    found
}

fn tokens(text: &str) -> Vec<String> {
    let spaced = text.replace('%', " % ").replace(['\u{2013}', '\u{2014}', '/'], " ").replace('-', " ");
    let is_edge = |c: char| !c.is_alphanumeric() && !"$%\u{20ac}\u{a3}+".contains(c);
    spaced
        .split_whitespace()
        .map(|word| word.trim_matches(is_edge).to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

/// `quarter point`, `half point`: a step of a central bank's rate.
fn central_bank_step(words: &[String]) -> Option<Figure> {
    let [first, second, ..] = words else { return None };
    let value = match (first.as_str(), second.as_str()) {
        ("quarter", "point" | "percentage") => 25.0,
        ("half", "point" | "percentage") => 50.0,
        _ => return None,
    };
    Some(Figure { value, unit: Unit::BasisPoints })
}

/// Returns the value of a token that is a number, its unit, and whether it is a word.
fn number(word: &str) -> Option<(f64, Unit, bool)> {
    if let Some(number) = number_word::parse(word) {
        return Some((f64::from(number), Unit::Count, true));
    }
    if let Some(factor) = scale(word).filter(|_| word.len() > 2) {
        return Some((factor, Unit::Count, true));
    }
    let bare = word.trim_start_matches(['$', '\u{20ac}', '\u{a3}']);
    let unit = if bare.len() < word.len() { Unit::Money } else { Unit::Count };
    let bare = bare.trim_end_matches('+');
    let (digits, factor, unit) = match () {
        () if bare.ends_with("bps") => (&bare[..bare.len() - 3], 1.0, Unit::BasisPoints),
        () if bare.ends_with("bn") => (&bare[..bare.len() - 2], 1e9, unit),
        () if bare.ends_with(['k', 'm', 'b', 't']) => {
            let factor = match bare.as_bytes()[bare.len() - 1] {
                b'k' => 1e3,
                b'm' => 1e6,
                b'b' => 1e9,
                _ => 1e12,
            };
            (&bare[..bare.len() - 1], factor, unit)
        }
        () => (bare, 1.0, unit),
    };
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',');
    let value: f64 = is_number.then(|| digits.replace(',', "").parse().ok())??;
    Some((value * factor, unit, false))
}

fn scale(word: &str) -> Option<f64> {
    match word {
        "hundred" => Some(1e2),
        "thousand" => Some(1e3),
        "million" => Some(1e6),
        "billion" => Some(1e9),
        "trillion" => Some(1e12),
        _ => None,
    }
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.unit {
            Unit::Money => write!(f, "${}", self.value),
            Unit::Percent => write!(f, "{} %", self.value),
            Unit::BasisPoints => write!(f, "{} basis points", self.value),
            Unit::Count => write!(f, "{}", self.value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(f64, Unit)> {
        figures(text).into_iter().map(|figure| (figure.value, figure.unit)).collect()
    }

    #[test]
    fn two_ways_of_writing_a_quantity_are_one() {
        let same = [
            ("above $100M", "over a hundred million dollars"),
            ("3.5%", "3.5 per cent"),
            ("by 25bps", "by a quarter point"),
            ("100,000+ rides", "a hundred thousand rides"),
            ("at least 20 ships", "at least twenty ships"),
            ("$4,200", "4,200 dollars"),
        ];
        for (one, other) in same {
            let (one_figures, others) = (figures(one), figures(other));
            assert!(one_figures[0].equals(others[0]), "{one} {one_figures:?} {other} {others:?}");
        }
        assert!(!figures("$100M")[0].equals(figures("$10M")[0]) && !figures("3%")[0].equals(figures("$3")[0]));
    }

    #[test]
    fn small_number_words_and_numbers_of_names_are_no_quantities() {
        assert_eq!(read("one of the two will play Rocket League 2"), []);
        assert_eq!(read("at least 3 goals"), [(3.0, Unit::Count)]);
    }
}
