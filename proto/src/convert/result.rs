//! `result.proto`: results for subscribers. The row stores the message as canonical JSON, so that the published message
//! and the row in Postgres cannot differ.

use domain::RunId;
use domain::effect::ResultRow;

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::Result> for ResultRow {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Result) -> Result<Self, InvalidEvent> {
        let body = serde_json::to_value(&wire)
            .map_err(|error| InvalidEvent::new("", format!("has no canonical JSON: {error}")))?;
        let v1::Result {
            id,
            tenant,
            event_id,
            event_job_id,
            run_id,
            made_at,
            report_key: _,
            review: _,
            folder: _,
            body: kind,
        } = wire;
        let kind = kind.ok_or_else(|| {
            let kinds = "classification, research, forecast, ended, macro, classifications, outcome";
            InvalidEvent::new("body", format!("is missing; set one of {kinds}"))
        })?;
        if !matches!(kind, v1::result::Body::Classifications(_)) {
            check::event_id(&event_id, "event_id")?;
        }
        Ok(Self {
            id: check::job(&id, "id")?,
            kind: kind_name(&kind).to_owned(),
            tenant: check::tenant(&tenant, "tenant")?,
            event: check::job(&event_job_id, "event_job_id")?,
            run: if run_id.is_empty() { None } else { Some(check::run(&run_id, "run_id")?) },
            body,
            made_at: check::time_required(made_at, "made_at")?,
        })
    }
}

/// Returns the kind, which is the last token but one of the result's subject.
pub(crate) fn kind_name(body: &v1::result::Body) -> &'static str {
    match body {
        v1::result::Body::Classification(_) => "classification",
        v1::result::Body::Research(_) => "research",
        v1::result::Body::Forecast(_) => "forecast",
        v1::result::Body::Ended(_) => "ended",
        v1::result::Body::Macro(_) => "macro",
        v1::result::Body::Classifications(_) => "classifications",
        v1::result::Body::Outcome(_) => "outcome",
    }
}

/// Returns the message of a row. The row's columns take precedence over its JSON. A body that this version cannot read
/// (written by a later version) is omitted, and the rest is sent.
impl From<&ResultRow> for v1::Result {
    fn from(row: &ResultRow) -> Self {
        let ResultRow { id, kind: _, tenant, event, run, body, made_at } = row;
        let known: Self = serde::Deserialize::deserialize(body).unwrap_or_default();
        Self {
            id: id.to_string(),
            tenant: tenant.to_string(),
            event_job_id: event.to_string(),
            run_id: run.as_ref().map(RunId::to_string).unwrap_or_default(),
            made_at: Some(check::stamp(*made_at)),
            ..known
        }
    }
}
