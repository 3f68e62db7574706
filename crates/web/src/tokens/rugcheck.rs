//! RugCheck's summary: a score and named risks.

use serde_json::Value;
use url::Url;

use super::{Risk, RiskReport, join, segment};
use crate::ServiceError;
use crate::service::{Service, text};

pub(super) async fn report(service: &Service, base: &Url, mint: &str) -> Result<Option<RiskReport>, ServiceError> {
    let path = format!("v1/tokens/{}/report/summary", segment(mint));
    let Some(answer) = service.json(service.client().get(join(base, &path))).await? else { return Ok(None) };
    let Some(score) = answer.get("score").and_then(Value::as_f64) else { return Err(service.shape("no `score`")) };
    let risks = answer.get("risks").and_then(Value::as_array).into_iter().flatten();
    let risk = |row: &Value| Risk {
        name: text(row, "name"),
        level: text(row, "level"),
        description: text(row, "description"),
    };
    let score_normalised = answer.get("score_normalised").and_then(Value::as_f64);
    Ok(Some(RiskReport { score, score_normalised, risks: risks.map(risk).collect() }))
}
