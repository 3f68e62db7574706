//! The state of the fleet.

use axum::response::Response;
use console::{Section, now};
use operations::fleet;

use crate::console::gate::Viewer;

/// Shows the state.
pub(in crate::console) async fn show(viewer: Viewer) -> Response {
    let state = fleet::show(viewer.cx()).await;
    let visitor = viewer.visitor();
    let grafana = viewer.gateway().grafana.as_ref();
    let page = |state| now::now(&state, &visitor, grafana).with_live("view=now", &now::picture(&state, &visitor));
    let body = state.map(page);
    viewer.show(Section::Now, body)
}
