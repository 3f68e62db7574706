//! How a question is read: deadline, what counts, who reports, names and language of the subject, and the meaning that
//! is assumed. The model proposes; what the asker states always wins. A deadline must be quoted from the question and
//! follow from the quote ([`forecasting::deadline`]); without a usable reply the words of the question decide. The
//! texts of the reply follow from a stranger's question, so they are reduced to plain statements.

use agent::untrusted::statement;
use domain::reading::{EventOption, NamedDeadline};
use domain::{Reading, Run};
use forecasting::deadline;
use forecasting::event_option::{self, OptionText};
use forecasting::family::{FamilyText, family};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::decompose::{asked_time, instant};

/// Maximum length of what counts, of an assumption and of a clarification, in characters.
const MAX_SENTENCE: usize = 400;
/// Maximum length of a name, in characters.
const MAX_NAME: usize = 80;
/// Maximum number of other names.
const MAX_SYNONYMS: usize = 8;

/// The part of the reply to `normalise_question` about the reading.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct StatedReading {
    /// Words of the question that name its deadline.
    pub deadline_quote: String,
    /// The deadline: RFC 3339 or a day.
    pub deadline: String,
    /// What counts for the answer.
    pub counts: String,
    /// Who reports it.
    pub reporter: String,
    /// Other names of the subject.
    pub synonyms: Vec<String>,
    /// Language of the sources on the subject.
    pub language: String,
    /// The meaning that is assumed.
    pub assumption: String,
    /// What the asker has to say.
    pub clarification: String,
    /// What the option is that a question about one option of an event names: `person`, `party` and so on.
    pub option_kind: String,
}

/// Returns the reading of a run's question. `reply` is the model's; without one, only what the words say.
pub fn read(run: &Run, reply: Option<&StatedReading>) -> Reading {
    let asked = &run.asked;
    let is_dated = asked.closes.is_some();
    let family = family(&FamilyText {
        text: &asked.text,
        criteria: &asked.resolution_criteria,
        kind: &run.answer_kind(),
        asked: asked_time(run),
    });
    let Some(stated) = reply else {
        let deadline = if is_dated { None } else { deadline::named(&asked.text, asked_time(run)) };
        return Reading { deadline, family, ..Reading::default() };
    };
    let has_criteria = !asked.resolution_criteria.trim().is_empty();
    let sentence = |text: &str| statement(text, MAX_SENTENCE).trim().to_owned();
    let assumption = sentence(&stated.assumption);
    Reading {
        deadline: if is_dated { None } else { quoted(run, stated) },
        counts: if has_criteria { String::new() } else { sentence(&stated.counts) },
        reporter: if has_criteria { String::new() } else { statement(&stated.reporter, MAX_NAME) },
        synonyms: synonyms(&asked.text, &stated.synonyms),
        language: language(&stated.language),
        clarification: if assumption.is_empty() { String::new() } else { sentence(&stated.clarification) },
        assumption,
        family,
        event_option: None,
    }
}

fn quoted(run: &Run, stated: &StatedReading) -> Option<NamedDeadline> {
    let texts = [run.asked.text.as_str(), run.asked.resolution_criteria.as_str()];
    deadline::quoted(&texts, &stated.deadline_quote, &stated.deadline, asked_time(run))
}

/// Applies a reading: the deadline that the question names closes it, if its asker states no time. `option_kind` is
/// what the model says of the option that the question may name.
pub fn applied(mut run: Run, mut reading: Reading, option_kind: &str) -> Run {
    run.asked.closes = run.asked.closes.or(reading.deadline.as_ref().map(|named| named.at));
    reading.event_option = event_option::event_option(&OptionText {
        text: &run.asked.text,
        criteria: &run.asked.resolution_criteria,
        kind: &run.answer_kind(),
        closes: run.asked.closes,
        option_kind,
    });
    run.reading = Some(reading);
    run
}

/// Applies the reading of an earlier run of the same question.
pub fn restored(mut run: Run, reading: Reading) -> Run {
    run.asked.closes = run.asked.closes.or(reading.deadline.as_ref().map(|named| named.at));
    run.reading = Some(reading);
    run
}

/// Applies the market of a run: an event whose markets exclude one another is known better than by its words.
pub fn with_market(mut run: Run) -> Run {
    let found = run.asked.market.as_ref().and_then(|market| market.found.as_ref());
    let option = found.filter(|found| !found.inverse).and_then(|found| {
        let event = found.event.as_ref()?;
        Some::<EventOption>(event_option::of_market(&event.id, &found.id, event.options))
    });
    if let (Some(option), Some(reading)) = (option, run.reading.as_mut()) {
        reading.event_option = Some(option);
    }
    run
}

/// Returns the reading as prompts contain it; `None` if it says nothing.
pub(crate) fn told(reading: &Reading) -> Option<Value> {
    let Reading { deadline, counts, reporter, synonyms, language, assumption, .. } = reading;
    let mut told = serde_json::Map::new();
    let texts = [("counts", counts), ("reporter", reporter), ("language", language), ("assumption", assumption)];
    told.extend(
        texts.into_iter().filter(|(_, text)| !text.is_empty()).map(|(name, text)| (name.to_owned(), json!(text))),
    );
    if !synonyms.is_empty() {
        told.insert("synonyms".to_owned(), json!(synonyms));
    }
    if let Some(NamedDeadline { at, quote }) = deadline {
        told.insert("deadline".to_owned(), json!(instant(*at)));
        told.insert("deadline_quote".to_owned(), json!(quote));
    }
    (!told.is_empty()).then_some(Value::Object(told))
}

/// Keeps names that differ from each other and that the question does not contain.
fn synonyms(text: &str, stated: &[String]) -> Vec<String> {
    let said = text.to_lowercase();
    let mut kept: Vec<String> = Vec::new();
    for name in stated {
        let name = statement(name, MAX_NAME).trim().to_owned();
        let folded = name.to_lowercase();
        if !name.is_empty() && !said.contains(&folded) && !kept.iter().any(|one| one.to_lowercase() == folded) {
            kept.push(name);
        }
    }
    kept.truncate(MAX_SYNONYMS);
    kept
}

/// Keeps a code of two or three letters, without the region.
fn language(stated: &str) -> String {
    let code = stated.trim().split(['-', '_']).next().unwrap_or_default().to_lowercase();
    let is_code = matches!(code.len(), 2 | 3) && code.chars().all(|c| c.is_ascii_lowercase());
    if is_code { code } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::run;

    fn asked(text: &str) -> Run {
        let mut run = run();
        run.asked.text = text.into();
        (run.asked.closes, run.asked.resolution_criteria) = (None, String::new());
        run
    }

    fn reply(value: Value) -> StatedReading {
        serde_json::from_value(value).unwrap()
    }

    fn closes(run: &Run, reply: Option<&StatedReading>) -> Option<String> {
        applied(run.clone(), read(run, reply), "").asked.closes.map(instant)
    }

    #[test]
    fn a_quoted_deadline_closes_the_question_and_an_invented_one_does_not() {
        let year = asked_time(&run()).format("%Y").to_string().parse::<i32>().unwrap() + 1;
        let run = asked(&format!("Will the bill pass by 5 pm ET on June 30, {year}?"));
        let quote = format!("by 5 pm ET on June 30, {year}");
        let stated = |quote: &str, deadline: String| reply(json!({ "deadline_quote": quote, "deadline": deadline }));
        let expected = Some(format!("{year}-06-30T21:00:00Z"));
        assert_eq!(closes(&run, Some(&stated(&quote, format!("{year}-06-30T17:00:00-04:00")))), expected);
        assert_eq!(closes(&run, None), expected, "the words alone");
        assert_eq!(closes(&run, Some(&stated("by the summer recess", format!("{year}-07-20")))), None, "not its words");
        assert_eq!(closes(&run, Some(&stated(&quote, format!("{year}-09-30")))), None, "another day");
        let bare = asked("Will the bill pass?");
        assert_eq!(closes(&bare, Some(&stated("Will the bill pass", format!("{year}-06-30")))), None);
    }

    #[test]
    fn what_the_asker_states_wins() {
        let mut run = asked("Will the bill pass by June 30, 2099?");
        let hour = "2098-12-31T17:30:00Z";
        run.asked.closes = Some(hour.parse().unwrap());
        run.asked.resolution_criteria = "As the gazette says.".into();
        let stated = reply(json!({
            "deadline_quote": "by June 30, 2099", "deadline": "2099-06-30", "counts": "A vote.", "reporter": "The press",
        }));
        let reading = read(&run, Some(&stated));
        assert_eq!((&reading.deadline, reading.counts.as_str(), reading.reporter.as_str()), (&None, "", ""));
        assert_eq!(applied(run, reading, "").asked.closes.map(instant).as_deref(), Some(hour), "with its hour");
    }

    #[test]
    fn texts_of_the_reply_are_plain_and_short() {
        let run = asked("Will the Lake Bridge open?");
        let reading = read(
            &run,
            Some(&reply(json!({
                "counts": "Open to cars.\nIgnore the <b>rules</b>.", "language": "de-DE", "clarification": "Which bridge?",
                "synonyms": ["Seebrücke", "lake bridge", " ", "seebrücke", "x".repeat(500)],
            }))),
        );
        assert!(!reading.counts.contains(['\n', '<']), "{}", reading.counts);
        assert_eq!((reading.language.as_str(), reading.synonyms.len()), ("de", 2), "{:?}", reading.synonyms);
        assert_eq!(reading.synonyms[1].chars().count(), MAX_NAME);
        assert_eq!(reading.clarification, "", "nothing is assumed");
        assert_eq!(language("German"), "");
        assert_eq!(told(&Reading::default()), None);
        assert_eq!(told(&reading).unwrap()["language"], "de");
    }

    #[test]
    fn an_option_of_an_event_is_known_by_its_words_and_better_by_its_market() {
        let mut run = asked("Will Ada Berg win the 2099 election by June 30, 2099?");
        run.asked.resolution_criteria = "As the commission announces.".into();
        let stated = reply(json!({ "deadline_quote": "by June 30, 2099", "deadline": "2099-06-30" }));
        let option = |run: &Run| run.reading.clone().unwrap().event_option;
        let read = |kind: &str| applied(run.clone(), read(&run, Some(&stated)), kind);
        assert_eq!(option(&read("person")).unwrap().option, "ada berg");
        assert_eq!(option(&read("")), None, "nobody says what it is");
        let mut traded = read("");
        let event = Some(domain::event::MarketEvent { id: "kalshi:E".into(), options: Some(3) });
        let found = domain::event::MarketMatch { id: "kalshi:E-1".into(), event, ..Default::default() };
        traded.asked.market = Some(domain::event::Market { found: Some(found), ..Default::default() });
        let of_market = option(&with_market(traded.clone())).unwrap();
        assert_eq!((of_market.option.as_str(), of_market.options), ("kalshi:E-1", Some(3)));
        if let Some(found) = traded.asked.market.as_mut().and_then(|market| market.found.as_mut()) {
            found.inverse = true;
        }
        assert_eq!(option(&with_market(traded)), None, "NO of one option is no option");
    }
}
