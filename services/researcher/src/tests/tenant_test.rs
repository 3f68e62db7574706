//! Tenants: every tool of every loop, called for one tenant over a memory that holds what another tenant has learned.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use domain::effect::{Fence, Note, Owner};
use domain::entity::fact::{FINDING, Statement};
use domain::port::{Job, memory::LeaseHolder};
use domain::{Effect, EntityId, JobId, Tenant, Time};
use llm::testing::text_reply;
use serde_json::{Value, json};
use store::Memory;
use tools::{Notebook, Session, TaskScope};

use super::egress_test::{NoClaims, TOOLS};
use crate::tests::Bench;

const SECRET: &str = "zebras";

/// The tools whose output depends on what the tenant has learned, with arguments that find it. A tool that is in
/// neither list fails the test.
const READERS: [(&str, &str); 4] = [
    ("check_research_freshness", r#"{"entityId": "bonk"}"#),
    ("get_cached_research", r#"{"entityId": "bonk"}"#),
    ("query_entity_timeline", r#"{"entityId": "bonk"}"#),
    ("retrieve", r#"{"query": "what do zebras graze"}"#),
];

/// Tools that read no memory, or only the catalogue of entities, which all tenants share; files belong to the bundle of
/// a task.
const OTHERS: [&str; 27] = [
    "add_representation",
    "analyze_sentiment",
    "check_rugcheck",
    "create_entity",
    "docs__lookup",
    "fetch_page",
    "find_markets",
    "get_entity_representations",
    "get_holder_distribution",
    "get_price_history",
    "get_token_metadata",
    "lei_relationships",
    "list_files",
    "lookup_lei",
    "map_site",
    "market_price",
    "read_file",
    "read_result",
    "research_and_store",
    "resolve_entity",
    "store_research_results",
    "todo_get_next",
    "todo_read",
    "todo_update",
    "web_search",
    "wikipedia_search",
    "write_file",
];

fn session(tenant: &Tenant) -> Session {
    let scope = TaskScope {
        job: JobId::named(&["tenants"]),
        tenant: tenant.clone(),
        started: Time::UNIX_EPOCH,
        as_of: None,
        tiers: tools::source_tier::SourceTiers::default(),
        max_pages: 20,
        sources: domain::SourceRules::default(),
        topics: tools::TaskTopics::ALL,
        search_privacy: tools::SearchPrivacy::default(),
        may_request_research: true,
    };
    Session::new(scope, Notebook::default(), Arc::new(NoClaims), None)
}

/// Stores research, a finding and a note of a tenant.
async fn learn(bench: &Bench, tenant: &Tenant) {
    let entity = EntityId::slug("bonk");
    let job = Job { consumer: "researcher", id: JobId::named(&["learned"]) };
    let holder = LeaseHolder { tenant: tenant.clone(), job };
    let fence: Fence = bench.memory.take_fence(&entity, &holder, Duration::from_secs(60)).await.unwrap().unwrap();
    let owner = Owner { tenant: tenant.clone(), is_public: true };
    let made_at = Time::UNIX_EPOCH;
    let research = serde_json::from_value(json!({
        "entity": "bonk", "summary": "What zebras graze.", "findings": [], "timeline": [], "sources": [], "confidence": 0.5,
        "risks": [], "open_questions": [], "opportunities": [], "tools_used": [], "made_at": made_at, "expires_at": Time::from_timestamp(3_600, 0),
        "ending": {"kind": "complete"}, "cost": 0, "model": "m", "prompt_version": "v", "from_cache": false, "sentiment": null,
    }));
    let statement = Statement {
        attribute: format!("{FINDING}1"),
        value: "Many zebras graze.".to_owned(),
        valid_from: made_at,
        source: "a page".to_owned(),
    };
    let note = Note {
        id: JobId::named(&["note"]),
        tenant: tenant.clone(),
        text: "All zebras graze grass.".to_owned(),
        summary: "What zebras graze.".to_owned(),
        keywords: Vec::new(),
        tags: Vec::new(),
        kind: "fact".to_owned(),
        source_url: String::new(),
        made_at,
        entity: None,
        links: Vec::new(),
        sources: Vec::new(),
        fact: None,
    };
    let research = Box::new(research.expect("a sample of research"));
    for effect in [
        Effect::ResearchStored { entity: entity.clone(), research, fence, owner: owner.clone() },
        Effect::FactsLearned { entity, statements: vec![statement], owner },
        Effect::NoteStored(Box::new(note)),
    ] {
        assert!(bench.memory.apply(&effect));
    }
}

/// Returns what the tool answers in every loop that offers it.
async fn answers(bench: &Bench, tenant: &Tenant, (tool, input): (&str, &Value)) -> String {
    let mut text = String::new();
    for tools in bench.handler.toolboxes() {
        if tools.specs().iter().any(|spec| spec.name == tool) {
            text += &tools.call(&session(tenant), tool, input).await.unwrap().content;
        }
    }
    text
}

#[tokio::test]
async fn no_tool_shows_a_tenant_what_another_tenant_has_learned() {
    let web = web::fake::FakeWeb::default().offering("docs__lookup", "words");
    let bench = Bench::new(|_| Ok(text_reply("done"))).on(web);
    let (own, other) = (Tenant::parse("acme").unwrap(), Tenant::parse("globex").unwrap());
    learn(&bench, &own).await;
    let offered: BTreeSet<String> = bench.handler.offered_tools().into_iter().map(|tool| tool.name).collect();
    let listed: BTreeSet<String> = READERS.iter().map(|(name, _)| *name).chain(OTHERS).map(str::to_owned).collect();
    assert_eq!(offered, listed, "every tool is listed");
    for (tool, input) in READERS {
        let input: Value = serde_json::from_str(input).unwrap();
        let (read, unread) =
            (answers(&bench, &own, (tool, &input)).await, answers(&bench, &other, (tool, &input)).await);
        assert!(read.contains(SECRET) || read.contains(r#""exists":true"#), "{tool}: {read}");
        assert!(!unread.contains(SECRET) && !unread.contains(r#""exists":true"#), "{tool}: {unread}");
    }
    for (tool, _) in TOOLS {
        for key in ["entityId", "query", "identifier", "name", "path", "id", "reference"] {
            let answer = answers(&bench, &other, (tool, &json!({ key: "bonk" }))).await;
            assert!(!answer.contains(SECRET), "{tool} {key}: {answer}");
        }
    }
}
