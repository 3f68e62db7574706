//! What the model is asked about a batch: one question, one schema.

use domain::classification::Fate;
use domain::event::Transaction;
use serde_json::{Value, json};

use crate::rules::{Identifier, value};

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
    json!({
        "id": open.id,
        "kind": tx.kind,
        "program": tx.program,
        "usd": value(tx).map(dollars),
        "description": tx.description.chars().take(LONGEST).collect::<String>(),
        "tokens": open.identifiers.iter().map(|(identifier, fate)| token(tx, identifier, *fate)).collect::<Vec<_>>(),
    })
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
}
