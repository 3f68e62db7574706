//! The schemas of the estimates. The fields are in the order in which a forecaster thinks: `propertyOrdering` carries
//! it to `llm`, which writes the properties in it.

use serde_json::{Map, Value, json};

/// The beginning of every estimate.
const BEFORE: [&str; 3] = ["status_quo", "time_left", "outside_view"];
/// The end of every estimate.
const AFTER: [&str; 3] = ["confidence", "reasoning", "crux"];

/// Returns the schema of `estimate_options`.
pub fn options() -> Value {
    let candidate = json!({
        "type": "object",
        "required": ["option", "evidence", "case"],
        "properties": { "option": words(), "evidence": list(), "against": list(), "case": words() },
    });
    let option = json!({
        "type": "object",
        "required": ["option", "probability"],
        "properties": { "option": words(), "probability": unit() },
    });
    schema(&[
        ("candidates", json!({ "type": "array", "items": candidate }), false),
        ("options", json!({ "type": "array", "items": option }), true),
        ("other", unit(), false),
    ])
}

/// Returns the schema of `estimate_quantiles`.
pub fn quantiles() -> Value {
    schema(&quantile_fields("quantiles", &json!({ "type": "number" })))
}

/// Returns the schema of `estimate_dates`.
pub fn dates() -> Value {
    schema(&quantile_fields("dates", &words()))
}

fn quantile_fields(name: &'static str, value: &Value) -> [(&'static str, Value, bool); 4] {
    let factor = json!({
        "type": "object",
        "required": ["evidence", "direction", "effect"],
        "properties": { "evidence": list(), "direction": { "enum": ["up", "down", "none"] }, "effect": words() },
    });
    let levels = domain::answer::LEVEL_NAMES;
    let values: Map<String, Value> = levels.iter().map(|level| ((*level).to_owned(), value.clone())).collect();
    let quantiles = json!({ "type": "object", "required": levels, "propertyOrdering": levels, "properties": values });
    [
        ("factors", json!({ "type": "array", "items": factor }), false),
        ("low_if", words(), false),
        ("high_if", words(), false),
        (name, quantiles, true),
    ]
}

/// Builds a schema of an estimate from its own fields: name, schema, and whether it is required.
fn schema(own: &[(&'static str, Value, bool)]) -> Value {
    let order: Vec<&str> = BEFORE.into_iter().chain(own.iter().map(|(name, ..)| *name)).chain(AFTER).collect();
    let mut properties: Map<String, Value> = order.iter().map(|name| ((*name).to_owned(), words())).collect();
    properties.insert("confidence".to_owned(), unit());
    properties.extend(own.iter().map(|(name, schema, _)| ((*name).to_owned(), schema.clone())));
    let required: Vec<&str> =
        own.iter().filter(|(.., required)| *required).map(|(name, ..)| *name).chain(["confidence"]).collect();
    json!({ "type": "object", "required": required, "propertyOrdering": order, "properties": properties })
}

fn words() -> Value {
    json!({ "type": "string" })
}

fn list() -> Value {
    json!({ "type": "array", "items": words() })
}

fn unit() -> Value {
    json!({ "type": "number", "minimum": 0, "maximum": 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_follows_its_reasons() {
        for (schema, answer) in [(options(), "options"), (quantiles(), "quantiles"), (dates(), "dates")] {
            let order: Vec<&str> =
                schema["propertyOrdering"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            let place = |name| order.iter().position(|one| *one == name).unwrap();
            assert!(place("outside_view") < place(answer) && place(answer) < place("confidence"), "{order:?}");
            let mut sorted = order.clone();
            sorted.sort_unstable();
            let properties: Vec<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(sorted, properties);
        }
    }
}
