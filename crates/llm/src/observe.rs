//! Records one span and two histograms per call, by the GenAI semantic conventions. Never records a prompt or an
//! answer.

use std::time::Instant;

use domain::JobId;
use tracing::Span;
use tracing::field::Empty;

use crate::{LlmError, ModelCard, ModelReply, Plan};

/// The span and the start time of a call in progress.
pub(crate) struct CallObserver {
    span: Span,
    started: Instant,
    provider: String,
    model: String,
}

impl CallObserver {
    pub(crate) fn begin(card: &ModelCard, call: JobId) -> Self {
        let (host, port) = card.endpoint.rsplit_once(':').unwrap_or((&card.endpoint, ""));
        let span = tracing::info_span!(
            "chat",
            otel.name = %format_args!("chat {}", card.model),
            otel.kind = "client",
            otel.status_code = Empty,
            gen_ai.operation.name = "chat",
            gen_ai.provider.name = %card.provider,
            gen_ai.request.model = %card.model,
            gen_ai.request.max_tokens = Empty,
            gen_ai.request.temperature = Empty,
            gen_ai.response.model = Empty,
            gen_ai.response.id = Empty,
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
        Self { span, started: Instant::now(), provider: card.provider.clone(), model: card.model.clone() }
    }

    pub(crate) fn span(&self) -> Span {
        self.span.clone()
    }

    /// Records the end of the call. `plan` is that of the last request that was sent.
    pub(crate) fn end(self, plan: &Plan, result: &Result<ModelReply, LlmError>, price: &crate::Price) {
        self.span.record("gen_ai.request.max_tokens", plan.max_tokens);
        self.span.record("gen_ai.request.temperature", plan.temperature);
        match result {
            Ok(reply) => self.record_reply(reply, price),
            Err(error) => {
                self.span.record("error.type", error.class());
                self.span.record("otel.status_code", "ERROR");
            }
        }
        let class = result.as_ref().err().map_or("", LlmError::class);
        metrics::histogram!(telemetry::metric::OPERATION_DURATION, "service" => telemetry::service(),
            "gen_ai_operation_name" => "chat", "gen_ai_provider_name" => self.provider,
            "gen_ai_request_model" => self.model, "error_type" => class)
        .record(self.started.elapsed().as_secs_f64());
    }

    /// The conventions count all prompt tokens as input, cached or not.
    fn record_reply(&self, reply: &ModelReply, price: &crate::Price) {
        let usage = reply.usage;
        let prompt = usage.prompt();
        self.span.record("gen_ai.response.model", &reply.model);
        self.span.record("gen_ai.response.id", &reply.id);
        telemetry::propagate::set_list(&self.span, "gen_ai.response.finish_reasons", &[reply.stop.name()]);
        self.span.record("gen_ai.usage.input_tokens", prompt);
        self.span.record("gen_ai.usage.output_tokens", usage.output);
        self.span.record("gen_ai.usage.cache_read.input_tokens", usage.cache_read);
        self.span.record("gen_ai.usage.cache_creation.input_tokens", usage.cache_write);
        self.span.record("auspex.cost.micro_usd", price.cost(&usage).0);
        for (kind, tokens) in [("input", prompt), ("output", usage.output)] {
            metrics::histogram!(telemetry::metric::TOKEN_USAGE, "service" => telemetry::service(),
                "gen_ai_operation_name" => "chat", "gen_ai_provider_name" => self.provider.clone(),
                "gen_ai_request_model" => self.model.clone(), "gen_ai_token_type" => kind)
            .record(tokens as f64);
        }
    }
}
