//! Fuzzes the parser of Helius transactions.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = proto::helius::event(&String::from_utf8_lossy(data), &domain::Tenant::default());
});
