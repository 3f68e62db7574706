//! `decompose_question`: asks the question itself, the frequency of such events, and the resolution, in the question's
//! own words. For a report it asks about the topic, then for a second source of what was found, and again what no
//! answer was found to.

use serde_json::{Value, json};

use super::topic::Topic;
use super::words::bare;

pub(crate) fn answer(input: &Value) -> Value {
    let question = &input["question"];
    let text = question["text"].as_str().unwrap_or_default().trim();
    let most = usize::try_from(input["most_questions"].as_u64().unwrap_or(3)).unwrap_or(3).max(1);
    if let Some(purpose) = input["purpose"].as_str() {
        return json!({ "questions": of_report(purpose, input).into_iter().take(most).collect::<Vec<_>>() });
    }
    let mut questions = vec![ask("the present state", text, "critical")];
    // The frequency in the past is a question about events only, not about options, numbers or times.
    let is_yes_or_no = matches!(question["kind"]["answer"].as_str(), None | Some("conditional"));
    if is_yes_or_no {
        questions.push(ask("base rate", &format!("How often did this happen before: {text}"), "important"));
    }
    let criteria = question["resolution_criteria"].as_str().unwrap_or_default().trim();
    if !criteria.is_empty() {
        questions.push(ask("resolution", &format!("What is known about this: {criteria}"), "supplementary"));
    }
    questions.truncate(most);
    json!({ "entities": names(text), "uncertainties": [], "questions": questions })
}

/// Returns the research questions of a round of a report.
fn of_report(purpose: &str, input: &Value) -> Vec<Value> {
    let text = input["question"]["text"].as_str().unwrap_or_default().trim().trim_end_matches(['?', '.']);
    let listed = |name: &str| input[name].as_array().map(Vec::as_slice).unwrap_or_default();
    match purpose {
        "contrary" => {
            let refute = |finding: &Value| {
                let quoted = bare(finding["text"].as_str()?);
                let question = format!("Which source disputes this: {quoted}?");
                Some(ask("contrary evidence", &question, "important"))
            };
            let findings = Topic::of_items(text, listed("findings"), |one| one["text"].as_str().unwrap_or_default());
            findings.iter().filter_map(refute).collect()
        }
        "gaps" => {
            let is_open = |question: &&Value| !matches!(question["state"].as_str(), Some("answered"));
            let again = |question: &Value| {
                let text = bare(question["text"].as_str()?);
                Some(ask("open question", &format!("What do primary sources say on this: {text}?"), "important"))
            };
            listed("questions").iter().filter(is_open).filter_map(again).collect()
        }
        _ => vec![
            ask("the present state", &format!("{text}?"), "critical"),
            ask("figures", &format!("Which figures are published on this: {text}?"), "important"),
            ask("plans", &format!("What is planned next on this: {text}?"), "important"),
            ask("history", &format!("What happened before on this: {text}?"), "supplementary"),
        ],
    }
}

fn ask(topic: &str, question: &str, priority: &str) -> Value {
    json!({ "topic": topic, "question": question, "priority": priority, "expected_sources": [] })
}

/// Returns runs of capitalised words, except the first word of the sentence.
fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for word in text.split_whitespace().skip(1).chain([""]) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if bare.chars().next().is_some_and(char::is_uppercase) {
            run.push(bare);
        } else if !run.is_empty() {
            names.push(run.join(" "));
            run.clear();
        }
    }
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_is_asked_in_its_own_words() {
        let input = json!({ "question": { "text": "Will Lamine Yamal score 15 goals?", "resolution_criteria": "As La Liga says." }, "most_questions": 5 });
        let reply = answer(&input);
        assert_eq!(reply["entities"], json!(["Lamine Yamal"]));
        assert_eq!(reply["questions"].as_array().unwrap().len(), 3);
        assert_eq!(reply["questions"][0]["question"], "Will Lamine Yamal score 15 goals?");
    }

    #[test]
    fn a_report_asks_about_its_topic_and_then_for_what_disputes_its_findings() {
        let asked = |purpose: &str| {
            answer(&json!({
                "purpose": purpose, "question": { "text": "The bridge." }, "most_questions": 3,
                "findings": [{ "text": "The bridge is long." }, { "text": "Salt is cheap." }],
                "questions": [{ "text": "Who pays?", "state": "not_found" }, { "text": "Why?", "state": "answered" }],
            }))["questions"]
                .clone()
        };
        let texts = |questions: Value| {
            questions
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["question"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(asked("plan"))[0], "The bridge?");
        assert_eq!(asked("plan").as_array().unwrap().len(), 3);
        assert_eq!(texts(asked("contrary")), ["Which source disputes this: The bridge is long?"]);
        assert_eq!(texts(asked("gaps")), ["What do primary sources say on this: Who pays?"]);
    }

    #[test]
    fn no_more_than_were_asked_for() {
        assert_eq!(
            answer(&json!({ "question": { "text": "Q?" }, "most_questions": 1 }))["questions"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
    }
}
