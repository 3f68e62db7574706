//! Digits and separators of numbers of other scripts, in ASCII.

/// Zeros of the scripts whose digits have the values of ours.
const ZEROS: [u32; 19] = [
    0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
    0x1040, 0x17e0, 0xff10,
];

const FULL_WIDTH_COMMA: char = '\u{ff0c}';

/// Returns the ASCII digit of the same value.
pub(super) fn digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let value = ZEROS.iter().map(|zero| code.wrapping_sub(*zero)).find(|value| *value < 10)?;
    char::from_digit(value, 10)
}

/// Returns characters with digits and separators of numbers in ASCII. A full-width comma also separates clauses, as in
/// `增至5，2024年`: it separates thousands only before exactly three digits, and becomes `、` elsewhere.
pub(crate) fn ascii_numerals(text: impl Iterator<Item = char>) -> Vec<char> {
    let mut chars: Vec<char> = text.map(|c| if c == FULL_WIDTH_COMMA { c } else { numeral(c).unwrap_or(c) }).collect();
    for at in 0..chars.len() {
        if chars[at] == FULL_WIDTH_COMMA {
            let before = chars[..at].iter().rev().take_while(|c| c.is_ascii_digit()).count();
            let after = chars[at + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
            chars[at] = if (1..=3).contains(&before) && after == 3 { ',' } else { '、' };
        }
    }
    chars
}

/// Returns the ASCII form of a digit, or of a separator of numbers, which Arabic and full-width figures have of their
/// own.
pub(super) fn numeral(c: char) -> Option<char> {
    match c {
        '\u{66b}' | '\u{ff0e}' => Some('.'),
        '\u{66c}' | FULL_WIDTH_COMMA => Some(','),
        _ => digit(c),
    }
}
