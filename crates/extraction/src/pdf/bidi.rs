//! Bidirectional text: converts Hebrew and Arabic from visual order on the page to reading order.

/// Returns `true` for right-to-left characters: Hebrew, Arabic, Syriac, Thaana, N'Ko and their forms.
pub(super) fn is_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
        && !is_arabic_digit(c)
}

/// Returns `true` if any character is right-to-left.
pub(super) fn is_rtl_text(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_rtl)
}

/// Returns `true` for digits, which run from left to right in any script.
fn is_arabic_digit(c: char) -> bool {
    matches!(c, '\u{660}'..='\u{669}' | '\u{6f0}'..='\u{6f9}')
}

/// Returns `true` for characters of left-to-right runs: words in other scripts, and numbers with their separators.
fn is_ltr(c: char) -> bool {
    is_arabic_digit(c) || (c.is_alphanumeric() && !is_rtl(c))
}

/// Converts a line from visual order to reading order. The direction of the majority of its letters is the line's
/// direction.
pub(super) fn logical(visual: &str) -> String {
    let units = clusters(visual);
    let count = |of: fn(char) -> bool| visual.chars().filter(|c| of(*c)).count();
    let rtl_line = count(is_rtl) >= count(|c| c.is_alphabetic() && !is_rtl(c));
    let (own, other): (Strong, Strong) = if rtl_line { (is_rtl, is_ltr) } else { (is_ltr, is_rtl) };
    let mut pieces = runs(&units, own, other);
    if rtl_line {
        pieces.reverse();
    }
    let mut text = String::with_capacity(visual.len());
    for (units, foreign) in pieces {
        // Foreign runs of a right-to-left line keep their order; everything else is reversed.
        if foreign == rtl_line {
            units.iter().for_each(|unit| text.push_str(unit));
        } else {
            units.iter().rev().for_each(|unit| text.push_str(mirrored(unit)));
        }
    }
    text
}

type Strong = fn(char) -> bool;

/// Groups characters with their combining marks, which stay behind their letter.
fn clusters(text: &str) -> Vec<&str> {
    let mut units = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices().skip(1) {
        if !is_mark(c) {
            units.push(&text[start..at]);
            start = at;
        }
    }
    units.push(&text[start..]);
    units
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// Splits a line into runs of its own direction and foreign runs; a neutral character belongs to a foreign run only if
/// it is inside one.
fn runs<'t, 'u>(units: &'u [&'t str], own: Strong, other: Strong) -> Vec<(&'u [&'t str], bool)> {
    let holds = |unit: &str, strong: Strong| unit.chars().any(strong);
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < units.len() {
        if !holds(units[at], other) {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        let reach = (at..units.len()).take_while(|next| !holds(units[*next], own));
        for next in reach {
            if holds(units[next], other) {
                end = next + 1;
            }
        }
        if at > start {
            pieces.push((&units[start..at], false));
        }
        pieces.push((&units[at..end], true));
        (start, at) = (end, end);
    }
    if start < units.len() {
        pieces.push((&units[start..], false));
    }
    pieces
}

/// Mirrors brackets of a reversed line.
fn mirrored(unit: &str) -> &str {
    match unit {
        "(" => ")",
        ")" => "(",
        "[" => "]",
        "]" => "[",
        "{" => "}",
        "}" => "{",
        "<" => ">",
        ">" => "<",
        "«" => "»",
        "»" => "«",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_to_left_line_is_read_from_the_right_and_its_numbers_are_not() {
        assert_eq!(logical("םולש"), "שלום");
        assert_eq!(logical("(2026 ראוני) םולש"), "שלום (ינואר 2026)");
        assert_eq!(logical("3.14 אוה PI"), "PI הוא 3.14");
    }

    #[test]
    fn only_the_hebrew_word_of_an_english_line_is_reversed() {
        assert_eq!(logical("the word םולש means peace"), "the word שלום means peace");
        assert_eq!(logical("the words בוט םוי mean good day"), "the words יום טוב mean good day");
    }
}
