//! Judges findings and stances: model calls without tools that see quotes and statements only. If the judgement of the
//! findings yields nothing usable, the comparison in code decides alone.
//!
//! I/O: calls the model at most once per purpose: whether quotes support the findings, whether stored facts still hold,
//! whether an event refutes earlier research.

use std::sync::Arc;

use domain::MicroUsd;
use llm::{Request, Schema};
use research::judge::{self, StanceQuery, Stances};
use research::support::request::{self, SupportQuery, SupportVerdicts};
use runtime::Failure;
use serde_json::json;
use worker::degraded::{self, Degraded};
use worker::metering::structured_checked;
use worker::{AskError, ModelClient, Prompts};

use crate::research_loop::steps::StepScope;

/// Maximum number of output tokens: sixty findings, or twelve statements with six quotes each, one short line per item.
const MAX_TOKENS: u32 = 4_000;

/// Judges findings and stances with the model.
pub(crate) struct StanceJudge {
    model: Arc<dyn ModelClient>,
    prompts: Arc<Prompts>,
    schema: Schema,
    support_schema: Schema,
}

/// Whether quotes support findings.
#[derive(Debug, Default)]
pub(crate) struct SupportJudgement {
    pub(crate) verdicts: SupportVerdicts,
    /// Cost of the call.
    pub(crate) cost: MicroUsd,
    /// True if the model gave no usable reply: the answer is degraded.
    pub(crate) is_missing: bool,
}

/// What sources say about findings.
#[derive(Debug, Default)]
pub(crate) struct Judgement {
    pub(crate) stances: Stances,
    /// Cost of the call.
    pub(crate) cost: MicroUsd,
    /// True if the model gave no usable reply about the sources: the answer is degraded.
    pub(crate) is_missing: bool,
}

impl StanceJudge {
    /// Creates a judge.
    pub(crate) fn new(model: Arc<dyn ModelClient>, prompts: Arc<Prompts>) -> Self {
        Self { model, prompts, schema: judge::schema(), support_schema: request::schema() }
    }

    /// Returns the verdicts about the findings, none if the model gave no usable reply.
    pub(crate) async fn judge_support(
        &self,
        steps: &StepScope,
        queries: &[SupportQuery],
    ) -> Result<SupportJudgement, Failure> {
        if queries.is_empty() {
            return Ok(SupportJudgement::default());
        }
        let [system, user] = request::PROMPTS;
        let render = |name: &str| self.prompts.render(name, json!({ "input": queries })).map_err(Failure::reject);
        let request = Request::new(render(system)?, render(user)?);
        let call = steps.call("support", request.with_max_tokens(MAX_TOKENS).cached());
        let parse = |reply| request::match_verdicts(queries, reply);
        match structured_checked(self.model.as_ref(), call, &self.support_schema, parse).await {
            Ok(answered) => Ok(SupportJudgement { verdicts: answered.value, cost: answered.cost, is_missing: false }),
            Err(error @ (AskError::Busy { .. } | AskError::Blocked { .. } | AskError::Port(_))) => Err(error.into()),
            Err(error) => {
                degraded::count(Degraded::UnjudgedSources, &error);
                Ok(SupportJudgement { verdicts: SupportVerdicts::new(), cost: error.cost(), is_missing: true })
            }
        }
    }

    /// Returns the stances, none if the model gave no usable reply. `step` names the purpose within the job.
    pub(crate) async fn judge(
        &self,
        steps: &StepScope,
        step: &str,
        queries: &[StanceQuery],
    ) -> Result<Judgement, Failure> {
        if queries.is_empty() {
            return Ok(Judgement::default());
        }
        let [system, user] = judge::PROMPTS;
        let render = |name: &str| self.prompts.render(name, json!({ "input": queries })).map_err(Failure::reject);
        let request = Request::new(render(system)?, render(user)?);
        let call = steps.call(step, request.with_max_tokens(MAX_TOKENS).cached());
        let parse = |reply| judge::match_stances(queries, reply);
        match structured_checked(self.model.as_ref(), call, &self.schema, parse).await {
            Ok(answered) => Ok(Judgement { stances: answered.value, cost: answered.cost, is_missing: false }),
            Err(error @ (AskError::Busy { .. } | AskError::Blocked { .. } | AskError::Port(_))) => Err(error.into()),
            Err(error) => {
                degraded::count(Degraded::UnjudgedSources, &error);
                Ok(Judgement { stances: Stances::new(), cost: error.cost(), is_missing: true })
            }
        }
    }
}
