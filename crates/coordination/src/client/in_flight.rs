//! Work in flight in Redis: a sorted set of ids by when they must be over.

use std::time::Duration;

use super::{Redis, millis, script};
use crate::{Answer, InFlight};

impl InFlight for Redis {
    fn enter<'a>(&'a self, what: &'a str, id: &'a str, longest: Duration) -> Answer<'a, u64> {
        Box::pin(async move {
            let mut call = script::ENTER.prepare_invoke();
            call.key(self.key("flight", what)).arg(id).arg(millis(longest));
            self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await
        })
    }

    fn leave<'a>(&'a self, what: &'a str, id: &'a str) -> Answer<'a, ()> {
        Box::pin(async move {
            let call = redis::Cmd::zrem(self.key("flight", what), id);
            self.ask(|mut connection| async move { call.query_async(&mut connection).await }).await
        })
    }

    fn count<'a>(&'a self, what: &'a str) -> Answer<'a, u64> {
        self.enter(what, "", Duration::ZERO)
    }
}
