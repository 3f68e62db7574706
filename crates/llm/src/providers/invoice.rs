//! Asks a provider for the outcome of a call: `GET <url>/invoice/<call>`. Only the offline world answers it; real
//! providers have no such API, and their calls with unknown outcome stay charged at the maximum.
//!
//! The answer is
//! `{"request_id", "model", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens", "cache_write_1h_tokens", "cost_micro_usd", "status"}`
//! with status `charged`, `refused`, `unknown` (never arrived) or `running`.

use std::time::Duration;

use domain::{JobId, MicroUsd};
use serde::Deserialize;
use url::Url;

use super::{join, transport};
use crate::{CallInvoice, LlmError, Usage};

/// An invoice is a table look-up.
const DEADLINE: Duration = Duration::from_secs(5);

#[derive(Deserialize)]
struct InvoiceBody {
    request_id: String,
    #[serde(default)]
    input_tokens: u64,
    #[serde(default)]
    output_tokens: u64,
    #[serde(default)]
    cache_read_tokens: u64,
    #[serde(default)]
    cache_write_tokens: u64,
    /// The part of `cache_write_tokens` that is kept for an hour.
    #[serde(default)]
    cache_write_1h_tokens: u64,
    cost_micro_usd: Option<u64>,
    status: String,
}

/// Returns the provider's record. An answer with another call's id is ignored, so that a wrong URL never leads to a
/// refund.
pub(super) async fn lookup(
    http: &reqwest::Client,
    url: Option<&Url>,
    call: JobId,
) -> Result<Option<CallInvoice>, LlmError> {
    let Some(url) = url else { return Ok(None) };
    let request = http.get(join(url, &format!("/invoice/{call}")));
    let (_, _, body) = transport::fetch(request, DEADLINE, transport::MAX_BODY_BYTES).await?;
    let Ok(invoice) = serde_json::from_slice::<InvoiceBody>(&body) else { return Ok(None) };
    Ok(if invoice.request_id == call.to_string() { invoice.outcome() } else { None })
}

impl InvoiceBody {
    fn outcome(&self) -> Option<CallInvoice> {
        match self.status.as_str() {
            "charged" | "ok" | "settled" => {
                Some(CallInvoice::Charged { usage: self.usage(), cost: self.cost_micro_usd.map(MicroUsd) })
            }
            "refused" | "unknown" | "not_charged" => Some(CallInvoice::NotCharged),
            _ => None,
        }
    }

    fn usage(&self) -> Usage {
        Usage {
            input: self.input_tokens,
            output: self.output_tokens,
            cache_read: self.cache_read_tokens,
            cache_write: self.cache_write_tokens,
            cache_write_1h: self.cache_write_1h_tokens.min(self.cache_write_tokens),
        }
    }
}
