//! Research state of identifiers: fresh, in progress, or unknown. Redis is queried first, Postgres for the rest. If
//! neither answers, the identifier counts as unknown, and the researcher, which checks again, answers from memory.
//!
//! I/O: reads freshness marks and leases, and records alarms.

use std::time::Duration;

use coordination::{Acquired, Freshness as Marks, Lease, Leases, Topic, TopicState};
use domain::classification::Fate;
use domain::effect::Fence;
use domain::{JobId, Tenant};
use store::Memory;
use store::memory::Freshness;

use crate::decide::ResearchStates;

/// Returns the known states of a tenant's research about the identifiers, in at most two round trips.
pub async fn look_up(
    marks: &dyn Marks,
    memory: &impl Memory,
    tenant: &Tenant,
    identifiers: &[String],
) -> ResearchStates {
    let mut states = from_marks(marks, tenant, identifiers).await;
    let rest: Vec<String> = identifiers.iter().filter(|name| !states.contains_key(*name)).cloned().collect();
    if rest.is_empty() {
        return states;
    }
    match memory.freshness_of(tenant, &rest).await {
        Ok(known) => {
            states.extend(rest.into_iter().zip(known).filter_map(|(name, known)| Some((name, from_memory(known)?))));
        }
        Err(error) => tracing::warn!(%error, "freshness look-up failed; the researcher will check again"),
    }
    states
}

async fn from_marks(marks: &dyn Marks, tenant: &Tenant, identifiers: &[String]) -> ResearchStates {
    if identifiers.is_empty() {
        return ResearchStates::new();
    }
    let topics: Vec<Topic> = identifiers.iter().map(|name| Topic::Identifier(about(tenant, name))).collect();
    let known = marks.look_up(&topics).await.unwrap_or_default();
    identifiers.iter().cloned().zip(known).filter_map(|(name, known)| Some((name, from_mark(known)?))).collect()
}

/// Returns the name under which the research of one tenant about an identifier is marked.
pub fn about(tenant: &Tenant, identifier: &str) -> String {
    Topic::of_tenant(tenant, &folded(identifier))
}

/// Folds an identifier for comparison: symbols and names ignore case; mints (at least 32 characters) are exact.
fn folded(identifier: &str) -> String {
    if identifier.len() >= 32 { identifier.to_owned() } else { identifier.trim().to_lowercase() }
}

/// Claims the alarm about a tenant's identifier, as [`about`] names it, for `pause`. Returns `true` for the first job,
/// and again for the same job, so that a redelivery has the same result. Without Redis every job succeeds; the
/// researcher, which checks again, then receives more alarms.
pub async fn claim_alarm(leases: &dyn Leases, identifier: &str, job: JobId, pause: Duration) -> bool {
    let topic = Topic::Identifier(format!("alarm about {identifier}"));
    // The lease is never released; it expires.
    let lease = Lease { topic, holder: job.to_string(), fence: Fence(0) };
    !matches!(leases.acquire(&lease, pause).await, Ok(Acquired::Held(_)))
}

fn from_mark(state: TopicState) -> Option<Fate> {
    match state {
        TopicState::Fresh => Some(Fate::Fresh),
        TopicState::InProgress => Some(Fate::InProgress),
        TopicState::Nothing => None,
    }
}

fn from_memory(known: Freshness) -> Option<Fate> {
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
    async fn one_job_claims_the_alarm_and_without_redis_every_job_does() {
        let (marks, pause) = (FakeCoordination::default(), Duration::from_secs(60));
        let [one, other] = ["one", "other"].map(|name| JobId::named(&[name]));
        let own = Tenant::default();
        let first = async |name: &str, job| claim_alarm(&marks, &about(&own, name), job, pause).await;
        assert!(first("WIF", one).await && first("wif ", one).await, "a redelivery is the same alarm");
        assert!(!first("wif", other).await && first("bonk", other).await);
        let another = Tenant::parse("another").unwrap();
        assert!(claim_alarm(&marks, &about(&another, "WIF"), other, pause).await, "each tenant has its alarms");
        marks.set_down(true);
        assert!(first("wif", other).await);
        marks.set_down(false);
        marks.advance(pause + Duration::from_secs(1));
        assert!(first("wif", other).await);
    }
}
