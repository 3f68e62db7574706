//! The model's input for a batch of transactions and the schema of its answer.

use domain::classification::Fate;
use domain::event::Transaction;
use serde_json::{Value, json};

use crate::rules::{Identifier, value};

/// Maximum number of tokens per transaction that are shown to the model and may be researched. An airdrop moves
/// hundreds; a batch of airdrops must not exceed the model's context or create hundreds of tasks.
pub const MAX_TOKENS: usize = 20;

/// Maximum length of a description in characters. Descriptions are untrusted text.
const MAX_DESCRIPTION_CHARS: usize = 400;

/// A transaction that the rules left undecided.
#[derive(Debug, Clone)]
pub struct UndecidedTransaction<'a> {
    /// Short id (`t1`, `t2`, …), so that the model does not have to copy signatures.
    pub id: String,
    /// Transaction to classify.
    pub tx: &'a Transaction,
    /// Its identifiers with the state of their research.
    pub identifiers: Vec<(Identifier, Fate)>,
}

/// Returns the JSON Schema of the tool `classify_transactions`.
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

/// Returns the transactions as JSON for the model.
pub fn input(open: &[UndecidedTransaction<'_>]) -> Value {
    json!({ "transactions": open.iter().map(transaction).collect::<Vec<_>>() })
}

fn transaction(open: &UndecidedTransaction<'_>) -> Value {
    let tx = open.tx;
    let shown = open.identifiers.iter().take(MAX_TOKENS);
    let mut row = json!({
        "id": open.id,
        "kind": tx.kind,
        "program": tx.program,
        "usd": value(tx).map(dollars),
        "time": tx.time.map(|at| at.format("%Y-%m-%dT%H:%M:%SZ").to_string()),
        "wallets": tx.wallets.len(),
        "description": tx.description.chars().take(MAX_DESCRIPTION_CHARS).collect::<String>(),
        "tokens": shown.map(|(identifier, fate)| token(tx, identifier, *fate)).collect::<Vec<_>>(),
    });
    if open.identifiers.len() > MAX_TOKENS {
        row["tokens_not_shown"] = json!(open.identifiers.len() - MAX_TOKENS);
    }
    row
}

fn token(tx: &Transaction, identifier: &Identifier, fate: Fate) -> Value {
    let named = |leg: &&domain::event::Leg| leg.mint.trim() == identifier.name || leg.symbol.trim() == identifier.name;
    let amount: f64 = tx.legs.iter().filter(named).map(|leg| leg.amount).fold(0.0, f64::max);
    let distinct = |wallet: fn(&domain::event::Leg) -> &str| {
        let wallets = tx.legs.iter().filter(named).map(wallet).filter(|wallet| !wallet.is_empty());
        wallets.collect::<std::collections::BTreeSet<&str>>().len()
    };
    let (senders, receivers) = (distinct(|leg| leg.from.as_str()), distinct(|leg| leg.to.as_str()));
    let research = match fate {
        Fate::Fresh => "fresh",
        Fate::InProgress => "in_progress",
        Fate::Research | Fate::Ignored => "none",
    };
    json!({
        "identifier": identifier.name, "symbol": identifier.symbol, "amount": amount, "senders": senders,
        "receivers": receivers, "research": research,
    })
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
    fn a_batch_is_one_request() {
        let legs = vec![Leg { mint: "MintA".into(), symbol: "A".into(), amount: 5.0, ..Leg::default() }];
        let tx = Transaction { kind: "SWAP".into(), program: "RAYDIUM".into(), legs, ..Transaction::default() };
        let identifier = Identifier { name: "MintA".into(), symbol: "A".into() };
        let open = UndecidedTransaction { id: "t1".into(), tx: &tx, identifiers: vec![(identifier, Fate::Fresh)] };
        let request = input(&[open]);
        assert_eq!(
            request,
            json!({ "transactions": [{
                "id": "t1", "kind": "SWAP", "program": "RAYDIUM", "usd": null, "time": null, "wallets": 0, "description": "",
                "tokens": [{
                    "identifier": "MintA", "symbol": "A", "amount": 5.0, "senders": 0, "receivers": 0, "research": "fresh",
                }],
            }]})
        );
    }

    #[test]
    fn one_wallet_that_pays_many_is_shown_by_counts() {
        let leg =
            |to: &str| Leg { mint: "MintA".into(), from: "w".into(), to: to.into(), amount: 1.0, ..Leg::default() };
        let tx = Transaction {
            legs: vec![leg("a"), leg("b"), leg("b"), leg("c")],
            wallets: ["w", "a", "b", "c"].map(str::to_owned).into(),
            time: Some("2026-11-22T10:00:05Z".parse().unwrap()),
            ..Transaction::default()
        };
        let identifiers = vec![(Identifier { name: "MintA".into(), symbol: String::new() }, Fate::Research)];
        let row = input(&[UndecidedTransaction { id: "t1".into(), tx: &tx, identifiers }])["transactions"][0].clone();
        assert_eq!((&row["time"], &row["wallets"]), (&json!("2026-11-22T10:00:05Z"), &json!(4)));
        assert_eq!((&row["tokens"][0]["senders"], &row["tokens"][0]["receivers"]), (&json!(1), &json!(3)));
    }

    #[test]
    fn tokens_over_the_limit_are_counted_and_not_shown() {
        let tx = Transaction::default();
        let name = |n| (Identifier { name: format!("Mint{n}"), symbol: String::new() }, Fate::Research);
        let row = |n: usize| {
            input(&[UndecidedTransaction { id: "t1".into(), tx: &tx, identifiers: (0..n).map(name).collect() }])["transactions"][0]
                .clone()
        };
        assert_eq!(row(MAX_TOKENS)["tokens_not_shown"], Value::Null);
        let many = row(300);
        assert_eq!((many["tokens"].as_array().unwrap().len(), &many["tokens_not_shown"]), (MAX_TOKENS, &json!(280)));
    }
}
