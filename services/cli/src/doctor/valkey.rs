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
        Ok((said, cooling)) => {
            let mut findings = vec![Finding::fine("Redis", "answers"), said.map_or_else(unsaid, |said| kept(&said))];
            findings.push(left_alone(&cooling));
            findings
        }
        Err(error) => vec![away(&error)],
    }
}

/// Whoever asked for a pause (429, 529) or was overloaded gets one from all replicas, and what needs him waits.
fn left_alone(cooling: &[(String, Duration)]) -> Finding {
    if cooling.is_empty() {
        return Finding::fine("providers", "nobody is left alone");
    }
    let told: Vec<String> =
        cooling.iter().map(|(provider, left)| format!("{provider} for {:.0} s", left.as_secs_f64())).collect();
    Finding::notable(
        "providers",
        format!("left alone, since they asked for it or are overloaded: {}; what needs them waits", told.join(", ")),
        "if it does not end: the provider's status page, your rate limit and its spend cap there; workers' logs say \"is left alone\" with the reason",
    )
}

fn away(error: &coordination::Unavailable) -> Finding {
    let said = error.to_string();
    // `MISCONF`: it cannot write its file, and takes no writes until it can.
    let mend = if said.contains("No space left") || said.contains("MISCONF") {
        "make room on its disk: it then goes on by itself; work goes on without it, slower"
    } else {
        "`auspex up`, or set AUSPEX_REDIS_URL; work goes on without it"
    };
    Finding::notable("Redis", said, mend)
}

/// Settings (`None` where it does not tell them), and who is left alone.
type Said = (Option<Persistence>, Vec<(String, Duration)>);

async fn ask(config: coordination::Config) -> Result<Said, coordination::Unavailable> {
    let redis = Redis::new(config)?;
    redis.ping().await?;
    // A managed server may refuse either question; that it answers is known by now.
    Ok((redis.persistence().await.ok(), redis.all_cooling().await.unwrap_or_default()))
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
    fn a_full_disk_is_told_from_a_server_that_is_away() {
        let of = |said: &str| away(&coordination::Unavailable::Failed(said.to_owned())).mend;
        assert!(of("\"MISCONF\": Errors writing to the AOF file: No space left on device").starts_with("make room"));
        assert!(of("connection refused").contains("auspex up"));
    }

    #[test]
    fn a_provider_that_is_left_alone_is_named_with_how_long() {
        assert_eq!(left_alone(&[]).state, State::Fine);
        let told = left_alone(&[("api.example:443/m".to_owned(), Duration::from_millis(14_400))]);
        assert!(told.state == State::Notable && told.detail.contains("api.example:443/m for 14 s"), "{told}");
    }

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
