//! Fills a JSON Schema with facts, by the names of the properties. Pure.

use serde_json::{Map, Value, json};

use super::facts::Facts;

/// Maximum depth of a schema; it may refer to itself.
const MAX_DEPTH: usize = 12;
/// Values of an enumeration that state that nothing is known, in the order of preference.
const UNKNOWN: [&str; 6] = ["unknown", "not_found", "not found", "unclear", "none", "other"];

/// Parameter that tells entities and persons apart.
const SUBJECT_KIND: &str = "subject_kind";
/// Statement about the limits of the answer.
const OPEN_POINT: &str = "The offline model answers by rules from the tools' results. It judged no text, and a person must check what is missing.";

/// Place in the schema, and the entity that it describes.
#[derive(Clone, Copy)]
struct Place<'a> {
    key: &'a str,
    /// The entity, link, exception or claim that the enclosing object describes.
    about: &'a Value,
    depth: usize,
}

/// The schema and the facts.
struct Filler<'a> {
    root: &'a Value,
    facts: &'a Facts<'a>,
}

/// Returns an answer of the schema. Unknown values are null or absent where the schema allows it, else empty.
pub(super) fn answer(schema: &Value, facts: &Facts<'_>) -> Value {
    let place = Place { key: "", about: &facts.subject, depth: 0 };
    Filler { root: schema, facts }.value(schema, place).unwrap_or_else(|| json!({}))
}

impl Filler<'_> {
    /// Returns the value of a schema; `None` if nothing is known.
    fn value(&self, schema: &Value, place: Place<'_>) -> Option<Value> {
        let schema = self.resolved(schema);
        if place.depth > MAX_DEPTH {
            return None;
        }
        if let Some(only) = schema.get("const") {
            return Some(only.clone());
        }
        for list in ["anyOf", "oneOf"] {
            if let Some(choices) = schema[list].as_array() {
                return choices.iter().find_map(|choice| self.value(choice, place));
            }
        }
        match kind(schema) {
            "object" => self.object(schema, place),
            "array" => Some(Value::Array(self.list(&schema["items"], place))),
            "string" => self.text(schema, place).map(Value::from),
            "integer" | "number" => self.number(place.key),
            _ => None,
        }
    }

    fn object(&self, schema: &Value, place: Place<'_>) -> Option<Value> {
        let about = self.described(place)?;
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut filled = Map::new();
        for (key, property) in schema["properties"].as_object()? {
            let place = Place { key, about, depth: place.depth + 1 };
            match self.value(property, place) {
                Some(value) => drop(filled.insert(key.clone(), value)),
                None if required.contains(&key.as_str()) => {
                    filled.insert(key.clone(), self.unknown(property, place.depth));
                }
                None => {}
            }
        }
        Some(Value::Object(filled))
    }

    /// Returns what an object describes, by the name of its property; `None` if nothing of that kind is known.
    fn described<'b>(&'b self, place: Place<'b>) -> Option<&'b Value> {
        let of_level = |level: &str| self.facts.parents.iter().find(|parent| parent["level"] == level);
        match place.key {
            "" => Some(place.about),
            "source" => place.about.get("source").map(|_| place.about),
            "owner" => place.about.get("owner"),
            "apex" => Some(self.facts.apex()),
            "direct_parent" => of_level("direct"),
            "ultimate_parent" => of_level("ultimate"),
            "subject" | "entity" | "client" => Some(&self.facts.subject),
            _ => None,
        }
    }

    fn list(&self, items: &Value, place: Place<'_>) -> Vec<Value> {
        let items = self.resolved(items);
        if kind(items) == "object" {
            let inside = |about| Place { key: "", about, depth: place.depth + 1 };
            let members = self.members(place);
            return members.iter().filter_map(|about| self.value(items, inside(about))).collect();
        }
        let texts = match place.key {
            "open_points" => std::iter::once(OPEN_POINT.to_owned()).chain(self.facts.open_points.clone()).collect(),
            "sources" | "source_urls" => self.facts.urls(),
            _ => Vec::new(),
        };
        texts.into_iter().map(Value::from).collect()
    }

    /// Returns what the elements of a list describe, by the name of its property.
    fn members(&self, place: Place<'_>) -> Vec<Value> {
        let facts = self.facts;
        match place.key {
            "chain" | "links" => facts.links.clone(),
            "chain_ends" => vec![self.chain_end()],
            "reporting_exceptions" | "exceptions" => facts.exceptions.clone(),
            "owners" | "parents" => facts.parents.clone(),
            "entities" => facts.below_apex().into_iter().cloned().collect(),
            "subsidiaries" | "children" => facts.children.clone(),
            "findings" => facts.claims.clone(),
            "sources" => place.about.get("source").map(|_| place.about.clone()).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the end of the chain of owners: the apex, and why its owners are not known.
    fn chain_end(&self) -> Value {
        let apex = self.facts.apex();
        let excepted = self.facts.exceptions.iter().any(|exception| exception["lei"] == apex["lei"]);
        json!({"party": apex["legalName"], "reason": if excepted { "reporting_exception" } else { "no_source" }})
    }

    /// Returns the first fact that fits the enumeration of the schema, if it has one.
    fn text(&self, schema: &Value, place: Place<'_>) -> Option<String> {
        let mut known = self.known(place).into_iter().filter(|text| !text.is_empty());
        let Some(allowed) = schema["enum"].as_array() else { return known.next() };
        let plain = |text: &str| text.to_lowercase().replace(['_', '-'], " ");
        let fitting = |known: String| {
            allowed.iter().filter_map(Value::as_str).find(|value| plain(value) == plain(&known)).map(str::to_owned)
        };
        known.find_map(fitting)
    }

    /// Returns the facts that a property's name may mean, best first.
    fn known(&self, Place { key, about, .. }: Place<'_>) -> Vec<String> {
        let field = |name: &str| about[name].as_str().unwrap_or_default().trim().to_owned();
        let facts = self.facts;
        let parameter = || facts.parameters.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        match key {
            "search_quality" => vec![if facts.has_record() { "MEDIUM" } else { "LOW" }.to_owned()],
            "conclusion" => {
                vec![if facts.exceptions.is_empty() { "incomplete" } else { "exception_reported" }.to_owned()]
            }
            "name" | "legal_name" => vec![field("legalName")],
            "kind" => vec![
                field("kind"),
                facts.parameters.get(SUBJECT_KIND).and_then(Value::as_str).unwrap_or("other").to_owned(),
            ],
            "role" if about["lei"].is_string() && about["lei"] == facts.apex()["lei"] => {
                vec!["apex".to_owned(), level(about)]
            }
            "role" => vec![field("role"), level(about)],
            "status" => vec![field("entityStatus")],
            "registration_number" => vec![field("registeredAs")],
            "url" | "source" | "source_url" => vec![field("source")],
            "summary" | "statement" => vec![field("text")],
            _ => vec![field(&camel(key)), parameter()],
        }
    }

    fn number(&self, key: &str) -> Option<Value> {
        self.facts.parameters.get(key).filter(|value| value.is_number()).cloned()
    }

    /// Returns a value of the schema that states that nothing is known.
    fn unknown(&self, schema: &Value, depth: usize) -> Value {
        let schema = self.resolved(schema);
        if is_nullable(schema) || depth > MAX_DEPTH {
            return Value::Null;
        }
        if let Some(allowed) = schema["enum"].as_array() {
            let is_unknown =
                |value: &&Value, word: &str| value.as_str().is_some_and(|text| text.eq_ignore_ascii_case(word));
            let stated = UNKNOWN.iter().find_map(|word| allowed.iter().find(|value| is_unknown(value, word)));
            return stated.or(allowed.last()).cloned().unwrap_or_default();
        }
        match kind(schema) {
            "object" => {
                let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
                let value = |key: &str| (key.to_owned(), self.unknown(&schema["properties"][key], depth + 1));
                Value::Object(required.map(value).collect())
            }
            "array" => json!([]),
            "integer" | "number" => schema.get("minimum").cloned().unwrap_or(json!(0)),
            "boolean" => json!(false),
            _ if schema.get("minLength").is_some() => json!("unknown"),
            _ => json!(""),
        }
    }

    /// Follows a reference within the schema.
    fn resolved<'b>(&'b self, schema: &'b Value) -> &'b Value {
        let target = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
        target.and_then(|pointer| self.root.pointer(pointer)).unwrap_or(schema)
    }
}

/// Returns the first type of a schema other than null.
fn kind(schema: &Value) -> &str {
    let of_list = || schema["type"].as_array()?.iter().filter_map(Value::as_str).find(|kind| *kind != "null");
    schema["type"].as_str().or_else(of_list).unwrap_or("any")
}

fn is_nullable(schema: &Value) -> bool {
    let null = |value: &Value| value == "null" || value["type"] == "null";
    let has_null = |list: &str| schema[list].as_array().is_some_and(|values| values.iter().any(null));
    schema["type"] == "null" || has_null("type") || has_null("anyOf") || has_null("oneOf")
}

/// Returns the role of a parent by its level: `direct_parent` or `ultimate_parent`.
fn level(about: &Value) -> String {
    about["level"].as_str().filter(|level| !level.is_empty()).map(|level| format!("{level}_parent")).unwrap_or_default()
}

/// Converts `entity_name` to `entityName`, as the tools write it.
fn camel(key: &str) -> String {
    let mut words = key.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let upper = letters.next().map(|letter| letter.to_ascii_uppercase());
        name + &upper.into_iter().chain(letters).collect::<String>()
    })
}
