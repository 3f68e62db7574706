//! `classify_transactions`: classifies by value and by the presence of a token without research. Uses only the
//! input.

use serde_json::{Value, json};

/// Value in dollars from which a transaction deserves attention.
const LARGE: f64 = 1_000.0;

pub(crate) fn answer(input: &Value) -> Value {
    let transactions = input["transactions"].as_array().map(Vec::as_slice).unwrap_or_default();
    json!({ "decisions": transactions.iter().map(decide).collect::<Vec<_>>() })
}

fn decide(tx: &Value) -> Value {
    let unknown: Vec<&str> =
        tokens(tx).filter(|token| token["research"] == "none").filter_map(|t| t["identifier"].as_str()).collect();
    let usd = tx["usd"].as_f64();
    let swap = tx["kind"].as_str().is_some_and(|kind| kind.eq_ignore_ascii_case("swap"));
    let interesting = match usd {
        Some(usd) => usd >= LARGE,
        None => swap && !unknown.is_empty(),
    };
    let research: Vec<&str> = if interesting { unknown.clone() } else { Vec::new() };
    json!({
        "id": tx["id"],
        "interesting": interesting,
        "score": score(usd, unknown.len()),
        "reason": reason(usd, swap, unknown.len()),
        "research": research,
    })
}

fn tokens(tx: &Value) -> impl Iterator<Item = &Value> {
    tx["tokens"].as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

/// Scores the order of magnitude of the value, with a small addition for unknown tokens.
fn score(usd: Option<f64>, unknown: usize) -> f64 {
    let by_value = usd.map_or(0.3, |usd| (usd.max(1.0).log10() / 6.0).clamp(0.0, 0.9));
    let bonus = if unknown > 0 { 0.1 } else { 0.0 };
    ((by_value + bonus) * 1000.0).round() / 1000.0
}

fn reason(usd: Option<f64>, swap: bool, unknown: usize) -> String {
    let value = usd.map_or("its value is unknown".to_owned(), |usd| format!("it moves {usd:.2} dollars"));
    let kind = if swap { "a swap" } else { "no swap" };
    format!("Offline model: {value}, it is {kind}, and {unknown} of its tokens have not been researched.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_decides_where_it_is_known_and_novelty_where_it_is_not() {
        let token = |research: &str| json!([{ "identifier": "M", "research": research }]);
        let input = json!({ "transactions": [
            { "id": "t1", "kind": "TRANSFER", "usd": 1_000.0, "tokens": token("none") },
            { "id": "t2", "kind": "SWAP", "usd": 999.0, "tokens": token("none") },
            { "id": "t3", "kind": "SWAP", "usd": null, "tokens": token("none") },
            { "id": "t4", "kind": "SWAP", "usd": null, "tokens": token("fresh") },
        ]});
        let decisions = answer(&input)["decisions"].clone();
        let told: Vec<_> = decisions.as_array().unwrap().iter().map(|d| d["interesting"].as_bool().unwrap()).collect();
        assert_eq!(told, [true, false, true, false]);
        assert_eq!(decisions[0]["research"], json!(["M"]));
        assert_eq!(decisions[1]["research"], json!([]));
    }

    #[test]
    fn nothing_asked_is_nothing_decided() {
        assert_eq!(answer(&json!({})), json!({ "decisions": [] }));
    }
}
