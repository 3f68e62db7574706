//! The state of the fleet.

use domain::access::AccessScope::Operate;
use operations::fleet::{self, FleetState};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::mcp::tool::{About, Fault, McpCall, Tool};

pub(super) fn all() -> Vec<Tool> {
    let state = About {
        name: "get_fleet_state",
        title: "Read the state of the fleet",
        description: "Lag, age, rate and latency of each worker, faults by the names of their runbooks, and why jobs wait, of all tenants together.",
        scopes: &[Operate],
        ..About::READS
    };
    vec![state.handled_by(get_fleet_state)]
}

/// The tool takes no argument.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NoInput {}

async fn get_fleet_state(call: McpCall, NoInput {}: NoInput) -> Result<FleetState, Fault> {
    Ok(fleet::show(call.cx()).await?)
}
