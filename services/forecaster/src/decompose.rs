//! Decomposition of a question into research questions: the model's input, the use of its reply, and the fallback
//! without one.

use std::collections::HashSet;

use chrono::SecondsFormat;
use domain::run::{Priority, Question, question_id};
use domain::{AnswerKind, Run, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::reading;

/// Maximum length of a question, a topic and a source, in characters.
const MAX_QUESTION_CHARS: usize = 400;

/// Topic of the only question if the model proposes none.
pub(crate) const WHOLE: &str = "the question itself";

/// A research question as the model proposes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposed {
    /// Topic in a few words.
    #[serde(default)]
    pub topic: String,
    /// The question itself.
    pub question: String,
    /// Importance of the answer: `critical`, `important` or `supplementary`.
    #[serde(default)]
    pub priority: String,
    /// Places where an answer may be found.
    #[serde(default)]
    pub expected_sources: Vec<String>,
}

/// Input of the tool `decompose_question`, as the model filled it in.
#[derive(Debug, Deserialize)]
pub struct DecompositionReply {
    /// The proposed questions.
    #[serde(default)]
    pub questions: Vec<Proposed>,
}

/// Returns the schema of the tool `decompose_question`.
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

/// Returns the schema of the same tool for a further round, which may have nothing to ask.
pub fn further_schema() -> Value {
    let mut schema = schema();
    if let Some(questions) = schema["properties"]["questions"].as_object_mut() {
        questions.remove("minItems");
    }
    schema
}

/// Returns the schema of a proposed question.
pub(crate) fn proposed_schema() -> Value {
    json!({
        "type": "object",
        "required": ["question", "priority"],
        "properties": {
            "topic": { "type": "string" },
            "question": { "type": "string", "minLength": 1 },
            "priority": { "enum": ["critical", "important", "supplementary"] },
            "expected_sources": { "type": "array", "items": { "type": "string" } },
        },
    })
}

/// Returns the model's input: the question without the market's price, because the market is pooled as a forecaster of
/// its own.
pub fn input(run: &Run, most: usize) -> Value {
    json!({ "question": asked(run), "asked_at": asked_on(run), "most_questions": most })
}

/// Returns the day on which the question was asked, or as of which it is answered.
pub(crate) fn asked_on(run: &Run) -> String {
    asked_time(run).date_naive().to_string()
}

/// Returns the time at which the question was asked, or as of which it is answered.
pub(crate) fn asked_time(run: &Run) -> Time {
    run.asked.config.as_of.unwrap_or(run.asked_at)
}

/// Writes an instant with its hour.
pub(crate) fn instant(at: Time) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Returns the question as prompts contain it, with the way in which it is read.
pub(crate) fn asked(run: &Run) -> Value {
    let mut question = stated(run);
    if let Some(reading) = run.reading.as_ref().and_then(reading::told) {
        question["reading"] = reading;
    }
    question
}

/// Returns the question as it was asked. Of a question by yes or no without a condition, the kind is left out.
pub(crate) fn stated(run: &Run) -> Value {
    let asked = &run.asked;
    let mut question = json!({
        "text": asked.text,
        "background": asked.background,
        "resolution_criteria": asked.resolution_criteria,
        "closes": asked.closes.map(instant),
    });
    if let Some(kind) = kind(&run.answer_kind()) {
        question["kind"] = kind;
    }
    question
}

/// Returns the texts whose figures a reasoning may use without a finding.
pub(crate) fn texts(run: &Run) -> Vec<String> {
    let asked = &run.asked;
    let mut texts = vec![asked.text.clone(), asked.background.clone(), asked.resolution_criteria.clone()];
    texts.extend(asked.closes.into_iter().flat_map(|at| [at.date_naive().to_string(), at.format("%H:%M").to_string()]));
    texts.extend(run.reading.iter().flat_map(|reading| [reading.counts.clone(), reading.assumption.clone()]));
    texts
}

fn kind(kind: &AnswerKind) -> Option<Value> {
    Some(match kind {
        AnswerKind::Binary => return None,
        AnswerKind::MultipleChoice { options, open } => {
            json!({ "answer": "multiple_choice", "options": options, "open": open })
        }
        AnswerKind::Numeric { unit, lower, upper } => {
            json!({ "answer": "numeric", "unit": unit, "lower": lower, "upper": upper })
        }
        AnswerKind::Date => json!({ "answer": "date" }),
        AnswerKind::Conditional { condition } => json!({
            "answer": "conditional",
            "condition": condition,
            "note": "State the probability of YES given that the condition holds. That it may fail is no evidence for NO.",
        }),
        AnswerKind::Report { .. } => json!({ "answer": "report" }),
    })
}

/// Returns the questions of a round: at most `most` proposals, most important first, without duplicates of each other
/// or of `before`.
pub fn questions(proposed: Vec<Proposed>, round: u32, most: usize, before: &[Question]) -> Vec<Question> {
    let mut seen: HashSet<String> = before.iter().map(|question| folded(&question.text)).collect();
    let mut fresh: Vec<Proposed> = proposed
        .into_iter()
        .filter(|proposed| !proposed.question.trim().is_empty() && seen.insert(folded(&proposed.question)))
        .collect();
    fresh.sort_by_key(|proposed| std::cmp::Reverse(priority(proposed)));
    fresh.into_iter().take(most).enumerate().map(|(at, proposed)| question(round, at + 1, &proposed)).collect()
}

/// Returns the question itself, which is researched when the model gave no usable reply.
pub fn fallback(run: &Run) -> Vec<Question> {
    vec![Question {
        id: question_id(1, 1),
        topic: WHOLE.to_owned(),
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

/// Tells whether two questions are equal except for case and white space.
pub(crate) fn same(one: &str, other: &str) -> bool {
    folded(&shorten(one)) == folded(&shorten(other))
}

/// Folds case and white space.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shorten(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(MAX_QUESTION_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::run;

    fn proposed(question: &str, priority: &str) -> Proposed {
        Proposed { topic: "t".into(), question: question.into(), priority: priority.into(), expected_sources: vec![] }
    }

    #[test]
    fn questions_are_sorted_by_priority_without_duplicates() {
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
    fn a_question_of_an_earlier_round_is_not_repeated() {
        let first = questions(vec![proposed("A?", "critical")], 1, 5, &[]);
        assert!(questions(vec![proposed("a?", "critical")], 2, 5, &first).is_empty());
    }

    #[test]
    fn only_a_question_of_another_kind_says_what_answers_it() {
        let mut run = run();
        assert_eq!(asked(&run).get("kind"), None);
        run.asked.kind = Some(AnswerKind::Conditional { condition: "the lower house agrees".into() });
        assert_eq!(asked(&run)["kind"]["condition"], "the lower house agrees");
        run.asked.kind = Some(AnswerKind::Numeric { unit: "votes".into(), lower: Some(0.0), upper: None });
        assert_eq!((&asked(&run)["kind"]["unit"], &asked(&run)["kind"]["lower"]), (&json!("votes"), &json!(0.0)));
    }

    #[test]
    fn the_hour_of_closing_is_part_of_the_question() {
        let mut run = run();
        run.asked.closes = Some("2026-06-30T17:30:00Z".parse().unwrap());
        assert_eq!(asked(&run)["closes"], "2026-06-30T17:30:00Z");
        assert!(texts(&run).contains(&"17:30".to_owned()));
    }

    #[test]
    fn the_fallback_is_the_question_itself() {
        assert_eq!(fallback(&run())[0].text, run().asked.text);
    }

    #[test]
    fn the_input_does_not_contain_the_price() {
        assert!(!input(&run(), 5).to_string().contains("0.7"));
    }
}
