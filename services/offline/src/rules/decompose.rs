//! `decompose_question`: asks the question itself, the frequency of such events, and the resolution, in the question's
//! own words.

use serde_json::{Value, json};

pub(crate) fn answer(input: &Value) -> Value {
    let question = &input["question"];
    let text = question["text"].as_str().unwrap_or_default().trim();
    let most = usize::try_from(input["most_questions"].as_u64().unwrap_or(3)).unwrap_or(3).max(1);
    let mut questions = vec![ask("the present state", text, "critical")];
    // Of an option, a number or a time nobody asks how often it happened.
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
