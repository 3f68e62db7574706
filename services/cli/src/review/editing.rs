//! Changes to the data of a result: single values, a file, or an editor.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, ensure};
use domain::review::Edit;
use serde_json::Value;

/// Options that change the data.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Editing {
    /// Set a value, e.g. `--set /entities/0/name='"ACME"'`: a JSON Pointer and JSON. Text that is not JSON is taken as
    /// a string. May be repeated.
    #[arg(long, value_name = "POINTER=JSON", conflicts_with = "data")]
    set: Vec<String>,
    /// Remove the value at a JSON Pointer. May be repeated; removals follow the values that are set.
    #[arg(long, value_name = "POINTER", conflicts_with = "data")]
    remove: Vec<String>,
    /// File with the whole data as JSON; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Editor command, used if the data is changed by no other option. The default is $VISUAL, then $EDITOR.
    #[arg(long, env = "VISUAL", value_name = "COMMAND")]
    editor: Option<String>,
    /// Value of $EDITOR.
    #[arg(long, env = "EDITOR", hide = true)]
    default_editor: Option<String>,
}

impl Editing {
    /// Returns the changes to `data`.
    pub(super) fn edits(&self, data: &Value) -> anyhow::Result<Vec<Edit>> {
        let edited = match &self.data {
            Some(file) => parse(&read(file)?)?,
            None if self.set.is_empty() && self.remove.is_empty() => parse(&self.in_editor(&format!("{data:#}\n"))?)?,
            None => self.applied(data)?,
        };
        let edits = Edit::between(data, &edited);
        ensure!(!edits.is_empty(), "the data is unchanged; use `auspex review approve` to approve it as it is");
        Ok(edits)
    }

    fn in_editor(&self, text: &str) -> anyhow::Result<String> {
        let editor =
            [&self.editor, &self.default_editor].into_iter().flatten().find(|editor| !editor.trim().is_empty());
        let editor = editor.context("set $VISUAL or $EDITOR, or pass the changes with --set, --remove or --data")?;
        edited_text(text, editor)
    }

    fn applied(&self, data: &Value) -> anyhow::Result<Value> {
        let mut edited = data.clone();
        for assignment in &self.set {
            let (path, text) =
                assignment.split_once('=').with_context(|| format!("--set {assignment:?} must be POINTER=JSON"))?;
            let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
            let edit = match edited.pointer(path) {
                Some(old) => Edit::Replace { path: path.to_owned(), old: old.clone(), value },
                None => Edit::Add { path: path.to_owned(), value },
            };
            edited = Edit::apply_all(&edited, &[edit])?;
        }
        for path in &self.remove {
            let old = edited.pointer(path).with_context(|| format!("--remove {path:?}: the data has no such value"))?;
            let edit = Edit::Remove { path: path.clone(), old: old.clone() };
            edited = Edit::apply_all(&edited, &[edit])?;
        }
        Ok(edited)
    }
}

fn parse(text: &str) -> anyhow::Result<Value> {
    serde_json::from_str(text).context("the edited data is not JSON")
}

fn read(file: &PathBuf) -> anyhow::Result<String> {
    if file.as_os_str() != "-" {
        return std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()));
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
    Ok(text)
}

/// Opens the editor with a text and returns the text that it leaves.
fn edited_text(text: &str, editor: &str) -> anyhow::Result<String> {
    // The data may be confidential: the folder is readable for this user only.
    let folder = private_folder()?;
    let file = folder.join("data.json");
    let edited = std::fs::write(&file, text).map_err(anyhow::Error::from).and_then(|()| {
        let mut words = editor.split_whitespace();
        let program = words.next().unwrap_or_default();
        let status = Command::new(program).args(words).arg(&file).status();
        let status = status.with_context(|| format!("cannot start the editor {editor:?}"))?;
        ensure!(status.success(), "the editor {editor:?} ended with {status}; nothing is approved");
        Ok(std::fs::read_to_string(&file)?)
    });
    // A folder that cannot be removed holds a copy of the data, which the user should know.
    if let Err(error) = std::fs::remove_dir_all(&folder) {
        crate::output::note(&format!("{} was not removed: {error}", folder.display()));
    }
    edited
}

#[cfg(unix)]
fn private_folder() -> anyhow::Result<PathBuf> {
    use std::os::unix::fs::DirBuilderExt as _;
    let folder = std::env::temp_dir().join(format!("auspex-review-{}", std::process::id()));
    std::fs::DirBuilder::new()
        .mode(0o700)
        .create(&folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

#[cfg(not(unix))]
fn private_folder() -> anyhow::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("auspex-review-{}", std::process::id()));
    std::fs::create_dir(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_set_added_and_removed_by_pointer() {
        let editing = Editing {
            set: vec!["/name=ACME".to_owned(), "/shares=[1]".to_owned(), "/a~1b=true".to_owned()],
            remove: vec!["/old".to_owned()],
            ..Editing::default()
        };
        let data = json!({"name": "Acme", "old": 1, "a/b": false});
        let edits = editing.edits(&data).unwrap();
        let edited = Edit::apply_all(&data, &edits).unwrap();
        assert_eq!(edited, json!({"name": "ACME", "shares": [1], "a/b": true}));
    }

    #[test]
    fn invalid_and_empty_changes_are_refused() {
        let data = json!({"name": "Acme"});
        let edits = |set: &[&str], remove: &[&str]| {
            let owned = |list: &[&str]| list.iter().map(|it| (*it).to_owned()).collect();
            Editing { set: owned(set), remove: owned(remove), ..Editing::default() }.edits(&data)
        };
        assert!(edits(&["/name=Acme"], &[]).unwrap_err().to_string().contains("unchanged"));
        assert!(edits(&["/name"], &[]).unwrap_err().to_string().contains("POINTER=JSON"));
        assert!(edits(&["/no/such=1"], &[]).is_err());
        assert!(edits(&[], &["/none"]).unwrap_err().to_string().contains("no such value"));
    }
}
