//! The JSON Schema of a result's data, for forms. Pure.

use domain::review::ReviewedResult;
use serde_json::{Value, json};
use tools::macros::definition;

/// Returns the schema of a result's data: that of its macro, or of the fields of a forecast that a reviewer may change.
/// Data without a readable definition has an empty schema.
pub fn schema(reviewed: &ReviewedResult) -> Value {
    if reviewed.forecast.is_some() {
        return forecast();
    }
    definition(reviewed).map_or_else(|_| json!({}), |definition| definition.schema().clone())
}

fn forecast() -> Value {
    let probability =
        |description: &str| json!({ "type": "number", "minimum": 0.01, "maximum": 0.99, "description": description });
    json!({
        "type": "object", "required": ["probability", "lower", "upper", "reasoning"],
        "properties": {
            "probability": probability("Probability of YES, 0.01 to 0.99. A changed number turns the recommendation into “abstain”."),
            "lower": probability("Lower bound, at most the probability."),
            "upper": probability("Upper bound, at least the probability."),
            "reasoning": { "type": "string", "minLength": 1, "description": "Reasoning for a reader." },
        },
    })
}
