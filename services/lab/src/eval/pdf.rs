//! `lab eval pdf`: the text of PDFs, each parsed in a child process with the limits of the worker.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use extraction::sandbox::{DocumentReader, ParserPool, ParserPoolSettings, RawDocument};

use super::{EvalReport, Files, files_in};

/// Reads each `.pdf` of a folder and its subfolders. Writes NAME.txt, or NAME.err with the reason, to the same
/// subfolder of OUT.
pub(super) async fn run(files: &Files) -> anyhow::Result<EvalReport> {
    // One child at a time, so that the rate is that of one core.
    let pool = ParserPool::new(ParserPoolSettings { children: 1, ..ParserPoolSettings::default() });
    read_all(files, &pool).await
}

async fn read_all(files: &Files, reads: &dyn DocumentReader) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("pdf", "files");
    let mut found = 0;
    for folder in folders(&files.input)? {
        let inner = folder.strip_prefix(&files.input).unwrap_or(Path::new(""));
        let out = files.output.join(inner);
        std::fs::create_dir_all(&out).with_context(|| format!("creating {}", out.display()))?;
        for file in files_in(&folder, "pdf").unwrap_or_default() {
            found += 1;
            read_one(&file, &out, reads, &mut report).await?;
        }
    }
    anyhow::ensure!(found > 0, "there is no .pdf file in {} or its folders", files.input.display());
    Ok(report)
}

async fn read_one(file: &Path, out: &Path, reads: &dyn DocumentReader, report: &mut EvalReport) -> anyhow::Result<()> {
    let bytes = std::fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    // An empty URL; the parser detects the type from the content.
    let unread = RawDocument::new(String::new(), "application/pdf", bytes);
    let start = Instant::now();
    let read = reads.read(&unread).await;
    let took = start.elapsed();
    let answer = out.join(file.file_stem().unwrap_or_default());
    let (ending, text) = match read {
        Ok(document) => {
            report.timed(1, took);
            ("txt", document.text)
        }
        Err(error) => {
            report.timed(0, took);
            report.refuse(file.display().to_string(), &error);
            ("err", error.to_string())
        }
    };
    let answer = answer.with_added_extension(ending);
    std::fs::write(&answer, text).with_context(|| format!("writing {}", answer.display()))
}

/// Returns the folder and its subfolders, sorted.
fn folders(input: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = vec![input.to_owned()];
    for entry in std::fs::read_dir(input).with_context(|| format!("reading {}", input.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_that_cannot_be_read_leaves_its_reason() {
        let folder = tempfile::tempdir().unwrap();
        let (input, output) = (folder.path().join("in"), folder.path().join("out"));
        std::fs::create_dir_all(input.join("hostile")).unwrap();
        std::fs::write(input.join("hostile/v1.2.pdf"), b"%PDF-1.7 and nothing else").unwrap();
        let report =
            read_all(&Files { input, output: output.clone() }, &extraction::sandbox::InProcessReader).await.unwrap();
        assert_eq!((report.done, report.refused.len()), (0, 1));
        let reason = std::fs::read_to_string(output.join("hostile/v1.2.err")).unwrap();
        assert!(reason.contains("damaged"), "{reason}");
    }
}
