//! Other runs of the same question, or about the same market.

use domain::access::AccessScope::Read;
use domain::{RunId, Time};
use serde::{Deserialize, Serialize};
use store::runs::RelatedRun;
use utoipa::ToSchema;

use crate::runs::check_owned;
use crate::{Context, OperationError};

/// Maximum runs of an answer.
const MAX_RELATED: u32 = 20;

/// A run of the same question or about the same market.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RelatedRunItem {
    /// Id of the run.
    pub run: String,
    /// Text of its question.
    pub question: String,
    /// Start of the run.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Time,
    /// Probability of YES, once the forecast is published.
    pub probability: Option<f64>,
    /// The answer in one line, if it is not a probability of YES.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The market's price when the question was asked, 0 to 1.
    pub crowd: Option<f64>,
    /// The recorded outcome: 1 for YES, 0 for NO.
    pub outcome: Option<f64>,
}

/// Returns other runs with the question of a run or about its market, newest first, at most 20.
///
/// # Errors
/// The tenant has no such run, or Postgres is unavailable.
pub async fn related(cx: Context<'_>, run: RunId) -> Result<Vec<RelatedRunItem>, OperationError> {
    cx.require(Read)?;
    check_owned(cx, run).await?;
    let related = cx.store().runs().related(cx.tenant(), run, MAX_RELATED).await?;
    Ok(related.into_iter().map(RelatedRunItem::from).collect())
}

impl From<RelatedRun> for RelatedRunItem {
    fn from(found: RelatedRun) -> Self {
        let RelatedRun { run, question, started_at, probability, answer, crowd, outcome } = found;
        Self { run: run.to_string(), question, started_at, probability, answer, crowd, outcome }
    }
}
