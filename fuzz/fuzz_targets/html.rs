//! Fuzzes the parser of HTML pages.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = extraction::html::read(&String::from_utf8_lossy(data), "https://example.org/page");
});
