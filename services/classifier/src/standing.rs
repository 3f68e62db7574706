//! What is known of identifiers: is their research fresh, or being made? Redis is asked first and Postgres for the rest;
//! where neither answers the identifier counts as unknown, and the researcher, who looks again, answers from memory.
//!
//! I/O: reads freshness and leases on the handler's behalf, and marks what an alarm was raised about.

use std::time::Duration;

use coordination::{Acquired, Freshness as Marks, Known, Lease, Leases, Topic};
use domain::JobId;
use domain::classification::Fate;
use domain::effect::Fence;
use store::Memory;
use store::memory::Freshness;

use crate::decide::Standing;

/// What is known of these, in at most two round trips.
pub async fn look_up(marks: &dyn Marks, memory: &impl Memory, identifiers: &[String]) -> Standing {
    let mut standing = marked(marks, identifiers).await;
    let rest: Vec<String> = identifiers.iter().filter(|name| !standing.contains_key(*name)).cloned().collect();
    if rest.is_empty() {
        return standing;
    }
    match memory.freshness_of(&rest).await {
        Ok(known) => {
            standing.extend(rest.into_iter().zip(known).filter_map(|(name, known)| Some((name, remembered(known)?))));
        }
        Err(error) => tracing::warn!(%error, "freshness is not known; the researcher will look again"),
    }
    standing
}

async fn marked(marks: &dyn Marks, identifiers: &[String]) -> Standing {
    if identifiers.is_empty() {
        return Standing::new();
    }
    let topics: Vec<Topic> = identifiers.iter().map(|name| Topic::Identifier(folded(name))).collect();
    let known = marks.look_up(&topics).await.unwrap_or_default();
    identifiers.iter().cloned().zip(known).filter_map(|(name, known)| Some((name, hinted(known)?))).collect()
}

/// Symbols and names are compared without case, mints exactly: a mint has at least 32 characters.
fn folded(identifier: &str) -> String {
    if identifier.len() >= 32 { identifier.to_owned() } else { identifier.trim().to_lowercase() }
}

/// Nobody else has raised an alarm about it for `pause`; from now on nobody else does. The same job may, again and again, so that
/// a redelivery says the same. Without Redis everybody may: the researcher, who looks again, is then asked more often.
pub async fn is_first(leases: &dyn Leases, identifier: &str, (job, pause): (JobId, Duration)) -> bool {
    let topic = Topic::Identifier(format!("alarm about {}", folded(identifier)));
    // A lease that nobody gives back: it lapses.
    let lease = Lease { topic, holder: job.to_string(), fence: Fence(0) };
    !matches!(leases.acquire(&lease, pause).await, Ok(Acquired::Held(_)))
}

fn hinted(known: Known) -> Option<Fate> {
    match known {
        Known::Fresh => Some(Fate::Fresh),
        Known::InProgress => Some(Fate::InProgress),
        Known::Nothing => None,
    }
}

fn remembered(known: Freshness) -> Option<Fate> {
    match known {
        Freshness::Fresh => Some(Fate::Fresh),
        Freshness::InProgress => Some(Fate::InProgress),
        Freshness::None => None,
    }
}

#[cfg(test)]
mod tests {
    use coordination::testing::FakeCoordination;

    use super::*;

    #[tokio::test]
    async fn one_job_raises_the_alarm_and_without_redis_everybody_does() {
        let (marks, pause) = (FakeCoordination::default(), Duration::from_secs(60));
        let [one, other] = ["one", "other"].map(|name| JobId::named(&[name]));
        let first = async |name: &str, job| is_first(&marks, name, (job, pause)).await;
        assert!(first("WIF", one).await && first("wif ", one).await, "a redelivery is the same alarm");
        assert!(!first("wif", other).await && first("bonk", other).await);
        marks.set_down(true);
        assert!(first("wif", other).await);
        marks.set_down(false);
        marks.advance(pause + Duration::from_secs(1));
        assert!(first("wif", other).await);
    }
}
