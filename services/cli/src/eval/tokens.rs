//! Which token a mint, symbol or name means, answered by the memory in Postgres (`auspex import tokens` fills it).
//!
//! Answers come from a copy of the entities that is brought up to date before every round, and once more from Postgres itself: both
//! must agree on every row.

mod answer;
mod speed;

use std::time::Instant;

use domain::entity::resolve::{Ask, Resolution, resolve};
use serde::Deserialize;
use store::memory::Snapshot;
use store::{Memory, Store};

use super::{Answers, Files, Line, Report, lines};
use crate::Context;

/// Identifiers in one question to Postgres: names that are only similar take tens of milliseconds each, and a person's patience with
/// a statement is five seconds.
const BATCH: usize = 32;

#[derive(Debug, Deserialize)]
struct Query {
    id: String,
    query: String,
    hint: Option<Hint>,
}

/// What was seen beside the identifier.
#[derive(Debug, Default, Deserialize)]
struct Hint {
    #[serde(default)]
    name: Option<String>,
}

impl Query {
    fn ask(&self) -> Ask {
        let name = self.hint.as_ref().and_then(|hint| hint.name.clone()).unwrap_or_default();
        Ask { identifier: self.query.clone(), name }
    }
}

/// Answers every query of an NDJSON file (`id`, `query`, `hint`).
pub(super) async fn run(files: &Files, context: &Context) -> anyhow::Result<Report> {
    let (queries, refused) = lines::<Query>(&files.input)?;
    let mut report = Report::new("tokens", "queries");
    report.refused = refused;
    let store = context.store().await?;
    let mut snapshot = Snapshot::default();
    store.refresh(&mut snapshot).await?;
    anyhow::ensure!(
        !snapshot.directory.is_empty(),
        "no entity is known yet; `auspex import tokens FILE` brings a list"
    );
    let asks: Vec<Ask> = queries.iter().map(|line| line.row.ask()).collect();
    let start = Instant::now();
    let found: Vec<Resolution> = asks.iter().map(|ask| resolve(&snapshot.directory, ask)).collect();
    report.timed(found.len(), start.elapsed());
    let mut answers = Answers::create(&files.output)?;
    for (Line { row, .. }, found) in queries.iter().zip(&found) {
        answers.json(&answer::Answer::of(&row.id, found))?;
    }
    answers.finish()?;
    from_postgres(&store, (&queries, &asks, &found), &mut report).await?;
    speed::measure(&store, (&mut snapshot, &asks, &found), &mut report).await?;
    Ok(report)
}

/// The same questions to Postgres itself: a row on which it says otherwise is refused.
async fn from_postgres(
    store: &Store,
    (queries, asks, found): (&[Line<Query>], &[Ask], &[Resolution]),
    report: &mut Report,
) -> anyhow::Result<()> {
    let (start, mut asked) = (Instant::now(), Vec::new());
    for batch in asks.chunks(BATCH) {
        asked.extend(store.resolve(batch).await?);
    }
    report
        .figures
        .insert("postgres_queries_per_second", super::report::rate(asked.len(), start.elapsed().as_secs_f64()));
    for ((line, found), asked) in queries.iter().zip(found).zip(&asked) {
        let (copied, stored) = (answer::Answer::of(&line.row.id, found), answer::Answer::of(&line.row.id, asked));
        if !copied.decides_as(&stored) {
            report.refuse(&line.place, "Postgres and the copy of its entities answer differently");
        }
    }
    Ok(())
}
