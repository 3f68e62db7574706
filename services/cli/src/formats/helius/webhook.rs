//! The webhook's JSON, as far as the fleet uses it.

use serde::Deserialize;

use crate::formats::lenient::{number, number_opt, or_default, text};

/// One transaction as the webhook sends it, as far as the fleet uses it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeliusTransaction {
    /// The signature, the event's id.
    pub signature: String,
    /// For a person.
    #[serde(default, deserialize_with = "text")]
    pub description: String,
    /// `SWAP`, `TRANSFER`, …
    #[serde(rename = "type", default, deserialize_with = "text")]
    pub kind: String,
    /// The program.
    #[serde(default, deserialize_with = "text")]
    pub source: String,
    /// In lamports.
    #[serde(default, deserialize_with = "number")]
    pub fee: u64,
    /// Who paid it.
    #[serde(default, deserialize_with = "text")]
    pub fee_payer: String,
    /// The slot.
    #[serde(default, deserialize_with = "number")]
    pub slot: u64,
    /// Block time in seconds since 1970.
    #[serde(default, deserialize_with = "number_opt")]
    pub timestamp: Option<i64>,
    /// Tokens that moved.
    #[serde(default, deserialize_with = "or_default")]
    pub token_transfers: Vec<TokenTransfer>,
    /// SOL that moved.
    #[serde(default, deserialize_with = "or_default")]
    pub native_transfers: Vec<NativeTransfer>,
    /// Not null if the chain said that it failed.
    #[serde(default)]
    pub transaction_error: Option<serde_json::Value>,
    /// What the parser recognised.
    #[serde(default, deserialize_with = "or_default")]
    pub events: Events,
}

/// A token that moved.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenTransfer {
    /// The token.
    pub mint: String,
    /// Sender, absent where it was minted.
    #[serde(default)]
    pub from_user_account: Option<String>,
    /// Receiver, absent where it was burned.
    #[serde(default)]
    pub to_user_account: Option<String>,
    /// In whole tokens.
    #[serde(default, deserialize_with = "number")]
    pub token_amount: f64,
}

/// SOL that moved.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NativeTransfer {
    /// Sender.
    #[serde(default)]
    pub from_user_account: Option<String>,
    /// Receiver.
    #[serde(default)]
    pub to_user_account: Option<String>,
    /// In lamports.
    #[serde(default, deserialize_with = "number")]
    pub amount: u64,
}

/// What Helius' parser recognised, as far as it says more than the transfers.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Events {
    /// A swap.
    #[serde(default)]
    pub swap: Option<Swap>,
}

/// A swap: what went in and what came out, from the swapper's side.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Swap {
    /// Tokens given.
    #[serde(default, deserialize_with = "or_default")]
    pub token_inputs: Vec<SwapSide>,
    /// Tokens taken.
    #[serde(default, deserialize_with = "or_default")]
    pub token_outputs: Vec<SwapSide>,
    /// SOL given.
    #[serde(default)]
    pub native_input: Option<SwapNative>,
    /// SOL taken.
    #[serde(default)]
    pub native_output: Option<SwapNative>,
}

/// A token given or taken.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SwapSide {
    /// Whose.
    #[serde(default, deserialize_with = "text")]
    pub user_account: String,
    /// The token.
    pub mint: String,
    /// How much.
    pub raw_token_amount: RawAmount,
}

/// An integer with its decimals.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RawAmount {
    /// The integer; the webhook quotes it.
    #[serde(deserialize_with = "number")]
    pub token_amount: f64,
    /// How many of its digits are decimals.
    #[serde(deserialize_with = "number")]
    pub decimals: i32,
}

/// SOL given or taken.
#[derive(Debug, Clone, Deserialize)]
pub struct SwapNative {
    /// Whose.
    #[serde(default, deserialize_with = "text")]
    pub account: String,
    /// Lamports; the webhook quotes them.
    #[serde(deserialize_with = "number")]
    pub amount: u64,
}
