//! Raised and lowered figures. Beside a number they are another number: an exponent, a footnote, the cents of a price.
//! They are written so that the number before them stays what the page states: `10^6`, `4.5 [2]`, `11.99`. Pure.

/// Maximum characters of a mark; longer text is not one figure.
const MAX_FIGURE_CHARS: usize = 8;
/// Maximum letters of a unit or a symbol, whose figure stays beside it: `m2`, `CO2`.
const MAX_SYMBOL_CHARS: usize = 3;
/// Characters behind a price that may name its currency.
const NAME_CHARS: usize = 8;
/// Signs of currencies.
const CURRENCIES: &[char] = &['$', '€', '£', '¥', '₹', '₽', '₩', '₺', '₴', '₪', '฿', '₫', '₦', '₱', 'ƒ', '￥', '￡'];
/// Names of currencies behind a price.
const CURRENCY_NAMES: &[&str] =
    &["eur", "usd", "gbp", "chf", "kr", "zł", "kč", "ft", "lei", "лв", "руб", "sek", "nok", "dkk", "pln"];

/// How a text stands against the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shift {
    /// Above the line.
    Up,
    /// Below the line.
    Down,
}

/// A shifted text and its neighbours on the line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shifted<'t> {
    /// Text of the line before it.
    pub(crate) before: &'t str,
    pub(crate) text: &'t str,
    /// Text of the line behind it.
    pub(crate) after: &'t str,
    pub(crate) shift: Shift,
    /// It leads to a note.
    pub(crate) is_link: bool,
}

impl Shifted<'_> {
    /// Returns what is written before and behind the text.
    pub(crate) fn marks(&self) -> (&'static str, &'static str) {
        let text = self.text.trim();
        let begins_with_digit = text.starts_with(|c: char| c.is_ascii_digit());
        let is_signed =
            text.starts_with(['-', '−', '+', '–']) && text.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        if !begins_with_digit && !is_signed {
            return ("", "");
        }
        let open = self.opening(text, is_signed);
        let close = match open {
            " [" | "[" if self.after.starts_with(char::is_alphanumeric) => "] ",
            " [" | "[" => "]",
            _ if text.ends_with(|c: char| c.is_ascii_digit())
                && self.after.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                " "
            }
            _ => "",
        };
        (open, close)
    }

    fn opening(&self, text: &str, is_signed: bool) -> &'static str {
        let mut back = self.before.chars().rev();
        let (Some(last), previous) = (back.next(), back.next()) else { return "" };
        let is_number = text.chars().all(|c| c.is_ascii_digit());
        let is_figure = |c: char| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–' | '*' | ')');
        let is_mark = text.chars().count() <= MAX_FIGURE_CHARS && text.chars().filter(|c| !is_figure(*c)).count() <= 1;
        if self.is_numerator(is_number) {
            return if last.is_ascii_digit() { " " } else { "" };
        }
        match last {
            _ if last.is_whitespace() => {
                let is_behind_number =
                    previous.is_some_and(|c| c.is_ascii_digit()) && !self.after.starts_with(char::is_alphanumeric);
                if self.shift == Shift::Up && is_mark && !is_signed && is_behind_number { "[" } else { "" }
            }
            '/' | '⁄' | '^' | '_' | '[' | '(' => "",
            _ if last.is_ascii_digit() && self.is_price(text) => ".",
            '.' | ',' if previous.is_some_and(|c| c.is_ascii_digit()) && self.is_price(text) => "",
            _ if is_signed => "^",
            _ if last.is_ascii_digit() && self.shift == Shift::Down => "_",
            _ if last.is_ascii_digit() && is_number && self.is_power(text) => "^",
            _ if self.shift == Shift::Down => "",
            _ if last.is_alphabetic() && is_number && !self.is_link && self.is_symbol(text) => "",
            _ if CURRENCIES.contains(&last) => "",
            _ if is_mark => " [",
            _ if last.is_ascii_digit() => " ",
            _ => "",
        }
    }

    /// Returns `true` for the first part of a fraction: `4 1/2`.
    fn is_numerator(&self, is_number: bool) -> bool {
        is_number && self.after.starts_with(['/', '⁄', '∕'])
    }

    /// Returns `true` for the cents of a price: two figures, a currency on either side, and no decimals yet.
    fn is_price(&self, text: &str) -> bool {
        let is_cents = text.len() == 2 && text.chars().all(|c| c.is_ascii_digit());
        let whole = self.before.trim_end_matches(['.', ',']);
        let number: String = whole
            .chars()
            .rev()
            .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | ' ' | '\u{a0}'))
            .collect();
        let front = &whole[..whole.len() - number.len()];
        // The number is reversed: a last group of three figures is no decimals.
        let group = number.chars().take_while(char::is_ascii_digit).count();
        let is_named = || {
            let next = self.after.chars().take(NAME_CHARS).collect::<String>().trim_start().to_lowercase();
            next.starts_with(CURRENCIES) || CURRENCY_NAMES.iter().any(|name| next.starts_with(name))
        };
        is_cents
            && !self.is_link
            && (group == number.trim_end_matches(|c: char| !c.is_ascii_digit()).chars().count() || group == 3)
            && (front.ends_with(CURRENCIES) || is_named())
    }

    /// Returns `true` for an exponent of ten, or one of two figures of two.
    fn is_power(&self, text: &str) -> bool {
        let base: Vec<char> =
            self.before.chars().rev().take_while(|c| c.is_alphanumeric() || matches!(c, '.' | ',')).collect();
        let is_ten = base == ['0', '1'] && text.len() <= 3;
        let is_two = base == ['2'] && text.len() == 2;
        !self.is_link && (is_ten || is_two)
    }

    /// Returns `true` for a unit or a symbol with one figure.
    fn is_symbol(&self, text: &str) -> bool {
        let letters = self.before.chars().rev().take_while(|c| c.is_alphabetic()).count();
        letters <= MAX_SYMBOL_CHARS && text.len() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(shifted: Shifted<'_>) -> String {
        let (open, close) = shifted.marks();
        format!("{}{open}{}{close}{}", shifted.before, shifted.text, shifted.after)
    }

    const NOTHING: Shifted<'_> = Shifted { before: "", text: "", after: "", shift: Shift::Up, is_link: false };

    #[test]
    fn a_raised_figure_never_joins_a_number() {
        for (before, text, after, expected) in [
            ("a rate of 4.5", "2", " per cent", "a rate of 4.5 [2] per cent"),
            ("in 2026.", "3", " The next", "in 2026. [3] The next"),
            ("in 2026", "2,3", "", "in 2026 [2,3]"),
            ("10", "6", " tonnes", "10^6 tonnes"),
            ("2", "10", " bytes", "2^10 bytes"),
            ("10", "-6", " m", "10^-6 m"),
            ("about $11", "99", " from", "about $11.99 from"),
            ("$1,299", "50", "", "$1,299.50"),
            ("$11.", "99", "", "$11.99"),
            ("only 1 299", "90", " kr", "only 1 299.90 kr"),
            ("for 24", "95", " €", "for 24.95 €"),
            ("at once, 7", "99", " € here", "at once, 7.99 € here"),
            ("of $4.50", "99", "", "of $4.50 [99]"),
            ("of $4", "2", " each", "of $4 [2] each"),
            ("4", "1", "/2 cups", "4 1/2 cups"),
            ("an area of 12 m", "2", "", "an area of 12 m2"),
            ("15 s", "-1", "", "15 s^-1"),
            ("the port of Sundvik", "2", " said", "the port of Sundvik [2] said"),
            ("twenty per cent (net)", "4", "", "twenty per cent (net) [4]"),
            ("the 1", "st", " of May", "the 1st of May"),
            ("", "1", "2025 figures", "1 2025 figures"),
            ("of ", "14", "C", "of 14C"),
            ("4.5", "[2]", " per", "4.5[2] per"),
            ("Rates rose by 4.5", "1 2", "", "Rates rose by 4.5 [1 2]"),
            ("Rates rose by 4.5 ", "2", " per cent", "Rates rose by 4.5 [2] per cent"),
            ("the torus T ", "2", " and", "the torus T 2 and"),
            ("f ", "-1", "(U)", "f -1(U)"),
            ("e", "2πit", "", "e2πit"),
            ("2", "2πit", "", "2 2πit"),
        ] {
            assert_eq!(written(Shifted { before, text, after, ..NOTHING }), expected);
        }
        let note = Shifted { before: "10", text: "6", after: " tonnes", is_link: true, ..NOTHING };
        assert_eq!(written(note), "10 [6] tonnes", "a link is a note");
        assert_eq!(written(Shifted { before: "for $11", text: "99", after: "", ..note }), "for $11 [99]");
    }

    #[test]
    fn a_lowered_figure_joins_letters_only() {
        for (before, text, after, expected) in [
            ("CO", "2", " fell", "CO2 fell"),
            ("C", "6", "H", "C6H"),
            ("101", "2", " is", "101_2 is"),
            ("1/", "2", " cup", "1/2 cup"),
            ("$11", "99", "", "$11.99"),
            ("sulfate", "4", "", "sulfate4"),
        ] {
            assert_eq!(written(Shifted { before, text, after, shift: Shift::Down, ..NOTHING }), expected);
        }
    }
}
