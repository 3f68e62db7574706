//! **Consumes** `ResearchGathered`.
//! **Emits** `EvidenceFiltered`, always: at worst everything within the profile's limits, marked as unfiltered.
//! **Idempotent because** the model's answer is memoised under the job, and the rest is deterministic.

use std::sync::Arc;

use domain::{Evidence, Filtering, JobId, MicroUsd, Research, ResearchTask, Time};
use llm::{Request, Schema};
use proto::event::Event as _;
use proto::events::{EvidenceFiltered, ResearchGathered};
use research::evidence_filter::request::{self, FilterReply};
use research::evidence_filter::{FilterOutcome, ModelDecision, ModelUse, Prefiltered, unfiltered_evidence};
use runtime::Failure;
use runtime::config::Env;
use runtime::handler::{Attempt, Handler, Outcome};
use worker::degraded::{self, Cause, Degraded};
use worker::metering::structured;
use worker::{AskError, MeteredCall, ModelClient, Payer, Prompts, SpendingLimits, Work};

/// The filter's handler.
pub struct Filter {
    client: Arc<dyn ModelClient>,
    schema: Schema,
    prompts: Arc<Prompts>,
    limits: SpendingLimits,
    config: FilterConfig,
}

/// The filter's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilterConfig {
    /// `false` passes research on within the profile's limits, marked as unfiltered. No model is called.
    pub enabled: bool,
}

impl FilterConfig {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        let enabled = env.flag(
            "AUSPEX_FILTER_ENABLED",
            true,
            "Filters research. If false, research passes within the limits of its profile, marked as unfiltered, without a model call.",
        );
        Self { enabled }
    }
}

impl Handler for Filter {
    const NAME: &'static str = "filter";
    const EMITS: &'static [&'static str] = &[EvidenceFiltered::SUBJECT];
    type In = ResearchGathered;

    async fn handle(&self, event: ResearchGathered, attempt: &Attempt) -> Result<Outcome, Failure> {
        let ResearchGathered { task, research } = event;
        if research.recalled.is_some() {
            return Ok(Outcome::none().emit(EvidenceFiltered(already_filtered(task, research))).labelled("recalled"));
        }
        if !self.config.enabled {
            let (evidence, label) = (unfiltered_evidence(task, research, Filtering::TURNED_OFF), "turned_off");
            return Ok(Outcome::none().emit(EvidenceFiltered(evidence)).labelled(label));
        }
        let prefiltered = research::evidence_filter::prefilter(&task, research);
        let late = task.deadline.is_some_and(|deadline| deadline <= attempt.now());
        let (word, spent) = match (prefiltered.needs_model, late) {
            (false, _) => (ModelDecision::NotNeeded, ModelUse::default()),
            // A call that could not finish before the deadline would be paid for nothing.
            (true, true) => {
                degraded::count(Degraded::Unfiltered, Cause::Limit);
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

/// Evidence of memory was filtered for the same question and profile before.
fn already_filtered(task: ResearchTask, research: Research) -> Evidence {
    Evidence {
        task,
        research,
        filtering: Filtering::Filtered { removed: Vec::new() },
        cost: MicroUsd::ZERO,
        lowered: Vec::new(),
        model: String::new(),
        prompt_version: String::new(),
    }
}

impl Filter {
    /// Compiles the schema.
    pub fn new(
        client: Arc<dyn ModelClient>,
        limits: SpendingLimits,
        prompts: Arc<Prompts>,
        config: FilterConfig,
    ) -> Self {
        Self { client, schema: request::schema(), prompts, limits, config }
    }

    async fn ask(
        &self,
        task: &ResearchTask,
        prefiltered: &Prefiltered,
        attempt: &Attempt,
    ) -> Result<(ModelDecision, ModelUse), Failure> {
        let request = self.request(task, prefiltered).map_err(Failure::reject)?;
        match structured::<FilterReply>(&*self.client, self.call(task, request, attempt), &self.schema).await {
            Ok(answered) => {
                // The name in the settings, as of the other workers: a report names each model once.
                let model = self.client.card().model.clone();
                let spent = ModelUse { cost: answered.cost, model, ..self.unanswered() };
                Ok((ModelDecision::Operations(answered.value.operations), spent))
            }
            Err(
                error
                @ (AskError::Busy { .. } | AskError::Blocked { .. } | AskError::Queued { .. } | AskError::Port(_)),
            ) => Err(error.into_failure()),
            Err(error) => {
                degraded::count(Degraded::Unfiltered, &error);
                let spent = ModelUse { cost: error.cost(), ..self.unanswered() };
                let why = match error {
                    AskError::UnusableReply { errors, .. } => format!("unusable operations: {}", errors.join("; ")),
                    other => other.to_string(),
                };
                Ok((ModelDecision::Unavailable(why), spent))
            }
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

    fn call(&self, task: &ResearchTask, request: Request, attempt: &Attempt) -> MeteredCall {
        MeteredCall {
            job: attempt.job,
            tenant: task.tenant.clone(),
            step: "filter".to_owned(),
            request,
            budgets: self.limits.budgets("filter", &payer(task, attempt.job), attempt.now()),
            deadline: task.deadline,
            can_wait: task.can_wait,
        }
    }
}

/// Returns the payer: the round of the run for research of a question (its limit is checked where the run is known),
/// otherwise the job.
fn payer(task: &ResearchTask, job: JobId) -> Payer {
    let work = Work::of_task(task, job);
    Payer { tenant: task.tenant.clone(), root: task.event_job, work, task: None }
}

#[cfg(test)]
#[path = "handler_test.rs"]
mod tests;
