//! Mistakes in the environment: of the runtime, of each worker, and names that nobody reads.

use std::collections::BTreeSet;

use runtime::config::{Env, Mistake};
use runtime::topology::SERVICES;

use super::budgets;
use super::finding::Finding;
use crate::Context;

/// Names of other programs' sections, which workers do not read.
const OTHERS: &[&str] = &["AUSPEX_OFFLINE_", "AUSPEX_TOPOLOGY_", "AUSPEX_DEV_DIR", "AUSPEX_NATS_MONITOR_URL"];

pub(super) fn look(context: &Context) -> Vec<Finding> {
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut unread: Option<BTreeSet<String>> = None;
    let mut limits = None;
    for service in SERVICES {
        let mut env = Env::from_process();
        limits = Some(worker::Config::read(&mut env, service.name).limits);
        if let Err(error) = env.finish() {
            mistakes.extend(error.0);
        }
        let missed: BTreeSet<String> = env.unread().into_iter().map(ToOwned::to_owned).collect();
        unread = Some(unread.map_or(missed.clone(), |all| all.intersection(&missed).cloned().collect()));
    }
    let mut findings = describe(mistakes, context.fleet.as_ref().is_some_and(|fleet| fleet.offline_url.is_some()));
    // Every worker reads the same ones.
    findings.extend(limits.as_ref().map(budgets::limits));
    findings.extend(unread.unwrap_or_default().iter().filter(|name| is_strange(name)).map(|name| {
        Finding::notable(
            "settings",
            format!("{name} is set and no worker's common settings have it"),
            "is it spelt right?",
        )
    }));
    findings
}

/// Each mistake once. A missing key is none where the offline world stands in.
fn describe(mistakes: Vec<Mistake>, offline: bool) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let findings: Vec<Finding> = mistakes
        .into_iter()
        .filter(|mistake| !(offline && mistake.problem.contains("needs a key")))
        .filter(|mistake| seen.insert((mistake.name.clone(), mistake.problem.clone())))
        .map(|mistake| {
            Finding::broken("settings", format!("{}: {}", mistake.name, mistake.problem), "correct it and start again")
        })
        .collect();
    if findings.is_empty() { vec![Finding::fine("settings", "no mistakes")] } else { findings }
}

/// A section of one worker alone is read by that worker, which is not asked here.
fn is_strange(name: &str) -> bool {
    let own = SERVICES.iter().any(|service| name.starts_with(&format!("AUSPEX_{}_", service.name.to_uppercase())));
    !own && !OTHERS.iter().any(|other| name.starts_with(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    fn mistake(name: &str, problem: &str) -> Mistake {
        Mistake { name: name.to_owned(), problem: problem.to_owned() }
    }

    #[test]
    fn five_workers_with_one_mistake_are_one_mistake() {
        let found = describe(vec![mistake("A", "bad"), mistake("A", "bad"), mistake("B", "bad")], false);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|finding| finding.state == State::Broken));
    }

    #[test]
    fn no_key_is_needed_in_the_offline_world() {
        let missing = || vec![mistake("MINIMAX_API_KEY", "must be set: api.minimax.io needs a key.")];
        assert_eq!(describe(missing(), true)[0].state, State::Fine);
        assert_eq!(describe(missing(), false)[0].state, State::Broken);
    }

    #[test]
    fn a_workers_own_section_is_not_strange() {
        assert!(!is_strange("AUSPEX_CLASSIFIER_BATCH") && !is_strange("AUSPEX_OFFLINE_LISTEN"));
        assert!(is_strange("AUSPEX_NATS_ULR"));
    }
}
