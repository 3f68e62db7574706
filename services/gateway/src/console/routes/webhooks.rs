//! The deliveries of a webhook, and their replay.

use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use console::form::Posted;
use console::webhooks::{DeliveriesView, address, deliveries};
use console::{Body, Section};
use domain::Time;
use operations::input::parse_day_or_time;
use operations::webhooks::{self, ReplayWanted};
use operations::{OperationError, PageQuery};
use uuid::Uuid;

use super::{field, filter, parsed};
use crate::console::gate::{SentForm, Viewer};

/// Shows the deliveries of a webhook.
pub(in crate::console) async fn show(viewer: Viewer, Path(id): Path<String>, uri: Uri) -> Response {
    let body = shown(&viewer, &id, &uri).await;
    viewer.show(Section::Setup, body)
}

async fn shown(viewer: &Viewer, id: &str, uri: &Uri) -> Result<Body, OperationError> {
    let (cx, id): (_, Uuid) = (viewer.cx(), parsed(id, "webhook")?);
    let query: PageQuery = filter(uri, &["sent"])?;
    let (webhook, page) = tokio::try_join!(webhooks::show(cx, id), webhooks::deliveries(cx, id, &query))?;
    let replayed = field(uri, "sent").and_then(|sent| sent.parse().ok());
    let (cursor, now) = (query.cursor.as_deref(), viewer.now());
    Ok(deliveries(&DeliveriesView { webhook: &webhook, page: &page, cursor, replayed, now }))
}

/// Sends the events of a period, or one, to a webhook again.
pub(in crate::console) async fn replay(Path(id): Path<String>, SentForm { viewer, posted }: SentForm) -> Response {
    let done = async {
        let wanted = wanted(&posted)?;
        webhooks::replay(viewer.cx(), parsed(&id, "webhook")?, wanted).await
    };
    viewer.redirect(Section::Setup, done.await.map(|done| format!("{}?sent={}", address(&id, None), done.scheduled)))
}

fn wanted(posted: &Posted) -> Result<ReplayWanted, OperationError> {
    let time = |name: &'static str| -> Result<Option<Time>, OperationError> {
        let text = posted.text(name).trim();
        let read = (!text.is_empty()).then(|| parse_day_or_time(text)).transpose();
        read.map_err(|reason| OperationError::invalid(name, reason))
    };
    let event = Some(posted.text("event")).filter(|event| !event.is_empty());
    Ok(ReplayWanted { from: time("from")?, until: time("until")?, event: event.map(str::to_owned) })
}
