//! `judge_support`: the verdict of the comparison in code, jointly over the cited evidence of each finding.

use research::support::request::{QueryEvidence, SupportQuery};
use research::support::{Assessment, Evidence, Verdict, assess};
use serde_json::{Value, json};

/// Share of a finding's words that evidence must have to refute it.
const MIN_REFUTING_COVERAGE: f64 = 0.5;

/// Returns the verdicts about all findings.
pub(crate) fn answer(input: &Value) -> Value {
    let queries: Vec<SupportQuery> = serde_json::from_value(input.clone()).unwrap_or_default();
    json!({ "findings": queries.iter().map(verdict).collect::<Vec<_>>() })
}

fn verdict(query: &SupportQuery) -> Value {
    let cited: Vec<Evidence> = of(query, |evidence| evidence.cited);
    let all: Vec<Evidence> = of(query, |_| true);
    let joint = assess(&query.finding, if cited.is_empty() { &all } else { &cited });
    let alone = |wanted: fn(&Assessment) -> bool| -> Vec<&str> {
        let is_wanted = |evidence: &&QueryEvidence| wanted(&assess(&query.finding, &[evidence.comparable()]));
        query.evidence.iter().filter(is_wanted).map(|evidence| evidence.id.as_str()).collect()
    };
    // Evidence that lacks a part of a jointly supported finding does not refute it.
    let refutes = alone(|own| own.is_contradicted() && own.coverage >= MIN_REFUTING_COVERAGE);
    let refutes: Vec<&str> =
        refutes.into_iter().filter(|id| joint.verdict != Verdict::Supported || !is_cited(query, id)).collect();
    json!({
        "finding": query.id, "verdict": joint.verdict,
        "supports": alone(|own| own.verdict == Verdict::Supported), "refutes": refutes,
    })
}

fn of(query: &SupportQuery, wanted: impl Fn(&QueryEvidence) -> bool) -> Vec<Evidence> {
    query.evidence.iter().filter(|evidence| wanted(evidence)).map(QueryEvidence::comparable).collect()
}

fn is_cited(query: &SupportQuery, id: &str) -> bool {
    query.evidence.iter().any(|evidence| evidence.id == id && evidence.cited)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_judged_jointly_over_their_cited_evidence() {
        let evidence = |id: &str, quote: &str, cited: bool| {
            json!({
                "id": id, "quote": quote, "claim": "", "title": "The bridge at Ober", "publisher": "Ober Post",
                "published": "2026-11-20", "cited": cited,
            })
        };
        let input = json!([
            {"id": "f1", "finding": "The bridge at Ober cost 40 million euros and opened in May.", "evidence": [
                evidence("c1", "The bridge cost 40 million euros.", true), evidence("c2", "The bridge opened in May.", true),
                evidence("c3", "The bridge at Ober cost 60 million euros.", false),
            ]},
            {"id": "f2", "finding": "The bridge cost 50 million euros.", "evidence": [evidence("c1", "The bridge cost 40 million euros.", true)]},
            {"id": "f3", "finding": "The bridge was painted green.", "evidence": [evidence("c1", "The bridge cost 40 million euros.", true)]},
        ]);
        let expected = json!({"findings": [
            {"finding": "f1", "verdict": "supported", "supports": [], "refutes": ["c3"]},
            {"finding": "f2", "verdict": "contradicted", "supports": [], "refutes": ["c1"]},
            {"finding": "f3", "verdict": "unsupported", "supports": [], "refutes": []},
        ]});
        assert_eq!(answer(&input), expected);
        assert_eq!(answer(&json!(null)), json!({"findings": []}));
    }
}
