//! A quiet event as text or JSON: its verdict, and its body if the inbound stream still keeps it.

use domain::{Event, JobId};
use serde_json::json;
use store::Store;
use store::events::VerdictView;

use crate::Context;

/// Body of a quiet event.
enum Body {
    Kept(Box<Event>),
    /// The stream no longer has it.
    Gone,
    /// The stream could not be read.
    Unreadable(String),
}

/// Prints the verdict about a quiet event; returns `false` if the job has none.
pub(super) async fn show(store: &Store, job: JobId, context: &Context) -> anyhow::Result<bool> {
    let Some(view) = store.events().verdict(job).await? else { return Ok(false) };
    let body = match read(&view, context).await {
        Ok(Some(event)) => Body::Kept(Box::new(event)),
        Ok(None) => Body::Gone,
        Err(error) => Body::Unreadable(format!("{error:#}")),
    };
    context.print(&as_json(&view, &body), |_| lines(&view, &body))?;
    Ok(true)
}

async fn read(view: &VerdictView, context: &Context) -> anyhow::Result<Option<Event>> {
    let client = context.client().await?;
    Ok(client.inbound_event(view.sequence, &view.digest).await?)
}

fn as_json(view: &VerdictView, body: &Body) -> serde_json::Value {
    let (event, kept) = match body {
        Body::Kept(event) => (Some(proto::v1::Event::from(&**event)), json!(true)),
        Body::Gone => (None, json!(false)),
        Body::Unreadable(_) => (None, serde_json::Value::Null),
    };
    json!({
        "job": view.job, "tenant": view.tenant, "kind": view.kind, "interesting": false, "score": view.score,
        "reason": view.reason(), "decided_at": view.made_at, "answered_at": view.answered_at, "group": view.group,
        "digest": view.digest_hex(), "body_kept": kept, "event": event,
    })
}

fn lines(view: &VerdictView, body: &Body) -> Vec<String> {
    let time = |at: domain::Time| at.format("%F %T").to_string();
    let answered = view.answered_at.map_or("not published yet".to_owned(), |at| format!("published {}", time(at)));
    let (event, text) = match body {
        Body::Kept(event) => (format!("{} ({}) of tenant {}", event.id, view.kind, view.tenant), body_text(event)),
        Body::Gone => (unnamed(view), "no longer kept: the inbound stream keeps the bodies of uninteresting events for AUSPEX_TRIM_KEEP_EVENTS and AUSPEX_TRIM_KEEP_EVENT_BYTES".to_owned()),
        Body::Unreadable(error) => (unnamed(view), format!("cannot be read: {error}")),
    };
    vec![
        format!("event        {event}"),
        format!("job          {}, decided {}, {answered}", view.job, time(view.made_at)),
        format!("verdict      not interesting ({:.2}): {}", view.score, view.reason()),
        format!("digest       sha256 {}", view.digest_hex()),
        format!("body         {text}"),
    ]
}

fn unnamed(view: &VerdictView) -> String {
    format!("of kind {} of tenant {}", view.kind, view.tenant)
}

fn body_text(event: &Event) -> String {
    serde_json::to_string(&proto::v1::Event::from(event)).unwrap_or_default()
}
