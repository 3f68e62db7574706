//! Searching. The model sees titles and addresses, never a page's text: that is read in quarantine.

use agent::{Answer, Tool, ToolError};
use domain::effect::Basis;
use domain::{Source, Tier};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Memory;
use web::{Found, Hit, SearchError, Web};

use super::{spec, words};
use crate::answers;
use crate::desk::Desk;
use crate::hindsight::{self, Sifted};
use crate::notebook::{Notes, source_id};
use crate::tier;

/// Results where the model asks for no number.
const RESULTS: usize = 6;
/// A title longer than this is no title.
const TITLE_CHARS: usize = 160;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Query {
    query: String,
    max_results: Option<usize>,
}

pub(super) struct WebSearch;

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for WebSearch {
    type Args = Query;

    fn spec(&self) -> llm::Tool {
        let most = json!({"type": "integer", "minimum": 1, "maximum": 20, "default": RESULTS});
        let about = "Searches the web. Gives source ids, addresses and titles; read a page with fetch_page before you rely on it.";
        spec("web_search", about, 1, &[("query", words("A few telling words.")), ("maxResults", most)])
    }

    async fn call(&self, desk: &Desk<M, W>, args: Query) -> Result<Answer<Notes>, ToolError> {
        let most = args.max_results.unwrap_or(RESULTS).clamp(1, 20);
        listed(desk, searched(desk, &args.query, most).await?)
    }
}

pub(super) struct WikipediaSearch;

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for WikipediaSearch {
    type Args = Query;

    fn spec(&self) -> llm::Tool {
        let most = json!({"type": "integer", "minimum": 1, "maximum": 20, "default": RESULTS});
        spec(
            "wikipedia_search",
            "Searches Wikipedia: to tell things of one name apart.",
            1,
            &[("query", words("A name.")), ("maxResults", most)],
        )
    }

    async fn call(&self, desk: &Desk<M, W>, args: Query) -> Result<Answer<Notes>, ToolError> {
        let most = args.max_results.unwrap_or(RESULTS).clamp(1, 20);
        let asked = json!({"query": args.query, "most": most});
        let ask = async { desk.kit.web.encyclopedia(&args.query, most).await.map_err(|error| blocked(&error)) };
        listed(desk, answers::answered(desk, ("wikipedia_search", &asked), ask).await?)
    }
}

/// What a search finds. Being turned away is told apart from finding nothing: only the latter says something about the world.
pub(super) async fn searched<M: Memory, W: Web>(
    desk: &Desk<M, W>,
    query: &str,
    most: usize,
) -> Result<(Found, Basis), ToolError> {
    let asked = json!({"query": query, "most": most});
    let ask = async { desk.kit.web.search(query, most).await.map_err(|error| blocked(&error)) };
    answers::answered(desk, ("web_search", &asked), ask).await
}

fn listed<M, W>(desk: &Desk<M, W>, (found, basis): (Found, Basis)) -> Result<Answer<Notes>, ToolError> {
    let own = desk.task.own_sites();
    let sources: Vec<Source> =
        found.hits.iter().map(|hit| seen(hit, tier::of(&hit.url, &own), desk.task.started)).collect();
    let Sifted { kept: sources, left_out } = hindsight::sift(sources, desk.task.as_of);
    let results: Vec<Value> = sources.iter().map(shown).collect();
    let content = json!({"provider": found.provider, "nothingFound": results.is_empty(), "results": results});
    let urls = sources.iter().map(|source| source.url.clone()).collect();
    Ok(Answer { content, notes: Notes { sources, urls, bases: vec![basis], left_out, ..Notes::default() } })
}

/// Nobody answered.
fn blocked(error: &SearchError) -> ToolError {
    ToolError::told(format!("{error}. This does not mean that there is nothing."))
}

/// A result as a source that was not read yet: it has no hash.
pub(super) fn seen(hit: &Hit, tier: Tier, now: domain::Time) -> Source {
    Source {
        id: source_id(&hit.url),
        url: hit.url.clone(),
        title: hit.title.chars().take(TITLE_CHARS).collect(),
        publisher: tier::host(&hit.url),
        published_at: extraction::dates::parse(&hit.published),
        fetched_at: now,
        tier,
        content_hash: String::new(),
    }
}

fn shown(source: &Source) -> Value {
    json!({"source": source.id, "url": source.url, "title": source.title, "published": source.published_at, "tier": source.tier})
}
