//! `lab eval deadlines`: the deadline that the text of a question names, read by its words alone: without its closing
//! time, its criteria and a model. Rows with a label are judged; the labels are in `deadlines.tsv`.

use std::collections::HashMap;
use std::time::Instant;

use anyhow::Context as _;
use domain::Time;
use forecasting::deadline;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Answers, EvalReport, Files, files_in, lines};

const LABELS: &str = include_str!("deadlines.tsv");

#[derive(Debug, Deserialize)]
struct Row {
    qid: Value,
    question: String,
    /// Time of asking.
    freeze_datetime: Time,
}

#[derive(Debug, Serialize)]
struct Answer {
    qid: Value,
    deadline: Option<Time>,
    quote: String,
}

/// Number of rows by what became of their label.
#[derive(Debug, Default, PartialEq)]
struct Judged {
    right: u32,
    wrong: u32,
    missed: u32,
    none: u32,
    invented: u32,
}

/// Reads each row of an NDJSON file, or of all NDJSON files in a folder.
pub(super) fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let labels = labels()?;
    let mut report = EvalReport::new("deadlines", "questions");
    let mut answers = Answers::create(&files.output)?;
    let mut judged = Judged::default();
    for file in files_in(&files.input, "ndjson")? {
        let (rows, refused) = lines::<Row>(&file)?;
        report.refused.extend(refused);
        let start = Instant::now();
        let read = |row: &Row| deadline::named(&row.question, row.freeze_datetime);
        let found: Vec<_> = rows.iter().map(|line| read(&line.row)).collect();
        report.timed(rows.len(), start.elapsed());
        for (row, found) in rows.into_iter().map(|line| line.row).zip(found) {
            let (deadline, quote) = found.map(|found| (found.at, found.quote)).unzip();
            if let Some(label) = labels.get(&key(&row)) {
                judged.add(*label, deadline);
            }
            answers.json(&Answer { qid: row.qid, deadline, quote: quote.unwrap_or_default() })?;
        }
    }
    report.figures = judged.figures();
    answers.finish()?;
    Ok(report)
}

/// A question is frozen on several days.
fn key(row: &Row) -> (String, String) {
    let qid = row.qid.as_str().map_or_else(|| row.qid.to_string(), str::to_owned);
    (qid, row.freeze_datetime.date_naive().to_string())
}

fn labels() -> anyhow::Result<HashMap<(String, String), Option<Time>>> {
    let rows = LABELS.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    rows.map(|line| {
        let parts: Vec<&str> = line.split('\t').collect();
        let [qid, day, deadline] = parts.as_slice() else { anyhow::bail!("{line:?} has not three columns") };
        let deadline = if *deadline == "-" { None } else { Some(deadline.parse().with_context(|| line.to_owned())?) };
        Ok((((*qid).to_owned(), (*day).to_owned()), deadline))
    })
    .collect()
}

impl Judged {
    fn add(&mut self, label: Option<Time>, found: Option<Time>) {
        *match (label, found) {
            (Some(label), Some(found)) if label == found => &mut self.right,
            (Some(_), Some(_)) => &mut self.wrong,
            (Some(_), None) => &mut self.missed,
            (None, None) => &mut self.none,
            (None, Some(_)) => &mut self.invented,
        } += 1;
    }

    fn figures(&self) -> std::collections::BTreeMap<&'static str, f64> {
        let Self { right, wrong, missed, none, invented } = *self;
        let named = right + wrong + missed;
        let mut figures: std::collections::BTreeMap<&'static str, f64> = [
            ("named", named),
            ("right", right),
            ("wrong", wrong),
            ("missed", missed),
            ("without", none + invented),
            ("invented", invented),
        ]
        .map(|(name, count)| (name, f64::from(count)))
        .into();
        if named > 0 {
            figures.insert("right_of_named", f64::from(right) / f64::from(named));
        }
        figures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_a_label_are_judged() {
        let labels = labels().unwrap();
        assert!(labels.len() > 300 && labels.values().any(Option::is_none));
        let (qid, day) = labels.iter().find(|(_, label)| label.is_none()).unwrap().0.clone();
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("rows.ndjson");
        let row = |qid: &str, question: &str| {
            serde_json::json!({ "qid": qid, "question": question, "freeze_datetime": format!("{day}T00:00:00Z") })
                .to_string()
        };
        let rows = [row(&qid, "Will it open by the end of 2098?"), row("unlabelled", "Will it open in 2098?")];
        std::fs::write(&input, rows.join("\n")).unwrap();
        let files = Files { input, output: folder.path().join("answers") };
        let report = run(&files).unwrap();
        assert_eq!((report.done, report.figures["invented"], report.figures["named"]), (2, 1.0, 0.0));
        let written = std::fs::read_to_string(&files.output).unwrap();
        assert!(written.contains("2098-12-31T23:59:59Z") && written.contains("in 2098"), "{written}");
    }
}
