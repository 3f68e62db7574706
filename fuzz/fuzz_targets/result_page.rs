//! Fuzzes the parser of DuckDuckGo's result page.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    web::fuzzing::result_page(data);
});
