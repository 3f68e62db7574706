//! Mistakes in the environment: of the runtime, of each worker, and unknown variable names.

use std::collections::BTreeSet;

use runtime::config::{Env, Mistake, RuntimeConfig};
use runtime::topology::{SERVICES, processes};

use super::budgets;
use super::finding::Finding;
use crate::{Context, models};

/// Prefixes of settings that belong to other programs than the workers.
const OTHERS: &[&str] =
    &["AUSPEX_OFFLINE_", "AUSPEX_TOPOLOGY_", "AUSPEX_DEV_DIR", "AUSPEX_NATS_MONITOR_URL", "AUSPEX_TOKEN"];
/// Every setting of every worker and of the gateway. A test compares the page with the binaries.
const PAGE: &str = include_str!("../../../../docs/CONFIGURATION.md");

pub(super) fn check(context: &Context) -> Vec<Finding> {
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut unread: Option<BTreeSet<String>> = None;
    let mut limits = None;
    for service in SERVICES {
        let mut env = models::worker_env(context, service.name);
        limits = Some(worker::WorkerConfig::read(&mut env, service.name).limits);
        if let Err(error) = env.finish() {
            mistakes.extend(error.0);
        }
        let missed = unread_by_worker(&mut env);
        unread = Some(unread.map_or(missed.clone(), |all| all.intersection(&missed).cloned().collect()));
    }
    let mut findings: Vec<Finding> = (!context.has_fleet()).then(no_fleet).into_iter().collect();
    findings.extend(describe(mistakes, models::needs_no_key(context)));
    // All workers read the same limits.
    findings.extend(limits.as_ref().map(budgets::limits));
    findings.extend(unread.unwrap_or_default().iter().filter(|name| is_unknown(name)).map(|name| {
        Finding::notable(
            "settings",
            format!("{name} is set, but it is not a setting of any worker"),
            "check the spelling",
        )
    }));
    findings
}

fn no_fleet() -> Finding {
    Finding::notable(
        "fleet",
        "no fleet runs in this folder or a parent, and the environment names no servers",
        "start one with `auspex up`, or set AUSPEX_NATS_URL, AUSPEX_POSTGRES_URL and AUSPEX_REDIS_URL",
    )
}

/// Returns the variables that a worker does not read. The settings that the runtime of every worker reads are known
/// too; their mistakes are not reported here, because the CLI reads the same settings to connect.
fn unread_by_worker(env: &mut Env) -> BTreeSet<String> {
    RuntimeConfig::read(env);
    env.unread().into_iter().map(ToOwned::to_owned).collect()
}

/// Reports each mistake once. A missing API key is none if the fleet needs no key.
fn describe(mistakes: Vec<Mistake>, needs_no_key: bool) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let findings: Vec<Finding> = mistakes
        .into_iter()
        .filter(|mistake| !(needs_no_key && models::is_missing_key(mistake)))
        .filter(|mistake| seen.insert((mistake.name.clone(), mistake.problem.clone())))
        .map(|mistake| {
            Finding::broken("settings", format!("{}: {}", mistake.name, mistake.problem), "correct it and restart")
        })
        .collect();
    if findings.is_empty() { vec![Finding::fine("settings", "no mistakes")] } else { findings }
}

/// Returns true for an unknown name. Names with a worker's own prefix are checked only by that worker.
fn is_unknown(name: &str) -> bool {
    let own = processes().any(|service| name.starts_with(&format!("AUSPEX_{}_", service.name.to_uppercase())));
    let documented =
        PAGE.lines().any(|line| line.strip_prefix("| `").and_then(|rest| rest.split('`').next()) == Some(name));
    !own && !documented && !OTHERS.iter().any(|other| name.starts_with(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    fn mistake(name: &str, problem: &str) -> Mistake {
        Mistake { name: name.to_owned(), problem: problem.to_owned() }
    }

    #[test]
    fn a_mistake_shared_by_all_workers_is_reported_once() {
        let found = describe(vec![mistake("A", "bad"), mistake("A", "bad"), mistake("B", "bad")], false);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|finding| finding.state == State::Broken));
    }

    #[test]
    fn without_a_fleet_that_is_said_and_no_key_is_missing() {
        let without = Context::new(Env::default(), true).unwrap();
        let findings = check(&without);
        assert_eq!((findings[0].what.as_str(), findings[0].state), ("fleet", State::Notable));
        assert!(findings.iter().all(|finding| !finding.detail.contains("needs a key")));
        let named = Context::new(Env::from_pairs([("AUSPEX_POSTGRES_URL", "postgres://p/d")]), true).unwrap();
        assert!(check(&named).iter().all(|finding| finding.what != "fleet"));
    }

    #[test]
    fn the_offline_world_needs_no_key() {
        let missing = || vec![mistake("MINIMAX_API_KEY", "must be set: api.minimax.io needs a key.")];
        assert_eq!(describe(missing(), true)[0].state, State::Fine);
        assert_eq!(describe(missing(), false)[0].state, State::Broken);
    }

    #[test]
    fn a_setting_of_every_worker_s_runtime_is_not_unknown() {
        let names = ["AUSPEX_NATS_URL", "AUSPEX_HTTP_LISTEN", "AUSPEX_WORKER_GRACE", "AUSPEX_LOG_JSON"];
        let mut env = Env::from_pairs(names.iter().map(|name| (*name, "")).chain([("AUSPEX_NATS_ULR", "x")]));
        assert_eq!(unread_by_worker(&mut env), BTreeSet::from(["AUSPEX_NATS_ULR".to_owned()]));
    }

    #[test]
    fn a_worker_setting_is_not_unknown() {
        assert!(!is_unknown("AUSPEX_CLASSIFIER_BATCH") && !is_unknown("AUSPEX_GATEWAY_ADDR"));
        assert!(!is_unknown("AUSPEX_OFFLINE_LISTEN") && !is_unknown("AUSPEX_TOKEN"));
        assert!(!is_unknown("AUSPEX_NATS_URL") && !is_unknown("AUSPEX_SEARXNG_URL"));
        assert!(is_unknown("AUSPEX_NATS_ULR"));
    }
}
