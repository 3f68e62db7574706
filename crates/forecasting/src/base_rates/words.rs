//! A claim as a line of words, for finding phrases.

/// Lower case, one space around every word, nothing but letters, digits and the signs that belong to numbers.
pub(crate) fn line(text: &str) -> String {
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

/// Does one of the phrases stand in the line? Phrases are whole words.
pub(crate) fn holds(line: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| line.match_indices(phrase).any(|(at, _)| stands_alone(line, at, phrase.len())))
}

fn stands_alone(line: &str, at: usize, length: usize) -> bool {
    line[..at].ends_with(' ') && line[at + length..].starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_whole_words() {
        let line = line("Will “X.com” still be up?  By the 3–4% mark…");
        assert_eq!(line, " will x.com still be up by the 3-4% mark ");
        assert!(holds(&line, &["never", "still be"]));
        assert!(!holds(&line, &["til", "be u"]));
    }
}
