//! The audit trail of changes over the gateway: which token did what to which object, and with which result.
//!
//! Lines about accepted events are written in the transaction of the events. Other lines follow their change; a crash
//! between the two loses the line, while decisions about reviews have a record of their own that is part of their
//! transaction.

use domain::JobId;
use store::gateway::RecordedChange;

use crate::Gateway;
use crate::access::Caller;

/// An action of a caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// Past participle, e.g. `approved`.
    pub action: &'static str,
    /// What is changed, e.g. the id of a result.
    pub object: String,
    /// Job of the event that it belongs to, or the id of the object.
    pub about: JobId,
}

/// Returns the line of a change that is made now.
pub fn change(gateway: &Gateway, caller: &Caller, action: Action) -> RecordedChange {
    let Action { action, object, about } = action;
    RecordedChange {
        token: caller.token,
        token_name: caller.name.clone(),
        tenant: caller.tenant.clone(),
        action: action.to_owned(),
        object,
        about,
        refused: None,
        at: gateway.clock.now(),
    }
}

/// Writes the line of a change, with the reason if it was refused. A line that cannot be written is logged instead: the
/// change is made.
pub async fn record(gateway: &Gateway, change: RecordedChange) {
    if let Err(error) = gateway.store(&change.tenant).record_change(&change).await {
        let error = format!("{:#}", anyhow::Error::from(error));
        let RecordedChange { token, action, object, .. } = &change;
        tracing::error!(error, %token, action, object, "a change is missing in the audit trail");
    }
}
