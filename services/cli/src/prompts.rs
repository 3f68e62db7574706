//! `auspex prompts`: writes the built-in prompts to a folder, and checks a folder that replaces them.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use serde_json::json;
use worker::prompt::builtin::{TEMPLATES, Template};
use worker::prompt::{Checked, PromptMistake, SETTING, check_folder};

use crate::{Context, output};

/// Command-line arguments of `auspex prompts`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Args {
    /// Write the built-in prompts to a folder, to change them there. Existing files are never overwritten.
    Export {
        /// Folder to write to.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Check the prompts of a folder as the workers do at their start.
    Check {
        /// Folder with files `<worker>/<name>.md`.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Exports or checks prompts. Exit code 3 if the folder contains mistakes.
///
/// # Errors
/// When a file exists already or cannot be written, or standard output is closed.
pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args {
        Args::Export { folder } => export(folder, context.json),
        Args::Check { folder } => check(folder, context.json),
    }
}

fn export(folder: &Path, is_json: bool) -> anyhow::Result<ExitCode> {
    let files: Vec<(PathBuf, &Template)> =
        TEMPLATES.iter().map(|template| (folder.join(template.worker).join(template.name), template)).collect();
    if let Some((file, _)) = files.iter().find(|(file, _)| file.exists()) {
        anyhow::bail!("{} exists already; choose an empty folder", file.display());
    }
    for (file, template) in &files {
        write_new(file, template.text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    if is_json {
        output::json(&json!({ "folder": folder, "written": files.len() }))?;
    } else {
        output::line(&format!(
            "{} prompts written to {}. Keep those that you change and delete the others; then set {SETTING} to the folder.",
            files.len(),
            folder.display()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write_new(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent)?;
    }
    OpenOptions::new().write(true).create_new(true).open(file)?.write_all(text.as_bytes())
}

fn check(folder: &Path, is_json: bool) -> anyhow::Result<ExitCode> {
    let checked = check_folder(folder);
    if is_json {
        output::json(&to_json(&checked))?;
    } else {
        lines(&checked).iter().try_for_each(|line| output::line(line))?;
    }
    Ok(output::complete_if(checked.is_ok()))
}

fn to_json(checked: &Result<Checked, Vec<PromptMistake>>) -> serde_json::Value {
    match checked {
        Ok(Checked { files, versions }) => {
            let files: Vec<_> = files.iter().map(|(file, bytes)| json!({ "file": file, "bytes": bytes })).collect();
            let versions: serde_json::Map<_, _> =
                versions.iter().map(|(worker, version)| ((*worker).to_owned(), json!(version))).collect();
            json!({ "mistakes": [], "files": files, "versions": versions })
        }
        Err(mistakes) => {
            let row = |PromptMistake { file, line, problem, mend }: &PromptMistake| json!({ "file": file, "line": line, "problem": problem, "mend": mend });
            json!({ "mistakes": mistakes.iter().map(row).collect::<Vec<_>>() })
        }
    }
}

fn lines(checked: &Result<Checked, Vec<PromptMistake>>) -> Vec<String> {
    match checked {
        Ok(Checked { files, versions }) => {
            let mut lines: Vec<String> =
                files.iter().map(|(file, bytes)| format!("{bytes:>6} bytes  {file}")).collect();
            lines.push(format!(
                "{}; the others are built in.",
                output::pluralize(files.len() as u64, "replaced prompt")
            ));
            lines.extend(versions.iter().map(|(worker, version)| format!("{worker:<12} version {version}")));
            lines
        }
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
    }
}

/// Returns the value of the workers' setting for a version of the prompts: an absolute path, or an empty text for the
/// built-in ones.
///
/// # Errors
/// When the folder contains mistakes.
pub(crate) fn setting(folder: Option<&Path>) -> anyhow::Result<String> {
    let Some(folder) = folder else { return Ok(String::new()) };
    let checked = check_folder(folder).map_err(|mistakes| anyhow::anyhow!(worker::prompt::join(&mistakes)))?;
    ensure!(!checked.files.is_empty(), "{} contains no prompt; `auspex prompts export` writes them", folder.display());
    let absolute = folder.canonicalize().with_context(|| format!("cannot find {}", folder.display()))?;
    absolute.to_str().map(ToOwned::to_owned).with_context(|| format!("{} is not UTF-8", absolute.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exported_folder_is_valid_has_the_built_in_versions_and_is_never_overwritten() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("prompts");
        export(&folder, true).unwrap();
        let Checked { files, versions } = check_folder(&folder).unwrap();
        assert_eq!(files.len(), TEMPLATES.len());
        for (worker, version) in versions {
            assert_eq!(version, worker::Prompts::builtin(worker).unwrap().version(), "{worker}");
        }
        assert!(export(&folder, true).unwrap_err().to_string().contains("exists already"));
        assert_eq!(setting(Some(&folder)).unwrap(), folder.canonicalize().unwrap().to_str().unwrap());
        assert_eq!(setting(None).unwrap(), "");
    }

    #[test]
    fn mistakes_are_reported_with_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        assert!(setting(Some(folder.path())).unwrap_err().to_string().contains("contains no prompt"));
        let file = folder.path().join("filter/input.md");
        write_new(&file, "Hello\n{{ imput }}").unwrap();
        let checked = check_folder(folder.path());
        let told = lines(&checked).join("\n");
        assert!(told.contains("input.md:2: `imput`"), "{told}");
        assert_eq!(to_json(&checked)["mistakes"][0]["line"], 2);
        assert!(setting(Some(folder.path())).unwrap_err().to_string().contains("input.md:2"));
    }
}
