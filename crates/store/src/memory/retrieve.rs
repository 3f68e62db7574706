//! Retrieval from memory: Postgres selects candidates and counts words, `retrieval::ranking` ranks the candidates and
//! estimates the confidence. The only index is the GIN index over `search`, whose lexemes `retrieval::ranking` computes
//! when a note or research is written.
//!
//! Runs three statements: counts of the query's words, candidates, counts of the words that expand the query. With an
//! embedder two more find the nearest notes by vector, which are fused with the candidates.

mod candidates;
mod counts;
mod index;
pub(crate) mod neighbors;
pub(crate) mod shares;

use std::collections::{HashMap, HashSet};

use domain::Tenant;
use domain::port::PortError;
use domain::port::memory::{Recalled, Retrieved};
use retrieval::ranking::{Neighbor, Passage, Query, Search};

use super::facet::PgMemory;
use super::lexemes::fits;
use super::vectors::embedding::QueryVector;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::text::clean;
use candidates::Candidate;
use index::SearchIndex;

/// A query as words and, if there is an embedder, as a vector.
#[derive(Clone)]
struct NoteSearch {
    words: Query,
    vector: Option<QueryVector>,
    limit: u32,
}

pub(super) async fn retrieve(
    memory: &PgMemory,
    tenant: &Tenant,
    query: &str,
    limit: u32,
) -> Result<Recalled, PortError> {
    let query = clean(query);
    let query = query.as_str();
    let vector = match &memory.vectors {
        Some(vectors) if !query.trim().is_empty() => vectors.of_query(&memory.database, query).await,
        _ => None,
    };
    let lexical_only = memory.vectors.is_some() && vector.is_none() && !query.trim().is_empty();
    let asked = &NoteSearch { words: Query::new(query), vector, limit };
    if asked.words.is_empty() && asked.vector.is_none() {
        return Ok(Recalled { lexical_only, ..Recalled::default() });
    }
    let shares = &memory.shares;
    let shares_memory = memory.database.shares_memory;
    let search = |pool: PgPool| async move {
        let index = &SearchIndex { pool: &pool, shares, tenant, shares_memory };
        search(index, asked.clone()).await
    };
    let recalled = memory.database.run("note", search).await?;
    Ok(Recalled { lexical_only, ..recalled })
}

async fn search(index: &SearchIndex<'_>, asked: NoteSearch) -> Result<Recalled, Failed> {
    let NoteSearch { words, vector, limit } = asked;
    let forms: Vec<String> = words.forms().into_iter().filter(|form| fits(form)).map(str::to_owned).collect();
    let mut counts = counts::Counts::default();
    counts.add(index, &forms).await?;
    if counts.is_empty() {
        return Ok(Recalled::default());
    }
    let question = &words.resolve(&counts.frequencies);
    let stems: Vec<String> = question.stems().filter(|stem| fits(stem)).map(str::to_owned).collect();
    let by_words = if stems.is_empty() { Vec::new() } else { candidates::best(index, &counts, &stems).await? };
    let (found, neighbors) = match &vector {
        Some(vector) => with_neighbors(by_words, neighbors::nearest(index, vector).await?),
        None => (by_words, Vec::new()),
    };
    let passages: Vec<Passage> = found.iter().map(Candidate::passage).collect();
    let passages: Vec<&Passage> = passages.iter().collect();
    let search = Search::new(question, &passages, &counts.frequencies);
    let lent: Vec<String> = search.expansion_stems().into_iter().filter(|stem| fits(stem)).collect();
    counts.add(index, &lent).await?;
    let ranked = match &vector {
        Some(vector) => search.fuse(&counts.frequencies, &neighbors, vector.calibration),
        None => search.rank(&counts.frequencies),
    };
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let hits =
        ranked.shown().take(limit).map(|hit| Retrieved { score: hit.confidence, ..found[hit.place].retrieved.clone() });
    Ok(Recalled { confidence: ranked.confidence, hits: hits.collect(), lexical_only: false })
}

/// Adds the neighbours that no word found, and returns the places of all neighbours. The newest candidate stays first,
/// so that the newer of two equal candidates wins.
fn with_neighbors(mut found: Vec<Candidate>, near: Vec<neighbors::NearNote>) -> (Vec<Candidate>, Vec<Neighbor>) {
    let key = |candidate: &Candidate| (candidate.retrieved.kind.clone(), candidate.retrieved.id.clone());
    let known: HashSet<(String, String)> = found.iter().map(key).collect();
    let mut cosines = HashMap::new();
    for near in near {
        let key = key(&near.candidate);
        if !known.contains(&key) {
            found.push(near.candidate);
        }
        cosines.insert(key, near.cosine);
    }
    found.sort_by(|a, b| b.retrieved.at.cmp(&a.retrieved.at).then_with(|| a.retrieved.id.cmp(&b.retrieved.id)));
    let place =
        |(place, candidate): (usize, &Candidate)| Some(Neighbor { place, cosine: *cosines.get(&key(candidate))? });
    let neighbors = found.iter().enumerate().filter_map(place).collect();
    (found, neighbors)
}
