//! Prices of a mint. The service may have fewer days than were requested, so every statement names the time that its
//! points cover.

use agent::{Bounds, Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use domain::Time;
use serde::Serialize;
use serde_json::json;
use web::Web;
use web::tokens::{PricePoint, PriceSeries};

use super::{MintInput, ServiceData, TokenAnswer, to_model, unknown};
use crate::notebook::Notes;
use crate::search::RecordedWeb;
use crate::session::Session;
use crate::{schema, text_schema};

/// Maximum number of points that the model sees: it needs the shape of the curve, not every hour.
const MAX_POINTS: usize = 30;

pub(crate) struct GetPrices<W>(pub(crate) RecordedWeb<W>);

/// Prices in US dollars for the model. Times are those of the points, as `YYYY-MM-DDThh:mmZ`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Prices {
    requested_days: u32,
    from: String,
    to: String,
    points: Vec<(String, f64)>,
    change_percent: Option<f64>,
    low: f64,
    high: f64,
}

impl<W: Web> Tool<Session, Notes> for GetPrices<W> {
    type Input = MintInput;
    type Output = TokenAnswer<Prices>;

    fn spec(&self) -> ToolSpec {
        let days = json!({"type": "integer", "minimum": 1, "maximum": 365, "default": 7});
        let about = "A mint's prices of the last days, as far as the service has them, and their change.";
        schema("get_price_history", about, 1, &[("mint", text_schema("Mint address.")), ("days", days)])
    }

    fn origin(&self) -> Origin {
        Origin::Data
    }

    fn bounds(&self) -> Bounds {
        crate::TOKEN_BOUNDS
    }

    fn is_offered(&self, session: &Session) -> bool {
        session.scope.topics.token
    }

    async fn call(&self, session: &Session, input: MintInput) -> Result<ToolAnswer<Self::Output, Notes>, ToolError> {
        let (tool, mint, days) = ("get_price_history", input.mint(session)?, input.days.unwrap_or(7).clamp(1, 365));
        let call = async { self.0.web.prices(mint, days).await.map_err(|error| to_model(&error)) };
        let (found, basis) = self.0.answers.answer(tool, &json!({"mint": mint, "days": days}), call).await?;
        let shown = found.as_ref().and_then(|series| Some((shown(series, days)?, statements(mint, series))));
        let Some((data, statements)) = shown else { return Ok(unknown("the price service", mint, basis)) };
        Ok(ServiceData { tool, mint, data, basis }.answer(session, statements))
    }
}

/// Returns the prices for the model; `None` for a series without points.
fn shown(series: &PriceSeries, requested_days: u32) -> Option<Prices> {
    let (first, last) = (series.points.first()?, series.points.last()?);
    // The last point is always among them.
    let step = series.points.len().div_ceil(MAX_POINTS - 1).max(1);
    let mut points: Vec<PricePoint> = series.points.iter().step_by(step).copied().collect();
    if points.last() != Some(last) {
        points.push(*last);
    }
    Some(Prices {
        requested_days,
        from: iso(first),
        to: iso(last),
        points: points.iter().map(|point| (iso(point), rounded(point.usd))).collect(),
        change_percent: series.change_percent.map(|change| (change * 10.0).round() / 10.0),
        low: rounded(series.low),
        high: rounded(series.high),
    })
}

/// Returns the statements that follow from the prices.
fn statements(mint: &str, series: &PriceSeries) -> Vec<String> {
    let (Some(first), Some(last)) = (series.points.first(), series.points.last()) else { return Vec::new() };
    let mut statements = Vec::new();
    if series.points.len() > 1 {
        let period = period(time(first), time(last), series.points.len());
        let (from, to) = (rounded(first.usd), rounded(last.usd));
        let change = series.change_percent.map(|change| format!(" ({change:+.1} per cent)")).unwrap_or_default();
        statements.push(format!("{period} the price of {mint} went from {from} to {to} US dollars{change}."));
        let (low, high) = (rounded(series.low), rounded(series.high));
        statements.push(format!("{period} the price of {mint} was between {low} and {high} US dollars."));
    }
    let (usd, at) = (rounded(last.usd), time(last).format("%-d %B %Y, %H:%M UTC"));
    statements.push(format!("The last price of {mint} that the price service has is {usd} US dollars, of {at}."));
    statements
}

/// Names the time that a number of prices covers.
fn period(from: Time, to: Time, prices: usize) -> String {
    let part = |at: Time, format: &str| at.format(format).to_string();
    let end = part(to, "%-d %B %Y");
    if part(from, "%F") == part(to, "%F") {
        return format!("On {end} ({prices} prices)");
    }
    let begin = if part(from, "%Y-%m") == part(to, "%Y-%m") {
        part(from, "%-d")
    } else if part(from, "%Y") == part(to, "%Y") {
        part(from, "%-d %B")
    } else {
        part(from, "%-d %B %Y")
    };
    format!("From {begin} to {end} ({prices} prices)")
}

fn time(point: &PricePoint) -> Time {
    Time::from_timestamp(point.at, 0).unwrap_or_default()
}

fn iso(point: &PricePoint) -> String {
    time(point).format("%Y-%m-%dT%H:%MZ").to_string()
}

/// Rounds a price to four significant digits.
fn rounded(usd: f64) -> f64 {
    format!("{usd:.3e}").parse().unwrap_or(usd)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 15 November 2026, 00:00 UTC.
    const START: i64 = 1_794_700_800;
    const DAY: i64 = 86_400;

    fn series(prices: &[(i64, f64)]) -> PriceSeries {
        let usd = || prices.iter().map(|(_, usd)| *usd);
        let (first, last) = (prices[0].1, prices[prices.len() - 1].1);
        PriceSeries {
            points: prices.iter().map(|(at, usd)| PricePoint { at: *at, usd: *usd }).collect(),
            change_percent: (first > 0.0).then(|| (last / first - 1.0) * 100.0),
            low: usd().fold(f64::INFINITY, f64::min),
            high: usd().fold(0.0, f64::max),
        }
    }

    fn daily(days: i64) -> Vec<(i64, f64)> {
        (0..days).map(|day| (START + day * DAY, 0.021)).collect()
    }

    #[test]
    fn statements_name_the_time_that_the_points_cover() {
        let mut week = daily(7);
        (week[3].1, week[6].1) = (0.030_123_456, 0.009_004_2);
        assert_eq!(
            statements("M", &series(&week)),
            [
                "From 15 to 21 November 2026 (7 prices) the price of M went from 0.021 to 0.009004 US dollars (-57.1 per cent).",
                "From 15 to 21 November 2026 (7 prices) the price of M was between 0.009004 and 0.03012 US dollars.",
                "The last price of M that the price service has is 0.009004 US dollars, of 21 November 2026, 00:00 UTC.",
            ]
        );
        let months = statements("M", &series(&daily(20)));
        assert!(months[0].starts_with("From 15 November to 4 December 2026 (20 prices) the price"), "{months:?}");
        let years = statements("M", &series(&daily(60)));
        assert!(years[0].starts_with("From 15 November 2026 to 13 January 2027 (60 prices) the price"), "{years:?}");
        let hours = statements("M", &series(&[(START, 0.0), (START + 3_600, 2.0)]));
        assert_eq!(hours[0], "On 15 November 2026 (2 prices) the price of M went from 0 to 2 US dollars.");
    }

    #[test]
    fn one_price_is_no_change() {
        let one = statements("M", &series(&[(START + 3_600, 12_345.678)]));
        let only =
            "The last price of M that the price service has is 12350 US dollars, of 15 November 2026, 01:00 UTC.";
        assert_eq!(one, [only]);
    }

    #[test]
    fn the_model_sees_dates_and_rounded_figures_and_always_the_last_point() {
        let mut many: Vec<(i64, f64)> = (0..500).map(|hour| (START + hour * 3_600, 1.0 / 3.0)).collect();
        many[499].1 = 0.000_012_345_6;
        let shown = json!(shown(&series(&many), 30).unwrap());
        let points = shown["points"].as_array().unwrap();
        assert!(points.len() <= MAX_POINTS, "{}", points.len());
        assert_eq!(points[0], json!(["2026-11-15T00:00Z", 0.3333]));
        assert_eq!(points[points.len() - 1], json!(["2026-12-05T19:00Z", 0.000_012_35]));
        assert_eq!((&shown["requestedDays"], &shown["from"]), (&json!(30), &json!("2026-11-15T00:00Z")));
        assert_eq!((&shown["low"], &shown["changePercent"]), (&json!(0.000_012_35), &json!(-100.0)));
    }
}
