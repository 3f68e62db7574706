//! The forecaster's three calls to its model: decompose, analyze, estimate.
//!
//! I/O: calls the model for the handlers, through `worker::ModelClient`.

use std::sync::Arc;

use domain::forecast::BudgetLeft;
use domain::{Budget, MicroUsd, Run, Scope, Time};
use llm::{Request, Schema};
use runtime::Failure;
use runtime::handler::Attempt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use worker::metering::structured;
use worker::{Answered, AskError, Call, ModelClient, Payer, Prompts, SpendingLimits};

use crate::{analyze, decompose, estimate};

/// Transient failures of a job after which it continues without the model: a late forecast is worth less than a partial one.
const MAX_TRANSIENT_FAILURES: u32 = 3;

/// The forecaster's model with its prompts, schemas and budgets.
pub struct Model {
    asks: Arc<dyn ModelClient>,
    prompts: Prompts,
    limits: SpendingLimits,
    decompose: Schema,
    analyze: Schema,
    estimate: Schema,
}

/// Kind of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Decomposes a question into research questions.
    Decompose,
    /// Judges whether the evidence suffices.
    Analyze,
    /// Estimates the probability.
    Estimate,
}

/// The variable part of a call.
#[derive(Debug, Clone)]
pub struct ModelCall {
    /// Kind of the call.
    pub task: Task,
    /// Name of the step. A step of a job is paid once.
    pub step: String,
    /// Input for the prompt.
    pub input: Value,
    /// Sampling temperature, 0 to 1.
    pub temperature: f64,
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
    ///
    /// # Errors
    /// A prompt does not parse. Prompts are compiled in, so a test detects it.
    pub fn new(asks: Arc<dyn ModelClient>, limits: SpendingLimits) -> anyhow::Result<Self> {
        let prompts = Prompts::new(&[
            ("decompose.md", include_str!("../prompts/decompose.md")),
            ("analyze.md", include_str!("../prompts/analyze.md")),
            ("estimate.md", include_str!("../prompts/estimate.md")),
            ("input.md", include_str!("../prompts/input.md")),
        ])?;
        Ok(Self {
            asks,
            prompts,
            limits,
            decompose: Schema::new("decompose_question", "Name what has to be researched.", decompose::schema()),
            analyze: Schema::new("analyze_evidence", "Judge whether the evidence suffices.", analyze::schema()),
            estimate: Schema::new(
                "estimate_probability",
                "State one careful, independent forecast.",
                estimate::schema(),
            ),
        })
    }

    /// Returns the version of the prompts.
    pub fn prompt_version(&self) -> &str {
        self.prompts.version()
    }

    /// Returns the model's name.
    pub fn name(&self) -> &str {
        &self.asks.card().model
    }

    /// Returns the budgets' limits.
    pub fn limits(&self) -> &SpendingLimits {
        &self.limits
    }

    /// Returns the amount that the run has been charged over all agents, including reservations; `None` if the ledger is unavailable.
    pub async fn spent(&self, run: &Run) -> Option<MicroUsd> {
        let budget = Budget { scope: Scope::run(run.id), limit: run.budget.min(self.limits.run) };
        let left = self.asks.left(&budget).await.ok()?;
        Some(budget.limit.saturating_sub(left))
    }

    /// Returns what is left of every budget of the run: the tenant's day, the run, each agent. Budgets that cannot be read are left
    /// out.
    pub async fn budgets_left(&self, run: &Run, now: Time) -> Vec<BudgetLeft> {
        let mut budgets = self.limits.budgets("forecaster", &payer(run), now);
        let agents = ["researcher", "filter"]
            .map(|agent| Budget { scope: Scope::agent(agent, run.event_job), limit: self.limits.agent(agent) });
        budgets.extend(agents);
        let mut all = Vec::new();
        for Budget { scope, limit } in budgets {
            let budget = Budget { scope, limit };
            if let Ok(left) = self.asks.left(&budget).await {
                all.push(BudgetLeft { scope: budget.scope.key().to_owned(), limit, left });
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
        let schema = self.schema(question.task);
        let call = self.call(run, &question, attempt).map_err(Failure::reject)?;
        match structured(&*self.asks, call, schema).await {
            Ok(answered) => Ok(ModelReply::Usable(answered)),
            Err(error) => {
                let error = error.unless_later(attempt.failures, MAX_TRANSIENT_FAILURES)?;
                let turns = asked(&error);
                Ok(ModelReply::None { why: format!("{}: {:#}", question.step, anyhow::Error::from(error)), turns })
            }
        }
    }

    fn call(&self, run: &Run, question: &ModelCall, attempt: &Attempt) -> anyhow::Result<Call> {
        Ok(Call {
            job: attempt.job,
            tenant: run.tenant.clone(),
            step: question.step.clone(),
            request: self.request(question)?,
            budgets: self.limits.budgets("forecaster", &payer(run), attempt.now()),
            deadline: None,
        })
    }

    fn request(&self, question: &ModelCall) -> anyhow::Result<Request> {
        let (template, tokens) = match question.task {
            Task::Decompose => ("decompose.md", 2_000),
            Task::Analyze => ("analyze.md", 2_000),
            Task::Estimate => ("estimate.md", 3_000),
        };
        let system = self.prompts.render(template, serde_json::json!({}))?;
        let user = self.prompts.render("input.md", serde_json::json!({ "input": question.input }))?;
        Ok(Request::new(system, user).with_max_tokens(tokens).with_temperature(question.temperature).cached())
    }

    fn schema(&self, task: Task) -> &Schema {
        match task {
            Task::Decompose => &self.decompose,
            Task::Analyze => &self.analyze,
            Task::Estimate => &self.estimate,
        }
    }
}

/// An unusable reply was requested twice; a denied call was not made.
fn asked(error: &AskError) -> u32 {
    match error {
        AskError::UnusableReply { .. } => 2,
        AskError::Denied { .. } => 0,
        AskError::Busy { .. } | AskError::Rejected { .. } | AskError::Port(_) => 1,
    }
}

fn payer(run: &Run) -> Payer {
    Payer { tenant: run.tenant.clone(), root: run.event_job, run: Some((run.id, run.budget)), task: None }
}

#[cfg(test)]
mod tests {
    use llm::testing::FakeModel;
    use worker::testing::FakeModelClient;

    use super::*;
    use crate::digest::Digest;
    use crate::sample::{failed, found, run, state};

    #[test]
    fn the_prompts_are_as_reviewed() {
        let asks = Arc::new(FakeModelClient::new("forecaster", FakeModel::scripted([])));
        let limits = SpendingLimits::read(&mut runtime::config::Env::from_pairs(Vec::<(String, String)>::new()));
        let model = Model::new(asks, limits).unwrap();
        let state = state(&[("i1q1", Some(found(2))), ("i1q2", Some(failed("no money")))]);
        let digest = Digest::from_state(&state);
        let inputs = [
            (Task::Decompose, decompose::input(&run(), 6)),
            (Task::Analyze, analyze::input(&state, &digest, &crate::Config::defaults().limits)),
            (Task::Estimate, estimate::input(estimate::Given { state: &state, digest: &digest, known: &[] }, 1)),
        ];
        for (task, input) in inputs {
            let request = model.request(&ModelCall { task, step: "s".into(), input, temperature: 0.0 }).unwrap();
            let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
            insta::assert_snapshot!(format!("{task:?}"), format!("{}\n=== user\n{text}", request.system));
        }
    }
}
