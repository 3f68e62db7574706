//! A file that a person names, or standard input as `-`: opened here only, so that every command complains alike.

use std::fs::File;
use std::io::Read;

mod plain;

use anyhow::{Context as _, ensure};

pub(crate) use plain::Plain;

/// An open file, or standard input.
pub struct Input {
    /// Its bytes.
    pub reader: Box<dyn Read + Send>,
    /// How many there are; `None` for a pipe.
    pub bytes: Option<u64>,
}

/// Opens it.
///
/// # Errors
/// When there is no such file, it may not be read, or it is a folder.
pub fn open(file: &str) -> anyhow::Result<Input> {
    if file == "-" {
        return Ok(Input { reader: Box::new(Plain::new(std::io::stdin())), bytes: None });
    }
    let opened = File::open(file).with_context(|| format!("cannot read {file}"))?;
    let metadata = opened.metadata().with_context(|| format!("cannot read {file}"))?;
    ensure!(!metadata.is_dir(), "{file} is a folder; name the files in it, e.g. {file}/*.ndjson");
    // How much a compressed file holds stands nowhere.
    let is_plain = metadata.is_file() && !file.ends_with(".gz");
    Ok(Input { reader: Box::new(Plain::new(opened)), bytes: is_plain.then_some(metadata.len()) })
}

/// The whole of it.
///
/// # Errors
/// As [`open`], or when it is no UTF-8.
pub fn text(file: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    let read = open(file)?.reader.read_to_string(&mut text);
    read.with_context(|| format!("cannot read {file}; it must be UTF-8 text"))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_said_with_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let latin = folder.path().join("latin.csv");
        std::fs::write(&latin, b"caf\xe9").unwrap();
        for (file, told) in [
            (folder.path().join("none"), "cannot read"),
            (folder.path().to_owned(), "is a folder; name the files in it"),
            (latin, "it must be UTF-8 text"),
        ] {
            let file = file.display().to_string();
            let error = format!("{:#}", text(&file).unwrap_err());
            assert!(error.contains(told) && error.contains(&file), "{error}");
        }
    }
}
