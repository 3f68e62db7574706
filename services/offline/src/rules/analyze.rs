//! `analyze_evidence`: the evidence does not suffice after the first round if a finding is contested, or if no finding
//! has two independent sources or an official one. The gaps ask for a second source of what was found; nothing is
//! invented. The estimate is the starting point without evidence, as in `estimate_probability`; the uncertainty follows
//! from the share of answered questions.

use serde_json::{Value, json};

use super::estimate::Start;
use super::words::bare;

/// Uncertainty while nothing is verified.
const UNVERIFIED: f64 = 0.2;
/// Maximum number of questions of a second round; each costs a task of research.
const GAPS: usize = 2;

pub(crate) fn answer(input: &Value) -> Value {
    let questions = input["questions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let answered =
        questions.iter().filter(|question| matches!(question["state"].as_str(), Some("answered" | "partial"))).count();
    #[expect(clippy::cast_precision_loss, reason = "counts of questions")]
    let missing = if questions.is_empty() { 1.0 } else { 1.0 - answered as f64 / questions.len() as f64 };
    let start = Start::from_input(input);
    let gaps = gaps(input);
    let unsure = if gaps.is_empty() { 0.1 } else { UNVERIFIED };
    json!({
        "sufficient": gaps.is_empty(), "probability": start.rate, "uncertainty": unsure + 0.1 * missing, "gaps": gaps,
    })
}

/// Returns the questions that a second round should answer.
fn gaps(input: &Value) -> Vec<Value> {
    let findings = input["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let last = input["round"].as_u64() != Some(1) || input["most_rounds"].as_u64().is_none_or(|most| most < 2);
    let contested: Vec<&Value> = findings.iter().filter(|finding| finding["status"] == "contested").collect();
    if last || (contested.is_empty() && findings.iter().any(is_verified)) {
        return Vec::new();
    }
    let doubtful: Vec<&Value> = if contested.is_empty() { findings.iter().collect() } else { contested };
    let most = usize::try_from(input["most_questions"].as_u64().unwrap_or(1)).unwrap_or(1).min(GAPS);
    doubtful.into_iter().filter_map(|finding| finding["text"].as_str()).take(most).map(gap).collect()
}

/// A finding with two independent sources or an official one.
fn is_verified(finding: &Value) -> bool {
    finding["voices"].as_u64().is_some_and(|voices| voices >= 2) || finding["tier"] == "official"
}

fn gap(statement: &str) -> Value {
    let quoted: String = bare(statement).chars().take(200).collect();
    json!({
        "topic": "a second source", "question": format!("Which second, independent source reports this: {quoted}?"),
        "priority": "important", "expected_sources": ["official or primary sources"], "resolves": 0.6,
    })
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

    #[test]
    fn it_asks_for_a_second_source_once_and_only_where_one_is_missing() {
        let asked = |round: u64, finding: Value| {
            answer(&json!({ "round": round, "most_rounds": 3, "most_questions": 4, "findings": [finding] }))
        };
        let alone = json!({ "text": "The bridge is late.", "status": "supported", "tier": "secondary", "voices": 1 });
        let reply = asked(1, alone.clone());
        assert_eq!(reply["sufficient"], false);
        assert!(reply["gaps"][0]["question"].as_str().unwrap().ends_with("reports this: The bridge is late?"));
        assert_eq!(asked(2, alone.clone())["sufficient"], true, "it is asked once");
        let with = |name: &str, value: Value| {
            let mut finding = alone.clone();
            finding[name] = value;
            asked(1, finding)["sufficient"].clone()
        };
        assert_eq!((with("voices", json!(2)), with("tier", json!("official"))), (json!(true), json!(true)));
        let contested = json!({ "text": "It passed.", "status": "contested", "tier": "official", "voices": 3 });
        assert_eq!(asked(1, contested)["sufficient"], false);
    }
}
