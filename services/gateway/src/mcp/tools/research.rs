//! Research of entities on request, and storing research that the client has done itself.

use domain::JobId;
use domain::access::AccessScope::{Publish, Read};
use operations::OperationError;
use operations::progress::Look;
use operations::research::entities::{self, EntitiesResearched, EntitiesWanted};
use operations::research::{self, GivenResearch, ResearchStored, TOOL};

use crate::mcp::tasks::Work;
use crate::mcp::tool::{About, Effect, Fault, McpCall, McpReply, Tool};
use crate::mcp::waiting;

pub(super) fn all() -> Vec<Tool> {
    let request = About {
        name: "research_entity",
        title: "Research entities",
        description: "Researches or refreshes entities (mints, symbols, names, LEIs, URLs) and waits for the answers. Research that is recent \
                      enough comes from memory and is free; otherwise it costs money and takes minutes. An ambiguous or unknown name is \
                      answered with the candidates.",
        scopes: &[Publish, Read],
        effect: Effect::Adds,
        open_world: true,
    };
    let store = About {
        name: TOOL,
        title: "Store research",
        description: "Stores research about an entity as a new version that only your tenant reads. `summary` and `confidence` are required, \
                      beside `findings` or nested in it. A finding without sources is stored as unclear. Nobody reads the sources: give only what \
                      they say.",
        scopes: &[Publish],
        effect: Effect::Adds,
        open_world: false,
    };
    vec![request.asking(requested), store.handled_by(stored)]
}

async fn requested(call: McpCall, wanted: EntitiesWanted) -> Result<McpReply<EntitiesResearched>, Fault> {
    let job = entities::request(call.cx(), wanted, None).await?.job;
    if call.wants_task() {
        return Ok(McpReply::Started(Work::Entities { job }));
    }
    if let Some(answers) = waiting::wait(&call, || look(&call, job)).await? {
        return Ok(McpReply::Output(answers));
    }
    // The work continues; what is answered so far is shown, with the job.
    let (Look::Done(answers) | Look::Working(answers)) = entities::look(call.cx(), job).await?;
    Ok(McpReply::Output(answers))
}

/// Looks at the answers; the state is a line of progress.
pub(super) async fn look(call: &McpCall, job: JobId) -> Result<Look<EntitiesResearched>, OperationError> {
    Ok(match entities::look(call.cx(), job).await? {
        Look::Done(answers) => Look::Done(answers),
        Look::Working(answers) => Look::Working(answers.progress()),
    })
}

async fn stored(call: McpCall, given: GivenResearch) -> Result<ResearchStored, Fault> {
    Ok(research::store(call.cx(), given).await?)
}
