//! The largest holders: from a holder index (`{"total_holders", "holders": [{"pct"}]}`), or from RugCheck's full report
//! (`{"totalHolders", "topHolders": [{"pct", "insider"}]}`).

use serde_json::Value;

use super::{Holders, TokenConfig, join, segment};
use crate::ServiceError;
use crate::service::Service;

pub(super) async fn distribution(
    service: &Service,
    config: &TokenConfig,
    mint: &str,
) -> Result<Option<Holders>, ServiceError> {
    let mint = segment(mint);
    let url = match &config.holders {
        Some(index) => join(index, &mint),
        None => join(&config.rugcheck, &format!("v1/tokens/{mint}/report")),
    };
    let Some(answer) = service.json(service.client().get(url)).await? else { return Ok(None) };
    let listed = |key: &str| answer.get(key).and_then(Value::as_array);
    let Some(rows) = listed("holders").or_else(|| listed("topHolders")) else {
        return Err(service.shape("neither `holders` nor `topHolders`"));
    };
    let total = answer.get("total_holders").or_else(|| answer.get("totalHolders")).and_then(Value::as_u64);
    Ok(Some(measure(rows, total)))
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value) {
    let _ = answer.as_array().map(|rows| measure(rows, None));
}

fn measure(rows: &[Value], total: Option<u64>) -> Holders {
    let mut shares: Vec<f64> =
        rows.iter().filter_map(|row| row.get("pct")?.as_f64()).filter(|share| share.is_finite()).collect();
    shares.sort_by(|a, b| b.total_cmp(a));
    let top10_percent = shares.iter().take(10).sum();
    let insiders = rows.iter().filter(|row| row.get("insider").and_then(Value::as_bool) == Some(true)).count();
    Holders {
        total,
        top10_percent,
        largest_percent: shares.first().copied().unwrap_or_default(),
        concentration: concentration(top10_percent).to_owned(),
        insiders: u32::try_from(insiders).unwrap_or(u32::MAX),
    }
}

/// 20 % and 50 % held by ten wallets are the thresholds at which common explorers change colour.
fn concentration(top10_percent: f64) -> &'static str {
    if top10_percent < 20.0 {
        "low"
    } else if top10_percent < 50.0 {
        "medium"
    } else {
        "high"
    }
}
