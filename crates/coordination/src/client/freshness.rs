//! Freshness in Redis: a key per topic that lapses. A name's key points to its entity's.

use std::time::Duration;

use domain::EntityId;

use super::{Redis, millis, script};
use crate::{Answer, Freshness, Known, Topic};

impl Redis {
    fn fresh_key(&self, topic: &Topic) -> String {
        self.key("fresh", &topic.key())
    }
}

impl Freshness for Redis {
    fn mark_fresh<'a>(&'a self, entity: &'a EntityId, names: &'a [String], ttl: Duration) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut pipe = redis::pipe();
            pipe.pset_ex(self.fresh_key(&Topic::Entity(entity.clone())), 1, millis(ttl)).ignore();
            for name in names {
                let key = self.fresh_key(&Topic::Identifier(name.clone()));
                pipe.pset_ex(key, format!("@{entity}"), millis(ttl)).ignore();
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
            let mut call = script::LOOK_UP.prepare_invoke();
            for topic in topics {
                call.key(self.fresh_key(topic)).key(self.key("lease", &topic.key()));
            }
            call.arg(self.key("fresh", "entity:"));
            let found: Vec<bool> =
                self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await?;
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
