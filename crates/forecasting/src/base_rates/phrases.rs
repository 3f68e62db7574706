//! Search for whole phrases in a claim.

/// Normalises a text: lower case, one space around every word, only letters, digits and characters of numbers.
pub(crate) fn normalize(text: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() || "$%+.-'’".contains(c) { c } else { ' ' };
    let text: String =
        text.chars().flat_map(char::to_lowercase).map(|c| kept(if c == '–' { '-' } else { c })).collect();
    let words =
        text.split_whitespace().map(|word| word.trim_matches(['.', '-', '\'', '’'])).filter(|word| !word.is_empty());
    let mut line = String::from(" ");
    for word in words {
        line.push_str(word);
        line.push(' ');
    }
    line
}

/// Returns true if a normalised line contains one of the phrases as whole words.
pub(crate) fn contains_phrase(line: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| line.match_indices(phrase).any(|(at, _)| is_whole_words(line, at, phrase.len())))
}

fn is_whole_words(line: &str, at: usize, length: usize) -> bool {
    line[..at].ends_with(' ') && line[at + length..].starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_match_whole_words() {
        let line = normalize("Will “X.com” still be up?  By the 3–4% mark…");
        assert_eq!(line, " will x.com still be up by the 3-4% mark ");
        assert!(contains_phrase(&line, &["never", "still be"]));
        assert!(!contains_phrase(&line, &["til", "be u"]));
    }
}
