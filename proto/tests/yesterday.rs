//! Messages and rows written by an older version are read without loss: in a rolling upgrade both versions use the same
//! streams and tables. The samples were recorded (`yesterday/COMMIT.tsv`; the first line names the origin) and are
//! never edited; another version adds another file.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use domain::run::Question;
use domain::{Evidence, Forecast, Research, Run};
use proto::event::{Envelope, Event, Fact};
use proto::events::{
    EventClassified, EvidenceFiltered, ForecastMade, ForecastRequested, ResearchGathered, ResearchRequested,
    RunAnswered,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const SAMPLES: &str = include_str!("yesterday/e1432a4.tsv");

/// Returns kind, name and content of every sample.
fn samples() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    SAMPLES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut parts = line.splitn(3, '\t');
        (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap())
    })
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// Encoding again gives the same bytes: new fields are absent, and absent fields are not encoded.
fn decoded<E: Event + Fact>(subject: &str, hex: &str) {
    let encoded = bytes(hex);
    let decoded = E::decode(&Envelope { subject, ..Envelope::default() }, &encoded)
        .unwrap_or_else(|error| panic!("{subject}: {error}"));
    assert!(decoded.encode() == encoded, "{subject}: something of it was lost");
}

#[test]
fn messages_of_older_workers_are_decoded_without_loss() {
    let mut subjects = Vec::new();
    for (_, subject, hex) in samples().filter(|(kind, ..)| *kind == "fact") {
        match subject {
            "auspex.classification.made" => decoded::<EventClassified>(subject, hex),
            "auspex.research.requested" => decoded::<ResearchRequested>(subject, hex),
            "auspex.research.gathered" => decoded::<ResearchGathered>(subject, hex),
            "auspex.evidence.filtered" => decoded::<EvidenceFiltered>(subject, hex),
            "auspex.forecast.requested" => decoded::<ForecastRequested>(subject, hex),
            "auspex.forecast.made" => decoded::<ForecastMade>(subject, hex),
            "auspex.run.answered" => decoded::<RunAnswered>(subject, hex),
            other => panic!("nobody hears {other}"),
        }
        subjects.push(subject);
    }
    assert_eq!(subjects.len(), 7, "{subjects:?}");
}

/// Writing again keeps all fields; fields may be added.
fn read<T: DeserializeOwned + Serialize>(kind: &str, text: &str) {
    let read: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{kind}: {error}"));
    let (was, is) = (serde_json::from_str(text).unwrap(), serde_json::to_value(read).unwrap());
    holds(&is, &was, kind);
}

fn holds(is: &Value, was: &Value, place: &str) {
    match (is, was) {
        (Value::Object(is), Value::Object(was)) => {
            let missing = &Value::Null;
            was.iter().for_each(|(key, was)| holds(is.get(key).unwrap_or(missing), was, &format!("{place}.{key}")));
        }
        (Value::Array(is), Value::Array(was)) if is.len() == was.len() => {
            is.iter().zip(was).enumerate().for_each(|(n, (is, was))| holds(is, was, &format!("{place}[{n}]")));
        }
        (is, was) => assert_eq!(is, was, "{place} was stored otherwise"),
    }
}

#[test]
fn rows_of_older_workers_are_read_without_loss() {
    let mut kinds = Vec::new();
    for (kind, _, text) in samples().filter(|(kind, ..)| *kind != "fact") {
        match kind {
            "run" => read::<Run>(kind, text),
            "question" => read::<Question>(kind, text),
            "answer" | "evidence" => read::<Evidence>(kind, text),
            "research" => read::<Research>(kind, text),
            "forecast" => read::<Forecast>(kind, text),
            other => panic!("nobody reads {other}"),
        }
        kinds.push(kind);
    }
    kinds.dedup();
    assert_eq!(kinds, ["run", "question", "answer", "evidence", "research", "forecast"]);
}
