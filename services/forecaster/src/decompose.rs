//! A question into research questions: what the model is asked, what is made of its answer, and what is asked without it.

use std::collections::HashSet;

use domain::Run;
use domain::event::AskedQuestion;
use domain::run::{Priority, Question};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::machine::question_id;

/// Longest text of a question and of a topic, in characters.
const LONGEST: usize = 400;

/// A question as a model proposes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposed {
    /// What it is about.
    #[serde(default)]
    pub topic: String,
    /// The question.
    pub question: String,
    /// `critical`, `important` or `supplementary`.
    #[serde(default)]
    pub priority: String,
    /// Where an answer may be found.
    #[serde(default)]
    pub expected_sources: Vec<String>,
}

/// The tool's input as the model filled it.
#[derive(Debug, Deserialize)]
pub struct Reply {
    /// The questions.
    #[serde(default)]
    pub questions: Vec<Proposed>,
}

/// The schema of the tool `decompose_question`.
pub fn schema() -> Value {
    json!({
        "type": "object",
        "required": ["questions"],
        "properties": {
            "entities": { "type": "array", "items": { "type": "string" } },
            "uncertainties": { "type": "array", "items": { "type": "string" } },
            "questions": { "type": "array", "minItems": 1, "items": proposed_schema() },
        },
    })
}

/// The schema of one proposed question.
pub(crate) fn proposed_schema() -> Value {
    json!({
        "type": "object",
        "required": ["question", "priority"],
        "properties": {
            "topic": { "type": "string" },
            "question": { "type": "string", "minLength": 1 },
            "priority": { "enum": ["critical", "important", "supplementary"] },
            "expected_sources": { "type": "array", "items": { "type": "string" } },
            "resolves": { "type": "number", "minimum": 0, "maximum": 1 },
        },
    })
}

/// What the model is told: the question as it was asked, without the market's price (the market is a forecaster of its own).
pub fn input(run: &Run, most: usize) -> Value {
    json!({ "question": asked(&run.asked), "asked_at": asked_on(run), "most_questions": most })
}

/// The day on which it was asked, or as of which it is answered.
pub(crate) fn asked_on(run: &Run) -> String {
    run.asked.config.as_of.unwrap_or(run.asked_at).date_naive().to_string()
}

/// The question as prompts show it.
pub(crate) fn asked(asked: &AskedQuestion) -> Value {
    json!({
        "text": asked.text,
        "background": asked.background,
        "resolution_criteria": asked.resolution_criteria,
        "closes": asked.closes.map(|at| at.date_naive().to_string()),
    })
}

/// The questions of a round: proposals in order of priority, each once, none asked before, at most `most`.
pub fn questions(proposed: Vec<Proposed>, round: u32, most: usize, before: &[Question]) -> Vec<Question> {
    let mut seen: HashSet<String> = before.iter().map(|question| folded(&question.text)).collect();
    let mut fresh: Vec<Proposed> = proposed
        .into_iter()
        .filter(|proposed| !proposed.question.trim().is_empty() && seen.insert(folded(&proposed.question)))
        .collect();
    fresh.sort_by_key(|proposed| std::cmp::Reverse(priority(proposed)));
    fresh.into_iter().take(most).enumerate().map(|(at, proposed)| question(round, at + 1, &proposed)).collect()
}

/// Without a usable answer the question itself is researched.
pub fn fallback(run: &Run) -> Vec<Question> {
    vec![Question {
        id: question_id(1, 1),
        topic: "the question itself".to_owned(),
        text: shorten(&run.asked.text),
        priority: Priority::Critical,
        expected_sources: Vec::new(),
    }]
}

fn question(round: u32, n: usize, proposed: &Proposed) -> Question {
    Question {
        id: question_id(round, n),
        topic: shorten(&proposed.topic),
        text: shorten(&proposed.question),
        priority: priority(proposed),
        expected_sources: proposed.expected_sources.iter().take(10).map(|source| shorten(source)).collect(),
    }
}

fn priority(proposed: &Proposed) -> Priority {
    Priority::parse(&proposed.priority).unwrap_or(Priority::Supplementary)
}

/// Are these the same question, but for case and white space?
pub(crate) fn same(one: &str, other: &str) -> bool {
    folded(&shorten(one)) == folded(&shorten(other))
}

/// The same whatever the letters' case and the spaces between words.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shorten(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::run;

    fn proposed(question: &str, priority: &str) -> Proposed {
        Proposed { topic: "t".into(), question: question.into(), priority: priority.into(), expected_sources: vec![] }
    }

    #[test]
    fn the_most_important_come_first_and_none_twice() {
        let all = vec![
            proposed("B?", "important"),
            proposed(" b? ", "critical"),
            proposed("A?", "critical"),
            proposed("  ", "critical"),
        ];
        let round = questions(all, 2, 5, &[]);
        let told: Vec<_> = round.iter().map(|question| (question.id.as_str(), question.text.as_str())).collect();
        assert_eq!(told, [("i2q1", "A?"), ("i2q2", "B?")]);
    }

    #[test]
    fn what_was_asked_before_is_not_asked_again() {
        let first = questions(vec![proposed("A?", "critical")], 1, 5, &[]);
        assert!(questions(vec![proposed("a?", "critical")], 2, 5, &first).is_empty());
    }

    #[test]
    fn without_an_answer_the_question_itself_is_asked() {
        assert_eq!(fallback(&run())[0].text, run().asked.text);
    }

    #[test]
    fn the_model_is_not_told_the_price() {
        assert!(!input(&run(), 5).to_string().contains("0.7"));
    }
}
