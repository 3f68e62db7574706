//! The tools of the researcher's loop. Each is a name, a schema and a few lines; what they leave in the notebook is the only
//! thing that findings may rest on.

mod entities;
mod history;
mod page;
mod search;
mod stored;
mod token;

use agent::{Registry, ToolError};
use serde_json::{Map, Value, json};
use store::Memory;
use web::Web;

use crate::desk::Desk;
use crate::notebook::Notes;

/// The tool that takes the final answer.
pub(crate) const ANSWER: &str = "store_research_results";

/// All tools.
pub(crate) fn registry<M: Memory, W: Web>() -> Registry<Desk<M, W>, Notes> {
    Registry::default()
        .with(entities::ResolveEntity)
        .with(entities::CreateEntity)
        .with(entities::AddRepresentation)
        .with(entities::GetRepresentations)
        .with(history::QueryTimeline)
        .with(history::CheckFreshness)
        .with(history::GetCachedResearch)
        .with(token::GetMetadata)
        .with(token::GetPrices)
        .with(token::CheckRugcheck)
        .with(token::GetHolders)
        .with(search::WebSearch)
        .with(search::WikipediaSearch)
        .with(page::FetchPage)
        .with(stored::StoreResults)
}

/// A tool's description. `fields` are (name, schema); the first `required` of them must be given.
fn spec(name: &str, description: &str, required: usize, fields: &[(&str, Value)]) -> llm::Tool {
    let properties: Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    let required: Vec<&str> = fields.iter().take(required).map(|(name, _)| *name).collect();
    let input_schema =
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    llm::Tool { name: name.to_owned(), description: description.to_owned(), input_schema }
}

/// A non-empty text.
fn words(description: &str) -> Value {
    json!({"type": "string", "minLength": 1, "maxLength": 2000, "description": description})
}

/// Our own database is away: the work is tried again, the model is not told.
fn away(tool: &str) -> impl Fn(domain::port::PortError) -> ToolError + '_ {
    move |error| ToolError::broken(tool, error)
}

/// An entity's id as the model wrote it.
fn entity_id(text: &str) -> Result<domain::EntityId, ToolError> {
    domain::EntityId::parse(text)
        .map_err(|problem| ToolError::told(format!("entityId {text:?} {problem}; use one that a tool gave you")))
}
