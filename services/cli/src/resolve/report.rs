//! The account of what was recorded.

use std::fmt;

use domain::{RunId, Time};
use serde::Serialize;
use store::Store;
use store::outcomes::{Outcome, Question, Recorded, Resolution};

use crate::formats::Refusal;
use crate::output;

/// What was recorded.
#[derive(Debug, Default, Serialize)]
pub(super) struct Report {
    /// Questions that had no outcome before.
    new: usize,
    /// Questions whose outcome was known already.
    same: usize,
    /// Questions whose outcome was another one.
    corrected: Vec<Correction>,
    /// Markets that nobody asked about.
    pub(super) unasked: usize,
    /// Lines that were refused.
    pub(super) refused: Vec<Refusal>,
}

/// One correction.
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

impl Report {
    /// Records, and takes account.
    pub(super) async fn record(&mut self, store: &Store, resolutions: Vec<Resolution>) -> anyhow::Result<()> {
        let recorded = store.record_outcomes(&resolutions).await?;
        for (resolution, recorded) in resolutions.into_iter().zip(recorded) {
            match recorded {
                Recorded::New => self.new += 1,
                Recorded::Same => self.same += 1,
                Recorded::Corrected { was, was_at } => {
                    let Resolution { question, value, .. } = resolution;
                    self.corrected.push(Correction { key: question.key, run: question.run, was, was_at, is: value });
                }
            }
        }
        Ok(())
    }

    /// Prints it.
    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        let Self { new, same, corrected, unasked, refused } = self;
        output::line(&format!(
            "{new} recorded, {} corrected, {same} known already, {} refused",
            corrected.len(),
            refused.len()
        ))?;
        if *unasked > 0 {
            output::line(&format!("{unasked} markets were never asked about"))?;
        }
        Ok(output::first_of(&[&output::lines(corrected), &output::lines(refused)])?)
    }
}

/// One thing that was said about a question.
#[derive(Debug, Serialize)]
pub(super) struct Told {
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

impl Told {
    pub(super) fn of(question: &Question, outcome: &Outcome) -> Self {
        let Outcome { value, resolved_at, learned_at, retired_at, origin, because } = outcome.clone();
        let (origin, question, key, run) = (origin.name(), question.text.clone(), question.key.clone(), question.run);
        Self { question, key, run, value, resolved_at, learned_at, retired_at, origin, because }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, resolved_at, learned_at, retired_at, origin, because, .. } = self;
        write!(
            f,
            "{:<4} decided {}, learned {} by {origin}",
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

#[expect(clippy::float_cmp, reason = "exactly one and exactly zero have names")]
fn word(value: f64) -> String {
    if value == 1.0 {
        "YES".to_owned()
    } else if value == 0.0 {
        "NO".to_owned()
    } else {
        format!("{value:.2}")
    }
}
