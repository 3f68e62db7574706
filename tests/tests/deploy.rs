//! Deployment files against the code: each metric and label of a panel or an alert is exported by a binary, each
//! variable of a file is read by a binary, and each dependency has a reason.

#![allow(clippy::unwrap_used, reason = "a test may")]

#[path = "deploy/alerts.rs"]
mod alerts;
#[path = "deploy/audit.rs"]
mod audit;
#[path = "deploy/commands.rs"]
mod commands;
#[path = "deploy/compose.rs"]
mod compose;
#[path = "deploy/dependencies.rs"]
mod dependencies;
#[path = "deploy/grafana.rs"]
mod grafana;
#[path = "deploy/planted.rs"]
mod planted;
#[path = "deploy/promql.rs"]
mod promql;
#[path = "deploy/release.rs"]
mod release;
#[path = "deploy/samples.rs"]
mod samples;
#[path = "deploy/sealed.rs"]
mod sealed;
#[path = "deploy/variables.rs"]
mod variables;
#[path = "deploy/workflows.rs"]
mod workflows;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use telemetry::metric::{ALL, MetricKind};

/// Metrics of other programs that a query may use, from their sources, with their labels.
const FOREIGN: &[(&str, &[&str])] = &[
    ("up", &["job", "instance"]),
    // Metrics of prometheus-nats-exporter.
    ("gnatsd_varz_jetstream_stats_storage", &[]),
    ("gnatsd_varz_jetstream_config_max_storage", &[]),
    ("jetstream_server_max_storage", &[]),
    ("jetstream_stream_total_bytes", &["stream_name", "is_stream_leader"]),
    // The rules copy its `consumer_name` to `consumer`, the name of our metrics.
    ("jetstream_consumer_num_pending", &["consumer_name", "is_consumer_leader", "consumer"]),
    ("jetstream_consumer_num_ack_pending", &["consumer_name", "is_consumer_leader"]),
    // The connector spanmetrics of deploy/otel-collector.yaml.
    (KEPT_SPANS, &["service_name", "span_name", "span_kind", "status_code"]),
    // kube-state-metrics and KEDA.
    ("kube_pod_container_status_restarts_total", &["namespace", "pod", "container"]),
    ("kube_pod_status_phase", &["namespace", "pod", "phase"]),
    ("kube_pod_container_status_last_terminated_exitcode", &["namespace", "pod", "container"]),
    ("kube_deployment_status_replicas_unavailable", &["namespace", "deployment"]),
    ("kube_deployment_status_replicas_available", &["namespace", "deployment"]),
    ("kube_horizontalpodautoscaler_status_current_replicas", &["namespace", "horizontalpodautoscaler"]),
    ("kube_horizontalpodautoscaler_spec_max_replicas", &["namespace", "horizontalpodautoscaler"]),
    ("kube_job_failed", &["namespace", "job_name", "condition"]),
    ("keda_scaler_detail_errors_total", &["scaledObject"]),
    ("keda_scaled_object_errors_total", &["scaledObject"]),
    // The kubelet and cert-manager.
    ("kubelet_volume_stats_available_bytes", &["namespace", "persistentvolumeclaim"]),
    ("kubelet_volume_stats_capacity_bytes", &["namespace", "persistentvolumeclaim"]),
    ("certmanager_certificate_expiration_timestamp_seconds", &["namespace", "name"]),
    // CloudNativePG and its plugin barman-cloud.
    ("cnpg_collector_up", &["namespace", "pod"]),
    ("cnpg_collector_pg_wal_archive_status", &["namespace", "pod", "value"]),
    ("cnpg_pg_replication_lag", &["namespace", "pod"]),
    ("cnpg_backends_total", &["namespace", "pod", "state"]),
    ("cnpg_pg_settings_setting", &["namespace", "pod", "name"]),
    ("barman_cloud_cloudnative_pg_io_last_available_backup_timestamp", &["namespace", "pod"]),
];
/// The histogram of the durations of spans of kept traces, with exemplars.
const KEPT_SPANS: &str = "traces_span_metrics_duration_seconds_bucket";
/// Labels that Prometheus adds.
const ADDED_LABELS: &[&str] = &["le", "job", "instance", "namespace"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// Returns title and query of each panel of the dashboard.
fn panels() -> Vec<(String, String)> {
    let board: serde_json::Value = serde_json::from_str(&read("deploy/grafana/dashboards/fleet.json")).unwrap();
    let panels = board["panels"].as_array().unwrap();
    panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().into_iter().flatten().map(move |target| (panel, target)))
        .map(|(panel, target)| {
            (panel["title"].as_str().unwrap().to_owned(), target["expr"].as_str().unwrap().to_owned())
        })
        .collect()
}

/// Returns name and expression of each alert, one per line of the file.
fn alerts() -> Vec<(String, String)> {
    let text = read("deploy/prometheus/rules.yaml");
    let mut name = String::new();
    let mut alerts = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(alert) = line.strip_prefix("- alert: ") {
            alert.clone_into(&mut name);
        }
        if let Some(expression) = line.strip_prefix("expr: ") {
            alerts.push((name.clone(), expression.to_owned()));
        }
    }
    alerts
}

/// Returns the problems of a query.
fn problems(query: &str) -> Vec<String> {
    let used = promql::names(query);
    if used.metrics.is_empty() {
        return vec!["it names no metric".to_owned()];
    }
    let mut known_labels: Vec<&str> = ADDED_LABELS.to_vec();
    let mut problems = Vec::new();
    for metric in &used.metrics {
        let own = ALL.iter().find(|known| exports(known.name, known.kind, metric)).map(|known| known.labels);
        let foreign = || FOREIGN.iter().find(|(name, _)| name == metric).map(|(_, labels)| *labels);
        match own.or_else(foreign) {
            Some(labels) => known_labels.extend(labels),
            None => problems.push(format!("no binary exports {metric}")),
        }
    }
    let unknown = used.labels.iter().filter(|label| !known_labels.contains(&label.as_str()));
    problems.extend(unknown.map(|label| format!("none of its metrics has the label {label}")));
    problems
}

/// Returns true if a metric of the table is exported under this name.
fn exports(name: &str, kind: MetricKind, shown: &str) -> bool {
    match kind {
        MetricKind::Histogram(_) => {
            ["_bucket", "_sum", "_count"].iter().any(|end| shown.strip_suffix(end) == Some(name))
        }
        MetricKind::Counter | MetricKind::Gauge => shown == name,
    }
}

#[test]
fn every_panel_shows_metrics_that_the_binaries_export() {
    let panels = panels();
    assert!(panels.len() > 20, "the dashboard has {} queries", panels.len());
    for (title, query) in panels {
        assert_eq!(problems(&query), Vec::<String>::new(), "{title}: {query}");
    }
}

#[test]
fn every_alert_uses_metrics_that_the_binaries_export() {
    let alerts = alerts();
    assert!(alerts.len() > 8, "there are {} alerts", alerts.len());
    for (name, expression) in alerts {
        assert_eq!(problems(&expression), Vec::<String>::new(), "{name}: {expression}");
    }
}

/// The counters of caches were described, shown and documented, and no line counted.
#[test]
fn every_metric_is_recorded_somewhere() {
    let table = read("crates/telemetry/src/metric.rs");
    let mut sources = String::new();
    for file in ["crates", "services"].iter().flat_map(|folder| variables::files(&root().join(folder), "rs")) {
        if !file.ends_with("telemetry/src/metric.rs") {
            sources.push_str(&std::fs::read_to_string(file).unwrap());
        }
    }
    let words: BTreeSet<&str> = sources.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    for metric in ALL {
        let (before, _) = table.split_once(&format!(" = \"{}\"", metric.name)).unwrap();
        let constant = before.rsplit(' ').next().unwrap();
        // Crates that do not depend on the table write the name.
        let is_recorded = words.contains(constant) || sources.contains(&format!("!(\"{}\"", metric.name));
        assert!(is_recorded, "no line records {} (telemetry::metric::{constant})", metric.name);
    }
}

#[test]
fn the_dashboard_has_the_required_panels() {
    let shown: String = panels().into_iter().map(|(_, query)| query).collect();
    let wanted = [
        telemetry::metric::CONSUMER_PENDING,
        telemetry::metric::JOBS,
        telemetry::metric::JOB_DURATION,
        telemetry::metric::REDELIVERIES,
        telemetry::metric::DEAD_LETTERS,
        telemetry::metric::TOKEN_USAGE,
        telemetry::metric::COST,
        telemetry::metric::HTTP_REQUESTS,
        telemetry::metric::HTTP_DURATION,
        telemetry::metric::HTTP_IN_FLIGHT,
        telemetry::metric::HTTP_STREAMS,
        telemetry::metric::PUBLISH_QUEUE,
        telemetry::metric::SCOPE_REFUSALS,
        telemetry::metric::QUEUE_AGE,
        telemetry::metric::RESULT_LATENCY,
        telemetry::metric::STORE_CONNECTIONS,
        telemetry::metric::REDIS_DURATION,
        telemetry::metric::PROCESS_CPU,
        telemetry::metric::SPANS_DROPPED,
        telemetry::metric::TODOS,
    ];
    for metric in wanted {
        assert!(shown.contains(metric), "{metric} is on no panel");
    }
}

/// Every panel follows the variables, and a panel with a runbook links to one that exists.
#[test]
fn panels_use_the_variables_and_link_to_runbooks() {
    let board: serde_json::Value = serde_json::from_str(&read("deploy/grafana/dashboards/fleet.json")).unwrap();
    let variables = board["templating"]["list"].as_array().unwrap();
    let names: Vec<&str> = variables.iter().filter_map(|variable| variable["name"].as_str()).collect();
    assert_eq!(names, ["datasource", "traces", "logs", "namespace", "service", "runbooks"]);
    for (title, query) in panels() {
        let is_ours =
            promql::names(&query).metrics.iter().all(|metric| !metric.starts_with("gnatsd_") && metric != KEPT_SPANS);
        assert!(!is_ours || query.contains("namespace=~\"$namespace\""), "{title}: {query}");
    }
    let mut linked = 0;
    for panel in board["panels"].as_array().unwrap() {
        let source = panel["datasource"]["uid"].as_str();
        assert!(panel["type"] == "row" || source == Some("${datasource}"), "{}", panel["title"]);
        for link in panel["links"].as_array().into_iter().flatten() {
            let page = link["url"].as_str().unwrap().strip_prefix("${runbooks:raw}/").unwrap();
            assert!(root().join("docs/runbooks").join(page).is_file(), "{}: {page}", panel["title"]);
            linked += 1;
        }
    }
    assert!(linked > 15, "{linked} panels link to a runbook");
}

/// The workers record no exemplars (ADR 0029), so a point of a panel of durations leads to the traces of its series
/// that took as long.
#[test]
fn a_point_of_a_latency_panel_links_to_the_traces_that_took_as_long() {
    let board: serde_json::Value = serde_json::from_str(&read("deploy/grafana/dashboards/fleet.json")).unwrap();
    // Durations that a span has as well.
    let traced = [
        telemetry::metric::JOB_DURATION,
        telemetry::metric::HTTP_DURATION,
        telemetry::metric::OPERATION_DURATION,
        telemetry::metric::RESULT_LATENCY,
    ];
    let mut linked = BTreeSet::new();
    for panel in board["panels"].as_array().unwrap() {
        let queries: Vec<&str> =
            panel["targets"].as_array().into_iter().flatten().filter_map(|target| target["expr"].as_str()).collect();
        let metric =
            traced.iter().find(|metric| queries.iter().any(|query| query.contains(&format!("({metric}_bucket"))));
        let Some(metric) = metric else { continue };
        let url = panel["fieldConfig"]["defaults"]["links"][0]["url"].as_str();
        let url = url.unwrap_or_else(|| panic!("{}: a point leads to no trace", panel["title"]));
        let (_, label) = url.split_once("${__field.labels.").unwrap();
        let label = label.split('}').next().unwrap();
        assert!(
            queries.iter().all(|query| query.contains(&format!("by (le, {label})"))),
            "{}: {label}",
            panel["title"]
        );
        for part in ["\"datasource\":\"${traces}\"", "uration >= ${__value.raw}s }", "\"from\":\"${__from}\""] {
            assert!(url.contains(part), "{}: {url} has no {part}", panel["title"]);
        }
        // It would end the parameter.
        assert!(!url.contains('&'), "{url}");
        linked.insert(*metric);
    }
    assert_eq!(linked.len(), traced.len(), "{linked:?}");
}

/// The histograms of the collector count kept traces only, so every exemplar of them leads to a trace. The path from
/// the span to the click.
#[test]
fn exemplars_of_kept_traces_reach_the_panels() {
    let board: serde_json::Value = serde_json::from_str(&read("deploy/grafana/dashboards/fleet.json")).unwrap();
    let targets = board["panels"].as_array().unwrap().iter().flat_map(|panel| panel["targets"].as_array()).flatten();
    let asked: Vec<bool> = targets
        .filter(|target| target["expr"].as_str().unwrap().contains(KEPT_SPANS))
        .map(|target| target["exemplar"] == true)
        .collect();
    assert_eq!(asked, [true, true]);
    let collector = read("deploy/otel-collector.yaml");
    let (_, pipelines) = collector.split_once("pipelines:").unwrap();
    assert!(pipelines.contains("processors: [memory_limiter, attributes/no-content, tail_sampling, batch]"));
    assert!(pipelines.contains("exporters: [otlphttp/tempo, spanmetrics]"), "{pipelines}");
    assert!(read("deploy/compose.yaml").contains("--enable-feature=exemplar-storage"));
    let port = "otel-collector:8889";
    assert!(collector.contains("endpoint: \":8889\"") && read("deploy/prometheus/prometheus.yaml").contains(port));
    let sources = read("deploy/grafana/provisioning/datasources/datasources.yaml");
    assert!(sources.contains("exemplarTraceIdDestinations: [{ name: trace_id, datasourceUid: tempo }]"), "{sources}");
}

#[test]
fn an_invalid_query_is_found() {
    assert_eq!(problems("rate(auspex_jobs[5m])"), ["no binary exports auspex_jobs"]);
    assert_eq!(problems("auspex_job_duration_seconds"), ["no binary exports auspex_job_duration_seconds"]);
    assert_eq!(problems("sum by (colour) (auspex_jobs_total)"), ["none of its metrics has the label colour"]);
    assert_eq!(problems("auspex_jobs_total{pod=\"x\"}"), ["none of its metrics has the label pod"]);
    assert_eq!(problems("1 + 1"), ["it names no metric"]);
}
