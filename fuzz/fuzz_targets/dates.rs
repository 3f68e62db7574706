//! Fuzzes the parser of dates of pages.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = extraction::dates::parse(&String::from_utf8_lossy(data));
});
