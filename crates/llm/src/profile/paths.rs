//! Members of a body by the paths of the table: one name, or two with a dot between them.

use serde_json::{Map, Value, json};

/// Returns the member at a path.
pub(super) fn get<'a>(members: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    match path.split_once('.') {
        None => members.get(path),
        Some((outer, inner)) => members.get(outer)?.get(inner),
    }
}

/// Sets the member at a path.
pub(super) fn set(members: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => drop(members.insert(path.to_owned(), value)),
        Some((outer, inner)) => members.entry(outer).or_insert_with(|| json!({}))[inner] = value,
    }
}
