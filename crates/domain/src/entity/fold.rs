//! Text folding for comparison: without case and punctuation, and by visual appearance.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

/// Returns the letters and digits of a symbol or a name in lower case. Text without any (an emoji) is returned trimmed.
///
/// Letters of different scripts stay different; [`looks`] handles visual similarity.
pub fn folded(text: &str) -> String {
    let key: String = if text.is_ascii() {
        text.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase())).collect()
    } else {
        text.nfc().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric() && !is_invisible(*c)).collect()
    };
    if key.is_empty() { text.trim().to_lowercase() } else { key }
}

/// Returns the visual skeletons of a text, folded: texts that share a skeleton are easily confused (Unicode Technical
/// Standard 39). The text is used as written and in capitals, because some letters are similar in one case only.
pub fn looks(text: &str) -> BTreeSet<String> {
    if text.is_ascii() {
        return ascii_looks(text);
    }
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).nfkc().collect();
    [look(&visible), look(&visible.to_uppercase())].into_iter().filter(|look| !look.is_empty()).collect()
}

/// Computes [`looks`] of ASCII text without the Unicode tables. Upper and lower case differ for m, because `rn`
/// resembles only `m`.
fn ascii_looks(text: &str) -> BTreeSet<String> {
    let seen = text.bytes().filter(|byte| byte.is_ascii_alphanumeric() || *byte == b'|');
    let (mut lower, mut upper) = (String::new(), String::new());
    for byte in seen {
        let drawn = drawn(char::from(byte.to_ascii_lowercase()));
        upper.push(drawn);
        if byte == b'm' { lower.push_str("rn") } else { lower.push(drawn) }
    }
    [lower, upper].into_iter().filter(|look| !look.is_empty()).collect()
}

fn look(text: &str) -> String {
    let drawn = skeleton(text).flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).map(drawn);
    drawn.collect()
}

/// Maps letters and digits with the same appearance to one representative, in any case.
fn drawn(c: char) -> char {
    match c {
        'i' | '1' | '|' => 'l',
        '0' => 'o',
        other => other,
    }
}

/// Returns `true` if the text has characters that a reader cannot see: ignorable code points, and emoji joiners and
/// selectors that follow a letter or a digit, where they have no effect. (A digit, a selector and U+20E3 form a key
/// cap.)
pub fn has_invisible(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let all: Vec<char> = text.chars().collect();
    let before = |at: usize| at.checked_sub(1).is_some_and(|before| all[before].is_alphanumeric());
    let idle = |(at, c): (usize, &char)| is_joiner(*c) && before(at) && all.get(at + 1) != Some(&'\u{20e3}');
    all.iter().copied().any(is_invisible) || all.iter().enumerate().any(idle)
}

/// Returns `true` if the text has combining marks that do not form a letter (an `o` with a stroke through it). Folding
/// ignores such marks; a reader sees them and still reads the letter.
pub fn has_overlays(text: &str) -> bool {
    let overlay = |c: char| is_combining_mark(c) && !c.is_alphanumeric() && !is_joiner(c);
    !text.is_ascii() && text.nfc().any(overlay)
}

/// Returns `true` if both texts are equal except for case.
pub fn is_written_as(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.trim().nfc().flat_map(char::to_lowercase).collect::<String>();
    plain(one) == plain(other)
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Returns `true` for characters that are not rendered (Unicode 16, Default_Ignorable_Code_Point), except the joiners
/// and selectors of emoji, which affect rendering.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(one: &str, other: &str) -> bool {
        !looks(one).is_disjoint(&looks(other))
    }

    #[test]
    fn case_and_punctuation_do_not_count() {
        assert_eq!(folded("Btc-SRM "), "btcsrm");
        assert_eq!(folded("Poké\u{301}mon"), folded("POKÉ\u{301}MON"));
        assert_eq!(folded("🚀"), "🚀");
        assert_ne!(folded("\u{0422}\u{0422}"), folded("TT"), "another script is another letter");
    }

    #[test]
    fn look_alikes_share_a_look() {
        let fakes = ["В\u{41e}NК", "ВОΝК", "ＢＯＮＫ", "B0NK", "bоnk", "𝐁𝐎𝐍𝐊", "BO\u{200b}NK", "BÓNK", "ᏴONK"];
        for fake in fakes {
            assert!(alike(fake, "BONK"), "{fake} {:?}", looks(fake));
        }
        assert!(alike("rnango", "mango") && alike("SHlEP", "shiep") && alike("тon", "TON"));
        assert!(!alike("BONK", "BOOK") && !alike("SOL", "SQL"));
    }

    #[test]
    fn the_short_way_for_ascii_agrees_with_the_tables() {
        for text in ["Mango 10I", "moMo|l", "WIF_v1", "I1l0O"] {
            let general: BTreeSet<String> = [look(text), look(&text.to_uppercase())].into_iter().collect();
            assert!(!general.is_disjoint(&looks(text)), "{text}: {general:?} {:?}", looks(text));
        }
    }

    #[test]
    fn invisible_characters_are_detected() {
        assert!(
            has_invisible("US\u{200b}DC")
                && has_invisible("US\u{3164}DC")
                && !has_invisible("USDC")
                && !has_invisible("👨‍👩‍👧")
                && !has_invisible("❤\u{fe0f} Coin 1\u{fe0f}\u{20e3}")
        );
        for joined in ["BO\u{200d}NK", "BONK\u{fe0f}", "BONK2\u{fe0f}"] {
            assert!(has_invisible(joined), "{joined:?}");
        }
    }

    #[test]
    fn marks_that_make_no_letter_are_found() {
        for (text, marked) in [("Bo\u{335}nk", true), ("Poke\u{301}mon", false), ("❤\u{fe0f}", false), ("BONK", false)]
        {
            assert_eq!(has_overlays(text), marked, "{text:?}");
        }
        assert!(is_written_as("BO\u{335}NK", " bo\u{335}nk") && !is_written_as("bonk", "bo\u{335}nk"));
    }
}
