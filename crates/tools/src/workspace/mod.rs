//! The workspace of a bundle's loop: the todos with their states, the folder, and the end of the current todo. Decides
//! which files the model may write.
//!
//! I/O: none; an asynchronous lock serialises the writing of notes.

mod todo;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

pub use domain::bundle_folder as folder;
use domain::event::Episode;
use domain::research::CriterionResult;
use domain::{EntityId, EntityKind, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use todo::{Todo, TodoStatus, todo_list};

/// Maximum length of a file name in bytes.
const MAX_NAME_BYTES: usize = 100;
/// Folder of the model's own notes, inside the bundle's folder.
pub const NOTES_FOLDER: &str = "notes/";

/// State of a todo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TodoState {
    /// Status of the work.
    pub status: TodoStatus,
    /// Reason of a blocked or skipped todo, and of a done one without a field; otherwise empty.
    pub reason: String,
    /// Start of the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<Time>,
    /// End of the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<Time>,
    /// Names of the notes that the todo has written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl TodoState {
    /// Creates a state without a reason.
    pub fn new(status: TodoStatus) -> Self {
        Self { status, reason: String::new(), started: None, finished: None, notes: Vec::new() }
    }
}

/// All todos of a bundle with their states.
#[derive(Debug, Clone)]
pub struct TodoBoard {
    /// Todos in the order of work.
    pub todos: Arc<[Todo]>,
    /// Their states, in the same order.
    pub states: Vec<TodoState>,
    /// Serialises changes to the list of notes, which the todos of a bundle share.
    pub notes_lock: Arc<tokio::sync::Mutex<()>>,
}

/// A bundle's folder and todos as seen by the loop of one todo.
#[derive(Debug)]
pub struct Workspace {
    /// The bundle's folder in the file store.
    pub(crate) folder: String,
    pub(crate) board: TodoBoard,
    current: usize,
    /// Summary that replaces the earlier conversation.
    pub so_far: String,
    /// The episode that the bundle belongs to.
    pub episode: Episode,
    notes: Mutex<BTreeSet<String>>,
    end: Mutex<Option<TodoEnd>>,
}

/// End of the current todo, as decided by the model.
#[derive(Debug, Clone, PartialEq)]
pub enum TodoEnd {
    /// The todo's file was written.
    Written {
        /// The model's summary of the conversation; may be empty.
        so_far: String,
        /// Requested fields that were found.
        fields: BTreeMap<String, FoundField>,
        /// Judgements of the acceptance criteria, in their order.
        acceptance: Vec<CriterionResult>,
        /// Why no requested field was found; may be empty.
        reason: String,
    },
    /// The todo cannot be done.
    Blocked {
        /// Reason given by the model.
        reason: String,
    },
}

/// A requested field of a direction that was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FoundField {
    /// Value of the field.
    pub value: String,
    /// Sources of the value: ids in the model's input, addresses in the stored result.
    pub sources: Vec<String>,
}

/// Meaning of a path in the bundle's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WorkspaceFile {
    /// Result of the current todo; writing it ends the todo.
    Result,
    /// A note of the model.
    Note(String),
    /// Any other file of the bundle: the model may read it, only code writes it.
    ReadOnly(String),
}

/// File of a bundle with its todos and their states.
pub const TODOS_FILE: &str = "todos.json";
/// File of a bundle that is written when all its todos are done or blocked.
pub const COMPLETION_FILE: &str = "research_complete.json";
/// File of a bundle with the names of the notes, a JSON list. The notes are in the same folder.
pub const NOTE_INDEX: &str = "notes/index.json";

/// Returns the names of an entity's dossier: as JSON and as Markdown.
pub fn dossier_files(name: &str, kind: EntityKind) -> [String; 2] {
    let stem = format!("dossier_{}_{}", kind.name(), EntityId::slug(name));
    [format!("{stem}.json"), format!("{stem}.md")]
}

impl TodoBoard {
    /// Returns the list of todos with their states: the content of `todos.json` and the output of `todo_read`.
    pub fn listed(&self) -> Value {
        let row = |(todo, state): (&Todo, &TodoState)| {
            json!({
                "id": todo.id, "description": todo.description(), "priority": todo.direction.priority, "optional": todo.direction.optional,
                "status": state.status, "reason": state.reason, "file": state.status.is_settled().then_some(&todo.file),
                "started": state.started, "finished": state.finished, "notes": state.notes,
            })
        };
        json!({"todos": self.todos.iter().zip(&self.states).map(row).collect::<Vec<_>>()})
    }

    /// Returns the number of todos with the status.
    pub fn count(&self, status: TodoStatus) -> usize {
        self.states.iter().filter(|state| state.status == status).count()
    }
}

impl Workspace {
    /// Creates the workspace for the todo with index `current`.
    pub fn new(folder: &str, board: TodoBoard, current: usize, so_far: &str) -> Self {
        let (notes, end, episode) = (Mutex::default(), Mutex::default(), Episode::default());
        Self { folder: folder.to_owned(), board, current, so_far: so_far.to_owned(), episode, notes, end }
    }

    /// Sets the episode.
    #[must_use]
    pub fn of_episode(self, episode: &Episode) -> Self {
        Self { episode: episode.clone(), ..self }
    }

    /// Records that the current todo has written a note.
    pub(crate) fn record_note(&self, name: &str) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
    }

    /// Returns the names of the notes that the current todo has written.
    pub fn notes(&self) -> Vec<String> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Returns a todo of each other entity of the bundle.
    pub fn others(&self) -> Vec<&Todo> {
        let mut others: Vec<&Todo> = Vec::new();
        for todo in self.board.todos.iter().filter(|todo| todo.name != self.todo().name) {
            if others.iter().all(|other| other.name != todo.name) {
                others.push(todo);
            }
        }
        others
    }

    /// Returns the current todo.
    pub fn todo(&self) -> &Todo {
        &self.board.todos[self.current]
    }

    /// Ends the current todo; only the first call has an effect.
    pub(crate) fn finish(&self, end: TodoEnd) {
        self.lock().get_or_insert(end);
    }

    /// Returns how the current todo ended, if it has.
    pub fn end(&self) -> Option<TodoEnd> {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<TodoEnd>> {
        // The only change is one assignment of a whole value, so a panic elsewhere cannot leave it inconsistent.
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Parses a path that the model wrote. Everything but a plain name in the bundle's own folder is refused.
    pub(crate) fn parse_path(&self, path: &str) -> Result<WorkspaceFile, String> {
        let (folder, name) = path.strip_prefix(NOTES_FOLDER).map_or(("", path), |name| (NOTES_FOLDER, name));
        let plain = !name.is_empty()
            && name.len() <= MAX_NAME_BYTES.max(self.todo().file.len())
            && !name.starts_with('.')
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
        let ending = [".json", ".md", ".txt"].iter().any(|ending| name.ends_with(ending));
        if !plain || !ending {
            return Err(format!(
                "{path:?} is no file of this bundle: plain names ending in .json, .md or .txt, or {NOTES_FOLDER}<name>"
            ));
        }
        Ok(match folder {
            NOTES_FOLDER => WorkspaceFile::Note(name.to_owned()),
            _ if name == self.todo().file => WorkspaceFile::Result,
            _ => WorkspaceFile::ReadOnly(name.to_owned()),
        })
    }

    /// Returns the key of a file in the file store.
    pub(crate) fn key(&self, file: &WorkspaceFile) -> String {
        match file {
            WorkspaceFile::Result => format!("{}/{}", self.folder, self.todo().file),
            WorkspaceFile::Note(name) => format!("{}/{NOTES_FOLDER}{name}", self.folder),
            WorkspaceFile::ReadOnly(name) => format!("{}/{name}", self.folder),
        }
    }

    /// Returns the number of todos by status, for the prompt.
    pub fn counts(&self) -> Value {
        let board = &self.board;
        json!({"todos": board.todos.len(), "done": board.count(TodoStatus::Done), "blocked": board.count(TodoStatus::Blocked)})
    }
}

#[cfg(test)]
mod tests {
    use super::todo::tests::todos;
    use super::*;

    fn workspace() -> Workspace {
        let todos: Arc<[Todo]> = todos().into();
        let states = vec![TodoState::new(TodoStatus::Open); todos.len()];
        Workspace::new("bundles/default/e/b", TodoBoard { todos, states, notes_lock: Arc::default() }, 0, "")
    }

    #[test]
    fn only_plain_names_in_the_bundles_folder_are_valid_paths() {
        let workspace = workspace();
        assert_eq!(workspace.parse_path(&workspace.todo().file), Ok(WorkspaceFile::Result));
        assert_eq!(workspace.parse_path("notes/people.md"), Ok(WorkspaceFile::Note("people.md".into())));
        assert_eq!(workspace.parse_path("todos.json"), Ok(WorkspaceFile::ReadOnly("todos.json".into())));
        let strange = [
            "",
            ".",
            "..",
            "/etc/passwd",
            "../x.json",
            "..\\x.json",
            "notes/../todos.json",
            "notes/../../x.json",
            "./x.json",
            "notes/",
            "notes//x.md",
            "notes/.hidden.md",
            "a/b.json",
            "x.json/..",
            "x.json\0",
            "x\n.json",
            "%2e%2e%2fx.json",
            "..%2fx.json",
            "C:x.json",
            "C:\\x.json",
            "~/x.json",
            "file:///x.json",
            "https://h/x.json",
            "ｘ.json",
            "x.json ",
            "．．/x.json",
            "x.exe",
            "x",
            "\u{202e}nosj.x",
            "notes/ノート.md",
            "notes\\x.md",
            "//x.json",
        ];
        for path in strange {
            assert!(workspace.parse_path(path).is_err(), "{path:?}");
        }
        assert!(workspace.parse_path(&format!("notes/{}.md", "x".repeat(200))).is_err());
    }

    #[test]
    fn only_the_first_end_of_a_todo_counts() {
        let workspace = workspace();
        workspace.finish(TodoEnd::Blocked { reason: "no source".into() });
        workspace.finish(TodoEnd::Written {
            so_far: String::new(),
            fields: BTreeMap::new(),
            acceptance: Vec::new(),
            reason: String::new(),
        });
        assert_eq!(workspace.end(), Some(TodoEnd::Blocked { reason: "no source".into() }));
        assert_eq!(workspace.counts(), json!({"todos": 3, "done": 0, "blocked": 0}));
    }
}
