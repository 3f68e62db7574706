//! Redrives of many dead letters: preview, start, progress, pause, resume, cancel.

use axum::extract::Path;
use axum::http::Uri;
use axum::response::Response;
use console::Section;
use console::form::Posted;
use console::redrives::{picture, preview, progress};
use operations::OperationError;
use operations::redrives::{self, RedriveOrder};

use super::{filter, parsed};
use crate::console::gate::{SentForm, Viewer};

/// Shows what a redrive would do.
pub(in crate::console) async fn new(viewer: Viewer, uri: Uri) -> Response {
    let body = async {
        let order: RedriveOrder = filter(&uri, &[])?;
        Ok(preview(&order, &redrives::preview(viewer.cx(), &order).await?, &viewer.visitor()))
    };
    let body = body.await;
    viewer.show(Section::DeadLetters, body)
}

/// Starts a redrive.
pub(in crate::console) async fn start(SentForm { viewer, posted }: SentForm) -> Response {
    let started = async { redrives::start(viewer.cx(), &order(&posted)?).await };
    let path = started.await.map(|status| format!("/console/redrives/{}", status.redrive.id));
    viewer.redirect(Section::DeadLetters, path)
}

/// Reads the form. A number may be typed with separators of thousands, as the page shows it.
fn order(posted: &Posted) -> Result<RedriveOrder, OperationError> {
    let [consumer, class, reason] =
        ["consumer", "class", "reason"].map(|name| posted.get(name).filter(|text| !text.is_empty()).map(str::to_owned));
    let number = |name: &str| {
        let digits: String = posted.text(name).chars().filter(|c| !matches!(c, ',' | '.' | ' ' | '\'')).collect();
        digits.parse::<u64>().map_err(|_| OperationError::invalid(name, "must be a number"))
    };
    let per_second = u32::try_from(number("per_second")?).unwrap_or(u32::MAX);
    Ok(RedriveOrder { consumer, class, reason, per_second: Some(per_second), confirm: Some(number("confirm")?) })
}

/// Shows a redrive with its progress.
pub(in crate::console) async fn show(viewer: Viewer, Path(id): Path<String>) -> Response {
    let body = async {
        let status = redrives::show(viewer.cx(), parsed(&id, "redrive")?).await?;
        let (visitor, now) = (viewer.visitor(), viewer.now());
        let view = format!("view=redrive&redrive={}", status.redrive.id);
        Ok(progress(&status, (&visitor, now)).with_live(&view, &picture(&status, (&visitor, now))))
    };
    let body = body.await;
    viewer.show(Section::DeadLetters, body)
}

/// Pauses, resumes or cancels a redrive.
pub(in crate::console) async fn control(
    Path((id, action)): Path<(String, String)>,
    SentForm { viewer, .. }: SentForm,
) -> Response {
    let done = async {
        let id = parsed(&id, "redrive")?;
        match action.as_str() {
            "pause" => redrives::pause(viewer.cx(), id).await,
            "resume" => redrives::resume(viewer.cx(), id).await,
            "cancel" => redrives::cancel(viewer.cx(), id).await,
            _ => Err(OperationError::NotFound { what: "action", advice: "the page of the redrive has its actions" }),
        }
    };
    viewer.redirect(Section::DeadLetters, done.await.map(|status| format!("/console/redrives/{}", status.redrive.id)))
}
