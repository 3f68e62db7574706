//! What the model is asked about a batch: one question, one schema.

use domain::classification::Fate;
use domain::event::Transaction;
use serde_json::{Value, json};

use crate::rules::{Identifier, value};

/// Tokens of one transaction that are shown and may be researched: an airdrop moves hundreds, and a batch of such must neither burst the
/// model's context nor become hundreds of pieces of work.
pub const TOKENS: usize = 20;

/// Longest description that is shown, in characters: it is free text of strangers.
const LONGEST: usize = 400;

/// A transaction that the rules left open.
#[derive(Debug, Clone)]
pub struct Open<'a> {
    /// `t1`, `t2`, …: short names, so that no signature is copied wrongly.
    pub id: String,
    /// The transaction.
    pub tx: &'a Transaction,
    /// Its identifiers and what is known of their research.
    pub identifiers: Vec<(Identifier, Fate)>,
}

/// The schema of the tool `classify_transactions`.
pub fn schema() -> Value {
    json!({
        "type": "object",
        "required": ["decisions"],
        "properties": { "decisions": { "type": "array", "items": {
            "type": "object",
            "required": ["id", "interesting", "score", "reason"],
            "properties": {
                "id": { "type": "string" },
                "interesting": { "type": "boolean" },
                "score": { "type": "number", "minimum": 0, "maximum": 1 },
                "reason": { "type": "string" },
                "research": { "type": "array", "items": { "type": "string" } },
            },
        }}},
    })
}

/// The transactions as the model sees them.
pub fn input(open: &[Open<'_>]) -> Value {
    json!({ "transactions": open.iter().map(transaction).collect::<Vec<_>>() })
}

fn transaction(open: &Open<'_>) -> Value {
    let tx = open.tx;
    let shown = open.identifiers.iter().take(TOKENS);
    let mut told = json!({
        "id": open.id,
        "kind": tx.kind,
        "program": tx.program,
        "usd": value(tx).map(dollars),
        "description": tx.description.chars().take(LONGEST).collect::<String>(),
        "tokens": shown.map(|(identifier, fate)| token(tx, identifier, *fate)).collect::<Vec<_>>(),
    });
    if open.identifiers.len() > TOKENS {
        told["tokens_not_shown"] = json!(open.identifiers.len() - TOKENS);
    }
    told
}

fn token(tx: &Transaction, identifier: &Identifier, fate: Fate) -> Value {
    let named = |leg: &&domain::event::Leg| leg.mint.trim() == identifier.name || leg.symbol.trim() == identifier.name;
    let amount: f64 = tx.legs.iter().filter(named).map(|leg| leg.amount).fold(0.0, f64::max);
    let research = match fate {
        Fate::Fresh => "fresh",
        Fate::InProgress => "in_progress",
        Fate::Research | Fate::Ignored => "none",
    };
    json!({ "identifier": identifier.name, "symbol": identifier.symbol, "amount": amount, "research": research })
}

#[expect(clippy::cast_precision_loss, reason = "shown to a model, not settled")]
fn dollars(value: domain::MicroUsd) -> f64 {
    value.0 as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use domain::event::Leg;

    use super::*;

    #[test]
    fn a_batch_is_one_question() {
        let legs = vec![Leg { mint: "MintA".into(), symbol: "A".into(), amount: 5.0, ..Leg::default() }];
        let tx = Transaction { kind: "SWAP".into(), program: "RAYDIUM".into(), legs, ..Transaction::default() };
        let identifier = Identifier { name: "MintA".into(), symbol: "A".into() };
        let open = Open { id: "t1".into(), tx: &tx, identifiers: vec![(identifier, Fate::Fresh)] };
        let asked = input(&[open]);
        assert_eq!(
            asked,
            json!({ "transactions": [{
                "id": "t1", "kind": "SWAP", "program": "RAYDIUM", "usd": null, "description": "",
                "tokens": [{ "identifier": "MintA", "symbol": "A", "amount": 5.0, "research": "fresh" }],
            }]})
        );
    }

    #[test]
    fn of_many_tokens_some_are_shown_and_the_others_counted() {
        let tx = Transaction::default();
        let name = |n| (Identifier { name: format!("Mint{n}"), symbol: String::new() }, Fate::Research);
        let told = |n: usize| {
            input(&[Open { id: "t1".into(), tx: &tx, identifiers: (0..n).map(name).collect() }])["transactions"][0]
                .clone()
        };
        assert_eq!(told(TOKENS)["tokens_not_shown"], Value::Null);
        let many = told(300);
        assert_eq!((many["tokens"].as_array().unwrap().len(), &many["tokens_not_shown"]), (TOKENS, &json!(280)));
    }
}
