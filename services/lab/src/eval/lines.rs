//! Reading NDJSON files and folders, and writing answers. Errors name the file and the line.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Refused;

/// One row of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Line<T> {
    /// `file:line`, for messages about the row.
    pub place: String,
    /// Value parsed from the line.
    pub row: T,
}

/// Parses each row of an NDJSON file and skips empty lines. A line that does not parse is refused; the others are read.
///
/// # Errors
/// If the file cannot be opened or is not UTF-8.
pub fn lines<T: DeserializeOwned>(file: &Path) -> anyhow::Result<(Vec<Line<T>>, Vec<Refused>)> {
    let opened = File::open(file).with_context(|| format!("reading {}", file.display()))?;
    let (mut rows, mut refused) = (Vec::new(), Vec::new());
    for (number, text) in BufReader::new(opened).lines().enumerate() {
        let place = format!("{}:{}", file.display(), number + 1);
        let text = text.with_context(|| format!("reading {place}"))?;
        if text.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(&text) {
            Ok(row) => rows.push(Line { place, row }),
            Err(error) => refused.push(Refused { place, reason: error.to_string() }),
        }
    }
    Ok((rows, refused))
}

/// The files of a folder whose names end in `.extension`, by name; the file itself if `path` is one.
///
/// # Errors
/// If nothing exists at `path`, or the folder has no such file.
pub fn files_in(path: &Path, extension: &str) -> anyhow::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let folder = std::fs::read_dir(path).with_context(|| format!("reading {}", path.display()))?;
    let mut files = Vec::new();
    for entry in folder {
        let file = entry.with_context(|| format!("reading {}", path.display()))?.path();
        if file.is_file() && file.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension)) {
            files.push(file);
        }
    }
    files.sort();
    anyhow::ensure!(!files.is_empty(), "there is no .{extension} file in {}", path.display());
    Ok(files)
}

/// A file of answers. It gets its name when it is complete, so a scorer never reads a partial file.
pub struct Answers {
    file: PathBuf,
    unfinished: PathBuf,
    out: BufWriter<File>,
}

impl Answers {
    /// Creates the file under a temporary name, with its parent folders.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(file: &Path) -> anyhow::Result<Self> {
        let context = || format!("writing {}", file.display());
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).with_context(context)?;
        }
        let mut name = file.file_name().with_context(|| format!("{} has no file name", file.display()))?.to_owned();
        name.push(".unfinished");
        let unfinished = file.with_file_name(name);
        let out = BufWriter::new(File::create(&unfinished).with_context(context)?);
        Ok(Self { file: file.to_owned(), unfinished, out })
    }

    /// Writes one JSON value as a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn json(&mut self, answer: &impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(answer)?;
        self.text(&text)
    }

    /// Writes one line of text, e.g. tab-separated values.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn text(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{line}").with_context(|| format!("writing {}", self.file.display()))
    }

    /// Flushes the file and renames it to its final name.
    ///
    /// # Errors
    /// If it cannot be written or renamed.
    pub fn finish(mut self) -> anyhow::Result<()> {
        let context = || format!("writing {}", self.file.display());
        self.out.flush().with_context(context)?;
        std::fs::rename(&self.unfinished, &self.file).with_context(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_is_named_and_the_rest_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("in.ndjson");
        std::fs::write(&file, "{\"a\":1}\n\nnonsense\n{\"a\":2}\n").unwrap();
        let (rows, refused) = lines::<serde_json::Value>(&file).unwrap();
        assert_eq!(rows.iter().map(|line| line.row["a"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2)]);
        assert!(rows[1].place.ends_with("in.ndjson:4") && refused[0].place.ends_with("in.ndjson:3"), "{refused:?}");
        assert_eq!(files_in(folder.path(), "ndjson").unwrap(), [file]);
        assert!(files_in(folder.path(), "pdf").unwrap_err().to_string().contains("no .pdf file"));
    }

    #[test]
    fn an_answer_file_gets_its_name_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/out.ndjson");
        let mut answers = Answers::create(&file).unwrap();
        answers.json(&serde_json::json!({"id": 1})).unwrap();
        answers.text("x\ty").unwrap();
        assert!(!file.exists());
        answers.finish().unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{\"id\":1}\nx\ty\n");
        assert_eq!(std::fs::read_dir(folder.path().join("new")).unwrap().count(), 1);
    }
}
