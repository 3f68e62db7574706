//! The HTTP client for both wire formats.

use std::io::Write;

use domain::{JobId, MicroUsd};
use futures::FutureExt;
use futures::future::BoxFuture;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;
use tracing::Instrument;

use super::anthropic::Anthropic;
use super::openai::OpenAi;
use super::refusal::refusal;
use super::{ApiStyle, Endpoint, Wire, invoice, transport};
use crate::{CallInvoice, LlmError, Model, ModelCard, ModelReply, ReplyFuture, Request, Usage, observe};

/// Tokens that providers add to a prompt: Anthropic's tool prompt has 313 to 530, chat templates fewer.
const HIDDEN_TOKENS: u64 = 1_024;

pub(super) struct Client {
    endpoint: Endpoint,
    card: ModelCard,
    wire: Box<dyn Wire>,
    http: reqwest::Client,
}

impl Client {
    pub(super) fn new(endpoint: Endpoint, http: reqwest::Client) -> Self {
        let wire: Box<dyn Wire> = match endpoint.style {
            ApiStyle::Anthropic => Box::new(Anthropic),
            ApiStyle::OpenAi => Box::new(OpenAi),
        };
        Self { card: endpoint.card(), endpoint, wire, http }
    }

    async fn ask(&self, request: &Request, call: JobId) -> Result<ModelReply, LlmError> {
        let (post, assumed) = self.post(request, call)?;
        let answered = transport::exchange(post, self.endpoint.header_timeout, self.endpoint.deadline).await?;
        if !(200..300).contains(&answered.status) {
            return Err(refusal(answered.status, &answered.body, answered.after));
        }
        let body: Value = serde_json::from_slice(&answered.body)
            .map_err(|error| LlmError::Garbled { reason: format!("it is not JSON: {error}"), usage: None })?;
        self.wire.reply(&body, assumed)
    }

    /// Builds the request and the upper bound of its usage. Only these bytes are held while the answer is awaited, which takes
    /// minutes for up to a thousand calls at a time.
    fn post(&self, request: &Request, call: JobId) -> Result<(reqwest::RequestBuilder, Usage), LlmError> {
        let mut body = Vec::new();
        self.wire
            .body(&self.endpoint, request, &mut body)
            .map_err(|error| LlmError::NotSent { reason: format!("the request cannot be written as JSON: {error}") })?;
        body.shrink_to_fit();
        let assumed = bound(body.len() as u64, request);
        let id = call.to_string();
        let post = self
            .http
            .post(self.wire.url(&self.endpoint.base_url))
            .headers(self.wire.headers(self.endpoint.key.as_ref())?)
            .header(CONTENT_TYPE, "application/json")
            .header("x-client-request-id", &id)
            .header("idempotency-key", id)
            .body(body);
        Ok((post, assumed))
    }
}

impl Model for Client {
    fn complete<'a>(&'a self, request: &'a Request, call: JobId) -> ReplyFuture<'a> {
        let observer = observe::CallObserver::begin(&self.card, request, call);
        let span = observer.span();
        async move {
            let result = self.ask(request, call).await;
            observer.end(&result, &self.card.price);
            result
        }
        .instrument(span)
        .boxed()
    }

    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        let mut written = ByteCounter(0);
        // A request that cannot be written is never sent; its bound exceeds every budget.
        let bytes = self.wire.body(&self.endpoint, request, &mut written).map_or(u64::MAX / 2, |()| written.0);
        let usage = bound(bytes, request);
        self.card.price.bound(usage.input, usage.output)
    }

    fn supports_lookup(&self) -> bool {
        self.endpoint.invoice_url.is_some()
    }

    fn lookup(&self, call: JobId) -> BoxFuture<'_, Result<Option<CallInvoice>, LlmError>> {
        invoice::lookup(&self.http, self.endpoint.invoice_url.as_ref(), call).boxed()
    }
}

/// Returns an upper bound of the request's usage: one token per byte, and the longest answer.
fn bound(bytes: u64, request: &Request) -> Usage {
    Usage { input: bytes.saturating_add(HIDDEN_TOKENS), output: u64::from(request.max_tokens), ..Usage::default() }
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
