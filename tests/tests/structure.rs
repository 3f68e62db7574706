//! The architecture as a test: runs the rules of `tests::structure` on this repository.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use runtime::topology::{CONSUMERS, SERVICES};
use serde_json::Value;
use tests::structure::prose::Prose;
use tests::structure::{
    Tree, Violations, adapters, cycles, dependencies, direct, doors, facts, files, names, parameters, purity,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the repository").to_path_buf()
}

fn tree() -> Tree {
    Tree::read(&root()).expect("the repository can be read")
}

fn metadata() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let command = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
    let output = Command::new(cargo).args(command).current_dir(root()).output().expect("cargo runs");
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

#[track_caller]
fn assert_none(violations: &Violations) {
    assert!(violations.is_empty(), "{} violations:\n{}\n", violations.len(), violations.join("\n"));
}

#[test]
fn every_crate_depends_only_on_what_the_architecture_allows() {
    let (graph, services) = dependencies::graph(&metadata());
    assert!(graph.len() > 15 && services.len() >= 7, "{graph:?}");
    let markdown = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let table = dependencies::Table::parse(&markdown).expect("ARCHITECTURE.md contains the table");
    assert_none(&table.check(&graph, &services));
}

#[test]
fn library_crates_and_the_edges_between_them_are_few() {
    assert_none(&dependencies::check_size(&metadata()));
}

#[test]
fn commands_of_users_call_the_api_only() {
    assert_none(&direct::check(&tree()));
}

#[test]
fn nats_sql_and_redis_are_used_in_one_crate_each() {
    assert_none(&adapters::uses_elsewhere(&tree()));
}

#[test]
fn files_are_short_documented_and_named_after_their_purpose() {
    let tree = tree();
    assert_none(
        &[files::lengths(&tree), files::comments(&tree), files::names(&tree), files::module_docs(&tree)].concat(),
    );
}

#[test]
fn functions_take_at_most_four_parameters_with_tuples_unpacked() {
    assert_none(&parameters::too_many(&tree()));
}

#[test]
fn files_of_different_folders_do_not_import_one_another_in_a_cycle() {
    assert_none(&cycles::between_folders(&tree()));
}

#[test]
fn types_are_named_by_nouns_and_few_names_have_several_meanings() {
    assert_none(&names::check(&tree()));
}

/// HTTP, MCP and the command line, or a stated reason.
#[test]
fn every_operation_is_behind_three_doors() {
    assert_none(&doors::check(&tree()));
}

/// A module of the store can be read without the modules above it.
#[test]
fn modules_of_the_store_import_only_downward_and_in_no_cycle() {
    assert_none(&cycles::against_layers(&tree(), "crates/store/src/"));
}

#[test]
fn every_test_that_security_md_names_exists() {
    assert_none(&files::guards(&tree()));
}

#[test]
fn prose_keeps_its_limits() {
    assert_none(&Prose::measure(&tree()).violations());
}

#[test]
fn decisions_are_pure_and_handlers_document_why_they_are_idempotent() {
    let tree = tree();
    assert_none(&[purity::modules(&tree), purity::crates(&tree), purity::handlers(&tree)].concat());
}

#[test]
fn the_table_of_facts_and_the_code_agree() {
    let tree = tree();
    let rows = facts::parse_table(tree.text("proto/src/events.rs"));
    assert_eq!(rows.len(), 12, "the table has twelve facts");
    assert_none(&facts::check(&rows, &facts::handlers(&tree)));
}

#[test]
fn the_table_of_facts_and_the_topology_agree() {
    let rows = facts::parse_table(tree().text("proto/src/events.rs"));
    let mut violations = Violations::new();
    let listed: BTreeSet<&str> = rows.iter().flat_map(|row| &row.consumed_by).map(String::as_str).collect();
    let consumers: BTreeSet<&str> = CONSUMERS.iter().map(|consumer| consumer.name).collect();
    if listed != consumers {
        violations.push(format!("the table has the consumers {listed:?}, the topology {consumers:?}"));
    }
    for row in &rows {
        // A service emits `auspex.event.<kind>` if it emits one of the kinds.
        let kinds = row.subject.split_once('<').map(|(prefix, _)| prefix);
        let emits =
            |subject: &&'static str| row.subject == **subject || kinds.is_some_and(|kinds| subject.starts_with(kinds));
        let producers: BTreeSet<&str> =
            SERVICES.iter().filter(|service| service.emits.iter().any(&emits)).map(|service| service.name).collect();
        let listed: BTreeSet<&str> =
            row.emitted_by.iter().map(String::as_str).filter(|name| *name != "publishers").collect();
        if listed != producers {
            violations
                .push(format!("{}: the table has the producers {listed:?}, the topology {producers:?}", row.fact));
        }
    }
    assert_none(&violations);
}
