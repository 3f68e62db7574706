//! A forecast that waits for its review, as text or JSON.

use anyhow::Result;
use domain::review::{ResultState, ReviewedResult};
use domain::run::{Phase, RunState};
use domain::{JobId, Tenant, Time};
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Reviews, Store};

use crate::{Context, output};

/// Returns the review that the forecast of a run waits for.
///
/// # Errors
/// When Postgres cannot be reached.
pub(crate) async fn pending_review(store: &Store, state: &RunState) -> Result<Option<ReviewedResult>> {
    let run = &state.run;
    if state.phase != Phase::Done || state.ended.is_some() || !run.asked.config.human_review {
        return Ok(None);
    }
    let found = store.reviews().show(&run.tenant, ReviewedResult::id_of_forecast(run.id)).await?;
    Ok(found.filter(|reviewed| reviewed.state == ResultState::Pending))
}

/// Prints that a forecast waits for its review, and how to decide about it. The forecast itself is not printed: it is
/// not published.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn waiting_review(pending: &ReviewedResult, context: &Context) -> Result<()> {
    if context.json {
        let review = json!({
            "result": pending.result.id, "tenant": pending.session.tenant, "session_version": pending.session.version,
            "state": pending.state, "expires_at": pending.expires_at,
        });
        return output::json(&json!({ "review": review }));
    }
    let review = WaitingReview {
        result: pending.result.id,
        expires_at: pending.expires_at,
        tenant: Some(pending.session.tenant.clone()),
    };
    review.print(context)
}

/// The review that a forecast waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct WaitingReview {
    result: JobId,
    expires_at: Option<Time>,
    /// Tenant that the commands name, unless it is `default` or that of a token.
    #[serde(skip)]
    tenant: Option<Tenant>,
}

impl WaitingReview {
    /// Prints how to decide about the forecast, which is not printed: it is not published.
    pub(super) fn print(&self, context: &Context) -> Result<()> {
        if context.json {
            return output::json(&json!({ "review": self }));
        }
        Ok(self.lines().iter().try_for_each(|line| output::line(line))?)
    }

    fn lines(&self) -> [String; 3] {
        let id = self.result;
        let expires = self.expires_at.map(|at| format!(" until {}", at.format("%F %T"))).unwrap_or_default();
        let tenant = self.tenant.as_ref().filter(|tenant| **tenant != Tenant::default());
        let option = tenant.map(|tenant| format!(" --tenant {tenant}")).unwrap_or_default();
        [
            format!("review       the forecast waits for a person{expires}; it is published when it is approved"),
            format!("             auspex review{option} show {id}"),
            format!("             auspex review{option} approve {id}   (or edit, or reject)"),
        ]
    }
}
