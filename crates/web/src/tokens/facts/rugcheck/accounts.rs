//! Accounts of pools, bonding curves and lockers, which do not count as holders, and the locks of tokens.

use std::collections::BTreeSet;

use domain::Time;
use serde_json::Value;

use super::super::fields::{at, key_at, list_at, text_at, time_at};

/// Types of known accounts that do not count as holders.
const KNOWN_TYPES: [&str; 2] = ["AMM", "LOCKER"];
/// A market's own accounts.
const MARKET_ACCOUNTS: [&[&str]; 5] =
    [&["pubkey"], &["liquidityA"], &["liquidityB"], &["liquidityAAccount", "owner"], &["liquidityBAccount", "owner"]];

/// The accounts of a report that do not count as holders.
pub(super) struct NoHolders(BTreeSet<String>);

impl NoHolders {
    /// Collects the known pools and lockers, the accounts of the markets and those of the locks. The creator is a
    /// holder, also if a lock belongs to the creator.
    pub(super) fn of(report: &Value, creator: Option<&str>) -> Self {
        let known = entries(report, "knownAccounts").filter(|(_, account)| is_pool_or_locker(account));
        let markets = list_at(report, &["markets"]).iter();
        let market = markets.flat_map(|market| MARKET_ACCOUNTS.iter().filter_map(|place| key_at(market, place)));
        let locks = entries(report, "lockers").flat_map(|(key, lock)| {
            [Some(key.clone()), key_at(lock, &["tokenAccount"]), key_at(lock, &["owner"])].into_iter().flatten()
        });
        let owners = entries(report, "lockerOwners").map(|(key, _)| key.clone());
        let all = known.map(|(key, _)| key.clone()).chain(market).chain(locks).chain(owners);
        Self(all.filter(|key| Some(key.as_str()) != creator).collect())
    }

    /// Returns `true` if the account of a row, or its owner, does not count as a holder.
    pub(super) fn contains(&self, holder: &Value) -> bool {
        ["address", "owner"].iter().any(|key| text_at(holder, &[key]).is_some_and(|account| self.0.contains(&account)))
    }
}

fn is_pool_or_locker(account: &Value) -> bool {
    let kind = text_at(account, &["type"]);
    kind.is_some_and(|kind| KNOWN_TYPES.iter().any(|known| kind.eq_ignore_ascii_case(known)))
}

fn entries<'a>(report: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    at(report, &[key]).and_then(Value::as_object).into_iter().flatten()
}

/// Returns the earliest end of a lock.
pub(super) fn locked_until(report: &Value) -> Option<Time> {
    entries(report, "lockers").filter_map(|(_, lock)| time_at(lock, &["unlockDate"])).min()
}
