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
