//! Alerts: each has a runbook, none is blind if its worker or its server does not run, and promtool fires them.

use std::path::Path;
use std::process::Command;

use runtime::topology::{CONSUMERS, SERVICES};

use crate::{alerts, read, root};

/// Sections of a runbook.
const SECTIONS: [&str; 3] = ["## Meaning", "## Check", "## Mend"];

fn expression(name: &str) -> String {
    alerts().into_iter().find(|(alert, _)| alert == name).map(|(_, expression)| expression).unwrap()
}

#[test]
fn every_alert_has_a_runbook_with_meaning_check_and_mend() {
    let rules = read("deploy/prometheus/rules.yaml");
    let alerts = alerts();
    for (name, _) in &alerts {
        let path = format!("docs/runbooks/{name}.md");
        assert!(rules.contains(&format!("runbook_url: {path}\n")), "{name} has no runbook_url {path}");
        let text = std::fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        for section in SECTIONS {
            let (_, after) = text.split_once(section).unwrap_or_else(|| panic!("{path} has no {section}"));
            let content = after.split("\n## ").next().unwrap();
            assert!(content.trim().len() > 20, "{path}: {section} is empty");
        }
    }
    let files = std::fs::read_dir(root().join("docs/runbooks")).unwrap().count();
    // One more: the list of them.
    assert_eq!(files, alerts.len() + 1, "docs/runbooks has a file without an alert");
}

/// A process that does not run reports nothing, so its absence is its own alert.
#[test]
fn the_absence_of_each_worker_and_of_each_consumer_is_an_alert() {
    let workers = expression("AuspexWorkerAbsent");
    for service in SERVICES {
        let name = service.name;
        // Of one fleet among several in a cluster, and of the only one.
        let in_a_fleet = format!("unless on (namespace) auspex_build_info{{service=\"{name}\"}}");
        assert!(workers.contains(&in_a_fleet), "{name}: {workers}");
        assert!(workers.contains(&format!("absent(auspex_build_info{{service=\"{name}\"}})")), "{name}: {workers}");
    }
    let consumers = expression("AuspexConsumerMissing");
    for consumer in CONSUMERS {
        let wanted =
            format!("unless on (namespace) jetstream_consumer_num_pending{{consumer_name=\"{}\"}}", consumer.name);
        assert!(consumers.contains(&wanted), "{}: {consumers}", consumer.name);
    }
}

/// Followers of a consumer report a lag of 0, and a worker that does not run reports none.
#[test]
fn lag_is_measured_at_the_leader_of_the_consumer() {
    for name in ["AuspexConsumerLags", "AuspexNothingIsWorkedOn"] {
        let expression = expression(name);
        assert!(
            expression.contains("jetstream_consumer_num_pending{is_consumer_leader=\"true\"}"),
            "{name}: {expression}"
        );
        assert!(!expression.contains("auspex_consumer_pending"), "{name}: {expression}");
    }
}

#[test]
fn compose_delivers_alerts_through_alertmanager() {
    let prometheus = read("deploy/prometheus/prometheus.yaml");
    assert!(prometheus.contains("alertmanagers:") && prometheus.contains("alertmanager:9093"), "{prometheus}");
    let compose = read("deploy/compose.yaml");
    assert!(compose.contains("\n  alertmanager:\n") && compose.contains("./alertmanager.yaml:"), "{compose}");
}

/// Runs promtool, or reports once that it is absent.
fn promtool(arguments: &[&str], folder: &Path) {
    match Command::new("promtool").args(arguments).current_dir(folder).output() {
        Err(error) => println!("skipped promtool {arguments:?}: {error}; apt-get install prometheus"),
        Ok(ran) => {
            let printed = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
            assert!(ran.status.success(), "promtool {arguments:?}: {printed}");
        }
    }
}

#[test]
fn promtool_accepts_the_rules_and_fires_each_by_its_cause() {
    let folder = root().join("deploy/prometheus");
    promtool(&["check", "rules", "rules.yaml"], &folder);
    promtool(&["test", "rules", "rules_test.yaml", "rules_day_test.yaml"], &folder);
    let fired = read("deploy/prometheus/rules_test.yaml") + &read("deploy/prometheus/rules_day_test.yaml");
    for (name, _) in alerts() {
        assert!(fired.contains(&format!("alertname: {name}\n")), "no rules test fires {name}");
    }
}

/// Two fleets of a cluster share one Prometheus. An alert that adds or compares over namespaces is satisfied by the
/// other fleet.
#[test]
fn every_alert_tells_the_fleets_of_a_cluster_apart() {
    let everywhere = ["AuspexAlertsDelivered", "AuspexNatsUnobserved", "AuspexScalerErrors", "AuspexScrapeFails"];
    for (name, expression) in alerts().iter().filter(|(name, _)| !everywhere.contains(&name.as_str())) {
        for aggregation in ["sum", "max", "min", "count", "group"] {
            for (at, _) in expression.match_indices(&format!("{aggregation} by (")) {
                let labels = &expression[at..at + expression[at..].find(')').unwrap()];
                assert!(labels.contains("namespace"), "{name}: {labels}) merges fleets: {expression}");
            }
            assert!(
                !expression.contains(&format!("{aggregation}(")),
                "{name}: {aggregation} without `by`: {expression}"
            );
        }
    }
}

/// A job that is put off is delivered again, so that counting its deliveries as outcomes would hide dead letters.
#[test]
fn ratios_of_outcomes_leave_out_every_delivery_that_is_put_off() {
    let lists: Vec<String> = alerts()
        .iter()
        .flat_map(|(_, expression)| expression.split("auspex_jobs_total{outcome!~\"").skip(1))
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect();
    assert!(!lists.is_empty());
    let help = read("docs/LOGGING.md");
    for outcome in ["retry", "defer", "wait", "duplicate", "held", "abandoned"] {
        assert!(help.contains(&format!("`{outcome}`")), "{outcome} is an outcome of a delivery");
        assert!(lists.iter().all(|list| list.split('|').any(|one| one == outcome)), "{outcome}: {lists:?}");
    }
}

#[test]
fn runbooks_serve_the_overlays_and_the_chart() {
    for entry in std::fs::read_dir(root().join("docs/runbooks")).unwrap() {
        let (name, text) = entry.map(|file| (file.path(), std::fs::read_to_string(file.path()).unwrap())).unwrap();
        let names_a_file = text.contains("k8s/base") || text.contains("overlay");
        assert!(!names_a_file || text.contains("chart") || text.contains("helm"), "{}", name.display());
        assert!(!text.contains("delete the job `topology`"), "{}: the chart's job has another name", name.display());
    }
}
