//! Recorded outcomes, and the scores of forecasts. `resolve_question` records an outcome.

use operations::answer_scores::{self, AnswerScore};
use operations::outcomes::{self, QuestionHistory, SubjectQuery};
use operations::scores::{self, ForecastScore, ScoredItem, ScoredQuery};
use serde::Serialize;
use utoipa::ToSchema;

use crate::mcp::tool::{About, Fault, Items, McpCall, Tool};

/// Forecasts of an answer without a limit: a model reads them.
const DEFAULT_LIMIT: u32 = 100;

pub(super) fn all() -> Vec<Tool> {
    let list = About {
        name: "list_outcomes",
        title: "List recorded outcomes",
        description: "The questions about a run, an event or a market with their recorded outcomes, corrected ones included. Name one of the three.",
        ..About::READS
    };
    let scores = About {
        name: "list_scores",
        title: "List scored forecasts",
        description: "Published forecasts of resolved questions with their outcomes, most recently asked first; at most 100 of each kind without a limit.",
        ..About::READS
    };
    let score = About {
        name: "get_score",
        title: "Score of the forecasts",
        description: "The Brier score of published forecasts of resolved questions with its reliability, resolution and uncertainty, and the forecasts by range of probabilities.",
        ..About::READS
    };
    vec![list.handled_by(list_outcomes), scores.handled_by(list_scores), score.handled_by(show_score)]
}

async fn list_outcomes(call: McpCall, query: SubjectQuery) -> Result<Items<QuestionHistory>, Fault> {
    Ok(Items { items: outcomes::history(call.cx(), query).await? })
}

/// Forecasts whose questions are resolved.
#[derive(Debug, Serialize, ToSchema)]
struct Scores {
    /// Forecasts of yes or no with their outcomes.
    forecasts: Vec<ScoredItem>,
    /// Forecasts of options, numbers and times, and of probabilities under a condition.
    answers: Vec<AnswerScore>,
}

async fn list_scores(call: McpCall, query: ScoredQuery) -> Result<Scores, Fault> {
    let query = ScoredQuery { limit: query.limit.or(Some(DEFAULT_LIMIT)), ..query };
    let forecasts = scores::list(call.cx(), query.clone()).await?;
    Ok(Scores { forecasts, answers: answer_scores::list(call.cx(), query).await? })
}

async fn show_score(call: McpCall, query: ScoredQuery) -> Result<ForecastScore, Fault> {
    Ok(scores::show(call.cx(), query).await?)
}
