//! `lab eval lei`: checks the form and the check digits of Legal Entity Identifiers, over rows {lei}.

use std::time::Instant;

use domain::Lei;
use serde::{Deserialize, Serialize};

use super::{Answers, EvalReport, Files, Line, files_in, lines};

#[derive(Debug, Deserialize)]
struct Case {
    lei: String,
}

#[derive(Debug, Serialize)]
struct Answer {
    lei: String,
    valid: bool,
}

/// Checks each row of an NDJSON file, or of all NDJSON files in a folder.
pub(super) fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let mut report = EvalReport::new("lei", "identifiers");
    let mut answers = Answers::create(&files.output)?;
    for file in files_in(&files.input, "ndjson")? {
        let (cases, refused) = lines::<Case>(&file)?;
        report.refused.extend(refused);
        let start = Instant::now();
        let check = |Line { row, .. }: Line<Case>| Answer { valid: Lei::parse(&row.lei).is_ok(), lei: row.lei };
        let made: Vec<Answer> = cases.into_iter().map(check).collect();
        report.timed(made.len(), start.elapsed());
        for answer in &made {
            answers.json(answer)?;
        }
    }
    answers.finish()?;
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_an_answer() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("cases.ndjson");
        std::fs::write(
            &input,
            "{\"lei\":\"7LTWFZYICNSX8D621K86\"}\n{\"lei\":\"7LTWFZYICNSX8D621K87\",\"why\":\"x\"}\n",
        )
        .unwrap();
        let files = Files { input, output: folder.path().join("answers") };
        assert_eq!(run(&files).unwrap().done, 2);
        let written = std::fs::read_to_string(&files.output).unwrap();
        let expected =
            "{\"lei\":\"7LTWFZYICNSX8D621K86\",\"valid\":true}\n{\"lei\":\"7LTWFZYICNSX8D621K87\",\"valid\":false}\n";
        assert_eq!(written, expected);
    }
}
