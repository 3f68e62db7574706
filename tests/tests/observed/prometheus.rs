//! The queries of the dashboard and the conditions of the alerts, evaluated by Prometheus over a fleet that has
//! answered a question.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use local_servers::{Port, Start, Worker};
use proto::event::Fact;
use proto::events::EventReceived;
use serde_json::Value;
use tests::wait::PATIENCE;
use tests::{Api, Fleet, Setup, events, wait};

use crate::{nats_exporter, promql, read, root};

/// Metrics whose labels are known with the first incident only, so they have no series in a healthy fleet, and what the
/// incident is.
const INCIDENTS: &[(&str, &str)] = &[
    ("auspex_budget_denials_total", "a budget denies a call"),
    ("auspex_cool_downs_total", "a provider is in cool-down"),
    ("auspex_model_refusals_total", "a model refuses a request"),
    ("auspex_model_account_blocked", "a provider refuses the account"),
    ("auspex_webhook_deliveries_total", "a webhook receives something"),
    ("auspex_http_streams", "a client follows results"),
    ("auspex_gateway_left_to_relay_total", "the gateway's queue is full"),
    ("auspex_relayed_total", "the relay publishes something"),
    ("auspex_consumer_rebuilds_total", "a consumer is rebuilt"),
    ("auspex_spans_dropped_total", "a process exports spans"),
    ("auspex_overtaken_total", "messages pass the backlog of another tenant"),
    ("auspex_tenant_limited_total", "a tenant reaches its limit of jobs"),
    ("auspex_store_groups_split_total", "a group of writes fails"),
    ("traces_span_metrics_duration_seconds_bucket", "a collector keeps traces"),
];
/// Metrics of Kubernetes and of the operators of its servers, whose alerts only `rules_test.yaml` fires.
const OF_KUBERNETES: [&str; 6] = ["kube_", "keda_", "kubelet_", "certmanager_", "cnpg_", "barman_"];
/// The alert that always fires.
const HEARTBEAT: &str = "AuspexAlertsDelivered";

/// A Prometheus that scrapes every second.
pub(crate) struct Prometheus {
    url: String,
    http: reqwest::Client,
    _process: Worker,
    _folder: tempfile::TempDir,
}

impl Prometheus {
    /// Starts it with these targets, by job; `None` if it is not installed.
    pub(crate) async fn start(targets: &[(&str, Vec<String>)]) -> Option<Self> {
        let search = std::env::var_os("PATH").unwrap_or_default();
        let program =
            std::env::split_paths(&search).map(|folder| folder.join("prometheus")).find(|path| path.is_file());
        let Some(program) = program else {
            println!("skipped: no prometheus; apt-get install prometheus");
            return None;
        };
        let (folder, port) = (tempfile::tempdir().unwrap(), Port::free().unwrap());
        let config = folder.path().join("prometheus.yml");
        std::fs::write(&config, configuration(targets)).unwrap();
        std::fs::copy(root().join("deploy/prometheus/rules.yaml"), folder.path().join("rules.yaml")).unwrap();
        let address = format!("127.0.0.1:{}", port.number());
        let mut start = Start::new("prometheus", program, folder.path().join("prometheus.log"));
        start.args = [
            format!("--config.file={}", config.display()),
            format!("--storage.tsdb.path={}", folder.path().join("data").display()),
            format!("--web.listen-address={address}"),
            "--enable-feature=exemplar-storage".to_owned(),
        ]
        .into();
        drop(port);
        let process = Worker::start(&start).unwrap();
        let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
        Some(Self { url: format!("http://{address}"), http, _process: process, _folder: folder })
    }

    /// Returns the series of a query.
    async fn query(&self, query: &str) -> anyhow::Result<Vec<Value>> {
        let data = self.data("query", &[("query", query)]).await?;
        Ok(data["result"].as_array().cloned().unwrap_or_default())
    }

    /// Returns the trace ids of the exemplars of a query, all that are stored.
    pub(crate) async fn traces_of_exemplars(&self, query: &str) -> anyhow::Result<BTreeSet<String>> {
        let all = [("query", query), ("start", "0"), ("end", "9999999999")];
        let data = self.data("query_exemplars", &all).await?;
        let series = data.as_array().into_iter().flatten();
        let exemplars = series.flat_map(|series| series["exemplars"].as_array().into_iter().flatten());
        Ok(exemplars.filter_map(|exemplar| exemplar["labels"]["trace_id"].as_str()).map(str::to_owned).collect())
    }

    async fn data(&self, path: &str, parameters: &[(&str, &str)]) -> anyhow::Result<Value> {
        let asked = self.http.get(format!("{}/api/v1/{path}", self.url)).query(parameters).send().await?;
        let mut answer: Value = asked.json().await?;
        anyhow::ensure!(answer["status"] == "success", "{parameters:?}: {answer}");
        Ok(answer["data"].take())
    }

    async fn until(&self, query: &str, has_series: bool) {
        let what = format!("{query} has {} series", if has_series { "a" } else { "no" });
        wait::until(&what, Duration::from_secs(90), || async {
            let found = self.query(query).await?;
            Ok(if found.is_empty() == has_series { Err(format!("{found:?}")) } else { Ok(()) })
        })
        .await
        .unwrap();
    }
}

fn configuration(targets: &[(&str, Vec<String>)]) -> String {
    let jobs = targets.iter().map(|(job, addresses)| {
        let list = addresses.iter().map(|address| format!("\"{address}\"")).collect::<Vec<_>>().join(", ");
        format!("  - job_name: {job}\n    static_configs:\n      - targets: [{list}]\n")
    });
    let jobs: String = jobs.collect();
    format!(
        "global: {{ scrape_interval: 1s, evaluation_interval: 1s }}\nrule_files: [rules.yaml]\nscrape_configs:\n{jobs}"
    )
}

/// Queries by title, with the variables of the dashboard replaced.
fn panels() -> Vec<(String, String)> {
    let board: Value = serde_json::from_str(&read("deploy/grafana/dashboards/fleet.json")).unwrap();
    let panels = board["panels"].as_array().unwrap();
    let targets = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().into_iter().flatten().map(move |target| (panel, target)));
    targets
        .map(|(panel, target)| {
            let mut query = target["expr"].as_str().unwrap().to_owned();
            for (variable, value) in
                [("$__rate_interval", "1m"), ("$__range", "5m"), ("$namespace", ".*"), ("$service", ".*")]
            {
                query = query.replace(variable, value);
            }
            (panel["title"].as_str().unwrap().to_owned(), query)
        })
        .collect()
}

fn alerts() -> Vec<(String, String)> {
    let text = read("deploy/prometheus/rules.yaml");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let names = lines.iter().filter_map(|line| line.strip_prefix("- alert: "));
    let expressions = lines.iter().filter_map(|line| line.strip_prefix("expr: "));
    names.zip(expressions).map(|(name, expression)| (name.to_owned(), expression.to_owned())).collect()
}

/// Returns true if the query can be empty without an incident only because of a metric that needs one, or compares with
/// a threshold.
fn needs_an_incident(query: &str) -> bool {
    let metrics = promql::names(query).metrics;
    let known = metrics.iter().any(|metric| INCIDENTS.iter().any(|(name, _)| metric == name));
    // Requests that failed, and thresholds of panels that show nothing while all is well.
    known || query.contains("status=~\"5..\"") || query.contains("status=\"429\"") || query.ends_with("> 0")
}

/// A fleet with a gateway that has answered an event, and Prometheus.
async fn observed() -> Option<(Fleet, Prometheus)> {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    let api = Api::start(&fleet).await.unwrap();
    let ours = fleet.places("").into_iter().map(|place| fleet.address(place)).collect();
    let exporter = nats_exporter::serve(fleet.servers.nats.monitor_url()).await;
    let prometheus = Prometheus::start(&[("auspex", ours), ("nats", vec![exporter])]).await?;
    // The first scrape precedes the work: a counter that is there from the beginning shows an increase.
    prometheus.until("count(up == 1) == 7", true).await;
    let tenth = domain::Event { id: domain::EventId::parse("over-http").unwrap(), ..events::transaction(3) };
    let body = EventReceived(tenth).encode();
    let request = api.http.post(format!("{}/v1/events", api.url)).bearer_auth(&api.token);
    let answer = request.header("content-type", "application/x-protobuf").body(body).send().await.unwrap();
    assert_eq!(answer.status(), 202);
    let jobs = [events::transaction(1), events::transaction(3), events::question(1), events::dust(1)];
    fleet.run(&jobs, PATIENCE).await.unwrap();
    // Two scrapes of the last work, and two runs of the writer's trimmer, which runs every 10 s.
    prometheus.until("sum(auspex_result_latency_seconds_count{kind=\"forecast\"}) > 0", true).await;
    prometheus
        .until("sum(increase(auspex_task_runs_total{task=\"trim-streams\",outcome=\"ok\"}[15m])) > 0", true)
        .await;
    Some((fleet, prometheus))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "part of `make rehearse`, which needs more programs and a minute"]
async fn every_panel_has_data_and_no_alert_has_a_cause_in_a_healthy_fleet() {
    let Some((_fleet, prometheus)) = observed().await else { return };
    let mut problems = Vec::new();
    for (title, query) in panels() {
        match prometheus.query(&query).await {
            Ok(found) if found.is_empty() && !needs_an_incident(&query) => {
                problems.push(format!("no data: {title}: {query}"));
            }
            Ok(_) => {}
            Err(error) => problems.push(format!("{title}: {error:#}")),
        }
    }
    let mut measured = BTreeSet::new();
    for (name, expression) in alerts() {
        measured.extend(promql::names(&expression).metrics);
        match prometheus.query(&expression).await {
            Ok(found) if found.is_empty() == (name == HEARTBEAT) => problems.push(format!("{name}: {found:?}")),
            Ok(_) => {}
            Err(error) => problems.push(format!("{name}: {error:#}")),
        }
    }
    // An alert over a metric without series could never fire.
    let elsewhere = |metric: &String| OF_KUBERNETES.iter().any(|prefix| metric.starts_with(prefix));
    let late = |metric: &String| INCIDENTS.iter().any(|(name, _)| metric == name);
    for metric in measured.iter().filter(|metric| !elsewhere(metric) && !late(metric)) {
        if prometheus.query(&format!("count({metric})")).await.unwrap().is_empty() {
            problems.push(format!("an alert uses {metric}, which has no series"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_query_is_found() {
    assert!(panels().len() > 40 && alerts().len() > 40 && Path::new(&root()).is_dir());
}
