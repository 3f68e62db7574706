//! `lab voi`: compares two rules for buying rounds of research, by value of information and to a fixed depth, at equal
//! spend, on recorded answers.
//!
//! A row has the estimate at each decision about another round, with the expected gain and cost of that round, the last
//! estimate, and the outcome. Every rule is replayed on the same rows: stopping earlier takes the earlier estimate and
//! saves the cost of the rounds that follow. `auspex backtest` writes such rows; a backtest in which each round is
//! bought records most, for example with `AUSPEX_FORECASTER_BRIER_USD=1000000`.

mod replay;

use std::path::PathBuf;

use anyhow::ensure;
use serde::Deserialize;

use crate::eval::{Line, files_in, lines};
use crate::output;
use replay::{Comparison, Decision, Recorded};

/// Seed of the bootstrap intervals.
const SEED: u64 = 1;

/// Command-line options of `lab voi`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rows of `auspex backtest` (NDJSON), or a folder of such files.
    input: PathBuf,
    /// Print the comparison as JSON.
    #[arg(long)]
    json: bool,
    /// Seed of the bootstrap intervals.
    #[arg(long, default_value_t = SEED)]
    seed: u64,
}

#[derive(Debug, Deserialize)]
struct Row {
    /// Last estimate of the probability.
    p: f64,
    outcome: Option<f64>,
    #[serde(default)]
    rounds: Vec<Round>,
}

#[derive(Debug, Deserialize)]
struct Round {
    estimate: f64,
    gain_micro_usd: u64,
    cost_micro_usd: u64,
    goes_on: bool,
}

/// Replays both rules and prints a line per depth, and one for the rule of the fleet: a round is bought if its gain
/// exceeds its cost.
///
/// # Errors
/// If a file cannot be read, a row is invalid, or no row has an outcome and a decision.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut recorded = Vec::new();
    let mut skipped = 0;
    for file in files_in(&args.input, "ndjson")? {
        let (rows, refused) = lines::<Row>(&file)?;
        if let Some(first) = refused.first() {
            anyhow::bail!(
                "{first}: a row is {{p, outcome, rounds: [{{estimate, gain_micro_usd, cost_micro_usd, goes_on}}]}}"
            );
        }
        for Line { place, row } in rows {
            match row.recorded() {
                Some(row) => recorded.push(row),
                None if row.is_valid() => skipped += 1,
                None => anyhow::bail!("{place}: a probability is from 0 to 1"),
            }
        }
    }
    ensure!(!recorded.is_empty(), "no row has an outcome and a decision about another round");
    let comparison = Comparison::new(&recorded, args.seed);
    if args.json {
        return output::json(&comparison);
    }
    comparison.lines().iter().try_for_each(|line| output::line(line))?;
    if skipped > 0 {
        output::line(&format!("{skipped} rows without an outcome or a decision were left out."))?;
    }
    Ok(())
}

impl Row {
    fn is_valid(&self) -> bool {
        let estimates = self.rounds.iter().map(|round| round.estimate);
        estimates.chain([self.p]).chain(self.outcome).all(|p| (0.0..=1.0).contains(&p))
    }

    /// Returns the decisions after which a round followed; `None` if there are none, or no outcome.
    fn recorded(&self) -> Option<Recorded> {
        let outcome = self.outcome.filter(|_| self.is_valid())?;
        let bought = self.rounds.iter().take_while(|round| round.goes_on);
        let decisions: Vec<Decision> = bought
            .map(|round| Decision { estimate: round.estimate, gain: round.gain_micro_usd, cost: round.cost_micro_usd })
            .collect();
        // After the last bought round the estimate is that of the next decision, or the forecast if there was none.
        let last = self.rounds.get(decisions.len()).map_or(self.p, |round| round.estimate);
        (!decisions.is_empty()).then_some(Recorded { decisions, last, outcome })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Row {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_row_has_the_rounds_that_were_bought_and_the_estimate_after_them() {
        let round = |estimate: f64, goes_on: bool| {
            format!(r#"{{"estimate":{estimate},"gain_micro_usd":5,"cost_micro_usd":3,"goes_on":{goes_on}}}"#)
        };
        let one = format!(r#"{{"p":0.9,"outcome":1.0,"rounds":[{},{}]}}"#, round(0.5, true), round(0.7, false));
        let recorded = row(&one).recorded().unwrap();
        assert_eq!((recorded.decisions.len(), recorded.last), (1, 0.7));
        let two = format!(r#"{{"p":0.9,"outcome":1.0,"rounds":[{}]}}"#, round(0.5, true));
        assert_eq!(row(&two).recorded().unwrap().last, 0.9);
        for none in [
            r#"{"p":0.9,"outcome":1.0}"#.to_owned(),
            format!(r#"{{"p":0.9,"outcome":1.0,"rounds":[{}]}}"#, round(0.5, false)),
            two.replace("1.0,\"rounds", "null,\"rounds"),
            two.replace("0.5", "1.5"),
        ] {
            assert!(row(&none).recorded().is_none(), "{none}");
        }
    }

    #[test]
    fn files_are_read_and_an_invalid_row_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("rows.ndjson");
        let args = Args { input: input.clone(), json: true, seed: SEED };
        std::fs::write(&input, "{\"p\":0.5,\"outcome\":1}\n").unwrap();
        assert!(run(&args).unwrap_err().to_string().contains("no row has"));
        std::fs::write(&input, "{\"p\":7,\"outcome\":1}\n").unwrap();
        let error = run(&args).unwrap_err().to_string();
        assert!(error.contains("rows.ndjson:1") && error.contains("from 0 to 1"), "{error}");
    }
}
