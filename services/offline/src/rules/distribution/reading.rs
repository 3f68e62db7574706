//! The reading of a question: the deadline that its words name, and pronouns that stand for nothing it names.

use domain::Time;
use forecasting::deadline;
use forecasting::event_option::named_option;
use serde_json::{Map, Value, json};

/// Beginnings of questions whose subject the question does not name.
const VAGUE: [&str; 5] = ["will it ", "will they ", "will he ", "will she ", "will this "];

pub(super) fn read(input: &Value) -> Map<String, Value> {
    let question = &input["question"];
    let text = |name: &str| question[name].as_str().unwrap_or_default();
    let asked: Option<Time> = input["asked_at"].as_str().and_then(|at| at.parse().ok());
    let named = asked.and_then(|asked| deadline::named(text("text"), asked)).filter(|_| question["closes"].is_null());
    let (quote, at) = named.map_or_else(Default::default, |named| (named.quote, named.at.to_rfc3339()));
    let lower = text("text").to_lowercase();
    // The weather has no subject.
    let is_weather = ["rain", "snow", "freeze"].iter().any(|word| lower.contains(word));
    let is_bare = text("background").trim().is_empty() && !is_weather;
    let vague = VAGUE.iter().find(|start| is_bare && lower.starts_with(**start));
    let pronoun = vague.and_then(|start| start.split(' ').nth(1)).unwrap_or_default();
    let (assumption, clarification) = if pronoun.is_empty() {
        (String::new(), String::new())
    } else {
        (format!("The subject of the question is known as {pronoun:?}."), format!("Who or what is {pronoun:?}?"))
    };
    let reply = json!({
        "reasoning": "The offline model reads the words of the question.",
        "deadline_quote": quote,
        "deadline": at,
        "counts": "",
        "reporter": "",
        "synonyms": [],
        "language": "",
        "option_kind": option_kind(text("text")),
        "assumption": assumption,
        "clarification": clarification,
    });
    reply.as_object().cloned().unwrap_or_default()
}

/// Words of parties.
const PARTY: [&str; 6] = ["party", "democrats", "republicans", "list", "alliance", "greens"];

/// Returns what the option is that a question names: two capitalised words are a person unless one is of a party.
fn option_kind(text: &str) -> &'static str {
    let Some(option) = named_option(text) else { return "none" };
    let words: Vec<String> = option.split(' ').map(str::to_lowercase).collect();
    match words.iter().any(|word| PARTY.contains(&word.as_str())) {
        true => "party",
        false if words.len() > 1 => "person",
        false => "none",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_a_person_or_a_party() {
        assert_eq!(option_kind("Will Ada Berg win the 2026 election?"), "person");
        assert_eq!(option_kind("Will the Harbour List win the 2026 election?"), "party");
        assert_eq!(option_kind("Will the bridge open?"), "none");
    }

    #[test]
    fn the_deadline_is_quoted_from_the_question() {
        let of = |text: &str, closes: Value| {
            read(&json!({ "asked_at": "2026-03-01T09:00:00Z", "question": { "text": text, "closes": closes } }))
        };
        let read = of("Will the bridge open by 5 pm UTC on 30 June 2026?", Value::Null);
        assert_eq!(read["deadline_quote"], "by 5 pm UTC on 30 June 2026");
        assert_eq!(read["deadline"], "2026-06-30T17:00:00+00:00");
        assert_eq!(read["assumption"], "");
        assert_eq!(of("Will the bridge open by 30 June 2026?", json!("2026-05-01T00:00:00Z"))["deadline"], "");
        assert_eq!(of("Will they win the 2026 elections?", Value::Null)["deadline_quote"], "");
    }

    #[test]
    fn a_pronoun_without_a_background_is_ambiguous() {
        let of = |text: &str, background: &str| {
            read(&json!({ "question": { "text": text, "background": background } }))["clarification"].clone()
        };
        assert_eq!(of("Will it open?", ""), "Who or what is \"it\"?");
        assert_eq!(of("Will it open?", "The Lake Bridge."), "");
        assert_eq!(of("Will the bridge open?", ""), "");
    }
}
