//! `estimate_probability`: the offline model knows that it knows little. It starts from how often questions of people resolve
//! YES, cites what was found without claiming that it moves anything, and says that it is not to be trusted far.

use serde_json::{Value, json};

use super::words::content;

/// Questions that people put to forecasters resolve YES in about two of five cases.
const YES: f64 = 0.4;

/// How far it is to be trusted: hardly.
const CONFIDENCE: f64 = 0.05;

/// Findings that are cited at most.
const CITED: usize = 3;

pub(crate) fn answer(input: &Value) -> Value {
    let cited = cited(input);
    let factors: Vec<Value> = cited
        .iter()
        .map(|(reference, _)| json!({ "evidence": [reference], "direction": "up", "strength": "none" }))
        .collect();
    json!({
        "base_rates": [{ "kind": "reference_class", "description": "questions that people ask of forecasters and that resolve YES", "rate": YES }],
        "factors": factors,
        "probability": YES,
        "confidence": CONFIDENCE,
        "reasoning": reasoning(&cited),
    })
}

/// The findings that share most content words with the question: reference and text.
fn cited(input: &Value) -> Vec<(&str, &str)> {
    let question = content(input["question"]["text"].as_str().unwrap_or_default());
    let findings = input["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut shared: Vec<(usize, &str, &str)> = findings
        .iter()
        .filter_map(|finding| Some((finding["reference"].as_str()?, finding["text"].as_str()?)))
        .map(|(reference, text)| (content(text).intersection(&question).count(), reference, text))
        .filter(|(shared, ..)| *shared > 0)
        .collect();
    shared.sort_by_key(|(shared, ..)| std::cmp::Reverse(*shared));
    shared.into_iter().take(CITED).map(|(_, reference, text)| (reference, text)).collect()
}

fn reasoning(cited: &[(&str, &str)]) -> String {
    let mut sentences = vec!["This is the offline model: it reads what was found and judges nothing.".to_owned()];
    sentences.extend(
        cited
            .iter()
            .map(|(reference, text)| format!("{} [{reference}].", text.trim().trim_end_matches(['.', '!', '?']))),
    );
    if cited.is_empty() {
        sentences.push("Nothing that was found shares a word with the question.".to_owned());
    }
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_cites_what_was_found_and_moves_nothing() {
        let input = json!({
            "question": { "text": "Will the bill pass?" },
            "findings": [{ "reference": "i1q1/f1", "text": "Cats sleep." }, { "reference": "i1q1/f2", "text": "The bill is stuck." }],
        });
        let said = answer(&input);
        assert_eq!(said["factors"], json!([{ "evidence": ["i1q1/f2"], "direction": "up", "strength": "none" }]));
        assert!(said["reasoning"].as_str().unwrap().contains("The bill is stuck [i1q1/f2]."));
        assert_eq!(said["probability"], YES);
    }

    #[test]
    fn with_nothing_found_it_says_so() {
        assert!(answer(&json!({}))["reasoning"].as_str().unwrap().contains("Nothing that was found"));
    }
}
