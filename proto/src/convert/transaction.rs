//! `transaction.proto`: summaries of on-chain transactions.

use domain::event::{Leg, Transaction};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::Transaction> for Transaction {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Transaction) -> Result<Self, InvalidEvent> {
        let v1::Transaction { signature, time, kind, program, wallets, legs, usd_value_micro_usd, description, failed } =
            wire;
        Ok(Self {
            signature: check::text(signature, "signature", check::NAME)?,
            time: check::time_opt(time, "time")?,
            kind: check::text(kind, "kind", check::NAME)?,
            program: check::text(program, "program", check::NAME)?,
            wallets: check::texts(wallets, "wallets", check::NAME)?,
            legs: check::each(check::bounded(legs, "legs")?, "legs")?,
            usd_value: check::money_opt(usd_value_micro_usd, "usd_value_micro_usd")?,
            description: check::text(description, "description", check::TEXT)?,
            failed,
        })
    }
}

impl From<&Transaction> for v1::Transaction {
    fn from(transaction: &Transaction) -> Self {
        let Transaction { signature, time, kind, program, wallets, legs, usd_value, description, failed } = transaction;
        Self {
            signature: signature.clone(),
            time: time.map(check::stamp),
            kind: kind.clone(),
            program: program.clone(),
            wallets: wallets.clone(),
            legs: legs.iter().map(Into::into).collect(),
            usd_value_micro_usd: usd_value.map(|amount| amount.0),
            description: description.clone(),
            failed: *failed,
        }
    }
}

impl TryFrom<v1::Leg> for Leg {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Leg) -> Result<Self, InvalidEvent> {
        let v1::Leg { mint, symbol, amount, usd_value_micro_usd, from, to } = wire;
        Ok(Self {
            mint: check::filled_text(mint, "mint", check::NAME)?,
            symbol: check::text(symbol, "symbol", check::NAME)?,
            amount: check::amount(amount, "amount")?,
            usd_value: check::money_opt(usd_value_micro_usd, "usd_value_micro_usd")?,
            from: check::text(from, "from", check::NAME)?,
            to: check::text(to, "to", check::NAME)?,
        })
    }
}

impl From<&Leg> for v1::Leg {
    fn from(leg: &Leg) -> Self {
        let Leg { mint, symbol, amount, usd_value, from, to } = leg;
        Self {
            mint: mint.clone(),
            symbol: symbol.clone(),
            amount: *amount,
            usd_value_micro_usd: usd_value.map(|amount| amount.0),
            from: from.clone(),
            to: to.clone(),
        }
    }
}
