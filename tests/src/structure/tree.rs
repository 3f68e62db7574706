//! The source files of a repository, by path.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;

/// Path (with slashes, from the root) → text.
#[derive(Debug, Default, Clone)]
pub struct Tree(BTreeMap<String, String>);

impl Tree {
    /// Reads every Rust and Markdown file under these folders and files of the root.
    pub fn read(root: &Path, parts: &[&str]) -> anyhow::Result<Self> {
        let mut tree = Self::default();
        for part in parts {
            tree.add(root, &root.join(part))?;
        }
        Ok(tree)
    }

    /// A fixture.
    pub fn of(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
    }

    /// Files whose path ends so, with their text.
    pub fn ending<'a>(&'a self, end: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().filter(move |(path, _)| path.ends_with(end)).map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Rust files under a folder (`services/`).
    pub fn rust_under<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.ending(".rs").filter(move |(path, _)| path.starts_with(folder))
    }

    /// One file; empty if it is missing.
    pub fn text(&self, path: &str) -> &str {
        self.0.get(path).map_or("", String::as_str)
    }

    fn add(&mut self, root: &Path, path: &Path) -> anyhow::Result<()> {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.') || name == "target");
        if path.is_dir() && !hidden {
            for entry in std::fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))? {
                self.add(root, &entry?.path())?;
            }
        } else if path.extension().is_some_and(|end| end == "rs" || end == "md" || end == "toml") {
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
            self.0.insert(name, text);
        }
        Ok(())
    }
}

/// The code without its tests and comments: what a rule about production code looks at. Good enough for our own formatted
/// source: a test module begins with `#[cfg(test)]` at the start of a line and ends the file.
pub(crate) fn production(text: &str) -> String {
    let code = text.split("\n#[cfg(test)]\nmod").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}
