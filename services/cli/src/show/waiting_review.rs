//! A forecast that waits for its review, as text or JSON.

use anyhow::Result;
use domain::{JobId, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Context;

/// The review that a forecast waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WaitingReview {
    result: JobId,
    expires_at: Option<Time>,
}

impl WaitingReview {
    /// Prints how to decide about the forecast, which is not printed: it is not published.
    pub(super) fn print(&self, context: &Context) -> Result<()> {
        context.print(&json!({ "review": self }), |_| self.lines())
    }

    fn lines(&self) -> [String; 3] {
        let id = self.result;
        let expires = self.expires_at.map(|at| format!(" until {}", at.format("%F %T"))).unwrap_or_default();
        [
            format!("review       the forecast waits for a person{expires}; it is published when it is approved"),
            format!("             auspex review show {id}"),
            format!("             auspex review approve {id}   (or edit, or reject)"),
        ]
    }
}
