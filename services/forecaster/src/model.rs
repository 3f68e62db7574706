//! The forecaster's calls to its model: judge markets, normalise, decompose, analyze, estimate, write a report.
//!
//! I/O: calls the model for the handlers, through `worker::ModelClient`.

use std::sync::Arc;

use domain::forecast::BudgetLeft;
use domain::{Budget, BudgetScope, MicroUsd, Run, RunId, Time};
use futures::future::join_all;
use llm::{Request, Schema};
use research::support::request as support;
use runtime::Failure;
use runtime::handler::Attempt;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tools::markets::request;
use worker::degraded::{self, Degraded};
use worker::metering::structured;
use worker::{Answered, AskError, MeteredCall, ModelClient, Payer, Prompts, SpendingLimits, Work};

use crate::config::BATCH_WINDOW;
use crate::deep_report::plan::Purpose;
use crate::deep_report::{outline, writing};
use crate::distribution::DistributionTask;
use crate::perspective::Perspective;
use crate::prompt_split::SecondPrompts;
use crate::{analyze, decompose, estimate_schema, normalise};

/// Transient failures of a job after which it continues without the model: a late forecast is worth less than a partial
/// one.
const MAX_TRANSIENT_FAILURES: u32 = 3;

/// Prompt of the user for all calls of a report.
const REPORT_INPUT: &str = "report_input.md";

/// The forecaster's model with its prompts, schemas and budgets.
pub struct Model {
    client: Arc<dyn ModelClient>,
    prompts: Arc<Prompts>,
    second: Option<SecondPrompts>,
    limits: SpendingLimits,
    markets: Schema,
    decompose: Schema,
    further: Schema,
    outline: Schema,
    section: Schema,
    summary: Schema,
    judge: Schema,
    analyze: Schema,
    estimate: Schema,
    normalise: Schema,
    options: Schema,
    quantiles: Schema,
    dates: Schema,
}

/// Kind of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Judges which markets ask the question.
    JudgeMarkets,
    /// Decomposes a question into research questions.
    Decompose,
    /// Judges whether the evidence suffices.
    Analyze,
    /// Estimates the probability from a perspective.
    Estimate(Perspective),
    /// Reads a question: kind of the answer, deadline, what counts, meaning.
    Normalise,
    /// Estimates a distribution from a perspective.
    Distribution(DistributionTask, Perspective),
    /// Names the research questions of a round of a report.
    Plan(Purpose),
    /// Outlines a report on a topic.
    Outline,
    /// Writes a section of a report.
    Section,
    /// Writes the summary of a report.
    Summary,
    /// Judges sentences of a report that are in another language than their findings.
    JudgeSentences,
}

impl Task {
    /// Returns the prompts of system and user, and the maximum number of output tokens.
    fn prompts(self) -> (&'static str, &'static str, u32) {
        match self {
            Self::JudgeMarkets => (request::PROMPTS[0], request::PROMPTS[1], 3_000),
            Self::Decompose => ("decompose.md", "decompose_input.md", 2_000),
            Self::Analyze => ("analyze.md", "analyze_input.md", 2_000),
            Self::Estimate(_) => ("estimate.md", "estimate_input.md", 8_000),
            Self::Normalise => ("normalise.md", "normalise_input.md", 1_500),
            Self::Distribution(of, _) => (of.prompt(), "estimate_kind_input.md", 8_000),
            Self::Plan(purpose) => (purpose.prompt(), REPORT_INPUT, 3_000),
            Self::Outline => ("report_outline.md", REPORT_INPUT, 3_000),
            Self::Section => ("report_section.md", REPORT_INPUT, 4_000),
            Self::Summary => ("report_summary.md", REPORT_INPUT, 2_000),
            Self::JudgeSentences => (support::PROMPTS[0], support::PROMPTS[1], 3_000),
        }
    }
}

/// The variable part of a call.
#[derive(Debug, Clone)]
pub struct ModelCall {
    /// Kind of the call.
    pub task: Task,
    /// The round of the run, from 1, whose budget pays.
    pub round: u32,
    /// Name of the step. A step of a job is paid once.
    pub step: String,
    /// Input for the prompt.
    pub input: Value,
}

/// Result of a call that does not fail the job.
#[derive(Debug, Clone)]
pub enum ModelReply<T> {
    /// A usable reply.
    Usable(Answered<T>),
    /// No usable reply; the job continues without one.
    None {
        /// Reason, for a person.
        why: String,
        /// Number of calls made.
        turns: u32,
    },
}

impl Model {
    /// Creates the model.
    pub fn new(client: Arc<dyn ModelClient>, limits: SpendingLimits, prompts: Arc<Prompts>) -> Self {
        Self {
            client,
            prompts,
            second: None,
            limits,
            markets: request::schema(),
            decompose: Schema::new("decompose_question", "Name what has to be researched.", decompose::schema()),
            further: Schema::new("decompose_question", "Name what has to be researched.", decompose::further_schema()),
            outline: Schema::new("outline_report", "State title and sections of a report.", outline::schema()),
            section: Schema::new("write_section", "Write a section of a report.", writing::section_schema()),
            judge: support::schema(),
            summary: Schema::new("write_summary", "Write the summary of a report.", writing::summary_schema()),
            analyze: Schema::new("analyze_evidence", "Judge whether the evidence suffices.", analyze::schema()),
            estimate: Schema::new(
                "estimate_probability",
                "State one careful, independent forecast.",
                estimate_schema::schema(),
            ),
            normalise: Schema::new("normalise_question", "State how the question is read.", normalise::schema()),
            options: DistributionTask::Options.schema(),
            quantiles: DistributionTask::Quantiles.schema(),
            dates: DistributionTask::Dates.schema(),
        }
    }

    /// Gives a share of the runs other prompts.
    #[must_use]
    pub fn with_second(self, second: Option<SecondPrompts>) -> Self {
        Self { second, ..self }
    }

    /// Returns the version of the prompts of a run.
    pub fn prompt_version(&self, run: RunId) -> &str {
        self.prompts(run).version()
    }

    fn prompts(&self, run: RunId) -> &Prompts {
        self.second.as_ref().and_then(|second| second.of(run)).unwrap_or(&self.prompts)
    }

    /// Returns the model's name.
    pub fn name(&self) -> &str {
        &self.client.card().model
    }

    /// Returns the budgets' limits.
    pub fn limits(&self) -> &SpendingLimits {
        &self.limits
    }

    /// Returns the amount that the run has been charged over all agents, including reservations; `None` if the ledger
    /// is unavailable.
    pub async fn spent(&self, run: &Run) -> Option<MicroUsd> {
        let budget = Budget { scope: BudgetScope::run(run.id), limit: run.budget.min(self.limits.run) };
        let left = self.client.left(&budget).await.ok()?;
        Some(budget.limit.saturating_sub(left))
    }

    /// Returns what is left of every budget of the run: the tenant's day, the run, each agent in each of the first
    /// `rounds` rounds, all research. Budgets that cannot be read are left out.
    pub async fn budgets_left(&self, run: &Run, rounds: u32, now: Time) -> Vec<BudgetLeft> {
        let mut budgets = self.limits.budgets("forecaster", &payer(run, rounds), now);
        budgets.retain(|budget| budget.scope != BudgetScope::agent_round("forecaster", run.event_job, rounds));
        budgets.extend(self.limits.round_budgets(run.event_job, rounds));
        let mut all = Vec::new();
        for budget in budgets {
            if let Ok(left) = self.client.left(&budget).await {
                all.push(BudgetLeft { scope: budget.scope.key().to_owned(), limit: budget.limit, left });
            }
        }
        all
    }

    /// Calls the model. A denied call and an unusable reply are results; only what may succeed later is a failure.
    ///
    /// # Errors
    /// The model is busy, or was not reached and the job has not failed often.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        run: &Run,
        question: ModelCall,
        attempt: &Attempt,
    ) -> Result<ModelReply<T>, Failure> {
        let result = self.call_model(run, &question, attempt).await;
        Ok(reply(&question, unless_later(result, attempt)?))
    }

    /// Makes several calls at once. A call that a budget denies while the others are in progress is made after them:
    /// each reserves its maximum cost, which is mostly returned when it ends.
    ///
    /// # Errors
    /// The same as those of [`Model::ask`], of any call.
    pub async fn ask_all<T: DeserializeOwned>(
        &self,
        run: &Run,
        questions: &[ModelCall],
        attempt: &Attempt,
    ) -> Result<Vec<ModelReply<T>>, Failure> {
        let results = join_all(questions.iter().map(|question| self.call_model(run, question, attempt))).await;
        let mut usable = Vec::with_capacity(questions.len());
        for (question, result) in questions.iter().zip(results) {
            let result = match result {
                Err(AskError::Denied { .. } | AskError::Busy { .. }) if questions.len() > 1 => {
                    self.call_model(run, question, attempt).await
                }
                result => result,
            };
            usable.push(unless_later(result, attempt)?);
        }
        // Converted at the end, so that a job that is tried again counts nothing as degraded.
        Ok(questions.iter().zip(usable).map(|(question, result)| reply(question, result)).collect())
    }

    async fn call_model<T: DeserializeOwned>(
        &self,
        run: &Run,
        question: &ModelCall,
        attempt: &Attempt,
    ) -> Result<Answered<T>, AskError> {
        let call = self
            .call(run, question, attempt)
            .map_err(|error| AskError::Rejected { reason: format!("the prompt cannot be rendered: {error:#}") })?;
        structured(&*self.client, call, self.schema(question.task)).await
    }

    fn call(&self, run: &Run, question: &ModelCall, attempt: &Attempt) -> anyhow::Result<MeteredCall> {
        Ok(MeteredCall {
            job: attempt.job,
            tenant: run.tenant.clone(),
            step: question.step.clone(),
            request: self.request(self.prompts(run.id), question)?,
            budgets: self.limits.budgets("forecaster", &payer(run, question.round), attempt.now()),
            deadline: None,
            can_wait: can_wait(run, attempt.now()),
        })
    }

    fn request(&self, prompts: &Prompts, question: &ModelCall) -> anyhow::Result<Request> {
        let (system, message, tokens) = question.task.prompts();
        let system = prompts.render(system, json!({}))?;
        let render = |values: Value| -> anyhow::Result<Request> {
            Ok(Request::new(system, prompts.render(message, values)?).with_max_tokens(tokens).cached())
        };
        match question.task {
            Task::JudgeMarkets
            | Task::Decompose
            | Task::Analyze
            | Task::Normalise
            | Task::Plan(_)
            | Task::Outline
            | Task::Section
            | Task::Summary
            | Task::JudgeSentences => Ok(render(json!({ "input": question.input }))?.with_temperature(0.0)),
            Task::Estimate(perspective) | Task::Distribution(_, perspective) => {
                let guidance = prompts.render(perspective.prompt(), json!({}))?;
                render(json!({ "input": question.input, "guidance": guidance }))
            }
        }
    }

    fn schema(&self, task: Task) -> &Schema {
        match task {
            Task::JudgeMarkets => &self.markets,
            Task::Decompose | Task::Plan(Purpose::Plan) => &self.decompose,
            Task::Analyze => &self.analyze,
            Task::Estimate(_) => &self.estimate,
            Task::Normalise => &self.normalise,
            Task::Plan(Purpose::Contrary | Purpose::Gaps) => &self.further,
            Task::Outline => &self.outline,
            Task::Section => &self.section,
            Task::Summary => &self.summary,
            Task::JudgeSentences => &self.judge,
            Task::Distribution(DistributionTask::Options, _) => &self.options,
            Task::Distribution(DistributionTask::Quantiles, _) => &self.quantiles,
            Task::Distribution(DistributionTask::Dates, _) => &self.dates,
        }
    }
}

/// Returns `true` if the run's calls may be made in batches: it is not urgent, and its question does not close before
/// they end. A question that has closed already (in a backtest) sets no bound.
fn can_wait(run: &Run, now: Time) -> bool {
    let closes_soon = run.asked.closes.is_some_and(|closes| closes > now && closes < now + BATCH_WINDOW);
    run.asked.config.can_wait && !closes_soon
}

/// Fails the job if the call may succeed later.
fn unless_later<T>(
    result: Result<Answered<T>, AskError>,
    attempt: &Attempt,
) -> Result<Result<Answered<T>, AskError>, Failure> {
    match result {
        Ok(answered) => Ok(Ok(answered)),
        Err(error) => error.unless_later(attempt.failures, MAX_TRANSIENT_FAILURES).map(Err),
    }
}

/// Converts the result of a call, and counts a call without a usable reply as degraded.
fn reply<T>(question: &ModelCall, result: Result<Answered<T>, AskError>) -> ModelReply<T> {
    match result {
        Ok(answered) => ModelReply::Usable(answered),
        Err(error) => {
            degraded::count(lacking(question.task), &error);
            let turns = asked(&error);
            ModelReply::None { why: format!("{}: {:#}", question.step, anyhow::Error::from(error)), turns }
        }
    }
}

/// An unusable reply was requested twice; a call that was denied or has failed too often was not made.
fn asked(error: &AskError) -> u32 {
    match error {
        AskError::UnusableReply { .. } => 2,
        AskError::Denied { .. } | AskError::Unanswered { .. } => 0,
        AskError::Busy { .. }
        | AskError::Blocked { .. }
        | AskError::Queued { .. }
        | AskError::Refused { .. }
        | AskError::Rejected { .. }
        | AskError::Port(_) => 1,
    }
}

/// Returns what a forecast lacks without the reply to a call.
fn lacking(task: Task) -> Degraded {
    match task {
        Task::JudgeMarkets => Degraded::NoMarket,
        Task::Decompose | Task::Normalise | Task::Plan(Purpose::Plan) => Degraded::NoDecomposition,
        Task::Analyze | Task::Plan(Purpose::Contrary | Purpose::Gaps) => Degraded::NoAnalysis,
        Task::Outline | Task::Section | Task::Summary | Task::JudgeSentences => Degraded::UnwrittenReport,
        Task::Estimate(_) | Task::Distribution(..) => Degraded::EstimatesMissing,
    }
}

fn payer(run: &Run, round: u32) -> Payer {
    let work = Work::Round { run: run.id, limit: run.budget, round };
    Payer { tenant: run.tenant.clone(), root: run.event_job, work, task: None }
}

#[cfg(test)]
#[path = "model_test.rs"]
mod tests;
