//! Queries of a conversation that has read pages and memory: the provider receives them as the model wrote them, and
//! with `strict` in public words, which the answer shows.

use std::sync::Arc;

use domain::{JobId, Tenant, Time};
use llm::testing::text_reply;
use serde_json::{Value, json};
use tools::source_tier::SourceTiers;
use tools::{Notebook, SearchPrivacy, Session, TaskScope, TaskTopics};
use web::fake::FakeWeb;

use super::egress_test::NoClaims;
use crate::tests::{Bench, PAGE};

const SUBJECTS: [&str; 20] = [
    "core PCE",
    "Bank of Norrland",
    "Jane Doe Acme Robotics CEO",
    "日本銀行 金融政策",
    "Европейский центральный банк",
    "Überseering Handelsgesellschaft mbH",
    "São Tomé e Príncipe",
    "AT&T v. FTC",
    "\"Tidewater S2\" battery",
    "$WIF token",
    "US0378331005",
    "COVID-19 BNT162b2",
    "site:bankofengland.co.uk MPC",
    "Müller & Söhne",
    "F-16 Block 70/72",
    "World Cup 2026 Group B",
    "Łódź stadium",
    "بنك المغرب",
    "S&P 500 E-mini",
    "Nord Stream 2",
];
const TAILS: [&str; 10] = [
    "October 2026",
    "denies OR delayed",
    "lawsuit criticism correction",
    "annual report 2025 filetype:pdf",
    "10-K FY2025 capacity (MW)",
    "-forum -reddit",
    "Q3 2026 vs Q3 2025 +4.5%",
    "minutes, votes: four to two",
    "rumour? false",
    "2026-11-28 14:00 UTC",
];

/// Queries that the shipped prompt gives as examples.
fn examples() -> Vec<String> {
    let prompts = worker::Prompts::builtin("researcher").unwrap();
    let text = prompts.render("research_system.md", json!({})).unwrap();
    let (work, _) = text.split_once("# Which sources").unwrap();
    work.split('"').skip(1).step_by(2).map(|example| example.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// A conversation that has read text of others.
fn session(search_privacy: SearchPrivacy) -> Session {
    let mut notebook = Notebook::default();
    notebook.begin_untrusted();
    let scope = TaskScope {
        job: JobId::named(&["queries"]),
        tenant: Tenant::default(),
        started: Time::UNIX_EPOCH,
        as_of: None,
        tiers: SourceTiers::default(),
        max_pages: 1,
        sources: domain::SourceRules::default(),
        topics: TaskTopics::ALL,
        search_privacy,
        may_request_research: false,
    };
    Session::new(scope, notebook, Arc::new(NoClaims), None)
}

/// Returns what the provider received, and the tool's answer.
async fn searched(bench: &Bench, privacy: SearchPrivacy, query: &str) -> (Vec<String>, Value) {
    bench.web.requests.lock().unwrap().clear();
    let tools = bench.handler.toolboxes()[0];
    let answer = tools.call(&session(privacy), "web_search", &json!({"query": query})).await.unwrap();
    let sent = std::mem::take(&mut *bench.web.requests.lock().unwrap());
    (sent, serde_json::from_str(&answer.content).unwrap_or(Value::String(answer.content)))
}

fn bench() -> Bench {
    Bench::new(|_| Ok(text_reply("done"))).on(FakeWeb::default().page(PAGE, "A page", "<p>words</p>"))
}

#[tokio::test]
async fn follow_up_queries_reach_the_provider_as_they_were_written() {
    let bench = bench();
    let others = SUBJECTS.iter().flat_map(|subject| TAILS.iter().map(move |tail| format!("{subject} {tail}")));
    let examples = examples();
    assert!(examples.len() >= 8, "{examples:?}");
    for query in examples.into_iter().chain(others) {
        let (sent, answer) = searched(&bench, SearchPrivacy::Open, &query).await;
        assert_eq!(sent, [format!("search {query}")], "{answer}");
        assert!(answer["querySent"].is_null(), "{answer}");
    }
}

#[tokio::test]
async fn with_strict_privacy_the_answer_shows_the_query_that_was_sent() {
    let (sent, answer) = searched(&bench(), SearchPrivacy::Strict, "core PCE October 2026 report").await;
    assert_eq!(sent, ["search 2026 report"]);
    assert_eq!(answer["querySent"], "2026 report", "{answer}");
}
