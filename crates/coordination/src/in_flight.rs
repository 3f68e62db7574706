//! Counts of work in flight across the fleet. In Redis a count is a sorted set of ids by deadline.

use std::sync::LazyLock;
use std::time::Duration;

use redis::Script;

use crate::CallFuture;
use crate::client::{Redis, millis};

/// Counts of work in flight. Work of a process that died is dropped at its deadline.
pub trait InFlight: Send + Sync + 'static {
    /// Adds work that ends within `longest`, or extends its deadline. Returns the number in flight.
    fn enter<'a>(&'a self, what: &'a str, id: &'a str, longest: Duration) -> CallFuture<'a, u64>;

    /// Removes finished work.
    fn leave<'a>(&'a self, what: &'a str, id: &'a str) -> CallFuture<'a, ()>;

    /// Returns the number in flight.
    fn count<'a>(&'a self, what: &'a str) -> CallFuture<'a, u64>;
}

static ENTER: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
-- KEYS: members. ARGV: id, longest in ms. Removes members past their deadline; an empty id only counts.
local now = redis.call('TIME')
now = now[1] * 1000 + math.floor(now[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if ARGV[1] ~= '' then
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], math.max(ARGV[2] * 2, redis.call('PTTL', KEYS[1])))
end
return redis.call('ZCARD', KEYS[1])",
    )
});

impl InFlight for Redis {
    fn enter<'a>(&'a self, what: &'a str, id: &'a str, longest: Duration) -> CallFuture<'a, u64> {
        Box::pin(async move {
            let mut call = ENTER.prepare_invoke();
            call.key(self.key("flight", what)).arg(id).arg(millis(longest));
            self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await
        })
    }

    fn leave<'a>(&'a self, what: &'a str, id: &'a str) -> CallFuture<'a, ()> {
        Box::pin(async move {
            let call = redis::Cmd::zrem(self.key("flight", what), id);
            self.ask(|mut connection| async move { call.query_async(&mut connection).await }).await
        })
    }

    fn count<'a>(&'a self, what: &'a str) -> CallFuture<'a, u64> {
        self.enter(what, "", Duration::ZERO)
    }
}
