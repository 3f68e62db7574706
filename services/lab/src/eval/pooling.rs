//! `lab eval pooling`: pools rows of samples, and the crowd if a row has one, as the forecaster pools its estimates and
//! a market price. No parameter is fitted to the set.

use std::collections::BTreeMap;
use std::time::Instant;

use domain::Probability;
use forecasting::{Opinion, Price, combine};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Answers, EvalReport, Files, Line, files_in, lines};

/// Command-line options of `lab eval pooling`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    /// Ignore the crowd and pool the samples only.
    #[arg(long)]
    no_crowd: bool,
}

/// One question at one time. Each list in a row holds the samples of one model under any key. The outcome is used for
/// the Brier score only and never reaches the pool.
#[derive(Debug, Deserialize)]
struct Row {
    #[serde(default)]
    retrieval: Value,
    #[serde(alias = "qid", alias = "id")]
    q: Value,
    #[serde(default)]
    crowd: Option<f64>,
    #[serde(default)]
    outcome: Option<f64>,
    #[serde(flatten)]
    models: BTreeMap<String, Value>,
}

#[derive(Debug, Serialize)]
struct Answer {
    retrieval: Value,
    q: Value,
    p: f64,
}

/// Pools each row of an NDJSON file, or of all NDJSON files in a folder.
pub(super) fn run(args: &Args) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("pooling", "questions");
    let mut answers = Answers::create(&args.files.output)?;
    let (mut squares, mut known) = (0.0, 0.0);
    for file in files_in(&args.files.input, "ndjson")? {
        let (rows, refused) = lines::<Row>(&file)?;
        report.refused.extend(refused);
        let start = Instant::now();
        let made: Vec<(Answer, Option<f64>)> =
            rows.into_iter().map(|Line { row, .. }| answer(row, !args.no_crowd)).collect();
        report.timed(made.len(), start.elapsed());
        for (answer, outcome) in &made {
            if let Some(outcome) = outcome {
                squares += (answer.p - outcome).powi(2);
                known += 1.0;
            }
            answers.json(answer)?;
        }
    }
    if known > 0.0 {
        report.figures.insert("brier", squares / known);
    }
    answers.finish()?;
    Ok(report)
}

/// Pools one row; the probability is 0.5 if the row has neither samples nor a crowd.
fn answer(row: Row, with_crowd: bool) -> (Answer, Option<f64>) {
    let models: Vec<Vec<Opinion>> = row.models.values().map(samples).collect();
    let crowd = row.crowd.filter(|_| with_crowd).and_then(|price| Probability::clamp(price).ok());
    let p = combine(&models, crowd.map(Price::plain)).map_or(0.5, |pooled| pooled.probability.get());
    (Answer { retrieval: row.retrieval, q: row.q, p }, row.outcome)
}

/// Returns the probabilities in a list and skips other values.
fn samples(model: &Value) -> Vec<Opinion> {
    let values = model.as_array().into_iter().flatten().filter_map(Value::as_f64);
    values.filter_map(|value| Probability::clamp(value).ok()).map(Opinion::plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pooled(text: &str, no_crowd: bool) -> (Vec<Value>, EvalReport) {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("rows.ndjson");
        std::fs::write(&input, text).unwrap();
        let files = Files { input, output: folder.path().join("out.ndjson") };
        let report = run(&Args { files: files.clone(), no_crowd }).unwrap();
        let text = std::fs::read_to_string(files.output).unwrap();
        (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), report)
    }

    fn p(answer: &Value) -> f64 {
        answer["p"].as_f64().unwrap()
    }

    #[test]
    fn samples_of_one_model_count_as_one_opinion_and_invalid_samples_are_skipped() {
        let text = concat!(
            r#"{"retrieval":1,"q":0,"outcome":1,"base":[0.2,0.2,0.2,"x",7,null],"other":[0.8]}"#,
            "\n",
            r#"{"retrieval":1,"q":"b","base":[]}"#,
            "\nnonsense\n",
        );
        let (answers, report) = pooled(text, false);
        assert!((p(&answers[0]) - 0.5).abs() < 1e-9 && (p(&answers[1]) - 0.5).abs() < 1e-9);
        assert_eq!((&answers[0]["retrieval"], &answers[1]["q"]), (&Value::from(1), &Value::from("b")));
        assert_eq!((report.done, report.refused.len()), (2, 1));
        assert!((report.figures["brier"] - 0.25).abs() < 1e-9, "over the rows whose outcome is known");
    }

    #[test]
    fn the_crowd_counts_unless_it_is_withheld() {
        let text = r#"{"retrieval":1,"q":0,"crowd":0.9,"base":[0.5]}"#;
        let (with, without) = (pooled(text, false).0, pooled(text, true).0);
        assert!(p(&with[0]) > 0.8 && (p(&without[0]) - 0.5).abs() < 1e-9);
        let alone = pooled(r#"{"retrieval":1,"q":0,"crowd":0.93}"#, false).0;
        assert!((p(&alone[0]) - 0.93).abs() < 1e-9);
    }
}
