//! A bundle's todo list: one todo per direction, highest priority first. Pure.

use domain::event::{Bundle, Direction};
use domain::{EntityId, EntityKind};
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
}

/// How a todo ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    /// Not begun.
    Open,
    /// Its file is written.
    Done,
    /// A bound was hit or nothing was found; its file says which.
    Blocked,
}

/// The list, 1 first; equal priorities as they came. Directions that would share a file are one todo.
pub(crate) fn list(bundle: &Bundle) -> Vec<Todo> {
    let mut todos: Vec<Todo> = Vec::new();
    for entity in &bundle.entities {
        for direction in &entity.directions {
            let stem = format!("{}_{}_{}", entity.kind.name(), EntityId::slug(&entity.name), key(&direction.key));
            let id = format!("{}_{stem}", bundle.id);
            if todos.iter().all(|todo| todo.id != id) {
                todos.push(Todo {
                    id,
                    file: format!("{stem}.json"),
                    name: entity.name.clone(),
                    kind: entity.kind,
                    direction: direction.clone(),
                    sources: entity.candidate_sources.clone(),
                });
            }
        }
    }
    todos.sort_by_key(|todo| todo.direction.priority);
    todos
}

/// The key as a part of a file's name: what an object store's keys allow.
fn key(text: &str) -> String {
    let safe: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' }).collect();
    if safe.is_empty() { "direction".to_owned() } else { safe.chars().take(80).collect() }
}

#[cfg(test)]
mod tests {
    use domain::event::DirectedEntity;

    use super::*;

    #[test]
    fn one_todo_per_direction_highest_first() {
        let direction = |key: &str, priority| Direction {
            key: key.into(),
            objective: "Find it.".into(),
            fields: vec!["role".into()],
            acceptance: vec!["a source".into()],
            priority,
            optional: false,
        };
        let entity = DirectedEntity {
            name: "Ada Lovelace".into(),
            kind: EntityKind::Person,
            directions: vec![
                direction("profiles", 2),
                direction("role_and_affiliation", 1),
                direction("../x", 3),
                direction("profiles", 9),
            ],
            candidate_sources: vec![],
        };
        let todos = list(&Bundle { id: EntityId::slug("b1"), entities: vec![entity] });
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
    }
}
