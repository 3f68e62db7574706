//! Rows of Polymarket's Data API: trades, and the trades of activities, in both versions. Version 2 writes names with
//! underscores, calls the outcome's token `token_id` instead of `asset`, and writes an empty text for an unknown value.

use std::collections::BTreeMap;

use domain::JobId;
use domain::event::{Market, ScoutAlert, Trade, Trader};
use proto::event::InvalidEvent;
use serde_json::value::RawValue;

use super::{ParsedTrade, dollars, number, side, yes_price};
use crate::formats::{decimal, unreadable};
use proto::lenient::unix_time;

/// Seconds since 1970 above which a number is a time in milliseconds.
const MAX_SECONDS: i64 = 100_000_000_000;

/// The members of a row by their name with underscores. Numbers are kept as text, so that they can be parsed exactly.
struct Row<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Row<'a> {
    fn read(record: &'a str) -> Result<Self, InvalidEvent> {
        let members: BTreeMap<&str, &RawValue> = serde_json::from_str(record).map_err(|error| unreadable(&error))?;
        Ok(Self(members.into_iter().map(|(name, value)| (snake(name), value)).collect()))
    }

    /// Returns a member as text: a number as its text, anything else as an empty text.
    fn text(&self, name: &str) -> String {
        let Some(value) = self.0.get(name) else { return String::new() };
        match serde_json::from_str(value.get()) {
            Ok(serde_json::Value::String(text)) => text,
            Ok(serde_json::Value::Number(_)) => value.get().to_owned(),
            _ => String::new(),
        }
    }

    /// Returns a member that is a number, quoted or not, unless it is unknown.
    fn number(&self, name: &str) -> Option<&'a RawValue> {
        self.0.get(name).copied().filter(|value| !matches!(value.get().trim_matches('"').trim(), "" | "null"))
    }

    fn required(&self, name: &str) -> Result<&'a RawValue, InvalidEvent> {
        self.number(name).ok_or_else(|| InvalidEvent::new(name, "is missing; a trade has it"))
    }

    fn is_set(&self, name: &str) -> bool {
        self.0
            .get(name)
            .is_some_and(|value| !matches!(value.get(), "false" | "null" | "\"\"" | "[]" | "0" | "\"false\""))
    }
}

/// Converts a name such as `proxyWallet` to one such as `proxy_wallet`.
fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

pub(super) fn parse(record: &str) -> Result<ParsedTrade, InvalidEvent> {
    let row = Row::read(record)?;
    check_kind(&row)?;
    Ok(ParsedTrade { alert: alert(&row)?, content: content(&row) })
}

/// Refuses rows that are not trades of one market.
fn check_kind(row: &Row<'_>) -> Result<(), InvalidEvent> {
    let kind = row.text("type").to_uppercase();
    if !matches!(kind.as_str(), "" | "TRADE") {
        let what = match kind.as_str() {
            "REDEEM" => "a redemption of shares of a resolved market",
            "SPLIT" => "a split of collateral into shares",
            "MERGE" => "a merger of shares into collateral",
            "CONVERSION" => "a conversion of shares",
            "REWARD" | "MAKER_REBATE" | "REFERRAL_REWARD" | "YIELD" => "a payment to the trader",
            "DEPOSIT" | "WITHDRAW" | "WITHDRAWAL" => "a transfer of collateral",
            _ => "an activity",
        };
        return Err(InvalidEvent::new("type", format!("is {kind}: {what} and no trade; only trades become events")));
    }
    let is_combo = ["is_combo", "combo", "combo_id", "legs", "is_parlay"].iter().any(|name| row.is_set(name));
    if is_combo {
        let problem = "is set: a trade of a combination of several markets, which has no market of its own";
        return Err(InvalidEvent::new("is_combo", problem));
    }
    Ok(())
}

/// Hashes the fields that identify the trade, which are the same in both versions; names and titles may change between
/// two requests.
fn content(row: &Row<'_>) -> JobId {
    let number = |name: &str| row.number(name).map(plain).unwrap_or_default();
    JobId::named(&[
        "polymarket-listed",
        &row.text("proxy_wallet").to_lowercase(),
        &row.text("transaction_hash").to_lowercase(),
        &seconds(row).map(|at| at.to_string()).unwrap_or_default(),
        &row.text("side").to_uppercase(),
        &token(row),
        &row.text("condition_id").to_lowercase(),
        &row.text("outcome"),
        &number("size"),
        &number("price"),
    ])
}

fn token(row: &Row<'_>) -> String {
    [row.text("asset"), row.text("token_id")].into_iter().find(|id| !id.is_empty()).unwrap_or_default()
}

/// Returns a number without quotes and without zeros at its end, which one version writes.
fn plain(number: &RawValue) -> String {
    let text = number.get().trim_matches('"').trim();
    match text.contains('.') && !text.contains(['e', 'E']) {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    }
}

/// Returns the time of the trade, `None` if it is unknown or unreadable. Some programs write milliseconds, or a text.
fn seconds(row: &Row<'_>) -> Option<i64> {
    let text = row.text("timestamp");
    let whole = text.trim().split('.').next().unwrap_or_default();
    match whole.parse::<i64>().ok() {
        Some(millis) if millis > MAX_SECONDS => Some(millis / 1000),
        Some(seconds) => Some(seconds).filter(|seconds| *seconds > 0),
        None => chrono::DateTime::parse_from_rfc3339(text.trim()).ok().map(|time| time.timestamp()),
    }
}

fn alert(row: &Row<'_>) -> Result<ScoutAlert, InvalidEvent> {
    let (size, at) = (row.required("size")?, row.required("price")?);
    let price = number(at, "price")?;
    let paid = row.number("usdc_size").and_then(|paid| decimal::micro_usd(paid.get()));
    let usd_value = match paid {
        Some(paid) => paid,
        None => {
            let (size, at) = (size.get(), at.get());
            dollars(decimal::product(size, at), "size", &format!("{size} at {at}"))?
        }
    };
    let outcome = row.text("outcome");
    let trade = Trade {
        side: side(&row.text("side"))?,
        usd_value,
        price,
        size: number(size, "size")?,
        outcome: outcome.clone(),
        // A time that cannot be read costs the time only.
        time: seconds(row).and_then(|seconds| unix_time(seconds, "timestamp").ok()),
    };
    let alias = [row.text("name"), row.text("pseudonym")].into_iter().find(|name| !name.trim().is_empty());
    let trader = Trader { address: row.text("proxy_wallet"), alias: alias.unwrap_or_default(), ..Trader::default() };
    let url = match row.text("event_slug").trim() {
        "" => String::new(),
        slug => format!("https://polymarket.com/event/{slug}"),
    };
    let market = Market {
        condition_id: row.text("condition_id"),
        question: row.text("title").trim().to_owned(),
        price: Some(yes_price(&outcome, price)),
        url,
        ..Market::default()
    };
    Ok(ScoutAlert { trader, trade, market })
}
