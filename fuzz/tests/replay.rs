//! Replays the inputs that once crashed or slowed a parser (`fuzz/found/TARGET/`), and the seeds of every target
//! (`fuzz/seeds/TARGET/`).

#[allow(dead_code, reason = "it also measures the time of long inputs, for other tests")]
#[path = "../hostile_bytes.rs"]
mod hostile_bytes;
#[path = "../src/targets.rs"]
mod targets;

use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use targets::TARGETS;

/// Targets whose parsers have no test of changed inputs in their own crate.
const CHANGED_HERE: [&str; 10] = [
    "batch_results",
    "csv",
    "forecastbench",
    "gateway_body",
    "macro_file",
    "market",
    "model_reply",
    "oidc",
    "polymarket",
    "verb",
];
/// Maximum time of one input in a debug build. `make fuzz` allows an optimised build 10 s.
const MAX_TIME: Duration = Duration::from_secs(30);

fn folders(kind: &str) -> Vec<(String, PathBuf)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(kind);
    let entries = std::fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.expect("a readable folder"));
    entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path())).collect()
}

/// Returns the number of replayed inputs.
fn replay(kind: &str) -> usize {
    let mut inputs = 0;
    for (name, folder) in folders(kind) {
        let (_, target) =
            TARGETS.iter().find(|(known, _)| *known == name).expect("each folder is named after a target");
        for entry in std::fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            let bytes = std::fs::read(&path).expect("a readable input");
            let started = Instant::now();
            assert!(catch_unwind(|| target(&bytes)).is_ok(), "{} crashes {name}", path.display());
            assert!(started.elapsed() < MAX_TIME, "{} takes {:?}", path.display(), started.elapsed());
            inputs += 1;
        }
    }
    inputs
}

#[test]
fn no_found_input_crashes_its_parser_again() {
    replay("found");
}

#[test]
fn every_target_has_seeds_that_it_reads() {
    let with_seeds: BTreeSet<String> = folders("seeds").into_iter().map(|(name, _)| name).collect();
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(with_seeds, targets);
    assert!(replay("seeds") >= targets.len());
}

#[test]
fn changes_of_the_seeds_panic_no_parser() {
    let here = TARGETS.iter().filter(|(name, _)| CHANGED_HERE.contains(name));
    for (name, target) in here {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
        let files = std::fs::read_dir(folder).expect("each target has seeds");
        let seeds: Vec<Vec<u8>> =
            files.map(|file| std::fs::read(file.expect("a readable folder").path()).expect("a seed")).collect();
        hostile_bytes::mutants(&seeds.iter().map(Vec::as_slice).collect::<Vec<_>>(), target);
    }
}

#[test]
fn targets_are_listed_once_in_the_form_that_run_sh_reads() {
    let listed: Vec<&str> = include_str!("../src/targets.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("    (\"")?.split_once("\", ").map(|(name, _)| name))
        .collect();
    let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed, names);
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
}
