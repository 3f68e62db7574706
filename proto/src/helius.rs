//! Helius enhanced transactions, as its webhooks send them.

mod webhook;

use crate::event::InvalidEvent;
use domain::event::{Leg, Transaction};
use domain::{Event, EventId, EventKind, Tenant};
use serde::Deserialize;
use serde_json::value::RawValue;

pub use webhook::{Events, HeliusTransaction, NativeTransfer, RawAmount, Swap, SwapNative, SwapSide, TokenTransfer};

use crate::convert::check;
use crate::lenient::unix_time;
use crate::v1;

/// Mint of wrapped SOL, used for native SOL.
pub const SOL: &str = "So11111111111111111111111111111111111111112";
/// Lamports per SOL.
const LAMPORTS_PER_SOL: f64 = 1e9;

/// Parses one record, an enhanced transaction or `{"event": …}`, into an event of this tenant.
///
/// # Errors
/// The record is not an enhanced transaction, or the event is invalid; the error names the field.
pub fn event(record: &str, tenant: &Tenant) -> Result<Event, InvalidEvent> {
    let transaction = parse(record)?;
    // A time out of range costs the time only.
    let time = transaction.timestamp.and_then(|seconds| unix_time(seconds, "timestamp").ok());
    let event = Event {
        id: EventId::parse(&transaction.signature)
            .map_err(|error| InvalidEvent::new("signature", error.to_string()))?,
        tenant: tenant.clone(),
        source: "helius".to_owned(),
        occurred_at: time,
        budget: None,
        kind: EventKind::Transaction(summary(&transaction, time)),
    };
    Event::try_from(v1::Event::from(&event))
}

#[derive(Deserialize)]
struct Wrapped<'a> {
    #[serde(borrow)]
    event: Option<&'a RawValue>,
}

fn unreadable(error: &serde_json::Error) -> InvalidEvent {
    InvalidEvent::new("record", format!("cannot parse ({error}) as a Helius enhanced transaction"))
}

/// Parses the transaction of a record, wrapped or bare.
///
/// # Errors
/// The record is not an enhanced transaction.
pub fn parse(record: &str) -> Result<HeliusTransaction, InvalidEvent> {
    if record.trim() == "null" {
        return Err(InvalidEvent::new("record", "is null; Helius sent no transaction here"));
    }
    let wrapped: Wrapped<'_> = serde_json::from_str(record).map_err(|error| unreadable(&error))?;
    let record = wrapped.event.map_or(record, RawValue::get);
    serde_json::from_str(record).map_err(|error| if is_raw(record) { raw() } else { unreadable(&error) })
}

/// Returns `true` for a transaction as the RPC of Solana returns it, which webhooks of the type `raw` send.
fn is_raw(record: &str) -> bool {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Raw<'a> {
        #[serde(borrow)]
        transaction: Option<&'a RawValue>,
        #[serde(borrow)]
        meta: Option<&'a RawValue>,
        #[serde(borrow)]
        block_time: Option<&'a RawValue>,
    }
    serde_json::from_str(record)
        .is_ok_and(|raw: Raw<'_>| [raw.transaction, raw.meta, raw.block_time].iter().any(Option::is_some))
}

fn raw() -> InvalidEvent {
    let problem = "is a transaction of a raw webhook, which this endpoint does not read; set the type of the webhook to `enhanced` \
                   (for devnet `enhancedDevnet`) at Helius";
    InvalidEvent::new("record", problem)
}

/// Converts a transaction to the event's fields.
pub fn summary(transaction: &HeliusTransaction, time: Option<domain::Time>) -> Transaction {
    let legs: Vec<Leg> = legs(transaction).into_iter().filter(is_valid).take(check::LIST).collect();
    let is_swap = transaction.events.swap.is_some() && matches!(transaction.kind.as_str(), "" | "UNKNOWN");
    Transaction {
        signature: transaction.signature.clone(),
        time,
        kind: if is_swap { "SWAP".to_owned() } else { storable(&transaction.kind, check::NAME) },
        program: storable(&transaction.source, check::NAME),
        wallets: wallets(&storable(&transaction.fee_payer, check::NAME), &legs),
        legs,
        usd_value: None,
        description: storable(&transaction.description, check::TEXT),
        failed: transaction.transaction_error.is_some(),
    }
}

/// Returns a text without what cannot be stored: NUL, and what is longer than `max` bytes.
fn storable(text: &str, max: usize) -> String {
    let mut text = text.replace('\0', "");
    text.truncate(text.floor_char_boundary(max));
    text
}

/// Returns `true` if an event can hold the leg; another one is left out, not the transaction.
fn is_valid(leg: &Leg) -> bool {
    Leg::try_from(v1::Leg::from(leg)).is_ok()
}

/// Returns token transfers, then native ones; without any, the legs of the swap event.
fn legs(transaction: &HeliusTransaction) -> Vec<Leg> {
    let named = |account: &Option<String>| account.clone().unwrap_or_default();
    let tokens = transaction.token_transfers.iter().map(|moved| Leg {
        mint: moved.mint.clone(),
        amount: moved.token_amount,
        from: named(&moved.from_user_account),
        to: named(&moved.to_user_account),
        ..Leg::default()
    });
    let native = transaction
        .native_transfers
        .iter()
        .map(|moved| sol(moved.amount, named(&moved.from_user_account), named(&moved.to_user_account)));
    let legs: Vec<Leg> = tokens.chain(native).collect();
    match &transaction.events.swap {
        Some(swap) if legs.is_empty() => swap_legs(swap),
        _ => legs,
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "the total supply is below 2^60 lamports, and amounts are floats in the webhook as well; a rounded last digit is acceptable"
)]
fn sol(lamports: u64, from: String, to: String) -> Leg {
    Leg {
        mint: SOL.to_owned(),
        symbol: "SOL".to_owned(),
        amount: lamports as f64 / LAMPORTS_PER_SOL,
        usd_value: None,
        from,
        to,
    }
}

fn swap_legs(swap: &Swap) -> Vec<Leg> {
    let token = |side: &SwapSide| {
        let amount = side.raw_token_amount.token_amount / 10_f64.powi(side.raw_token_amount.decimals);
        (side.user_account.clone(), Leg { mint: side.mint.clone(), amount, ..Leg::default() })
    };
    let native = |side: &SwapNative| (side.account.clone(), sol(side.amount, String::new(), String::new()));
    let given = swap.token_inputs.iter().map(token).chain(swap.native_input.iter().map(native));
    let taken = swap.token_outputs.iter().map(token).chain(swap.native_output.iter().map(native));
    given
        .map(|(owner, leg)| Leg { from: owner, ..leg })
        .chain(taken.map(|(owner, leg)| Leg { to: owner, ..leg }))
        .collect()
}

/// Maximum wallets of an event. A transaction with more transfers still has all of them in its legs.
const MAX_WALLETS: usize = 1_000;

/// Returns the fee payer, then each distinct sender and receiver.
fn wallets(fee_payer: &str, legs: &[Leg]) -> Vec<String> {
    let mut wallets: Vec<String> = Vec::new();
    let parties = legs.iter().flat_map(|leg| [leg.from.as_str(), leg.to.as_str()]);
    for wallet in std::iter::once(fee_payer).chain(parties) {
        if wallets.len() == MAX_WALLETS {
            break;
        }
        if !wallet.is_empty() && !wallets.iter().any(|known| known == wallet) {
            wallets.push(wallet.to_owned());
        }
    }
    wallets
}
