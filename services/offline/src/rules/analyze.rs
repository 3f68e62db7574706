//! `analyze_evidence`: the offline model cannot think of better questions than it did, so the evidence suffices; how unsure it is
//! follows from how much was answered.

use serde_json::{Value, json};

pub(crate) fn answer(input: &Value) -> Value {
    let questions = input["questions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let answered =
        questions.iter().filter(|question| matches!(question["state"].as_str(), Some("answered" | "partial"))).count();
    #[expect(clippy::cast_precision_loss, reason = "counts of questions")]
    let missing = if questions.is_empty() { 1.0 } else { 1.0 - answered as f64 / questions.len() as f64 };
    json!({ "sufficient": true, "probability": 0.5, "uncertainty": 0.1 + 0.1 * missing, "gaps": [] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unanswered_is_uncertain() {
        let input = json!({ "questions": [{ "state": "answered" }, { "state": "failed" }] });
        assert_eq!(answer(&input)["uncertainty"], json!(0.15000000000000002));
        assert_eq!(answer(&json!({}))["sufficient"], true);
    }
}
