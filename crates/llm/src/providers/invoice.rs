//! Asking a provider what became of a call: `GET <url>/invoice/<call>`. The offline world answers it; real providers
//! have nothing like it, and their unknown calls stay charged at the maximum.
//!
//! The answer is `{"request_id", "model", "input_tokens", "output_tokens", "cost_micro_usd", "status"}` with status
//! `charged`, `refused` or `unknown` (never arrived); while it is still at work the status is `running`.

use std::time::Duration;

use domain::{JobId, MicroUsd};
use serde::Deserialize;
use url::Url;

use super::{join, transport};
use crate::{Invoiced, LlmError, Usage};

/// An invoice is a look-up in a table.
const DEADLINE: Duration = Duration::from_secs(5);

#[derive(Deserialize)]
struct Invoice {
    request_id: String,
    #[serde(default)]
    input_tokens: u64,
    #[serde(default)]
    output_tokens: u64,
    #[serde(default)]
    cache_read_tokens: u64,
    #[serde(default)]
    cache_write_tokens: u64,
    cost_micro_usd: Option<u64>,
    status: String,
}

/// What the provider says. An answer that does not name this call is no answer: a wrong URL must never refund.
pub(super) async fn lookup(
    http: &reqwest::Client,
    url: Option<&Url>,
    call: JobId,
) -> Result<Option<Invoiced>, LlmError> {
    let Some(url) = url else { return Ok(None) };
    let request = http.get(join(url, &format!("/invoice/{call}")));
    let answered = transport::exchange(request, DEADLINE, DEADLINE).await?;
    let Ok(invoice) = serde_json::from_slice::<Invoice>(&answered.body) else { return Ok(None) };
    Ok(if invoice.request_id == call.to_string() { invoice.meaning() } else { None })
}

impl Invoice {
    fn meaning(&self) -> Option<Invoiced> {
        match self.status.as_str() {
            "charged" | "ok" | "settled" => {
                Some(Invoiced::Charged { usage: self.usage(), cost: self.cost_micro_usd.map(MicroUsd) })
            }
            "refused" | "unknown" | "not_charged" => Some(Invoiced::NotCharged),
            _ => None,
        }
    }

    fn usage(&self) -> Usage {
        Usage {
            input: self.input_tokens,
            output: self.output_tokens,
            cache_read: self.cache_read_tokens,
            cache_write: self.cache_write_tokens,
        }
    }
}
