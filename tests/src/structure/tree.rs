//! The text files of a repository by path, and their code without comments and literals.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;

/// Extensions of the files that a rule reads.
const EXTENSIONS: [&str; 6] = ["rs", "md", "toml", "sql", "lua", "proto"];

/// File texts by path; a path is relative to the repository and has forward slashes.
#[derive(Debug, Default, Clone)]
pub struct Tree(BTreeMap<String, String>);

impl Tree {
    /// Reads the Rust, Markdown, TOML, SQL, Lua and protobuf files of the repository. Skips hidden folders and
    /// `target`.
    ///
    /// # Errors
    /// If a folder or a file cannot be read.
    pub fn read(root: &Path) -> anyhow::Result<Self> {
        let mut tree = Self::default();
        tree.add(root, root)?;
        Ok(tree)
    }

    /// Creates a tree from paths and texts.
    pub fn from_texts(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
    }

    /// Iterates over all paths and texts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Iterates over the files whose path ends with `end`.
    pub fn ending<'a>(&'a self, end: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.iter().filter(move |(path, _)| path.ends_with(end))
    }

    /// Iterates over the Rust files under a folder, e.g. `services/`.
    pub fn rust_under<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.ending(".rs").filter(move |(path, _)| path.starts_with(folder))
    }

    /// Returns the text of one file, empty if the file does not exist.
    pub fn text(&self, path: &str) -> &str {
        self.0.get(path).map_or("", String::as_str)
    }

    /// Returns true if the file exists.
    pub fn contains(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    fn add(&mut self, root: &Path, folder: &Path) -> anyhow::Result<()> {
        for entry in std::fs::read_dir(folder).with_context(|| format!("listing {}", folder.display()))? {
            let path = entry?.path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            if name.starts_with('.') || name == "target" {
                continue;
            }
            if path.is_dir() {
                self.add(root, &path)?;
            } else if path.extension().is_some_and(|end| EXTENSIONS.iter().any(|known| end == *known)) {
                let text = std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
                self.0.insert(path.strip_prefix(root)?.to_string_lossy().replace('\\', "/"), text);
            }
        }
        Ok(())
    }
}

/// Returns the code without its test module and comment lines. Relies on our format: a test module starts with
/// `#[cfg(test)]` at the start of a line and ends the file.
pub(crate) fn production(text: &str) -> String {
    let code = text.split("\n#[cfg(test)]\nmod").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the code with every character of comments, strings and character literals replaced by a space, so that
/// offsets and line numbers stay. Block comments do not occur in our sources and are not recognised.
pub(crate) fn blank_literals(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < chars.len() {
        let end = literal_end(&chars, at);
        if end == at {
            out.push(chars[at]);
            at += 1;
        } else {
            out.extend(chars[at..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    out
}

/// Returns the end of the comment or literal that starts at `at`, or `at` if none does.
fn literal_end(chars: &[char], at: usize) -> usize {
    let find =
        |from: usize, is_end: &dyn Fn(usize) -> bool| (from..chars.len()).find(|n| is_end(*n)).unwrap_or(chars.len());
    let follows_word = at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_');
    match chars[at..] {
        ['/', '/', ..] => find(at, &|n| chars[n] == '\n'),
        ['r', '"' | '#', ..] if !follows_word => {
            let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
            let open = at + 1 + hashes;
            if chars.get(open) != Some(&'"') {
                return at;
            }
            let closes =
                |n: usize| chars[n] == '"' && chars[n + 1..].iter().take_while(|c| **c == '#').count() >= hashes;
            (find(open + 1, &closes) + 1 + hashes).min(chars.len())
        }
        ['"', ..] => {
            let mut n = at + 1;
            while n < chars.len() && chars[n] != '"' {
                n += if chars[n] == '\\' { 2 } else { 1 };
            }
            (n + 1).min(chars.len())
        }
        ['\'', '\\', ..] => (find(at + 3, &|n| chars[n] == '\'') + 1).min(chars.len()),
        ['\'', _, '\'', ..] => at + 3,
        _ => at,
    }
}

/// Returns the line number of a byte offset, from 1.
pub(crate) fn line_number(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blanked_and_lifetimes_stay() {
        let text =
            "let a = \"x\\\"(\"; // fn f(\nlet b = r#\"\"y\"#; let c = ['(', '\\'', '\\n'];\nfn f<'a>(x: &'a str) {}";
        let blank = blank_literals(text);
        assert_eq!(blank.chars().count(), text.chars().count());
        assert_eq!(blank.matches('(').count(), 1, "{blank}");
        assert!(blank.ends_with("fn f<'a>(x: &'a str) {}") && !blank.contains('y'), "{blank}");
    }
}
