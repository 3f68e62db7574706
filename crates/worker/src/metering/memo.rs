//! The memoised form of a reply: the reply with its cost, since the price depends on the provider that gave it.

use domain::MicroUsd;
use domain::port::Tokens;
use llm::{Model, ModelReply, Usage};
use serde::{Deserialize, Serialize};

use super::Metered;

/// A stored reply. Earlier versions stored the reply alone.
#[derive(Debug, Deserialize)]
pub(super) struct Memo {
    #[serde(flatten)]
    reply: ModelReply,
    #[serde(default)]
    cost: Option<MicroUsd>,
}

impl Memo {
    /// Encodes a reply with its cost.
    ///
    /// # Errors
    /// The reply holds a value that JSON cannot express.
    pub(super) fn encode(reply: &ModelReply, cost: MicroUsd) -> serde_json::Result<Vec<u8>> {
        #[derive(Serialize)]
        struct Stored<'a> {
            #[serde(flatten)]
            reply: &'a ModelReply,
            cost: MicroUsd,
        }
        serde_json::to_vec(&Stored { reply, cost })
    }

    /// Decodes a stored reply.
    ///
    /// # Errors
    /// The bytes are not a stored reply.
    pub(super) fn decode(bytes: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(bytes)
    }

    /// Returns the reply with its cost. A reply of an earlier version costs what `model` charges.
    pub(super) fn metered(self, model: &dyn Model) -> Metered {
        let cost = self.cost.unwrap_or_else(|| model.cost(&self.reply.usage));
        Metered { reply: self.reply, cost, calls: 1 }
    }
}

/// Converts a usage to the ledger's counts: tokens read at any price, and tokens written.
pub(crate) fn tokens(usage: &Usage) -> Tokens {
    Tokens { read: usage.prompt(), written: usage.output }
}

#[cfg(test)]
mod tests {
    use llm::testing::{FakeModel, tool_call};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_reply_is_read_back_with_its_cost_also_by_an_earlier_version() {
        let reply = tool_call("judge", json!({ "share": 0.1, "count": 18_446_744_073_709_551_615_u64 }));
        let bytes = Memo::encode(&reply, MicroUsd(77)).unwrap();
        let free = FakeModel::by_rule(|_| Ok(tool_call("judge", json!({}))));
        let back = Memo::decode(&bytes).unwrap().metered(&free);
        assert_eq!(back, Metered { reply: reply.clone(), cost: MicroUsd(77), calls: 1 });
        assert_eq!(serde_json::from_slice::<ModelReply>(&bytes).unwrap(), reply);
        let before = serde_json::to_vec(&reply).unwrap();
        assert_eq!(Memo::decode(&before).unwrap().metered(&free).cost, MicroUsd(15), "at the model's price");
    }
}
