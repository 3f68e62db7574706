//! The table of all metrics: name, kind, labels and meaning. Dashboards and alerts are tested against [`ALL`]. Record
//! with `metrics::counter!(telemetry::metric::JOBS, "service" => …)`.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// Type of a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MetricKind {
    /// A value that only grows.
    Counter,
    /// A value that goes up and down.
    Gauge,
    /// A distribution over buckets with these upper bounds.
    Histogram(&'static [f64]),
}

/// Name, type, labels and help text of a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    /// Name in Prometheus; a histogram adds `_bucket`, `_sum` and `_count`.
    pub name: &'static str,
    /// Type of the metric.
    pub kind: MetricKind,
    /// Names of the labels.
    pub labels: &'static [&'static str],
    /// Help text in `/metrics` and docs/LOGGING.md.
    pub help: &'static str,
}

/// Seconds: from a cached answer (1 ms) to the hard deadline of a handler (15 min).
const SECONDS: &[f64] =
    &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 900.0];
/// Seconds: from an event that rules answer (50 ms) to a run whose batches take a day.
const LONG_SECONDS: &[f64] =
    &[0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1_800.0, 3_600.0, 14_400.0, 86_400.0];
/// Powers of four, as the GenAI conventions advise for token counts.
const TOKENS: &[f64] =
    &[1.0, 4.0, 16.0, 64.0, 256.0, 1_024.0, 4_096.0, 16_384.0, 65_536.0, 262_144.0, 1_048_576.0, 4_194_304.0];
/// Batch sizes; the classifier's default is 32.
const SIZES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0, 64.0, 128.0];
/// Members of a group of the store, 512 at most.
const MEMBERS: &[f64] = &[1.0, 4.0, 16.0, 64.0, 256.0, 512.0];

macro_rules! metrics {
    ($($(#[doc = $doc:literal])+ $id:ident = $name:literal, $kind:expr, [$($label:literal),*];)+) => {
        $($(#[doc = $doc])+ pub const $id: &str = $name;)+
        /// All metrics of the fleet.
        pub const ALL: &[Metric] = &[$(Metric {
            name: $name,
            kind: $kind,
            labels: &[$($label),*],
            // A doc comment's text begins with the space that follows `///`.
            help: concat!($($doc),+).trim_ascii_start(),
        }),+];
    };
}

metrics! {
    /// Deliveries settled, by outcome: the handler's own label, or `duplicate`, `retry`, `defer`, `wait`, `dead`,
    /// `held`, `abandoned`.
    JOBS = "auspex_jobs_total", MetricKind::Counter, ["service", "consumer", "outcome"];
    /// Seconds from a delivery's arrival to its settlement.
    JOB_DURATION = "auspex_job_duration_seconds", MetricKind::Histogram(SECONDS), ["service", "consumer", "outcome"];
    /// Seconds spent in the handler.
    HANDLE_DURATION = "auspex_handle_duration_seconds", MetricKind::Histogram(SECONDS), ["service", "consumer"];
    /// Deliveries in progress in this instance.
    IN_FLIGHT = "auspex_jobs_in_flight", MetricKind::Gauge, ["service", "consumer"];
    /// Messages in the stream that this consumer has not received.
    CONSUMER_PENDING = "auspex_consumer_pending", MetricKind::Gauge, ["service", "consumer"];
    /// Messages delivered to this consumer and not yet acknowledged, over all replicas.
    CONSUMER_ACK_PENDING = "auspex_consumer_ack_pending", MetricKind::Gauge, ["service", "consumer"];
    /// Messages read past a backlog of another tenant.
    OVERTAKEN = "auspex_overtaken_total", MetricKind::Counter, ["service", "consumer"];
    /// Tenants with messages that wait behind a backlog of another tenant, as the replica saw it last.
    TENANTS_WAITING = "auspex_tenants_waiting", MetricKind::Gauge, ["service", "consumer"];
    /// Deliveries handed back because their tenant had reached its limit of jobs in progress or of starts per second.
    TENANT_LIMITED = "auspex_tenant_limited_total", MetricKind::Counter, ["service", "consumer"];
    /// Bytes of the messages in a stream.
    STREAM_BYTES = "auspex_stream_bytes", MetricKind::Gauge, ["service", "stream"];
    /// Maximum bytes of a stream; 0 for no limit.
    STREAM_MAX_BYTES = "auspex_stream_max_bytes", MetricKind::Gauge, ["service", "stream"];
    /// Age in seconds of a stream's oldest message; 0 for an empty stream.
    STREAM_OLDEST = "auspex_stream_oldest_seconds", MetricKind::Gauge, ["service", "stream"];
    /// Deliveries of messages that JetStream had delivered before.
    REDELIVERIES = "auspex_redeliveries_total", MetricKind::Counter, ["service", "consumer"];
    /// Dead letters, by class: `undecodable`, `rejected`, `exhausted`, `poisoned`.
    DEAD_LETTERS = "auspex_dead_letters_total", MetricKind::Counter, ["service", "consumer", "class"];
    /// Dead letters above the rate of their tenant and class, which are counted in one letter instead of stored.
    DEAD_LETTERS_FOLDED = "auspex_dead_letters_folded_total", MetricKind::Counter, ["service", "consumer", "class"];
    /// Acknowledgements that the server did not confirm; the inbox absorbs the redelivery.
    ACK_FAILURES = "auspex_ack_failures_total", MetricKind::Counter, ["service", "consumer"];
    /// Consumers rebuilt by the watchdog, by reason.
    REBUILDS = "auspex_consumer_rebuilds_total", MetricKind::Counter, ["service", "consumer", "reason"];
    /// Deliveries per call of a batch handler.
    BATCH_SIZE = "auspex_batch_size", MetricKind::Histogram(SIZES), ["service", "consumer"];
    /// Events of the NATS connection: `connected`, `disconnected`, `slow_consumer`, `permissions` (a subject that the
    /// process needs is denied), `optional_permissions` (it works without it), ….
    CONNECTION_EVENTS = "auspex_connection_events_total", MetricKind::Counter, ["service", "event"];
    /// Seconds from a publish to the stream's confirmation.
    PUBLISH_DURATION = "auspex_publish_duration_seconds", MetricKind::Histogram(SECONDS), ["service"];
    /// Publishes that were not confirmed in time; the relay sends them again.
    PUBLISH_FAILURES = "auspex_publish_failures_total", MetricKind::Counter, ["service"];
    /// Unsent outbox rows found by the relay's last pass.
    OUTBOX_UNSENT = "auspex_outbox_unsent", MetricKind::Gauge, ["service"];
    /// Messages published by the relay or the reconciler: `unsent` (left by a crash), `unheard` (lost by JetStream).
    RELAYED = "auspex_relayed_total", MetricKind::Counter, ["service", "reason"];
    /// Journal calls repeated because Postgres was unavailable.
    JOURNAL_RETRIES = "auspex_journal_retries_total", MetricKind::Counter, ["service", "operation"];
    /// Lapses of this instance's lease, each of which abandons everything in progress.
    LEASE_LAPSES = "auspex_lease_lapses_total", MetricKind::Counter, ["service"];
    /// Passes of background tasks, by outcome: `ok`, `failed`.
    TASK_RUNS = "auspex_task_runs_total", MetricKind::Counter, ["service", "task", "outcome"];
    /// Seconds by which the event loop woke late.
    LOOP_LAG = "auspex_event_loop_lag_seconds", MetricKind::Gauge, ["service"];
    /// Bytes of resident memory.
    RESIDENT = "auspex_resident_memory_bytes", MetricKind::Gauge, ["service"];
    /// Always 1; the version is a label.
    BUILD = "auspex_build_info", MetricKind::Gauge, ["service", "version"];
    /// Callers whose work the store did in one transaction, by kind of work.
    STORE_GROUP_MEMBERS = "auspex_store_group_members", MetricKind::Histogram(MEMBERS), ["service", "work"];
    /// Seconds per grouped transaction, including repetitions.
    STORE_GROUP_DURATION = "auspex_store_group_seconds", MetricKind::Histogram(SECONDS), ["service", "work"];
    /// Groups that failed and were written member by member.
    STORE_GROUPS_SPLIT = "auspex_store_groups_split_total", MetricKind::Counter, ["service", "work"];
    /// Look-ups in memory with an embedder, by ranking (`hybrid`, `lexical`) and by the cause for words alone: `none`,
    /// `extension` (no pgvector), `unavailable`, `refused`, `invalid`.
    RETRIEVALS = "auspex_retrievals_total", MetricKind::Counter, ["service", "ranking", "cause"];
    /// Vectors of notes and of research that were stored.
    TEXTS_EMBEDDED = "auspex_texts_embedded_total", MetricKind::Counter, ["service"];
    /// Rows that the last sweep of a table skipped, because they cannot be read.
    STORE_UNREADABLE = "auspex_store_unreadable_rows", MetricKind::Gauge, ["service", "table"];
    /// Tokens per model call, as the GenAI conventions name it.
    TOKEN_USAGE = "gen_ai_client_token_usage", MetricKind::Histogram(TOKENS),
        ["service", "gen_ai_operation_name", "gen_ai_provider_name", "gen_ai_request_model", "gen_ai_token_type"];
    /// Seconds per model call, as the GenAI conventions name it.
    OPERATION_DURATION = "gen_ai_client_operation_duration_seconds", MetricKind::Histogram(SECONDS),
        ["service", "gen_ai_operation_name", "gen_ai_provider_name", "gen_ai_request_model", "error_type"];
    /// Micro-dollars spent; a call with unknown outcome counts with its maximum.
    COST = "auspex_cost_micro_usd_total", MetricKind::Counter, ["service", "model"];
    /// Model calls, by outcome: `settled`, `wasted`, `refused`, `unknown`, `remembered`.
    MODEL_CALLS = "auspex_model_calls_total", MetricKind::Counter, ["service", "model", "outcome"];
    /// Refusals of providers, by reason: of the account or model (`auth`, `spend_cap`, `unknown_model`), of a request
    /// (`invalid`, `too_large`), of a parameter that is then left out (`parameter`), of an answer (`content`).
    MODEL_REFUSALS = "auspex_model_refusals_total", MetricKind::Counter, ["service", "provider", "model", "reason"];
    /// 1 while the provider refuses every call of the account or model, by reason: `auth`, `spend_cap`,
    /// `unknown_model`; else 0. Work waits meanwhile.
    MODEL_ACCOUNT_BLOCKED = "auspex_model_account_blocked", MetricKind::Gauge, ["service", "provider", "model", "reason"];
    /// Answers made without a model reply that they need, by what they lack (`rules_only`, `unfiltered`,
    /// `no_market`, `no_decomposition`, `no_analysis`, `estimates_missing`, `partial_research`, `failed_research`,
    /// `unjudged_sources`, `unread_page`, `plain_notes`) and by cause: `budget`, `refusal`, `unusable`, `rejected`,
    /// `unreachable`, `unanswered`, `limit`, `other`.
    DEGRADED_ANSWERS = "auspex_degraded_answers_total", MetricKind::Counter, ["service", "reason", "cause"];
    /// Calls denied by a budget, by its scope: `tenant`, `run`, `agent`, `task`.
    BUDGET_DENIALS = "auspex_budget_denials_total", MetricKind::Counter, ["service", "scope"];
    /// Look-ups answered without work: `research`, `step`, `freshness`.
    CACHE_HITS = "auspex_cache_hits_total", MetricKind::Counter, ["service", "cache"];
    /// Look-ups that caused work.
    CACHE_MISSES = "auspex_cache_misses_total", MetricKind::Counter, ["service", "cache"];
    /// Cool-downs started because a provider asked to wait.
    COOL_DOWNS = "auspex_cool_downs_total", MetricKind::Counter, ["service", "provider"];
    /// Tool calls of the researcher's loop, by outcome: `ok`, `error`.
    TOOL_CALLS = "auspex_tool_calls_total", MetricKind::Counter, ["service", "tool", "outcome"];
    /// Quotes of claims that were looked up in their page, by outcome: `verified`, `refused` (the claim is dropped).
    QUOTES = "auspex_quotes_total", MetricKind::Counter, ["service", "outcome"];
    /// Pages that are not sources because the site shows something else to visitors, by what: `challenge`, `login`,
    /// `consent`, `script`.
    WALLED_PAGES = "auspex_walled_pages_total", MetricKind::Counter, ["service", "wall"];
    /// HTTP requests of the gateway by route template; `unmatched` for paths without a route.
    HTTP_REQUESTS = "auspex_http_requests_total", MetricKind::Counter, ["service", "method", "route", "status"];
    /// Requests that the gateway refused because their token lacks a scope, by door (`http`, `mcp`, or `issuer`
    /// for a token of an OIDC issuer without any scope) and missing scope (`every` for the last).
    SCOPE_REFUSALS = "auspex_gateway_scope_refusals_total", MetricKind::Counter, ["service", "door", "scope"];
    /// Reports of browsers about breaches of the console's content security policy: a bug of a page, or an attack.
    CSP_REPORTS = "auspex_console_csp_reports_total", MetricKind::Counter, ["service"];
    /// Seconds from the head of an HTTP request to the head of its response.
    HTTP_DURATION = "auspex_http_request_duration_seconds", MetricKind::Histogram(SECONDS), ["service", "method", "route"];
    /// HTTP requests of the gateway that are being answered; an event stream counts until its head is sent.
    HTTP_IN_FLIGHT = "auspex_http_requests_in_flight", MetricKind::Gauge, ["service", "route"];
    /// Open HTTP connections of the gateway.
    HTTP_CONNECTIONS = "auspex_http_connections", MetricKind::Gauge, ["service"];
    /// Open event streams of the gateway.
    HTTP_STREAMS = "auspex_http_streams", MetricKind::Gauge, ["service", "route"];
    /// Events that the gateway received, by outcome: `new`, `duplicate`, `refused` (invalid, with the reason in the
    /// answer and, for batches and webhooks, the log).
    ACCEPTED_EVENTS = "auspex_gateway_events_total", MetricKind::Counter, ["service", "outcome"];
    /// Stored events that wait in the gateway for their publication.
    PUBLISH_QUEUE = "auspex_gateway_publish_queue", MetricKind::Gauge, ["service"];
    /// Stored events that found no room in the gateway's queue and are published by the relay.
    LEFT_TO_RELAY = "auspex_gateway_left_to_relay_total", MetricKind::Counter, ["service"];
    /// Attempts to deliver an event to a webhook, by outcome: `delivered`, `retry`, `failed` (the last attempt), `gone`
    /// (410).
    WEBHOOK_DELIVERIES = "auspex_webhook_deliveries_total", MetricKind::Counter, ["service", "outcome"];
    /// Seconds since the oldest event that an enabled webhook has not received became due for its first attempt; 0 if
    /// there is none.
    WEBHOOK_OLDEST = "auspex_webhook_oldest_pending_seconds", MetricKind::Gauge, ["service"];
    /// Enabled webhooks of which no delivery has succeeded since the last failure.
    WEBHOOKS_FAILING = "auspex_webhooks_failing", MetricKind::Gauge, ["service"];
    /// Webhooks that were disabled because of failures or a 410.
    WEBHOOKS_DISABLED = "auspex_webhooks_disabled", MetricKind::Gauge, ["service"];
    /// Finished spans that were not exported, by reason: `queue_full`, `export_failed`.
    SPANS_DROPPED = "auspex_spans_dropped_total", MetricKind::Counter, ["service", "reason"];
    /// Seconds from the storing of a message in its stream to its first delivery.
    QUEUE_AGE = "auspex_queue_age_seconds", MetricKind::Histogram(SECONDS), ["service", "consumer"];
    /// Seconds from the storing of an event in its stream to the storing of a result of it, by kind of result.
    RESULT_LATENCY = "auspex_result_latency_seconds", MetricKind::Histogram(LONG_SECONDS), ["service", "kind"];
    /// Connections of the Postgres pool, by state: `idle`, `used`.
    STORE_CONNECTIONS = "auspex_store_connections", MetricKind::Gauge, ["service", "state"];
    /// Maximum of the Postgres pool's connections.
    STORE_MAX_CONNECTIONS = "auspex_store_max_connections", MetricKind::Gauge, ["service"];
    /// Seconds that a transaction waited for a connection of the Postgres pool.
    STORE_ACQUIRE = "auspex_store_acquire_seconds", MetricKind::Histogram(SECONDS), ["service"];
    /// Seconds per call of Redis, by outcome: `ok`, `failed`. Calls skipped during a cool-down are not counted.
    REDIS_DURATION = "auspex_redis_duration_seconds", MetricKind::Histogram(SECONDS), ["service", "outcome"];
    /// Milliseconds of CPU time, user and system.
    PROCESS_CPU = "auspex_process_cpu_milliseconds_total", MetricKind::Counter, ["service"];
    /// Open file descriptors, including sockets.
    PROCESS_FILES = "auspex_process_open_files", MetricKind::Gauge, ["service"];
    /// Todos of research directions settled, by status: `done`, `blocked`, `skipped`.
    TODOS = "auspex_todos_total", MetricKind::Counter, ["service", "status"];
}

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Installs the recorder of the process and describes every metric. A second call has no effect.
pub fn install() {
    RECORDER.get_or_init(|| {
        let recorder = recorder();
        let handle = recorder.handle();
        // Fails only if another recorder is installed. There is none in the tree; `render` would return an empty text.
        let _ = metrics::set_global_recorder(recorder);
        describe();
        handle
    });
}

/// Returns all recorded metrics as Prometheus text; empty before [`install`].
pub fn render() -> String {
    RECORDER.get().map_or_else(String::new, |handle| {
        handle.run_upkeep();
        handle.render()
    })
}

/// Folds samples into their buckets. Every sample occupies memory until this or [`render`] is called, so a process that
/// is not scraped must call it regularly.
pub fn upkeep() {
    if let Some(handle) = RECORDER.get() {
        handle.run_upkeep();
    }
}

/// Renders the table of docs/LOGGING.md. `cargo run -p telemetry --example metrics` prints it.
pub fn markdown() -> String {
    let mut table = String::from("| metric | kind | labels | meaning |\n|---|---|---|---|\n");
    for metric in ALL {
        let kind = match metric.kind {
            MetricKind::Counter => "counter",
            MetricKind::Gauge => "gauge",
            MetricKind::Histogram(_) => "histogram",
        };
        table.push_str(&format!("| `{}` | {kind} | {} | {} |\n", metric.name, metric.labels.join(", "), metric.help));
    }
    table
}

fn recorder() -> metrics_exporter_prometheus::PrometheusRecorder {
    // Adapters such as `store` record metrics without knowing the service; a label of the metric itself takes
    // precedence.
    let labelled = PrometheusBuilder::new().add_global_label("service", crate::service());
    let builder = ALL.iter().fold(labelled, |builder, metric| match metric.kind {
        MetricKind::Histogram(buckets) => builder
            .set_buckets_for_metric(Matcher::Full(metric.name.to_owned()), buckets)
            .expect("buckets are refused only if empty, which the test below rules out"),
        MetricKind::Counter | MetricKind::Gauge => builder,
    });
    builder.build_recorder()
}

fn describe() {
    for metric in ALL {
        match metric.kind {
            MetricKind::Counter => metrics::describe_counter!(metric.name, metric.help),
            MetricKind::Gauge => metrics::describe_gauge!(metric.name, metric.help),
            MetricKind::Histogram(_) => metrics::describe_histogram!(metric.name, metric.help),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_match_their_kind() {
        let mut names: Vec<_> = ALL.iter().map(|metric| metric.name).collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
        for metric in ALL {
            assert_eq!(metric.kind == MetricKind::Counter, metric.name.ends_with("_total"), "{}", metric.name);
            assert!(!metric.help.is_empty() && !metric.help.starts_with(' '), "{}", metric.name);
            if let MetricKind::Histogram(buckets) = metric.kind {
                assert!(buckets.len() > 1 && buckets.is_sorted(), "{}", metric.name);
            }
        }
    }

    #[test]
    fn the_document_contains_this_table() {
        let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/LOGGING.md")).unwrap();
        assert!(
            document.contains(&markdown()),
            "paste `cargo run -p telemetry --example metrics` into docs/LOGGING.md"
        );
    }

    #[test]
    fn a_recorded_histogram_is_rendered_with_our_buckets_and_its_help() {
        install();
        install();
        metrics::histogram!(PUBLISH_DURATION, "service" => "test").record(0.002);
        let text = render();
        assert!(text.contains("auspex_publish_duration_seconds_bucket{service=\"test\",le=\"0.0025\"} 1"), "{text}");
        assert!(text.contains("# HELP auspex_publish_duration_seconds Seconds from a publish"), "{text}");
    }
}
