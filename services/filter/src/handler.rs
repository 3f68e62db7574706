//! **Consumes** `ResearchGathered`.
//! **Emits** `EvidenceFiltered`, always: at worst everything within the profile's limits, marked as unfiltered.
//! **Idempotent because** the model's answer is memoised under the job, and the rest is deterministic.

use std::sync::Arc;

use domain::{JobId, MicroUsd, ResearchTask, Time};
use llm::{Request, Schema};
use proto::events::{EvidenceFiltered, ResearchGathered};
use research::evidence_filter::request::{self, FilterReply};
use research::evidence_filter::{FilterOutcome, ModelDecision, ModelUse, Prefiltered};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use worker::metering::structured;
use worker::{AskError, Call, ModelClient, Payer, Prompts, SpendingLimits};

/// The filter's handler.
pub struct Filter {
    asks: Arc<dyn ModelClient>,
    schema: Schema,
    prompts: Prompts,
    limits: SpendingLimits,
}

impl Handler for Filter {
    const NAME: &'static str = "filter";
    const EMITS: &'static [&'static str] = &["auspex.evidence.filtered"];
    type In = ResearchGathered;

    async fn handle(&self, event: ResearchGathered, attempt: &Attempt) -> Result<Outcome, Failure> {
        let ResearchGathered { task, research } = event;
        let prefiltered = research::evidence_filter::prefilter(&task, research);
        let late = task.deadline.is_some_and(|deadline| deadline <= attempt.now());
        let (word, spent) = match (prefiltered.needs_model, late) {
            (false, _) => (ModelDecision::NotNeeded, ModelUse::default()),
            // A call that could not finish before the deadline would be paid for nothing.
            (true, true) => {
                (ModelDecision::Unavailable("the task's deadline has passed".to_owned()), ModelUse::default())
            }
            (true, false) => self.ask(&task, &prefiltered, attempt).await?,
        };
        let label = match &word {
            ModelDecision::NotNeeded => "small",
            ModelDecision::Operations(_) => "filtered",
            ModelDecision::Unavailable(_) => "unfiltered",
        };
        let FilterOutcome { evidence, refused, .. } =
            research::evidence_filter::build_evidence(task, prefiltered, word, spent);
        if refused > 0 {
            tracing::info!(refused, "ignored operations that the evidence filter does not allow");
        }
        Ok(Outcome::none().emit(EvidenceFiltered(evidence)).labelled(label))
    }

    fn dead_letter(&self, event: ResearchGathered, _job: JobId, reason: &str, _now: Time) -> Outcome {
        Outcome::none().emit(EvidenceFiltered(research::evidence_filter::failed_evidence(
            event.task,
            event.research,
            reason,
        )))
    }
}

impl Filter {
    /// Compiles prompts and schema.
    ///
    /// # Errors
    /// Fails if a prompt does not parse. Prompts are compiled in, so a test detects this.
    pub fn new(asks: Arc<dyn ModelClient>, limits: SpendingLimits) -> anyhow::Result<Self> {
        Ok(Self { asks, schema: request::schema(), prompts: Prompts::new(&request::PROMPTS)?, limits })
    }

    async fn ask(
        &self,
        task: &ResearchTask,
        prefiltered: &Prefiltered,
        attempt: &Attempt,
    ) -> Result<(ModelDecision, ModelUse), Failure> {
        let request = self.request(task, prefiltered).map_err(Failure::reject)?;
        match structured::<FilterReply>(&*self.asks, self.call(task, request, attempt), &self.schema).await {
            Ok(answered) => {
                let spent = ModelUse { cost: answered.cost, model: answered.model, ..self.unanswered() };
                Ok((ModelDecision::Operations(answered.value.operations), spent))
            }
            Err(AskError::UnusableReply { errors, cost }) => {
                let why = format!("unusable operations: {}", errors.join("; "));
                Ok((ModelDecision::Unavailable(why), ModelUse { cost, ..self.unanswered() }))
            }
            Err(error @ (AskError::Denied { .. } | AskError::Rejected { .. })) => {
                Ok((ModelDecision::Unavailable(error.to_string()), self.unanswered()))
            }
            Err(error @ (AskError::Busy { .. } | AskError::Port(_))) => Err(error.into_failure()),
        }
    }

    /// Returns the usage of a call without a usable answer; the prompt version is recorded in any case.
    fn unanswered(&self) -> ModelUse {
        ModelUse { prompt_version: self.prompts.version().to_owned(), ..ModelUse::default() }
    }

    fn request(&self, task: &ResearchTask, prefiltered: &Prefiltered) -> anyhow::Result<Request> {
        let system = self.prompts.render("filter.md", serde_json::json!({}))?;
        let input = request::input(task, &prefiltered.research);
        let user = self.prompts.render("input.md", serde_json::json!({ "input": input }))?;
        Ok(Request::new(system, user).with_max_tokens(request::MAX_ANSWER_TOKENS).with_temperature(0.0).cached())
    }

    fn call(&self, task: &ResearchTask, request: Request, attempt: &Attempt) -> Call {
        Call {
            job: attempt.job,
            tenant: task.tenant.clone(),
            step: "filter".to_owned(),
            request,
            budgets: self.limits.budgets("filter", &payer(task), attempt.now()),
            deadline: task.deadline,
        }
    }
}

/// Returns the payer: the run for research of a question (its limit is checked where the run is known), otherwise the event.
fn payer(task: &ResearchTask) -> Payer {
    let run = task.subject.waiting().map(|(run, _)| (run, MicroUsd::MAX));
    Payer { tenant: task.tenant.clone(), root: task.event_job, run, task: None }
}

#[cfg(test)]
#[path = "handler_test.rs"]
mod tests;
