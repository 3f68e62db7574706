//! Prediction markets in the forms of the sites' replies. Pure.

use serde_json::Value;

/// Rows of the files in `markets/`, each in the form of its site.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct MarketIndex {
    /// Gamma events with their markets.
    pub(crate) polymarket: Vec<Value>,
    /// Events with nested markets.
    pub(crate) kalshi: Vec<Value>,
    /// Full markets.
    pub(crate) manifold: Vec<Value>,
    /// Posts with their question.
    pub(crate) metaculus: Vec<Value>,
    /// `{"id": "site:id", "points": [[seconds, price of YES]]}`, in time order.
    pub(crate) history: Vec<Value>,
}

/// Accepts a row that is an object.
pub(crate) fn parse(row: Value) -> Option<Value> {
    row.is_object().then_some(row)
}
