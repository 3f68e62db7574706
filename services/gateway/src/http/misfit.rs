//! Why an input cannot be decoded, in the words of the API: the messages of serde and of the parsers of the standard
//! library name Rust types.

use std::fmt::Display;

use operations::{ErrorKind, FieldProblem};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::Problem;

/// Maximum characters of a value that a message repeats.
const MAX_SHOWN: usize = 80;

/// Why a document cannot be decoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{detail}", .path.as_ref().map(|path| format!("{path}: ")).unwrap_or_default())]
pub(crate) struct Misfit {
    /// Path of the field, for example `entities[2].kind`; `None` if the error is about the whole document.
    path: Option<String>,
    detail: String,
}

impl Misfit {
    /// A field has another shape; `message` is that of serde or of a parser.
    pub(crate) fn new(field: &str, message: &str) -> Self {
        Self { path: Some(field.to_owned()), detail: plain(without_place(message)) }
    }

    /// The document as a whole cannot be read.
    pub(crate) fn whole(message: String) -> Self {
        Self { path: None, detail: message }
    }

    /// Describes an error at a path, which is empty for the whole document.
    fn at(path: &str, message: &str) -> Self {
        // An error of the syntax before a name has the name `?`.
        let path = path.trim_end_matches('?').trim_end_matches('.');
        for (start, detail) in [("missing field `", "is required"), ("duplicate field `", "is given twice")] {
            if let Some(name) = message.strip_prefix(start).and_then(|rest| rest.split('`').next()) {
                let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                return Self { path: Some(path), detail: detail.to_owned() };
            }
        }
        match path {
            // The place in the document helps to find an error of its syntax.
            "" => Self::whole(plain(message)),
            path => Self::new(path, message),
        }
    }

    /// Returns the field; `body` for an error that is about the whole document.
    pub(crate) fn field(&self) -> FieldProblem {
        let whole = || FieldProblem { field: "body".to_owned(), detail: self.detail.clone() };
        self.named().unwrap_or_else(whole)
    }

    /// Returns the field; `None` for an error that is about the whole document.
    pub(crate) fn named(&self) -> Option<FieldProblem> {
        let field = self.path.clone()?;
        Some(FieldProblem { field, detail: self.detail.clone() })
    }

    /// Returns the details for a program that calls a tool: the same field as in the problem details of HTTP.
    pub(crate) fn details(&self) -> Value {
        json!({ "kind": ErrorKind::InvalidRequest.name(), "errors": [self.field()] })
    }
}

impl From<Misfit> for Problem {
    fn from(misfit: Misfit) -> Self {
        let FieldProblem { field, detail } = misfit.field();
        Self::invalid(&field, detail)
    }
}

/// Decodes a document.
///
/// # Errors
/// The document has another shape.
pub(crate) fn decode<'de, T: Deserialize<'de>, D: Deserializer<'de>>(document: D) -> Result<T, Misfit>
where
    D::Error: Display,
{
    serde_path_to_error::deserialize(document).map_err(|error| {
        let path = error.path();
        let path = if path.iter().len() > 0 { path.to_string() } else { String::new() };
        Misfit::at(&path, &error.into_inner().to_string())
    })
}

/// Leaves out the place that serde_json appends: the path of the field says more.
fn without_place(message: &str) -> &str {
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    let is_place = |text: &str| text.split_once(" column ").is_some_and(|(line, at)| is_number(line) && is_number(at));
    match message.rsplit_once(" at line ") {
        Some((before, place)) if is_place(place) => before,
        _ => message,
    }
}

/// Says a message of serde or of a parser in plain words; another one is returned as it is.
fn plain(message: &str) -> String {
    match message {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            return format!("must be {WHOLE_NUMBER}");
        }
        "number too large to fit in target type" => return "is too large".to_owned(),
        "input contains invalid characters" | "input is out of range" | "premature end of input" | "trailing input" => {
            return format!("must be {TIME}");
        }
        "provided string was not `true` or `false`" => return "must be true or false".to_owned(),
        _ if message.starts_with("UUID parsing failed") => return format!("must be {UUID}"),
        _ if message.starts_with("invalid length") && message.contains("expected struct ") => {
            return "is a list; must be an object".to_owned();
        }
        _ => {}
    }
    if let Some(rest) = message.strip_prefix("unknown variant `")
        && let Some((value, names)) = rest.rsplit_once("`, expected ")
    {
        return format!("is {}; must be {names}", quoted(value));
    }
    let typed = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    match typed.and_then(|typed| typed.rsplit_once(", expected ")) {
        Some((value, wanted)) => format!("is {}; must be {}", given(value), expected(wanted)),
        None => message.to_owned(),
    }
}

const WHOLE_NUMBER: &str = "a whole number of at least 0";
const TIME: &str = "a time, like 2026-12-17T13:00:00Z";
const UUID: &str = "a UUID, like 5e7f2377-0b6f-5c5e-9d5c-0d6c6c9a1b2e";

/// Says what serde found.
fn given(value: &str) -> String {
    let number = ["integer `", "floating point `", "boolean `"].iter().find_map(|kind| value.strip_prefix(kind));
    match (number, value) {
        (Some(number), _) => number.trim_end_matches('`').to_owned(),
        (None, "sequence") => "a list".to_owned(),
        (None, "map") => "an object".to_owned(),
        (None, "unit value") => "null".to_owned(),
        (None, text) => match text.strip_prefix("string \"").and_then(|text| text.strip_suffix('"')) {
            Some(text) => quoted(text),
            None => text.to_owned(),
        },
    }
}

/// Says what serde expected.
fn expected(wanted: &str) -> &str {
    match wanted {
        "u8" | "u16" | "u32" | "u64" | "usize" => WHOLE_NUMBER,
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" | "a JSON number" => "a number",
        "a string" | "a borrowed string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        "a formatted UUID string" => UUID,
        "an RFC 3339 formatted date and time string" => TIME,
        _ if wanted.starts_with("struct ") => "an object",
        other => other,
    }
}

/// Quotes the beginning of a text.
fn quoted(text: &str) -> String {
    let beginning: String = text.chars().take(MAX_SHOWN).collect();
    let rest = if beginning.len() < text.len() { "…" } else { "" };
    format!("\"{beginning}{rest}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Sort {
        Plain,
        Other,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nested {
        #[expect(dead_code, reason = "only decoded")]
        items: Vec<Item>,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Item {
        count: u32,
        price: Option<f64>,
        sort: Option<Sort>,
        id: Option<uuid::Uuid>,
        name: String,
        is_new: bool,
        at: Option<domain::Time>,
        inner: Option<Box<Nested>>,
    }

    fn refused(text: &str) -> String {
        let mut document = serde_json::Deserializer::from_str(text);
        decode::<Nested, _>(&mut document).expect_err(text).to_string()
    }

    #[test]
    fn an_error_names_the_field_by_its_path() {
        for (text, error) in [
            (
                r#"{"items":[{"count":1},{"count":"x"}]}"#,
                "items[1].count: is \"x\"; must be a whole number of at least 0",
            ),
            (r#"{"items":[{"inner":{}}]}"#, "items[0].inner.items: is required"),
            ("{}", "items: is required"),
            (r#"{"items":[],"items":[]}"#, "items: is given twice"),
            ("[]", "is a list; must be an object"),
            ("1", "is 1; must be an object"),
        ] {
            assert!(refused(text).starts_with(error), "{text}: {}", refused(text));
        }
        let unknown = refused(r#"{"items":[{"count":1,"kind":2}]}"#);
        assert!(unknown.starts_with("items[0].kind: unknown field `kind`, expected one of"), "{unknown}");
        assert!(refused("{").contains("line 1 column 1"), "an error of the syntax has its place");
    }

    #[test]
    fn an_error_names_no_type_of_rust() {
        let item = |member: &str| refused(&format!(r#"{{"items":[{{{member}}}]}}"#));
        for (member, error) in [
            (r#""count":-1"#, "count: is -1; must be a whole number of at least 0"),
            (r#""count":1.5"#, "count: is 1.5; must be a whole number of at least 0"),
            (r#""count":null"#, "count: is null; must be a whole number of at least 0"),
            (r#""price":{}"#, "price: is an object; must be a number"),
            (r#""sort":"round""#, "sort: is \"round\"; must be `plain` or `other`"),
            (r#""id":"last""#, "id: must be a UUID, like"),
            (r#""id":7"#, "id: is 7; must be a UUID, like"),
            (r#""name":["a, expected b"]"#, "name: is a list; must be a text"),
            (r#""is_new":"yes, expected no""#, "is_new: is \"yes, expected no\"; must be true or false"),
            (r#""at":"soon""#, "at: must be a time, like"),
            (r#""at":"2026-12-17""#, "at: must be a time, like"),
            (r#""at":7"#, "at: is 7; must be a time, like"),
            (r#""inner":7"#, "inner: is 7; must be an object"),
        ] {
            assert!(item(member).starts_with(&format!("items[0].{error}")), "{member}: {}", item(member));
        }
        // A value of a tool's argument has no place behind it, so all of the message is the value's.
        let argument = json!({ "items": [{ "count": "now at line 3" }] });
        let shown = decode::<Nested, _>(argument).expect_err("a text is no number").to_string();
        assert_eq!(shown, "items[0].count: is \"now at line 3\"; must be a whole number of at least 0");
        let long = item(&format!(r#""count":"{}""#, "é".repeat(500)));
        assert!(long.chars().count() < 200 && long.contains('…'), "{long}");
    }
}
