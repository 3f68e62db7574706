//! *Hears* `ResearchGathered`.
//! *Says* `EvidenceFiltered`, always: at worst everything that the caps let through, marked unfiltered.
//! *Twice is harmless because* the model's answer is remembered under the job, and the rest is arithmetic.

use std::sync::Arc;

use domain::{JobId, MicroUsd, ResearchTask, Time};
use llm::{Request, Schema};
use proto::events::{EvidenceFiltered, ResearchGathered};
use research::evidence_filter::ask::{self, Reply};
use research::evidence_filter::{Cleared, Passed, Spent, Word};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use worker::paid::structured;
use worker::{AskError, Asks, Call, Limits, Payer, Prompts};

/// The filter.
pub struct Filter {
    asks: Arc<dyn Asks>,
    schema: Schema,
    prompts: Prompts,
    limits: Limits,
}

impl Handler for Filter {
    const NAME: &'static str = "filter";
    const SAYS: &'static [&'static str] = &["auspex.evidence.filtered"];
    type In = ResearchGathered;

    async fn handle(&self, event: ResearchGathered, attempt: &Attempt) -> Result<Outcome, Failure> {
        let ResearchGathered { task, research } = event;
        let cleared = research::evidence_filter::clear(&task, research);
        let late = task.deadline.is_some_and(|deadline| deadline <= attempt.now());
        let (word, spent) = match (cleared.ask, late) {
            (false, _) => (Word::NotNeeded, Spent::default()),
            // A call that ends before it begins would be paid for nothing.
            (true, true) => (Word::None("the task's deadline has passed".to_owned()), Spent::default()),
            (true, false) => self.ask(&task, &cleared, attempt).await?,
        };
        let label = match &word {
            Word::NotNeeded => "small",
            Word::Operations(_) => "filtered",
            Word::None(_) => "unfiltered",
        };
        let Passed { evidence, refused, .. } = research::evidence_filter::evidence(task, cleared, word, spent);
        if refused > 0 {
            tracing::info!(refused, "operations that the airlock does not allow");
        }
        Ok(Outcome::none().say(EvidenceFiltered(evidence)).labelled(label))
    }

    fn bury(&self, event: ResearchGathered, _job: JobId, reason: &str, _now: Time) -> Outcome {
        Outcome::none().say(EvidenceFiltered(research::evidence_filter::given_up(event.task, event.research, reason)))
    }
}

impl Filter {
    /// Puts it together.
    ///
    /// # Errors
    /// A prompt that does not parse; it is compiled in, so a test sees it first.
    pub fn new(asks: Arc<dyn Asks>, limits: Limits) -> anyhow::Result<Self> {
        Ok(Self { asks, schema: ask::schema(), prompts: Prompts::new(&ask::PROMPTS)?, limits })
    }

    async fn ask(&self, task: &ResearchTask, cleared: &Cleared, attempt: &Attempt) -> Result<(Word, Spent), Failure> {
        let request = self.request(task, cleared).map_err(Failure::reject)?;
        match structured::<Reply>(&*self.asks, self.call(task, request, attempt), &self.schema).await {
            Ok(answered) => {
                let spent = Spent { cost: answered.cost, model: answered.model, ..self.asked() };
                Ok((Word::Operations(answered.value.operations), spent))
            }
            Err(AskError::Unusable { errors, cost }) => {
                let why = format!("unusable operations: {}", errors.join("; "));
                Ok((Word::None(why), Spent { cost, ..self.asked() }))
            }
            Err(error @ (AskError::Denied { .. } | AskError::Rejected { .. })) => {
                Ok((Word::None(error.to_string()), self.asked()))
            }
            Err(error @ (AskError::Busy { .. } | AskError::Port(_))) => Err(error.into_failure()),
        }
    }

    /// The prompts stand in the result also where nothing came of them: that is a fact about them, too.
    fn asked(&self) -> Spent {
        Spent { prompt_version: self.prompts.version().to_owned(), ..Spent::default() }
    }

    fn request(&self, task: &ResearchTask, cleared: &Cleared) -> anyhow::Result<Request> {
        let system = self.prompts.render("filter.md", serde_json::json!({}))?;
        let input = ask::input(task, &cleared.research);
        let user = self.prompts.render("input.md", serde_json::json!({ "input": input }))?;
        Ok(Request::new(system, user).with_max_tokens(ask::TOKENS).with_temperature(0.0).cached())
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

/// A question's research is paid by its run, whose own limit is checked where the run is known; everything else by the event.
fn payer(task: &ResearchTask) -> Payer {
    let run = task.subject.waiting().map(|(run, _)| (run, MicroUsd::MAX));
    Payer { tenant: task.tenant.clone(), root: task.event_job, run, task: None }
}

#[cfg(test)]
#[path = "handler_test.rs"]
mod tests;
