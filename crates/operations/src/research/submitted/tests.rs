use serde_json::{Value, json};

use super::*;

fn at() -> Time {
    "2026-11-23T14:00:00Z".parse().unwrap()
}

fn read(body: Value) -> Result<Research, String> {
    let given: GivenResearch = serde_json::from_value(body).map_err(|error| error.to_string())?;
    let giver = Giver { name: "desk", at: at() };
    research(given, &giver).map(|(_, research)| research).map_err(|problem| problem.to_string())
}

/// A valid body with these fields added or replaced.
fn with(fields: &Value) -> Value {
    let mut body = json!({ "entityId": "wex", "summary": "It grows.", "confidence": 0.5 });
    for (name, value) in fields.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

#[test]
fn flat_and_nested_fields_and_words_and_numbers_are_the_same_research() {
    let findings = json!([{ "text": "It has users.", "sources": ["https://example.com/a"] }]);
    let sources = json!(["https://example.com/a"]);
    let flat = json!({ "entityId": "wex", "summary": "It grows.", "confidence": 0.9, "sentiment": 0.6, "findings": findings,
        "risks": ["Rivals"], "sources": sources });
    let nested = json!({ "entityId": "wex", "sources": sources, "findings": { "summary": "It grows.", "confidence": "high",
        "sentiment": "bullish", "findings": findings, "risks": ["Rivals"] } });
    let research = read(flat).unwrap();
    assert_eq!(read(nested).unwrap(), research);
    assert_eq!((research.confidence, research.sentiment), (0.9, Some(0.6)));
    assert_eq!(research.expires_at - research.made_at, TimeDelta::seconds(3600));
    for (word, number) in [("bearish", -0.6), ("neutral", 0.0)] {
        assert_eq!(read(with(&json!({ "sentiment": word }))).unwrap().sentiment, Some(number));
    }
}

#[test]
fn a_finding_is_supported_only_by_sources_that_it_names() {
    let findings = json!([
        "Nobody says so.",
        { "text": "Two pages of one site say so.", "sources": ["a", "https://example.com/b"] },
        { "text": "They disagree.", "sources": ["a"], "contradictedBy": ["s3"] },
        { "text": "One denies it.", "contradictedBy": ["s3"] },
    ]);
    let sources = json!([{ "id": "a", "url": "https://example.com/a", "title": "A\n\u{202e}page" }, "https://example.com/b", "https://other.example/"]);
    let research = read(with(&json!({ "findings": findings, "sources": sources }))).unwrap();
    let seen: Vec<_> =
        research.findings.iter().map(|one| (one.status, one.independent_sources, one.sources.join(" "))).collect();
    let expected = [
        (ClaimStatus::Unclear, 0, "s0".to_owned()),
        (ClaimStatus::Supported, 1, "s1 s2".to_owned()),
        (ClaimStatus::Contested, 1, "s1 s3".to_owned()),
        (ClaimStatus::Unclear, 0, "s3".to_owned()),
    ];
    assert_eq!(seen, expected);
    assert!(research.sources.iter().all(|source| source.tier == Tier::Other && source.content_hash.is_empty()));
    assert_eq!(
        (research.sources[0].url.as_str(), research.sources[0].title.as_str()),
        ("tool:store_research_results", "statement of desk")
    );
    assert_eq!(research.sources[1].title, "A page");
}

#[test]
fn hostile_and_incomplete_input_is_refused_with_the_field() {
    let long = "x".repeat(5_000);
    let many: Vec<String> = (0..101).map(|number| format!("Finding {number}.")).collect();
    for (fields, words) in [
        (json!({ "summary": null }), "summary"),
        (json!({ "summary": long }), "4000"),
        (json!({ "summary": "\u{202e}\u{0}" }), "summary"),
        (json!({ "confidence": null }), "confidence"),
        (json!({ "confidence": 1.5 }), "confidence"),
        (json!({ "sentiment": -7 }), "sentiment"),
        (json!({ "sentiment": "moon" }), "bullish"),
        (json!({ "entityId": "../etc" }), "entityId"),
        (json!({ "ttl": 1 }), "ttl"),
        (json!({ "ttl": 99_999_999_999_u64 }), "ttl"),
        (json!({ "findings": many }), "100"),
        (json!({ "findings": { "summary": "again" } }), "twice"),
        (json!({ "findings": [{ "text": "x", "sources": ["s9"] }] }), "findings[0]"),
        (
            json!({ "findings": [{ "text": "x", "sources": ["s1"], "contradictedBy": ["s1"] }], "sources": ["https://e.example"] }),
            "s1",
        ),
        (json!({ "findings": [{ "text": " ", "sources": [] }] }), "findings[0]"),
        (json!({ "findings": 7 }), "list of findings"),
        (json!({ "findings": [["x", ["https://e.example"]]] }), "list of findings"),
        (json!({ "sources": [["a", "https://a.example"]] }), "must be a URL"),
        (json!({ "timeline": [["2026-01-01", "It began.", []]] }), "object"),
        (json!({ "sources": ["javascript:alert(1)"] }), "http"),
        (json!({ "sources": ["https://user:word@example.com/"] }), "password"),
        (json!({ "sources": ["tool:get_token_metadata/x"] }), "http"),
        (
            json!({ "sources": [{ "id": "a", "url": "https://a.example" }, { "id": "a", "url": "https://b.example" }] }),
            "two sources",
        ),
        (json!({ "status": "supported" }), "status"),
    ] {
        let refused = read(with(&fields)).expect_err(&fields.to_string());
        assert!(refused.contains(words), "{fields}: {refused}");
    }
}
