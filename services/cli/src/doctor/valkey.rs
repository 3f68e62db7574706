//! Redis or Valkey: reachable, and set to keep what it is told. The fleet works without it, slower.

use std::time::Duration;

use coordination::{Persistence, Redis};
use runtime::config::Env;
use secrecy::ExposeSecret;

use super::finding::Finding;
use crate::Context;

/// A person waits for a first connection; workers, which have one, wait for 200 ms.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) async fn look(context: &Context) -> Vec<Finding> {
    let local = context.fleet.as_ref().and_then(|fleet| fleet.redis_url.clone());
    let local = local.unwrap_or_else(|| "redis://127.0.0.1:6379".to_owned());
    let url = Env::from_process().secret_text("AUSPEX_REDIS_URL", &local, "Redis or Valkey.");
    let config = coordination::Config { timeout: PATIENCE, ..coordination::Config::new(url.expose_secret()) };
    match ask(config).await {
        Ok(said) => vec![Finding::fine("Redis", "answers"), said.map_or_else(unsaid, |said| kept(&said))],
        Err(error) => vec![Finding::notable(
            "Redis",
            format!("{error:#}"),
            "`auspex up`, or set AUSPEX_REDIS_URL; work goes on without it",
        )],
    }
}

/// `None` where it answers and does not tell its settings.
async fn ask(config: coordination::Config) -> Result<Option<Persistence>, coordination::Unavailable> {
    let redis = Redis::new(config)?;
    redis.ping().await?;
    Ok(redis.persistence().await.ok())
}

fn unsaid() -> Finding {
    Finding::fine("Redis settings", "the server does not tell (managed ones do not); noeviction is what it should have")
}

fn kept(said: &Persistence) -> Finding {
    let append = said.appendonly.as_deref().unwrap_or("unknown");
    let policy = said.maxmemory_policy.as_deref().unwrap_or("unknown");
    let detail = format!("appendonly {append}, maxmemory-policy {policy}");
    match (append, policy) {
        ("yes", "noeviction") => Finding::fine("Redis settings", detail),
        (_, "noeviction") => Finding::notable(
            "Redis settings",
            format!("{detail}: a restart empties it"),
            "start it with --appendonly yes; until then work after a restart is slower",
        ),
        _ => Finding::notable(
            "Redis settings",
            format!("{detail}: when it is full it forgets leases and budgets"),
            "start it with --maxmemory-policy noeviction",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn a_server_that_forgets_is_told() {
        let said = |append: &str, policy: &str| {
            kept(&Persistence { appendonly: Some(append.into()), maxmemory_policy: Some(policy.into()) })
        };
        assert_eq!(said("yes", "noeviction").state, State::Fine);
        assert!(said("no", "noeviction").mend.contains("--appendonly yes"));
        assert!(said("yes", "allkeys-lru").mend.contains("noeviction"));
        assert_eq!(kept(&Persistence::default()).state, State::Notable);
    }
}
