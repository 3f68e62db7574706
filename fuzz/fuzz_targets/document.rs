//! Fuzzes the parser of documents of any kind and character set.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let kinds = ["", "text/html; charset=utf-16", "text/html; charset=iso-2022-jp", "text/plain", "application/pdf"];
    let Some((kind, bytes)) = data.split_first() else { return };
    let _ = extraction::read(bytes, kinds[usize::from(*kind) % kinds.len()], "https://example.org/");
});
