//! What a backtest says: the score, the rows, the leaks, and who has no forecast.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use domain::{Forecast, JobId, MicroUsd};
use serde::Serialize;
use serde_json::{Value, json};

use super::leaks::{Kind, Leak};
use super::set::{Asked, Set};
use crate::output;
use crate::score::figures::{Figures, Judged};

/// Leaks that are named on the terminal; the file has all.
const NAMED: usize = 10;

/// A forecast as it was made, and the leaks in its evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// The event that asked.
    pub event: JobId,
    /// The forecast.
    pub forecast: Forecast,
    /// Evidence that looks back.
    pub leaks: Vec<Leak>,
}

/// Everything.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Questions that were asked.
    pub asked: usize,
    /// Forecasts that were made.
    pub forecasts: usize,
    /// Rows that are no question.
    pub refused: usize,
    /// Questions without a forecast, by name.
    pub missing: Vec<String>,
    /// From the first question published to the last forecast, in seconds.
    pub seconds: f64,
    /// What all runs cost.
    pub cost: MicroUsd,
    /// The score of those whose outcome is known; `None` where no outcome is.
    pub score: Option<Figures>,
    /// Pieces of evidence that look back, by kind.
    pub leaks: BTreeMap<&'static str, usize>,
    #[serde(skip)]
    rows: Vec<Value>,
    #[serde(skip)]
    listed: Vec<Leak>,
    #[serde(skip)]
    open: u64,
}

impl Report {
    /// From the answers; `open` of the questions were not settled when the wait was over.
    pub fn of(set: &Set, answered: Vec<Answered>, (open, took): (u64, Duration), seed: u64) -> Self {
        let by_event: BTreeMap<JobId, Answered> = answered.into_iter().map(|one| (one.event, one)).collect();
        let answer = |asked: &Asked| by_event.get(&asked.event.job());
        let missing = set.asked.iter().filter(|asked| answer(asked).is_none());
        let judged: Vec<Judged> = set.asked.iter().filter_map(|asked| judged(asked, answer(asked)?)).collect();
        let listed: Vec<Leak> = set.asked.iter().filter_map(answer).flat_map(|one| one.leaks.clone()).collect();
        Self {
            asked: set.asked.len(),
            forecasts: by_event.len(),
            refused: set.refused.len(),
            missing: missing.map(|asked| asked.event.id.as_str().to_owned()).collect(),
            seconds: took.as_secs_f64(),
            cost: by_event.values().map(|one| one.forecast.cost).sum(),
            score: (!judged.is_empty()).then(|| Figures::of(&judged, seed)),
            leaks: counted(&listed),
            rows: set.asked.iter().filter_map(|asked| Some(row(asked, answer(asked)?))).collect(),
            listed,
            open,
        }
    }

    /// Every row was asked and has its forecast.
    pub fn is_complete(&self) -> bool {
        self.refused == 0 && self.missing.is_empty()
    }

    /// The wait was too long for some.
    pub fn timed_out(&self) -> bool {
        self.open > 0
    }

    /// Writes rows and leaks, beside the set if nobody says where.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, set: &Path, (out, leaks): (Option<&Path>, Option<&Path>)) -> anyhow::Result<Written<'_>> {
        let beside = |ending: &str| PathBuf::from(set.file_name().unwrap_or_default()).with_extension(ending);
        let out = out.map_or_else(|| beside("forecasts.ndjson"), Path::to_owned);
        let leaks = leaks.map_or_else(|| beside("leaks.ndjson"), Path::to_owned);
        lines(&out, &self.rows)?;
        lines(&leaks, &self.listed)?;
        Ok(Written { report: self, out, leaks })
    }

    fn told(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} of {} questions have a forecast, after {:.1} s, for {}.",
            self.forecasts, self.asked, self.seconds, self.cost
        )];
        lines.extend(self.missing.iter().map(|id| format!("no forecast  {id}")));
        if let Some(score) = &self.score {
            lines.push(String::new());
            lines.extend(score.lines());
        }
        lines.push(String::new());
        lines.extend(self.leaks_told());
        lines
    }

    fn leaks_told(&self) -> Vec<String> {
        let passed: Vec<&Leak> = self.listed.iter().filter(|leak| leak.kind != Kind::Withheld).collect();
        let withheld = self.listed.len() - passed.len();
        let mut lines = vec![format!(
            "Evidence that looks back: {withheld} pieces withheld, {} used and worth a look.",
            passed.len()
        )];
        lines.extend(passed.iter().take(NAMED).map(|leak| {
            let text: String = leak.text.chars().take(80).collect();
            format!("    {} {}: {}: {text}", leak.qid, leak.evidence, leak.why)
        }));
        lines
    }
}

/// A report whose files are written.
#[derive(Debug)]
pub struct Written<'a> {
    report: &'a Report,
    out: PathBuf,
    leaks: PathBuf,
}

impl Written<'_> {
    /// For a person, or as one object.
    ///
    /// # Errors
    /// When standard output is closed.
    pub fn print(&self, is_json: bool) -> anyhow::Result<()> {
        if is_json {
            let mut value = serde_json::to_value(self.report)?;
            value["out"] = json!(self.out);
            value["leaks_out"] = json!(self.leaks);
            return output::json(&value);
        }
        self.report.told().iter().try_for_each(|line| output::line(line))?;
        output::line(&format!("Forecasts: {}. Leaks: {}.", self.out.display(), self.leaks.display()))?;
        Ok(())
    }
}

fn judged(asked: &Asked, answered: &Answered) -> Option<Judged> {
    Some(Judged {
        p: answered.forecast.probability.get(),
        outcome: asked.truth.outcome?,
        crowd: asked.truth.crowd.filter(|price| (0.0..=1.0).contains(price)),
        group: asked.truth.source.clone(),
    })
}

/// As the set's scorer reads it, and for a person who looks further.
fn row(asked: &Asked, answered: &Answered) -> Value {
    let (truth, forecast) = (&asked.truth, &answered.forecast);
    let p = forecast.probability.get();
    json!({
        "qid": truth.qid, "set": truth.set, "resolution_date": truth.resolution_date, "p": p,
        "source": truth.source, "crowd": truth.crowd, "outcome": truth.outcome,
        "brier": truth.outcome.map(|outcome| (p - outcome).powi(2)),
        "lower": forecast.lower.get(), "upper": forecast.upper.get(), "confidence": forecast.confidence,
        "uncalibrated": forecast.uncalibrated.map(domain::Probability::get),
        "run": forecast.run.id, "asked_at": forecast.run.asked_at, "model": forecast.model,
        "prompt_version": forecast.prompt_version, "cost_micro_usd": forecast.cost, "iterations": forecast.iterations,
        "evidence_used": forecast.evidence_used, "flags": forecast.flags, "leaks": answered.leaks.len(),
    })
}

fn counted(leaks: &[Leak]) -> BTreeMap<&'static str, usize> {
    let name = |kind| match kind {
        Kind::Withheld => "withheld",
        Kind::NamesResolutionDate => "names_resolution_date",
        Kind::TellsOutcome => "tells_outcome",
    };
    leaks.iter().fold(BTreeMap::new(), |mut counts, leak| {
        *counts.entry(name(leak.kind)).or_default() += 1;
        counts
    })
}

fn lines<T: Serialize>(file: &Path, rows: &[T]) -> anyhow::Result<()> {
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
    use domain::event::{AskConfig, AskedQuestion};
    use domain::{Event, EventId, Kind as Kinds, Tenant};

    use super::*;
    use crate::backtest::set::Truth;

    fn asked(id: &str) -> Asked {
        let question = AskedQuestion {
            text: "Will it?".into(),
            background: String::new(),
            resolution_criteria: String::new(),
            closes: None,
            market: None,
            config: AskConfig::default(),
            topic: String::new(),
        };
        let event = Event {
            id: EventId::parse(id).unwrap(),
            tenant: Tenant::default(),
            source: String::new(),
            occurred_at: None,
            budget: None,
            kind: Kinds::Question(question),
        };
        Asked { event, truth: Truth { qid: id.into(), outcome: Some(1.0), ..Truth::default() } }
    }

    #[test]
    fn a_question_without_a_forecast_is_named_and_nothing_is_scored_in_its_place() {
        let set = Set { asked: vec![asked("a"), asked("b")], refused: Vec::new() };
        let report = Report::of(&set, Vec::new(), (2, Duration::from_secs(1)), 1);
        assert!(!report.is_complete() && report.timed_out());
        assert_eq!(
            (report.missing.as_slice(), report.score.is_none(), report.rows.len()),
            (&["a".into(), "b".into()][..], true, 0)
        );
        let told = report.told().join("\n");
        assert!(told.contains("0 of 2 questions") && told.contains("no forecast  b"), "{told}");
        assert!(Report::of(&Set::default(), Vec::new(), (0, Duration::ZERO), 1).is_complete());
    }
}
