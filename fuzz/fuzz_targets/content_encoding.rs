//! Fuzzes the parser of content encodings.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    web::fuzzing::content_encoding(data);
});
