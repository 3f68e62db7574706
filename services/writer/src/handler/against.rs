//! Whether new evidence contradicts what was known of its entity: what the words show, and a model's word about the rest.

use std::sync::Arc;

use domain::{Evidence, MicroUsd};
use llm::{Request, Schema};
use research::judge::{self, Answer, Stances, Statement};
use runtime::Failure;
use runtime::handler::Attempt;
use store::History;
use worker::paid::structured_checked;
use worker::{Asks, Call, Limits, Payer, Prompts};

use super::evidence::{RETRIES, lowered};
use crate::contradiction::{Contradiction, Pair};

/// Versions that are looked at: the one that this evidence became may be among them, and others that were made at once with it.
const VERSIONS: u32 = 4;

/// Compares evidence with memory.
pub(super) struct Against<M> {
    asks: Arc<dyn Asks>,
    memory: Arc<M>,
    schema: Schema,
    prompts: Prompts,
    limits: Limits,
}

impl<M: History> Against<M> {
    /// Puts it together.
    ///
    /// # Errors
    /// A prompt that does not parse; it is compiled in, so a test sees it first.
    pub(super) fn new(asks: Arc<dyn Asks>, memory: Arc<M>, limits: Limits) -> anyhow::Result<Self> {
        Ok(Self { asks, memory, schema: judge::schema(), prompts: Prompts::new(&judge::PROMPTS)?, limits })
    }

    /// What the evidence contradicts; nothing where it is about no entity.
    pub(super) async fn of(&self, evidence: &Evidence, attempt: &Attempt) -> Result<Vec<Contradiction>, Failure> {
        let Some(entity) = &evidence.research.entity else { return Ok(Vec::new()) };
        let versions = self.memory.versions(entity, VERSIONS).await?;
        let Some(pair) = Pair::of(&versions, evidence) else { return Ok(Vec::new()) };
        let mut found = pair.evident();
        let open = pair.open();
        if !open.is_empty() {
            let stances = self.judged(&open, evidence, attempt).await?;
            found.extend(stances.map(|stances| pair.judged(&stances)).unwrap_or_default());
        }
        Ok(found)
    }

    /// `None`: there was no usable answer or no money; what the words show stands alone.
    async fn judged(
        &self,
        open: &[Statement],
        evidence: &Evidence,
        attempt: &Attempt,
    ) -> Result<Option<Stances>, Failure> {
        let call = self.call(open, evidence, attempt).map_err(Failure::reject)?;
        let check = |answer: Answer| judge::stances(open, answer);
        match structured_checked(&*self.asks, call, &self.schema, check).await {
            Ok(answered) => Ok(Some(answered.value)),
            Err(error) => {
                let error = error.unless_later(attempt.failures, RETRIES)?;
                tracing::warn!(error = %error, "nobody judges what the new evidence says to the old");
                Ok(None)
            }
        }
    }

    fn call(&self, open: &[Statement], evidence: &Evidence, attempt: &Attempt) -> anyhow::Result<Call> {
        let task = &evidence.task;
        let run = task.subject.waiting().map(|(run, _)| (run, MicroUsd::MAX));
        let payer = Payer { tenant: task.tenant.clone(), root: task.event_job, run, task: None };
        let render = |at: usize| self.prompts.render(judge::PROMPTS[at].0, serde_json::json!({ "input": open }));
        Ok(Call {
            job: attempt.job,
            tenant: task.tenant.clone(),
            step: "contradictions".to_owned(),
            request: Request::new(render(0)?, render(1)?).with_max_tokens(2_000).with_temperature(0.0).cached(),
            budgets: lowered(self.limits.budgets("writer", &payer, attempt.now()), task.budget),
            deadline: None,
        })
    }
}
