//! Inputs of the model: measured costs per event and per call, and assumptions, each with its source.

const MEASURED: &str = "measured: `lab bench --only cheap`, 7,200,000 events, two cores, publisher included";
const ASSUMED: &str = "assumed: depends on the deployment";

/// Costs and limits. Every one can be set, so that a deployment can use its own measurements.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(super) struct Costs {
    /// Core-milliseconds of an uninteresting event, servers included.
    #[arg(long, default_value_t = 0.082)]
    event_core_ms: f64,
    /// Bytes of tables and indexes of an uninteresting event.
    #[arg(long, default_value_t = 231.0)]
    event_table_bytes: f64,
    /// Bytes of the write-ahead log of an uninteresting event.
    #[arg(long, default_value_t = 507.0)]
    event_wal_bytes: f64,
    /// Bytes of a published result in its stream.
    #[arg(long, default_value_t = 895.0)]
    result_bytes: f64,
    /// Bytes of an event in its stream.
    #[arg(long, default_value_t = 1_000.0)]
    event_bytes: f64,
    /// Model calls per 1,000 events.
    #[arg(long, default_value_t = 20.0)]
    calls_per_1000: f64,
    /// Seconds of a model call.
    #[arg(long, default_value_t = 20.0)]
    call_seconds: f64,
    /// Core-milliseconds of a model call.
    #[arg(long, default_value_t = 20.0)]
    call_core_ms: f64,
    /// Bytes of tables and indexes of a model call with its memoised reply.
    #[arg(long, default_value_t = 12_000.0)]
    call_table_bytes: f64,
    /// Cores of one replica of a worker.
    #[arg(long, default_value_t = 1.0)]
    replica_cores: f64,
    /// Model calls of one replica at once.
    #[arg(long, default_value_t = 64.0)]
    replica_calls: f64,
    /// Connections of one replica to Postgres.
    #[arg(long, default_value_t = 3.0)]
    replica_connections: f64,
    /// Megabytes of write-ahead log a second that one Postgres and its standby sustain.
    #[arg(long, default_value_t = 60.0)]
    cell_wal_mb: f64,
}

impl Costs {
    /// Returns (option, value, source) of each input.
    fn inputs(&self) -> [(&'static str, f64, &'static str); 13] {
        [
            ("event-core-ms", self.event_core_ms, MEASURED),
            ("event-table-bytes", self.event_table_bytes, MEASURED),
            ("event-wal-bytes", self.event_wal_bytes, MEASURED),
            (
                "result-bytes",
                self.result_bytes,
                "measured: single results, 300,000 in 256 MiB; a result within a group is smaller",
            ),
            ("event-bytes", self.event_bytes, ASSUMED),
            ("calls-per-1000", self.calls_per_1000, ASSUMED),
            ("call-seconds", self.call_seconds, ASSUMED),
            ("call-core-ms", self.call_core_ms, ASSUMED),
            ("call-table-bytes", self.call_table_bytes, ASSUMED),
            ("replica-cores", self.replica_cores, ASSUMED),
            ("replica-calls", self.replica_calls, ASSUMED),
            (
                "replica-connections",
                self.replica_connections,
                "`store::PostgresConfig`: a pool of 2 and the lease's connection",
            ),
            ("cell-wal-mb", self.cell_wal_mb, ASSUMED),
        ]
    }

    /// Checks that every input is positive.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        for (name, value, _) in self.inputs() {
            anyhow::ensure!(value.is_finite() && value > 0.0, "--{name} is {value}; it must be more than 0");
        }
        Ok(())
    }

    /// Returns the Markdown table of the inputs.
    pub(super) fn table(&self) -> Vec<String> {
        let rows = self.inputs().map(|(name, value, source)| format!("| `--{name}` | {value} | {source} |"));
        ["| input | value | source |".to_owned(), "|---|---:|---|".to_owned()].into_iter().chain(rows).collect()
    }

    /// Megabytes of tables a second at one event a second.
    pub(super) fn table_mb(&self) -> f64 {
        (self.event_table_bytes + self.calls() * self.call_table_bytes) / 1e6
    }

    /// Megabytes of write-ahead log per event. A call writes as much more than its rows as an event does.
    pub(super) fn wal_mb(&self) -> f64 {
        self.table_mb() * self.event_wal_bytes / self.event_table_bytes
    }

    /// Cores that one event a second needs.
    pub(super) fn cores(&self) -> f64 {
        (self.event_core_ms + self.calls() * self.call_core_ms) / 1e3
    }

    /// Megabytes that streams take in per event.
    pub(super) fn nats_mb(&self) -> f64 {
        (self.event_bytes + self.result_bytes) / 1e6
    }

    /// Model calls per event.
    pub(super) fn calls(&self) -> f64 {
        self.calls_per_1000 / 1e3
    }

    /// Calls in flight at one event a second.
    pub(super) fn calls_in_flight(&self) -> f64 {
        self.calls() * self.call_seconds
    }

    /// Replicas for this many cores and calls in flight: of whichever needs more.
    pub(super) fn replicas(&self, cores: f64, calls: f64) -> f64 {
        (cores / self.replica_cores).max(calls / self.replica_calls).ceil()
    }

    /// Connections of this many replicas.
    pub(super) fn connections(&self, replicas: f64) -> f64 {
        replicas * self.replica_connections
    }

    /// Cells for this many megabytes of write-ahead log a second.
    pub(super) fn cells(&self, wal_mb: f64) -> f64 {
        (wal_mb / self.cell_wal_mb).ceil()
    }
}
