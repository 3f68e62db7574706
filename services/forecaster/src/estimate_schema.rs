//! The schema of the tool `estimate_probability`. The fields are in the order in which a forecaster thinks, so that a
//! model that writes them in order has its reasons before its number. JSON objects are sorted in memory:
//! `propertyOrdering` carries the order to `llm`, which writes the properties in it.

use serde_json::{Value, json};

/// The order of thought; the answer comes after its reasons.
const ORDER: [&str; 12] = [
    "status_quo",
    "time_left",
    "base_rates",
    "factors",
    "no_if",
    "yes_if",
    "probability",
    "confidence",
    "why_not_higher",
    "why_not_lower",
    "reasoning",
    "crux",
];

/// Returns the schema.
pub fn schema() -> Value {
    let unit = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    let words = json!({ "type": "string" });
    json!({
        "type": "object",
        "required": ["base_rates", "probability", "confidence"],
        "propertyOrdering": ORDER,
        "properties": {
            "status_quo": words, "time_left": words,
            "base_rates": { "type": "array", "items": base_rate(&unit) },
            "factors": { "type": "array", "items": factor() },
            "no_if": words, "yes_if": words,
            "probability": unit, "confidence": unit,
            "why_not_higher": words, "why_not_lower": words,
            "reasoning": words, "crux": words,
        },
    })
}

fn base_rate(unit: &Value) -> Value {
    let count = json!({ "type": "number", "minimum": 0 });
    json!({
        "type": "object",
        "required": ["kind", "description"],
        "properties": {
            "kind": { "enum": ["historical", "domain", "reference_class"] },
            "description": { "type": "string" },
            "rate": unit, "successes": count, "trials": count,
        },
    })
}

fn factor() -> Value {
    json!({
        "type": "object",
        "required": ["evidence", "direction", "strength"],
        "properties": {
            "evidence": { "type": "array", "minItems": 1, "items": { "type": "string" } },
            "direction": { "enum": ["up", "down"] },
            "strength": { "enum": ["none", "weak", "moderate", "strong"] },
            "group": { "type": "string" },
            "settles": { "type": "boolean" },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_has_its_place_and_the_number_follows_its_reasons() {
        let schema = schema();
        let mut ordered = ORDER.to_vec();
        ordered.sort_unstable();
        let properties: Vec<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(properties, ordered);
        let place = |name| ORDER.iter().position(|one| *one == name).unwrap();
        for before in ["status_quo", "time_left", "base_rates", "factors", "no_if", "yes_if"] {
            assert!(place(before) < place("probability"), "{before}");
        }
        assert!(place("probability") < place("confidence"));
    }
}
