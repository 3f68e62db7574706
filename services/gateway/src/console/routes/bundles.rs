//! Bundles of research directions, and their files.

use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use console::Section;
use console::bundles::{bundles as page, file as file_page};
use domain::JobId;
use operations::bundles::{self, FileQuery};

use super::{filter, parsed};
use crate::console::gate::Viewer;

/// Shows the bundles of an event.
pub(in crate::console) async fn show(viewer: Viewer, Path(job): Path<String>) -> Response {
    let found = async { bundles::show(viewer.cx(), parsed::<JobId>(&job, "event")?).await }.await;
    viewer.show(Section::Events, found.map(|found| page(&found)))
}

/// Shows a file of a bundle.
pub(in crate::console) async fn file(viewer: Viewer, Path(job): Path<String>, uri: Uri) -> Response {
    let found = async {
        let query: FileQuery = filter(&uri, &[])?;
        let found = bundles::file(viewer.cx(), parsed(&job, "event")?, &query).await?;
        Ok(file_page(&job, &query.path, &found.bytes))
    };
    let found = found.await;
    viewer.show(Section::Events, found)
}
