//! Prices of a mint. A service may have fewer days than were requested, so every statement names the time that its
//! points cover.

use agent::{Bounds, Origin, Tool, ToolAnswer, ToolError, ToolSpec};
use domain::Time;
use serde::Serialize;
use serde_json::json;
use web::Web;
use web::tokens::{Market, PricePoint, PriceSeries};

use super::markets::{plain_market, statements_of};
use super::statements::{Statement, aged, day, minute, rounded};
use super::{MintInput, ServiceData, ServiceStatements, TokenAnswer, to_model, unknown};
use crate::notebook::Notes;
use crate::search::RecordedWeb;
use crate::session::Session;
use crate::{schema, text_schema};

const TOOL: &str = "get_price_history";
/// Maximum number of points that the model sees: it needs the shape of the curve, not every hour.
const MAX_POINTS: usize = 30;
/// Publisher of a series without the name of its service.
const UNNAMED: &str = "price service";

pub(crate) struct GetPrices<W>(pub(crate) RecordedWeb<W>);

/// Prices in US dollars for the model. Times are those of the points, as `YYYY-MM-DDThh:mmZ`.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Prices {
    requested_days: u32,
    service: String,
    from: String,
    to: String,
    points: Vec<(String, f64)>,
    change_percent: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    markets: Vec<Market>,
}

impl<W: Web> Tool<Session, Notes> for GetPrices<W> {
    type Input = MintInput;
    type Output = TokenAnswer;

    fn spec(&self) -> ToolSpec {
        let days = json!({"type": "integer", "minimum": 1, "maximum": 365, "default": 7});
        let about = "A mint's prices of the last days, as far as a service has them, their change, and its market by several services.";
        schema(TOOL, about, 1, &[("mint", text_schema("Mint address.")), ("days", days)])
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
        let (mint, days) = (input.mint(session)?, input.days.unwrap_or(7).clamp(1, 365));
        let call = async { self.0.web.prices(mint, days).await.map_err(|error| to_model(&error)) };
        let (found, basis) = self.0.answers.answer(TOOL, &json!({"mint": mint, "days": days}), call).await?;
        let plain = |series: PriceSeries| PriceSeries {
            markets: series.markets.into_iter().map(plain_market).collect(),
            ..series
        };
        let series = found.map(plain).filter(|series| !series.points.is_empty() || !series.markets.is_empty());
        let Some(series) = series else { return Ok(unknown("every price service", mint, basis)) };
        let services = services(mint, &series, session.scope.started);
        let data = json!(shown(&series, days));
        Ok(ServiceData { mint, data, basis }.answer(session, services))
    }
}

/// Returns the statements of each service. Those of the series come first.
fn services(mint: &str, series: &PriceSeries, now: Time) -> Vec<ServiceStatements> {
    let mut all: Vec<(&'static str, Vec<Statement>)> =
        series.markets.iter().map(|market| (market.service(), statements_of(mint, market, now))).collect();
    let history = statements(mint, series, now);
    match all.iter_mut().find(|(service, _)| *service == series.service) {
        Some((_, statements)) => {
            statements.splice(0..0, history);
        }
        None if !history.is_empty() => all.insert(0, (UNNAMED, history)),
        None => {}
    }
    let call = |service: &str| (TOOL, format!("{mint}/{service}"));
    all.into_iter()
        .map(|(service, statements)| ServiceStatements { service, call: call(service), statements })
        .collect()
}

/// Returns the prices for the model.
fn shown(series: &PriceSeries, requested_days: u32) -> Prices {
    let market = Prices { requested_days, markets: series.markets.clone(), ..Prices::default() };
    let (Some(first), Some(last)) = (series.points.first(), series.points.last()) else { return market };
    // The last point is always among them.
    let step = series.points.len().div_ceil(MAX_POINTS - 1).max(1);
    let mut points: Vec<PricePoint> = series.points.iter().step_by(step).copied().collect();
    if points.last() != Some(last) {
        points.push(*last);
    }
    Prices {
        service: series.service.clone(),
        from: iso(first),
        to: iso(last),
        points: points.iter().map(|point| (iso(point), rounded(point.usd))).collect(),
        change_percent: series.change_percent.map(|change| (change * 10.0).round() / 10.0),
        low: Some(rounded(series.low)),
        high: Some(rounded(series.high)),
        ..market
    }
}

/// Returns the statements that follow from the prices.
fn statements(mint: &str, series: &PriceSeries, now: Time) -> Vec<Statement> {
    let (Some(first), Some(last)) = (series.points.first(), series.points.last()) else { return Vec::new() };
    let mut statements = Vec::new();
    if series.points.len() > 1 {
        let period = period(time(first), time(last), series.points.len());
        let (from, to) = (rounded(first.usd), rounded(last.usd));
        let change = series.change_percent.map(|change| format!(" ({change:+.1} per cent)")).unwrap_or_default();
        statements.push(format!("{period} the price of {mint} went from {from} to {to} US dollars{change}.").into());
        let (low, high) = (rounded(series.low), rounded(series.high));
        statements.push(format!("{period} the price of {mint} was between {low} and {high} US dollars.").into());
    }
    let service = if series.service.is_empty() { "the price service" } else { &series.service };
    let (usd, at) = (rounded(last.usd), time(last));
    let text = format!(
        "The last price of {mint} in the series of {service} is {usd} US dollars, of {}{}.",
        minute(at),
        aged(at, now)
    );
    statements.push(Statement { text, date: day(at) });
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
            service: "CoinGecko".into(),
            markets: Vec::new(),
            change_percent: (first > 0.0).then(|| (last / first - 1.0) * 100.0),
            low: usd().fold(f64::INFINITY, f64::min),
            high: usd().fold(0.0, f64::max),
        }
    }

    fn texts(prices: &[(i64, f64)]) -> Vec<String> {
        let now = Time::from_timestamp(START + 6 * DAY + 300, 0).unwrap();
        statements("M", &series(prices), now).into_iter().map(|one| one.text).collect()
    }

    fn daily(days: i64) -> Vec<(i64, f64)> {
        (0..days).map(|day| (START + day * DAY, 0.021)).collect()
    }

    #[test]
    fn statements_name_the_time_that_the_points_cover() {
        let mut week = daily(7);
        (week[3].1, week[6].1) = (0.030_123_456, 0.009_004_2);
        assert_eq!(
            texts(&week),
            [
                "From 15 to 21 November 2026 (7 prices) the price of M went from 0.021 to 0.009004 US dollars (-57.1 per cent).",
                "From 15 to 21 November 2026 (7 prices) the price of M was between 0.009004 and 0.03012 US dollars.",
                "The last price of M in the series of CoinGecko is 0.009004 US dollars, of 21 November 2026, 00:00 UTC, 5 minutes before the look-up.",
            ]
        );
        let months = texts(&daily(20));
        assert!(months[0].starts_with("From 15 November to 4 December 2026 (20 prices) the price"), "{months:?}");
        let years = texts(&daily(60));
        assert!(years[0].starts_with("From 15 November 2026 to 13 January 2027 (60 prices) the price"), "{years:?}");
        let hours = texts(&[(START, 0.0), (START + 3_600, 2.0)]);
        assert_eq!(hours[0], "On 15 November 2026 (2 prices) the price of M went from 0 to 2 US dollars.");
    }

    #[test]
    fn one_price_is_no_change() {
        let one = texts(&[(START + 3_600, 12_345.678)]);
        let only = "The last price of M in the series of CoinGecko is 12350 US dollars, of 15 November 2026, 01:00 UTC, 5 days before the look-up.";
        assert_eq!(one, [only]);
    }

    #[test]
    fn the_model_sees_dates_and_rounded_figures_and_always_the_last_point() {
        let mut many: Vec<(i64, f64)> = (0..500).map(|hour| (START + hour * 3_600, 1.0 / 3.0)).collect();
        many[499].1 = 0.000_012_345_6;
        let shown = json!(shown(&series(&many), 30));
        let points = shown["points"].as_array().unwrap();
        assert!(points.len() <= MAX_POINTS, "{}", points.len());
        assert_eq!(points[0], json!(["2026-11-15T00:00Z", 0.3333]));
        assert_eq!(points[points.len() - 1], json!(["2026-12-05T19:00Z", 0.000_012_35]));
        assert_eq!((&shown["requestedDays"], &shown["from"]), (&json!(30), &json!("2026-11-15T00:00Z")));
        assert_eq!((&shown["low"], &shown["changePercent"]), (&json!(0.000_012_35), &json!(-100.0)));
    }

    #[test]
    fn each_service_is_a_source_of_its_own_and_an_undated_price_says_so() {
        use web::tokens::facts::birdeye::BirdeyeFacts;
        use web::tokens::facts::dexscreener::DexScreenerFacts;
        let now = Time::from_timestamp(START + 7_200, 0).unwrap();
        let at = Time::from_timestamp(START, 0);
        let dex =
            DexScreenerFacts { price_usd: Some(0.5), main_dex: Some("orca<script>".into()), ..Default::default() };
        let bird = BirdeyeFacts { price_usd: Some(0.25), price_at: at, ..Default::default() };
        let markets = vec![plain_market(Market::DexScreener(dex)), Market::Birdeye(bird)];
        let all = services("M", &PriceSeries { markets, ..PriceSeries::default() }, now);
        assert_eq!(all.iter().map(|one| one.service).collect::<Vec<_>>(), ["DexScreener", "Birdeye"]);
        assert_eq!(all[0].call.1, "M/DexScreener");
        let undated = "DexScreener prices M at 0.5 US dollars and does not state the time of the price.";
        assert_eq!(all[0].statements[0], undated.to_owned().into());
        let dated = &all[1].statements[0];
        assert_eq!(
            (dated.text.as_str(), dated.date.as_str()),
            (
                "Birdeye prices M at 0.25 US dollars as of 15 November 2026, 00:00 UTC, 2 hours before the look-up.",
                "2026-11-15"
            )
        );
        assert!(!format!("{:?}", all[0].statements).contains('<'));
        let old = services("M", &series(&daily(2)), now);
        assert_eq!((old.len(), old[0].service), (1, UNNAMED));
    }
}
