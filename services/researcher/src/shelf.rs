//! What a bundle's loop has before it: the todos with their marks, the folder, and how the current todo is settled. What may be
//! written is decided here.
//!
//! I/O: none; an asynchronous lock keeps two notes of one turn from being written over each other.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::todo::{Status, Todo};

/// A note's name at most.
const NAME: usize = 100;
/// Where the model's own notes lie.
const NOTES: &str = "notes/";

/// How a todo stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mark {
    /// Whether it is done.
    pub(crate) status: Status,
    /// Why it is blocked; empty if it is not.
    pub(crate) reason: String,
}

/// A bundle's todos in one loop, which works on the current one.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// The bundle's folder in the object store.
    pub(crate) folder: String,
    /// All todos, in the order of their work.
    pub(crate) todos: Arc<[Todo]>,
    /// Their marks.
    pub(crate) marks: Vec<Mark>,
    /// The one that this loop is for.
    pub(crate) current: usize,
    /// The summary that stands for the conversation so far.
    pub(crate) so_far: String,
    /// Names of notes are told and changed by one call at a time.
    pub(crate) notes: tokio::sync::Mutex<()>,
    settled: Mutex<Option<Settled>>,
}

/// How the model settled the current todo.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Settled {
    /// Its file is written.
    Written {
        /// The conversation in a few sentences, as the model has it; may be empty.
        so_far: String,
        /// The fields that were asked for and found.
        fields: BTreeMap<String, Field>,
    },
    /// It cannot be done.
    Blocked {
        /// Why.
        reason: String,
    },
}

/// A field of a direction, filled.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Field {
    /// What was found.
    pub(crate) value: String,
    /// Ids of sources that say so.
    pub(crate) sources: Vec<String>,
}

/// What a path in the bundle's folder is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// The current todo's result: writing it is the checkpoint.
    Current,
    /// A note of the model's own.
    Note(String),
    /// A file that only we write: readable if it is there.
    Ours(String),
}

impl Shelf {
    /// Before the todo number `current`.
    pub(crate) fn new(folder: &str, (todos, marks): (Arc<[Todo]>, Vec<Mark>), current: usize, so_far: &str) -> Self {
        Self {
            folder: folder.to_owned(),
            todos,
            marks,
            current,
            so_far: so_far.to_owned(),
            notes: tokio::sync::Mutex::default(),
            settled: Mutex::default(),
        }
    }

    /// The todo that this loop is for.
    pub(crate) fn todo(&self) -> &Todo {
        &self.todos[self.current]
    }

    /// The model has settled it. The first word counts.
    pub(crate) fn settle(&self, settled: Settled) {
        self.lock().get_or_insert(settled);
    }

    /// How it is settled, if it is.
    pub(crate) fn settled(&self) -> Option<Settled> {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Settled>> {
        // One assignment of a whole value: a panic elsewhere cannot leave half of it.
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a path means. Whatever is not a plain name in the bundle's own folder is refused: a path is a model's text.
    pub(crate) fn place(&self, path: &str) -> Result<Place, String> {
        let (folder, name) = path.strip_prefix(NOTES).map_or(("", path), |name| (NOTES, name));
        let plain = !name.is_empty()
            && name.len() <= NAME.max(self.todo().file.len())
            && !name.starts_with('.')
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
        let ending = [".json", ".md", ".txt"].iter().any(|ending| name.ends_with(ending));
        if !plain || !ending {
            return Err(format!(
                "{path:?} is no file of this bundle: plain names ending in .json, .md or .txt, or {NOTES}<name>"
            ));
        }
        Ok(match folder {
            NOTES => Place::Note(name.to_owned()),
            _ if name == self.todo().file => Place::Current,
            _ => Place::Ours(name.to_owned()),
        })
    }

    /// The key of a file in the object store.
    pub(crate) fn key(&self, place: &Place) -> String {
        match place {
            Place::Current => format!("{}/{}", self.folder, self.todo().file),
            Place::Note(name) => format!("{}/{NOTES}{name}", self.folder),
            Place::Ours(name) => format!("{}/{name}", self.folder),
        }
    }

    /// How many todos there are, by status.
    pub(crate) fn counts(&self) -> Value {
        let of = |status: Status| self.marks.iter().filter(|mark| mark.status == status).count();
        json!({"todos": self.todos.len(), "done": of(Status::Done), "blocked": of(Status::Blocked)})
    }
}

/// The list with its marks: what `todos.json` holds, and what `todo_read` shows.
pub(crate) fn listed(todos: &[Todo], marks: &[Mark]) -> Value {
    let row = |(todo, mark): (&Todo, &Mark)| {
        let written = matches!(mark.status, Status::Done | Status::Blocked);
        json!({
            "id": todo.id, "description": todo.description(), "priority": todo.direction.priority, "optional": todo.direction.optional,
            "status": mark.status, "reason": mark.reason, "file": written.then_some(&todo.file),
        })
    };
    json!({"todos": todos.iter().zip(marks).map(row).collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::todo::tests::todos;

    fn shelf() -> Shelf {
        let todos: Arc<[Todo]> = todos().into();
        let marks = vec![Mark { status: Status::Open, reason: String::new() }; todos.len()];
        Shelf::new("bundles/default/e/b", (todos, marks), 0, "")
    }

    #[test]
    fn only_plain_names_in_the_bundles_own_folder_are_files() {
        let shelf = shelf();
        assert_eq!(shelf.place(&shelf.todo().file), Ok(Place::Current));
        assert_eq!(shelf.place("notes/people.md"), Ok(Place::Note("people.md".into())));
        assert_eq!(shelf.place("todos.json"), Ok(Place::Ours("todos.json".into())));
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
            assert!(shelf.place(path).is_err(), "{path:?}");
        }
        assert!(shelf.place(&format!("notes/{}.md", "x".repeat(200))).is_err());
    }

    #[test]
    fn the_first_word_on_a_todo_counts() {
        let shelf = shelf();
        shelf.settle(Settled::Blocked { reason: "no source".into() });
        shelf.settle(Settled::Written { so_far: String::new(), fields: BTreeMap::new() });
        assert_eq!(shelf.settled(), Some(Settled::Blocked { reason: "no source".into() }));
        assert_eq!(shelf.counts(), json!({"todos": 3, "done": 0, "blocked": 0}));
    }
}
