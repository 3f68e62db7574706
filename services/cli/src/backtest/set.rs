//! The question set: events as of their freeze dates, and the outcomes, which are not part of the events.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use domain::{Event, EventKind, Time};
use operations::formats::{FormatName, Options, Place, Records, Refusal};
use proto::event::InvalidEvent;
use serde::{Deserialize, Deserializer};

use crate::input;

/// Advice for a record of another format.
const EXPECTED: &str = "questions of ForecastBench are expected, one per line or as a whole set";

/// Fields of a row that the fleet does not see.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Truth {
    /// Question id in the set.
    #[serde(alias = "id")]
    pub qid: String,
    /// Name of the set.
    #[serde(default)]
    pub set: Option<String>,
    /// Source of the question.
    #[serde(default)]
    pub source: String,
    /// Crowd's price at the freeze date.
    #[serde(default)]
    pub crowd: Option<f64>,
    /// Date of the resolution.
    #[serde(default)]
    pub resolution_date: Option<String>,
    /// Outcome of the question, 0 to 1.
    #[serde(default, deserialize_with = "deserialize_share")]
    pub outcome: Option<f64>,
}

/// A question with its truth.
#[derive(Debug, Clone, PartialEq)]
pub struct BacktestQuestion {
    /// Event that asks the question.
    pub event: Event,
    /// Outcome and references.
    pub truth: Truth,
}

/// A question set.
#[derive(Debug, Default)]
pub struct Set {
    /// Questions in the file's order.
    pub questions: Vec<BacktestQuestion>,
    /// Rows that are not valid questions.
    pub refused: Vec<Refusal>,
}

/// Reads a number from 0 to 1 or a boolean; any other value means that the outcome is unknown.
fn deserialize_share<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    let value = Option::<serde_json::Value>::deserialize(from)?;
    let number = value.and_then(|value| value.as_f64().or_else(|| value.as_bool().map(|yes| f64::from(u8::from(yes)))));
    Ok(number.filter(|share| (0.0..=1.0).contains(share)))
}

/// Reads a set; invalid rows are refused and the others are used.
///
/// # Errors
/// When the file cannot be read, has no valid question, or has one twice.
pub(super) fn read(file: &Path, options: &Options) -> anyhow::Result<Set> {
    let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut format = FormatName::Forecastbench.reader(options);
    let (mut set, mut seen) = (Set::default(), BTreeSet::new());
    for record in Records::new(BufReader::new(input::Plain::new(opened))) {
        let record = record.with_context(|| format!("cannot read {}", file.display()))?;
        let place = Place { file: file.display().to_string(), line: record.line };
        let text = match &record.text {
            Ok(text) => text.clone(),
            Err(error) => {
                set.refused.push(Refusal::invalid(&place, InvalidEvent::new("", error.to_string())));
                continue;
            }
        };
        for read in format.read(&text) {
            let event = match read.and_then(frozen) {
                Ok(event) => event,
                Err(error) => {
                    set.refused.push(Refusal::of_format(&place, error, EXPECTED));
                    continue;
                }
            };
            let is_new = seen.insert(event.job());
            ensure!(is_new, "{}:{}: duplicate question {}", place.file, place.line, event.id);
            let truth = truth(&text, &event);
            set.questions.push(BacktestQuestion { event, truth });
        }
    }
    ensure!(!(set.questions.is_empty() && set.refused.is_empty()), "{} is empty; {EXPECTED}", file.display());
    let Some(first) = set.refused.first().filter(|_| set.questions.is_empty()) else { return Ok(set) };
    let count = set.refused.len();
    bail!("{} has no question that can be asked; the first of {count} refused records: {first}", file.display());
}

/// Sets the question's date to its freeze date.
fn frozen(mut event: Event) -> Result<Event, InvalidEvent> {
    let freeze: Option<Time> = event.occurred_at;
    match (&mut event.kind, freeze) {
        (EventKind::Question(question), Some(freeze)) => {
            question.config.as_of = Some(freeze);
            Ok(event)
        }
        _ => Err(InvalidEvent::new(
            "freeze_datetime",
            "is required as the latest date of evidence, e.g. 2026-06-01T00:00:00+00:00",
        )),
    }
}

/// Reads the truth of a row. A whole question set in one document has none; then only the id is known.
fn truth(text: &str, event: &Event) -> Truth {
    serde_json::from_str(text).unwrap_or_else(|_| Truth {
        qid: event.id.as_str().split('@').next().unwrap_or_default().to_owned(),
        set: event.id.as_str().split('@').nth(1).map(str::to_owned),
        ..Truth::default()
    })
}

/// Limits the number of questions and the rounds of each.
#[must_use]
pub(super) fn limited(mut set: Set, limit: Option<u64>, iterations: Option<u32>) -> Set {
    set.questions.truncate(limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX));
    for BacktestQuestion { event, .. } in &mut set.questions {
        if let EventKind::Question(question) = &mut event.kind {
            question.config.max_iterations = iterations.or(question.config.max_iterations);
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, no_crowd: bool) -> Set {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("set.ndjson");
        std::fs::write(&file, text).unwrap();
        read(&file, &Options { no_crowd, ..Options::default() }).unwrap()
    }

    const ROW: &str = r#"{"qid":"v:1","set":"2026-03-01","source":"v","type":"market","question":"Will it rain?","freeze_datetime":"2026-02-19T00:00:00+00:00","crowd":0.7,"resolution_date":"2026-04-12","outcome":1}"#;

    #[test]
    fn a_question_is_asked_as_of_its_freeze_date_without_its_outcome() {
        for (no_crowd, price) in [(false, Some(0.7)), (true, None)] {
            let set = read_text(ROW, no_crowd);
            let BacktestQuestion { event, truth } = &set.questions[0];
            let EventKind::Question(question) = &event.kind else { panic!("a question") };
            assert_eq!(question.config.as_of.unwrap().to_rfc3339(), "2026-02-19T00:00:00+00:00");
            assert_eq!(question.market.as_ref().unwrap().price, price);
            assert_eq!((truth.outcome, truth.crowd), (Some(1.0), Some(0.7)));
            let json = serde_json::to_string(event).unwrap();
            assert!(!json.contains("2026-04-12") && !json.contains("outcome"), "{json}");
        }
    }

    #[test]
    fn invalid_rows_are_refused_individually() {
        let without = ROW.replace("freeze_datetime", "frozen").replace("v:1", "v:2");
        let set = read_text(&format!("{ROW}\n{without}\nnonsense\n"), false);
        assert_eq!((set.questions.len(), set.refused.len()), (1, 2));
        assert!(set.refused[0].to_string().contains("freeze_datetime"), "{}", set.refused[0]);
    }

    #[test]
    fn a_file_of_another_format_is_an_error_that_names_the_expected_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("events.ndjson");
        std::fs::write(&file, "{\"id\":\"a\",\"question\":{\"text\":\"Will it?\"}}\n{\"id\":\"b\"}").unwrap();
        let error = read(&file, &Options::default()).unwrap_err().to_string();
        assert!(error.contains("events.ndjson has no question") && error.contains("of 2 refused records"), "{error}");
        assert!(error.contains("questions of ForecastBench are expected") && !error.contains("--format"), "{error}");
        std::fs::write(&file, "").unwrap();
        assert!(read(&file, &Options::default()).unwrap_err().to_string().contains("is empty"));
    }

    #[test]
    fn each_day_of_a_data_series_is_a_question_and_duplicates_are_refused() {
        let series = ROW.replace("market", "dataset");
        let later = series.replace("2026-04-12", "2026-05-12");
        let ids: Vec<String> = read_text(&format!("{series}\n{later}"), false)
            .questions
            .iter()
            .map(|question| question.event.id.to_string())
            .collect();
        assert_eq!(ids, ["v:1@2026-03-01@2026-04-12", "v:1@2026-03-01@2026-05-12"]);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("twice.ndjson");
        std::fs::write(&file, format!("{ROW}\n{ROW}")).unwrap();
        let twice = read(&file, &Options::default()).unwrap_err().to_string();
        assert!(twice.contains("twice.ndjson:2: duplicate question v:1@2026-03-01"), "{twice}");
    }

    #[test]
    fn outcomes_are_read_in_several_spellings() {
        for (text, expected) in
            [("0", Some(0.0)), ("true", Some(1.0)), ("0.25", Some(0.25)), ("null", None), ("7", None)]
        {
            let row = ROW.replace("\"outcome\":1", &format!("\"outcome\":{text}"));
            assert_eq!(read_text(&row, false).questions[0].truth.outcome, expected, "{text}");
        }
    }

    #[test]
    fn rounds_and_questions_can_be_limited() {
        let set = limited(read_text(&format!("{ROW}\n{}", ROW.replace("v:1", "v:2")), false), Some(1), Some(2));
        let EventKind::Question(question) = &set.questions[0].event.kind else { panic!("a question") };
        assert_eq!((set.questions.len(), question.config.max_iterations), (1, Some(2)));
    }
}
