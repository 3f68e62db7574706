//! Memory: look-ups, research on request, and documents of the client.

use domain::access::AccessScope::{Publish, Read};
use operations::Page;
use operations::memory::{self, DocumentNotes, GivenDocument, NoteItem, NoteQuery, Retrieve, RetrieveQuery, Retrieved};
use operations::research::{self, ResearchProgress, ResearchRequest};

use crate::mcp::tasks::Work;
use crate::mcp::tool::{About, Effect, Fault, McpCall, McpReply, Tool};
use crate::mcp::waiting;

pub(super) fn all() -> Vec<Tool> {
    let retrieve = About {
        name: "retrieve",
        title: "Search memory",
        description: "Searches the tenant's notes and all research, which is free. With `research` it also requests research of what memory \
                      does not answer, which costs money; its results are in memory some minutes later.",
        scopes: &[Read],
        effect: Effect::AddsOnce,
        open_world: false,
    };
    let research = About {
        name: "research_and_store",
        title: "Research a question now",
        description: "Researches a question on the web, waits for the result, and stores it in memory. Costs money and takes minutes.",
        scopes: &[Publish, Read],
        effect: Effect::Adds,
        open_world: true,
    };
    let remember = About {
        name: "remember",
        title: "Remember a document",
        description: "Adds a document to the tenant's memory, one note for each passage, which is free. Nobody checks what it says. The same \
                      document again adds nothing.",
        scopes: &[Publish],
        effect: Effect::AddsOnce,
        open_world: false,
    };
    let notes = About {
        name: "list_notes",
        title: "List notes",
        description: "The notes of the tenant's memory, or those about an entity, newest first. `next` is the cursor of the next page.",
        ..About::READS
    };
    vec![
        retrieve.handled_by(search),
        research.asking(research_and_store),
        remember.handled_by(add),
        notes.handled_by(list_notes),
    ]
}

/// A token that may not publish only searches; research that it wants is refused.
async fn search(call: McpCall, wanted: Retrieve) -> Result<Retrieved, Fault> {
    if call.caller.may(Publish) || wanted.research || wanted.fresh {
        return Ok(memory::retrieve_or_research(call.cx(), wanted, None).await?);
    }
    let Retrieve { query, max_results, .. } = wanted;
    Ok(memory::retrieve(call.cx(), &RetrieveQuery { query, max_results }).await?)
}

async fn list_notes(call: McpCall, query: NoteQuery) -> Result<Page<NoteItem>, Fault> {
    Ok(memory::notes(call.cx(), &query).await?)
}

async fn add(call: McpCall, given: GivenDocument) -> Result<DocumentNotes, Fault> {
    Ok(memory::remember(call.cx(), &given).await?)
}

async fn research_and_store(call: McpCall, wanted: ResearchRequest) -> Result<McpReply<ResearchProgress>, Fault> {
    let job = research::request(call.cx(), wanted, None).await?.job;
    if call.wants_task() {
        return Ok(McpReply::Started(Work::Research { job }));
    }
    let done = waiting::wait(&call, || research::look(call.cx(), job)).await?;
    Ok(McpReply::Output(done.unwrap_or_else(|| ResearchProgress::running(job))))
}
