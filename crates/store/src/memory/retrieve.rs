//! Retrieval from memory: Postgres selects candidates and counts words, `retrieval::ranking` ranks the candidates and
//! estimates the confidence. The only index is the GIN index over `search`, whose lexemes `retrieval::ranking` computes
//! when a note or research is written.
//!
//! Runs three statements: counts of the query's words, candidates, counts of the words that expand the query.

mod candidates;
mod counts;
mod index;
pub(crate) mod shares;

use domain::Tenant;
use domain::port::PortError;
use domain::port::memory::{Recalled, Retrieved};
use retrieval::ranking::{Passage, Query, Search};

use super::facet::PgMemory;
use super::lexemes::fits;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::text::clean;
use index::SearchIndex;

pub(super) async fn retrieve(
    memory: &PgMemory,
    tenant: &Tenant,
    query: &str,
    limit: u32,
) -> Result<Recalled, PortError> {
    let question = &Query::new(&clean(query));
    if question.is_empty() {
        return Ok(Recalled::default());
    }
    let shares = &memory.shares;
    let shares_memory = memory.database.shares_memory;
    let search = |pool: PgPool| async move {
        let index = &SearchIndex { pool: &pool, shares, tenant, shares_memory };
        search(index, question.clone(), limit).await
    };
    memory.database.run("note", search).await
}

async fn search(index: &SearchIndex<'_>, question: Query, limit: u32) -> Result<Recalled, Failed> {
    let forms: Vec<String> = question.forms().into_iter().filter(|form| fits(form)).map(str::to_owned).collect();
    let mut counts = counts::Counts::default();
    counts.add(index, &forms).await?;
    if counts.is_empty() {
        return Ok(Recalled::default());
    }
    let question = &question.resolve(&counts.frequencies);
    let stems: Vec<String> = question.stems().filter(|stem| fits(stem)).map(str::to_owned).collect();
    let found = candidates::best(index, &counts, &stems).await?;
    let passages: Vec<Passage> = found.iter().map(candidates::Candidate::passage).collect();
    let passages: Vec<&Passage> = passages.iter().collect();
    let search = Search::new(question, &passages, &counts.frequencies);
    let lent: Vec<String> = search.expansion_stems().into_iter().filter(|stem| fits(stem)).collect();
    counts.add(index, &lent).await?;
    let ranked = search.rank(&counts.frequencies);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let hits =
        ranked.shown().take(limit).map(|hit| Retrieved { score: hit.confidence, ..found[hit.place].retrieved.clone() });
    Ok(Recalled { confidence: ranked.confidence, hits: hits.collect() })
}
