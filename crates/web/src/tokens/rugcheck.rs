//! RugCheck's full report; its summary, with a score and named risks, if the report fails.

use serde_json::Value;
use url::Url;

use super::facts::rugcheck::{RugCheckFacts, read};
use super::{facts_of, join, reply_of, segment};
use crate::ServiceError;
use crate::service::Service;

pub(super) async fn report(service: &Service, base: &Url, mint: &str) -> Result<Option<RugCheckFacts>, ServiceError> {
    let whole = one(service, base, &format!("v1/tokens/{}/report", segment(mint))).await;
    match whole {
        // A refusal concerns both addresses.
        Err(error) if !matches!(error, ServiceError::Blocked { .. }) => {
            tracing::info!(error = %error, "no full report; the summary is requested");
            let summary = one(service, base, &format!("v1/tokens/{}/report/summary", segment(mint))).await;
            summary.map_err(|_| error)
        }
        whole => whole,
    }
}

async fn one(service: &Service, base: &Url, path: &str) -> Result<Option<RugCheckFacts>, ServiceError> {
    let Some(answer) = service.json(service.client().get(join(base, path))).await? else { return Ok(None) };
    if answer.get("score").and_then(Value::as_f64).is_none() {
        return Err(service.shape("no `score`"));
    }
    facts_of(service, read(reply_of(&answer)))
}
