//! Results that wait for a review, and those that are decided.

use domain::JobId;
use operations::reviews::{self, ReviewItem, ReviewList, ReviewedView};
use operations::{OperationError, Page};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::mcp::tool::{About, Fault, McpCall, Tool};

pub(super) fn all() -> Vec<Tool> {
    let list = About {
        name: "list_reviews",
        title: "List results",
        description: "The results of macros and the forecasts that wait for a review or are decided, newest first, by state and session.",
        ..About::READS
    };
    let get = About {
        name: "get_review",
        title: "Read a result",
        description: "A result with its data, verbs, sources, checks and digest, as the resource auspex://review/{result_id}. Show it to the \
                      user before an approval.",
        ..About::READS
    };
    vec![list.handled_by(list_reviews), get.handled_by(get_review)]
}

async fn list_reviews(call: McpCall, query: ReviewList) -> Result<Page<ReviewItem>, Fault> {
    Ok(reviews::list(call.cx(), query).await?)
}

/// Names a result.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResultInput {
    /// Id of the result (UUID).
    result_id: String,
}

/// Returns a result, and records that the token was shown it.
async fn get_review(call: McpCall, input: ResultInput) -> Result<ReviewedView, Fault> {
    let result: JobId = input.result_id.parse().map_err(|_| OperationError::UnknownResult)?;
    let view = ReviewedView::from(&reviews::show(call.cx(), result).await?);
    call.record_shown(&view).await?;
    Ok(view)
}
