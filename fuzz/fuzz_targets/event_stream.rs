//! Fuzzes the parser of event streams of providers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use llm::{ApiStyle, Recorded, read_recorded};

fuzz_target!(|data: &[u8]| {
    for style in [ApiStyle::Anthropic, ApiStyle::OpenAi, ApiStyle::Responses] {
        let headers = [("content-type".to_owned(), "text/event-stream".to_owned())];
        let _ = read_recorded(&Recorded { style, status: 200, headers: &headers, body: data });
    }
});
