//! A price series in CoinGecko's format: `{"prices": [[milliseconds, dollars], …]}`.

use serde_json::Value;
use url::Url;

use super::{PricePoint, PriceSeries, join, segment};
use crate::ServiceError;
use crate::service::Service;

pub(super) async fn series(
    service: &Service,
    base: &Url,
    mint: &str,
    days: u32,
) -> Result<Option<PriceSeries>, ServiceError> {
    let path = format!("coins/solana/contract/{}/market_chart", segment(mint));
    let days = days.clamp(1, 365).to_string();
    let request = service.client().get(join(base, &path)).query(&[("vs_currency", "usd"), ("days", &days)]);
    let Some(answer) = service.json(request).await? else { return Ok(None) };
    let Some(rows) = answer.get("prices").and_then(Value::as_array) else { return Err(service.shape("no `prices`")) };
    Ok(summarise(rows.iter().filter_map(point).collect()))
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value) {
    let rows = answer.get("prices").and_then(Value::as_array);
    let _ = summarise(rows.into_iter().flatten().filter_map(point).collect());
}

fn point(row: &Value) -> Option<PricePoint> {
    let usd = row.get(1)?.as_f64().filter(|usd| usd.is_finite() && *usd >= 0.0)?;
    Some(PricePoint { at: row.get(0)?.as_f64()? as i64 / 1000, usd })
}

/// Builds a series; `None` without points.
fn summarise(mut points: Vec<PricePoint>) -> Option<PriceSeries> {
    points.sort_by_key(|point| point.at);
    let (first, last) = (points.first()?.usd, points.last()?.usd);
    let change_percent = (first > 0.0).then(|| (last / first - 1.0) * 100.0);
    let low = points.iter().map(|point| point.usd).fold(f64::INFINITY, f64::min);
    let high = points.iter().map(|point| point.usd).fold(0.0, f64::max);
    Some(PriceSeries { points, change_percent, low, high })
}
