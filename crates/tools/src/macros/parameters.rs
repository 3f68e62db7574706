//! Parameters of a macro: declaration, defaults and checks.

use std::collections::BTreeMap;

use domain::lei::{InvalidLei, Lei};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::mistake::suggestion;

/// Maximum length of a text in characters.
pub const MAX_TEXT_CHARS: usize = 4_000;

/// Type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    /// A text of at most [`MAX_TEXT_CHARS`] characters.
    String,
    /// A text in the form of a Legal Entity Identifier. Its check digits are reported with the result.
    Lei,
    /// A whole number of 64 bits.
    Integer,
    /// `true` or `false`.
    Boolean,
}

impl ParameterKind {
    /// Names of the types, as definitions write them.
    pub(super) const NAMES: [&'static str; 4] = ["string", "lei", "integer", "boolean"];

    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name {
            "string" => Some(Self::String),
            "lei" => Some(Self::Lei),
            "integer" => Some(Self::Integer),
            "boolean" => Some(Self::Boolean),
            _ => None,
        }
    }

    /// Returns the name of the type.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Lei => "lei",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
        }
    }

    pub(super) fn accepts(self, value: &Value) -> bool {
        match self {
            Self::String | Self::Lei => value.is_string(),
            Self::Integer => value.is_i64() || value.is_u64(),
            Self::Boolean => value.is_boolean(),
        }
    }
}

/// One parameter of a macro.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Parameter {
    /// Name, unique within the macro.
    pub name: String,
    /// Type of the value.
    #[serde(rename = "type")]
    pub kind: ParameterKind,
    /// `true` if the caller must give a value.
    pub required: bool,
    /// Description for callers.
    pub description: String,
    /// Value if the caller gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The only allowed values; empty if every value of the type is allowed.
    #[serde(rename = "enum", skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<Value>,
}

/// Parameters that a macro does not accept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", joined(.problems))]
pub struct ParameterError {
    /// At least one problem, in the order of the declaration, unknown parameters last.
    pub problems: Vec<ParameterProblem>,
}

/// A problem of one parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterProblem {
    /// Name of the parameter.
    pub parameter: String,
    /// The rule that the value breaks.
    pub problem: String,
}

fn joined(problems: &[ParameterProblem]) -> String {
    let each = problems.iter().map(|problem| format!("parameter `{}` {}", problem.parameter, problem.problem));
    each.collect::<Vec<_>>().join("; ")
}

/// Checks the values and adds the defaults. A null counts as no value.
pub(super) fn fill(declared: &[Parameter], given: &Map<String, Value>) -> Result<Map<String, Value>, ParameterError> {
    let (mut filled, mut problems) = (Map::new(), Vec::new());
    let mut refuse =
        |name: &str, problem: String| problems.push(ParameterProblem { parameter: name.to_owned(), problem });
    for parameter in declared {
        let value = given.get(&parameter.name).filter(|value| !value.is_null()).or(parameter.default.as_ref());
        match value.map(|value| (value, parameter.problem(value))) {
            Some((value, None)) => drop(filled.insert(parameter.name.clone(), value.clone())),
            Some((_, Some(problem))) => refuse(&parameter.name, problem),
            None if parameter.required => refuse(&parameter.name, "is missing".to_owned()),
            None => {}
        }
    }
    let names = || declared.iter().map(|parameter| parameter.name.as_str());
    for unknown in given.keys().filter(|name| names().all(|known| known != *name)) {
        refuse(unknown, format!("is unknown{}", suggestion(unknown, names())));
    }
    if problems.is_empty() { Ok(filled) } else { Err(ParameterError { problems }) }
}

/// Converts texts to the declared types. A text that has no meaning in its type stays a text, which [`fill`] refuses.
pub(super) fn typed(declared: &[Parameter], given: &BTreeMap<String, String>) -> Map<String, Value> {
    let convert = |(name, text): (&String, &String)| {
        let kind = declared.iter().find(|parameter| parameter.name == *name).map(|parameter| parameter.kind);
        let parsed = kind
            .filter(|kind| *kind != ParameterKind::String)
            .and_then(|kind| serde_json::from_str::<Value>(text.trim()).ok().filter(|value| kind.accepts(value)));
        (name.clone(), parsed.unwrap_or_else(|| Value::from(text.as_str())))
    };
    given.iter().map(convert).collect()
}

impl Parameter {
    /// Returns the rule that a value breaks.
    pub(super) fn problem(&self, value: &Value) -> Option<String> {
        if !self.kind.accepts(value) {
            return Some(format!("is not of type {}", self.kind.name()));
        }
        if let Some(text) = value.as_str() {
            if text.trim().is_empty() && self.required {
                return Some("is empty".to_owned());
            }
            if text.chars().count() > MAX_TEXT_CHARS {
                return Some(format!("is longer than {MAX_TEXT_CHARS} characters"));
            }
            if self.kind == ParameterKind::Lei && Lei::parse(text) == Err(InvalidLei::Form) {
                return Some(format!("is invalid: {}", InvalidLei::Form));
            }
        }
        (!self.allowed.is_empty() && !self.allowed.contains(value)).then(|| {
            let allowed: Vec<String> = self.allowed.iter().map(Value::to_string).collect();
            format!("is not one of {}", allowed.join(", "))
        })
    }

    /// Returns the schema of the value.
    fn schema(&self) -> Value {
        let mut schema = json!({"type": self.kind.name(), "description": self.description});
        match self.kind {
            ParameterKind::String => schema["maxLength"] = json!(MAX_TEXT_CHARS),
            ParameterKind::Lei => {
                schema["type"] = json!("string");
                schema["pattern"] = json!("^[0-9A-Z]{18}[0-9]{2}$");
            }
            ParameterKind::Integer | ParameterKind::Boolean => {}
        }
        if let Some(default) = &self.default {
            schema["default"] = default.clone();
        }
        if !self.allowed.is_empty() {
            schema["enum"] = Value::Array(self.allowed.clone());
        }
        schema
    }
}

/// Returns the JSON Schema of the values that callers give.
pub(super) fn schema(declared: &[Parameter]) -> Value {
    object_schema(declared, |parameter| parameter.required)
}

/// Returns the JSON Schema of the filled values: parameters with a default are always present.
pub(super) fn filled_schema(declared: &[Parameter]) -> Value {
    object_schema(declared, |parameter| parameter.required || parameter.default.is_some())
}

fn object_schema(declared: &[Parameter], required: impl Fn(&Parameter) -> bool) -> Value {
    let properties: Map<String, Value> =
        declared.iter().map(|parameter| (parameter.name.clone(), parameter.schema())).collect();
    let required: Vec<&str> = declared.iter().filter(|p| required(p)).map(|p| p.name.as_str()).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, kind: ParameterKind) -> Parameter {
        Parameter {
            name: name.into(),
            kind,
            required: false,
            description: String::new(),
            default: None,
            allowed: vec![],
        }
    }

    fn declared() -> Vec<Parameter> {
        use ParameterKind::{Boolean, Integer, Lei, String};
        vec![
            Parameter { required: true, ..parameter("client_name", String) },
            Parameter { default: Some(json!(3)), ..parameter("depth", Integer) },
            parameter("funds", Boolean),
            Parameter { allowed: vec![json!("GB"), json!("DE")], ..parameter("country", String) },
            parameter("lei", Lei),
        ]
    }

    fn filled(given: &Value) -> Result<Value, String> {
        fill(&declared(), given.as_object().unwrap()).map(Value::Object).map_err(|error| error.to_string())
    }

    #[test]
    fn defaults_are_filled_and_nulls_are_absent() {
        let given = json!({"client_name": "Acme", "depth": null, "funds": false, "country": null});
        assert_eq!(filled(&given), Ok(json!({"client_name": "Acme", "depth": 3, "funds": false})));
    }

    #[test]
    fn every_error_names_its_parameter() {
        let given = json!({"depth": "3", "funds": 1, "country": "FR", "client_nam": "Acme"});
        let expected = "parameter `client_name` is missing; parameter `depth` is not of type integer; \
                        parameter `funds` is not of type boolean; parameter `country` is not one of \"GB\", \"DE\"; \
                        parameter `client_nam` is unknown; did you mean `client_name`?";
        assert_eq!(filled(&given), Err(expected.to_owned()));
        assert_eq!(filled(&json!({"client_name": " "})), Err("parameter `client_name` is empty".to_owned()));
        let long = json!({"client_name": "é".repeat(4001)});
        assert_eq!(filled(&long), Err("parameter `client_name` is longer than 4000 characters".to_owned()));
        assert!(filled(&json!({"client_name": "é".repeat(4000)})).is_ok());
        assert!(filled(&json!({"client_name": "a", "depth": 1.0})).is_err());
    }

    #[test]
    fn texts_are_converted_to_the_declared_types() {
        let given = [("client_name", "7"), ("depth", " 7"), ("funds", "true"), ("country", "GB"), ("x", "1")];
        let given = given.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        let expected = json!({"client_name": "7", "depth": 7, "funds": true, "country": "GB", "x": "1"});
        assert_eq!(Value::Object(typed(&declared(), &given)), expected);
    }

    #[test]
    fn the_schema_accepts_the_values_that_fill_accepts() {
        let validator = jsonschema::validator_for(&schema(&declared())).unwrap();
        for given in [json!({"client_name": "a"}), json!({"client_name": "a", "depth": 1, "country": "DE"})] {
            assert!(validator.is_valid(&given) && filled(&given).is_ok(), "{given}");
        }
        assert!(filled(&json!({"client_name": "a", "lei": "549300O897ZC5H7CY412"})).is_ok());
        assert!(
            filled(&json!({"client_name": "a", "lei": "BAD"})).unwrap_err().contains("`lei` is invalid: an LEI has 18")
        );
        let lei = |text: &str| json!({"client_name": "a", "lei": text});
        for given in [
            json!({}),
            json!({"client_name": 1}),
            json!({"client_name": "a", "country": "FR"}),
            lei("BAD"),
            lei("549300o897zc5h7cy412"),
            lei(""),
        ] {
            assert!(!validator.is_valid(&given) && filled(&given).is_err(), "{given}");
        }
    }
}
