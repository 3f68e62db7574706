//! Entries of a token list.

use std::collections::BTreeMap;

use domain::Time;
use domain::entity::Alias;

/// One token of a list. Absent fields leave the stored values unchanged.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listed {
    /// Mint address of the token.
    pub mint: String,
    /// Ticker symbol, if listed.
    pub symbol: Option<String>,
    /// Name, if listed.
    pub name: Option<String>,
    /// `true` if the list verifies the token, `false` if it lists the token as unverified.
    pub verified: Option<bool>,
    /// Reason of a ban, if the list bans the token.
    pub banned: Option<String>,
    /// Other symbols and names.
    pub aliases: Vec<Alias>,
    /// Further attributes by name, e.g. `website`.
    pub metadata: BTreeMap<String, String>,
}

/// Origin of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListSource {
    /// Name of the list.
    pub name: String,
    /// Start of validity of the facts in the list.
    pub at: Time,
}
