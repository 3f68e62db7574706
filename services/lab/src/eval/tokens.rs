//! `lab eval tokens`: the token that a mint, symbol or name refers to, resolved by the memory in Postgres
//! (`auspex import tokens` fills it).
//!
//! Each query is resolved twice, by the in-process snapshot of the entities and by Postgres; a row on which the two
//! differ is refused.

mod answer;
mod speed;

use std::time::Instant;

use anyhow::Context as _;
use domain::Tenant;
use domain::entity::resolve::{EntityQuery, Resolution, resolve};
use runtime::config::Env;
use secrecy::ExposeSecret;
use serde::Deserialize;
use store::memory::Snapshot;
use store::{Memory, Store};

use answer::Answer;

use super::{Answers, EvalReport, Files, Line, lines};

/// Identifiers per statement: a fuzzy name takes tens of milliseconds, and a statement must stay below the store's
/// timeout of 10 s.
const BATCH: usize = 32;

#[derive(Debug, Deserialize)]
struct Query {
    id: String,
    query: String,
    hint: Option<Hint>,
}

/// Context in which the identifier was seen.
#[derive(Debug, Default, Deserialize)]
struct Hint {
    #[serde(default)]
    name: Option<String>,
}

impl Query {
    fn ask(&self) -> EntityQuery {
        let name = self.hint.as_ref().and_then(|hint| hint.name.clone()).unwrap_or_default();
        EntityQuery { identifier: self.query.clone(), name }
    }
}

/// Answers each query of an NDJSON file (`id`, `query`, `hint`).
pub(super) async fn run(files: &Files) -> anyhow::Result<EvalReport> {
    let (queries, refused) = lines::<Query>(&files.input)?;
    let mut report = EvalReport::new("tokens", "queries");
    report.refused = refused;
    let store = connect().await?;
    let mut snapshot = Snapshot::default();
    store.memory().refresh(&mut snapshot).await?;
    anyhow::ensure!(
        !snapshot.directory.is_empty(),
        "the memory has no entities; import a list with `auspex import tokens FILE`"
    );
    let asked: Vec<EntityQuery> = queries.iter().map(|line| line.row.ask()).collect();
    let start = Instant::now();
    let found: Vec<Resolution> = asked.iter().map(|ask| resolve(snapshot.directory.seen_by(None), ask)).collect();
    report.timed(found.len(), start.elapsed());
    let resolved: Vec<(EntityQuery, Resolution)> = asked.into_iter().zip(found).collect();
    let mut answers = Answers::create(&files.output)?;
    for (Line { row, .. }, (_, found)) in queries.iter().zip(&resolved) {
        answers.json(&Answer::new(&row.id, found))?;
    }
    answers.finish()?;
    compare_with_postgres(&store, &queries, &resolved, &mut report).await?;
    speed::measure(&store, &mut snapshot, &resolved, &mut report).await?;
    Ok(report)
}

async fn connect() -> anyhow::Result<Store> {
    let mut env = Env::from_process();
    let url =
        env.secret_text("AUSPEX_POSTGRES_URL", "postgres://127.0.0.1:5432/auspex", "Postgres with user and database.");
    let connected = Store::connect(store::PostgresConfig::new(url.expose_secret(), "lab")).await;
    connected.context("connecting to Postgres at AUSPEX_POSTGRES_URL")
}

/// Resolves the same queries in Postgres and refuses each row whose resolution differs.
async fn compare_with_postgres(
    store: &Store,
    queries: &[Line<Query>],
    resolved: &[(EntityQuery, Resolution)],
    report: &mut EvalReport,
) -> anyhow::Result<()> {
    let asked: Vec<EntityQuery> = resolved.iter().map(|(ask, _)| ask.clone()).collect();
    let (start, mut stored) = (Instant::now(), Vec::new());
    for batch in asked.chunks(BATCH) {
        stored.extend(store.memory().resolve(&Tenant::default(), batch).await?);
    }
    report
        .figures
        .insert("postgres_queries_per_second", super::report::rate(stored.len(), start.elapsed().as_secs_f64()));
    for ((line, (_, local)), stored) in queries.iter().zip(resolved).zip(&stored) {
        let answer = |found| Answer::new(&line.row.id, found);
        if !answer(local).decides_as(&answer(stored)) {
            report.refuse(&line.place, "Postgres and the snapshot resolve it differently");
        }
    }
    Ok(())
}
