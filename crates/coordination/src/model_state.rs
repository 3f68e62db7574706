//! What the replicas know about a model: its cool-down, the account error that blocks it, and the parameters that its
//! provider refuses. One round trip reads all three, so a check before a call costs the same as the cool-down alone.
//!
//! In Redis a block is a hash and the refused parameters are a set, each with a time to live.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use crate::client::{Redis, millis, time_left};
use crate::{CallFuture, Unavailable};

/// Time after which refused parameters are forgotten, since providers change what they accept.
const REFUSED_TTL: Duration = Duration::from_secs(7 * 24 * 3600);
/// Time after which a block is forgotten that no reply ended: the model is probably not in use any more.
const BLOCK_TTL: Duration = Duration::from_secs(24 * 3600);

/// A provider's refusal of an account or a model. Only a person can end it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// Worker that observed the refusal.
    pub service: String,
    /// Name of the provider.
    pub provider: String,
    /// Name of the model at the provider.
    pub model: String,
    /// Class of the refusal: `auth`, `spend_cap` or `unknown_model`.
    pub reason: String,
    /// Status and message of the provider.
    pub message: String,
}

/// State of a model, as the replicas have recorded it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelState {
    /// Remaining cool-down; `None` if the model may be called.
    pub cooling: Option<Duration>,
    /// The block that has not been ended by a reply.
    pub block: Option<Block>,
    /// Names of the refused parameters.
    pub refused: BTreeSet<String>,
}

/// States of models. A key names what shares a rate limit: `<host:port>/<model>`.
pub trait ModelStates: Send + Sync + 'static {
    /// Returns the state of a model.
    fn model_state<'a>(&'a self, key: &'a str) -> CallFuture<'a, ModelState>;

    /// Records a block, which replaces an earlier one.
    fn block<'a>(&'a self, key: &'a str, block: &'a Block) -> CallFuture<'a, ()>;

    /// Ends a block.
    fn unblock<'a>(&'a self, key: &'a str) -> CallFuture<'a, ()>;

    /// Adds names of refused parameters. They are kept for seven days from the latest addition.
    fn add_refused<'a>(&'a self, key: &'a str, names: &'a [&'a str]) -> CallFuture<'a, ()>;
}

impl Block {
    fn fields(&self) -> [(&'static str, &str); 5] {
        [
            ("service", &self.service),
            ("provider", &self.provider),
            ("model", &self.model),
            ("reason", &self.reason),
            ("message", &self.message),
        ]
    }

    /// Returns the block of a hash; `None` if the hash does not exist.
    fn from_fields(mut fields: HashMap<String, String>) -> Option<Self> {
        let mut take = |name: &str| fields.remove(name).unwrap_or_default();
        let [service, provider, model, reason, message] =
            ["service", "provider", "model", "reason", "message"].map(&mut take);
        (!reason.is_empty()).then_some(Self { service, provider, model, reason, message })
    }
}

impl ModelStates for Redis {
    fn model_state<'a>(&'a self, key: &'a str) -> CallFuture<'a, ModelState> {
        Box::pin(async move {
            let mut read = redis::pipe();
            read.pttl(self.key("cool", key)).hgetall(self.key("block", key)).smembers(self.key("refused", key));
            let exchange = |mut connection| async move { read.query_async(&mut connection).await };
            let (ttl, block, refused): (i64, HashMap<String, String>, BTreeSet<String>) = self.ask(exchange).await?;
            Ok(ModelState { cooling: time_left(ttl), block: Block::from_fields(block), refused })
        })
    }

    fn block<'a>(&'a self, key: &'a str, block: &'a Block) -> CallFuture<'a, ()> {
        Box::pin(async move {
            let name = self.key("block", key);
            let mut write = redis::pipe();
            write.atomic().hset_multiple(&name, &block.fields()).ignore();
            write.cmd("PEXPIRE").arg(&name).arg(millis(BLOCK_TTL)).ignore();
            self.ask(|mut connection| async move { write.query_async(&mut connection).await }).await
        })
    }

    fn unblock<'a>(&'a self, key: &'a str) -> CallFuture<'a, ()> {
        Box::pin(async move {
            let call = redis::Cmd::del(self.key("block", key));
            self.ask(|mut connection| async move { call.query_async(&mut connection).await }).await
        })
    }

    fn add_refused<'a>(&'a self, key: &'a str, names: &'a [&'a str]) -> CallFuture<'a, ()> {
        Box::pin(async move {
            if names.is_empty() {
                return Ok(());
            }
            let name = self.key("refused", key);
            let mut write = redis::pipe();
            write.atomic().sadd(&name, names).ignore();
            write.cmd("PEXPIRE").arg(&name).arg(millis(REFUSED_TTL)).ignore();
            self.ask(|mut connection| async move { write.query_async(&mut connection).await }).await
        })
    }
}

impl Redis {
    /// Returns the states of all models with a block, for a person who asks why work waits. It scans all keys, so
    /// workers must not call it.
    ///
    /// # Errors
    /// [`Unavailable`], with the reason.
    pub async fn all_blocked(&self) -> Result<Vec<ModelState>, Unavailable> {
        let mut blocked = Vec::new();
        for key in self.names("block").await? {
            blocked.push(self.model_state(&key).await?);
        }
        blocked.retain(|state| state.block.is_some());
        Ok(blocked)
    }
}
