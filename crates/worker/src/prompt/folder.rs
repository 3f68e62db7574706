//! Prompts in a folder.
//!
//! I/O: reads files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::builtin::{self, TEMPLATES, WORKERS};
use super::{PromptMistake, Prompts, Source};

/// Maximum size of a prompt. A call reserves the price of one token per byte, so a longer one exceeds the usual
/// budgets.
const MAX_BYTES: usize = 64 * 1024;

/// The files of a valid prompt folder and the prompt versions that they produce, from [`check_folder`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Files that replace a built-in prompt, with their size in bytes.
    pub files: Vec<(String, usize)>,
    /// Versions of the workers' prompts with this folder.
    pub versions: Vec<(&'static str, String)>,
}

/// Checks a folder for all workers.
///
/// # Errors
/// Every mistake in its files, and files that no worker reads.
pub fn check_folder(folder: &Path) -> Result<Checked, Vec<PromptMistake>> {
    let mut mistakes = strangers(folder);
    let (mut files, mut versions) = (Vec::new(), Vec::new());
    for worker in WORKERS {
        match Prompts::load(worker, Some(folder)) {
            Ok(prompts) => versions.push((worker, prompts.version().to_owned())),
            Err(more) => mistakes.extend(more),
        }
        let found = sources(worker, Some(folder)).unwrap_or_default();
        let own = found.into_iter().filter(|source| source.file.starts_with(folder));
        files.extend(own.map(|source| (format!("{worker}/{}", source.template.name), source.text.len())));
    }
    let mut seen = BTreeSet::new();
    mistakes.retain(|mistake| seen.insert(mistake.to_string()));
    if mistakes.is_empty() { Ok(Checked { files, versions }) } else { Err(mistakes) }
}

/// Returns the templates of a worker with their texts.
///
/// # Errors
/// The folder does not exist, a file cannot be read, or a file has the name of no template.
pub(super) fn sources(worker: &str, folder: Option<&Path>) -> Result<Vec<Source>, Vec<PromptMistake>> {
    let builtin = builtin::templates(worker).map(|template| Source {
        template,
        file: PathBuf::from(format!("(built-in) {worker}/{}", template.name)),
        text: template.text.to_owned(),
    });
    let mut sources: Vec<Source> = builtin.collect();
    let Some(folder) = folder else { return Ok(sources) };
    if !folder.is_dir() {
        return Err(vec![mistake(folder, "there is no such folder", "create it or correct the path")]);
    }
    let mut mistakes = unknown_files(worker, folder);
    for source in &mut sources {
        let file = folder.join(worker).join(source.template.name);
        match std::fs::read(&file) {
            Ok(bytes) => match text(&file, bytes) {
                Ok(text) => (source.file, source.text) = (file, text),
                Err(mistake) => mistakes.push(mistake),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => mistakes.push(mistake(&file, &error.to_string(), "make it readable or delete it")),
        }
    }
    if mistakes.is_empty() { Ok(sources) } else { Err(mistakes) }
}

fn text(file: &Path, bytes: Vec<u8>) -> Result<String, PromptMistake> {
    let size = bytes.len();
    if size > MAX_BYTES {
        return Err(mistake(file, &format!("the prompt has {size} bytes"), &format!("use at most {MAX_BYTES}")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        let plain = mistake(file, "the text is not UTF-8", "save it as UTF-8");
        PromptMistake { line, ..plain }
    })?;
    match text.trim() {
        "" => Err(mistake(file, "the prompt is empty", "delete the file to use the built-in prompt")),
        _ => Ok(text),
    }
}

/// Finds Markdown files of a worker's folder that have the name of no template: they would have no effect.
fn unknown_files(worker: &str, folder: &Path) -> Vec<PromptMistake> {
    let names: Vec<&str> = builtin::templates(worker).map(|template| template.name).collect();
    let known: BTreeSet<PathBuf> = names.iter().map(|name| folder.join(worker).join(name)).collect();
    let unknown = markdown(&folder.join(worker)).into_iter().filter(|file| !known.contains(file));
    let mend = format!("rename it; the prompts of the {worker} are {}", names.join(", "));
    unknown.map(|file| mistake(&file, "no prompt has this name", &mend)).collect()
}

/// Finds Markdown files in folders that belong to no worker.
fn strangers(folder: &Path) -> Vec<PromptMistake> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let others = entries.filter(|path| path.is_dir() && !WORKERS.iter().any(|worker| path.ends_with(worker)));
    let mend = format!("move it; the folders are {}", WORKERS.join(", "));
    others.flat_map(|path| markdown(&path)).map(|file| mistake(&file, "no worker reads this folder", &mend)).collect()
}

/// Returns the Markdown files of a folder and of its folders, as deep as names of templates are.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let depth = TEMPLATES.iter().map(|template| template.name.split('/').count()).max().unwrap_or(1);
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    for _ in 0..depth {
        let entries: Vec<PathBuf> = folders
            .iter()
            .flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten())
            .map(|entry| entry.path())
            .collect();
        let (inner, plain): (Vec<PathBuf>, Vec<PathBuf>) = entries.into_iter().partition(|path| path.is_dir());
        files.extend(plain.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "md")));
        folders = inner;
    }
    files.sort();
    files
}

fn mistake(file: &Path, problem: &str, mend: &str) -> PromptMistake {
    PromptMistake { file: file.to_owned(), line: 1, problem: problem.to_owned(), mend: mend.to_owned() }
}
