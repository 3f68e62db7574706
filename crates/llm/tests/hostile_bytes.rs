//! Replies of models and the event streams of providers, with arbitrary bytes: no panic, and work that is linear in the
//! input.

#![allow(clippy::unwrap_used, reason = "a test may")]

#[path = "../../../fuzz/hostile_bytes.rs"]
mod hostile_bytes;

use hostile_bytes::{linear, mutants};
use llm::{ApiStyle, Recorded, read_recorded};

const JSON: &[u8] =
    b"Here: ```json\n{\"claims\": [{'text': \"a\", quote: \"b\\u00e9\",}], \"n\": 1.5e3, // note\n\"ok\": True}\n```";
const EVENTS: &[u8] = b"event: message_start\ndata: {\"type\": \"message_start\", \"message\": {\"usage\": {\"input_tokens\": 3}}}\n\n\
    event: content_block_delta\ndata: {\"type\": \"content_block_delta\", \"index\": 0, \"delta\": {\"type\": \"text_delta\", \"text\": \"x\"}}\n\n\
    data: {\"choices\": [{\"delta\": {\"content\": \"x\", \"tool_calls\": [{\"index\": 7, \"function\": {\"arguments\": \"{\"}}]}}]}\n\n\
    event: response.output_text.delta\ndata: {\"type\": \"response.output_text.delta\", \"output_index\": 0, \"delta\": \"x\"}\n\ndata: [DONE]\n\n";

fn repair(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = llm::repair::repair(&text);
    let _ = llm::repair::candidates(&text).take(50).count();
}

/// Reads a stream in every wire format, and the same bytes as a whole body.
fn stream(bytes: &[u8]) {
    for style in [ApiStyle::Anthropic, ApiStyle::OpenAi, ApiStyle::Responses] {
        for kind in ["text/event-stream", "application/json"] {
            let headers = [("content-type".to_owned(), kind.to_owned())];
            let _ = read_recorded(&Recorded { style, status: 200, headers: &headers, body: bytes, tools: None });
        }
    }
}

#[test]
fn arbitrary_bytes_panic_no_reader_of_replies() {
    mutants(&[JSON, b"[1, 2", b"{\"a\": {\"b\": [[[["], repair);
    mutants(&[EVENTS], stream);
}

#[test]
fn tenfold_replies_take_at_most_twelvefold_time() {
    let patterns = [
        "{",
        "[",
        "{\"a\":",
        "[1,",
        "\"",
        "\\",
        "```json\n",
        "```",
        "a",
        ",",
        "}",
        "{\"a\": 1}",
        "'a': ",
        "// x\n",
        "/*",
        "1e",
        "\u{201c}",
    ];
    linear("JSON repair", &patterns, 5_000, repair);
    let patterns = [
        "data: x\n",
        "data: {}\n\n",
        "\r",
        "\n",
        ":",
        "a",
        "event: x\n",
        "data: {\"type\": \"content_block_delta\"}\n\n",
        "data: {\"choices\": [{\"delta\": {\"content\": \"x\"}}]}\n\n",
        "data: {\"choices\": [{\"delta\": {\"tool_calls\": [{\"index\": 1, \"id\": \"a\", \"function\": {\"name\": \"n\", \"arguments\": \"x\"}}]}}]}\n\n",
        "event: content_block_delta\ndata: {\"type\": \"content_block_delta\", \"index\": 0, \"delta\": {\"type\": \"text_delta\", \"text\": \"x\"}}\n\n",
        "data: {\"type\": \"response.output_text.delta\", \"output_index\": 0, \"delta\": \"x\"}\n\n",
    ];
    linear("event stream", &patterns, 20_000, stream);
}
