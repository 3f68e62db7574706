//! Fuzzes the parser of answers of token services and of GLEIF.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    web::fuzzing::records(data);
});
