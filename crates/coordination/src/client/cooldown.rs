//! Cool-downs in Redis: a key that lapses.

use std::time::Duration;

use super::{Redis, left, millis, script};
use crate::{Answer, CoolDowns};

impl CoolDowns for Redis {
    fn cool_down<'a>(&'a self, provider: &'a str, wait: Duration) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut call = script::COOL_DOWN.prepare_invoke();
            call.key(self.key("cool", provider)).arg(millis(wait));
            self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await
        })
    }

    fn cooling<'a>(&'a self, provider: &'a str) -> Answer<'a, Option<Duration>> {
        Box::pin(async move {
            let call = redis::Cmd::pttl(self.key("cool", provider));
            let ttl: i64 = self.ask(|mut connection| async move { call.query_async(&mut connection).await }).await?;
            Ok(left(ttl))
        })
    }
}
