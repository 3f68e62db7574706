//! `filter_operations`: drops items that are unrelated to the question by words and neighbours, merges findings with
//! the same words, and puts the most relevant first. Uses the arithmetic of the evidence filter's pre-filter
//! ([`research::evidence_filter::relevance`]) with a stricter threshold.

use std::collections::HashSet;

use research::evidence_filter::relevance::{Item, NOISE, scores};
use serde_json::{Value, json};

use super::topic::Topic;
use super::words::content;

/// Share of common words from which two findings count as equal.
const SAME: f64 = 0.85;

/// Number of findings named as the most important; naming all would carry no information.
const FIRST: usize = 3;

pub(crate) fn answer(input: &Value) -> Value {
    let findings = list(input, "findings").len();
    let entries: Vec<FilterEntry> =
        list(input, "findings").iter().chain(list(input, "timeline")).filter_map(|item| read(input, item)).collect();
    let scored = relevance(input, &entries);
    let beside = beside_the_topic(input, &entries);
    let noise = |at: usize| beside[at] || scored.as_ref().is_some_and(|scores| scores[at] < NOISE);
    let mut operations = Vec::new();
    let off_topic: Vec<&str> = (0..entries.len()).filter(|at| noise(*at)).map(|at| entries[at].id.as_str()).collect();
    if !off_topic.is_empty() {
        operations.push(json!({ "op": "drop", "ids": off_topic, "reason": "off topic" }));
    }
    let relevant: Vec<usize> = (0..findings.min(entries.len())).filter(|at| !noise(*at)).collect();
    operations.extend(merges(&relevant.iter().map(|at| &entries[*at]).collect::<Vec<_>>()));
    operations.extend(scored.and_then(|scores| order(&entries, relevant, &scores)));
    json!({ "operations": operations })
}

/// A finding or timeline entry.
struct FilterEntry {
    id: String,
    /// Text with the titles of its sources.
    text: String,
    sources: Vec<String>,
}

fn read(input: &Value, item: &Value) -> Option<FilterEntry> {
    let sources: Vec<String> = list(item, "sources").iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let cited = |source: &&Value| source["id"].as_str().is_some_and(|id| sources.iter().any(|cited| cited == id));
    let titles = list(input, "sources").iter().filter(cited).filter_map(|source| source["title"].as_str());
    let text = std::iter::once(item["text"].as_str().unwrap_or_default()).chain(titles).collect::<Vec<_>>().join(" ");
    Some(FilterEntry { id: item["id"].as_str()?.to_owned(), text, sources })
}

/// Returns `true` if relevance by words applies: findings about an entity need not repeat its name.
fn relevance(input: &Value, entries: &[FilterEntry]) -> Option<Vec<f64>> {
    let items: Vec<Item<'_>> =
        entries.iter().map(|entry| Item { text: &entry.text, sources: &entry.sources }).collect();
    let question = input["question"].as_str().filter(|_| input["about"] != "entity")?;
    let market = input["market_question"].as_str().unwrap_or_default();
    scores(format!("{question} {market}").trim(), &items)
}

/// Marks the items all of whose sources are about something else.
fn beside_the_topic(input: &Value, entries: &[FilterEntry]) -> Vec<bool> {
    let text = |name: &str| input[name].as_str().filter(|text| !text.is_empty());
    // A market's words name the topic; the question beside them is a template.
    let question = text("market_question").or(text("question")).filter(|_| input["about"] != "entity");
    let Some(topic) = question.and_then(Topic::new) else { return vec![false; entries.len()] };
    let texts: Vec<(&str, &str)> = entries
        .iter()
        .flat_map(|item| item.sources.iter().map(|source| (source.as_str(), item.text.as_str())))
        .collect();
    let off_topic = topic.off_topic(&texts);
    let beside = |item: &FilterEntry| item.sources.iter().all(|source| off_topic.contains(source.as_str()));
    entries.iter().map(|item| !item.sources.is_empty() && beside(item)).collect()
}

fn order(entries: &[FilterEntry], mut relevant: Vec<usize>, scores: &[f64]) -> Option<Value> {
    relevant.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    let first: Vec<&str> = relevant.iter().take(FIRST).map(|at| entries[*at].id.as_str()).collect();
    (first.len() > 1).then(|| json!({ "op": "reorder", "ids": first }))
}

fn merges(findings: &[&FilterEntry]) -> Vec<Value> {
    let words: Vec<HashSet<String>> = findings.iter().map(|finding| content(&finding.text)).collect();
    let mut gone: HashSet<usize> = HashSet::new();
    let mut operations = Vec::new();
    for at in 0..findings.len() {
        if gone.contains(&at) {
            continue;
        }
        let later = at + 1..findings.len();
        let same: Vec<usize> =
            later.filter(|other| !gone.contains(other) && alike(&words[at], &words[*other])).collect();
        if !same.is_empty() {
            let from: Vec<&str> = same.iter().map(|other| findings[*other].id.as_str()).collect();
            operations.push(json!({ "op": "merge", "into": findings[at].id, "from": from }));
            gone.extend(same);
        }
    }
    operations
}

fn alike(a: &HashSet<String>, b: &HashSet<String>) -> bool {
    let union = a.union(b).count();
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    let share = if union == 0 { 0.0 } else { a.intersection(b).count() as f64 / union as f64 };
    share >= SAME
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> Value {
        json!({
            "question": "Will the oceans keep warming?",
            "about": "question",
            "findings": [
                { "id": "f1", "text": "A recipe for pancakes.", "sources": [] },
                { "id": "f2", "text": "The ocean is large.", "sources": [] },
                { "id": "f3", "text": "Ocean warming has sped up.", "sources": [] },
                { "id": "f4", "text": "Ocean warming has sped up!", "sources": [] },
            ],
            "timeline": [{ "id": "t1", "text": "A recipe for waffles.", "sources": [] }],
        })
    }

    #[test]
    fn noise_is_dropped_and_relevant_findings_come_first() {
        let operations = answer(&input())["operations"].clone();
        assert_eq!(operations[0]["ids"], json!(["f1", "t1"]));
        assert_eq!(operations[1], json!({ "op": "merge", "into": "f3", "from": ["f4"] }));
        assert_eq!(operations[2]["ids"][0], "f3");
    }

    #[test]
    fn a_page_that_shares_only_the_place_is_dropped() {
        let item = |id: &str, text: &str, source: &str| json!({ "id": id, "text": text, "sources": [source] });
        let operations = answer(&json!({
            "question": "How often did this happen before: Will snow fall in Harbour City before 25 December 2026?",
            "market_question": "Will snow fall in Harbour City before 25 December 2026?",
            "about": "question",
            "findings": [
                item("f1", "Snow fell in Harbour City in 14 of the last 30 years.", "s1"),
                item("f2", "Sea surface temperature off the coast is 0.8 degrees above normal.", "s1"),
                item("f3", "Harbour City meet Northfield on 29 November 2026.", "s2"),
            ],
        }));
        assert_eq!(operations["operations"][0], json!({ "op": "drop", "ids": ["f3"], "reason": "off topic" }));
    }

    #[test]
    fn of_a_thing_everything_bears_on_it() {
        let mut about = input();
        about["about"] = json!("entity");
        assert!(answer(&about)["operations"].as_array().unwrap().iter().all(|operation| operation["op"] == "merge"));
    }

    #[test]
    fn nothing_in_nothing_out() {
        assert_eq!(answer(&json!({})), json!({ "operations": [] }));
    }
}
