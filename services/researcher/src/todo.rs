//! A bundle's todo list: one todo per direction, highest priority first. Pure.

use domain::event::{Bundle, DirectedEntity, Direction};
use domain::{EntityId, EntityKind, JobId};
use serde::{Deserialize, Serialize};

/// One direction to work on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Todo {
    /// `{bundleId}_{entityType}_{entityNameSlug}_{directionKey}`.
    pub(crate) id: String,
    /// `{entityType}_{entityNameSlug}_{directionKey}.json`, in the bundle's folder.
    pub(crate) file: String,
    /// The entity's name as spoken.
    pub(crate) name: String,
    /// What it is.
    pub(crate) kind: EntityKind,
    /// What to find out.
    pub(crate) direction: Direction,
    /// Where to look first.
    pub(crate) sources: Vec<String>,
}

impl Todo {
    /// What to find out, in words.
    pub(crate) fn question(&self) -> String {
        let direction = &self.direction;
        let mut words = format!("{} ({}): {}", self.name, self.kind.name(), direction.objective);
        for (label, list) in [("Fields to fill", &direction.fields), ("It is done when", &direction.acceptance)] {
            if !list.is_empty() {
                words.push_str(&format!(" {label}: {}.", list.join("; ")));
            }
        }
        words
    }

    /// The todo's description: what to find, fields, acceptance criteria, source priorities.
    pub(crate) fn description(&self) -> String {
        let first = if self.sources.is_empty() {
            String::new()
        } else {
            format!(" Look first at: {}.", self.sources.join(", "))
        };
        format!("{} Sources: official before reputable secondary before the rest.{first}", self.question())
    }
}

/// How a todo stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    /// Not begun.
    Open,
    /// Being worked on.
    InProgress,
    /// Its file is written.
    Done,
    /// A bound was hit, or the model found no way; its file says which and holds what was found.
    Blocked,
}

impl Status {
    /// `open`, `in_progress`, `done`, `blocked`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::InProgress => "in_progress",
            Self::Done => "done",
            Self::Blocked => "blocked",
        }
    }
}

/// The list, 1 first; equal priorities as they came. The same direction of the same entity twice is one todo; two that only
/// share a slug get a suffix each of their own, so that neither overwrites the other.
pub(crate) fn list(bundle: &Bundle) -> Vec<Todo> {
    let mut todos: Vec<Todo> = Vec::new();
    for entity in &bundle.entities {
        for direction in &entity.directions {
            let same = |todo: &Todo| {
                (&todo.name, todo.kind, &todo.direction.key) == (&entity.name, entity.kind, &direction.key)
            };
            if !todos.iter().any(same) {
                let todo = made(bundle, (entity, direction), &todos);
                todos.push(todo);
            }
        }
    }
    todos.sort_by_key(|todo| todo.direction.priority);
    todos
}

fn made(bundle: &Bundle, (entity, direction): (&DirectedEntity, &Direction), known: &[Todo]) -> Todo {
    let mut stem = format!("{}_{}_{}", entity.kind.name(), EntityId::slug(&entity.name), key(&direction.key));
    if known.iter().any(|todo| todo.file == format!("{stem}.json")) {
        let hash = JobId::named(&["todo", &entity.name, &direction.key]).0.simple().to_string();
        stem = format!("{stem}-{}", &hash[..8]);
    }
    Todo {
        id: format!("{}_{stem}", bundle.id),
        file: format!("{stem}.json"),
        name: entity.name.clone(),
        kind: entity.kind,
        direction: direction.clone(),
        sources: entity.candidate_sources.clone(),
    }
}

/// The key as a part of a file's name: what an object store's keys allow.
fn key(text: &str) -> String {
    let safe: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' }).collect();
    if safe.is_empty() { "direction".to_owned() } else { safe.chars().take(80).collect() }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn direction(key: &str, priority: u32) -> Direction {
        Direction {
            key: key.into(),
            objective: "Find it.".into(),
            fields: vec!["role".into()],
            acceptance: vec!["a source".into()],
            priority,
            optional: false,
        }
    }

    fn ada(name: &str, directions: Vec<Direction>) -> DirectedEntity {
        DirectedEntity {
            name: name.into(),
            kind: EntityKind::Person,
            directions,
            candidate_sources: vec!["https://ada.example/".into()],
        }
    }

    /// Three todos of one bundle.
    pub(crate) fn todos() -> Vec<Todo> {
        let directions = vec![
            direction("profiles", 2),
            direction("role_and_affiliation", 1),
            direction("../x", 3),
            direction("profiles", 9),
        ];
        list(&Bundle { id: EntityId::slug("b1"), entities: vec![ada("Ada Lovelace", directions)] })
    }

    #[test]
    fn one_todo_per_direction_highest_first() {
        let todos = todos();
        let ids: Vec<_> = todos.iter().map(|todo| todo.id.as_str()).collect();
        assert_eq!(
            ids,
            [
                "b1_person_ada-lovelace_role_and_affiliation",
                "b1_person_ada-lovelace_profiles",
                "b1_person_ada-lovelace____x"
            ]
        );
        assert_eq!(todos[0].file, "person_ada-lovelace_role_and_affiliation.json");
        assert_eq!(
            todos[0].question(),
            "Ada Lovelace (person): Find it. Fields to fill: role. It is done when: a source."
        );
        assert!(todos[0].description().ends_with(
            "Sources: official before reputable secondary before the rest. Look first at: https://ada.example/."
        ));
    }

    #[test]
    fn two_things_of_one_slug_do_not_overwrite_each_other() {
        let entities =
            vec![ada("Ada Lovelace", vec![direction("bio", 1)]), ada("ADA, Lovelace!", vec![direction("bio", 1)])];
        let todos = list(&Bundle { id: EntityId::slug("b1"), entities });
        assert_eq!(todos[0].file, "person_ada-lovelace_bio.json");
        assert!(
            todos[1].file.starts_with("person_ada-lovelace_bio-") && todos[1].id != todos[0].id,
            "{}",
            todos[1].file
        );
    }
}
