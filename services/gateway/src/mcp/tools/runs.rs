//! Forecasts: ask, read, resolve.

use std::sync::Arc;

use axum::extract::State;
use domain::access::AccessScope::{Admin, Publish, Read};
use domain::{Forecast, JobId, RunId, Time};
use serde::{Deserialize, Serialize};
use store::Runs;
use utoipa::ToSchema;

use crate::access;
use crate::confidence::{ConfidenceLevel, GivenConfidence};
use crate::http::{Id, JsonBody, Problem};
use crate::mcp::resources::report_uri;
use crate::mcp::tasks::Work;
use crate::mcp::tool::{About, Effect, Fault, McpCall, McpReply, Tool};
use crate::mcp::waiting::{self, Look};
use crate::routes::questions::{self, Ask};
use crate::routes::runs::{self, Outcome, OutcomeRecorded};

pub(super) fn all() -> Vec<Tool> {
    let ask = About {
        name: "ask",
        title: "Ask a question",
        description: "Asks a question about the future, waits for the forecast, and returns it with its reasoning. Costs money and takes minutes.",
        scopes: &[Publish, Read],
        effect: Effect::Adds,
        open_world: true,
    };
    let get = About {
        name: "get_forecast",
        title: "Read a forecast",
        description: "The state of a run, and its forecast if it is made.",
        ..About::READS
    };
    let resolve = About {
        name: "resolve_question",
        title: "Record an outcome",
        description: "Records the outcome of a run's question, from which calibration is computed. A different second outcome corrects the first.",
        scopes: &[Admin],
        effect: Effect::Changes,
        open_world: false,
    };
    vec![ask.asking(asked), get.handled_by(get_forecast), resolve.handled_by(resolve_question)]
}

/// A question to forecast.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AskInput {
    /// Text of the question, which yes or no answers. A question for a number, a choice or a time is refused, unless
    /// research is requested.
    #[schema(min_length = 1)]
    question: String,
    /// Id of the event; asking again with the same id starts no new run. Derived from the question and the time if
    /// absent.
    #[schema(max_length = 200)]
    id: Option<String>,
    /// Background information that is already known.
    #[serde(default)]
    background: String,
    /// Criteria by which the question resolves.
    #[serde(default)]
    resolution_criteria: String,
    /// Time at which the question closes (RFC 3339).
    #[schema(value_type = Option<String>, format = DateTime)]
    closes: Option<Time>,
    /// Topic; calibration is grouped by it.
    #[serde(default)]
    topic: String,
    /// Market price of YES, 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    market_price: Option<f64>,
    /// Maximum cost in micro-dollars; it can only lower the fleet's limit.
    budget_micro_usd: Option<u64>,
    /// Maximum number of research rounds, 1 to 20.
    #[schema(minimum = 1, maximum = 20)]
    max_iterations: Option<u32>,
    /// Profile of the evidence filter: `strict`, `default` or `loose`.
    profile: Option<String>,
    /// Flags the forecast for a person if its confidence is lower: a number from 0 to 1, or `high`, `medium`, `low`.
    min_confidence: Option<GivenConfidence>,
    /// Requires a person's review before the forecast is used.
    #[serde(default)]
    human_review: bool,
    /// Waits for the forecast; `true` if absent. Otherwise the run is returned at once, and get_forecast reads its
    /// forecast later.
    wait: Option<bool>,
}

/// A run and its forecast.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RunOutput {
    /// Id of the run (UUID).
    run_id: String,
    /// `queued`, `waiting`, `analyzing`, `done`, or `ended` for a run that is over without a forecast.
    state: String,
    /// The forecast, once it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    forecast: Option<ForecastOutput>,
    /// Address of the readable report as a resource, once it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
    /// What happens, or why there is no forecast.
    message: String,
}

/// A forecast with its reasoning.
#[derive(Debug, Serialize, ToSchema)]
struct ForecastOutput {
    /// Text of the question.
    question: String,
    /// Probability of YES, 0.01 to 0.99.
    probability: f64,
    /// Lower bound of the probability.
    lower: f64,
    /// Upper bound of the probability.
    upper: f64,
    /// Confidence in the estimate itself, 0 to 1.
    confidence: f64,
    /// The confidence in words.
    confidence_level: ConfidenceLevel,
    /// Reasoning; each statement of fact cites evidence as `[question/finding]`.
    reasoning: String,
    /// Evidence used, as `question/finding`.
    evidence_used: Vec<String>,
    /// Reasons why the forecast is partial and needs attention.
    flags: Vec<String>,
    /// Number of research rounds.
    iterations: u32,
    /// Number of questions with a usable answer.
    questions_answered: u32,
    /// Cost of the run in micro-dollars.
    cost_micro_usd: u64,
    /// Market recommendation, if a market exists.
    #[schema(value_type = Option<Object>)]
    #[serde(skip_serializing_if = "Option::is_none")]
    recommendation: Option<domain::Recommendation>,
    /// Time of the forecast.
    #[schema(value_type = String, format = DateTime)]
    made_at: Time,
}

impl From<Forecast> for ForecastOutput {
    fn from(forecast: Forecast) -> Self {
        Self {
            question: forecast.run.asked.text.clone(),
            probability: forecast.probability.get(),
            lower: forecast.lower.get(),
            upper: forecast.upper.get(),
            confidence: forecast.confidence,
            confidence_level: ConfidenceLevel::of(forecast.confidence),
            reasoning: forecast.reasoning,
            evidence_used: forecast.evidence_used,
            flags: forecast.flags,
            iterations: forecast.iterations,
            questions_answered: forecast.questions_answered,
            cost_micro_usd: forecast.cost.0,
            recommendation: forecast.recommendation,
            made_at: forecast.made_at,
        }
    }
}

async fn asked(call: McpCall, input: AskInput) -> Result<McpReply<RunOutput>, Fault> {
    let wait = input.wait.unwrap_or(true);
    let ask = Ask {
        id: input.id,
        text: input.question,
        background: input.background,
        resolution_criteria: input.resolution_criteria,
        closes: input.closes,
        topic: input.topic,
        market_price: input.market_price,
        budget_micro_usd: input.budget_micro_usd,
        max_iterations: input.max_iterations,
        profile: input.profile,
        min_confidence: input.min_confidence.map(GivenConfidence::number),
        human_review: input.human_review,
        research_request: false,
    };
    let gateway = State(Arc::clone(call.server.gateway()));
    let body = JsonBody(ask, call.payload());
    let accepted = questions::ask(gateway, call.granted.allowed::<access::Publish>()?, body).await?.1.0;
    let parse = |text: &str| text.parse::<JobId>().map_err(|_| Fault::from(Problem::unavailable()));
    let job = parse(&accepted.job)?;
    let run = RunId::for_event(job);
    if !wait {
        let stored = output(run, "queued", "the question is stored; get_forecast reads its forecast later");
        return Ok(McpReply::Output(stored));
    }
    if call.wants_task() {
        return Ok(McpReply::Started(Work::Question { job, run }));
    }
    let done = waiting::wait(&call, || look(&call, job, run)).await?;
    Ok(McpReply::Output(done.unwrap_or_else(|| {
        output(run, "running", "the forecast was not made in time; the run continues, so call get_forecast later")
    })))
}

fn output(run: RunId, state: &str, message: &str) -> RunOutput {
    let (state, message) = (state.to_owned(), message.to_owned());
    RunOutput { run_id: run.to_string(), state, forecast: None, report: None, message }
}

pub(super) async fn look(call: &McpCall, job: JobId, run: RunId) -> Result<Look<RunOutput>, Fault> {
    let state = read(call, run).await?;
    if ["done", "ended"].contains(&state.state.as_str()) {
        return Ok(Look::Done(state));
    }
    Ok(match waiting::failure(call, job, 0).await? {
        Some(message) => Look::Done(output(run, "ended", &message)),
        None => Look::Working(format!("{}: {}", state.state, state.message)),
    })
}

/// Returns the state of a run whose owner was checked.
async fn read(call: &McpCall, run: RunId) -> Result<RunOutput, Fault> {
    let store = call.server.gateway().store(&call.caller().tenant);
    if let Some(forecast) = store.forecast(run).await? {
        let forecast = Some(forecast.into());
        let key = runs::report_key(run);
        let report =
            runs::report_of(call.server.gateway(), call.caller(), key.clone()).await?.map(|_| report_uri(&key));
        return Ok(RunOutput { forecast, report, ..output(run, "done", "the forecast is made") });
    }
    let Some(state) = store.load(run).await? else { return Ok(output(run, "queued", "the run has not begun")) };
    if state.ended.is_some() {
        return Ok(output(run, "ended", "the run ended without a forecast: it was cancelled, or it proposed research"));
    }
    let Some(progress) = store.run_progress(&[run]).await?.pop() else { return Ok(output(run, "queued", "")) };
    let message = format!(
        "round {}, {} questions open, {} answered",
        progress.iteration, progress.outstanding, progress.answered
    );
    Ok(output(run, &progress.phase, &message))
}

/// Names a run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct RunInput {
    /// Id of the run (UUID).
    run_id: String,
}

async fn get_forecast(call: McpCall, input: RunInput) -> Result<RunOutput, Fault> {
    let run = parsed(&input.run_id)?;
    runs::owned(call.server.gateway(), call.caller(), run).await?;
    read(&call, run).await
}

/// The outcome of a run's question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ResolveInput {
    /// Id of the run (UUID).
    run_id: String,
    /// 1 for YES, 0 for NO; values between mean a partial resolution.
    #[schema(minimum = 0, maximum = 1)]
    outcome: f64,
    /// Time of resolution (RFC 3339), in the past; now if absent.
    #[schema(value_type = Option<String>, format = DateTime)]
    resolved_at: Option<Time>,
    /// Explanation, or the reason of a correction.
    #[serde(default)]
    #[schema(max_length = 1000)]
    because: String,
}

async fn resolve_question(call: McpCall, input: ResolveInput) -> Result<OutcomeRecorded, Fault> {
    let ResolveInput { run_id, outcome: value, resolved_at, because } = input;
    let body = JsonBody(Outcome { value, resolved_at, because }, call.payload());
    let gateway = State(Arc::clone(call.server.gateway()));
    Ok(runs::resolve(gateway, call.granted.allowed::<access::Admin>()?, Id(parsed(&run_id)?), body).await?.0)
}

fn parsed(run: &str) -> Result<RunId, Fault> {
    run.parse().map_err(|_| Problem::no_run().into())
}
