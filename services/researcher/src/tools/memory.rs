//! What is known already about a question, from everything that was ever researched.
//!
//! A miss is told and not published here: a loop that asks its memory is the research that a miss would start, and would start
//! itself again and again. Research of something else is asked for with `research_and_store`.

use agent::{Answer, Tool, ToolError};
use domain::Time;
use domain::research::LeftOut;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Memory;
use store::memory::{Recalled, Retrieved};
use web::Web;

use super::{away, spec, words};
use crate::desk::Desk;
use crate::hindsight;
use crate::notebook::Notes;

/// Hits where the model asks for no number.
const HITS: u32 = 5;
/// Longest text of a hit, in characters: notes are short, research may not be.
const LONGEST: usize = 1_000;

pub(super) struct Retrieve;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Query {
    query: String,
    max_results: Option<u32>,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for Retrieve {
    type Args = Query;

    fn spec(&self) -> llm::Tool {
        let most = json!({"type": "integer", "minimum": 1, "maximum": 20, "default": HITS});
        let about = "Searches what was learned before: notes and research, with a confidence from 0 to 1 that they answer. \
                     Background only: what you report must come from this run.";
        spec("retrieve", about, 1, &[("query", words("What you want to know.")), ("maxResults", most)])
    }

    async fn call(&self, desk: &Desk<M, W>, args: Query) -> Result<Answer<Notes>, ToolError> {
        let most = args.max_results.unwrap_or(HITS).clamp(1, 20);
        let known = desk.kit.memory.retrieve(&desk.task.tenant, &args.query, most).await.map_err(away("retrieve"))?;
        let (known, left_out) = known_then(known, desk.task.as_of);
        let threshold = desk.kit.config.just_in_time.threshold;
        let results: Vec<Value> = known.hits.iter().map(shown).collect();
        let content =
            json!({"confidence": rounded(known.confidence), "sure": known.confidence >= threshold, "results": results});
        // What was a source then may be fetched again now.
        let urls = known.hits.iter().map(|hit| hit.source_url.clone()).filter(|url| url.starts_with("http")).collect();
        Ok(Answer { content, notes: Notes { urls, left_out, ..Notes::default() } })
    }
}

/// What was learned before the day of the task, and the rest. The confidence that all hits together give is not that of
/// some of them: then the best hit's own counts.
fn known_then(mut known: Recalled, as_of: Option<Time>) -> (Recalled, Vec<LeftOut>) {
    let (kept, later): (Vec<_>, Vec<_>) = known.hits.into_iter().partition(|hit| hindsight::was_known(hit.at, as_of));
    if !later.is_empty() {
        known.confidence = kept.iter().map(|hit| hit.score).fold(0.0, f64::max);
    }
    known.hits = kept;
    let left =
        |hit: Retrieved| LeftOut { address: format!("memory:{}/{}", hit.kind, hit.id), published_at: Some(hit.at) };
    (known, later.into_iter().map(left).collect())
}

fn shown(hit: &Retrieved) -> Value {
    let text: String = hit.text.chars().take(LONGEST).collect();
    json!({"kind": hit.kind, "id": hit.id, "text": text, "url": hit.source_url, "learnedAt": hit.at, "confidence": rounded(hit.score)})
}

/// Three digits: more would be noise in the prompt.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
