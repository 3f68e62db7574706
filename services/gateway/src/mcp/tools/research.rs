//! Storing research that the client has done itself.

use domain::access::AccessScope::Publish;
use operations::research::{self, GivenResearch, ResearchStored, TOOL};

use crate::mcp::tool::{About, Effect, Fault, McpCall, Tool};

pub(super) fn all() -> Vec<Tool> {
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
    vec![store.handled_by(stored)]
}

async fn stored(call: McpCall, given: GivenResearch) -> Result<ResearchStored, Fault> {
    Ok(research::store(call.cx(), given).await?)
}
