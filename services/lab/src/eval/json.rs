//! `lab eval json`: repairs malformed JSON as the model client does, over rows {id, input}.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Answers, EvalReport, Files, Line, files_in, lines};

#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    input: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Output(Value),
    Error(String),
}

#[derive(Debug, Serialize)]
struct Answer {
    id: String,
    #[serde(flatten)]
    outcome: Outcome,
}

/// Repairs each row of an NDJSON file, or of all NDJSON files in a folder. The answer to a refused text is the reason.
pub(super) fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("json", "texts");
    let mut answers = Answers::create(&files.output)?;
    let mut refusals = 0_u32;
    for file in files_in(&files.input, "ndjson")? {
        let (cases, refused) = lines::<Case>(&file)?;
        report.refused.extend(refused);
        let start = Instant::now();
        let made: Vec<Answer> = cases.into_iter().map(repaired).collect();
        report.timed(made.len(), start.elapsed());
        for answer in &made {
            refusals += u32::from(matches!(answer.outcome, Outcome::Error(_)));
            answers.json(answer)?;
        }
    }
    report.figures.insert("refused_as_no_json", f64::from(refusals));
    answers.finish()?;
    Ok(report)
}

fn repaired(Line { row, .. }: Line<Case>) -> Answer {
    let outcome = match llm::repair::repair(&row.input) {
        Ok(value) => Outcome::Output(value),
        Err(error) => Outcome::Error(error.to_string()),
    };
    Answer { id: row.id, outcome }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_an_answer_or_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("cases.ndjson");
        std::fs::write(&input, "{\"id\":\"a\",\"input\":\"{x: 1\"}\n{\"id\":\"b\",\"input\":\"\"}\n").unwrap();
        let files = Files { input: folder.path().to_owned(), output: folder.path().join("out/answers") };
        let report = run(&files).unwrap();
        let written = std::fs::read_to_string(&files.output).unwrap();
        assert_eq!(
            written,
            "{\"id\":\"a\",\"output\":{\"x\":1}}\n{\"id\":\"b\",\"error\":\"there is no value in the text\"}\n"
        );
        assert_eq!((report.done, report.figures["refused_as_no_json"] as u32), (2, 1));
    }
}
