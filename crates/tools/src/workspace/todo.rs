//! The todo list of a bundle: one todo per direction, highest priority first. Pure.

use domain::event::{Bundle, DirectedEntity, Direction};
use domain::{EntityId, EntityKind, JobId};
use serde::{Deserialize, Serialize};

/// One research direction of one entity.
#[derive(Debug, Clone, PartialEq)]
pub struct Todo {
    /// `{bundleId}_{entityType}_{entityNameSlug}_{directionKey}`.
    pub id: String,
    /// `{entityType}_{entityNameSlug}_{directionKey}.json`, in the bundle's folder.
    pub file: String,
    /// Name of the entity.
    pub name: String,
    /// Kind of the entity.
    pub kind: EntityKind,
    /// Direction of the research.
    pub direction: Direction,
    /// Addresses to read first.
    pub sources: Vec<String>,
}

impl Todo {
    /// Returns the question for the loop.
    pub fn question(&self) -> String {
        let direction = &self.direction;
        let mut words = format!("{} ({}): {}", self.name, self.kind.name(), direction.objective);
        for (label, list) in [("Fields to fill", &direction.fields), ("It is done when", &direction.acceptance)] {
            if !list.is_empty() {
                words.push_str(&format!(" {label}: {}.", list.join("; ")));
            }
        }
        words
    }

    /// Returns the description: objective, fields, acceptance criteria and source priorities.
    pub fn description(&self) -> String {
        let first = if self.sources.is_empty() {
            String::new()
        } else {
            format!(" Look first at: {}.", self.sources.join(", "))
        };
        format!("{} Sources: official before reputable secondary before the rest.{first}", self.question())
    }
}

/// TodoStatus of a todo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TodoStatus {
    /// Work has not started.
    Open,
    /// Work is in progress.
    InProgress,
    /// Finished; the file holds the result.
    Done,
    /// Stopped by a limit or by the model; the file holds the reason and what was found.
    Blocked,
    /// Optional and not worked on, because money or time ran short.
    Skipped,
}

impl TodoStatus {
    /// Returns true if the todo has ended.
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Done | Self::Blocked | Self::Skipped)
    }

    /// Returns `open`, `in_progress`, `done`, `blocked` or `skipped`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::InProgress => "in_progress",
            Self::Done => "done",
            Self::Blocked => "blocked",
            Self::Skipped => "skipped",
        }
    }
}

/// Returns the todos of a bundle by priority, 1 first, optional ones after the others; equal ones keep their order. A
/// repeated direction of the same entity is one todo. Todos that merely share a slug get a suffix, so neither
/// overwrites the other.
pub fn todo_list(bundle: &Bundle) -> Vec<Todo> {
    let mut todos: Vec<Todo> = Vec::new();
    for entity in &bundle.entities {
        for direction in &entity.directions {
            let same = |todo: &Todo| {
                (&todo.name, todo.kind, &todo.direction.key) == (&entity.name, entity.kind, &direction.key)
            };
            if !todos.iter().any(same) {
                let todo = new_todo(bundle, entity, direction, &todos);
                todos.push(todo);
            }
        }
    }
    todos.sort_by_key(|todo| (todo.direction.priority, todo.direction.optional));
    todos
}

fn new_todo(bundle: &Bundle, entity: &DirectedEntity, direction: &Direction, known: &[Todo]) -> Todo {
    let mut stem =
        format!("{}_{}_{}", entity.kind.name(), EntityId::slug(&entity.name), file_name_part(&direction.key));
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

/// Converts a direction's key to the characters that a key of the file store allows.
fn file_name_part(text: &str) -> String {
    let safe: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.') { c } else { '_' }).collect();
    if safe.is_empty() { "direction".to_owned() } else { safe.chars().take(80).collect() }
}

#[cfg(test)]
pub(super) mod tests {
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

    /// Returns three todos of one bundle.
    pub(crate) fn todos() -> Vec<Todo> {
        let directions = vec![
            direction("profiles", 2),
            direction("role_and_affiliation", 1),
            direction("../x", 3),
            direction("profiles", 9),
        ];
        todo_list(&Bundle {
            id: EntityId::slug("b1").into(),
            entities: vec![ada("Ada Lovelace", directions)],
            review: domain::event::BundleReview::default(),
        })
    }

    #[test]
    fn each_direction_is_one_todo_highest_priority_first() {
        let todos = todos();
        let ids: Vec<_> = todos.iter().map(|todo| todo.id.as_str()).collect();
        assert_eq!(
            ids,
            [
                "b1_person_ada-lovelace_role_and_affiliation",
                "b1_person_ada-lovelace_profiles",
                "b1_person_ada-lovelace_.._x"
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
    fn entities_with_equal_slugs_get_different_files() {
        let entities =
            vec![ada("Ada Lovelace", vec![direction("bio", 1)]), ada("ADA, Lovelace!", vec![direction("bio", 1)])];
        let todos = todo_list(&Bundle {
            id: EntityId::slug("b1").into(),
            entities,
            review: domain::event::BundleReview::default(),
        });
        assert_eq!(todos[0].file, "person_ada-lovelace_bio.json");
        assert!(
            todos[1].file.starts_with("person_ada-lovelace_bio-") && todos[1].id != todos[0].id,
            "{}",
            todos[1].file
        );
    }
}
