//! Fuzzes the parser of verbs of macros.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = tools::macros::Verb::parse(&String::from_utf8_lossy(data));
});
