//! Resolutions of prediction markets. Pure.
//!
//! Supports Polymarket's markets (Gamma's `conditionId, closed, outcomes, outcomePrices, closedTime`; the order book's
//! `condition_id, tokens[].winner`), its `market_resolved` messages, and Manifold's markets
//! (`id, isResolved, resolution, resolutionTime`).

use domain::Time;
use serde_json::Value;

use super::outcome;

/// Outcome of a market.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Decided {
    /// Share of YES, 0 to 1.
    Value(f64),
    /// Name of the winning outcome, which is neither yes nor no.
    Winner(String),
}

/// A resolved market.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Resolved {
    /// Market id at the venue.
    pub(super) market: String,
    /// Outcome of the market.
    pub(super) decided: Decided,
    /// Time of the resolution, if the record contains it.
    pub(super) at: Option<Time>,
}

/// Parses a market record.
///
/// # Errors
/// When the record has an unknown format, or the market is open or voided.
pub(super) fn read(record: &Value) -> Result<Resolved, String> {
    if record["event_type"].is_string() {
        message(record)
    } else if record.get("isResolved").is_some() {
        manifold(record)
    } else if record.get("tokens").is_some() {
        order_book(record)
    } else if record.get("outcomePrices").is_some() {
        gamma(record)
    } else {
        Err("is not a market of Polymarket or Manifold; check --format".to_owned())
    }
}

fn message(record: &Value) -> Result<Resolved, String> {
    match text(record, "event_type") {
        "market_resolved" => {
            let at = text(record, "timestamp")
                .parse()
                .ok()
                .or_else(|| record["timestamp"].as_i64())
                .and_then(Time::from_timestamp_millis);
            Ok(Resolved { market: id(record, "market")?, decided: winner(text(record, "winning_outcome"))?, at })
        }
        other => Err(format!("is a {other:?} message; only market_resolved contains an outcome")),
    }
}

fn gamma(record: &Value) -> Result<Resolved, String> {
    let market = id(record, "conditionId")?;
    if record["closed"] != true {
        return Err(open(&market));
    }
    let (outcomes, prices) = (list(&record["outcomes"]), list(&record["outcomePrices"]));
    let paid = |price: &String| price.parse::<f64>().is_ok_and(|price| price > 0.999);
    let won: Vec<&String> =
        outcomes.iter().zip(&prices).filter(|(_, price)| paid(price)).map(|(name, _)| name).collect();
    let [won] = won.as_slice() else { return Err(void(&market)) };
    Ok(Resolved { market, decided: winner(won)?, at: time(text(record, "closedTime")) })
}

fn order_book(record: &Value) -> Result<Resolved, String> {
    let market = id(record, "condition_id")?;
    let tokens = record["tokens"].as_array().map(Vec::as_slice).unwrap_or_default();
    let won: Vec<&str> =
        tokens.iter().filter(|token| token["winner"] == true).map(|token| text(token, "outcome")).collect();
    match won.as_slice() {
        [won] => Ok(Resolved { market, decided: winner(won)?, at: None }),
        [] if record["closed"] != true => Err(open(&market)),
        _ => Err(void(&market)),
    }
}

fn manifold(record: &Value) -> Result<Resolved, String> {
    let market = id(record, "id")?;
    if record["isResolved"] != true {
        return Err(open(&market));
    }
    let at = record["resolutionTime"].as_i64().and_then(Time::from_timestamp_millis);
    let decided = match text(record, "resolution") {
        "YES" => Decided::Value(1.0),
        "NO" => Decided::Value(0.0),
        "MKT" => {
            let share = record["resolutionProbability"].as_f64().filter(|share| (0.0..=1.0).contains(share));
            Decided::Value(share.ok_or("resolved to a share, but has no resolutionProbability between 0 and 1")?)
        }
        "CANCEL" => return Err(void(&market)),
        other => {
            return Err(format!(
                "resolved to {other:?} instead of YES or NO; record the outcome of its runs with auspex resolve RUN yes|no|0.3"
            ));
        }
    };
    Ok(Resolved { market, decided, at })
}

fn winner(name: &str) -> Result<Decided, String> {
    match name.trim() {
        "" => Err("names no winner".to_owned()),
        name if name.eq_ignore_ascii_case("yes") => Ok(Decided::Value(1.0)),
        name if name.eq_ignore_ascii_case("no") => Ok(Decided::Value(0.0)),
        name => Ok(Decided::Winner(name.to_owned())),
    }
}

fn text<'a>(record: &'a Value, name: &str) -> &'a str {
    record[name].as_str().unwrap_or_default()
}

fn id(record: &Value, name: &str) -> Result<String, String> {
    Some(text(record, name)).filter(|id| !id.is_empty()).map(str::to_owned).ok_or_else(|| format!("has no {name}"))
}

/// Returns the items of a list, which Gamma sends as a JSON string.
fn list(value: &Value) -> Vec<String> {
    let parsed = value.as_str().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_else(|| value.clone());
    let items = parsed.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect()
}

/// Parses `2026-04-01 12:00:00+00` or RFC 3339.
fn time(text: &str) -> Option<Time> {
    let full = if text.len() > 3 && matches!(text.as_bytes()[text.len() - 3], b'+' | b'-') {
        format!("{text}:00")
    } else {
        text.to_owned()
    };
    outcome::parse_time(&full.replacen(' ', "T", 1)).ok()
}

fn open(market: &str) -> String {
    format!("market {market} is not resolved yet; try again later")
}

fn void(market: &str) -> String {
    format!("market {market} was voided or split and has no outcome; leave its questions unresolved")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_venue_format_is_parsed() {
        let gamma = json!({ "conditionId": "0xa", "closed": true, "outcomes": "[\"Yes\", \"No\"]", "outcomePrices": "[\"0\", \"1\"]", "closedTime": "2026-04-01 12:00:00+00" });
        let read_gamma = read(&gamma).unwrap();
        assert_eq!((read_gamma.market.as_str(), &read_gamma.decided), ("0xa", &Decided::Value(0.0)));
        assert_eq!(read_gamma.at.unwrap().to_rfc3339(), "2026-04-01T12:00:00+00:00");
        let book = json!({ "condition_id": "0xb", "closed": true, "tokens": [{ "outcome": "Bears", "winner": true }, { "outcome": "Bulls", "winner": false }] });
        assert_eq!(read(&book).unwrap().decided, Decided::Winner("Bears".into()));
        let message = json!({ "event_type": "market_resolved", "market": "0xc", "winning_outcome": "Yes", "timestamp": "1774958400000" });
        assert_eq!(
            read(&message).unwrap(),
            Resolved { market: "0xc".into(), decided: Decided::Value(1.0), at: Time::from_timestamp(1_774_958_400, 0) }
        );
        let share = json!({ "id": "m", "isResolved": true, "resolution": "MKT", "resolutionProbability": 0.25, "resolutionTime": 1_774_958_400_000_i64 });
        assert_eq!(read(&share).unwrap().decided, Decided::Value(0.25));
    }

    #[test]
    fn a_record_without_an_outcome_is_refused_with_the_reason() {
        let split =
            json!({ "conditionId": "0xa", "closed": true, "outcomes": ["Yes", "No"], "outcomePrices": ["0.5", "0.5"] });
        let running = json!({ "conditionId": "0xa", "closed": false, "outcomes": ["Yes", "No"], "outcomePrices": ["0.9", "0.1"] });
        let cancelled = json!({ "id": "m", "isResolved": true, "resolution": "CANCEL" });
        for (record, why) in [
            (split, "voided or split"),
            (running, "not resolved yet"),
            (cancelled, "voided"),
            (json!({ "event_type": "book", "market": "0xa" }), "only market_resolved"),
            (json!({ "event_type": "market_resolved", "winning_outcome": "Yes" }), "has no market"),
            (json!({ "price": 1 }), "check --format"),
        ] {
            assert!(read(&record).unwrap_err().contains(why), "{record}: {:?}", read(&record));
        }
    }
}
