//! Mistakes in definitions, with file, line and column.

use std::fmt;

/// A place in a file. Both numbers count from 1; a column is a number of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

impl Position {
    /// The start of a file.
    pub const START: Self = Self { line: 1, column: 1 };
}

/// One mistake in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Name of the file, without its folder.
    pub file: String,
    /// Place of the mistake.
    pub at: Position,
    /// The mistake and its remedy.
    pub problem: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.at.line, self.at.column, self.problem)
    }
}

/// Every mistake that was found, in the order of files and lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", lines(.mistakes))]
pub struct LoadError {
    /// At least one mistake.
    pub mistakes: Vec<Mistake>,
}

fn lines(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n")
}

/// Collects the mistakes of one file.
pub(super) struct Mistakes<'a> {
    file: &'a str,
    found: Vec<Mistake>,
}

impl<'a> Mistakes<'a> {
    pub(super) fn new(file: &'a str) -> Self {
        Self { file, found: Vec::new() }
    }

    pub(super) fn add(&mut self, at: Position, problem: impl Into<String>) {
        self.found.push(Mistake { file: self.file.to_owned(), at, problem: problem.into() });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns the mistakes in the order of their places.
    pub(super) fn into_error(mut self) -> LoadError {
        self.found.sort_by_key(|mistake| mistake.at);
        LoadError { mistakes: self.found }
    }
}

/// Returns `; did you mean …?` with the name that is most similar, or an empty text if none is similar.
pub(super) fn suggestion<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let distances = names.into_iter().map(|name| (edit_distance(wrong, name), name));
    let length = wrong.chars().count();
    let most = if length < 3 { 1 } else { 2.max(length / 4) };
    match distances.min().filter(|(distance, _)| *distance <= most) {
        Some((_, name)) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}

/// Returns the Levenshtein distance: insertions, deletions and replacements of characters.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_if_it_is_similar() {
        let names = ["web_search", "fetch_page", "lookup_lei"];
        assert_eq!(suggestion("web_serch", names), "; did you mean `web_search`?");
        assert_eq!(suggestion("look_up_lei", names), "; did you mean `lookup_lei`?");
        assert_eq!(suggestion("query_database", names), "");
    }
}
