//! The counter of requests that were refused because their token lacks a scope.

use domain::access::AccessScope;
use telemetry::metric::SCOPE_REFUSALS;

/// Requests of the HTTP API.
pub(crate) const HTTP: &str = "http";
/// Calls of tools, resources, prompts and tasks over MCP.
pub(crate) const MCP: &str = "mcp";
/// Tokens of an OIDC issuer without any scope, over either door.
pub(crate) const ISSUER: &str = "issuer";
/// The scope of a refusal of [`ISSUER`].
pub(crate) const EVERY: &str = "every";

/// Counts a refusal at a door for want of a scope.
pub(crate) fn count(door: &'static str, scope: &'static str) {
    add(door, scope, 1);
}

/// Counts a refusal over MCP by the first scope that the token lacks.
pub(crate) fn count_mcp(required: &[AccessScope], granted: &[AccessScope]) {
    if let Some(scope) = required.iter().find(|scope| !granted.contains(scope)) {
        count(MCP, scope.name());
    }
}

/// Registers every series at zero, so that the first refusal is an increase.
pub(super) fn register() {
    for door in [HTTP, MCP] {
        AccessScope::ALL.iter().for_each(|scope| add(door, scope.name(), 0));
    }
    add(ISSUER, EVERY, 0);
}

fn add(door: &'static str, scope: &'static str, refusals: u64) {
    metrics::counter!(SCOPE_REFUSALS, "service" => telemetry::service(), "door" => door, "scope" => scope)
        .increment(refusals);
}
