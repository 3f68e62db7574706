//! JSON structures of Helius webhooks, limited to the fields in use. Only the signature is required: an optional field
//! that cannot be read costs that field, and a transfer without a mint or with an unreadable amount costs that
//! transfer.

use serde::Deserialize;

use crate::lenient::{any_number, any_number_opt, any_or_default, any_text, any_text_opt, number, valid_entries};

/// An enhanced transaction.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeliusTransaction {
    /// Signature, used as the event id.
    pub signature: String,
    /// Description in English, written by Helius.
    #[serde(default, deserialize_with = "any_text")]
    pub description: String,
    /// Type of the transaction: `SWAP`, `TRANSFER`, …
    #[serde(rename = "type", default, deserialize_with = "any_text")]
    pub kind: String,
    /// Name of the program.
    #[serde(default, deserialize_with = "any_text")]
    pub source: String,
    /// Fee in lamports.
    #[serde(default, deserialize_with = "any_number")]
    pub fee: u64,
    /// Account that paid the fee.
    #[serde(default, deserialize_with = "any_text")]
    pub fee_payer: String,
    /// Slot that contains the transaction.
    #[serde(default, deserialize_with = "any_number")]
    pub slot: u64,
    /// Block time in seconds since 1970.
    #[serde(default, deserialize_with = "any_number_opt")]
    pub timestamp: Option<i64>,
    /// Token transfers of the transaction.
    #[serde(default, deserialize_with = "valid_entries")]
    pub token_transfers: Vec<TokenTransfer>,
    /// SOL transfers of the transaction.
    #[serde(default, deserialize_with = "valid_entries")]
    pub native_transfers: Vec<NativeTransfer>,
    /// Error of a failed transaction, else null.
    #[serde(default)]
    pub transaction_error: Option<serde_json::Value>,
    /// Events recognised by Helius' parser.
    #[serde(default, deserialize_with = "any_or_default")]
    pub events: Events,
}

/// A token transfer.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TokenTransfer {
    /// Mint of the token; a transfer without one is left out.
    pub mint: String,
    /// Sender; absent for a mint.
    #[serde(default, deserialize_with = "any_text_opt")]
    pub from_user_account: Option<String>,
    /// Receiver; absent for a burn.
    #[serde(default, deserialize_with = "any_text_opt")]
    pub to_user_account: Option<String>,
    /// Amount in whole tokens.
    #[serde(default, deserialize_with = "number")]
    pub token_amount: f64,
}

/// A SOL transfer.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NativeTransfer {
    /// Account that sends the SOL.
    #[serde(default, deserialize_with = "any_text_opt")]
    pub from_user_account: Option<String>,
    /// Account that receives the SOL.
    #[serde(default, deserialize_with = "any_text_opt")]
    pub to_user_account: Option<String>,
    /// Amount in lamports.
    #[serde(default, deserialize_with = "number")]
    pub amount: u64,
}

/// Recognised events that add information to the transfers.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Events {
    /// Swap event, if any.
    #[serde(default, deserialize_with = "any_or_default")]
    pub swap: Option<Swap>,
}

/// A swap, from the swapper's perspective.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Swap {
    /// Tokens paid by the swapper.
    #[serde(default, deserialize_with = "valid_entries")]
    pub token_inputs: Vec<SwapSide>,
    /// Tokens received by the swapper.
    #[serde(default, deserialize_with = "valid_entries")]
    pub token_outputs: Vec<SwapSide>,
    /// SOL paid by the swapper.
    #[serde(default, deserialize_with = "any_or_default")]
    pub native_input: Option<SwapNative>,
    /// SOL received by the swapper.
    #[serde(default, deserialize_with = "any_or_default")]
    pub native_output: Option<SwapNative>,
}

/// A token paid or received.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SwapSide {
    /// Account of the swapper.
    #[serde(default, deserialize_with = "any_text")]
    pub user_account: String,
    /// Mint of the token.
    pub mint: String,
    /// Amount paid or received.
    pub raw_token_amount: RawAmount,
}

/// An integer amount with its number of decimals.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RawAmount {
    /// Amount in base units; a string in the webhook.
    #[serde(deserialize_with = "number")]
    pub token_amount: f64,
    /// Number of decimal digits.
    #[serde(deserialize_with = "number")]
    pub decimals: i32,
}

/// SOL paid or received.
#[derive(Debug, Clone, Deserialize)]
pub struct SwapNative {
    /// Account of the swapper.
    #[serde(default, deserialize_with = "any_text")]
    pub account: String,
    /// Amount in lamports; a string in the webhook.
    #[serde(deserialize_with = "number")]
    pub amount: u64,
}
