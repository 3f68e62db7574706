//! Changes of budgets.

use std::collections::BTreeMap;

/// Changes of budgets by scope, in micro-dollars. Ordered, because rows are locked in this order.
pub(super) type Deltas = BTreeMap<String, i64>;
