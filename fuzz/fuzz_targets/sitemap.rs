//! Fuzzes the parser of sitemaps.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    web::fuzzing::sitemap(data);
});
