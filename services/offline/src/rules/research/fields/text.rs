//! Words, names and places in text. Pure.

/// Words of tasks that name no entity.
const COMMON: &str = "find the a an his her its current present role where she he studied legal name year of foundation seat what \
    who is it and from per pair price education chief executive with how why in on at by for to das die der den les des une un le la du de";

/// Returns the text in lower case, one character for each.
pub(crate) fn folded(text: &str) -> String {
    text.chars().map(lower).collect()
}

fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Returns the words of a text in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric();
    folded(text).split(|c| !is_part(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns true if a folded text contains a folded word or phrase, not as a part of a longer word at its start.
pub(crate) fn contains(text: &str, word: &str) -> bool {
    find(text, word).is_some()
}

/// Returns the byte offset of a word or phrase that begins a word. An ending may follow: `Jenaer` is about `Jena`.
pub(crate) fn find(text: &str, word: &str) -> Option<usize> {
    let starts = |at: &usize| !text[..*at].chars().next_back().is_some_and(char::is_alphanumeric);
    (!word.is_empty()).then(|| text.match_indices(word).map(|(at, _)| at).find(starts)).flatten()
}

/// Returns true if one of the lines contains all the words, in any order: `OKOYE, Daniel`.
pub(crate) fn line_of<'a>(name: &[String], mut lines: impl Iterator<Item = &'a str>) -> bool {
    lines.any(|line| {
        let line = words(line);
        name.iter().all(|word| line.contains(word))
    })
}

/// Returns the capitalised words of a text that are neither common nor parts of the name, in lower case.
pub(crate) fn proper_nouns(text: &str, name: &str) -> Vec<String> {
    let name = words(name);
    let is_new = |word: &&str| word.chars().next().is_some_and(char::is_uppercase) && word.chars().count() > 2;
    let mut nouns: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(is_new).map(folded) {
        if !name.contains(&word) && !COMMON.split_whitespace().any(|one| one == word) && !nouns.contains(&word) {
            nouns.push(word);
        }
    }
    nouns
}

/// Returns the numbers of registers, addresses and telephones of a text: words with at least four digits that are no
/// year.
pub(crate) fn identifiers(text: &str) -> Vec<String> {
    let is_identifier = |word: &&str| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        digits >= 4 && year(word).is_none_or(|(_, year)| year.len() < word.len())
    };
    text.split(|c: char| !c.is_alphanumeric()).filter(is_identifier).map(folded).collect()
}

/// Returns the first year from 1800 to 2099 of a text, with its byte offset.
pub(crate) fn year(text: &str) -> Option<(usize, &str)> {
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_ascii_digit(), start) {
            (true, None) => start = Some(at),
            (false, Some(begin)) => {
                let digits = &text[begin..at];
                if digits.len() == 4 && ("1800".."2100").contains(&digits) {
                    return Some((begin, digits));
                }
                start = None;
            }
            _ => {}
        }
    }
    None
}

/// Returns the sequences of two or three capitalised words of a text, with their byte offsets: candidates for names of
/// people.
pub(crate) fn names(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut current: Vec<(usize, &str)> = Vec::new();
    let mut offset = 0;
    for piece in text.split_inclusive(' ') {
        let word = piece.trim_end();
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_name = bare.chars().next().is_some_and(char::is_uppercase)
            && bare.chars().count() > 1
            && !bare.chars().any(|c| c.is_ascii_digit());
        let is_title = matches!(word, "Dr." | "Prof." | "Dr" | "Mr" | "Ms" | "Mrs");
        if is_name && !is_title {
            current.push((offset, bare));
        }
        let ends = !is_title && (!is_name || word.ends_with([',', '.', ';', ':', ')', '|']));
        if ends {
            found.extend(person(&current));
            current.clear();
        }
        offset += piece.len();
    }
    found.extend(person(&current));
    found
}

fn person(parts: &[(usize, &str)]) -> Option<(usize, String)> {
    let tail = if parts.len() > 3 { &parts[parts.len() - 2..] } else { parts };
    let name: Vec<&str> = tail.iter().map(|(_, word)| *word).collect();
    (tail.len() >= 2).then(|| (tail[0].0, name.join(" ")))
}
