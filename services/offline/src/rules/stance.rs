//! `judge_stances`: the evidence that shares most words with a statement addresses it; negations decide between support
//! and refutation. Correct for close wording, `neutral` otherwise.

use serde_json::{Value, json};

use super::words::content;

/// Minimum overlap: the shared part of the statement's words plus the shared part of the evidence's words, 0 to 2.
const MIN_OVERLAP: f64 = 0.35;
/// Minimum overlap relative to the best evidence.
const NEAR_BEST: f64 = 0.9;

const NEGATIONS: [&str; 32] = [
    "no",
    "not",
    "never",
    "none",
    "nor",
    "cannot",
    "without",
    "neither",
    "hardly",
    "barely",
    "false",
    "myth",
    "untrue",
    "incorrect",
    "wrong",
    "unlikely",
    "fails",
    "failed",
    "denied",
    "denies",
    "refutes",
    "refuted",
    "contrary",
    "disputed",
    "rejected",
    "rejects",
    "debunked",
    "misleading",
    "unfounded",
    "baseless",
    "inaccurate",
    "contradicts",
];

pub(crate) fn answer(input: &Value) -> Value {
    let statements = input.as_array().map(Vec::as_slice).unwrap_or_default();
    json!({ "stances": statements.iter().flat_map(judged).collect::<Vec<_>>() })
}

fn judged(statement: &Value) -> Vec<Value> {
    let evidence = statement["evidence"].as_array().map(Vec::as_slice).unwrap_or_default();
    let claim = statement["text"].as_str().unwrap_or_default();
    let shares: Vec<f64> = evidence.iter().map(|evidence| shared(claim, text(evidence))).collect();
    let best = shares.iter().copied().fold(0.0, f64::max);
    let stance = |share: f64, evidence: &str| {
        if share < MIN_OVERLAP || share < NEAR_BEST * best {
            "neutral"
        } else if negated(claim) == negated(evidence) {
            "supports"
        } else {
            "refutes"
        }
    };
    let rows = evidence.iter().zip(&shares);
    rows.map(|(evidence, share)| {
        json!({"statement": statement["id"], "evidence": evidence["id"], "stance": stance(*share, text(evidence))})
    })
    .collect()
}

fn text(evidence: &Value) -> &str {
    evidence["text"].as_str().unwrap_or_default()
}

/// Returns the share of the claim's content words found in the other text plus the reverse: 0 to 2.
#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn shared(claim: &str, evidence: &str) -> f64 {
    let (claim, evidence) = (content(claim), content(evidence));
    let both = claim.intersection(&evidence).count() as f64;
    both / claim.len().max(1) as f64 + both / evidence.len().max(1) as f64
}

fn negated(text: &str) -> bool {
    let plain = text.to_lowercase().replace('\u{2019}', "'").replace("n't", " not");
    plain.split(|c: char| !c.is_alphanumeric()).any(|word| NEGATIONS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_evidence_counts_and_its_negation_decides() {
        let evidence = |id: &str, text: &str| json!({"id": id, "text": text});
        let claim = |text: &str, evidence: Vec<Value>| json!({"id": "f1", "text": text, "evidence": evidence});
        let input = json!([
            claim(
                "The senate passed the budget bill.",
                vec![
                    evidence("c1", "The senate passed the budget bill on Monday."),
                    evidence("c2", "The senate has not passed the budget bill."),
                    evidence("c3", "Pancakes need flour."),
                ]
            ),
            claim("Glaciers grow.", vec![evidence("c4", "Pancakes need flour.")]),
        ]);
        let stances: Vec<String> = answer(&input)["stances"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| format!("{} {}", row["evidence"].as_str().unwrap(), row["stance"].as_str().unwrap()))
            .collect();
        assert_eq!(stances, ["c1 supports", "c2 refutes", "c3 neutral", "c4 neutral"]);
        assert_eq!(answer(&json!(null)), json!({"stances": []}));
    }
}
