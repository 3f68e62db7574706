//! The output of a macro: schema, reading of a model's answer, validation.

use std::fmt;

use domain::{SchemaViolation, json_pointer};
use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

/// Maximum length of a schema, as JSON, in bytes.
pub(super) const MAX_SCHEMA_BYTES: usize = 64 * 1024;
/// Maximum size of one compiled pattern in bytes. Patterns run in linear time; look-around and back references are not
/// available.
const MAX_PATTERN_BYTES: usize = 1024 * 1024;
/// Maximum number of violations that are reported.
const MAX_VIOLATIONS: usize = 500;
/// Maximum length of one message, which may quote the offending value, in characters.
const MAX_MESSAGE_CHARS: usize = 300;
/// The only draft that schemas may name.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The answer contains no JSON object or list, not even after repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the answer contains no JSON object")]
pub struct NotJson;

/// A schema and its compiled form.
#[derive(Clone)]
pub(super) struct Output {
    /// Name of the schema.
    pub(super) name: String,
    /// The schema, JSON Schema 2020-12.
    pub(super) schema: Value,
    validator: Validator,
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").field("name", &self.name).field("schema", &self.schema).finish_non_exhaustive()
    }
}

/// A mistake in a schema: JSON Pointer of the place, and the reason.
pub(super) type SchemaMistake = (String, String);

impl Output {
    /// Compiles a schema.
    ///
    /// # Errors
    /// Every mistake of the schema.
    pub(super) fn new(name: String, schema: Value) -> Result<Self, Vec<SchemaMistake>> {
        let mistakes = mistakes(&schema);
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let options = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .with_pattern_options(
                PatternOptions::regex().size_limit(MAX_PATTERN_BYTES).dfa_size_limit(MAX_PATTERN_BYTES),
            )
            .should_validate_formats(true)
            .offline();
        match options.build(&schema) {
            Ok(validator) => Ok(Self { name, schema, validator }),
            Err(error) => Err(vec![(error.instance_path().to_string(), invalid(&error))]),
        }
    }

    /// Returns the violations of the schema, at most 500.
    pub(super) fn validate(&self, data: &Value) -> Vec<SchemaViolation> {
        let violation = |error: jsonschema::ValidationError<'_>| SchemaViolation {
            path: error.instance_path().to_string(),
            problem: shortened(&error.to_string()),
        };
        self.validator.iter_errors(data).take(MAX_VIOLATIONS).map(violation).collect()
    }
}

/// Reads the JSON of an answer: the whole text, a fenced block, the outermost object, or the result of a repair.
pub(super) fn parse(answer: &str) -> Result<Value, NotJson> {
    agent::parse_json(answer).ok_or(NotJson)
}

fn mistakes(schema: &Value) -> Vec<SchemaMistake> {
    if !schema.is_object() {
        return vec![(String::new(), "`schema` must be a mapping".to_owned())];
    }
    if schema.to_string().len() > MAX_SCHEMA_BYTES {
        return vec![(String::new(), format!("the schema is longer than {MAX_SCHEMA_BYTES} bytes"))];
    }
    let mut mistakes = Vec::new();
    if schema.get("$schema").is_some_and(|draft| draft.as_str().map(|d| d.trim_end_matches('#')) != Some(DRAFT)) {
        mistakes.push(("/$schema".to_owned(), format!("the only supported draft is {DRAFT}")));
        return mistakes;
    }
    visit_references(schema, schema, &mut String::new(), &mut mistakes);
    let validator = jsonschema::draft202012::meta::validator();
    mistakes.extend(validator.iter_errors(schema).map(|error| (error.instance_path().to_string(), invalid(&error))));
    mistakes
}

fn invalid(error: &jsonschema::ValidationError<'_>) -> String {
    format!("the JSON Schema is invalid: {}", shortened(&error.to_string()))
}

fn shortened(message: &str) -> String {
    message.chars().take(MAX_MESSAGE_CHARS).collect()
}

/// Reports references that leave the schema or lead nowhere.
fn visit_references(root: &Value, value: &Value, path: &mut String, mistakes: &mut Vec<SchemaMistake>) {
    let length = path.len();
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                *path += &format!("/{}", json_pointer::escape(key));
                let reference = matches!(key.as_str(), "$ref" | "$dynamicRef").then(|| value.as_str()).flatten();
                mistakes.extend(
                    reference.and_then(|to| reference_problem(root, to)).map(|problem| (path.clone(), problem)),
                );
                visit_references(root, value, path, mistakes);
                path.truncate(length);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                *path += &format!("/{index}");
                visit_references(root, item, path, mistakes);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

fn reference_problem(root: &Value, reference: &str) -> Option<String> {
    let Some(fragment) = reference.strip_prefix('#') else {
        return Some(format!("`{reference}` leaves the schema; only references such as `#/$defs/name` are allowed"));
    };
    let pointer = fragment.is_empty() || fragment.starts_with('/');
    (pointer && root.pointer(fragment).is_none()).then(|| format!("`{reference}` leads nowhere"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(schema: Value) -> Vec<SchemaMistake> {
        Output::new("x".into(), schema).expect_err("the schema has a mistake")
    }

    #[test]
    fn every_violation_has_the_pointer_of_its_value() {
        let output = Output::new(
            "company".into(),
            json!({
                "type": "object", "required": ["name"], "additionalProperties": false,
                "properties": {
                    "name": {"type": "string", "minLength": 1}, "since": {"type": "string", "format": "date"},
                    "list": {"type": "array", "items": {"$ref": "#/$defs/row"}},
                },
                "$defs": {"row": {"type": "object", "properties": {"a/b": {"type": "integer"}}}},
            }),
        )
        .unwrap();
        assert_eq!(output.validate(&json!({"name": "Acme", "since": "2026-11-23"})), []);
        let found = output.validate(&json!({"since": "yesterday", "list": [{"a/b": 1}, {"a/b": "x"}], "other": 1}));
        let mut paths: Vec<&str> = found.iter().map(|violation| violation.path.as_str()).collect();
        paths.sort_unstable();
        assert_eq!(paths, ["", "", "/list/1/a~1b", "/since"], "{found:?}");
        assert!(found.iter().any(|v| v.problem.contains("\"name\" is a required property")), "{found:?}");
    }

    #[test]
    fn invalid_schemas_are_refused_with_the_place_of_every_mistake() {
        let schema = json!({"type": "objekt", "properties": {"a": {"minLength": -1}}, "required": "a"});
        let mut paths: Vec<String> = refused(schema).into_iter().map(|(path, _)| path).collect();
        paths.sort_unstable();
        assert_eq!(paths, ["/properties/a/minLength", "/required", "/type"]);
    }

    #[test]
    fn references_stay_inside_the_schema() {
        let schema =
            json!({"properties": {"a": {"$ref": "https://example.com/a.json"}, "b": {"$ref": "#/$defs/none"}}});
        let found = refused(schema);
        assert_eq!(found[0].0, "/properties/a/$ref");
        assert!(found[0].1.contains("leaves the schema") && found[1].1.contains("leads nowhere"), "{found:?}");
        assert_eq!(refused(json!({"$schema": "http://json-schema.org/draft-07/schema#"}))[0].0, "/$schema");
    }

    #[test]
    fn size_and_patterns_are_bounded() {
        assert!(refused(json!({"description": "x".repeat(70_000)}))[0].1.contains("longer than 65536 bytes"));
        assert!(!refused(json!({"properties": {"a": {"pattern": "^(a{1000}){1000}$"}}})).is_empty());
        assert!(!refused(json!({"properties": {"a": {"pattern": "(?=a)b"}}})).is_empty());
    }

    #[test]
    fn answers_are_read_directly_fenced_embedded_or_repaired() {
        let expected = json!({"a": "b"});
        let answers = [
            "{\"a\":\"b\"}",
            "Here it is:\n```json\n{\"a\": \"b\"}\n```\nDone.",
            "The result is {\"a\": \"b\"} as requested.",
            "{a: 'b',",
        ];
        for answer in answers {
            assert_eq!(parse(answer), Ok(expected.clone()), "{answer}");
        }
        for answer in ["", "I found nothing.", "42"] {
            assert_eq!(parse(answer), Err(NotJson), "{answer}");
        }
    }
}
