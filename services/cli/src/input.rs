//! Opens the file named on the command line, or standard input for `-`, with uniform error messages.

use std::fs::File;
use std::io::Read;

mod plain;

use anyhow::{Context as _, ensure};

pub(crate) use plain::Plain;

/// An open file, or standard input.
pub struct Input {
    /// Content, unpacked and without a byte order mark.
    pub reader: Box<dyn Read + Send>,
    /// Size in bytes; `None` for a pipe or a compressed file.
    pub bytes: Option<u64>,
}

/// Opens a file, or standard input for `-`.
///
/// # Errors
/// When the file does not exist, cannot be read, or is a directory.
pub fn open(file: &str) -> anyhow::Result<Input> {
    if file == "-" {
        return Ok(Input { reader: Box::new(Plain::new(std::io::stdin())), bytes: None });
    }
    let opened = File::open(file).with_context(|| format!("cannot read {file}"))?;
    let metadata = opened.metadata().with_context(|| format!("cannot read {file}"))?;
    ensure!(!metadata.is_dir(), "{file} is a directory; name the files in it, e.g. {file}/*.ndjson");
    // The unpacked size of a compressed file is not known in advance.
    let is_plain = metadata.is_file() && !file.ends_with(".gz");
    Ok(Input { reader: Box::new(Plain::new(opened)), bytes: is_plain.then_some(metadata.len()) })
}

/// Reads the whole file as text.
///
/// # Errors
/// As [`open`], or when the content is not UTF-8.
pub fn text(file: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    let read = open(file)?.reader.read_to_string(&mut text);
    read.with_context(|| format!("cannot read {file} as UTF-8 text"))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unreadable_file_is_an_error_with_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let latin = folder.path().join("latin.csv");
        std::fs::write(&latin, b"caf\xe9").unwrap();
        for (file, expected) in [
            (folder.path().join("none"), "cannot read"),
            (folder.path().to_owned(), "is a directory; name the files in it"),
            (latin, "as UTF-8 text"),
        ] {
            let file = file.display().to_string();
            let error = format!("{:#}", text(&file).unwrap_err());
            assert!(error.contains(expected) && error.contains(&file), "{error}");
        }
    }
}
