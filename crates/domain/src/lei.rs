//! Legal Entity Identifiers (ISO 17442): form, check digits, and their search in text.
//!
//! An LEI has 20 characters: 18 digits or upper-case Latin letters, then two check digits (ISO 7064 MOD 97-10). With A
//! = 10 to Z = 35, the number that the characters form is 1 modulo 97, and the check digits are 02 to 98.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Number of characters of an LEI.
const LENGTH: usize = 20;
/// Maximum number of groups in which documents print an LEI.
const MAX_GROUPS: usize = 6;

/// An LEI whose form and check digits are right. Only GLEIF knows if it was issued.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Lei(String);

/// The text is not an LEI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLei {
    /// The text does not have the form of an LEI.
    #[error("an LEI has 18 digits or upper-case letters A to Z and two check digits")]
    Form,
    /// The form is right and the check digits are wrong.
    #[error("the check digits of this LEI are wrong")]
    CheckDigits,
}

impl Lei {
    /// Parses an LEI without surrounding spaces, in upper case.
    ///
    /// # Errors
    /// [`InvalidLei`] with the rule that the text breaks.
    pub fn parse(text: &str) -> Result<Self, InvalidLei> {
        if !has_form(text) {
            return Err(InvalidLei::Form);
        }
        if has_right_digits(text) { Ok(Self(text.to_owned())) } else { Err(InvalidLei::CheckDigits) }
    }

    /// Returns the 20 characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Lei {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Lei {
    type Error = InvalidLei;

    fn try_from(text: String) -> Result<Self, InvalidLei> {
        Self::parse(&text)
    }
}

impl From<Lei> for String {
    fn from(lei: Lei) -> Self {
        lei.0
    }
}

/// A word of a text that has the form of an LEI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeiCandidate {
    /// The 20 characters in upper case.
    pub text: String,
    /// `true` if the check digits are right.
    pub valid: bool,
}

/// Finds the words of a text that have the form of an LEI, in order. A word is a maximal run of letters and digits of
/// any script.
///
/// A word with lower-case letters counts if its check digits are right or if it is the whole text: hexadecimal digests
/// and parts of addresses are not reported as wrong LEIs. Groups with single spaces or hyphens between them, as some
/// documents print an LEI, count if the check digits of the whole are right.
pub fn find(text: &str) -> Vec<LeiCandidate> {
    let alone = text.trim().len() == LENGTH;
    let words = words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (_, word) = words[at];
        let groups = if word.len() < LENGTH { grouped(text, &words[at..]) } else { None };
        if let Some((lei, count)) = groups {
            found.push(LeiCandidate { text: lei, valid: true });
            at += count;
            continue;
        }
        found.extend(candidate(word, alone));
        at += 1;
    }
    found
}

fn candidate(word: &str, alone: bool) -> Option<LeiCandidate> {
    if word.len() != LENGTH || !word.is_ascii() {
        return None;
    }
    let upper = word.to_ascii_uppercase();
    if !has_form(&upper) {
        return None;
    }
    let valid = has_right_digits(&upper);
    (valid || alone || upper == word).then_some(LeiCandidate { text: upper, valid })
}

/// Returns the maximal runs of letters and digits with their places.
fn words(text: &str) -> Vec<(usize, &str)> {
    let (mut words, mut start) = (Vec::new(), None);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((from, &text[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Returns the LEI that the first words form as groups, and their number.
fn grouped(text: &str, words: &[(usize, &str)]) -> Option<(String, usize)> {
    let mut joined = String::with_capacity(LENGTH);
    for (number, (at, word)) in words.iter().enumerate().take(MAX_GROUPS) {
        let is_adjacent = number == 0 || {
            let (before, last) = words[number - 1];
            matches!(&text[before + last.len()..*at], " " | "-" | "\u{a0}" | "\u{2011}" | "\u{202f}")
        };
        if !is_adjacent || joined.len() + word.len() > LENGTH || !word.is_ascii() {
            return None;
        }
        joined.push_str(word);
        if joined.len() == LENGTH {
            joined.make_ascii_uppercase();
            return (has_form(&joined) && has_right_digits(&joined)).then_some((joined, number + 1));
        }
    }
    None
}

fn has_form(text: &str) -> bool {
    let characters = text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    text.len() == LENGTH && characters && text.bytes().skip(LENGTH - 2).all(|b| b.is_ascii_digit())
}

/// Returns `true` if the check digits are right. ISO 7064 computes them as 98 minus a remainder, so they are 02 to 98:
/// 00, 01 and 99 pass the remainder as well and were never issued.
fn has_right_digits(text: &str) -> bool {
    let digits = text.get(LENGTH - 2..).and_then(|digits| digits.parse::<u8>().ok());
    remainder(text) == 1 && digits.is_some_and(|digits| (2..=98).contains(&digits))
}

/// Returns the number that the characters form, modulo 97.
fn remainder(text: &str) -> u32 {
    text.chars().filter_map(|c| c.to_digit(36)).fold(0, |sum, value| {
        let shift = if value < 10 { 10 } else { 100 };
        (sum * shift + value) % 97
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deutsche Bank AG.
    const VALID: &str = "7LTWFZYICNSX8D621K86";

    #[test]
    fn check_digits_decide() {
        assert_eq!(Lei::parse(VALID).unwrap().as_str(), VALID);
        assert_eq!(Lei::parse("7LTWFZYICNSX8D621K87"), Err(InvalidLei::CheckDigits));
        assert_eq!(Lei::parse("7LTWFZYICNSX8D612K86"), Err(InvalidLei::CheckDigits), "two digits changed places");
    }

    /// For each first 18 characters one pair of digits is right; 97 less or more has the same remainder.
    #[test]
    fn check_digits_are_02_to_98() {
        let mut seen = [0_u32; 100];
        for number in 0..20_000_u32 {
            let base = format!("{number:018}");
            let right: Vec<u32> = (0..100).filter(|digits| Lei::parse(&format!("{base}{digits:02}")).is_ok()).collect();
            let same = |digits: &u32| remainder(&format!("{base}{digits:02}")) == 1;
            assert_eq!(right.len(), 1, "{base}: {right:?} of {:?}", (0..100).filter(same).collect::<Vec<_>>());
            seen[right[0] as usize] += 1;
        }
        assert!(
            seen[0] == 0 && seen[1] == 0 && seen[99] == 0 && seen[2..99].iter().all(|count| *count > 0),
            "{seen:?}"
        );
        assert!(!find("the LEI 00000000000000000001.").iter().any(|found| found.valid));
    }

    #[test]
    fn another_form_is_no_lei() {
        let wrong =
            ["", "7LTWFZYICNSX8D621K8", "7LTWFZYICNSX8D621K861", "7ltwfzyicnsx8d621k86", "7LTWFZYICNSX8D621KXX"];
        for text in
            wrong.into_iter().chain(["7LTWFZYICNSX8D621K8\u{0666}", "7LTW-FZYICNSX8D621K8", " 7LTWFZYICNSX8D621K8"])
        {
            assert_eq!(Lei::parse(text), Err(InvalidLei::Form), "{text}");
        }
    }

    #[test]
    fn every_digit_or_letter_replaced_by_another_one_is_noticed() {
        for (at, original) in VALID.char_indices() {
            for other in
                ('0'..='9').chain('A'..='Z').filter(|other| other.is_ascii_digit() == original.is_ascii_digit())
            {
                let text = format!("{}{other}{}", &VALID[..at], &VALID[at + 1..]);
                assert_eq!(Lei::parse(&text).is_ok(), other == original, "{text}");
            }
        }
    }

    #[test]
    fn words_of_a_text_are_found() {
        let text = format!(
            "LEI: {VALID}, see https://search.gleif.org/#/record/{}; not 7LTWFZYICNSX8D621K87x",
            VALID.to_lowercase()
        );
        let found: Vec<_> = find(&text).into_iter().map(|found| (found.text, found.valid)).collect();
        assert_eq!(found, [(VALID.to_owned(), true), (VALID.to_owned(), true)]);
    }

    #[test]
    fn an_lei_in_groups_is_found_if_its_check_digits_are_right() {
        for text in [
            "LEI 7LTW FZYI CNSX 8D62 1K86.",
            "7LTW-FZYI-CNSX-8D62-1K86",
            "Code: 7LTWFZ YICNSX\u{a0}8D621K 86, see below",
        ] {
            let found = find(text);
            assert_eq!(found, [LeiCandidate { text: VALID.into(), valid: true }], "{text}");
        }
        for text in [
            "7LTW FZYI CNSX 8D62 1K87",
            "7LTW  FZYI CNSX 8D62 1K86",
            "7LTW FZYI CNSX 8D62 1K86X",
            "7LTW, FZYI CNSX 8D62 1K86",
        ] {
            assert_eq!(find(text), [], "{text}");
        }
    }

    #[test]
    fn wrong_check_digits_are_reported_but_digests_are_not() {
        assert!(!find("the LEI 7LTWFZYICNSX8D621K87.")[0].valid);
        assert_eq!(find("commit 7ltwfzyicnsx8d621k87 fixes it"), []);
        assert_eq!(
            find(" 7ltwfzyicnsx8d621k87 ")[0],
            LeiCandidate { text: "7LTWFZYICNSX8D621K87".into(), valid: false }
        );
    }

    #[test]
    fn json_holds_only_valid_leis() {
        let lei: Lei = serde_json::from_str(&format!("\"{VALID}\"")).unwrap();
        assert_eq!(serde_json::to_string(&lei).unwrap(), format!("\"{VALID}\""));
        assert!(serde_json::from_str::<Lei>("\"7LTWFZYICNSX8D621K87\"").is_err());
    }
}
