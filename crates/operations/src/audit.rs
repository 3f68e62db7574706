//! The audit trail of changes of callers: which token did what to which object, and with which result.
//!
//! Lines about accepted events are written in the transaction of the events. Other lines follow their change; a crash
//! between the two loses the line, while decisions about reviews have a record of their own that is part of their
//! transaction.

use domain::JobId;
use store::audit::RecordedChange;

use crate::{Context, Operations};

/// An action of a caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Action {
    /// Past participle, e.g. `approved`.
    pub(crate) action: &'static str,
    /// Object of the change, e.g. the id of a result.
    pub(crate) object: String,
    /// Job of the event that it belongs to, or the id of the object.
    pub(crate) about: JobId,
}

/// Returns the line of a change that is made now.
pub(crate) fn change(cx: Context<'_>, action: Action) -> RecordedChange {
    let (Action { action, object, about }, caller) = (action, cx.caller);
    RecordedChange {
        token: caller.token,
        token_name: caller.name.clone(),
        tenant: caller.tenant.clone(),
        action: action.to_owned(),
        object,
        about,
        refused: None,
        at: cx.now(),
    }
}

/// Writes the line of a change, with the reason if it was refused. A line that cannot be written is logged instead: the
/// change is made.
pub(crate) async fn record(operations: &Operations, change: RecordedChange) {
    if let Err(error) = operations.store(&change.tenant).audit().record(&change).await {
        let error = format!("{:#}", anyhow::Error::from(error));
        let RecordedChange { token, action, object, .. } = &change;
        tracing::error!(error, %token, action, object, "a change is missing in the audit trail");
    }
}
