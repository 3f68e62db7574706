//! Report of recorded outcomes.

use std::fmt;

use domain::{RunId, Time};
use operations::outcomes::OutcomeRecorded;
use serde::Serialize;
use store::Store;
use store::outcomes::{NewOutcome, Recorded, StoredOutcome, TrackedQuestion};

use crate::formats::Refusal;
use crate::output;

/// Counts and corrections of one `auspex resolve`.
#[derive(Debug, Default, Serialize)]
pub(super) struct ResolveReport {
    /// Questions without an earlier outcome.
    new: usize,
    /// Questions with the same outcome already recorded.
    same: usize,
    /// Questions with a different outcome recorded before.
    corrected: Vec<Correction>,
    /// Markets without a question.
    pub(super) unasked: usize,
    /// Refused lines of the file.
    pub(super) refused: Vec<Refusal>,
}

/// A corrected outcome.
#[derive(Debug, Serialize)]
struct Correction {
    key: String,
    run: Option<RunId>,
    was: f64,
    was_at: Time,
    is: f64,
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, was, was_at, is, .. } = self;
        write!(f, "{key}: was {} ({}), is {}", word(*was), was_at.format("%F"), word(*is))
    }
}

impl ResolveReport {
    /// Records the resolutions and counts the results.
    pub(super) async fn record(&mut self, store: &Store, resolutions: Vec<NewOutcome>) -> anyhow::Result<()> {
        let recorded = store.outcomes().record(&resolutions).await?;
        for (resolution, recorded) in resolutions.into_iter().zip(recorded) {
            match recorded {
                Recorded::New => self.new += 1,
                Recorded::Same => self.same += 1,
                Recorded::Corrected { was, was_at } => {
                    let NewOutcome { question, value, .. } = resolution;
                    self.corrected.push(Correction { key: question.key, run: question.run, was, was_at, is: value });
                }
            }
        }
        Ok(())
    }

    /// Counts what an operation has recorded.
    pub(super) fn add(&mut self, run: RunId, recorded: &OutcomeRecorded, is: f64) {
        match (recorded.replaced, recorded.replaced_at) {
            (Some(was), Some(was_at)) => {
                self.corrected.push(Correction { key: format!("run {run}"), run: Some(run), was, was_at, is });
            }
            _ if recorded.recorded == "same" => self.same += 1,
            _ => self.new += 1,
        }
    }

    /// Prints the report.
    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        let Self { new, same, corrected, unasked, refused } = self;
        output::line(&format!(
            "{new} recorded, {} corrected, {same} unchanged, {} refused",
            corrected.len(),
            refused.len()
        ))?;
        if *unasked > 0 {
            output::line(&format!("{unasked} markets without a question"))?;
        }
        Ok(output::print_first(&[&output::lines(corrected), &output::lines(refused)])?)
    }
}

/// A recorded outcome of a question.
#[derive(Debug, Serialize)]
pub(super) struct HistoryEntry {
    question: String,
    key: String,
    run: Option<RunId>,
    value: f64,
    resolved_at: Time,
    learned_at: Time,
    retired_at: Option<Time>,
    origin: &'static str,
    because: String,
}

impl HistoryEntry {
    pub(super) fn new(question: &TrackedQuestion, outcome: &StoredOutcome) -> Self {
        let StoredOutcome { value, resolved_at, learned_at, retired_at, origin, because } = outcome.clone();
        let (origin, question, key, run) = (origin.name(), question.text.clone(), question.key.clone(), question.run);
        Self { question, key, run, value, resolved_at, learned_at, retired_at, origin, because }
    }
}

impl fmt::Display for HistoryEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, resolved_at, learned_at, retired_at, origin, because, .. } = self;
        write!(
            f,
            "{:<4} resolved {}, recorded {} by {origin}",
            word(*value),
            resolved_at.format("%F %R"),
            learned_at.format("%F %R")
        )?;
        if !because.is_empty() {
            write!(f, " ({because})")?;
        }
        match retired_at {
            Some(at) => write!(f, ", corrected {}", at.format("%F %R")),
            None => Ok(()),
        }
    }
}

#[expect(clippy::float_cmp, reason = "only exactly 1 and exactly 0 are printed as words")]
fn word(value: f64) -> String {
    if value == 1.0 {
        "YES".to_owned()
    } else if value == 0.0 {
        "NO".to_owned()
    } else {
        format!("{value:.2}")
    }
}
