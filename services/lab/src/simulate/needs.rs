//! What a rate of events needs. Pure.

use super::costs::Costs;

const SECONDS_PER_DAY: f64 = 86_400.0;

/// Needs at a rate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Needs {
    pub(super) rate: f64,
    /// Cores of workers and servers together.
    pub(super) cores: f64,
    /// Replicas of all workers together.
    replicas: f64,
    /// Cells, each with one Postgres and its standbys.
    pub(super) cells: f64,
    calls: f64,
    calls_in_flight: f64,
    /// Megabytes of write-ahead log a second, over all cells.
    pub(super) wal_mb: f64,
    /// Gigabytes of tables and indexes a day, over all cells.
    disk_gb_a_day: f64,
    /// Megabytes of new messages a second, before replication.
    nats_mb: f64,
    connections: f64,
}

/// A row of the table: its name, and its figure.
type Row = (&'static str, fn(&Needs) -> f64);

/// Rows of the table.
pub(super) const ROWS: [Row; 10] = [
    ("cells", |needs| needs.cells),
    ("cores, servers included", |needs| needs.cores),
    ("replicas of workers", |needs| needs.replicas),
    ("model calls a second", |needs| needs.calls),
    ("model calls in flight", |needs| needs.calls_in_flight),
    ("write-ahead log, MB/s", |needs| needs.wal_mb),
    ("write-ahead log per cell, MB/s", |needs| needs.wal_mb / needs.cells),
    ("tables and indexes, GB a day", |needs| needs.disk_gb_a_day),
    ("NATS, MB/s of new messages", |needs| needs.nats_mb),
    ("connections per Postgres", |needs| (needs.connections / needs.cells).ceil()),
];

impl Needs {
    /// Computes the needs. Everything grows with the rate; replicas and cells are whole.
    pub(super) fn of(rate: f64, costs: &Costs) -> Self {
        let (cores, wal_mb, calls_in_flight) =
            (rate * costs.cores(), rate * costs.wal_mb(), rate * costs.calls_in_flight());
        let replicas = costs.replicas(cores, calls_in_flight);
        Self {
            rate,
            cores,
            replicas,
            cells: costs.cells(wal_mb),
            calls: rate * costs.calls(),
            calls_in_flight,
            wal_mb,
            disk_gb_a_day: rate * costs.table_mb() * SECONDS_PER_DAY / 1e3,
            nats_mb: rate * costs.nats_mb(),
            connections: costs.connections(replicas),
        }
    }
}
