//! Looking into memory with a question: Postgres picks candidates and counts words, the crate `recall` ranks them and says how
//! sure it is. Nothing is kept beside the tables: the index is the GIN index over `search`, whose `english` lexemes are made by
//! the same stemmer as `recall`'s stems.
//!
//! Three statements: counts of the question's words, candidates, counts of the words that the best candidates lend.

mod candidates;
mod counts;
mod shares;

use domain::Tenant;
use domain::port::PortError;
use retrieval::ranking::{Passage, Question, Search};
use sqlx::PgPool;

use super::{Recalled, Retrieved};
use crate::Store;
use crate::effect::text::clean;
use crate::failure::Failed;

pub(crate) use shares::Known;

pub(super) async fn retrieve(store: &Store, tenant: &Tenant, query: &str, limit: u32) -> Result<Recalled, PortError> {
    let question = &Question::new(&clean(query));
    if question.is_empty() {
        return Ok(Recalled::default());
    }
    let known = &store.inner.shares;
    store.run("note", |pool: PgPool| async move { searched((&pool, known), tenant, question, limit).await }).await
}

/// Longest word of Postgres' text search, in bytes: nothing that is stored has a longer one, and asking for it is an error.
const LONGEST_WORD: usize = 2_046;

fn fits(stem: &str) -> bool {
    stem.len() <= LONGEST_WORD
}

async fn searched(
    (pool, known): (&PgPool, &Known),
    tenant: &Tenant,
    question: &Question,
    limit: u32,
) -> Result<Recalled, Failed> {
    let stems: Vec<String> = question.stems().filter(|stem| fits(stem)).map(str::to_owned).collect();
    let mut counts = counts::Counts::default();
    counts.add((pool, known), tenant, &stems).await?;
    if counts.is_empty() {
        return Ok(Recalled::default());
    }
    let found = candidates::best(pool, tenant, &counts, &stems).await?;
    let passages: Vec<Passage> = found.iter().map(candidates::Candidate::passage).collect();
    let passages: Vec<&Passage> = passages.iter().collect();
    let search = Search::new(question, &passages, &counts.frequencies);
    let lent: Vec<String> = search.lent().into_iter().filter(|stem| fits(stem)).collect();
    counts.add((pool, known), tenant, &lent).await?;
    let ranked = search.found(&counts.frequencies);
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let hits = ranked
        .hits
        .iter()
        .take(most)
        .map(|hit| Retrieved { score: hit.confidence, ..found[hit.place].retrieved.clone() });
    Ok(Recalled { confidence: ranked.confidence, hits: hits.collect() })
}
