//! The architecture as a test: the rules of `tests::structure`, run on this repository.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use runtime::topology::{CONSUMERS, SERVICES};
use tests::structure::{Complaints, Tree, dependencies, facts, files, purity, tongues};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the repository").to_path_buf()
}

fn tree() -> Tree {
    Tree::read(&root(), &["proto", "crates", "services", "tests"]).expect("the repository can be read")
}

#[track_caller]
fn demand(complaints: &Complaints) {
    assert!(complaints.is_empty(), "{} complaints:\n{}\n", complaints.len(), complaints.join("\n"));
}

#[test]
fn every_crate_depends_only_on_what_the_architecture_allows() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let command = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
    let output = Command::new(cargo).args(command).current_dir(root()).output().expect("cargo runs");
    let (graph, services) = dependencies::graph(&serde_json::from_slice(&output.stdout).expect("JSON"));
    assert!(graph.len() > 15 && services.len() >= 7, "{graph:?}");
    let markdown = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let table = dependencies::Table::parse(&markdown).expect("the table stands in ARCHITECTURE.md");
    demand(&table.check(&graph, &services));
}

#[test]
fn nats_sql_and_redis_are_spoken_in_one_crate_each() {
    demand(&tongues::spoken(&tree()));
}

#[test]
fn files_are_short_named_after_what_they_decide_and_say_what_they_are() {
    let tree = tree();
    demand(&[files::lengths(&tree), files::names(&tree), files::module_docs(&tree)].concat());
}

#[test]
fn pure_modules_are_pure_and_handlers_say_why_twice_is_harmless() {
    let tree = tree();
    demand(&[purity::modules(&tree), purity::handlers(&tree)].concat());
}

#[test]
fn the_map_of_facts_and_the_code_agree() {
    let tree = tree();
    let rows = facts::map(tree.text("proto/src/events.rs"));
    assert_eq!(rows.len(), 10, "the map has ten facts");
    demand(&facts::check(&rows, &facts::handlers(&tree)));
}

#[test]
fn the_map_of_facts_and_the_topology_agree() {
    let rows = facts::map(tree().text("proto/src/events.rs"));
    let mut complaints = Complaints::new();
    let mapped: BTreeSet<&str> = rows.iter().flat_map(|row| &row.heard_by).map(String::as_str).collect();
    let consumers: BTreeSet<&str> = CONSUMERS.iter().map(|consumer| consumer.name).collect();
    if mapped != consumers {
        complaints.push(format!("the map has the consumers {mapped:?}, the topology {consumers:?}"));
    }
    for row in &rows {
        // `auspex.event.<kind>` is said by whoever says one of its kinds.
        let kinds = row.subject.split_once('<').map(|(prefix, _)| prefix);
        let says = |says: &&'static str| row.subject == **says || kinds.is_some_and(|kinds| says.starts_with(kinds));
        let sayers: BTreeSet<&str> =
            SERVICES.iter().filter(|service| service.says.iter().any(&says)).map(|s| s.name).collect();
        let mapped: BTreeSet<&str> =
            row.said_by.iter().map(String::as_str).filter(|name| *name != "publishers").collect();
        if mapped != sayers {
            complaints.push(format!("{} is said by {mapped:?} in the map, by {sayers:?} in the topology", row.fact));
        }
    }
    demand(&complaints);
}
