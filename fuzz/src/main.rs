//! Fuzzes one parser of bytes from outside, which the variable `FUZZ_TARGET` names. The arguments are those of libFuzzer.

#![no_main]

mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use targets::{TARGETS, Target};

static SELECTED: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    let Some((_, target)) = TARGETS.iter().find(|(known, _)| *known == name) else {
        let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
        eprintln!("FUZZ_TARGET={name:?} is not one of {}", names.join(", "));
        std::process::exit(2);
    };
    *target
});

fuzz_target!(|data: &[u8]| (*SELECTED)(data));
