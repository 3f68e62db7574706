//! The largest holders: from a holder index (`{"total_holders", "holders": [{"pct"}]}`), or from RugCheck's full report
//! (`{"totalHolders", "topHolders": [{"pct", "insider"}]}`), in which the accounts of pools and lockers are marked.

use serde_json::Value;

use super::facts::rugcheck::{RugCheckFacts, read};
use super::{Holders, TokenConfig, facts_of, join, reply_of, segment};
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
    if let Some(rows) = answer.get("holders").and_then(Value::as_array) {
        let total = answer.get("total_holders").or_else(|| answer.get("totalHolders")).and_then(Value::as_u64);
        return Ok(Some(measure(rows, total)));
    }
    if answer.get("topHolders").is_none() {
        return Err(service.shape("neither `holders` nor `topHolders`"));
    }
    Ok(facts_of(service, read(reply_of(&answer)))?.as_ref().map(of_report))
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value) {
    let _ = answer.as_array().map(|rows| measure(rows, None));
}

fn of_report(facts: &RugCheckFacts) -> Holders {
    let percent = |share: f64| share * 100.0;
    let top10_percent = facts.top10_share.map(percent);
    Holders {
        total: facts.holders,
        top10_percent,
        largest_percent: facts.largest_share.map(percent),
        concentration: top10_percent.map(concentration).unwrap_or_default().to_owned(),
        insiders: facts.insiders.unwrap_or_default(),
        insider_percent: facts.insider_share.map(percent),
        accounts_left_out: facts.accounts_left_out,
        service: "RugCheck".to_owned(),
    }
}

fn measure(rows: &[Value], total: Option<u64>) -> Holders {
    let share = |row: &Value| row.get("pct")?.as_f64().filter(|share| share.is_finite());
    let mut shares: Vec<f64> = rows.iter().filter_map(share).collect();
    shares.sort_by(|a, b| b.total_cmp(a));
    let top10_percent = (!shares.is_empty()).then(|| shares.iter().take(10).sum());
    let insiders: Vec<&Value> =
        rows.iter().filter(|row| row.get("insider").and_then(Value::as_bool) == Some(true)).collect();
    Holders {
        total,
        top10_percent,
        largest_percent: shares.first().copied(),
        concentration: top10_percent.map(concentration).unwrap_or_default().to_owned(),
        insiders: insiders.len() as u64,
        insider_percent: (!insiders.is_empty()).then(|| insiders.iter().filter_map(|row| share(row)).sum()),
        ..Holders::default()
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
