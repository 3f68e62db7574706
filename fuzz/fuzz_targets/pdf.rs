//! Fuzzes the parser of PDF files.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = extraction::pdf::read(data);
});
