//! `filter_operations`: drops what shares no content word with the question, merges findings of the same words, and puts first
//! what shares most. Words are weighed by how rare they are among the items, as BM25 does.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::words::content;

/// An item whose shared words weigh less than this share of the question's is about something else.
const LEAST: f64 = 0.04;

/// Findings that share this much of their words say the same.
const SAME: f64 = 0.85;

pub(crate) fn answer(input: &Value) -> Value {
    let question = content(input["question"].as_str().unwrap_or_default());
    let findings = items(input, "findings");
    let timeline = items(input, "timeline");
    let rarity = rarity(findings.iter().chain(&timeline));
    let relevance = |words: &HashSet<String>| relevance(&question, words, &rarity);
    let mut operations = Vec::new();
    let off_topic = findings.iter().chain(&timeline).filter(|(_, words)| relevance(words) < LEAST);
    operations.extend(
        off_topic
            .map(|(id, _)| json!({ "op": "drop", "id": id, "reason": "it shares no telling word with the question" })),
    );
    let on_topic: Vec<_> = findings.iter().filter(|(_, words)| relevance(words) >= LEAST).collect();
    operations.extend(merges(&on_topic));
    let mut order: Vec<_> = on_topic.iter().map(|(id, words)| (relevance(words), id)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    if order.len() > 1 {
        operations.push(json!({ "op": "reorder", "ids": order.iter().map(|(_, id)| id).collect::<Vec<_>>() }));
    }
    json!({ "operations": operations })
}

/// Id and content words.
type Item = (String, HashSet<String>);

fn items(input: &Value, list: &str) -> Vec<Item> {
    let all = input[list].as_array().map(Vec::as_slice).unwrap_or_default();
    let titles = titles(input);
    let words = |item: &Value| {
        let sources =
            item["sources"].as_array().map(Vec::as_slice).unwrap_or_default().iter().filter_map(Value::as_str);
        let titles: Vec<&str> = sources.filter_map(|id| titles.get(id).copied()).collect();
        content(&format!("{} {}", item["text"].as_str().unwrap_or_default(), titles.join(" ")))
    };
    all.iter().filter_map(|item| Some((item["id"].as_str()?.to_owned(), words(item)))).collect()
}

fn titles(input: &Value) -> HashMap<&str, &str> {
    let sources = input["sources"].as_array().map(Vec::as_slice).unwrap_or_default();
    sources.iter().filter_map(|source| Some((source["id"].as_str()?, source["title"].as_str()?))).collect()
}

/// ln(1 + n/df): a word in every item tells little.
fn rarity<'a>(items: impl Iterator<Item = &'a Item>) -> HashMap<String, f64> {
    let mut n = 0.0;
    let mut found: HashMap<String, f64> = HashMap::new();
    for (_, words) in items {
        n += 1.0;
        for word in words {
            *found.entry(word.clone()).or_default() += 1.0;
        }
    }
    found.into_iter().map(|(word, df)| (word, (1.0_f64 + n / df).ln())).collect()
}

/// The share of the question's weight that the item's words hold.
fn relevance(question: &HashSet<String>, words: &HashSet<String>, rarity: &HashMap<String, f64>) -> f64 {
    let weight = |word: &String| rarity.get(word).copied().unwrap_or(1.0);
    let all: f64 = question.iter().map(weight).sum();
    let shared: f64 = question.intersection(words).map(weight).sum();
    if all > 0.0 { shared / all } else { 1.0 }
}

fn merges(findings: &[&Item]) -> Vec<Value> {
    let mut gone: HashSet<&str> = HashSet::new();
    let mut operations = Vec::new();
    for (at, (id, words)) in findings.iter().enumerate() {
        if gone.contains(id.as_str()) {
            continue;
        }
        let later = findings[at + 1..].iter().filter(|(_, other)| alike(words, other));
        let same: Vec<&str> = later.map(|(id, _)| id.as_str()).filter(|id| !gone.contains(id)).collect();
        if !same.is_empty() {
            operations.push(json!({ "op": "merge", "into": id, "from": same, "reason": "the same words" }));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_goes_and_the_telling_comes_first() {
        let input = json!({
            "question": "Will the oceans keep warming?",
            "findings": [
                { "id": "f1", "text": "A recipe for pancakes.", "sources": [] },
                { "id": "f2", "text": "The ocean is large.", "sources": [] },
                { "id": "f3", "text": "Ocean warming has sped up.", "sources": [] },
                { "id": "f4", "text": "Ocean warming has sped up!", "sources": [] },
            ],
        });
        let operations = answer(&input)["operations"].clone();
        assert_eq!(operations[0]["id"], "f1");
        assert_eq!(operations[1], json!({ "op": "merge", "into": "f3", "from": ["f4"], "reason": "the same words" }));
        assert_eq!(operations[2]["ids"][0], "f3");
    }

    #[test]
    fn nothing_in_nothing_out() {
        assert_eq!(answer(&json!({})), json!({ "operations": [] }));
    }
}
