//! Compares the compiled contract with the released one.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proto::compat::breaks;

const PROMISED: &str = include_str!("../compat/contract.txt");

#[test]
fn the_contract_is_compatible_with_the_released_one() {
    let found = breaks(PROMISED, proto::CONTRACT);
    assert!(found.is_empty(), "messages that wait somewhere could no longer be read:\n{}", found.join("\n"));
}

#[test]
fn the_released_contract_is_up_to_date() {
    let promised: Vec<&str> = PROMISED.lines().filter(|line| !line.starts_with('#')).collect();
    let compiled: Vec<&str> = proto::CONTRACT.lines().collect();
    assert_eq!(promised, compiled, "run: cargo run -p proto --example contract > proto/compat/contract.txt");
}

#[test]
fn the_checker_parses_the_compiled_contract() {
    let changed =
        PROMISED.replacen("auspex.v1.Event 00001 id optional string", "auspex.v1.Event 00001 id optional bytes", 1);
    assert_eq!(breaks(PROMISED, &changed).len(), 1, "the line of Event.id moved: adapt this test");
    let grown = format!("{PROMISED}auspex.v1.Event 00099 note optional string\n");
    assert!(breaks(PROMISED, &grown).is_empty());
}
