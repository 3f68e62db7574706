//! Cool-downs in Redis: a key that lapses.

use std::time::Duration;

use super::{Redis, left, millis, script};
use crate::{Answer, CoolDowns, Unavailable};

/// Keys looked at per round trip.
const AT_ONCE: usize = 1_000;

impl Redis {
    /// Every provider that is left alone, and for how long still: for a person who asks why work waits. It walks over all keys, so it
    /// is nothing for a worker.
    ///
    /// # Errors
    /// When Redis does not answer.
    pub async fn all_cooling(&self) -> Result<Vec<(String, Duration)>, Unavailable> {
        let (all, mut cursor, mut cooling) = (self.key("cool", ""), 0_u64, Vec::new());
        loop {
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor).arg("MATCH").arg(format!("{all}*")).arg("COUNT").arg(AT_ONCE);
            let (next, keys): (u64, Vec<String>) =
                self.ask(|mut connection| async move { scan.query_async(&mut connection).await }).await?;
            for provider in keys.iter().filter_map(|key| key.strip_prefix(&all)) {
                cooling.extend(self.cooling(provider).await?.map(|left| (provider.to_owned(), left)));
            }
            if next == 0 {
                cooling.sort();
                cooling.dedup_by(|one, other| one.0 == other.0);
                return Ok(cooling);
            }
            cursor = next;
        }
    }
}

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
