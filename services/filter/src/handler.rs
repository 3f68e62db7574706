//! *Hears* `ResearchGathered`.
//! *Says* `EvidenceFiltered`, always: at worst everything that the caps let through, marked unfiltered.
//! *Twice is harmless because* the model's answer is remembered under the job, and the rest is arithmetic.

use std::sync::Arc;

use domain::{JobId, MicroUsd, ResearchTask, Time};
use fleet::paid::structured;
use fleet::{AskError, Asks, Call, Limits, Payer, Prompts};
use llm::{Request, Schema};
use proto::events::{EvidenceFiltered, ResearchGathered};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use serde::Deserialize;

use crate::airlock::{self, Cleared, Word};
use crate::ask;
use crate::operations::Operation;

/// Tokens of answer at most: sixty operations with short reasons. Re-emitting the evidence would take ten times that.
const TOKENS: u32 = 3_000;

/// The filter.
pub struct Filter {
    asks: Arc<dyn Asks>,
    schema: Schema,
    prompts: Prompts,
    limits: Limits,
}

#[derive(Debug, Deserialize)]
struct Reply {
    operations: Vec<Operation>,
}

impl Handler for Filter {
    const NAME: &'static str = "filter";
    const SAYS: &'static [&'static str] = &["auspex.evidence.filtered"];
    type In = ResearchGathered;

    async fn handle(&self, event: ResearchGathered, attempt: &Attempt) -> Result<Outcome, Failure> {
        let ResearchGathered { task, research } = event;
        let cleared = airlock::clear(research);
        let late = task.deadline.is_some_and(|deadline| deadline <= attempt.now());
        let (word, cost) = match (cleared.ask, late) {
            (false, _) => (Word::NotNeeded, MicroUsd::ZERO),
            // A call that ends before it begins would be paid for nothing.
            (true, true) => (Word::None("the task's deadline has passed".to_owned()), MicroUsd::ZERO),
            (true, false) => self.ask(&task, &cleared, attempt).await?,
        };
        let label = match &word {
            Word::NotNeeded => "small",
            Word::Operations(_) => "filtered",
            Word::None(_) => "unfiltered",
        };
        let evidence = airlock::evidence(task, cleared, word, cost);
        Ok(Outcome::none().say(EvidenceFiltered(evidence)).labelled(label))
    }

    fn bury(&self, event: ResearchGathered, _job: JobId, reason: &str, _now: Time) -> Outcome {
        Outcome::none().say(EvidenceFiltered(airlock::given_up(event.task, event.research, reason)))
    }
}

impl Filter {
    /// Puts it together.
    ///
    /// # Errors
    /// A prompt or a schema that does not parse; both are compiled in, so a test sees it first.
    pub fn new(asks: Arc<dyn Asks>, limits: Limits) -> anyhow::Result<Self> {
        let prompts = Prompts::new(&[
            ("filter.md", include_str!("../prompts/filter.md")),
            ("input.md", include_str!("../prompts/input.md")),
        ])?;
        let schema = Schema::new("filter_operations", "Name the operations on the ids of the input.", ask::schema())?;
        Ok(Self { asks, schema, prompts, limits })
    }

    async fn ask(
        &self,
        task: &ResearchTask,
        cleared: &Cleared,
        attempt: &Attempt,
    ) -> Result<(Word, MicroUsd), Failure> {
        let request = self.request(task, cleared).map_err(Failure::reject)?;
        match structured::<Reply>(&*self.asks, self.call(task, request, attempt), &self.schema).await {
            Ok(answered) => Ok((Word::Operations(answered.value.operations), answered.cost)),
            Err(AskError::Unusable { errors, cost }) => {
                Ok((Word::None(format!("unusable operations: {}", errors.join("; "))), cost))
            }
            Err(error @ (AskError::Denied { .. } | AskError::Rejected { .. })) => {
                Ok((Word::None(error.to_string()), MicroUsd::ZERO))
            }
            Err(error @ (AskError::Busy { .. } | AskError::Port(_))) => Err(error.into_failure()),
        }
    }

    fn request(&self, task: &ResearchTask, cleared: &Cleared) -> anyhow::Result<Request> {
        let system = self.prompts.render("filter.md", serde_json::json!({}))?;
        let input = ask::input(task, &cleared.research);
        let user = self.prompts.render("input.md", serde_json::json!({ "input": input }))?;
        Ok(Request::new(system, user).with_max_tokens(TOKENS).with_temperature(0.0).cached())
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
