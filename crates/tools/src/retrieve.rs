//! Searches everything that was learned in earlier research.
//!
//! An unsure look-up is reported to the model and not published as a miss: the loop is the research that the miss would
//! start, and it would start itself again. `research_and_store` requests research of something else.

use std::sync::Arc;

use agent::untrusted::statement;
use agent::{Address, Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use domain::Time;
use domain::port::memory::{Memory, Recalled, Retrieved};
use domain::research::LeftOut;
use serde::{Deserialize, Serialize};

use crate::fresh_memory::{MemoryLookUp, split};
use crate::hindsight;
use crate::notebook::Notes;
use crate::session::Session;
use crate::{count_schema, schema, text_schema, unavailable};

/// Number of hits where the model gives none.
const DEFAULT_HITS: u32 = 5;
/// Maximum length of a hit's text in characters. Notes are short, research may be long.
const MAX_TEXT_CHARS: usize = 500;

pub(crate) struct Retrieve<M> {
    pub(crate) memory: Arc<M>,
    /// Confidence from which the answer counts as sure, 0 to 1.
    pub(crate) threshold: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MemoryQuery {
    query: String,
    max_results: Option<u32>,
}

#[derive(Serialize)]
pub(crate) struct MemoryAnswer {
    confidence: f64,
    sure: bool,
    results: Vec<MemoryHit>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MemoryHit {
    kind: String,
    id: String,
    text: String,
    url: Option<Address>,
    learned_at: Time,
    confidence: f64,
}

impl<M: Memory> Tool<Session, Notes> for Retrieve<M> {
    type Input = MemoryQuery;
    type Output = MemoryAnswer;

    fn spec(&self) -> ToolSpec {
        let fields = [("query", text_schema("Key words or a question.")), ("maxResults", count_schema(DEFAULT_HITS))];
        let about =
            "Searches memory: notes and research, with a confidence from 0 to 1 that they answer. Background only.";
        schema("retrieve", about, 1, &fields)
    }

    async fn call(&self, session: &Session, input: MemoryQuery) -> Result<ToolAnswer<MemoryAnswer, Notes>, ToolError> {
        let limit = input.max_results.unwrap_or(DEFAULT_HITS).clamp(1, 20);
        let known = self.memory.retrieve(&session.scope.tenant, &input.query, limit).await;
        let (known, left_out) = known_by(known.map_err(unavailable("retrieve"))?, session.scope.as_of);
        let look_up = MemoryLookUp { tenant: &session.scope.tenant, query: &input.query, now: session.scope.started };
        let fresh = match session.scope.as_of {
            Some(_) => known.confidence,
            None => look_up.fresh(&*self.memory, known.clone()).await.map_err(unavailable("retrieve"))?.confidence,
        };
        let (confidence, sure) = (rounded(known.confidence), fresh >= self.threshold);
        // The sources of earlier research may be fetched again.
        let urls = known.hits.iter().map(|hit| hit.source_url.clone()).filter(|url| url.starts_with("http")).collect();
        let results = known.hits.into_iter().map(MemoryHit::from).collect();
        let output = MemoryAnswer { confidence, sure, results };
        let own_words = output.results.is_empty();
        Ok(ToolAnswer { output, notes: Notes { urls, left_out, own_words, ..Notes::default() } })
    }
}

impl From<Retrieved> for MemoryHit {
    fn from(hit: Retrieved) -> Self {
        Self {
            text: statement(&hit.text, MAX_TEXT_CHARS),
            confidence: rounded(hit.score),
            kind: hit.kind,
            id: hit.id,
            url: Untrusted::new(hit.source_url).address(),
            learned_at: hit.at,
        }
    }
}

/// Separates the hits learned before the task's as-of time from the others.
fn known_by(known: Recalled, as_of: Option<Time>) -> (Recalled, Vec<LeftOut>) {
    let (known, later) = split(known, |hit| hindsight::was_known(hit.at, as_of));
    let left =
        |hit: Retrieved| LeftOut { address: format!("memory:{}/{}", hit.kind, hit.id), published_at: Some(hit.at) };
    (known, later.into_iter().map(left).collect())
}

/// Rounds to three decimals, enough for a prompt.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
