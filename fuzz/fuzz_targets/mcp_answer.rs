//! Fuzzes the parser of answers and tool lists of MCP servers.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    web::fuzzing::mcp_answer(data);
});
