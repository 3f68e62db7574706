//! Runs and their outcomes through the door.

use domain::RunId;
use operations::outcomes::{self, Outcome, OutcomeRecorded};
use operations::runs::{self, Cancel, Cancelled, RunItem};
use operations::{Caller, Page, PageQuery};
use reqwest::Method;
use serde_json::Value;
use store::Runs;

use super::direct::Direct;
use super::{Door, DoorError};

/// Maximum runs in a list.
const NEWEST: u32 = 50;

impl Door<'_> {
    /// Cancels a run.
    ///
    /// # Errors
    /// The operation fails; `conflict` if the run is over or cancelled already.
    pub async fn cancel(&self, run: RunId, wanted: Cancel) -> Result<Cancelled, DoorError> {
        match self {
            Self::Http(http) => http.send(Method::POST, &["v1", "runs", &run.to_string(), "cancel"], &wanted).await,
            Self::Direct(direct) => {
                let caller = caller(direct, run).await?;
                Ok(runs::cancel(direct.operations.of(&caller), run, wanted).await?)
            }
        }
    }

    /// Returns the newest runs: of the tenant, or for an operator without `--tenant` of all tenants.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn runs(&self) -> Result<Vec<RunItem>, DoorError> {
        let query = PageQuery { limit: Some(NEWEST), cursor: None };
        Ok(match self {
            Self::Http(http) => http.get::<Page<RunItem>>(&["v1", "runs"], &query).await?.items,
            Self::Direct(direct) if direct.tenant().is_none() => {
                direct.store().runs().recent(NEWEST).await?.into_iter().map(RunItem::from).collect()
            }
            Self::Direct(direct) => runs::list(direct.cx(), &query).await?.items,
        })
    }

    /// Returns a run with its questions, its budgets, its forecast and the review that it waits for.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn run(&self, run: RunId) -> Result<Value, DoorError> {
        match self {
            Self::Http(http) => http.get(&["v1", "runs", &run.to_string()], &()).await,
            Self::Direct(direct) => {
                let caller = caller(direct, run).await?;
                Ok(runs::show(direct.operations.of(&caller), run).await?)
            }
        }
    }

    /// Returns the report of a run, in Markdown.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn report(&self, run: RunId) -> Result<String, DoorError> {
        match self {
            Self::Http(http) => http.text(&["v1", "runs", &run.to_string(), "report"]).await,
            Self::Direct(direct) => {
                let caller = caller(direct, run).await?;
                Ok(runs::report(direct.operations.of(&caller), run).await?)
            }
        }
    }

    /// Records the outcome of a run's question.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn resolve(&self, run: RunId, outcome: Outcome) -> Result<OutcomeRecorded, DoorError> {
        match self {
            Self::Http(http) => http.send(Method::POST, &["v1", "runs", &run.to_string(), "outcome"], &outcome).await,
            Self::Direct(direct) => {
                let caller = caller(direct, run).await?;
                Ok(outcomes::record(direct.operations.of(&caller), run, outcome).await?)
            }
        }
    }
}

/// Returns the caller for the owner of a run.
pub(super) async fn caller(direct: &Direct<'_>, run: RunId) -> Result<Caller, DoorError> {
    Ok(direct.caller_for(direct.store().runs().load(run).await?.map(|state| state.run.tenant)))
}
