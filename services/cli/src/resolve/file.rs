//! Resolutions from a file.

use domain::Time;
use operations::formats::{Place, Records, Refusal};
use operations::outcomes::OutcomeLine;
use serde_json::{Map, Value};

use super::market::Decided;
use super::{Args, FormatName, market, outcome};
use crate::input;

/// One resolution of a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    outcome: OutcomeLine,
    place: Place,
}

impl Line {
    /// Returns what is recorded; the arguments complete it.
    pub(super) fn outcome(&self, args: &Args) -> OutcomeLine {
        let mut outcome = self.outcome.clone();
        outcome.resolved_at = outcome.resolved_at.or(args.at);
        if outcome.because.is_empty() {
            outcome.because.clone_from(&args.because);
        }
        outcome
    }

    /// Refuses this line.
    pub(super) fn refusal(&self, problem: String) -> Refusal {
        refusal(&self.place, problem)
    }

    /// Says that the question of this line was never asked.
    pub(super) fn unknown(&self) -> String {
        let OutcomeLine { run, event, .. } = &self.outcome;
        let what = match (run, event) {
            (Some(run), _) => format!("run {run}"),
            (None, event) => format!("event {}", event.as_deref().unwrap_or_default()),
        };
        format!(
            "the token's tenant has no question about {what}; check the id, or import it as history: auspex import outcomes"
        )
    }
}

fn refusal(place: &Place, problem: String) -> Refusal {
    Refusal { file: place.file.clone(), line: place.line, id: None, field: String::new(), problem }
}

/// Reads the lines of a file: JSON if it starts like JSON, else CSV.
pub(super) fn read(file: &str, format: FormatName, now: Time) -> anyhow::Result<Vec<Result<Line, Refusal>>> {
    Ok(parse(file, &input::text(file)?, format, now))
}

pub(super) fn parse(file: &str, text: &str, format: FormatName, now: Time) -> Vec<Result<Line, Refusal>> {
    let objects = if text.trim_start().starts_with(['{', '[']) { json(text) } else { comma_separated(text) };
    let line = |(number, object): Object| {
        let place = Place { file: file.to_owned(), line: number };
        let read = object.and_then(|object| match format {
            FormatName::Rows => row(&object),
            FormatName::Market => decided(object),
        });
        let in_time = read.and_then(|mut line| {
            let past = |at| outcome::check_past(at, now);
            line.resolved_at = line.resolved_at.map(past).transpose()?;
            Ok(line)
        });
        in_time.map(|outcome| Line { outcome, place: place.clone() }).map_err(|problem| refusal(&place, problem))
    };
    objects.into_iter().map(line).collect()
}

type Object = (usize, Result<Map<String, Value>, String>);

fn json(text: &str) -> Vec<Object> {
    let mut objects = Vec::new();
    for record in Records::new(text.as_bytes()).map_while(Result::ok) {
        let read = record.text.map_err(|error| error.to_string());
        match read.and_then(|text| serde_json::from_str(&text).map_err(|error| format!("is not JSON: {error}"))) {
            Ok(Value::Array(items)) => objects.extend(items.into_iter().map(|item| (record.line, object(item)))),
            Ok(value) => objects.push((record.line, object(value))),
            Err(problem) => objects.push((record.line, Err(problem))),
        }
    }
    objects
}

fn object(value: Value) -> Result<Map<String, Value>, String> {
    match value {
        Value::Object(object) => Ok(object),
        other => Err(format!("{other} is not an object")),
    }
}

fn comma_separated(text: &str) -> Vec<Object> {
    let object = |row| match row {
        Ok((line, fields)) => {
            let fields: Vec<(String, String)> = fields;
            (line, Ok(fields.into_iter().map(|(name, text)| (name, Value::String(text))).collect()))
        }
        Err((line, problem)) => (line, Err(problem)),
    };
    super::csv::rows(text).into_iter().map(object).collect()
}

/// Parses `run`, `event` or `market`, or a row of ForecastBench (`qid` and `set`), with its outcome and optional
/// fields.
fn row(object: &Map<String, Value>) -> Result<OutcomeLine, String> {
    let text = |names: &[&str]| -> String {
        let found = names.iter().find_map(|name| object.get(*name).filter(|value| !value.is_null()));
        found
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let about = match (text(&["run"]), text(&["event"]), text(&["market"]), text(&["qid"])) {
        (run, ..) if !run.is_empty() => {
            let run = run.parse().map_err(|_| format!("run: {run:?} is not a run id (UUID)"))?;
            OutcomeLine { run: Some(run), ..OutcomeLine::default() }
        }
        (_, event, ..) if !event.is_empty() => about_event(event),
        (.., market, _) if !market.is_empty() => about_market(market),
        (.., qid) if !qid.is_empty() => about_event(format!("{qid}@{}", text(&["set", "forecast_due_date"]))),
        _ => return Err("names no question; set run, event or market".to_owned()),
    };
    let answer = Some(text(&["answer"])).filter(|answer| !answer.is_empty());
    let value = match &answer {
        Some(_) => None,
        None => Some(
            outcome::parse_value(&text(&["outcome", "resolved_to"]))
                .map_err(|problem| format!("outcome: {problem}"))?,
        ),
    };
    let at = text(&["resolved_at", "resolution_date"]);
    let resolved_at = if at.is_empty() {
        None
    } else {
        Some(outcome::parse_time(&at).map_err(|problem| format!("resolved_at: {problem}"))?)
    };
    Ok(OutcomeLine { outcome: value, answer, resolved_at, because: text(&["because"]), ..about })
}

fn about_event(event: String) -> OutcomeLine {
    OutcomeLine { event: Some(event), ..OutcomeLine::default() }
}

fn about_market(market: String) -> OutcomeLine {
    OutcomeLine { market: Some(market), ..OutcomeLine::default() }
}

fn decided(object: Map<String, Value>) -> Result<OutcomeLine, String> {
    let market::Resolved { market, decided, at } = market::read(&Value::Object(object))?;
    let (outcome, winner) = match decided {
        Decided::Value(value) => (Some(value), None),
        Decided::Winner(winner) => (None, Some(winner)),
    };
    let because = "the market resolved".to_owned();
    Ok(OutcomeLine { outcome, winner, resolved_at: at, because, ..about_market(market) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Result<Line, Refusal>> {
        parse("f", text, FormatName::Rows, outcome::parse_time("2026-06-01T00:00:00Z").unwrap())
    }

    #[test]
    fn json_and_csv_are_equivalent() {
        let ndjson = "{\"event\":\"q-1\",\"outcome\":\"yes\",\"resolved_at\":\"2026-03-31\"}\n{\"market\":\"0xa\",\"outcome\":0.25}\n";
        let csv = "event,market,outcome,resolved_at\nq-1,,yes,2026-03-31\n,0xa,0.25,\n";
        let parsed = |text: &str| lines(text).into_iter().map(|line| line.map(|line| line.outcome)).collect::<Vec<_>>();
        assert_eq!(parsed(ndjson), parsed(csv));
        assert_eq!(parsed(ndjson)[0].as_ref().unwrap().event.as_deref(), Some("q-1"));
        let given = lines("{\"event\":\"q-1\",\"answer\":42}\n").remove(0).unwrap().outcome;
        assert_eq!((given.outcome, given.answer.as_deref()), (None, Some("42")));
        let array = "[{\"qid\":\"m:1\",\"set\":\"2026-03-01\",\"outcome\":1,\"resolution_date\":\"2026-03-31\"}]";
        assert_eq!(parsed(array)[0].as_ref().unwrap().event.as_deref(), Some("m:1@2026-03-01"));
    }

    #[test]
    fn an_invalid_line_is_refused_with_its_number_and_affects_no_other_line() {
        let read = lines(
            "run,outcome,resolved_at\nabc,yes,\n,no,\n,maybe\n00000000-0000-0000-0000-000000000001,no,2027-01-01\n00000000-0000-0000-0000-000000000001,no,\n",
        );
        let problems: Vec<String> =
            read.iter().filter_map(|line| line.as_ref().err()).map(ToString::to_string).collect();
        assert_eq!(problems.len(), 4, "{problems:?}");
        for (problem, expected) in problems.iter().zip([
            "f:2: run: \"abc\" is not a run id",
            "f:3: names no question",
            "f:4: names no question",
            "f:5: 2027-01-02 00:00:00 is in the future",
        ]) {
            assert!(problem.starts_with(expected), "{problem}");
        }
        assert!(read[4].is_ok());
        assert!(lines("{broken\n")[0].as_ref().is_err_and(|refusal| refusal.problem.contains("is not JSON")));
    }
}
