//! Signs of a text as the comparison reads them.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::quotes::ascii_numerals;

/// Decimals of the fractions that end.
const FRACTIONS: [(char, &str); 7] =
    [('½', "5"), ('¼', "25"), ('¾', "75"), ('⅛', "125"), ('⅜', "375"), ('⅝', "625"), ('⅞', "875")];

/// Returns the characters with composed letters, ASCII digits and separators, and fractions as decimals: `٤٫٥٪` and
/// `4½%` are `4.5%`.
pub(super) fn plain(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = Vec::with_capacity(text.len());
    // The Arabic sign between thousands is no comma, which may stand for decimals.
    for c in ascii_numerals(text.nfc().map(|c| if c == '\u{66c}' { '\'' } else { c })) {
        match FRACTIONS.iter().find(|(sign, _)| *sign == c) {
            Some((_, decimals)) => {
                if !chars.last().is_some_and(char::is_ascii_digit) {
                    chars.push('0');
                }
                chars.push('.');
                chars.extend(decimals.chars());
            }
            None => chars.push(ascii(c)),
        }
    }
    chars
}

/// Returns the ASCII form of a sign. The end of a sentence in other scripts becomes the end of a line.
fn ascii(c: char) -> char {
    match c {
        '\u{2019}' | '`' => '\'',
        '،' => ',',
        '：' => ':',
        '；' | '؛' => ';',
        '％' | '٪' => '%',
        '＄' => '$',
        '￥' => '¥',
        '。' | '！' | '？' | '؟' | '।' => '\n',
        _ => c,
    }
}

/// Returns true for letters, digits, and the marks of vowels and tones of Hindi and Thai.
pub(super) fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// Returns true for a letter of a script without capital letters: Chinese, Japanese, Korean, Thai, Arabic, Hindi.
pub(super) fn has_no_case(c: char) -> bool {
    is_in_word(c) && !c.is_numeric() && !c.is_lowercase() && !c.is_uppercase()
}
