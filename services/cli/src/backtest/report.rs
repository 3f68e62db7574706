//! Report of a backtest: score, rows, leaks, and questions without a forecast.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use domain::forecast::Valuation;
use domain::{Forecast, JobId, MicroUsd};
use operations::score_figures::{Figures, Judged};
use serde::Serialize;
use serde_json::{Value, json};

use super::fit::{FittedWeights, Resolved};
use super::leaks::{Leak, LeakKind};
use super::set::{BacktestQuestion, Set};
use crate::output;
use crate::score::figures;

/// Maximum leaks printed; the file has all.
const MAX_LEAKS_PRINTED: usize = 10;

/// A forecast with the leaks in its evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// Job of the question event.
    pub event: JobId,
    /// Forecast of the run.
    pub forecast: Forecast,
    /// Leaks in the run's evidence.
    pub leaks: Vec<Leak>,
}

/// Duration and result of the wait for the forecasts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wait {
    /// Number of questions unsettled at the timeout.
    pub open: u64,
    /// Time from the first published question to the end of the wait.
    pub took: Duration,
}

/// Result of a backtest.
#[derive(Debug, Serialize)]
pub struct BacktestReport {
    /// Number of questions asked.
    pub asked: usize,
    /// Number of forecasts made.
    pub forecasts: usize,
    /// Number of invalid rows.
    pub refused: usize,
    /// Event ids of the questions without a forecast.
    pub missing: Vec<String>,
    /// Seconds from the first published question to the last forecast.
    pub seconds: f64,
    /// Total cost of all runs.
    #[serde(rename = "cost_micro_usd")]
    pub cost: MicroUsd,
    /// Score of the questions with an outcome; `None` if there are none.
    pub score: Option<Figures>,
    /// Number of leaks by kind.
    pub leaks: BTreeMap<&'static str, usize>,
    /// Brier score by event id, of the questions with an outcome and a forecast.
    #[serde(skip)]
    pub scores: BTreeMap<String, f64>,
    #[serde(skip)]
    resolved: Vec<Resolved>,
    #[serde(skip)]
    rows: Vec<Value>,
    #[serde(skip)]
    listed: Vec<Leak>,
    #[serde(skip)]
    open: u64,
}

impl BacktestReport {
    /// Builds the report from the answers.
    pub fn new(set: &Set, answered: Vec<Answered>, wait: &Wait, seed: u64) -> Self {
        let by_event: BTreeMap<JobId, Answered> = answered.into_iter().map(|one| (one.event, one)).collect();
        let answer = |question: &BacktestQuestion| by_event.get(&question.event.job());
        let missing = set.questions.iter().filter(|question| answer(question).is_none());
        let judged: Vec<Judged> =
            set.questions.iter().filter_map(|question| judged(question, answer(question)?)).collect();
        let listed: Vec<Leak> = set.questions.iter().filter_map(answer).flat_map(|one| one.leaks.clone()).collect();
        Self {
            asked: set.questions.len(),
            forecasts: by_event.len(),
            refused: set.refused.len(),
            missing: missing.map(|question| question.event.id.as_str().to_owned()).collect(),
            seconds: wait.took.as_secs_f64(),
            cost: by_event.values().map(|one| one.forecast.cost).sum(),
            score: (!judged.is_empty()).then(|| Figures::new(&judged, seed)),
            leaks: counts_by_kind(&listed),
            scores: set.questions.iter().filter_map(|question| brier(question, answer(question)?)).collect(),
            resolved: set.questions.iter().filter_map(|question| resolved(question, answer(question)?)).collect(),
            rows: set.questions.iter().filter_map(|question| Some(row(question, answer(question)?))).collect(),
            listed,
            open: wait.open,
        }
    }

    /// Returns true if no row was refused and every question has a forecast.
    pub fn is_complete(&self) -> bool {
        self.refused == 0 && self.missing.is_empty()
    }

    /// Returns the versions of the prompts that the forecasts name, each once.
    pub fn prompt_versions(&self) -> Vec<String> {
        let named = self.rows.iter().filter_map(|row| row["prompt_version"].as_str()).filter(|name| !name.is_empty());
        named.map(ToOwned::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Fits the weights on the questions with an outcome.
    pub(super) fn fitted(&self, seed: u64) -> FittedWeights {
        FittedWeights::new(&self.resolved, seed)
    }

    /// Returns true if questions were unsettled at the timeout.
    pub fn timed_out(&self) -> bool {
        self.open > 0
    }

    /// Writes rows and leaks to the given files, or to files in the current directory named after the set.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, set: &Path, out: Option<&Path>, leaks: Option<&Path>) -> anyhow::Result<Written<'_>> {
        let beside = |ending: &str| PathBuf::from(set.file_name().unwrap_or_default()).with_extension(ending);
        let out = out.map_or_else(|| beside("forecasts.ndjson"), Path::to_owned);
        let leaks = leaks.map_or_else(|| beside("leaks.ndjson"), Path::to_owned);
        write_lines(&out, &self.rows)?;
        write_lines(&leaks, &self.listed)?;
        Ok(Written { report: self, out, leaks })
    }

    /// Formats the report for a person.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} of {} questions have a forecast, after {:.1} s, for {}.",
            self.forecasts, self.asked, self.seconds, self.cost
        )];
        lines.extend(self.missing.iter().map(|id| format!("no forecast  {id}")));
        if let Some(score) = &self.score {
            lines.push(String::new());
            lines.extend(figures::lines(score));
        }
        lines.push(String::new());
        lines.extend(self.leak_lines());
        lines
    }

    fn leak_lines(&self) -> Vec<String> {
        let passed: Vec<&Leak> = self.listed.iter().filter(|leak| leak.kind != LeakKind::Withheld).collect();
        let withheld = self.listed.len() - passed.len();
        let mut lines = vec![format!(
            "Hindsight in evidence: {withheld} pieces withheld, {} used; check the latter.",
            passed.len()
        )];
        lines.extend(passed.iter().take(MAX_LEAKS_PRINTED).map(|leak| {
            let text: String = leak.text.chars().take(80).collect();
            format!("    {} {}: {}: {text}", leak.qid, leak.evidence, leak.why)
        }));
        lines
    }
}

/// A report with the names of its written files.
#[derive(Debug)]
pub struct Written<'a> {
    report: &'a BacktestReport,
    out: PathBuf,
    leaks: PathBuf,
}

impl Written<'_> {
    /// Names the files on standard error.
    pub fn note(&self) {
        output::note(&self.files());
    }

    fn files(&self) -> String {
        format!("Forecasts: {}. Leaks: {}.", self.out.display(), self.leaks.display())
    }

    /// Prints the report as text, or as one JSON object.
    ///
    /// # Errors
    /// When standard output is closed.
    pub(super) fn print(&self, is_json: bool, fitted: Option<&FittedWeights>) -> anyhow::Result<()> {
        if is_json {
            let mut value = serde_json::to_value(self.report)?;
            value["out"] = json!(self.out);
            value["leaks_out"] = json!(self.leaks);
            if let Some(fitted) = fitted {
                value["weights"] = fitted.json();
            }
            return output::json(&value);
        }
        self.report.lines().iter().try_for_each(|line| output::line(line))?;
        fitted.map(FittedWeights::lines).iter().flatten().try_for_each(|line| output::line(line))?;
        output::line(&self.files())?;
        Ok(())
    }
}

/// Returns the Brier score of a question with an outcome, under the id of its event.
fn brier(question: &BacktestQuestion, answered: &Answered) -> Option<(String, f64)> {
    let score = (answered.forecast.probability.get() - question.truth.outcome?).powi(2);
    Some((question.event.id.as_str().to_owned(), score))
}

/// Returns what the weights are fitted on, of a question with an outcome.
fn resolved(question: &BacktestQuestion, answered: &Answered) -> Option<Resolved> {
    Some(Resolved::new(question.event.id.as_str(), &answered.forecast, question.truth.outcome?))
}

fn judged(question: &BacktestQuestion, answered: &Answered) -> Option<Judged> {
    Some(Judged {
        p: answered.forecast.probability.get(),
        outcome: question.truth.outcome?,
        crowd: question.truth.crowd.filter(|price| (0.0..=1.0).contains(price)),
        reviewed: None,
        group: question.truth.source.clone(),
    })
}

/// Builds a row in the format of the set's scorer, with additional fields.
fn row(question: &BacktestQuestion, answered: &Answered) -> Value {
    let (truth, forecast) = (&question.truth, &answered.forecast);
    let p = forecast.probability.get();
    let round = |valued: &Valuation| {
        json!({
            "estimate": valued.estimate.get(), "gain_micro_usd": valued.gain, "cost_micro_usd": valued.cost,
            "goes_on": valued.goes_on,
        })
    };
    let rounds: Vec<Value> = forecast.account.rounds.iter().map(round).collect();
    json!({
        "qid": truth.qid, "set": truth.set, "resolution_date": truth.resolution_date, "p": p,
        "source": truth.source, "crowd": truth.crowd, "outcome": truth.outcome,
        "brier": brier(question, answered).map(|(_, score)| score),
        "lower": forecast.lower.get(), "upper": forecast.upper.get(), "confidence": forecast.confidence,
        "uncalibrated": forecast.uncalibrated.map(domain::Probability::get),
        "run": forecast.run.id, "asked_at": forecast.run.asked_at, "model": forecast.model,
        "prompt_version": forecast.prompt_version, "cost_micro_usd": forecast.cost, "iterations": forecast.iterations,
        "evidence_used": forecast.evidence_used, "flags": forecast.flags, "leaks": answered.leaks.len(),
        "rounds": rounds,
    })
}

fn counts_by_kind(leaks: &[Leak]) -> BTreeMap<&'static str, usize> {
    let name = |kind| match kind {
        LeakKind::Withheld => "withheld",
        LeakKind::NamesResolutionDate => "names_resolution_date",
        LeakKind::TellsOutcome => "tells_outcome",
    };
    leaks.iter().fold(BTreeMap::new(), |mut counts, leak| {
        *counts.entry(name(leak.kind)).or_default() += 1;
        counts
    })
}

fn write_lines<T: Serialize>(file: &Path, rows: &[T]) -> anyhow::Result<()> {
    let write = || -> anyhow::Result<()> {
        let mut out = std::io::BufWriter::new(std::fs::File::create(file)?);
        for row in rows {
            writeln!(out, "{}", serde_json::to_string(row)?)?;
        }
        out.flush()?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use domain::event::AskedQuestion;
    use domain::{Event, EventId, EventKind};

    use super::*;
    use crate::backtest::set::Truth;

    fn question(id: &str) -> BacktestQuestion {
        let question = AskedQuestion { text: "Will it?".into(), ..AskedQuestion::default() };
        let event =
            Event { id: EventId::parse(id).unwrap(), kind: EventKind::Question(question), ..domain::testing::event() };
        BacktestQuestion { event, truth: Truth { qid: id.into(), outcome: Some(1.0), ..Truth::default() } }
    }

    #[test]
    fn a_question_without_a_forecast_is_listed_and_not_scored() {
        let set = Set { questions: vec![question("a"), question("b")], refused: Vec::new() };
        let wait = Wait { open: 2, took: Duration::from_secs(1) };
        let report = BacktestReport::new(&set, Vec::new(), &wait, 1);
        assert!(!report.is_complete() && report.timed_out());
        assert_eq!(
            (report.missing.as_slice(), report.score.is_none(), report.rows.len()),
            (&["a".into(), "b".into()][..], true, 0)
        );
        let text = report.lines().join("\n");
        assert!(text.contains("0 of 2 questions") && text.contains("no forecast  b"), "{text}");
        assert!(BacktestReport::new(&Set::default(), Vec::new(), &Wait::default(), 1).is_complete());
    }
}
