//! The state of the fleet.

use axum::response::Response;
use operations::fleet;

use crate::console::gate::Viewer;
use crate::console::pages::{Section, now};

/// Shows the state.
pub(in crate::console) async fn show(viewer: Viewer) -> Response {
    let state = fleet::show(viewer.cx()).await;
    let visitor = viewer.visitor();
    viewer.show(Section::Now, state.map(|state| now::now(&state, &visitor)))
}
