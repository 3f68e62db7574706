//! Outcomes of questions, in batches, their history, and the forecasts that they score.

use axum::Json;
use operations::answer_scores::{self, AnswerScore};
use operations::outcomes::{self, OutcomeBatch, OutcomesRecorded, QuestionHistory, SubjectQuery};
use operations::scores::{self, ForecastScore, ScoredItem, ScoredQuery};

use crate::access::{Admin, Allowed, Read};
use crate::http::{JsonBody, Params, Problem, Problems};

/// Record outcomes of questions that a run, an event or a market names. An outcome that is refused affects no other.
#[utoipa::path(
    post, path = "/v1/outcomes", tag = "runs", operation_id = "resolve", security(("token" = ["admin"])),
    request_body = OutcomeBatch,
    responses((status = 200, description = "What was recorded, in order", body = OutcomesRecorded), Problems),
)]
pub async fn record(
    allowed: Allowed<Admin>,
    JsonBody(batch, _): JsonBody<OutcomeBatch>,
) -> Result<Json<OutcomesRecorded>, Problem> {
    Ok(Json(outcomes::record_all(allowed.cx(), batch).await?))
}

/// List the recorded outcomes of the questions about a run, an event or a market; name one of them.
#[utoipa::path(
    get, path = "/v1/outcomes", tag = "runs", operation_id = "listOutcomes", security(("token" = ["read"])),
    params(SubjectQuery),
    responses((status = 200, description = "The questions with their outcomes", body = Vec<QuestionHistory>), Problems),
)]
pub async fn list(
    allowed: Allowed<Read>,
    Params(query): Params<SubjectQuery>,
) -> Result<Json<Vec<QuestionHistory>>, Problem> {
    Ok(Json(outcomes::history(allowed.cx(), query).await?))
}

/// List the published forecasts of resolved questions, most recently asked first.
#[utoipa::path(
    get, path = "/v1/scored-forecasts", tag = "runs", operation_id = "listScoredForecasts",
    security(("token" = ["read"])), params(ScoredQuery),
    responses((status = 200, description = "Forecasts with their outcomes", body = Vec<ScoredItem>), Problems),
)]
pub async fn scored(
    allowed: Allowed<Read>,
    Params(query): Params<ScoredQuery>,
) -> Result<Json<Vec<ScoredItem>>, Problem> {
    Ok(Json(scores::list(allowed.cx(), query).await?))
}

/// Show the score of the published forecasts of resolved questions: Brier score with reliability, resolution and
/// uncertainty, log score, calibration, and the forecasts by range of probabilities.
#[utoipa::path(
    get, path = "/v1/score", tag = "runs", operation_id = "showScore", security(("token" = ["read"])),
    params(ScoredQuery),
    responses((status = 200, description = "The score", body = ForecastScore), Problems),
)]
pub async fn score(allowed: Allowed<Read>, Params(query): Params<ScoredQuery>) -> Result<Json<ForecastScore>, Problem> {
    Ok(Json(scores::show(allowed.cx(), query).await?))
}

/// List the published forecasts of options, numbers and times, and of probabilities under a condition, whose questions
/// are answered, most recently asked first.
#[utoipa::path(
    get, path = "/v1/scored-answers", tag = "runs", operation_id = "listScoredAnswers",
    security(("token" = ["read"])), params(ScoredQuery),
    responses((status = 200, description = "Forecasts with their answers and scores", body = Vec<AnswerScore>), Problems),
)]
pub async fn scored_answers(
    allowed: Allowed<Read>,
    Params(query): Params<ScoredQuery>,
) -> Result<Json<Vec<AnswerScore>>, Problem> {
    Ok(Json(answer_scores::list(allowed.cx(), query).await?))
}
