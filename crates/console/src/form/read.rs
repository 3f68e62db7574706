//! The data that a posted form describes.

use std::collections::HashMap;

use domain::json_pointer;
use serde_json::{Map, Value};

use super::schema::{Kind, members, resolved};
use super::{MAX_DEPTH, written};

/// Rows that a form may add to a list.
const MAX_ADDED_ROWS: usize = 200;

/// A posted form by the names of its fields. Of a repeated name the last value counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Posted(HashMap<String, String>);

impl Posted {
    /// Reads a body of the type `application/x-www-form-urlencoded`. Line breaks are those of text files.
    pub fn read(body: &[u8]) -> Self {
        let pairs = url::form_urlencoded::parse(body);
        Self(pairs.map(|(name, value)| (name.into_owned(), value.replace("\r\n", "\n"))).collect())
    }

    /// Returns a field; empty if it is absent.
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Returns a field, `None` if it is absent.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns what follows `prefix` in the names of fields that begin with it, in alphabetical order.
    pub fn names_after(&self, prefix: &str) -> Vec<&str> {
        let mut names: Vec<&str> = self.0.keys().filter_map(|name| name.strip_prefix(prefix)).collect();
        names.sort_unstable();
        names
    }

    /// Returns the fields with more than a few characters, longest first: what a person has typed.
    pub fn typed(&self) -> Vec<(&str, &str)> {
        let is_typed = |name: &str| name.starts_with("d/") || ["reason", "because"].contains(&name);
        let mut typed: Vec<(&str, &str)> = self
            .0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .filter(|(name, value)| is_typed(name) && !value.is_empty())
            .collect();
        typed.sort_by(|(name, one), (other_name, other)| (other.len(), *name).cmp(&(one.len(), *other_name)));
        typed
    }
}

/// Returns the data of a form over `original` under a schema. The action `add:<pointer>` appends a row to a list.
pub fn edited(root: &Value, original: &Value, posted: &Posted) -> Value {
    let added = posted.text("act").strip_prefix("add:").map(str::to_owned);
    let reader = Reader { root, posted, added };
    let place = Place { pointer: "", schema: root, original: Some(original), required: true, depth: 0 };
    reader.value(place).unwrap_or_else(|| original.clone())
}

struct Reader<'a> {
    root: &'a Value,
    posted: &'a Posted,
    added: Option<String>,
}

/// A place in the data.
#[derive(Clone, Copy)]
struct Place<'a> {
    pointer: &'a str,
    schema: &'a Value,
    original: Option<&'a Value>,
    required: bool,
    depth: usize,
}

impl Reader<'_> {
    fn value(&self, place: Place<'_>) -> Option<Value> {
        if place.depth > MAX_DEPTH {
            return place.original.cloned();
        }
        let place = Place { schema: resolved(self.root, place.schema), ..place };
        match Kind::of(place.schema, place.original) {
            Kind::Object => self.object(place),
            Kind::List => self.list(place),
            Kind::Scalar(kind) => self.scalar(place, kind),
        }
    }

    fn object(&self, place: Place<'_>) -> Option<Value> {
        let mut object = Map::new();
        for member in members(place.schema, place.original) {
            let pointer = format!("{}/{}", place.pointer, json_pointer::escape(&member.name));
            let original = place.original.and_then(|original| original.get(&member.name));
            let (schema, required, depth) = (member.schema, member.required, place.depth + 1);
            if let Some(value) = self.value(Place { pointer: &pointer, schema, original, required, depth }) {
                object.insert(member.name, value);
            }
        }
        (place.required || place.original.is_some() || !object.is_empty()).then_some(Value::Object(object))
    }

    fn list(&self, place: Place<'_>) -> Option<Value> {
        let Place { pointer, original, .. } = place;
        let before = original.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let Some(count) = self.posted.get(&format!("n{pointer}")) else { return original.cloned() };
        let count = count.parse::<usize>().unwrap_or(before.len()).min(before.len() + MAX_ADDED_ROWS);
        let items = place.schema.get("items").unwrap_or(&Value::Null);
        let mut rows = Vec::with_capacity(count);
        for at in 0..count {
            let pointer = format!("{pointer}/{at}");
            if self.posted.get(&format!("x{pointer}")).is_none() {
                let (original, depth) = (before.get(at), place.depth + 1);
                rows.extend(self.value(Place { pointer: &pointer, schema: items, original, required: true, depth }));
            }
        }
        if self.added.as_deref() == Some(pointer) {
            rows.push(match Kind::of(resolved(self.root, items), before.first()) {
                Kind::Object => Value::Object(Map::new()),
                Kind::List => Value::Array(Vec::new()),
                Kind::Scalar(_) => Value::String(String::new()),
            });
        }
        (original.is_some() || !rows.is_empty()).then_some(Value::Array(rows))
    }

    fn scalar(&self, place: Place<'_>, kind: &str) -> Option<Value> {
        let Place { pointer, original, required, .. } = place;
        let Some(text) = self.posted.get(&format!("d{pointer}")) else { return original.cloned() };
        if original.is_some_and(|original| written(original).replace("\r\n", "\n") == text) {
            return original.cloned();
        }
        if text.is_empty() && !(required && original.is_some()) {
            return None;
        }
        Some(typed(text, kind))
    }
}

/// Reads a text as a value of a type. Text that is no such value stays text, so that its violation is reported.
fn typed(text: &str, kind: &str) -> Value {
    match kind {
        "number" | "integer" => text.trim().parse().map_or_else(|_| Value::String(text.to_owned()), Value::Number),
        "boolean" if text == "true" || text == "false" => Value::Bool(text == "true"),
        _ => Value::String(text.to_owned()),
    }
}
