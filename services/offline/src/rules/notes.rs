//! `write_notes`: one note per source, made verbatim from the findings that cite it.

use std::collections::HashMap;

use serde_json::{Value, json};

pub(crate) fn answer(input: &Value) -> Value {
    let sources = list(input, "sources");
    let notes: Vec<Value> = sources.iter().filter_map(|source| note(input, source)).collect();
    json!({ "notes": notes })
}

fn note(input: &Value, source: &Value) -> Option<Value> {
    let id = source["id"].as_str()?;
    let cites = |finding: &&Value| list(finding, "sources").iter().any(|cited| cited == id);
    let texts: Vec<&str> =
        list(input, "findings").iter().filter(cites).filter_map(|finding| finding["text"].as_str()).collect();
    let text = texts.join(" ");
    (!text.is_empty()).then(|| {
        json!({
            "source": id, "text": text, "summary": texts[0], "keywords": keywords(&text), "tags": [], "kind": "fact",
        })
    })
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Returns the longest and most frequent words.
fn keywords(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in lower.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 4) {
        *counts.entry(word).or_default() += 1;
    }
    let mut ranked: Vec<_> = counts.into_iter().collect();
    ranked.sort_by(|(a, n), (b, m)| m.cmp(n).then(b.len().cmp(&a.len())).then(a.cmp(b)));
    ranked.into_iter().take(6).map(|(word, _)| word.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_with_a_finding_makes_a_note() {
        let input = json!({
            "sources": [{ "id": "s1" }, { "id": "s2" }],
            "findings": [{ "id": "f1", "text": "Jupiter routes swaps.", "sources": ["s1"] }, { "id": "f2", "text": "It is audited.", "sources": ["s1"] }],
        });
        let notes = answer(&input)["notes"].clone();
        assert_eq!(notes.as_array().unwrap().len(), 1);
        assert_eq!(notes[0]["text"], "Jupiter routes swaps. It is audited.");
        assert_eq!(notes[0]["keywords"][0], "audited");
    }
}
