//! Results as they are stored: most as canonical JSON, those about groups of quiet events as the message that
//! subscribers receive.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::webhook::CLASSIFICATIONS;
use proto::event::{Envelope, Event};
use proto::events::ResultPublished;

/// A result about a group of quiet events as it is stored.
#[derive(serde::Deserialize)]
struct StoredGroup {
    /// The message of the result as base64.
    message: String,
}

/// Returns the canonical JSON of a stored result. Returns `None` for a message that this version cannot read.
pub fn result_json(kind: &str, body: String) -> Option<String> {
    if kind != CLASSIFICATIONS {
        return Some(body);
    }
    let StoredGroup { message } = serde_json::from_str(&body).ok()?;
    let row = ResultPublished::decode(&Envelope::default(), &STANDARD.decode(message).ok()?).ok()?.0;
    Some(row.body.to_string())
}
