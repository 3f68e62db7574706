//! Freshness in Redis: a key per topic that lapses.

use std::time::Duration;

use super::{Redis, millis};
use crate::{Answer, Freshness, Known, Topic};

impl Redis {
    fn fresh_key(&self, topic: &Topic) -> String {
        self.key("fresh", &topic.key())
    }
}

impl Freshness for Redis {
    fn mark_fresh<'a>(&'a self, topics: &'a [Topic], ttl: Duration) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut pipe = redis::pipe();
            for topic in topics {
                pipe.pset_ex(self.fresh_key(topic), 1, millis(ttl)).ignore();
            }
            if topics.is_empty() {
                return Ok(());
            }
            self.ask(|mut connection| async move { pipe.query_async(&mut connection).await }).await
        })
    }

    fn mark_stale<'a>(&'a self, topics: &'a [Topic]) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut pipe = redis::pipe();
            for topic in topics {
                pipe.del(self.fresh_key(topic)).ignore();
            }
            if topics.is_empty() {
                return Ok(());
            }
            self.ask(|mut connection| async move { pipe.query_async(&mut connection).await }).await
        })
    }

    fn look_up<'a>(&'a self, topics: &'a [Topic]) -> Answer<'a, Vec<Known>> {
        Box::pin(async move {
            if topics.is_empty() {
                return Ok(Vec::new());
            }
            let mut pipe = redis::pipe();
            for topic in topics {
                pipe.exists(self.fresh_key(topic)).exists(self.key("lease", &topic.key()));
            }
            let found: Vec<bool> =
                self.ask(|mut connection| async move { pipe.query_async(&mut connection).await }).await?;
            Ok(found.chunks_exact(2).map(|pair| known(pair[0], pair[1])).collect())
        })
    }
}

fn known(fresh: bool, leased: bool) -> Known {
    match (fresh, leased) {
        (true, _) => Known::Fresh,
        (false, true) => Known::InProgress,
        (false, false) => Known::Nothing,
    }
}
