//! The first call of a run: how its question is read ([`crate::reading`]), and the kind of answer that it asks for,
//! where its asker states none and yes or no does not answer it. The model reads the question; code accepts only what
//! the texts of the question contain, and reads their words alone where the model gives no usable reply
//! ([`domain::question_form::kind_of`]). Options, units and limits are never invented.

use domain::{AnswerKind, Run, question_form};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::decompose;
use crate::reading::StatedReading;

/// Input of the tool `normalise_question`, as the model filled it in.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct NormalisedReply {
    /// Kind of the answer: `yes_or_no`, `multiple_choice`, `numeric` or `date`.
    pub answer_kind: String,
    /// Options that the question lists.
    #[serde(default)]
    pub options: Vec<String>,
    /// The answer may be none of them.
    #[serde(default)]
    pub open: bool,
    /// Unit of a number.
    #[serde(default)]
    pub unit: String,
    /// Deadline, criteria, names and meaning.
    #[serde(flatten)]
    pub reading: StatedReading,
}

/// Returns the schema of the tool `normalise_question`; the reasoning comes before the answer.
pub fn schema() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "required": ["reasoning", "answer_kind", "deadline_quote", "deadline", "assumption"],
        "propertyOrdering": [
            "reasoning", "answer_kind", "options", "open", "unit", "deadline_quote", "deadline", "counts", "reporter",
            "synonyms", "language", "option_kind", "assumption", "clarification",
        ],
        "properties": {
            "reasoning": text,
            "answer_kind": { "enum": ["yes_or_no", "multiple_choice", "numeric", "date"] },
            "options": { "type": "array", "items": text },
            "open": { "type": "boolean" },
            "unit": text,
            "deadline_quote": text,
            "deadline": text,
            "counts": text,
            "reporter": text,
            "synonyms": { "type": "array", "items": text },
            "language": text,
            "option_kind": { "enum": option_kinds() },
            "assumption": text,
            "clarification": text,
        },
    })
}

/// Kinds of options, and none.
fn option_kinds() -> Vec<&'static str> {
    ["none"].into_iter().chain(forecasting::event_option::OPTION_KINDS).collect()
}

/// Returns the model's input: the question without the kind that its words suggest.
pub fn input(run: &Run) -> Value {
    let asked = &run.asked;
    json!({
        "question": {
            "text": asked.text,
            "background": asked.background,
            "resolution_criteria": asked.resolution_criteria,
            "closes": asked.closes.map(decompose::instant),
        },
        "asked_at": decompose::instant(decompose::asked_time(run)),
    })
}

/// What is known of the kind before the model is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum Recognised {
    /// The kind is stated, or the words say that yes or no answers the question.
    Known(AnswerKind),
    /// The words suggest this kind, and a model may read more in them.
    Suggested(AnswerKind),
}

/// Recognises the kind of a run's answer. A market's price is the probability of YES.
pub fn recognise(run: &Run) -> Recognised {
    let kind = run.answer_kind();
    let says_yes_or_no = kind.is_yes_or_no() && question_form::tells_kind(&run.asked.text);
    match run.asked.kind.is_some() || run.asked.market.is_some() || says_yes_or_no {
        true => Recognised::Known(kind),
        false => Recognised::Suggested(kind),
    }
}

/// Returns the kind of a reply, without what the question does not contain. A reply that is unusable, or has fewer
/// parts than the words of the question, changes nothing.
pub fn kind(run: &Run, suggested: AnswerKind, reply: &NormalisedReply) -> AnswerKind {
    let texts = [&run.asked.text, &run.asked.background, &run.asked.resolution_criteria];
    let said = decompose::folded(&texts.map(String::as_str).join("\n"));
    let is_said = |part: &str| !part.trim().is_empty() && said.contains(&decompose::folded(part));
    let read = match reply.answer_kind.as_str() {
        "multiple_choice" => {
            let listed = reply.options.len();
            let options: Vec<String> = reply.options.iter().filter(|option| is_said(option)).cloned().collect();
            // A list that lost an option, or has one alone, is not the whole of the answers.
            let open = reply.open || options.len() < listed || options.len() < 2;
            AnswerKind::MultipleChoice { options, open }
        }
        "numeric" => {
            let unit = if is_said(&reply.unit) { reply.unit.clone() } else { String::new() };
            AnswerKind::Numeric { unit, lower: None, upper: None }
        }
        "date" => AnswerKind::Date,
        _ => return suggested,
    };
    let Ok(read) = read.checked() else { return suggested };
    match (&read, &suggested) {
        (AnswerKind::MultipleChoice { options, .. }, AnswerKind::MultipleChoice { options: listed, .. })
            if options.len() < listed.len() =>
        {
            suggested
        }
        (AnswerKind::Numeric { unit, .. }, AnswerKind::Numeric { unit: read, .. })
            if unit.is_empty() && !read.is_empty() =>
        {
            suggested
        }
        _ => read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::run;

    fn asked(text: &str) -> Run {
        let mut run = run();
        run.asked.text = text.into();
        run.asked.market = None;
        run
    }

    fn reply(answer: Value) -> NormalisedReply {
        serde_json::from_value(answer).unwrap()
    }

    fn read(run: &Run, reply: &NormalisedReply) -> AnswerKind {
        kind(run, domain::question_form::kind_of(&run.asked.text).unwrap_or_default(), reply)
    }

    fn choice(options: &[&str], open: bool) -> AnswerKind {
        AnswerKind::MultipleChoice { options: options.iter().map(|one| (*one).to_owned()).collect(), open }
    }

    #[test]
    fn options_and_units_that_the_question_does_not_contain_are_dropped() {
        let mut who = asked("Who will chair the port?");
        let invented = json!({ "answer_kind": "multiple_choice", "options": ["Ada", "Bo"], "open": false });
        assert_eq!(read(&who, &reply(invented.clone())), choice(&[], true));
        who.asked.background = "The candidates are Ada and Bo.".into();
        assert_eq!(read(&who, &reply(invented)), choice(&["Ada", "Bo"], false));
        let one_more = json!({ "answer_kind": "multiple_choice", "options": ["Ada", "Bo", "Cy"], "open": false });
        assert_eq!(read(&who, &reply(one_more)), choice(&["Ada", "Bo"], true));
        let much = asked("How much will the bridge cost?");
        let unit = |unit: &str| AnswerKind::Numeric { unit: unit.into(), lower: None, upper: None };
        assert_eq!(read(&much, &reply(json!({ "answer_kind": "numeric", "unit": "EUR" }))), unit(""));
        let many = asked("How many seats will the Greens win?");
        assert_eq!(read(&many, &reply(json!({ "answer_kind": "numeric", "unit": "" }))), unit("seats"));
    }

    #[test]
    fn an_unusable_reply_leaves_what_the_words_say() {
        let which = asked("Which of Ada or Bo will chair the port?");
        for unusable in [
            json!({ "answer_kind": "yes_or_no" }),
            json!({ "answer_kind": "multiple_choice", "options": ["Ada"], "open": false }),
            json!({ "answer_kind": "multiple_choice", "options": ["Ada", "ada"], "open": false }),
        ] {
            assert_eq!(read(&which, &reply(unusable.clone())), choice(&["Ada", "Bo"], false), "{unusable}");
        }
    }

    #[test]
    fn a_stated_kind_and_a_question_by_yes_or_no_are_known() {
        assert_eq!(recognise(&asked("Will it rain?")), Recognised::Known(AnswerKind::Binary));
        let given = AnswerKind::Conditional { condition: "it rains".into() };
        assert_eq!(recognise(&asked("If it rains, will they play?")), Recognised::Known(given));
        let mut stated = asked("When will it open?");
        assert_eq!(recognise(&stated), Recognised::Suggested(AnswerKind::Date));
        stated.asked.kind = Some(AnswerKind::Date);
        assert_eq!(recognise(&stated), Recognised::Known(AnswerKind::Date));
    }

    #[test]
    fn the_model_decides_where_no_word_tells_the_kind() {
        let mut unclear = asked("Comment votera le conseil ?");
        assert_eq!(recognise(&unclear), Recognised::Suggested(AnswerKind::Binary));
        let options = json!({ "answer_kind": "multiple_choice", "options": [], "open": true });
        assert_eq!(read(&unclear, &reply(options)), choice(&[], true));
        assert_eq!(read(&unclear, &reply(json!({ "answer_kind": "yes_or_no" }))), AnswerKind::Binary);
        unclear.asked.market = Some(domain::event::Market::default());
        assert_eq!(recognise(&unclear), Recognised::Known(AnswerKind::Binary));
    }
}
