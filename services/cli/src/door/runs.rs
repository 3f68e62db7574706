//! Runs.

use domain::RunId;
use operations::Caller;
use operations::runs::{self, Cancel, Cancelled};
use reqwest::Method;
use store::Runs;

use super::direct::Direct;
use super::{Door, DoorError};

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
}

/// Returns the caller for the owner of a run.
pub(super) async fn caller(direct: &Direct<'_>, run: RunId) -> Result<Caller, DoorError> {
    Ok(direct.caller_for(direct.store().load(run).await?.map(|state| state.run.tenant)))
}
