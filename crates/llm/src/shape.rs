//! A JSON Schema that values are held against. It is compiled when the first one comes: a worker has a hundred of them for its
//! tools, most of which it never needs, and while it waits it shall hold nothing that it does not need.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

/// Longest text of one problem: it may quote the whole offending value.
const MAX_CHARS: usize = 300;

/// The compiled form of one schema, once it is needed. A schema that is none says so of every value.
#[derive(Debug, Default)]
pub struct Shape {
    compiled: OnceLock<Result<Validator, String>>,
}

impl Shape {
    /// What is wrong with `value`, each with its path, `most` at most; nothing if it has the shape. `schema` is always the same.
    pub fn problems(&self, schema: &Value, value: &Value, most: usize) -> Vec<String> {
        let compiled = self.compiled.get_or_init(|| jsonschema::validator_for(schema).map_err(|no| no.to_string()));
        match compiled {
            Ok(validator) => validator.iter_errors(value).take(most).map(|error| told(&error)).collect(),
            Err(reason) => vec![format!("(schema): this is no JSON Schema: {reason}")],
        }
    }
}

fn told(error: &jsonschema::ValidationError<'_>) -> String {
    let path = error.instance_path().to_string();
    let path = if path.is_empty() { "(root)" } else { &path };
    let text: String = error.to_string().chars().take(MAX_CHARS).collect();
    format!("{path}: {text}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_no_schema_lets_nothing_pass() {
        let shape = Shape::default();
        for _ in 0..2 {
            let problems = shape.problems(&json!({"type": "no such type"}), &json!({}), 5);
            assert!(matches!(problems.as_slice(), [one] if one.contains("no JSON Schema")), "{problems:?}");
        }
    }

    #[test]
    fn problems_have_their_path_and_are_no_longer_than_they_must() {
        let (shape, schema) = (Shape::default(), json!({"items": {"type": "string"}}));
        assert!(shape.problems(&schema, &json!(["a"]), 5).is_empty());
        let problems = shape.problems(&schema, &json!([1, 2, {"a": "x".repeat(10_000)}]), 2);
        assert_eq!(problems.len(), 2);
        assert!(problems[0].starts_with("/0: "), "{problems:?}");
        let long = shape.problems(&schema, &json!([{"a": "x".repeat(10_000)}]), 2);
        assert!(long[0].chars().count() < 320);
    }
}
