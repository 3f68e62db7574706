//! The targets. None returns anything: a panic, endless work and memory without bound are the failures.

use domain::Tenant;
use llm::{ApiStyle, Recorded, read_recorded};
use proto::event::Envelope;
use serde_json::{Value, json};
use tools::macros::{Definition, Verb};

/// A parser as a function of bytes.
pub(crate) type Target = fn(&[u8]);

/// Every parser of bytes from outside, by name. `run.sh` reads the names from this list.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("content_encoding", web::fuzzing::content_encoding),
    ("dates", dates),
    ("document", document),
    ("event_cloud", event_cloud),
    ("event_json", event_json),
    ("event_protobuf", event_protobuf),
    ("event_stream", event_stream),
    ("helius", helius),
    ("html", html),
    ("json_repair", json_repair),
    ("macro_file", macro_file),
    ("mcp_answer", web::fuzzing::mcp_answer),
    ("model_reply", model_reply),
    ("pdf", pdf),
    ("records", web::fuzzing::records),
    ("result_page", web::fuzzing::result_page),
    ("robots", web::fuzzing::robots),
    ("sitemap", web::fuzzing::sitemap),
    ("url_policy", web::fuzzing::url),
    ("verb", verb),
];

fn text(data: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(data)
}

/// Dates of pages.
fn dates(data: &[u8]) {
    let _ = extraction::dates::parse(&text(data));
}

/// Documents of any kind and character set; the first byte selects the content type.
fn document(data: &[u8]) {
    let kinds = ["", "text/html; charset=utf-16", "text/html; charset=iso-2022-jp", "text/plain", "application/pdf"];
    let Some((kind, bytes)) = data.split_first() else { return };
    let _ = extraction::read(bytes, kinds[usize::from(*kind) % kinds.len()], "https://example.org/");
}

fn html(data: &[u8]) {
    let _ = extraction::html::read(&text(data), "https://example.org/page");
}

fn pdf(data: &[u8]) {
    let _ = extraction::pdf::read(data);
}

fn event_cloud(data: &[u8]) {
    published("application/cloudevents+json", data);
}

/// Events in protobuf JSON: question, alert, directions, Polymarket markets and the other kinds.
fn event_json(data: &[u8]) {
    published("application/json", data);
}

fn event_protobuf(data: &[u8]) {
    published("application/protobuf", data);
}

fn published(content_type: &str, data: &[u8]) {
    for subject in ["", "auspex.event.question.acme"] {
        let envelope = Envelope { content_type, headers: &[], subject };
        let _ = proto::published_by(&Tenant::default(), &envelope, data);
    }
}

fn helius(data: &[u8]) {
    let _ = proto::helius::event(&text(data), &Tenant::default());
}

/// Event streams of providers.
fn event_stream(data: &[u8]) {
    recorded("text/event-stream", 200, data);
}

/// Replies and refusals of providers in one body.
fn model_reply(data: &[u8]) {
    for status in [200, 400, 429, 500] {
        recorded("application/json", status, data);
    }
}

fn recorded(content_type: &str, status: u16, body: &[u8]) {
    for style in [ApiStyle::Anthropic, ApiStyle::OpenAi, ApiStyle::Responses] {
        let headers = [("content-type".to_owned(), content_type.to_owned())];
        let _ = read_recorded(&Recorded { style, status, headers: &headers, body });
    }
}

/// JSON in replies of models.
fn json_repair(data: &[u8]) {
    let text = text(data);
    let _ = (llm::repair::repair(&text), llm::repair::candidates(&text).take(50).count());
}

/// A macro: its YAML, its templates for prompt and verbs, and its schema.
fn macro_file(data: &[u8]) {
    let Ok(definition) = Definition::parse_file("fuzz.yaml", &text(data), &["search_web"]) else { return };
    if let Ok(filled) = definition.fill(&definition.example_parameters()) {
        let _ = definition.prompt(&filled);
    }
    let facts = json!({ "name": "ACME", "list": ["a", {"b": 1}], "number": -1.5, "none": Value::Null });
    let _ = (definition.validate(&facts), definition.verbs(&facts, &[]));
}

/// Verbs of macros.
fn verb(data: &[u8]) {
    let _ = Verb::parse(&text(data));
}
