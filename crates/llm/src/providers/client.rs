//! The HTTP client for all wire formats.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::Duration;

use domain::{JobId, MicroUsd};
use futures::FutureExt;
use futures::future::BoxFuture;
use reqwest::header::CONTENT_TYPE;
use tokio::time::Instant;
use tracing::Instrument;

use super::learned::{EndpointFacts, Learned, Mend, Mends};
use super::parameter::mend;
use super::reading::read;
use super::tool_request::is_own;
use super::transport::ExchangeLimits;
use super::{Draft, Endpoint, Wire, invoice, transport, wire};
use crate::coerce;
use crate::strict::without_nulls;
use crate::written::{self, Offered};
use crate::{
    AnswerMode, BatchModel, Block, CacheTtl, CallInvoice, LlmError, Model, ModelCard, ModelReply, Parameter, Plan,
    PlanSettings, Price, Refused, ReplyFuture, Request, Usage, observe,
};

/// Tokens that providers add to a prompt: Anthropic's tool prompt has 313 to 530, chat templates fewer.
const HIDDEN_TOKENS: u64 = 1_024;

/// Maximum growth of a body when a tool call is asked for in words instead of being forced.
const WORDS_BYTES: u64 = 512;

/// Allowance for thinking, in tokens, of a request that the budget does not cover otherwise. Most replies need less.
const SMALL_ALLOWANCE: u32 = 2_048;

pub(super) struct Client {
    pub(super) endpoint: Endpoint,
    pub(super) card: ModelCard,
    pub(super) wire: &'static Wire,
    pub(super) http: reqwest::Client,
    pub(super) learned: Learned,
}

impl Client {
    pub(super) fn new(endpoint: Endpoint, http: reqwest::Client) -> Self {
        let wire = wire(endpoint.style);
        Self { card: endpoint.card(), endpoint, wire, http, learned: Learned::default() }
    }

    /// Calls the model. A request that the provider refused for an optional part is repeated at once without it;
    /// refused requests are not billed. The number of repetitions is bounded by [`Mends::allow`].
    async fn ask(&self, request: &Request, call: JobId, by: Option<Instant>) -> (Plan, Result<ModelReply, LlmError>) {
        let mut mends = Mends::default();
        loop {
            let plan = self.plan(request, &mends.apply(self.learned.facts()));
            let answered = self.send(&Attempt { request, plan: &plan, call, repeats: mends.len() }, by).await;
            let refused = answered.as_ref().err().and_then(|error| Some((mend(error, &plan, request)?, error)));
            let Some((mend, error)) = refused.filter(|(mend, _)| mends.allow(*mend)) else {
                let finished = answered.map(|reply| self.finish(reply, request, &plan, call));
                return (plan, finished);
            };
            self.remember(mend, error);
            mends.push(mend);
        }
    }

    async fn send(&self, attempt: &Attempt<'_>, by: Option<Instant>) -> Result<ModelReply, LlmError> {
        let (post, assumed) = self.post(attempt)?;
        let Endpoint { header_timeout: headers, silence, deadline, .. } = self.endpoint;
        let left = by.map(|by| by.saturating_duration_since(Instant::now()));
        let deadline = left.map_or(deadline, |left| left.min(deadline));
        let limits = ExchangeLimits { headers, silence, deadline };
        let answered = transport::exchange(post, limits, (self.wire.assembler)()).await?;
        read(self.wire, answered, assumed)
    }

    /// Calls the model in its own span.
    fn observed<'a>(&'a self, request: &'a Request, call: JobId, by: Option<Instant>) -> ReplyFuture<'a> {
        let observer = observe::CallObserver::begin(&self.card, call);
        let span = observer.span();
        async move {
            let (plan, result) = self.ask(request, call, by).await;
            observer.end(&plan, &result, &self.card.price);
            result
        }
        .instrument(span)
        .boxed()
    }

    fn remember(&self, mend: Mend, error: &LlmError) {
        if self.learned.add(mend) {
            tracing::warn!(
                model = %self.card.model,
                endpoint = %self.card.endpoint,
                refused = ?mend,
                %error,
                "the provider refused a part of the request, which is repeated without it; {}",
                mend.advice()
            );
        }
    }

    pub(super) fn plan(&self, request: &Request, facts: &EndpointFacts) -> Plan {
        let Endpoint { style, thinking, cache_ttl, stream, .. } = self.endpoint;
        let unthought_calls = has_unthought_calls(request, &self.card.provider);
        let settings = PlanSettings { style, thinking, cache_ttl, unthought_calls, stream };
        let limited = facts.most.map(|most| self.endpoint.profile.at_most(most));
        let profile = limited.as_ref().unwrap_or(&self.endpoint.profile);
        let mut plan = profile.plan(settings, request, &facts.refused);
        facts.correct(&mut plan);
        plan
    }

    fn write(&self, attempt: &Attempt<'_>, out: &mut dyn Write) -> serde_json::Result<()> {
        let draft = Draft {
            model: &self.endpoint.model,
            provider: &self.card.provider,
            request: attempt.request,
            plan: attempt.plan,
        };
        (self.wire.body)(&draft, out)
    }

    /// Returns the body of the request.
    pub(super) fn body(&self, attempt: &Attempt<'_>) -> Result<Vec<u8>, LlmError> {
        let mut body = Vec::new();
        self.write(attempt, &mut body).map_err(|error| unwritten(&error))?;
        body.shrink_to_fit();
        Ok(body)
    }

    /// Builds the request and the upper bound of its usage. Only these bytes are held while the answer is awaited,
    /// which takes minutes for up to a thousand calls at a time.
    fn post(&self, attempt: &Attempt<'_>) -> Result<(reqwest::RequestBuilder, Usage), LlmError> {
        let body = self.body(attempt)?;
        let assumed = bound(body.len() as u64, attempt.plan);
        let id = attempt.call.to_string();
        // A provider answers a repeated key with the stored refusal, so a repetition has another key.
        let key = if attempt.repeats == 0 { id.clone() } else { format!("{id}-{}", attempt.repeats) };
        let post = self
            .http
            .post((self.wire.url)(&self.endpoint.base_url))
            .headers((self.wire.headers)(self.endpoint.key.as_ref())?)
            .header(CONTENT_TYPE, "application/json")
            .header("x-client-request-id", id)
            .header("idempotency-key", key)
            .body(body);
        Ok((post, assumed))
    }

    /// Reads thoughts and calls that the model wrote into its text, marks the blocks with their provider, gives every
    /// call a unique id, reads its arguments by their schema, and removes the nulls that a strict schema demands for
    /// absent arguments.
    pub(super) fn finish(&self, reply: ModelReply, request: &Request, plan: &Plan, call: JobId) -> ModelReply {
        let offered = Offered::Tools(&request.tools);
        let mut reply = written::read(reply, offered, self.endpoint.style.written_thought());
        let mut ids = BTreeSet::new();
        for (index, block) in reply.blocks.iter_mut().enumerate() {
            match block {
                Block::Thinking { origin, .. } | Block::Opaque { origin, .. } => {
                    origin.clone_from(&self.card.provider);
                }
                Block::ToolUse { id, name, input } => {
                    if id.is_empty() || !ids.insert(id.clone()) {
                        *id = format!("call_{index}_{}", call.to_string().replace('-', ""));
                        ids.insert(id.clone());
                    }
                    if let Some(known) = offered.tool(name) {
                        *name = known;
                    }
                    if let Some(tool) = request.tools.iter().find(|tool| tool.name == *name) {
                        if plan.strict_tools {
                            without_nulls(&tool.input_schema, input);
                        }
                        coerce(&tool.input_schema, input);
                    }
                }
                _ => {}
            }
        }
        reply
    }

    /// Returns the price of all that the plan can cause: a cache entry lives for an hour only if its mark requests it.
    fn reachable_price(&self, plan: &Plan) -> Price {
        match plan.cache {
            Some(CacheTtl::Hour1) => self.card.price,
            _ => self.card.price.without_hour_writes(),
        }
    }

    /// Returns the upper bound of the usage of one plan's body.
    fn bound_of(&self, request: &Request, facts: &EndpointFacts) -> (Usage, Plan) {
        let plan = self.plan(request, facts);
        let attempt = Attempt { request, plan: &plan, call: JobId::named(&["bound"]), repeats: 0 };
        let mut written = ByteCounter(0);
        // A request that cannot be written is never sent; its bound exceeds every budget.
        let bytes = self.write(&attempt, &mut written).map_or(u64::MAX / 2, |()| written.0);
        (bound(bytes, &plan), plan)
    }

    /// Returns the maximum cost of a request at a share of the price, in percent.
    ///
    /// The bound holds for every repetition without refused parameters too. Leaving out an optional part shortens the
    /// body, unless another part replaces it: a schema for the answer replaces a forced tool call, and words replace
    /// both. Each of these bodies is written, and the largest counts.
    pub(super) fn max_cost_at(&self, request: &Request, percent: u32) -> MicroUsd {
        let mut facts = self.learned.facts();
        let (mut most, plan) = self.bound_of(request, &facts);
        let refusals: &[&[Parameter]] = match plan.answer {
            AnswerMode::JsonSchema => &[&[Parameter::AnswerSchema], &Parameter::ALL],
            AnswerMode::ForcedTool => &[&[Parameter::ForcedTool], &[Parameter::AnswerSchema], &Parameter::ALL],
            AnswerMode::Asked => &[],
        };
        for refused in refusals {
            facts.refused.extend(*refused);
            let (usage, _) = self.bound_of(request, &facts);
            most = Usage { input: most.input.max(usage.input), output: most.output.max(usage.output), ..most };
        }
        facts.refused.extend(Parameter::ALL);
        let output = most.output.max(u64::from(self.plan(request, &facts).max_tokens));
        self.reachable_price(&plan).percent(percent).bound(most.input.saturating_add(WORDS_BYTES), output)
    }
}

/// One attempt at a call.
pub(super) struct Attempt<'a> {
    pub(super) request: &'a Request,
    pub(super) plan: &'a Plan,
    pub(super) call: JobId,
    /// Number of refused attempts before this one.
    pub(super) repeats: usize,
}

impl Model for Client {
    fn complete<'a>(&'a self, request: &'a Request, call: JobId) -> ReplyFuture<'a> {
        self.observed(request, call, None)
    }

    fn complete_within<'a>(&'a self, request: &'a Request, call: JobId, left: Duration) -> ReplyFuture<'a> {
        self.observed(request, call, Some(Instant::now() + left))
    }

    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        self.max_cost_at(request, 100)
    }

    fn batches(&self) -> Option<&dyn BatchModel> {
        self.endpoint.batch.is_some().then_some(self)
    }

    fn enlarge(&self, request: &Request) -> Option<Request> {
        let facts = self.learned.facts();
        let larger = self.endpoint.profile.enlarged(request)?;
        let grows = self.plan(&larger, &facts).max_tokens > self.plan(request, &facts).max_tokens;
        grows.then_some(larger)
    }

    fn shrink(&self, request: &Request) -> Option<Request> {
        let most = request.max_thinking.map_or(SMALL_ALLOWANCE, |most| most.min(SMALL_ALLOWANCE));
        let smaller = Request { max_thinking: Some(most), ..request.clone() };
        (self.max_cost_at(&smaller, 100) < self.max_cost_at(request, 100)).then_some(smaller)
    }

    fn refused(&self) -> Refused {
        self.learned.facts().refused
    }

    fn learn(&self, refused: &Refused) {
        self.learned.add_refused(refused);
    }

    fn supports_lookup(&self) -> bool {
        self.endpoint.invoice_url.is_some()
    }

    fn lookup(&self, call: JobId) -> BoxFuture<'_, Result<Option<CallInvoice>, LlmError>> {
        invoice::lookup(&self.http, self.endpoint.invoice_url.as_ref(), call).boxed()
    }
}

/// Returns the error of a request that cannot be written.
pub(super) fn unwritten(error: &serde_json::Error) -> LlmError {
    LlmError::NotSent { reason: format!("the request cannot be written as JSON: {error}") }
}

/// Returns `true` if a message calls a tool without thinking that this provider can read.
fn has_unthought_calls(request: &Request, provider: &str) -> bool {
    let is_call = |block: &Block| matches!(block, Block::ToolUse { .. });
    let is_thought = |block: &Block| match block {
        Block::Thinking { origin, .. } | Block::Opaque { origin, .. } => is_own(origin, provider),
        _ => false,
    };
    request.messages.iter().any(|message| message.blocks.iter().any(is_call) && !message.blocks.iter().any(is_thought))
}

/// Returns an upper bound of the request's usage: one token per byte, and the longest answer.
pub(super) fn bound(bytes: u64, plan: &Plan) -> Usage {
    Usage { input: bytes.saturating_add(HIDDEN_TOKENS), output: u64::from(plan.max_tokens), ..Usage::default() }
}

/// Counts written bytes and discards them.
struct ByteCounter(u64);

impl Write for ByteCounter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
#[path = "client_test.rs"]
mod tests;
