//! Exfiltration: every tool, with arguments that carry a secret of the conversation. The secret reaches only services
//! that the operator has configured for words; a web request goes to an address that a search, a shown link or the task
//! gave, byte for byte.

use std::collections::BTreeSet;
use std::sync::Arc;

use agent::ToolError;
use domain::{JobId, Source, Tenant, Time};
use futures::future::BoxFuture;
use llm::testing::text_reply;
use serde_json::{Value, json};
use tools::notebook::Notes;
use tools::session::{ClaimReader, ReadClaims, ReadRequest};
use tools::{Notebook, Session, TaskScope};
use web::fake::FakeWeb;

use crate::tests::{Bench, MINT};

/// Words of the conversation, in a form that fits every argument.
const SECRET: &str = "s3cr3t";
const KNOWN: &str = "https://news.example.org/a/b?c=d";
const ORIGIN: &str = "https://news.example.org/";

/// The outbound requests that a tool can cause.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Outbound {
    /// None: the tool reads or writes our own stores.
    Nothing,
    /// A page or a site: only addresses of the notebook.
    Address,
    /// Words to a service that the operator has configured; its address is not part of the arguments.
    Words,
    /// A checked identifier (a mint or an LEI) to a configured service.
    Identifier,
}

/// Every tool of every loop. A new tool fails the test until it is classified here.
pub(super) const TOOLS: [(&str, Outbound); 31] = [
    ("add_representation", Outbound::Nothing),
    ("analyze_sentiment", Outbound::Words),
    ("check_research_freshness", Outbound::Nothing),
    ("check_rugcheck", Outbound::Identifier),
    ("create_entity", Outbound::Nothing),
    ("docs__lookup", Outbound::Words),
    ("fetch_page", Outbound::Address),
    ("find_markets", Outbound::Words),
    ("get_cached_research", Outbound::Nothing),
    ("get_entity_representations", Outbound::Nothing),
    ("get_holder_distribution", Outbound::Identifier),
    ("get_price_history", Outbound::Identifier),
    ("get_token_metadata", Outbound::Identifier),
    ("lei_relationships", Outbound::Identifier),
    ("list_files", Outbound::Nothing),
    ("lookup_lei", Outbound::Words),
    ("map_site", Outbound::Address),
    ("market_price", Outbound::Identifier),
    ("query_entity_timeline", Outbound::Nothing),
    ("read_file", Outbound::Nothing),
    ("read_result", Outbound::Nothing),
    ("research_and_store", Outbound::Nothing),
    ("resolve_entity", Outbound::Nothing),
    ("retrieve", Outbound::Nothing),
    ("store_research_results", Outbound::Nothing),
    ("todo_get_next", Outbound::Nothing),
    ("todo_read", Outbound::Nothing),
    ("todo_update", Outbound::Nothing),
    ("web_search", Outbound::Words),
    ("wikipedia_search", Outbound::Words),
    ("write_file", Outbound::Nothing),
];

pub(super) struct NoClaims;

impl ClaimReader for NoClaims {
    fn claims<'a>(
        &'a self,
        _: &'a Source,
        _: &'a agent::Untrusted,
        _: &'a ReadRequest,
    ) -> BoxFuture<'a, Result<ReadClaims, ToolError>> {
        Box::pin(std::future::ready(Ok(ReadClaims::default())))
    }
}

fn session(max_pages: usize) -> Session {
    let scope = TaskScope {
        job: JobId::named(&["egress"]),
        tenant: Tenant::default(),
        started: Time::UNIX_EPOCH,
        as_of: None,
        tiers: tools::source_tier::SourceTiers::default(),
        max_pages,
        sources: domain::SourceRules::default(),
        topics: tools::TaskTopics::ALL,
        search_privacy: tools::SearchPrivacy::default(),
        may_request_research: true,
    };
    Session::new(scope, Notebook::with_urls(&[KNOWN.to_owned()]), Arc::new(NoClaims), None)
}

/// Addresses that a page could talk a model into: each carries the secret, most of them to the known site.
fn traps() -> Vec<String> {
    let traps = [
        "https://news.example.org/S",
        "https://news.example.org/?q=S",
        "https://news.example.org/#S",
        "https://S.news.example.org/",
        "https://www.news.example.org/S",
        "https://www.www.news.example.org/?S",
        "http://news.example.org/S",
        "https://NEWS.example.org/S",
        "https://news.example.org:443/S",
        "https://news.example.org./S",
        "https://S@news.example.org/",
        "https://news.example.org/a/b?c=d&S",
        "https://news.example.org/a/b?c=d#S",
        "https://news.example.org/S/../a/b?c=d",
        "https://news.example.org\\S",
        "https://news.example.org/%73S",
        "https://collector.example.com/S",
        "https://S.collector.example.com/",
        "S",
        "file:///S",
        "//news.example.org/S",
        " https://news.example.org/S ",
    ];
    traps.map(|trap| trap.replace('S', SECRET)).to_vec()
}

/// Returns arguments of a tool, each with the secret wherever its schema takes text.
fn arguments(tool: &str, outbound: Outbound) -> Vec<Value> {
    if outbound == Outbound::Address {
        return traps().into_iter().map(|url| json!({"url": url})).collect();
    }
    let keys =
        ["query", "name", "mint", "lei", "path", "entityId", "identifier", "reference", "id", "context", "address"];
    let mut all: Vec<Value> = keys.iter().map(|key| json!({*key: SECRET})).collect();
    all.push(json!({"query": SECRET, "url": format!("https://collector.example.com/{SECRET}"), "host": "collector.example.com"}));
    all.push(json!({"mint": format!("{MINT}/{SECRET}")}));
    all.push(json!({"mint": MINT, "days": 7}));
    all.push(json!({"name": tool, "type": "concept"}));
    all
}

async fn requests(bench: &Bench, tool: &str, input: &Value) -> Vec<String> {
    bench.web.requests.lock().unwrap().clear();
    let session = session(20);
    for tools in bench.handler.toolboxes() {
        if tools.specs().iter().any(|spec| spec.name == tool) {
            tools.call(&session, tool, input).await.unwrap();
        }
    }
    std::mem::take(&mut *bench.web.requests.lock().unwrap())
}

fn bench() -> Bench {
    let web = FakeWeb::default().page(KNOWN, "Known", "<p>words of a page</p>").offering("docs__lookup", "words");
    Bench::new(|_| Ok(text_reply("done"))).on(web)
}

#[tokio::test]
async fn no_argument_of_a_tool_chooses_a_byte_of_a_web_request() {
    let bench = bench();
    let offered: BTreeSet<String> = bench.handler.offered_tools().into_iter().map(|tool| tool.name).collect();
    let listed: BTreeSet<String> = TOOLS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(offered, listed, "every tool is classified");
    let mut sent = BTreeSet::new();
    for (tool, outbound) in TOOLS {
        for input in arguments(tool, outbound) {
            for request in requests(&bench, tool, &input).await {
                let (method, argument) = request.split_once(' ').unwrap();
                let secret = argument.contains(SECRET);
                let allowed = match (outbound, method) {
                    (Outbound::Address, "fetch" | "site") => argument == KNOWN || argument == ORIGIN,
                    (Outbound::Words, "search" | "markets" | "encyclopedia" | "by_name" | "external") => true,
                    (Outbound::Words, "records") | (Outbound::Identifier, _) => !secret,
                    _ => false,
                };
                assert!(allowed, "{tool} {input} caused {request:?}");
                sent.insert(tool);
            }
        }
    }
    let can_send: BTreeSet<&str> = TOOLS
        .iter()
        .filter(|(_, outbound)| !matches!(outbound, Outbound::Nothing | Outbound::Identifier))
        .map(|(tool, _)| *tool)
        .collect();
    let silent: Vec<_> = can_send.difference(&sent).filter(|tool| **tool != "fetch_page").collect();
    assert!(silent.is_empty(), "the test reaches every tool that sends words or addresses: {silent:?}");
}

#[tokio::test]
async fn a_known_address_is_fetched_and_an_unknown_page_of_its_site_becomes_the_origin() {
    let bench = bench();
    assert_eq!(requests(&bench, "fetch_page", &json!({"url": KNOWN})).await[0], format!("fetch {KNOWN}"));
    assert_eq!(requests(&bench, "map_site", &json!({"url": KNOWN})).await[0], format!("site {KNOWN}"));
    let guessed = format!("https://www.news.example.org/{SECRET}");
    assert_eq!(requests(&bench, "map_site", &json!({"url": guessed})).await[0], format!("site {ORIGIN}"));
}

#[tokio::test]
async fn a_listed_site_counts_as_a_page() {
    let bench = bench();
    let tools = bench.handler.toolboxes()[0];
    let mut session = session(1);
    let listed = tools.call(&session, "map_site", &json!({"url": KNOWN})).await.unwrap();
    assert!(!listed.is_error, "{}", listed.content);
    session.notebook.absorb("map_site", agent::Origin::Web, &listed.notes);
    session.reset_page_count();
    assert_eq!(session.notebook.pages(), 1);
    for tool in ["map_site", "fetch_page"] {
        let refused = tools.call(&session, tool, &json!({"url": KNOWN})).await.unwrap();
        assert!(refused.is_error && refused.content.contains("limit of 1 pages"), "{}", refused.content);
    }
}

/// Notes of the tools are part of memoised steps, so notes of an older version must stay readable.
#[test]
fn notes_without_the_new_fields_are_read() {
    let mut old = json!(Notes::default());
    old.as_object_mut().unwrap().remove("requested");
    assert_eq!(serde_json::from_value::<Notes>(old).unwrap(), Notes::default());
}
