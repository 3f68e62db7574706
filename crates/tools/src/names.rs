//! Names of organisations and products in a text. Pure.

use domain::calendar::{MONTHS, WEEKDAYS};

/// Words inside a name that are written small.
const LINKS: [&str; 14] = ["of", "the", "and", "for", "de", "du", "des", "della", "del", "der", "von", "van", "y", "&"];
/// Words that begin a sentence and are written large for this reason only, in lower case.
const OPENERS: [&str; 34] = [
    "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "will", "would", "did", "does", "do", "is",
    "are", "was", "were", "has", "have", "had", "can", "could", "should", "may", "the", "a", "an", "in", "on", "at",
    "by", "before", "after",
];
/// Longest name in words.
const MAX_WORDS: usize = 6;

/// Returns the names of a text with at least two words in capitals, in their order, each once. Single words are mostly
/// places and persons, which have no official website of their own.
pub fn of_text(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut current: Vec<&str> = Vec::new();
    for written in text.split_whitespace() {
        let word = written.trim_matches(|c: char| !c.is_alphanumeric() && c != '&');
        let owner = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
        let word = owner.unwrap_or(word);
        let lower = word.to_lowercase();
        let is_opener = current.is_empty() && OPENERS.contains(&lower.as_str());
        // `l’Industrie` is written large behind its article.
        let article = word.split_once(['\'', '’']).filter(|(article, _)| article.chars().count() == 1);
        let is_elided = article.is_some_and(|(_, rest)| rest.starts_with(char::is_uppercase));
        let is_date = MONTHS.contains(&lower.as_str()) || WEEKDAYS.contains(&lower.as_str());
        let is_large = (word.starts_with(char::is_uppercase) || is_elided) && !is_opener && !is_date;
        let is_link = !current.is_empty() && LINKS.contains(&word);
        if is_large || is_link {
            current.push(word);
        }
        let ends = owner.is_some() || written.ends_with([',', '.', ';', ':', '?', '!', ')', '\'', '’']);
        if ends || !(is_large || is_link) {
            add(&mut names, &mut current);
        }
    }
    add(&mut names, &mut current);
    names
}

fn add(names: &mut Vec<String>, words: &mut Vec<&str>) {
    while words.last().is_some_and(|word| LINKS.contains(word)) {
        words.pop();
    }
    let large = words.iter().filter(|word| !LINKS.contains(word)).count();
    let name = words.join(" ");
    if large > 1 && words.len() <= MAX_WORDS && !names.contains(&name) {
        names.push(name);
    }
    words.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_several_words_are_found_and_others_are_not() {
        let names = of_text;
        assert_eq!(names("Will the Bank of Norrland cut its policy rate on 17 December 2026?"), ["Bank of Norrland"]);
        assert_eq!(
            names("How many of the Bank of Norrland's rate decisions since 2024 were cuts?"),
            ["Bank of Norrland"]
        );
        assert_eq!(
            names("Did Acme Robotics, Inc. sue the Electoral Commission of Valdoria in May?"),
            ["Acme Robotics", "Electoral Commission of Valdoria"]
        );
        assert_eq!(
            names("Will the Banque de l’Industrie Nationale buy O’Reilly Media or the United Banks’ Pension Fund?"),
            ["Banque de l’Industrie Nationale", "O’Reilly Media", "United Banks", "Pension Fund"]
        );
        assert_eq!(names("What Is Heron? Will Norrland win on Monday?"), Vec::<String>::new());
        assert_eq!(names("Tidewater Batteries (business): Find who leads it."), ["Tidewater Batteries"]);
    }
}
