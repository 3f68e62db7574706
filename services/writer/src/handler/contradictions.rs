//! Finds contradictions between new evidence and earlier research of its entity: by wording, and by a model for the
//! rest.

use std::sync::Arc;

use domain::Evidence;
use llm::{Request, Schema};
use research::judge::{self, StanceQuery, StanceReply, Stances};
use runtime::Failure;
use runtime::handler::Attempt;
use store::History;
use worker::degraded::{self, Degraded};
use worker::metering::structured_checked;
use worker::{MeteredCall, Payer, Work};

use super::evidence::{MAX_RETRIES, WriterModel, lowered};
use crate::contradiction::{Contradiction, Pair};

/// Number of versions read: the version made from this evidence may be among them, and others made at the same time.
const MAX_VERSIONS: u32 = 4;

/// Result of a comparison.
#[derive(Default)]
pub(super) struct Comparison {
    pub(super) contradictions: Vec<Contradiction>,
    /// True if the model gave no usable reply, so that only the wording was compared.
    pub(super) is_unjudged: bool,
}

/// Compares evidence with earlier research.
pub(super) struct ContradictionFinder<M> {
    model: WriterModel,
    memory: Arc<M>,
    schema: Schema,
}

impl<M: History> ContradictionFinder<M> {
    /// Compiles the schema.
    pub(super) fn new(model: WriterModel, memory: Arc<M>) -> Self {
        Self { model, memory, schema: judge::schema() }
    }

    /// Compares the evidence; finds nothing if it is not about an entity.
    pub(super) async fn find(&self, evidence: &Evidence, attempt: &Attempt) -> Result<Comparison, Failure> {
        let Some(entity) = &evidence.research.entity else { return Ok(Comparison::default()) };
        let versions = self.memory.versions(&evidence.task.tenant, entity, MAX_VERSIONS).await?;
        let Some(pair) = Pair::new(&versions, evidence) else { return Ok(Comparison::default()) };
        let mut found = Comparison { contradictions: pair.evident(), is_unjudged: false };
        let open = pair.open();
        if !open.is_empty() {
            match self.judged(&open, evidence, attempt).await? {
                Some(stances) => found.contradictions.extend(pair.judged(&stances)),
                None => found.is_unjudged = true,
            }
        }
        Ok(found)
    }

    /// Returns the model's stances; `None` without a usable answer or budget, so that only the wording decides.
    async fn judged(
        &self,
        open: &[StanceQuery],
        evidence: &Evidence,
        attempt: &Attempt,
    ) -> Result<Option<Stances>, Failure> {
        let call = self.call(open, evidence, attempt).map_err(Failure::reject)?;
        let check = |answer: StanceReply| judge::match_stances(open, answer);
        match structured_checked(&*self.model.client, call, &self.schema, check).await {
            Ok(answered) => Ok(Some(answered.value)),
            Err(error) => {
                let error = error.unless_later(attempt.failures, MAX_RETRIES)?;
                degraded::count(Degraded::UnjudgedSources, &error);
                tracing::warn!(error = %error, "no model judgement of contradictions");
                Ok(None)
            }
        }
    }

    fn call(&self, open: &[StanceQuery], evidence: &Evidence, attempt: &Attempt) -> anyhow::Result<MeteredCall> {
        let task = &evidence.task;
        let work = Work::of_task(task, attempt.job);
        let payer = Payer { tenant: task.tenant.clone(), root: task.event_job, work, task: None };
        let render = |at: usize| self.model.prompts.render(judge::PROMPTS[at], serde_json::json!({ "input": open }));
        Ok(MeteredCall {
            job: attempt.job,
            tenant: task.tenant.clone(),
            step: "contradictions".to_owned(),
            request: Request::new(render(0)?, render(1)?).with_max_tokens(2_000).with_temperature(0.0).cached(),
            budgets: lowered(self.model.limits.budgets("writer", &payer, attempt.now()), task.budget),
            deadline: None,
            can_wait: task.can_wait,
        })
    }
}
