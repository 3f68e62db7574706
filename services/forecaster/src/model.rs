//! The forecaster's four calls to its model: judge markets, decompose, analyze, estimate.
//!
//! I/O: calls the model for the handlers, through `worker::ModelClient`.

use std::sync::Arc;

use domain::forecast::BudgetLeft;
use domain::{Budget, BudgetScope, MicroUsd, Run, Time};
use futures::future::join_all;
use llm::{Request, Schema};
use runtime::Failure;
use runtime::handler::Attempt;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tools::markets::request;
use worker::degraded::{self, Degraded};
use worker::metering::structured;
use worker::{Answered, AskError, MeteredCall, ModelClient, Payer, Prompts, SpendingLimits, Work};

use crate::config::BATCH_WINDOW;
use crate::perspective::Perspective;
use crate::{analyze, decompose, estimate_schema};

/// Transient failures of a job after which it continues without the model: a late forecast is worth less than a partial
/// one.
const MAX_TRANSIENT_FAILURES: u32 = 3;

/// The forecaster's model with its prompts, schemas and budgets.
pub struct Model {
    client: Arc<dyn ModelClient>,
    prompts: Arc<Prompts>,
    limits: SpendingLimits,
    markets: Schema,
    decompose: Schema,
    analyze: Schema,
    estimate: Schema,
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
}

impl Task {
    /// Returns the prompts of system and user, and the maximum number of output tokens.
    fn prompts(self) -> (&'static str, &'static str, u32) {
        match self {
            Self::JudgeMarkets => (request::PROMPTS[0], request::PROMPTS[1], 3_000),
            Self::Decompose => ("decompose.md", "decompose_input.md", 2_000),
            Self::Analyze => ("analyze.md", "analyze_input.md", 2_000),
            Self::Estimate(_) => ("estimate.md", "estimate_input.md", 8_000),
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
            limits,
            markets: request::schema(),
            decompose: Schema::new("decompose_question", "Name what has to be researched.", decompose::schema()),
            analyze: Schema::new("analyze_evidence", "Judge whether the evidence suffices.", analyze::schema()),
            estimate: Schema::new(
                "estimate_probability",
                "State one careful, independent forecast.",
                estimate_schema::schema(),
            ),
        }
    }

    /// Returns the version of the prompts.
    pub fn prompt_version(&self) -> &str {
        self.prompts.version()
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
            request: self.request(question)?,
            budgets: self.limits.budgets("forecaster", &payer(run, question.round), attempt.now()),
            deadline: None,
            can_wait: can_wait(run, attempt.now()),
        })
    }

    fn request(&self, question: &ModelCall) -> anyhow::Result<Request> {
        let (system, message, tokens) = question.task.prompts();
        let system = self.prompts.render(system, json!({}))?;
        let render = |values: Value| -> anyhow::Result<Request> {
            Ok(Request::new(system, self.prompts.render(message, values)?).with_max_tokens(tokens).cached())
        };
        match question.task {
            Task::JudgeMarkets | Task::Decompose | Task::Analyze => {
                Ok(render(json!({ "input": question.input }))?.with_temperature(0.0))
            }
            Task::Estimate(perspective) => {
                let guidance = self.prompts.render(perspective.prompt(), json!({}))?;
                render(json!({ "input": question.input, "guidance": guidance }))
            }
        }
    }

    fn schema(&self, task: Task) -> &Schema {
        match task {
            Task::JudgeMarkets => &self.markets,
            Task::Decompose => &self.decompose,
            Task::Analyze => &self.analyze,
            Task::Estimate(_) => &self.estimate,
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
        Task::Decompose => Degraded::NoDecomposition,
        Task::Analyze => Degraded::NoAnalysis,
        Task::Estimate(_) => Degraded::EstimatesMissing,
    }
}

fn payer(run: &Run, round: u32) -> Payer {
    let work = Work::Round { run: run.id, limit: run.budget, round };
    Payer { tenant: run.tenant.clone(), root: run.event_job, work, task: None }
}

#[cfg(test)]
mod tests {
    use llm::testing::FakeModel;
    use worker::testing::FakeModelClient;

    use super::*;
    use crate::digest::Digest;
    use crate::estimate;
    use crate::sample::{failed, found, run, state};

    fn model() -> Model {
        let client = Arc::new(FakeModelClient::new("forecaster", FakeModel::scripted([])));
        let limits = SpendingLimits::read(&mut runtime::config::Env::from_pairs(Vec::<(String, String)>::new()));
        Model::new(client, limits, Arc::new(Prompts::builtin("forecaster").unwrap()))
    }

    #[test]
    fn the_prompts_are_as_reviewed() {
        let model = model();
        let state = state(&[("i1q1", Some(found(2))), ("i1q2", Some(failed("no money")))]);
        let digest = Digest::from_state(&state);
        let inputs = [
            (Task::Decompose, decompose::input(&run(), 6)),
            (Task::Analyze, analyze::input(&state, &digest, &crate::ForecasterConfig::defaults().limits)),
            (
                Task::Estimate(Perspective::BaseRate),
                estimate::input(estimate::Given { state: &state, digest: &digest, known: &[] }, 1),
            ),
        ];
        for (task, input) in inputs {
            let schema = model.schema(task).clone();
            let members: Vec<&str> = input.as_object().unwrap().keys().map(String::as_str).collect();
            worker::prompt::testing::check_members("forecaster", task.prompts().1, &members);
            let request = model.request(&ModelCall { task, round: 1, step: "s".into(), input }).unwrap();
            let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
            worker::prompt::testing::check_example(&schema, &request.system);
            insta::assert_snapshot!(schema.name(), format!("{}\n=== user\n{text}", request.system));
        }
    }

    #[test]
    fn the_call_about_markets_has_all_its_members_and_a_valid_example() {
        let model = model();
        let topic = tools::markets::Topic {
            text: "Will it?".into(),
            background: String::new(),
            closes: None,
            asked_on: crate::sample::when().date_naive(),
        };
        let input = json!(request::MatchQuery::new(&topic, &[]));
        let members: Vec<&str> = input.as_object().unwrap().keys().map(String::as_str).collect();
        worker::prompt::testing::check_members("forecaster", request::PROMPTS[1], &members);
        let call = ModelCall { task: Task::JudgeMarkets, round: 1, step: "s".into(), input };
        let made = model.request(&call).unwrap();
        worker::prompt::testing::check_example(model.schema(Task::JudgeMarkets), &made.system);
        assert_eq!(made.temperature, Some(0.0));
    }

    #[test]
    fn estimates_differ_by_perspective_and_share_their_system_prompt() {
        let model = model();
        let requests = Perspective::ALL.map(|perspective| {
            let (task, input) = (Task::Estimate(perspective), json!({ "findings": [] }));
            model.request(&ModelCall { task, round: 1, step: "s".into(), input }).unwrap()
        });
        for (perspective, request) in Perspective::ALL.iter().zip(&requests) {
            let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
            assert!(text.starts_with(&format!("Your perspective: {}.", perspective.name())), "{text}");
            assert_eq!((request.temperature, &request.system), (None, &requests[0].system));
        }
    }
}
