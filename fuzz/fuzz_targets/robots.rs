//! Fuzzes the parser of robots.txt.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    web::fuzzing::robots(data);
});
