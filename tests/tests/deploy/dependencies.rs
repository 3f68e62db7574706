//! docs/DEPENDENCIES.md names every external dependency of the workspace with a reason, and no others.

use std::collections::BTreeSet;

use crate::read;

/// Returns the names under `[workspace.dependencies]` without our own crates.
fn wanted() -> BTreeSet<String> {
    let manifest = read("Cargo.toml");
    let (_, after) = manifest.split_once("[workspace.dependencies]\n").unwrap();
    let table = after.split("\n[").next().unwrap();
    let entries = table.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
    entries.filter(|(_, value)| !value.starts_with("{ path =")).map(|(name, _)| name.to_owned()).collect()
}

/// Returns the names in the first column of the table with their reasons.
fn reasons() -> Vec<(BTreeSet<String>, String)> {
    let page = read("docs/DEPENDENCIES.md");
    let table = page.split("\n## ").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let without_remarks: String = cells[1].split('(').map(|part| part.rsplit(')').next().unwrap()).collect();
        let names = without_remarks.split([',', ' ']).filter(|word| !word.is_empty() && !word.contains('`'));
        (names.map(str::to_owned).collect(), cells[2].to_owned())
    })
    .collect()
}

#[test]
fn every_dependency_of_the_workspace_has_a_reason() {
    let wanted = wanted();
    assert!(wanted.len() > 40 && wanted.contains("tokio") && !wanted.contains("domain"), "{wanted:?}");
    let reasons = reasons();
    let reported: BTreeSet<String> = reasons.iter().flat_map(|(names, _)| names.iter().cloned()).collect();
    let silent: Vec<&String> = wanted.difference(&reported).collect();
    assert!(silent.is_empty(), "docs/DEPENDENCIES.md does not name {silent:?}");
    for (names, reason) in &reasons {
        assert!(!reason.is_empty(), "docs/DEPENDENCIES.md has no reason for {names:?}");
        assert!(names.iter().any(|name| wanted.contains(name)), "docs/DEPENDENCIES.md: {names:?} are no dependencies");
    }
}
