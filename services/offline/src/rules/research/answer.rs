//! The final answer, made of claims that tools returned.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::seen::ConversationCalls;
use crate::rules::topic::Topic;
use crate::rules::{RuleReply, words};

/// Maximum number of findings, equal to the limit of the filter's default profile.
const FINDINGS: usize = 12;

/// A statement with every source that contains it.
struct Finding<'a> {
    text: &'a str,
    claims: Vec<&'a str>,
    date: &'a str,
    sources: Vec<&'a str>,
    shared: usize,
    official: bool,
}

/// Builds the input of the tool that stores the findings.
pub(super) fn store(task: &Value, seen: &ConversationCalls) -> RuleReply {
    let question = task["question"].as_str().unwrap_or_default();
    let findings = findings(task, seen);
    let sources: HashSet<&str> = findings.iter().flat_map(|finding| finding.sources.iter().copied()).collect();
    let shown: Vec<Value> = findings.iter().map(finding_json).collect();
    let dated: Vec<Value> = findings.iter().filter(|finding| !finding.date.is_empty()).map(dated).collect();
    let open: Vec<&str> = if findings.is_empty() { vec![question] } else { Vec::new() };
    let report = json!({
        "summary": summary(&findings), "confidence": confidence(sources.len()), "findings": shown, "timeline": dated,
        "openQuestions": open, "risks": risks(&findings),
    });
    let words = RuleReply::text("That is all that I found.");
    match task["todo"]["file"].as_str() {
        None => words.and(super::STORE, report),
        Some(path) => {
            let mut input = json!({"path": path, "soFar": so_far(task, &report), "content": report});
            input.as_object_mut().into_iter().for_each(|input| input.extend(super::todo::outcome(task, seen)));
            words.and(super::WRITE, input)
        }
    }
}

/// Summarises earlier and new findings of the conversation.
fn so_far(task: &Value, report: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().trim().to_owned();
    let newest: String = text(&report["summary"]).chars().take(200).collect();
    format!("{} {newest}", text(&task["soFar"]).chars().take(200).collect::<String>()).trim().to_owned()
}

fn findings<'a>(task: &Value, seen: &'a ConversationCalls) -> Vec<Finding<'a>> {
    let asked = words::content(&super::asked(task));
    let mut findings: Vec<Finding<'a>> = Vec::new();
    let off_topic = off_topic(task, seen);
    for (claim, tier) in seen.claims() {
        let field = |key: &str| claim[key].as_str().unwrap_or_default();
        let (text, source) = (field("text"), field("source"));
        if off_topic.contains(source) {
            continue;
        }
        match findings.iter_mut().find(|known| known.text == text) {
            Some(known) if !known.sources.contains(&source) => {
                known.sources.push(source);
                known.claims.push(field("id"));
            }
            Some(_) => {}
            None => findings.push(Finding {
                text,
                claims: vec![field("id")],
                date: field("date"),
                sources: vec![source],
                shared: words::content(text).intersection(&asked).count(),
                official: tier == "official",
            }),
        }
    }
    findings.sort_by_key(|finding| std::cmp::Reverse((finding.shared, finding.sources.len(), finding.official)));
    findings.truncate(FINDINGS);
    findings
}

/// Returns the sources whose claims share a place, a date or one ambiguous word with the question, but not its topic.
fn off_topic<'a>(task: &Value, seen: &'a ConversationCalls) -> HashSet<&'a str> {
    let field = |key: &str| task[key].as_str().filter(|text| !text.is_empty());
    let topic = field("market_question").or(field("question")).and_then(Topic::new);
    let Some(topic) = topic.filter(|_| task["entity"].is_null() && task["mint"].is_null()) else {
        return HashSet::new();
    };
    let said = |claim: &'a Value| Some((claim["source"].as_str()?, claim["text"].as_str()?));
    let claims: Vec<(&str, &str)> = seen.claims().into_iter().filter_map(|(claim, _)| said(claim)).collect();
    topic.off_topic_or_unnamed(&claims)
}

fn finding_json(finding: &Finding<'_>) -> Value {
    // Importance: the share of the question's words in the finding, with a lower bound because every finding was
    // selected for it.
    let importance = (0.3 + 0.1 * finding.shared as f64).min(1.0);
    json!({"text": finding.text, "sources": finding.sources, "claims": finding.claims, "importance": importance})
}

fn dated(finding: &Finding<'_>) -> Value {
    json!({"at": finding.date, "text": finding.text, "sources": finding.sources})
}

fn summary(findings: &[Finding<'_>]) -> String {
    let best: Vec<&str> = findings.iter().take(2).map(|finding| finding.text).collect();
    if best.is_empty() { "Nothing was found.".to_owned() } else { best.join(" ") }
}

/// Confidence grows with the number of independent sources and stays below certainty, because the rule understands no
/// text.
fn confidence(sources: usize) -> f64 {
    if sources == 0 { 0.0 } else { (0.35 + 0.1 * sources as f64).min(0.75) }
}

fn risks(findings: &[Finding<'_>]) -> Vec<String> {
    let named = findings.iter().filter(|finding| finding.text.starts_with("RugCheck names a risk"));
    named.map(|finding| finding.text.to_owned()).collect()
}
