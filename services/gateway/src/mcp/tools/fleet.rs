//! The state of the fleet, and the models of its workers.

use domain::access::AccessScope::Operate;
use operations::fleet::{self, FleetState, WorkerModelItem};

use crate::mcp::tool::{About, Fault, Items, McpCall, NoInput, Tool};

pub(super) fn all() -> Vec<Tool> {
    let state = About {
        name: "get_fleet_state",
        title: "Read the state of the fleet",
        description: "Lag, age, rate and latency of each worker, faults by the names of their runbooks, and why jobs wait, of all tenants together.",
        scopes: &[Operate],
        ..About::READS
    };
    let models = About {
        name: "list_models",
        title: "List the models of the workers",
        description: "The model of each worker with its price.",
        ..About::READS
    };
    vec![state.handled_by(get_fleet_state), models.handled_by(list_models)]
}

async fn list_models(call: McpCall, NoInput {}: NoInput) -> Result<Items<WorkerModelItem>, Fault> {
    Ok(Items { items: fleet::models(call.cx()).await? })
}

async fn get_fleet_state(call: McpCall, NoInput {}: NoInput) -> Result<FleetState, Fault> {
    Ok(fleet::show(call.cx()).await?)
}
