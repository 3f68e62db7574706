//! The forecaster's three paid questions: decompose, analyze, estimate.
//!
//! I/O: asks the model on the handlers' behalf, through `worker::Asks`.

use std::sync::Arc;

use domain::forecast::BudgetLeft;
use domain::{Budget, MicroUsd, Run, Scope, Time};
use llm::{Request, Schema};
use runtime::Failure;
use runtime::handler::Attempt;
use serde::de::DeserializeOwned;
use serde_json::Value;
use worker::paid::structured;
use worker::{Answered, AskError, Asks, Call, Limits, Payer, Prompts};

use crate::{analyze, decompose, estimate};

/// Transient failures of a job after which it goes on without the model: a late forecast is worth less than a partial one.
const RETRIES: u32 = 3;

/// Whoever is asked.
pub struct Model {
    asks: Arc<dyn Asks>,
    prompts: Prompts,
    limits: Limits,
    decompose: Schema,
    analyze: Schema,
    estimate: Schema,
}

/// Which of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// A question into research questions.
    Decompose,
    /// Is the evidence enough?
    Analyze,
    /// How likely?
    Estimate,
}

/// A question with what is particular to it.
#[derive(Debug, Clone)]
pub struct Question {
    /// Which.
    pub task: Task,
    /// The step's name: the same step of a job is paid once.
    pub step: String,
    /// What the model is told.
    pub input: Value,
    /// 0 to 1.
    pub temperature: f64,
}

/// An answer, or why it goes on without one.
#[derive(Debug, Clone)]
pub enum Word<T> {
    /// Usable.
    Said(Answered<T>),
    /// None.
    Nothing {
        /// For a person.
        why: String,
        /// How often it was asked.
        turns: u32,
    },
}

impl Model {
    /// Puts it together.
    ///
    /// # Errors
    /// A prompt that does not parse; it is compiled in, so a test sees it first.
    pub fn new(asks: Arc<dyn Asks>, limits: Limits) -> anyhow::Result<Self> {
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

    /// The prompts' version.
    pub fn prompt_version(&self) -> &str {
        self.prompts.version()
    }

    /// The model's name.
    pub fn name(&self) -> &str {
        &self.asks.card().model
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What the run has been charged, over all agents: what stands in the ledger. Reserved counts as spent.
    pub async fn spent(&self, run: &Run) -> Option<MicroUsd> {
        let budget = Budget { scope: Scope::run(run.id), limit: run.budget.min(self.limits.run) };
        let left = self.asks.left(&budget).await.ok()?;
        Some(budget.limit.saturating_sub(left))
    }

    /// What is left of every budget of the run, as the ledger has it: the tenant's day, the run's, each agent's. One that cannot be
    /// read is left out.
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

    /// Asks. A denial and an answer of no use are words, too; only what may be better later is a failure.
    ///
    /// # Errors
    /// The model is busy, or was not reached and has not been tried often.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        run: &Run,
        question: Question,
        attempt: &Attempt,
    ) -> Result<Word<T>, Failure> {
        let schema = self.schema(question.task);
        let call = self.call(run, &question, attempt).map_err(Failure::reject)?;
        match structured(&*self.asks, call, schema).await {
            Ok(answered) => Ok(Word::Said(answered)),
            Err(error) => {
                let error = error.unless_later(attempt.failures, RETRIES)?;
                let turns = asked(&error);
                Ok(Word::Nothing { why: format!("{}: {:#}", question.step, anyhow::Error::from(error)), turns })
            }
        }
    }

    fn call(&self, run: &Run, question: &Question, attempt: &Attempt) -> anyhow::Result<Call> {
        Ok(Call {
            job: attempt.job,
            tenant: run.tenant.clone(),
            step: question.step.clone(),
            request: self.request(question)?,
            budgets: self.limits.budgets("forecaster", &payer(run), attempt.now()),
            deadline: None,
        })
    }

    fn request(&self, question: &Question) -> anyhow::Result<Request> {
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

/// An answer of no use was asked for twice; what was denied was not asked at all.
fn asked(error: &AskError) -> u32 {
    match error {
        AskError::Unusable { .. } => 2,
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
    use worker::testing::FakeAsks;

    use super::*;
    use crate::digest::Digest;
    use crate::sample::{failed, found, run, state};

    #[test]
    fn the_prompts_are_as_they_were_reviewed() {
        let asks = Arc::new(FakeAsks::new("forecaster", FakeModel::scripted([])));
        let limits = Limits::read(&mut runtime::config::Env::from_pairs(Vec::<(String, String)>::new()));
        let model = Model::new(asks, limits).unwrap();
        let state = state(&[("i1q1", Some(found(2))), ("i1q2", Some(failed("no money")))]);
        let digest = Digest::of(&state);
        let inputs = [
            (Task::Decompose, decompose::input(&run(), 6)),
            (Task::Analyze, analyze::input(&state, &digest, &crate::Config::defaults().limits)),
            (Task::Estimate, estimate::input(estimate::Given { state: &state, digest: &digest, known: &[] }, 1)),
        ];
        for (task, input) in inputs {
            let request = model.request(&Question { task, step: "s".into(), input, temperature: 0.0 }).unwrap();
            let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
            insta::assert_snapshot!(format!("{task:?}"), format!("{}\n=== user\n{text}", request.system));
        }
    }
}
