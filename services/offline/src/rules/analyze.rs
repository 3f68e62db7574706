//! `analyze_evidence`: reports the evidence as sufficient, because the offline model cannot propose better questions. The estimate is
//! the starting point without evidence, as in `estimate_probability`; the uncertainty follows from the share of answered questions.

use serde_json::{Value, json};

use super::estimate::Start;

pub(crate) fn answer(input: &Value) -> Value {
    let questions = input["questions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let answered =
        questions.iter().filter(|question| matches!(question["state"].as_str(), Some("answered" | "partial"))).count();
    #[expect(clippy::cast_precision_loss, reason = "counts of questions")]
    let missing = if questions.is_empty() { 1.0 } else { 1.0 - answered as f64 / questions.len() as f64 };
    let start = Start::from_input(input);
    json!({ "sufficient": true, "probability": start.rate, "uncertainty": 0.1 + 0.1 * missing, "gaps": [] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unanswered_questions_raise_the_uncertainty() {
        let input = json!({ "questions": [{ "state": "answered" }, { "state": "failed" }] });
        assert_eq!(answer(&input)["uncertainty"], json!(0.15000000000000002));
        assert_eq!(answer(&json!({}))["sufficient"], true);
    }

    #[test]
    fn it_starts_where_its_estimates_start() {
        for text in ["Will they sign by March 10?", "Will he still be in office?", ""] {
            let input = json!({ "asked_at": "2026-03-01", "question": { "text": text, "closes": "2026-03-10" } });
            assert_eq!(answer(&input)["probability"], super::super::estimate::answer(&input)["probability"], "{text}");
        }
        let soon = json!({ "asked_at": "2026-03-01", "question": { "text": "Will they sign by March 10?", "closes": "2026-03-10" } });
        assert!(
            answer(&soon)["probability"].as_f64().unwrap() < 0.2,
            "what may happen within nine days mostly does not"
        );
    }
}
