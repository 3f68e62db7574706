//! Files of batch results as functions of bytes, for `fuzz/`.

use std::sync::LazyLock;

use domain::{JobId, Time};
use url::Url;

use super::{ApiStyle, Client, anthropic, lines, openai, outcomes};
use crate::{BatchItem, Endpoint, LostBatch, Request};

static CLIENTS: LazyLock<Vec<Client>> = LazyLock::new(|| {
    let http = telemetry::http::client(telemetry::http::ClientConfig::default());
    let (Ok(http), Ok(url)) = (http, Url::parse("https://provider.example")) else { return Vec::new() };
    let styles = [ApiStyle::Anthropic, ApiStyle::OpenAi, ApiStyle::Responses];
    styles.map(|style| Client::new(Endpoint::new(style, url.clone(), "m"), http.clone())).into()
});

/// Reads a file of results of a batch of one request. The first line is read as the description of a batch, too.
pub fn batch_results(bytes: &[u8]) {
    assert!(!CLIENTS.is_empty(), "a client needs neither a network nor files");
    let items = [BatchItem { call: JobId::named(&["call"]), request: Request::new("", "x") }];
    let lines = lines(bytes);
    for client in CLIENTS.iter() {
        let result = if client.endpoint.style == ApiStyle::Anthropic { anthropic::result } else { openai::result };
        let outcomes = outcomes(client, &items, lines.iter().filter_map(result).collect());
        assert!(outcomes.keys().eq([&items[0].call]), "each request has one outcome, and no other one is known");
    }
    let (Some(client), Some(batch)) = (CLIENTS.first(), lines.first()) else { return };
    let lost = LostBatch { id: items[0].call, items: &items, since: Time::UNIX_EPOCH, known: &[] };
    let _ = anthropic::may_be(batch, &lost);
    if let Ok(url) = anthropic::results_url(client, batch) {
        assert_eq!(url.origin(), client.endpoint.base_url.origin(), "the key is sent to the configured origin only");
    }
}
