//! `outline_report`, `write_section` and `write_summary`: sections by research question, and the findings as sentences
//! word for word. The research questions of a report are in `decompose`. Nothing is invented.

use serde_json::{Value, json};

use super::topic::Topic;

/// Maximum sections of a report.
const MAX_SECTIONS: usize = 8;
/// Maximum characters of a heading.
const MAX_HEADING: usize = 80;
/// Sentences of a paragraph.
const PARAGRAPH: usize = 4;
/// Maximum sentences of a summary.
const MAX_SUMMARY: usize = 5;

/// A section for each research question with findings about the topic, in the order of the questions.
pub(crate) fn outline(input: &Value) -> Value {
    let most = usize::try_from(input["most_sections"].as_u64().unwrap_or(8)).unwrap_or(8).min(MAX_SECTIONS);
    let title = input["question"]["text"].as_str().unwrap_or_default().trim();
    let findings = Topic::of_items(title, list(input, "findings"), |one| one["text"].as_str().unwrap_or_default());
    let sections = list(input, "questions").iter().filter_map(|question| section(question, &findings));
    json!({ "title": title, "sections": sections.take(most).collect::<Vec<_>>() })
}

fn section(question: &Value, findings: &[Value]) -> Option<Value> {
    let of_question = |finding: &&Value| finding["question"] == question["id"];
    let numbers: Vec<&Value> = findings.iter().filter(of_question).map(|finding| &finding["number"]).collect();
    let text = question["text"].as_str().unwrap_or_default();
    let heading: String = text.trim().trim_end_matches(['?', '.']).chars().take(MAX_HEADING).collect();
    (!numbers.is_empty()).then(
        || json!({ "heading": heading, "purpose": "The offline model copies the findings.", "findings": numbers }),
    )
}

/// The findings of the section, each as a sentence that cites it.
pub(crate) fn write(input: &Value) -> Value {
    let sentence = |finding: &Value| json!({ "text": finding["text"], "findings": [finding["number"]] });
    let sentences: Vec<Value> = list(input, "findings").iter().map(sentence).collect();
    let paragraphs: Vec<Value> = sentences.chunks(PARAGRAPH).map(|part| json!({ "sentences": part })).collect();
    json!({ "paragraphs": paragraphs })
}

/// The first sentence of each section.
pub(crate) fn summary(input: &Value) -> Value {
    let first = |section: &Value| list(section, "sentences").first().cloned();
    let told = |sentence: Value| json!({ "text": sentence["text"], "findings": sentence["findings"] });
    let sentences = list(input, "sections").iter().filter_map(first).map(told).take(MAX_SUMMARY);
    json!({ "sentences": sentences.collect::<Vec<_>>() })
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map(Vec::as_slice).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_question_with_findings_is_a_section_of_sentences_that_cite_them() {
        let input = json!({
            "question": { "text": "The bridge" }, "most_sections": 8,
            "questions": [{ "id": "i1q1", "text": "What is built?" }, { "id": "i1q2", "text": "Who pays?" }],
            "findings": [
                { "number": 1, "question": "i1q1", "text": "A bridge is built." },
                { "number": 2, "question": "i1q1", "text": "The bridge is long." },
                { "number": 3, "question": "i1q2", "text": "Salt is cheap." },
            ],
        });
        let made = outline(&input);
        assert_eq!(made["sections"].as_array().unwrap().len(), 1, "nobody pays");
        assert_eq!(
            (&made["sections"][0]["heading"], &made["sections"][0]["findings"]),
            (&json!("What is built"), &json!([1, 2]))
        );
        let written = write(&input);
        assert_eq!(written["paragraphs"][0]["sentences"][1], json!({ "text": "The bridge is long.", "findings": [2] }));
        let told = summary(&json!({ "sections": [written["paragraphs"][0], { "sentences": [] }] }));
        assert_eq!(told["sentences"], json!([{ "text": "A bridge is built.", "findings": [1] }]));
    }
}
