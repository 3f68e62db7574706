//! Fuzzes the parser of JSON in replies of models.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let _ = (llm::repair::repair(&text), llm::repair::candidates(&text).take(50).count());
});
