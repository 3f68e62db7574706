//! One span and two histograms per call, by the GenAI semantic conventions. Never a prompt, never an answer.

use std::time::Instant;

use domain::JobId;
use tracing::Span;
use tracing::field::Empty;

use crate::{Card, LlmError, Reply, Request};

/// A call that is being watched.
pub(crate) struct Watch {
    span: Span,
    began: Instant,
    provider: String,
    model: String,
}

impl Watch {
    pub(crate) fn begin(card: &Card, request: &Request, call: JobId) -> Self {
        let (host, port) = card.endpoint.rsplit_once(':').unwrap_or((&card.endpoint, ""));
        let span = tracing::info_span!(
            "chat",
            otel.name = %format_args!("chat {}", card.model),
            otel.kind = "client",
            otel.status_code = Empty,
            gen_ai.operation.name = "chat",
            gen_ai.provider.name = %card.provider,
            gen_ai.request.model = %card.model,
            gen_ai.request.max_tokens = request.max_tokens,
            gen_ai.request.temperature = request.temperature,
            gen_ai.response.model = Empty,
            gen_ai.response.id = Empty,
            gen_ai.response.finish_reasons = Empty,
            gen_ai.usage.input_tokens = Empty,
            gen_ai.usage.output_tokens = Empty,
            gen_ai.usage.cache_read.input_tokens = Empty,
            gen_ai.usage.cache_creation.input_tokens = Empty,
            server.address = host,
            server.port = port.parse::<u16>().ok(),
            error.type = Empty,
            auspex.reservation.id = %call,
            auspex.cost.micro_usd = Empty,
        );
        Self { span, began: Instant::now(), provider: card.provider.clone(), model: card.model.clone() }
    }

    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    pub(crate) fn end(self, result: &Result<Reply, LlmError>, price: &crate::Price) {
        match result {
            Ok(reply) => self.answered(reply, price),
            Err(error) => {
                self.span.record("error.type", error.class());
                self.span.record("otel.status_code", "ERROR");
            }
        }
        let class = result.as_ref().err().map_or("", LlmError::class);
        metrics::histogram!("gen_ai_client_operation_duration_seconds",
            "gen_ai_operation_name" => "chat", "gen_ai_provider_name" => self.provider,
            "gen_ai_request_model" => self.model, "error_type" => class)
        .record(self.began.elapsed().as_secs_f64());
    }

    /// Input counts every token read, cached or not, as the conventions want it.
    fn answered(&self, reply: &Reply, price: &crate::Price) {
        let usage = reply.usage;
        let read = usage.input + usage.cache_read + usage.cache_write;
        self.span.record("gen_ai.response.model", &reply.model);
        self.span.record("gen_ai.response.id", &reply.id);
        self.span.record("gen_ai.response.finish_reasons", reply.stop.name());
        self.span.record("gen_ai.usage.input_tokens", read);
        self.span.record("gen_ai.usage.output_tokens", usage.output);
        self.span.record("gen_ai.usage.cache_read.input_tokens", usage.cache_read);
        self.span.record("gen_ai.usage.cache_creation.input_tokens", usage.cache_write);
        self.span.record("auspex.cost.micro_usd", price.cost(&usage).0);
        for (kind, tokens) in [("input", read), ("output", usage.output)] {
            metrics::histogram!("gen_ai_client_token_usage",
                "gen_ai_operation_name" => "chat", "gen_ai_provider_name" => self.provider.clone(),
                "gen_ai_request_model" => self.model.clone(), "gen_ai_token_type" => kind)
            .record(tokens as f64);
        }
    }
}
