//! Grace periods of compose.yaml against the settings of the workers.

use super::read;

/// Returns the lines below `start` that are indented deeper than it.
fn block<'a>(compose: &'a str, start: &str) -> Vec<&'a str> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let inner = compose.lines().skip_while(|line| *line != start).skip(1);
    inner.take_while(|line| indent(line) > indent(start)).collect()
}

/// Returns the value of `key` in the block of a service, or the one that all workers share.
fn value(compose: &str, service: &str, key: &str) -> String {
    let lines = [block(compose, &format!("  {service}:")), block(compose, "x-worker: &worker")].concat();
    let found = lines.iter().find_map(|line| line.trim().strip_prefix(key)?.strip_prefix(':'));
    found.unwrap().trim().to_owned()
}

fn seconds(duration: &str) -> u64 {
    runtime::config::parse_duration(duration).unwrap().as_secs()
}

/// Services without a program that could check them.
const UNCHECKED: [&str; 3] = ["nats-exporter", "otel-collector", "tempo"];

#[test]
fn every_service_of_compose_has_a_health_check() {
    let compose = read("deploy/compose.yaml");
    let services: Vec<&str> = block(&compose, "services:")
        .into_iter()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .collect();
    let named: Vec<&str> = services.iter().filter_map(|line| line.trim().strip_suffix(':')).collect();
    assert!(named.len() > 14, "{named:?}");
    // The job `topology` ends.
    for service in named.into_iter().filter(|name| !UNCHECKED.contains(name) && *name != "topology") {
        let lines = block(&compose, &format!("  {service}:"));
        let checked = |line: &&str| line.contains("healthcheck:") || line.trim() == "<<: *worker";
        assert!(lines.iter().any(checked), "{service} has no health check");
    }
}

#[test]
fn compose_waits_longer_for_a_worker_than_the_worker_for_its_jobs() {
    let compose = read("deploy/compose.yaml");
    for service in runtime::topology::SERVICES {
        let settings = read(&format!("deploy/config/{}.env", service.name));
        let grace = settings.lines().find_map(|line| line.strip_prefix("AUSPEX_WORKER_GRACE=")).unwrap_or("10s");
        let limit = seconds(&value(&compose, service.name, "stop_grace_period"));
        assert!(limit >= seconds(grace) + 10, "{} has {grace} of {limit} s", service.name);
        let long = ["researcher", "forecaster"].contains(&service.name);
        assert_eq!(limit == 360, long, "{}: {limit} s; calls that are paid for are waited for", service.name);
    }
}
