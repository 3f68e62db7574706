//! Generates docs/CONFIGURATION.md from the settings that the binaries print (`--settings`).

use std::collections::BTreeSet;
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

/// Returns the page.
///
/// # Errors
/// If a binary is missing or does not print its settings.
pub fn document() -> Result<String> {
    let tables: Vec<(&str, Vec<String>)> =
        WORKERS.iter().map(|worker| Ok((*worker, rows(worker)?))).collect::<Result<_>>()?;
    let of_all: BTreeSet<&String> =
        tables[0].1.iter().filter(|row| tables.iter().all(|(_, rows)| rows.contains(row))).collect();
    let mut page = format!("{HEAD}\n## Every worker\n{TABLE}");
    tables[0].1.iter().filter(|row| of_all.contains(row)).for_each(|row| page.push_str(row));
    for (worker, rows) in &tables {
        page.push_str(&format!("\n## {worker}\n{TABLE}"));
        rows.iter().filter(|row| !of_all.contains(row)).for_each(|row| page.push_str(row));
    }
    page.push_str(&format!("\n## {}\n{TABLE}", GATEWAY.name));
    rows(GATEWAY.name)?.iter().filter(|row| !of_all.contains(row)).for_each(|row| page.push_str(row));
    Ok(page)
}

/// Returns the table rows of one worker, each with a line end.
fn rows(worker: &str) -> Result<Vec<String>> {
    let output = Command::new(Worker::locate(worker)?).arg("--settings").env_clear().output()?;
    ensure!(output.status.success(), "`{worker} --settings` failed: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).with_context(|| format!("`{worker} --settings` is not UTF-8"))?;
    let rows: Vec<String> =
        text.lines().skip(2).filter(|line| line.starts_with('|')).map(|line| format!("{line}\n")).collect();
    ensure!(!rows.is_empty(), "`{worker} --settings` prints no table");
    Ok(rows)
}
