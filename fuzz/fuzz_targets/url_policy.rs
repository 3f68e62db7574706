//! Fuzzes the parser of URLs and the address policy.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    web::fuzzing::url(data);
});
