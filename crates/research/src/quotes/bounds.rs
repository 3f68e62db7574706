//! Where a quote may begin and end: not inside a word, a number or its sign.

/// First syllables that reverse or change the word after their hyphen.
const PREFIXES: [&str; 11] = ["non", "un", "anti", "dis", "mis", "ex", "counter", "pseudo", "quasi", "half", "semi"];
/// Maximum length of a first syllable in letters.
const MAX_PREFIX_CHARS: usize = 8;

/// Returns the quote without the marks that only frame it.
pub(super) fn trimmed(quote: &str) -> &str {
    let frame = |c: char| matches!(c, '\'' | ' ' | '.' | ',' | ';' | ':');
    let quote = quote.trim_end_matches(frame);
    // A number may begin with its decimal point.
    let start = quote.trim_start_matches(frame);
    let point = quote.len() - start.len();
    if start.starts_with(|c: char| c.is_ascii_digit())
        && quote[..point].ends_with('.')
        && !quote[..point].ends_with("..")
    {
        &quote[point - 1..]
    } else {
        start
    }
}

/// Returns true if the text contains the words between the ends of words.
pub(super) fn contains(text: &str, words: &str) -> bool {
    !words.is_empty()
        && text.match_indices(words).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + words.len()..]);
            begins_whole(before, words) && ends_whole(words, after)
        })
}

fn begins_whole(before: &str, words: &str) -> bool {
    let Some(first) = words.chars().next() else { return false };
    let mut back = before.chars().rev();
    let (last, previous) = (back.next(), back.next());
    if first.is_ascii_digit() {
        let is_sign = matches!(last, Some('-' | '+')) && previous.is_none_or(|c| !c.is_alphanumeric());
        let is_inside =
            matches!(last, Some('.' | ',' | '\'' | '^' | '_' | '/')) && previous.is_some_and(|c| c.is_ascii_digit());
        return !(last.is_some_and(|c| c.is_ascii_digit()) || is_sign || is_inside || is_group(before, words));
    }
    if !is_spaced_letter(first) {
        return true;
    }
    let after_prefix = last == Some('-') && {
        let prefix: String = back_letters(&before[..before.len() - 1]);
        PREFIXES.contains(&prefix.to_lowercase().as_str())
    };
    !last.is_some_and(is_spaced_letter) && !after_prefix
}

fn ends_whole(words: &str, after: &str) -> bool {
    let Some(last) = words.chars().next_back() else { return false };
    let mut rest = after.chars();
    let (next, second, third) = (rest.next(), rest.next(), rest.next());
    if last.is_ascii_digit() {
        let goes_on = matches!(next, Some('.' | ',' | '\'' | '^' | '_' | '/'))
            && second.is_some_and(|c| c.is_ascii_digit() || c == '-');
        return !(next.is_some_and(|c| c.is_ascii_digit()) || goes_on || is_group(words, after));
    }
    let is_negated = next == Some('\'') && second == Some('t') && third.is_none_or(|c| !c.is_alphanumeric());
    !(is_spaced_letter(last) && (next.is_some_and(is_spaced_letter) || is_negated))
}

/// Returns true if the end of `left` and the beginning of `right` are groups of one number: `4 812`.
fn is_group(left: &str, right: &str) -> bool {
    let (left, right) = match (left.strip_suffix(' '), right.strip_prefix(' ')) {
        (Some(left), None) => (left, right),
        (None, Some(right)) => (left, right),
        _ => return false,
    };
    let figures = |c: &char| c.is_ascii_digit();
    let head = left.chars().rev().take_while(figures).count();
    (1..=3).contains(&head) && right.chars().take_while(figures).count() == 3
}

/// Returns the letters at the end of a text, in reading order.
fn back_letters(text: &str) -> String {
    let letters: Vec<char> = text.chars().rev().take(MAX_PREFIX_CHARS + 1).take_while(|c| c.is_alphabetic()).collect();
    letters.into_iter().rev().collect()
}

/// Returns true for letters of scripts that write spaces between words and attach nothing to them.
fn is_spaced_letter(c: char) -> bool {
    c.is_alphabetic() && matches!(c, '\0'..='\u{58f}' | '\u{1e00}'..='\u{1fff}' | '\u{10a0}'..='\u{10ff}')
}
