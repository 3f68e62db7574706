//! Changes that a reviewer makes: operations of JSON Patch, or the whole edited data. Pure.

use domain::review::{Edit, MAX_DATA_BYTES};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::OperationError;

/// An operation of JSON Patch (RFC 6902): `add`, `replace` or `remove`. Paths are JSON Pointers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum EditOperation {
    /// Adds a member to an object, or inserts an element into a list (the index, or `-` for the end).
    Add {
        /// Place of the new value.
        path: String,
        /// The new value.
        value: Value,
    },
    /// Replaces a value.
    Replace {
        /// Place of the value; empty for the whole data.
        path: String,
        /// The value that is replaced. If present, the edit is refused when the data has another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        old: Option<Value>,
        /// The new value.
        value: Value,
    },
    /// Removes a member of an object or an element of a list.
    Remove {
        /// Place of the value.
        path: String,
        /// The value that is removed. If present, the edit is refused when the data has another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        old: Option<Value>,
    },
}

/// Returns the changes to `data`. A list contains operations; an object is the whole data after the edits.
///
/// # Errors
/// The value is neither, an operation cannot be read, or it names a place that does not exist.
pub(super) fn edits_of(data: &Value, edits: Option<&Value>) -> Result<Vec<Edit>, OperationError> {
    match edits {
        Some(edits) if has_nul(edits) => {
            Err(OperationError::invalid("edits", "must not contain NUL, which cannot be stored"))
        }
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(edited @ Value::Object(_)) => Ok(Edit::between(data, edited)),
        Some(Value::Array(operations)) => operations_of(data, operations),
        Some(_) => {
            let detail =
                "must be a list of JSON Patch operations (add, replace, remove), or the whole edited data as an object";
            Err(OperationError::invalid("edits", detail))
        }
    }
}

/// Returns `true` if a text or a name contains NUL.
fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(members) => members.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        _ => false,
    }
}

/// Converts operations in order. The replaced values are those of the data at the time of the operation.
fn operations_of(data: &Value, operations: &[Value]) -> Result<Vec<Edit>, OperationError> {
    let mut edited = data.clone();
    let (mut edits, mut bytes) = (Vec::new(), 0);
    for (index, operation) in operations.iter().enumerate() {
        let operation = EditOperation::deserialize(operation)
            .map_err(|error| OperationError::invalid(format!("edits[{index}]"), error.to_string()))?;
        let edit = operation.edit(&edited);
        // The replaced values count, so that a short list cannot become a large one.
        bytes += serde_json::to_vec(&edit).map_or(MAX_DATA_BYTES, |json| json.len());
        if bytes > MAX_DATA_BYTES {
            let detail = format!("have more than {MAX_DATA_BYTES} bytes with the values that they replace");
            return Err(OperationError::invalid("edits", detail));
        }
        edit.apply(&mut edited)?;
        edits.push(edit);
    }
    Ok(edits)
}

impl EditOperation {
    fn edit(self, data: &Value) -> Edit {
        // The application of an edit whose place does not exist reports the place.
        let stored = |path: &str| data.pointer(path).cloned().unwrap_or_default();
        match self {
            Self::Add { path, value } => Edit::Add { path, value },
            Self::Replace { path, old, value } => {
                Edit::Replace { old: old.unwrap_or_else(|| stored(&path)), path, value }
            }
            Self::Remove { path, old } => Edit::Remove { old: old.unwrap_or_else(|| stored(&path)), path },
        }
    }
}

impl From<&Edit> for EditOperation {
    fn from(edit: &Edit) -> Self {
        match edit.clone() {
            Edit::Add { path, value } => Self::Add { path, value },
            Edit::Replace { path, old, value } => Self::Replace { path, old: Some(old), value },
            Edit::Remove { path, old } => Self::Remove { path, old: Some(old) },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn operations_and_whole_data_lead_to_the_same_edits() {
        let data = json!({"name": "A", "list": [1, 2], "gone": true});
        let operations = json!([
            {"op": "replace", "path": "/name", "value": "B"},
            {"op": "replace", "path": "/name", "old": "B", "value": "C"},
            {"op": "add", "path": "/list/-", "value": 3},
            {"op": "remove", "path": "/gone"},
        ]);
        let edits = edits_of(&data, Some(&operations)).unwrap();
        let edited = Edit::apply_all(&data, &edits).unwrap();
        assert_eq!(edited, json!({"name": "C", "list": [1, 2, 3]}));
        let whole = edits_of(&data, Some(&edited)).unwrap();
        assert_eq!(Edit::apply_all(&data, &whole).unwrap(), edited);
        assert_eq!(edits_of(&data, None).unwrap(), []);
    }

    #[test]
    fn an_invalid_edit_is_named() {
        let data = json!({"name": "A"});
        for (edits, field) in [
            (json!("B"), "edits"),
            (json!([{"op": "move", "path": "/name"}]), "edits[0]"),
            (json!([{"op": "add", "path": "/b", "value": 1}, {"op": "replace"}]), "edits[1]"),
            (json!([{"op": "replace", "path": "/other", "value": 1}]), "/other"),
            (json!([{"op": "remove", "path": "/name", "old": "B"}]), "/name"),
        ] {
            let error = edits_of(&data, Some(&edits)).unwrap_err();
            assert_eq!(error.fields()[0].field, field, "{error}");
        }
    }
}
