//! Changes to JSON data: the operations `add`, `replace` and `remove` of RFC 6902, with the value that each replaced.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json_pointer;

/// One change. Paths are JSON Pointers (RFC 6901).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Edit {
    /// Adds a member to an object, or inserts an element into a list (the index, or `-` for the end).
    Add {
        /// Place of the new value.
        path: String,
        /// The new value.
        value: Value,
    },
    /// Replaces a value.
    Replace {
        /// Place of the value; empty for the whole document.
        path: String,
        /// The replaced value.
        old: Value,
        /// The new value.
        value: Value,
    },
    /// Removes a member of an object or an element of a list.
    Remove {
        /// Place of the value.
        path: String,
        /// The removed value.
        old: Value,
    },
}

/// An edit does not fit the data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// No value exists at the path, or its parent does not exist.
    #[error("the edit at {path:?} names a place that does not exist in the data")]
    NoSuchPlace {
        /// Path of the edit.
        path: String,
    },
    /// The object has this member already.
    #[error("the edit at {path:?} adds a member that exists; replace it instead")]
    Exists {
        /// Path of the edit.
        path: String,
    },
    /// The data has another value at the path than the edit replaces.
    #[error("the edit at {path:?} was made for another value than the data holds there; read the result again")]
    Changed {
        /// Path of the edit.
        path: String,
    },
}

impl Edit {
    /// Returns the path of the edit.
    pub fn path(&self) -> &str {
        match self {
            Self::Add { path, .. } | Self::Replace { path, .. } | Self::Remove { path, .. } => path,
        }
    }

    /// Returns the data after all edits, in order.
    ///
    /// # Errors
    /// The first edit that does not fit the data.
    pub fn apply_all(data: &Value, edits: &[Self]) -> Result<Value, EditError> {
        let mut edited = data.clone();
        edits.iter().try_for_each(|edit| edit.apply(&mut edited))?;
        Ok(edited)
    }

    /// Returns the edits that turn `before` into `after`. Lists of different lengths are replaced as a whole.
    pub fn between(before: &Value, after: &Value) -> Vec<Self> {
        let mut edits = Vec::new();
        collect(String::new(), before, after, &mut edits);
        edits
    }

    /// Applies the edit.
    ///
    /// # Errors
    /// The edit does not fit the data, which then stays as it was.
    pub fn apply(&self, data: &mut Value) -> Result<(), EditError> {
        match self {
            Self::Add { path, value } => add(data, path, value),
            Self::Replace { path, old, value } => {
                let place = data.pointer_mut(path).ok_or_else(|| no_such_place(path))?;
                unchanged(place, old, path)?;
                *place = value.clone();
                Ok(())
            }
            Self::Remove { path, old } => remove(data, path, old),
        }
    }
}

fn add(data: &mut Value, path: &str, value: &Value) -> Result<(), EditError> {
    let (parent, key) = split(path)?;
    match data.pointer_mut(parent) {
        Some(Value::Object(members)) if members.contains_key(&key) => Err(EditError::Exists { path: path.to_owned() }),
        Some(Value::Object(members)) => {
            members.insert(key, value.clone());
            Ok(())
        }
        Some(Value::Array(elements)) => {
            let index = if key == "-" { Some(elements.len()) } else { index(&key) };
            let index = index.filter(|index| *index <= elements.len()).ok_or_else(|| no_such_place(path))?;
            elements.insert(index, value.clone());
            Ok(())
        }
        _ => Err(no_such_place(path)),
    }
}

fn remove(data: &mut Value, path: &str, old: &Value) -> Result<(), EditError> {
    unchanged(data.pointer(path).ok_or_else(|| no_such_place(path))?, old, path)?;
    let (parent, key) = split(path)?;
    match data.pointer_mut(parent) {
        Some(Value::Object(members)) => drop(members.remove(&key)),
        Some(Value::Array(elements)) => {
            let index = index(&key).filter(|index| *index < elements.len()).ok_or_else(|| no_such_place(path))?;
            elements.remove(index);
        }
        _ => return Err(no_such_place(path)),
    }
    Ok(())
}

fn unchanged(stored: &Value, old: &Value, path: &str) -> Result<(), EditError> {
    if stored == old { Ok(()) } else { Err(EditError::Changed { path: path.to_owned() }) }
}

fn no_such_place(path: &str) -> EditError {
    EditError::NoSuchPlace { path: path.to_owned() }
}

/// Splits a path into its parent and the unescaped last token.
fn split(path: &str) -> Result<(&str, String), EditError> {
    let (parent, token) = path.rsplit_once('/').ok_or_else(|| no_such_place(path))?;
    Ok((parent, json_pointer::unescape(token)))
}

/// Parses an index of RFC 6901: digits without a leading zero.
fn index(token: &str) -> Option<usize> {
    let canonical = token == "0" || (!token.starts_with('0') && token.bytes().all(|byte| byte.is_ascii_digit()));
    if canonical { token.parse().ok() } else { None }
}

fn collect(path: String, before: &Value, after: &Value, edits: &mut Vec<Edit>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(old), Value::Object(new)) => {
            let child = |key: &str| format!("{path}/{}", json_pointer::escape(key));
            for (key, value) in old {
                match new.get(key) {
                    Some(after) => collect(child(key), value, after, edits),
                    None => edits.push(Edit::Remove { path: child(key), old: value.clone() }),
                }
            }
            let added = new.iter().filter(|(key, _)| !old.contains_key(*key));
            edits.extend(added.map(|(key, value)| Edit::Add { path: child(key), value: value.clone() }));
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (before, after)) in old.iter().zip(new).enumerate() {
                collect(format!("{path}/{index}"), before, after, edits);
            }
        }
        _ => edits.push(Edit::Replace { path, old: before.clone(), value: after.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn value() -> impl Strategy<Value = Value> {
        let leaf =
            prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::from), any::<i64>().prop_map(Value::from)];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                proptest::collection::btree_map("[ab/~-]{0,2}", inner, 0..3)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_edits_between_two_documents_turn_one_into_the_other(before in value(), after in value()) {
            let edits = Edit::between(&before, &after);
            prop_assert_eq!(Edit::apply_all(&before, &edits).unwrap(), after.clone());
            let stored: Vec<Edit> = serde_json::from_str(&serde_json::to_string(&edits).unwrap()).unwrap();
            prop_assert_eq!(stored, edits.clone());
            prop_assert_eq!(edits.is_empty(), before == after);
        }
    }

    #[test]
    fn elements_of_lists_are_added_and_removed() {
        let edits = [
            Edit::Add { path: "/list/0".into(), value: json!("first") },
            Edit::Add { path: "/list/-".into(), value: json!("last") },
            Edit::Remove { path: "/list/1".into(), old: json!("a") },
        ];
        let edited = Edit::apply_all(&json!({"list": ["a", "b"]}), &edits).unwrap();
        assert_eq!(edited, json!({"list": ["first", "b", "last"]}));
    }

    #[test]
    fn an_edit_that_does_not_fit_the_data_is_refused_with_its_path() {
        let data = json!({"name": "Acme", "list": [1]});
        let path = |path: &str| path.to_owned();
        let cases = [
            (Edit::Replace { path: path("/nme"), old: json!("Acme"), value: json!(1) }, "does not exist"),
            (Edit::Replace { path: path("/name"), old: json!("Acme Ltd"), value: json!(1) }, "another value"),
            (Edit::Add { path: path("/name"), value: json!(1) }, "exists; replace"),
            (Edit::Add { path: path("/list/2"), value: json!(1) }, "does not exist"),
            (Edit::Add { path: path("/list/01"), value: json!(1) }, "does not exist"),
            (Edit::Add { path: path("/name/x"), value: json!(1) }, "does not exist"),
            (Edit::Remove { path: path("/list/0"), old: json!(2) }, "another value"),
            (Edit::Remove { path: path(""), old: data.clone() }, "does not exist"),
        ];
        for (edit, problem) in cases {
            let error = Edit::apply_all(&data, std::slice::from_ref(&edit)).unwrap_err().to_string();
            assert!(error.contains(problem) && error.contains(edit.path()), "{error}");
        }
    }
}
