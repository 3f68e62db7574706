//! Addresses of pages to which several others link.

use super::text;

/// Returns the address of an entity's page.
pub fn entity_address(id: &str) -> String {
    format!("/console/entities/{}", text::encoded(id))
}

/// Returns the address of a run in a selection, which its page leads through.
pub fn run_address(run: &str, state: Option<&str>) -> String {
    let state = state.map(|state| format!("?state={}", text::encoded(state))).unwrap_or_default();
    format!("/console/runs/{run}{state}")
}
