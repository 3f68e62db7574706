//! Whether two texts are in different languages, by their scripts and function words.

use crate::lexeme::{self, language_of};
use crate::text::{is_stop_word, words};

/// What a text shows of its language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guess {
    /// Most letters are of this script other than Latin.
    Script(u8),
    /// English function words.
    English,
    /// Function words of another language: its place in a table.
    Latin(usize),
    /// Nothing decides about it.
    Unknown,
}

impl Guess {
    /// Returns `true` for the function words of Spanish.
    pub fn is_spanish(self) -> bool {
        matches!(self, Self::Latin(place) if lexeme::is_spanish(place))
    }
}

/// Returns `true` if two texts are certainly in different languages. Short texts without function words decide nothing.
pub fn differ(one: &str, other: &str) -> bool {
    match (guess(one), guess(other)) {
        (Guess::Script(a), Guess::Script(b)) => a != b,
        (Guess::Script(_), _) | (_, Guess::Script(_)) => true,
        (Guess::Unknown, _) | (_, Guess::Unknown) => false,
        (one, other) => one != other,
    }
}

/// Returns what the scripts and the function words of a text show of its language.
pub fn guess(text: &str) -> Guess {
    let lower = text.to_lowercase();
    let letters = lower.chars().filter(|c| c.is_alphabetic());
    let (mut latin, mut others) = (0_usize, [0_usize; SCRIPTS.len()]);
    for c in letters {
        match SCRIPTS.iter().position(|ranges| ranges.iter().any(|(from, to)| (*from..=*to).contains(&u32::from(c)))) {
            Some(place) => others[place] += 1,
            None => latin += 1,
        }
    }
    let most = (0..SCRIPTS.len()).max_by_key(|place| others[*place]).filter(|place| others[*place] > latin);
    if let Some(place) = most {
        return Guess::Script(u8::try_from(place).unwrap_or(u8::MAX));
    }
    match language_of(&lower) {
        Some(language) => Guess::Latin(language),
        None if words(&lower).any(is_stop_word) => Guess::English,
        None => Guess::Unknown,
    }
}

/// Ranges of the scripts that differ from Latin: Cyrillic, Greek, Arabic, Hebrew, Devanagari, Thai, Hangul, and Kana
/// with Han.
const SCRIPTS: [&[(u32, u32)]; 8] = [
    &[(0x0400, 0x052F)],
    &[(0x0370, 0x03FF), (0x1F00, 0x1FFF)],
    &[(0x0600, 0x06FF), (0x0750, 0x077F)],
    &[(0x0590, 0x05FF)],
    &[(0x0900, 0x097F)],
    &[(0x0E00, 0x0E7F)],
    &[(0x1100, 0x11FF), (0xAC00, 0xD7AF)],
    &[(0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF)],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_apart_by_scripts_and_function_words() {
        let english = "The ferry has not run since 20 February 2026.";
        for other in [
            "Die F\u{e4}hre ist seit dem 20. Februar 2026 nicht gefahren.",
            "Le ferry n'a pas circul\u{e9} depuis le 20 f\u{e9}vrier 2026.",
            "\u{41f}\u{430}\u{440}\u{43e}\u{43c} \u{43d}\u{435} \u{445}\u{43e}\u{434}\u{438}\u{442}.",
            "\u{30d5}\u{30a7}\u{30ea}\u{30fc}\u{306f}\u{904b}\u{822a}\u{3057}\u{3066}\u{3044}\u{306a}\u{3044}\u{3002}",
        ] {
            assert!(differ(english, other) && differ(other, english), "{other}");
        }
        assert!(!differ(english, "It stood still for three days.") && !differ(english, "Norrby 2026"));
    }
}
