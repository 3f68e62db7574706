//! The span of a call. It is a separate binary, because the subscriber enables spans for the whole process.

mod support;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use domain::JobId;
use llm::{ApiStyle, Request};
use serde_json::json;
use support::{Provider, json as reply};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

/// The values of all fields of spans, by name, in order.
#[derive(Clone, Default)]
struct Fields(Arc<Mutex<BTreeMap<String, Vec<String>>>>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values.entry(field.name().to_owned()).or_default().push(format!("{value:?}"));
    }
}

impl<S: tracing::Subscriber> Layer<S> for Fields {
    fn on_new_span(&self, attributes: &Attributes<'_>, _: &Id, _: Context<'_, S>) {
        attributes.record(&mut self.clone());
    }

    fn on_record(&self, _: &Id, values: &Record<'_>, _: Context<'_, S>) {
        values.record(&mut self.clone());
    }
}

#[tokio::test]
async fn the_span_holds_what_was_sent_and_not_what_was_wished() {
    let fields = Fields::default();
    let _guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(fields.clone()));
    let message = "max_tokens: 12096 > 800, which is the maximum allowed number of output tokens";
    let refusal = json!({ "type": "error", "error": { "type": "invalid_request_error", "message": message } });
    let usage = json!({ "input_tokens": 7, "output_tokens": 2 });
    let yes = json!({ "content": [{ "type": "text", "text": "yes" }], "stop_reason": "end_turn", "usage": usage });
    let provider = Provider::answering([reply(400, &refusal), reply(200, &yes)]).await;
    let request = Request::new("", "x").with_max_tokens(8_000).with_temperature(0.5);
    provider.model(ApiStyle::Anthropic).complete(&request, JobId::named(&["call"])).await.unwrap();

    let recorded = |name: &str| fields.0.lock().unwrap().get(name).cloned().unwrap_or_default();
    assert_eq!(recorded("gen_ai.request.max_tokens"), ["800"], "the provider refused 12,096");
    assert_eq!(recorded("gen_ai.request.temperature"), Vec::<String>::new(), "an unknown model receives none");
    assert_eq!(recorded("gen_ai.usage.output_tokens"), ["2"]);
}
