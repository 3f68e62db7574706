//! Tenants with the most work: what waits, what is in progress, and which limit holds it back.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use domain::{Tenant, Time};
use runtime::client::TenantWaiting;
use serde::Serialize;
use store::Store;
use store::jobs::TenantWork;

use super::finding::Finding;
use crate::Context;

/// Maximum number of tenants listed, those with the most work.
const MAX_TENANTS: usize = 5;
/// Age in seconds from which a waiting message is notable.
const OLD_SECONDS: i64 = 300;

/// The work of one tenant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Share {
    pub(super) tenant: String,
    /// Messages that no worker has received, and deliveries that were handed back above a limit.
    pub(super) waiting: u64,
    /// Those of them that were handed back, at most.
    pub(super) held_back: u64,
    /// Jobs in progress.
    pub(super) in_flight: u64,
    /// Age of the oldest waiting message in seconds.
    pub(super) oldest_seconds: Option<i64>,
    /// Consumer with the most waiting messages.
    pub(super) mostly_at: Option<&'static str>,
    /// Consumers at which `AUSPEX_TENANT_RATE` holds jobs back.
    pub(super) rate_limited: Vec<String>,
    /// Consumers at which `AUSPEX_TENANT_IN_FLIGHT` holds jobs back.
    pub(super) in_flight_limited: Vec<String>,
    /// Less than 1 % of the budget of the day is left: hardly any call is permitted.
    pub(super) day_budget_used_up: bool,
}

/// The tenants with the most work, or the findings about what could not be read.
pub(super) struct Fairness {
    pub(super) shares: Vec<Share>,
    pub(super) findings: Vec<Finding>,
}

/// Reads NATS and Postgres. An unavailable server is reported by the check of that server.
pub(super) async fn check(context: &Context) -> Fairness {
    let nothing = Fairness { shares: Vec::new(), findings: Vec::new() };
    let (Ok(client), Ok(store)) = (context.client().await, context.store().await) else { return nothing };
    let waiting = client.waiting(MAX_TENANTS).await;
    client.close().await;
    let waiting = match waiting {
        Ok(waiting) => waiting,
        Err(error) => return unreadable(format!("{:#}", anyhow::Error::from(error))),
    };
    match read(&store, &waiting, context.clock.now()).await {
        Ok(shares) => Fairness { findings: describe(&shares), shares },
        // Without tables the check of the tables tells what to do.
        Err(_) if store.server().about().await.is_ok_and(|about| about.schema < about.schema_wanted) => nothing,
        Err(error) => unreadable(format!("{:#}", anyhow::Error::from(error))),
    }
}

fn unreadable(detail: String) -> Fairness {
    let found = Finding::broken("tenants", detail, "check the servers' logs, and run `auspex topology apply`");
    Fairness { shares: Vec::new(), findings: vec![found] }
}

async fn read(store: &Store, waiting: &[TenantWaiting], now: Time) -> Result<Vec<Share>, domain::port::PortError> {
    let work = store.jobs().of_tenants(u32::try_from(2 * MAX_TENANTS).unwrap_or(u32::MAX)).await?;
    let mut shares = largest(merge(waiting, &work, now));
    let names: Vec<Tenant> = shares.iter().filter_map(|share| Tenant::parse(&share.tenant).ok()).collect();
    let budgets = store.ledger().day_of(&names, now.date_naive()).await?;
    for share in &mut shares {
        share.day_budget_used_up = budgets.iter().any(|day| day.tenant() == share.tenant && day.is_used_up());
    }
    Ok(shares)
}

/// Adds what waits in the streams to what the workers report.
fn merge(waiting: &[TenantWaiting], work: &[TenantWork], now: Time) -> Vec<Share> {
    let mut shares: BTreeMap<&str, Share> = BTreeMap::new();
    let age = |at: Option<Time>| at.map(|at| (now - at).num_seconds().max(0));
    let mut most: BTreeMap<&str, u64> = BTreeMap::new();
    for one in waiting {
        let share = shares.entry(&one.tenant).or_default();
        share.waiting += one.messages;
        share.oldest_seconds = share.oldest_seconds.max(age(one.oldest_at));
        let most = most.entry(&one.tenant).or_default();
        if one.messages > *most {
            (*most, share.mostly_at) = (one.messages, Some(one.consumer));
        }
    }
    for one in work {
        let share = shares.entry(&one.tenant).or_default();
        share.waiting += one.held_back;
        share.held_back = one.held_back;
        share.in_flight = one.running;
        share.oldest_seconds = share.oldest_seconds.max(age(one.oldest_at));
        share.rate_limited.clone_from(&one.rate_limited);
        share.in_flight_limited.clone_from(&one.in_flight_limited);
    }
    shares.into_iter().map(|(tenant, share)| Share { tenant: tenant.to_owned(), ..share }).collect()
}

fn largest(mut shares: Vec<Share>) -> Vec<Share> {
    shares.sort_by_key(|share| Reverse((share.waiting, share.in_flight)));
    shares.truncate(MAX_TENANTS);
    shares
}

fn describe(shares: &[Share]) -> Vec<Finding> {
    if shares.is_empty() {
        return vec![Finding::fine("tenants", "no work waits or is in progress")];
    }
    shares.iter().map(one).collect()
}

fn one(share: &Share) -> Finding {
    let Share { tenant, waiting, in_flight, .. } = share;
    let oldest = share.oldest_seconds.map(|seconds| format!(", the oldest for {seconds} s")).unwrap_or_default();
    let limits = limits(share);
    let held = limits.iter().map(|(text, _)| format!("; {text}")).collect::<String>();
    let detail = format!("tenant {tenant}: {waiting} waiting{oldest}, {in_flight} in progress{held}");
    let mends: Vec<String> = limits.into_iter().map(|(_, mend)| mend).collect();
    if !mends.is_empty() {
        return Finding::notable("tenants", detail, mends.join("; "));
    }
    if share.oldest_seconds.is_some_and(|seconds| seconds >= OLD_SECONDS) {
        let workers = share.mostly_at.map(|consumer| format!(" of the worker {consumer}")).unwrap_or_default();
        let mend = format!("no limit holds it back: add replicas{workers}, or find in its log what it waits for");
        return Finding::notable("tenants", detail, mend);
    }
    Finding::fine("tenants", detail)
}

/// Returns each limit that holds work of the tenant back, with what to do.
fn limits(share: &Share) -> Vec<(String, String)> {
    let mut limits = Vec::new();
    let wait = "or wait: other tenants are not affected";
    if !share.rate_limited.is_empty() {
        let (held, at) = (share.held_back, share.rate_limited.join(", "));
        limits.push((
            format!("limited by its rate at {at} ({held} held back)"),
            format!("raise AUSPEX_TENANT_RATE of {at}, {wait}"),
        ));
    }
    if !share.in_flight_limited.is_empty() {
        let (held, at) = (share.held_back, share.in_flight_limited.join(", "));
        limits.push((
            format!("limited by its jobs in progress at {at} ({held} held back)"),
            format!("raise AUSPEX_TENANT_IN_FLIGHT of {at} or add replicas, {wait}"),
        ));
    }
    if share.day_budget_used_up {
        limits.push((
            "its budget of the day is used up".to_owned(),
            format!("run `auspex budget raise --tenant {} DOLLARS`, or wait until 00:00 UTC", share.tenant),
        ));
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    fn at(seconds: i64) -> Time {
        Time::from_timestamp(1_795_251_600 + seconds, 0).unwrap()
    }

    fn waiting(consumer: &'static str, tenant: &str, messages: u64, stored: i64) -> TenantWaiting {
        TenantWaiting { consumer, tenant: tenant.to_owned(), messages, oldest_at: Some(at(stored)) }
    }

    fn work(tenant: &str, running: u64, held_back: u64, stored: i64) -> TenantWork {
        let at_researcher = |held: bool| if held { vec!["researcher".to_owned()] } else { Vec::new() };
        TenantWork {
            tenant: tenant.to_owned(),
            running,
            held_back,
            oldest_at: (held_back > 0).then(|| at(stored)),
            rate_limited: at_researcher(held_back > 0),
            in_flight_limited: Vec::new(),
        }
    }

    #[test]
    fn work_of_streams_and_workers_is_added_per_tenant_and_the_oldest_counts() {
        let streams = [
            waiting("classifier", "acme", 7, -20),
            waiting("researcher", "acme", 3, -90),
            waiting("writer", "b", 1, -5),
        ];
        let shares = largest(merge(&streams, &[work("acme", 2, 4, -30), work("c", 1, 0, 0)], at(0)));
        let acme = Share {
            tenant: "acme".to_owned(),
            waiting: 14,
            held_back: 4,
            in_flight: 2,
            oldest_seconds: Some(90),
            mostly_at: Some("classifier"),
            rate_limited: vec!["researcher".to_owned()],
            ..Share::default()
        };
        assert_eq!(shares[0], acme);
        assert_eq!(shares[1..].iter().map(|share| &share.tenant[..]).collect::<Vec<_>>(), ["b", "c"]);
        let many: Vec<TenantWork> = (0..10).map(|n| work(&format!("t{n}"), n, 0, 0)).collect();
        assert_eq!(largest(merge(&[], &many, at(0))).len(), MAX_TENANTS);
    }

    #[test]
    fn each_limit_is_named_with_what_to_do_and_old_work_without_one_asks_for_replicas() {
        let of = |change: fn(&mut Share)| {
            let mut share = Share { tenant: "acme".to_owned(), waiting: 3, ..Share::default() };
            change(&mut share);
            one(&share)
        };
        assert_eq!(of(|_| ()).state, State::Fine);
        let rate = of(|share| share.rate_limited = vec!["researcher".to_owned()]);
        assert!(rate.state == State::Notable && rate.mend.contains("AUSPEX_TENANT_RATE of researcher"), "{rate}");
        let in_flight = of(|share| share.in_flight_limited = vec!["writer".to_owned()]);
        assert!(in_flight.state == State::Notable && in_flight.mend.contains("AUSPEX_TENANT_IN_FLIGHT"), "{in_flight}");
        let budget = of(|share| share.day_budget_used_up = true);
        assert!(budget.mend.contains("auspex budget raise --tenant acme"), "{budget}");
        let old = of(|share| (share.oldest_seconds, share.mostly_at) = (Some(OLD_SECONDS), Some("filter")));
        assert!(old.state == State::Notable && old.mend.contains("add replicas of the worker filter"), "{old}");
        assert_eq!(of(|share| share.oldest_seconds = Some(OLD_SECONDS - 1)).state, State::Fine);
        assert_eq!(describe(&[])[0].state, State::Fine);
    }
}
