//! Forecasts of runs, as the contract describes them.

use domain::RunId;
use domain::access::AccessScope::Read;
use proto::v1;

use crate::runs::check_owned;
use crate::{Context, OperationError};

/// Returns the forecast of a run.
///
/// # Errors
/// The tenant has no such run, it has no forecast yet, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, run: RunId) -> Result<v1::ForecastMade, OperationError> {
    cx.require(Read)?;
    check_owned(cx, run).await?;
    let forecast = cx.store().forecasts().published(run).await?.ok_or(OperationError::NoForecast)?;
    Ok(v1::ForecastMade::from(&forecast))
}
