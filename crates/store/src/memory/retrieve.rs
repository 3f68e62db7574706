//! Retrieval from memory: Postgres selects candidates and counts words, `retrieval::ranking` ranks the candidates and
//! estimates the confidence. The only index is the GIN index over `search`, whose lexemes `retrieval::ranking` computes
//! when a note or research is written.
//!
//! Runs three statements: counts of the query's words, candidates, counts of the words that expand the query. With an
//! embedder others find the nearest notes and research by vector, which are fused with the candidates. The vector of
//! the query is computed, and its neighbours are searched, while the first two statements run and the candidates are
//! split into stems.

/// Condition: `r` is the newest research about its entity that the tenant may read.
macro_rules! newest {
    ($research:literal, $tenant:literal, $shares:literal) => {
        concat!(
            "r.ended_at IS NULL AND ",
            visible!("r", $tenant, $shares),
            " AND NOT EXISTS (SELECT 1 FROM ",
            $research,
            " n WHERE n.entity = r.entity AND n.version > r.version AND ",
            visible!("n", $tenant, $shares),
            ")"
        )
    };
}

mod candidates;
mod counts;
mod index;
pub(crate) mod neighbors;
pub(crate) mod shares;

use std::collections::{HashMap, HashSet};

use domain::Tenant;
use domain::port::PortError;
use domain::port::memory::{Recalled, Retrieved};
use retrieval::ranking::{Calibration, Neighbor, Passage, Query, Search};

use super::facet::PgMemory;
use super::lexemes::fits;
use super::vectors::embedding::QueryVector;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::text::clean;
use candidates::Candidate;
use counts::Counts;
use index::SearchIndex;
use neighbors::NearText;

/// Candidates by words.
struct WordMatches {
    counts: Counts,
    question: Query,
    found: Vec<CandidatePassage>,
}

/// Candidates by vector.
struct VectorMatches {
    near: Vec<NearText>,
    calibration: Calibration,
}

/// A candidate, split into stems.
struct CandidatePassage {
    candidate: Candidate,
    passage: Passage,
}

pub(super) async fn retrieve(
    memory: &PgMemory,
    tenant: &Tenant,
    query: &str,
    limit: u32,
) -> Result<Recalled, PortError> {
    let text = &clean(query);
    let words = &Query::new(text);
    let vectors = memory.vectors.as_deref().filter(|_| !text.trim().is_empty());
    if words.is_empty() && vectors.is_none() {
        return Ok(Recalled::default());
    }
    // Neither waits inside of the other's turn at the pool: the embedder may be slow.
    let near = async {
        match vectors {
            Some(vectors) => nearest(memory, tenant, vectors.of_query(&memory.database, text).await).await,
            None => Ok(None),
        }
    };
    let matching = |pool: PgPool| async move { by_words(&memory.index(&pool, tenant), words).await };
    let (near, by_words) = tokio::try_join!(near, memory.database.run("note", matching))?;
    let lexical_only = vectors.is_some() && near.is_none();
    let WordMatches { counts, question, found } = by_words;
    if counts.is_empty() {
        return Ok(Recalled { lexical_only, ..Recalled::default() });
    }
    let (near, calibration) = near.map(|matches| (matches.near, matches.calibration)).unzip();
    let (found, neighbors) = with_neighbors(found, near.unwrap_or_default());
    let passages: Vec<&Passage> = found.iter().map(|found| &found.passage).collect();
    let search = Search::new(&question, &passages, &counts.frequencies);
    let lent: Vec<String> = search.expansion_stems().into_iter().filter(|stem| fits(stem)).collect();
    let (counts, lent) = (&counts, &lent);
    let count = |pool: PgPool| async move {
        let mut counts = counts.clone();
        counts.add(&memory.index(&pool, tenant), lent).await?;
        Ok(counts)
    };
    let counts = memory.database.run("note", count).await?;
    let ranked = match calibration {
        Some(calibration) => search.fuse(&counts.frequencies, &neighbors, calibration),
        None => search.rank(&counts.frequencies),
    };
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let hits = ranked
        .shown()
        .take(limit)
        .map(|hit| Retrieved { score: hit.confidence, ..found[hit.place].candidate.retrieved.clone() });
    Ok(Recalled { confidence: ranked.confidence, hits: hits.collect(), lexical_only })
}

/// Returns the candidates that have the rarest words of the query.
async fn by_words(index: &SearchIndex<'_>, words: &Query) -> Result<WordMatches, Failed> {
    let forms: Vec<String> = words.forms().into_iter().filter(|form| fits(form)).map(str::to_owned).collect();
    let mut counts = Counts::default();
    counts.add(index, &forms).await?;
    let question = words.clone().resolve(&counts.frequencies);
    let stems: Vec<String> = question.stems().filter(|stem| fits(stem)).map(str::to_owned).collect();
    let found = match stems.is_empty() || counts.is_empty() {
        true => Vec::new(),
        false => candidates::best(index, &counts, &stems).await?,
    };
    Ok(WordMatches { counts, question, found: found.into_iter().map(CandidatePassage::new).collect() })
}

/// Returns the candidates whose vectors are nearest to that of the query; `None` without a vector.
async fn nearest(
    memory: &PgMemory,
    tenant: &Tenant,
    vector: Option<QueryVector>,
) -> Result<Option<VectorMatches>, PortError> {
    let Some(vector) = &vector else { return Ok(None) };
    let search = |pool: PgPool| async move { neighbors::nearest(&memory.index(&pool, tenant), vector).await };
    let near = memory.database.run("note", search).await?;
    Ok(Some(VectorMatches { near, calibration: vector.calibration }))
}

/// Adds the neighbours that no word found, and returns the places of all neighbours. The newest candidate stays first,
/// so that the newer of two equal candidates wins.
fn with_neighbors(mut found: Vec<CandidatePassage>, near: Vec<NearText>) -> (Vec<CandidatePassage>, Vec<Neighbor>) {
    if near.is_empty() {
        return (found, Vec::new());
    }
    let key = |candidate: &Candidate| (candidate.retrieved.kind.clone(), candidate.retrieved.id.clone());
    let known: HashSet<(String, String)> = found.iter().map(|found| key(&found.candidate)).collect();
    let mut cosines = HashMap::new();
    for near in near {
        let key = key(&near.candidate);
        if !known.contains(&key) {
            found.push(CandidatePassage::new(near.candidate));
        }
        cosines.insert(key, near.cosine);
    }
    found.sort_by(|a, b| {
        let (a, b) = (&a.candidate.retrieved, &b.candidate.retrieved);
        b.at.cmp(&a.at).then_with(|| a.id.cmp(&b.id))
    });
    let place = |(place, found): (usize, &CandidatePassage)| {
        Some(Neighbor { place, cosine: *cosines.get(&key(&found.candidate))? })
    };
    let neighbors = found.iter().enumerate().filter_map(place).collect();
    (found, neighbors)
}

impl PgMemory {
    fn index<'a>(&'a self, pool: &'a PgPool, tenant: &'a Tenant) -> SearchIndex<'a> {
        SearchIndex { pool, shares: &self.shares, tenant, shares_memory: self.database.shares_memory }
    }
}

impl CandidatePassage {
    fn new(candidate: Candidate) -> Self {
        let passage = candidate.passage();
        Self { candidate, passage }
    }
}
