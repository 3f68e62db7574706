//! A trace through the collector, with the file of deploy/.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use cli::traces::{Receiver, read as read_spans};
use local_servers::{Port, Start, Worker};
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events, wait};

use crate::prometheus::Prometheus;
use crate::{read, root};

/// Returns the program, or prints why the test is skipped.
fn program() -> Option<PathBuf> {
    let built = root().join(".dev/otelcol");
    let named = std::env::var_os("OTELCOL").map(PathBuf::from);
    let program = named.unwrap_or_else(|| if built.is_file() { built } else { "otelcol".into() });
    let found = Command::new(&program).arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !found {
        println!("skipped the collector: {} cannot be run; `make otelcol` builds it with Go", program.display());
    }
    found.then_some(program)
}

/// The file of deploy/ with other addresses, a short wait before the decision, and without the sampling of unremarkable
/// traces.
fn configuration([listen, health, metrics, tempo]: [&str; 4]) -> String {
    let mut text = read("deploy/otel-collector.yaml");
    let changes = [
        ("\":4318\"", listen),
        ("\":13133\"", health),
        ("\":8889\"", metrics),
        // The receiver of the tests reads no gzip, which is the exporter's default.
        ("http://tempo:4318", &format!("{tempo}\n    compression: none")),
        ("decision_wait: 2m", "decision_wait: 2s"),
        ("sampling_percentage: 10", "sampling_percentage: 100"),
    ];
    for (from, to) in changes {
        assert!(text.contains(from), "deploy/otel-collector.yaml has no {from}");
        text = text.replace(from, to);
    }
    text + "  telemetry: { metrics: { level: none } }\n"
}

fn validate(program: &Path, file: &Path) {
    let ran = Command::new(program).arg("validate").arg("--config").arg(file).output().unwrap();
    assert!(ran.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&ran.stderr));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "part of `make rehearse`, which needs more programs and a minute"]
async fn a_trace_passes_the_collector_completely() {
    let Some(program) = program() else { return };
    validate(&program, &root().join("deploy/otel-collector.yaml"));
    let folder = tempfile::tempdir().unwrap();
    let [listen, health, metrics] = [(), (), ()].map(|()| Port::free().unwrap());
    let [listen_at, health_at, metrics_at] =
        [&listen, &health, &metrics].map(|port| format!("127.0.0.1:{}", port.number()));
    let file = folder.path().join("spans.ndjson");
    let tempo = Receiver::start("127.0.0.1:0".parse().unwrap(), &file).await.unwrap();
    let config = folder.path().join("collector.yaml");
    std::fs::write(&config, configuration([&listen_at, &health_at, &metrics_at, &tempo.url()])).unwrap();
    let mut start = Start::new("otelcol", program, folder.path().join("collector.log"));
    start.args = vec![format!("--config={}", config.display())];
    drop((listen, health, metrics));
    let _collector = Worker::start(&start).unwrap();
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    wait::until("the collector answers", PATIENCE, || async {
        let answer = http.get(format!("http://{health_at}/")).send().await?;
        Ok(if answer.status().is_success() { Ok(()) } else { Err(answer.status().to_string()) })
    })
    .await
    .unwrap();

    let setup = Setup::default()
        .with("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://{listen_at}"))
        .with("AUSPEX_LOG", "info")
        .with("OTEL_BSP_SCHEDULE_DELAY", "200");
    let fleet = Fleet::start(setup).await.unwrap();
    fleet.run(&[events::question(1)], PATIENCE).await.unwrap();
    wait::until("every kind of span has passed the collector", PATIENCE, || async {
        let names: BTreeSet<String> = read_spans(&file)?.into_iter().map(|span| span.name).collect();
        let missing: Vec<&str> =
            KINDS.iter().copied().filter(|kind| !names.iter().any(|name| name.starts_with(kind))).collect();
        Ok(if missing.is_empty() { Ok(()) } else { Err(format!("missing {missing:?} in {names:?}")) })
    })
    .await
    .unwrap();
    let spans = read_spans(&file).unwrap();
    assert!(spans.iter().all(|span| !span.attributes.contains_key("gen_ai.input.messages")));
    let Some(prometheus) = Prometheus::start(&[("otel-collector", vec![metrics_at])]).await else { return };
    let kept: BTreeSet<String> = spans.into_iter().map(|span| span.trace).collect();
    wait::until("Prometheus has an exemplar of the question's trace", PATIENCE, || async {
        let found = prometheus.traces_of_exemplars("traces_span_metrics_duration_seconds_bucket").await?;
        Ok(if found.is_disjoint(&kept) { Err(format!("{found:?}")) } else { Ok(()) })
    })
    .await
    .unwrap();
}

/// Beginnings of the names of spans: every hop, model call, tool call, request and publish of a question.
const KINDS: [&str; 9] = [
    "process auspex.event",
    "process auspex.research.requested",
    "process auspex.research.gathered",
    "process auspex.evidence.filtered",
    "process auspex.forecast.made",
    "chat ",
    "execute_tool ",
    "GET",
    "publish auspex.",
];
