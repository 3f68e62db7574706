//! Reads arguments by their schema. Pure. Models and their clients send lists, objects, numbers and flags as text, and
//! numbers where a text is expected; the schema says what was meant.

use serde_json::Value;

/// Maximum nesting that is followed.
const MAX_DEPTH: usize = 32;
/// Maximum number of alternatives of a schema, and of steps to one.
const MAX_FORMS: usize = 16;
const MAX_STEPS: usize = 4;
/// Texts that clients send for an argument that is left out.
const NOTHING: [&str; 4] = ["", "null", "None", "undefined"];

/// Converts the parts of a value whose kind the schema does not accept and that mean a value of an accepted kind: text
/// that is JSON of that kind, a number or a flag where only text is accepted, and one entry where a list is. A member
/// that is optional and a text for nothing (`"null"`, `["null"]`) is removed. Everything else stays as it is.
pub fn coerce(schema: &Value, value: &mut Value) {
    Coercion { root: schema }.apply(schema, value, 0);
}

struct Coercion<'a> {
    /// The schema that references point into.
    root: &'a Value,
}

impl<'a> Coercion<'a> {
    fn apply(&self, schema: &'a Value, value: &mut Value, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let forms = self.forms(schema, 0);
        let kinds = Kinds::of(&forms);
        if let Some(read) = converted(&kinds, value) {
            *value = read;
        }
        if kinds.list && !kinds.any && self.is_entry(&forms, &kinds, value) {
            *value = Value::Array(vec![value.take()]);
        }
        for form in forms {
            self.apply_inside(form, value, depth);
        }
    }

    /// Returns `true` for an entry in the place of a list with that entry. A text that may be several entries is none.
    fn is_entry(&self, forms: &[&'a Value], kinds: &Kinds, value: &Value) -> bool {
        let is_of = |accepts: fn(&Kinds) -> bool| {
            let entries = forms.iter().map(|form| &form["items"]).filter(|items| items.is_object());
            entries.map(|items| Kinds::of(&self.forms(items, 0))).any(|kinds| accepts(&kinds))
        };
        match value {
            Value::String(text) => {
                let is_one = !(text.trim().is_empty() || text.contains([',', ';', '\n', '[', ']', '{']));
                is_one && !kinds.text && is_of(|kinds| kinds.text)
            }
            Value::Object(_) => !kinds.object && is_of(|kinds| kinds.object),
            _ => false,
        }
    }

    fn apply_inside(&self, schema: &'a Value, value: &mut Value, depth: usize) {
        match value {
            Value::Object(members) => {
                self.remove_nothing(schema, members);
                let others = schema.get("additionalProperties").filter(|others| others.is_object());
                for (name, member) in members {
                    if let Some(schema) = schema["properties"].get(name).or(others) {
                        self.apply(schema, member, depth + 1);
                    }
                }
            }
            Value::Array(items) if schema["items"].is_object() => {
                items.iter_mut().for_each(|item| self.apply(&schema["items"], item, depth + 1));
            }
            _ => {}
        }
    }

    /// Removes optional members whose value is a text for nothing, where the schema accepts no text, and lists of it.
    fn remove_nothing(&self, schema: &'a Value, members: &mut serde_json::Map<String, Value>) {
        let is_required = |name: &str| {
            schema["required"].as_array().is_some_and(|names| names.iter().any(|required| required == name))
        };
        let is_nothing = |value: &Value| value.as_str().is_some_and(|text| NOTHING.contains(&text.trim()));
        members.retain(|name, value| {
            let Some(member) = schema["properties"].get(name).filter(|_| !is_required(name)) else { return true };
            let kinds = Kinds::of(&self.forms(member, 0));
            match value {
                Value::String(_) => kinds.any || kinds.text || !is_nothing(value),
                Value::Array(items) => !(kinds.list && items.len() == 1 && items[0] == "null"),
                _ => true,
            }
        });
    }

    /// Returns the alternatives of a schema without references.
    fn forms(&self, schema: &'a Value, steps: usize) -> Vec<&'a Value> {
        if steps > MAX_STEPS {
            return Vec::new();
        }
        if let Some(target) = schema["$ref"].as_str().and_then(|path| path.strip_prefix('#')) {
            return self.root.pointer(target).map_or(Vec::new(), |target| self.forms(target, steps + 1));
        }
        let parts = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|name| schema[name].as_array());
        let parts: Vec<&Value> =
            parts.flatten().take(MAX_FORMS).flat_map(|part| self.forms(part, steps + 1)).take(MAX_FORMS).collect();
        if parts.is_empty() { vec![schema] } else { parts }
    }
}

/// The kinds of values that a schema accepts.
#[derive(Default)]
struct Kinds {
    text: bool,
    object: bool,
    list: bool,
    number: bool,
    integer: bool,
    flag: bool,
    null: bool,
    /// The schema does not name its kinds.
    any: bool,
}

impl Kinds {
    fn of(forms: &[&Value]) -> Self {
        let mut kinds = Self::default();
        for form in forms {
            match (&form["type"], &form["enum"], form.get("const")) {
                (Value::String(name), ..) => kinds.add(name),
                (Value::Array(names), ..) => names.iter().filter_map(Value::as_str).for_each(|name| kinds.add(name)),
                (_, Value::Array(values), _) => values.iter().for_each(|value| kinds.add(name_of(value))),
                (.., Some(value)) => kinds.add(name_of(value)),
                _ => kinds.any = true,
            }
        }
        kinds.any |= forms.is_empty();
        kinds
    }

    fn add(&mut self, name: &str) {
        match name {
            "string" => self.text = true,
            "object" => self.object = true,
            "array" => self.list = true,
            "number" => self.number = true,
            "integer" => self.integer = true,
            "boolean" => self.flag = true,
            "null" => self.null = true,
            _ => self.any = true,
        }
    }
}

fn name_of(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "string",
        Value::Object(_) => "object",
        Value::Array(_) => "array",
        Value::Number(_) => "number",
        Value::Bool(_) => "boolean",
        Value::Null => "null",
    }
}

fn converted(kinds: &Kinds, value: &Value) -> Option<Value> {
    match value {
        _ if kinds.any => None,
        Value::String(text) if !kinds.text => read(kinds, text.trim()),
        Value::Number(number) if kinds.text && !kinds.number && !kinds.integer => Some(number.to_string().into()),
        Value::Bool(flag) if kinds.text && !kinds.flag => Some(flag.to_string().into()),
        Value::Number(number) if kinds.integer && !kinds.number => number.as_f64().and_then(whole),
        _ => None,
    }
}

fn read(kinds: &Kinds, text: &str) -> Option<Value> {
    let lower = if text.len() <= 5 { text.to_ascii_lowercase() } else { String::new() };
    match lower.as_str() {
        "true" | "false" if kinds.flag => return Some((lower == "true").into()),
        "null" | "none" if kinds.null => return Some(Value::Null),
        _ => {}
    }
    match serde_json::from_str(text).ok()? {
        object @ Value::Object(_) if kinds.object => Some(object),
        list @ Value::Array(_) if kinds.list => Some(list),
        Value::Number(number) if kinds.integer => match number.is_f64() {
            true => number.as_f64().and_then(whole).or_else(|| kinds.number.then(|| number.into())),
            false => Some(number.into()),
        },
        number @ Value::Number(_) if kinds.number => Some(number),
        // JSON within JSON: written twice.
        Value::String(inner) if inner.len() < text.len() => read(kinds, inner.trim()),
        _ => None,
    }
}

/// Returns a number without a fraction as an integer. Larger ones are not exact.
fn whole(number: f64) -> Option<Value> {
    let exact = number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0;
    #[expect(clippy::cast_possible_truncation, reason = "the number is whole and below 2^53")]
    exact.then(|| Value::from(number as i64))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn coerced(schema: &Value, mut value: Value) -> Value {
        coerce(schema, &mut value);
        value
    }

    #[test]
    fn text_is_read_as_the_kind_that_the_schema_accepts() {
        for (schema, sent, read) in [
            (json!({"type": "object"}), json!("{\"a\": 1}"), json!({"a": 1})),
            (json!({"type": "array"}), json!(" [1, 2] "), json!([1, 2])),
            (json!({"type": "integer"}), json!("30"), json!(30)),
            (json!({"type": "integer"}), json!("30.0"), json!(30)),
            (json!({"type": "integer"}), json!(30.0), json!(30)),
            (json!({"type": "number"}), json!("0.25"), json!(0.25)),
            (json!({"type": "boolean"}), json!("False"), json!(false)),
            (json!({"type": ["integer", "null"]}), json!("null"), json!(null)),
            (json!({"enum": [1, 2]}), json!("2"), json!(2)),
            (json!({"type": "array"}), json!("\"[1]\""), json!([1])),
            (json!({"type": "string"}), json!(2024), json!("2024")),
            (json!({"type": "string"}), json!(true), json!("true")),
        ] {
            assert_eq!(coerced(&schema, sent.clone()), read, "{sent} by {schema}");
        }
    }

    #[test]
    fn one_entry_in_the_place_of_a_list_is_a_list_of_it() {
        let texts = json!({"type": "array", "items": {"type": "string"}});
        let objects = json!({"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}}});
        assert_eq!(coerced(&texts, json!("Sundvik dues")), json!(["Sundvik dues"]));
        assert_eq!(coerced(&objects, json!({"n": "1"})), json!([{"n": 1}]));
        let either = json!({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]});
        for (schema, sent) in [
            (&texts, json!("a, b")),
            (&texts, json!("[broken")),
            (&texts, json!("")),
            (&texts, json!(1)),
            (&objects, json!("a")),
            (&either, json!("a")),
            (&json!({"type": "array"}), json!("a")),
        ] {
            assert_eq!(coerced(schema, sent.clone()), sent, "by {schema}");
        }
    }

    #[test]
    fn optional_arguments_that_are_nothing_are_left_out() {
        let schema = json!({
            "required": ["days"],
            "properties": {
                "days": {"type": "integer"}, "limit": {"type": "integer"}, "flag": {"type": "boolean"},
                "names": {"type": "array", "items": {"type": "string"}}, "filter": {"type": "object"},
                "text": {"type": "string"}
            }
        });
        let sent =
            json!({"days": "null", "limit": "null", "flag": "", "names": ["null"], "filter": "None", "text": "null"});
        assert_eq!(coerced(&schema, sent), json!({"days": "null", "text": "null"}));
        let sent = json!({"days": 1, "limit": "5", "names": ["null", "a"], "text": ""});
        assert_eq!(coerced(&schema, sent), json!({"days": 1, "limit": 5, "names": ["null", "a"], "text": ""}));
    }

    #[test]
    fn a_value_of_an_accepted_or_another_kind_stays() {
        for (schema, sent) in [
            (json!({"type": "string"}), json!("[1]")),
            (json!({"type": ["string", "integer"]}), json!("30")),
            (json!({"anyOf": [{"type": "string"}, {"type": "array"}]}), json!("[1]")),
            (json!({}), json!("{\"a\": 1}")),
            (json!({"type": "object"}), json!("[1]")),
            (json!({"type": "object"}), json!("{broken")),
            (json!({"type": "integer"}), json!("1.5")),
            (json!({"type": "integer"}), json!("many")),
            (json!({"type": "boolean"}), json!("yes")),
        ] {
            assert_eq!(coerced(&schema, sent.clone()), sent, "by {schema}");
        }
    }

    #[test]
    fn parts_are_read_at_every_depth_and_through_references() {
        let schema = json!({
            "properties": {
                "filter": {"$ref": "#/$defs/filter"},
                "edits": {"anyOf": [{"type": "array", "items": {"type": "object",
                    "properties": {"n": {"type": "integer"}}}}, {"type": "object"}]},
                "map": {"type": "object", "additionalProperties": {"type": "number"}}
            },
            "$defs": {"filter": {"type": "object", "properties": {"days": {"type": "integer"}}}}
        });
        let sent =
            json!({"filter": "{\"days\": \"7\"}", "edits": "[{\"n\": \"1\"}]", "map": {"a": "0.5"}, "free": "1"});
        let read = json!({"filter": {"days": 7}, "edits": [{"n": 1}], "map": {"a": 0.5}, "free": "1"});
        assert_eq!(coerced(&schema, sent), read);
        let circular = json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}});
        assert_eq!(coerced(&circular, json!("1")), json!("1"));
    }
}
