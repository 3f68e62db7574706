//! Validation against a JSON Schema, compiled at the first use: a worker has a hundred schemas for its tools, most of
//! which it never needs.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

/// Maximum length of one message, which may quote the whole offending value.
const MAX_CHARS: usize = 300;

/// The compiled form of one schema. With an invalid schema every value has a problem.
#[derive(Debug, Default)]
pub struct Shape {
    compiled: OnceLock<Result<Validator, String>>,
}

impl Shape {
    /// Returns at most `limit` problems of `value`, each with its path. `schema` must be the same in every call.
    pub fn problems(&self, schema: &Value, value: &Value, limit: usize) -> Vec<String> {
        let compile = || jsonschema::validator_for(schema).map_err(|error| error.to_string());
        match self.compiled.get_or_init(compile) {
            Ok(validator) => validator.iter_errors(value).take(limit).map(|error| render_problem(&error)).collect(),
            Err(reason) => vec![format!("(schema): not a valid JSON Schema: {reason}")],
        }
    }
}

fn render_problem(error: &jsonschema::ValidationError<'_>) -> String {
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
    fn an_invalid_schema_accepts_no_value() {
        let shape = Shape::default();
        for _ in 0..2 {
            let problems = shape.problems(&json!({"type": "no such type"}), &json!({}), 5);
            assert!(matches!(problems.as_slice(), [one] if one.contains("not a valid JSON Schema")), "{problems:?}");
        }
    }

    #[test]
    fn problems_have_a_path_and_a_maximum_length() {
        let (shape, schema) = (Shape::default(), json!({"items": {"type": "string"}}));
        assert!(shape.problems(&schema, &json!(["a"]), 5).is_empty());
        let problems = shape.problems(&schema, &json!([1, 2, {"a": "x".repeat(10_000)}]), 2);
        assert_eq!(problems.len(), 2);
        assert!(problems[0].starts_with("/0: "), "{problems:?}");
        let long = shape.problems(&schema, &json!([{"a": "x".repeat(10_000)}]), 2);
        assert!(long[0].chars().count() < 320);
    }
}
