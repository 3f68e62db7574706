//! Redis or Valkey: connection, persistence settings and provider cool-downs. The fleet works without it, but slower.

use std::time::Duration;

use coordination::{Persistence, Redis};
use domain::TlsServer;
use runtime::config::Env;
use secrecy::ExposeSecret;

use super::finding::Finding;
use crate::Context;

/// Timeout of a first connection; the workers' 200 ms apply to an open connection.
const TIMEOUT: Duration = Duration::from_secs(2);

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    match ask(config(context)).await {
        Ok((persistence, cooling)) => {
            let settings = persistence.map_or_else(unknown_settings, |persistence| settings(&persistence));
            vec![Finding::fine("Redis", "responds"), settings, cool_downs(&cooling)]
        }
        Err(error) => vec![unavailable(&error)],
    }
}

/// Returns the address and the keys' prefix of Redis: the environment's, else the local fleet's.
pub(crate) fn config(context: &Context) -> coordination::RedisConfig {
    let local = context.fleet.as_ref().and_then(|fleet| fleet.redis_url.clone());
    let local = local.unwrap_or_else(|| "redis://127.0.0.1:6379".to_owned());
    let mut env = Env::from_process();
    let url = env.secret_text("AUSPEX_REDIS_URL", &local, "Redis or Valkey.");
    let prefix = env.text("AUSPEX_REDIS_PREFIX", "auspex", "Prefix of every key.");
    let tls = context.redis_tls.clone();
    coordination::RedisConfig { timeout: TIMEOUT, tls, prefix, ..coordination::RedisConfig::new(url.expose_secret()) }
}

/// Reports providers in cool-down: after a rate limit, an overload or a refusal of the account no replica calls them,
/// and work that needs them waits.
fn cool_downs(cooling: &[(String, Duration)]) -> Finding {
    if cooling.is_empty() {
        return Finding::fine("providers", "none in cool-down");
    }
    let names: Vec<String> =
        cooling.iter().map(|(provider, left)| format!("{provider} for {:.0} s", left.as_secs_f64())).collect();
    Finding::notable(
        "providers",
        format!("in cool-down: {}; work that needs them waits", names.join(", ")),
        "if it persists, check the provider's status page, your rate limit and spend cap; the workers' logs contain the reason",
    )
}

fn unavailable(error: &coordination::Unavailable) -> Finding {
    let detail = error.to_string();
    if let Some(mend) = TlsServer::Redis.mend(&detail) {
        return Finding::notable("Redis", detail, format!("{mend}; work continues without it, but slower"));
    }
    // `MISCONF`: the server cannot write its file and refuses writes until it can.
    let mend = if detail.contains("No space left") || detail.contains("MISCONF") {
        "free disk space, it then recovers by itself; work continues without it, but slower"
    } else if detail.contains("BUSY") {
        "a script does not end, which none of ours does: `redis-cli SCRIPT KILL` as the operator's user ends it, otherwise restart the server; find out which process was taken over. Work continues without it, but slower"
    } else if ["broken pipe", "reset by peer"].iter().any(|closed| detail.to_lowercase().contains(closed)) {
        // Protected mode: the server answers DENIED and closes the connection, often before the answer can be read.
        "it closes connections, as a server without a password does to other machines: set a password or `protected-mode no`; work continues without it"
    } else {
        "start it with `auspex up`, or set AUSPEX_REDIS_URL; work continues without it"
    };
    Finding::notable("Redis", detail, mend)
}

/// Persistence settings (`None` if the server refuses to report them), and the remaining cool-down of each provider.
type RedisState = (Option<Persistence>, Vec<(String, Duration)>);

async fn ask(config: coordination::RedisConfig) -> Result<RedisState, coordination::Unavailable> {
    let redis = Redis::new(config)?;
    redis.ping().await?;
    // A managed server may refuse either command; the connection itself has been checked.
    Ok((redis.persistence().await.ok(), redis.all_cooling().await.unwrap_or_default()))
}

fn unknown_settings() -> Finding {
    Finding::fine("Redis settings", "not reported (usual for managed servers); maxmemory-policy should be noeviction")
}

fn settings(persistence: &Persistence) -> Finding {
    let append = persistence.appendonly.as_deref().unwrap_or("unknown");
    let policy = persistence.maxmemory_policy.as_deref().unwrap_or("unknown");
    let detail = format!("appendonly {append}, maxmemory-policy {policy}");
    match (append, policy) {
        ("yes", "noeviction") => Finding::fine("Redis settings", detail),
        (_, "noeviction") => Finding::notable(
            "Redis settings",
            format!("{detail}: a restart loses its data"),
            "start it with --appendonly yes; otherwise work is slower after a restart",
        ),
        _ => Finding::notable(
            "Redis settings",
            format!("{detail}: leases and budgets may be evicted when memory is full"),
            "start it with --maxmemory-policy noeviction",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn a_full_disk_is_distinguished_from_an_unreachable_server() {
        let mend = |message: &str| unavailable(&coordination::Unavailable::Failed(message.to_owned())).mend;
        assert!(mend("\"MISCONF\": Errors writing to the AOF file: No space left on device").starts_with("free disk"));
        assert!(mend("connection refused").contains("auspex up"));
        assert!(mend("\"BUSY\": Valkey is busy running a script.").contains("SCRIPT KILL"));
        assert!(mend("Redis failed: broken pipe").contains("protected-mode"));
        assert!(mend("Connection reset by peer (os error 104)").contains("protected-mode"));
    }

    #[test]
    fn a_provider_in_cool_down_is_listed_with_its_remaining_time() {
        assert_eq!(cool_downs(&[]).state, State::Fine);
        let found = cool_downs(&[("api.example:443/m".to_owned(), Duration::from_millis(14_400))]);
        assert!(found.state == State::Notable && found.detail.contains("api.example:443/m for 14 s"), "{found}");
    }

    #[test]
    fn a_server_that_may_lose_data_is_notable() {
        let check = |append: &str, policy: &str| {
            settings(&Persistence { appendonly: Some(append.into()), maxmemory_policy: Some(policy.into()) })
        };
        assert_eq!(check("yes", "noeviction").state, State::Fine);
        assert!(check("no", "noeviction").mend.contains("--appendonly yes"));
        assert!(check("yes", "allkeys-lru").mend.contains("noeviction"));
        assert_eq!(settings(&Persistence::default()).state, State::Notable);
    }
}
