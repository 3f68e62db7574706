//! `lab eval html`: the main content, title, author and date of saved pages.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use extraction::Document;
use flate2::read::GzDecoder;
use serde::Serialize;

use super::{Answers, EvalReport, Files, files_in};

/// Maximum bytes of one page after decompression; guards against decompression bombs.
const MAX_PAGE_BYTES: u64 = 16 * 1024 * 1024;

/// Fields that the scorers read, and others that a scorer may read.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(rename = "articleBody")]
    text: String,
    title: String,
    author: String,
    date: String,
    #[serde(rename = "sitename")]
    site_name: String,
    language: String,
    markdown: String,
}

impl From<Document> for Answer {
    fn from(read: Document) -> Self {
        Self {
            text: read.text,
            title: read.title,
            author: read.author,
            // The scorers compare days.
            date: read.published.chars().take("2026-11-22".len()).collect(),
            site_name: read.site_name,
            language: read.language,
            markdown: read.markdown,
        }
    }
}

/// Reads each `.html`, `.htm` or `.html.gz` file of a folder, or of its subfolder `pages`, on one thread. Writes one
/// JSON object whose keys are the file names without extension.
pub(super) fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("html", "pages");
    let mut answers = BTreeMap::new();
    for file in pages(&files.input)? {
        let bytes = bytes(&file).with_context(|| format!("reading {}", file.display()))?;
        match report.time(1, || extraction::read(&bytes, "text/html", "")) {
            Ok(read) => {
                answers.insert(name(&file), Answer::from(read));
            }
            Err(error) => {
                report.done -= 1;
                report.refuse(file.display().to_string(), error);
            }
        }
    }
    let mut out = Answers::create(&files.output)?;
    out.json(&answers)?;
    out.finish()?;
    Ok(report)
}

fn pages(input: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let inner = input.join("pages");
    let folder = if inner.is_dir() { inner } else { input.to_owned() };
    let found: Vec<PathBuf> =
        ["gz", "html", "htm"].iter().filter_map(|ending| files_in(&folder, ending).ok()).flatten().collect();
    anyhow::ensure!(!found.is_empty(), "there is no .html or .html.gz file in {}", folder.display());
    Ok(found)
}

/// Returns the bytes of a file, unpacked if its name ends in `.gz`.
pub(super) fn bytes(file: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let opened = File::open(file)?;
    if file.extension().is_some_and(|ending| ending == "gz") {
        GzDecoder::new(opened).take(MAX_PAGE_BYTES).read_to_end(&mut bytes)?;
    } else {
        opened.take(MAX_PAGE_BYTES).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Returns the file name without `.gz`, `.html` and `.htm`.
fn name(file: &Path) -> String {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(name);
    name.strip_suffix(".html").or_else(|| name.strip_suffix(".htm")).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn packed_and_plain_pages_are_read_and_an_empty_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let pages = folder.path().join("pages");
        std::fs::create_dir(&pages).unwrap();
        let html = "<title>Rates</title><article><h1>Rates</h1><p>The bank left its policy rate unchanged on Thursday, \
                    as most economists had expected it to do.</p></article>";
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(html.as_bytes()).unwrap();
        std::fs::write(pages.join("a.html.gz"), packed.finish().unwrap()).unwrap();
        std::fs::write(pages.join("b.html"), html).unwrap();
        std::fs::write(pages.join("c.html"), "<p> </p>").unwrap();
        let output = folder.path().join("out.json");
        let report = run(&Files { input: folder.path().to_owned(), output: output.clone() }).unwrap();
        assert_eq!((report.done, report.refused.len()), (2, 1));
        let answers: serde_json::Value = serde_json::from_slice(&std::fs::read(output).unwrap()).unwrap();
        for page in ["a", "b"] {
            assert_eq!(answers[page]["title"], "Rates");
            assert!(answers[page]["articleBody"].as_str().unwrap().starts_with("The bank left"), "{answers}");
        }
    }
}
