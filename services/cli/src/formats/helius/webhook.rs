//! The webhook's JSON, as far as the fleet uses it.

use serde::Deserialize;

/// One transaction as the webhook sends it, as far as the fleet uses it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeliusTransaction {
    /// The signature, the event's id.
    pub signature: String,
    /// For a person.
    #[serde(default)]
    pub description: String,
    /// `SWAP`, `TRANSFER`, …
    #[serde(rename = "type", default)]
    pub kind: String,
    /// The program.
    #[serde(default)]
    pub source: String,
    /// In lamports.
    #[serde(default)]
    pub fee: u64,
    /// Who paid it.
    #[serde(default)]
    pub fee_payer: String,
    /// The slot.
    #[serde(default)]
    pub slot: u64,
    /// Block time in seconds since 1970.
    pub timestamp: Option<i64>,
    /// Tokens that moved.
    #[serde(default)]
    pub token_transfers: Vec<TokenTransfer>,
    /// SOL that moved.
    #[serde(default)]
    pub native_transfers: Vec<NativeTransfer>,
    /// Not null if the chain said that it failed.
    #[serde(default)]
    pub transaction_error: Option<serde_json::Value>,
    /// What the parser recognised.
    #[serde(default)]
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
    #[serde(default)]
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
    #[serde(default)]
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
    #[serde(default)]
    pub token_inputs: Vec<SwapSide>,
    /// Tokens taken.
    #[serde(default)]
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
    #[serde(default)]
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
    /// The integer, as text.
    pub token_amount: String,
    /// How many of its digits are decimals.
    pub decimals: i32,
}

/// SOL given or taken.
#[derive(Debug, Clone, Deserialize)]
pub struct SwapNative {
    /// Whose.
    #[serde(default)]
    pub account: String,
    /// Lamports, as text.
    pub amount: String,
}
