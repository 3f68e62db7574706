//! Documents that the rows of a set name by path.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use extraction::Document;

/// Reads documents, each once.
pub(super) struct Documents {
    folders: Vec<PathBuf>,
    read: HashMap<String, Document>,
}

impl Documents {
    /// Reads documents of a folder, or of the folders above the file of rows.
    pub(super) fn new(folder: Option<&Path>, rows: &Path) -> Self {
        let above =
            || rows.ancestors().skip(1).map(|path| if path.as_os_str().is_empty() { Path::new(".") } else { path });
        let folders = folder.map_or_else(|| above().map(Path::to_owned).collect(), |folder| vec![folder.to_owned()]);
        Self { folders, read: HashMap::new() }
    }

    /// Returns a document by its path in a folder.
    ///
    /// # Errors
    /// If there is no such file or it cannot be read.
    pub(super) fn document(&mut self, path: &str) -> anyhow::Result<&Document> {
        if !self.read.contains_key(path) {
            let is_below = !Path::new(path).components().any(|part| !matches!(part, std::path::Component::Normal(_)));
            anyhow::ensure!(is_below, "{path} is not a path below the folder of documents");
            let file = self.folders.iter().map(|folder| folder.join(path)).find(|file| file.is_file());
            let file =
                file.with_context(|| format!("there is no document {path}; name its folder with --documents"))?;
            let bytes = super::html::bytes(&file).with_context(|| format!("reading {}", file.display()))?;
            let kind = if path.ends_with(".pdf") { "application/pdf" } else { "text/html" };
            self.read.insert(path.to_owned(), extraction::read(&bytes, kind, "")?);
        }
        self.read.get(path).context("a document that was read")
    }
}

/// Returns the file of rows: the input itself, or the file of this name in it.
pub(super) fn rows_file(input: &Path, name: &str) -> PathBuf {
    if input.is_dir() { input.join(name) } else { input.to_owned() }
}
