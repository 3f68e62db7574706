//! The fuzz targets. None returns a result: a panic, a slow input and memory without bound are the failures.

use std::borrow::Cow;

use domain::Tenant;
use llm::{ApiStyle, Recorded, read_recorded};
use operations::formats::{FormatName, Options, Records};
use proto::event::Envelope;
use serde_json::{Value, json};
use tools::macros::{Definition, Verb};

/// A parser as a function of bytes.
pub(crate) type Target = fn(&[u8]);

/// Every parser of bytes from outside by its name. `run.sh` reads the names from this list.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("batch_results", llm::fuzzing::batch_results),
    ("content_encoding", web::fuzzing::content_encoding),
    ("csv", cli::fuzzing::resolution_rows),
    ("dates", dates),
    ("document", document),
    ("event_cloud", event_cloud),
    ("event_json", event_json),
    ("event_protobuf", event_protobuf),
    ("event_stream", event_stream),
    ("forecastbench", forecastbench),
    ("gateway_body", gateway::fuzzing::body),
    ("helius", helius),
    ("html", html),
    ("json_repair", json_repair),
    ("macro_file", macro_file),
    ("market", cli::fuzzing::resolved_markets),
    ("mcp_answer", web::fuzzing::mcp_answer),
    ("model_reply", model_reply),
    ("oidc", gateway::fuzzing::oidc),
    ("pdf", pdf),
    ("polymarket", polymarket),
    ("records", web::fuzzing::records),
    ("result_page", web::fuzzing::result_page),
    ("robots", web::fuzzing::robots),
    ("sitemap", web::fuzzing::sitemap),
    ("url_policy", web::fuzzing::url),
    ("verb", verb),
];

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// Dates of pages.
fn dates(bytes: &[u8]) {
    let _ = extraction::dates::parse(&text(bytes));
}

/// Documents of any kind and character set; the first byte selects the content type.
fn document(bytes: &[u8]) {
    let kinds = [
        "",
        "text/html; charset=utf-16",
        "text/html; charset=iso-2022-jp",
        "text/plain",
        "application/pdf",
        "application/json",
        "application/x-ndjson",
        "application/rss+xml",
        "text/csv",
        "text/markdown",
    ];
    let Some((kind, bytes)) = bytes.split_first() else { return };
    let _ = extraction::read(bytes, kinds[usize::from(*kind) % kinds.len()], "https://example.org/");
}

fn html(bytes: &[u8]) {
    let _ = extraction::html::read(&text(bytes), "https://example.org/page");
}

fn pdf(bytes: &[u8]) {
    let _ = extraction::pdf::read(bytes);
}

fn event_cloud(bytes: &[u8]) {
    published("application/cloudevents+json", bytes);
}

/// Events of every kind in protobuf JSON.
fn event_json(bytes: &[u8]) {
    published("application/json", bytes);
}

fn event_protobuf(bytes: &[u8]) {
    published("application/protobuf", bytes);
}

fn published(content_type: &str, bytes: &[u8]) {
    for subject in ["", "auspex.event.question.default"] {
        let envelope = Envelope { content_type, headers: &[], subject };
        let _ = proto::published_by(&Tenant::default(), &envelope, bytes);
    }
}

/// Event streams of providers.
fn event_stream(bytes: &[u8]) {
    recorded("text/event-stream", 200, bytes);
}

/// Replies and refusals of providers in one body.
fn model_reply(bytes: &[u8]) {
    for status in [200, 400, 429, 500] {
        recorded("application/json", status, bytes);
    }
}

fn recorded(content_type: &str, status: u16, body: &[u8]) {
    for style in [ApiStyle::Anthropic, ApiStyle::OpenAi, ApiStyle::Responses] {
        let headers = [("content-type".to_owned(), content_type.to_owned())];
        let _ = read_recorded(&Recorded { style, status, headers: &headers, body, tools: None });
    }
}

/// JSON in replies of models.
fn json_repair(bytes: &[u8]) {
    let text = text(bytes);
    let _ = (llm::repair::repair(&text), llm::repair::candidates(&text).take(50).count());
}

/// Transactions of Helius webhooks and files.
fn helius(bytes: &[u8]) {
    let _ = proto::helius::event(&text(bytes), &Tenant::default());
    read_file(FormatName::Helius, bytes);
}

/// Trades of Polymarket's Data API and of a scout's feed.
fn polymarket(bytes: &[u8]) {
    read_file(FormatName::Polymarket, bytes);
}

/// Questions of ForecastBench.
fn forecastbench(bytes: &[u8]) {
    read_file(FormatName::Forecastbench, bytes);
}

fn read_file(format: FormatName, bytes: &[u8]) {
    let mut parser = format.reader(&Options::default());
    for record in Records::new(bytes).map_while(Result::ok) {
        let _ = record.text.map(|text| parser.read(&text));
    }
}

/// A macro: its YAML, its schema, and its templates for prompt and verbs.
fn macro_file(bytes: &[u8]) {
    let Ok(definition) = Definition::parse_file("fuzz.yaml", &text(bytes), &["search_web"]) else { return };
    if let Ok(filled) = definition.fill(&definition.example_parameters()) {
        let _ = definition.prompt(&filled);
    }
    let facts = json!({ "name": "ACME", "list": ["a", { "b": 1 }], "number": -1.5, "none": Value::Null });
    let _ = (definition.validate(&facts), definition.verbs(&facts, &[]));
}

/// Verbs of macros.
fn verb(bytes: &[u8]) {
    let _ = Verb::parse(&text(bytes));
}
