//! Generates docs/CONFIGURATION.md from the settings that the binaries print (`--settings`).

use std::process::Command;

use anyhow::{Context, Result, ensure};
use local_servers::Worker;
use runtime::topology::GATEWAY;

use crate::fleet::WORKERS;

const HEAD: &str = "# Configuration

Environment variables, read and checked at start-up. Every invalid variable is reported at once, with the remedy. Durations are written like
`30s`, amounts of money like `1.25` (US dollars). Secrets come from the environment only and are never printed.

This page is generated from the binaries (`make settings`), and a test compares the two. `deploy/config/*.env` contains the environment files
for compose and Kubernetes.
";

const TABLE: &str = "\n| variable | default | meaning |\n|---|---|---|\n";

/// Settings that most fleets set, in the order in which a person meets them.
const ESSENTIAL: [&str; 14] = [
    "AUSPEX_NATS_URL",
    "AUSPEX_POSTGRES_URL",
    "AUSPEX_REDIS_URL",
    "AUSPEX_OBJECTS",
    "AUSPEX_MODEL_PROVIDER",
    "AUSPEX_MODEL",
    "AUSPEX_MODEL_BASE_URL",
    "AUSPEX_MODEL_API_KEY",
    "AUSPEX_BUDGET_TENANT_DAY",
    "AUSPEX_BUDGET_RUN",
    "AUSPEX_BUDGET_CALL",
    "AUSPEX_BRAVE_API_KEY",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "AUSPEX_GATEWAY_PUBLIC_URL",
];

/// Stands for the name of a worker in a row that all workers share.
const WORKER: &str = "<WORKER>";

/// Rows of one binary, each with a line end.
type Rows = Vec<String>;

/// Returns the page.
///
/// # Errors
/// If a binary is missing or does not print its settings.
pub fn document() -> Result<String> {
    let mut tables: Vec<(&str, Rows)> =
        WORKERS.iter().map(|worker| Ok((*worker, rows(worker)?))).collect::<Result<_>>()?;
    tables.push((GATEWAY.name, rows(GATEWAY.name)?));
    let (workers, _) = tables.split_at(WORKERS.len());
    let is_common = |row: &String| workers.iter().all(|(_, rows)| rows.contains(row));
    let of_all: Rows = workers[0].1.iter().filter(|row| is_common(row)).cloned().collect();
    let of_each = of_each_worker(workers);
    let mut page = format!("{HEAD}\n## Begin here\n{TABLE}{}", essential(&tables)?);
    page.push_str(&format!("\n## Every worker\n{TABLE}{}", of_all.concat()));
    page.push_str(&format!("\n## Model of one worker\n\n{OF_EACH}{TABLE}{}", of_each.concat()));
    for (name, rows) in &tables {
        let is_own = |row: &&String| !of_all.contains(row) && !of_each.contains(&generic(name, row));
        let own: Rows = rows.iter().filter(is_own).cloned().collect();
        page.push_str(&format!("\n## {name}\n{TABLE}{}", own.concat()));
    }
    Ok(page)
}

const OF_EACH: &str = "Each worker reads these settings under its own name: `<WORKER>` is `CLASSIFIER`, `RESEARCHER`, `FILTER`, `FORECASTER` or
`WRITER`. A setting of one worker wins over that of all workers.
";

/// Returns the rows of settings that each worker reads under its own name.
fn of_each_worker(workers: &[(&str, Rows)]) -> Rows {
    let all: Vec<Rows> =
        workers.iter().map(|(name, rows)| rows.iter().map(|row| generic(name, row)).collect()).collect();
    let is_of_each = |row: &&String| row.contains(WORKER) && all.iter().all(|rows| rows.contains(row));
    all[0].iter().filter(is_of_each).cloned().collect()
}

/// Replaces the name of the worker in a row.
fn generic(worker: &str, row: &str) -> String {
    let row = row.replace(&worker.to_uppercase(), WORKER);
    row.replace(&format!("the {worker} alone"), "one worker alone").replace(&format!("The {worker}'s"), "The worker's")
}

/// Returns the rows of the settings that most fleets set.
fn essential(tables: &[(&str, Rows)]) -> Result<String> {
    let row = |name: &&str| {
        let start = format!("| `{name}` |");
        let row = tables.iter().flat_map(|(_, rows)| rows).find(|row| row.starts_with(&start));
        row.cloned().with_context(|| format!("no binary reads {name}"))
    };
    ESSENTIAL.iter().map(row).collect()
}

/// Returns the table rows of one worker, each with a line end.
fn rows(worker: &str) -> Result<Rows> {
    let output = Command::new(Worker::locate(worker)?).arg("--settings").env_clear().output()?;
    ensure!(output.status.success(), "`{worker} --settings` failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).with_context(|| format!("`{worker} --settings` is not UTF-8"))?;
    let rows: Rows =
        text.lines().skip(2).filter(|line| line.starts_with('|')).map(|line| format!("{line}\n")).collect();
    ensure!(!rows.is_empty(), "`{worker} --settings` prints no table");
    Ok(rows)
}
