//! The official website of a company by Wikidata: its pages are official sources, may be fetched from the start,
//! and Wikidata is not asked where queries must stay private.

use domain::entity::resolve::EntityQuery;
use domain::{EntityKind, EntityTerms, ResearchTask, Subject, Tenant, Tier, Time};
use llm::testing::tool_call;
use llm::{LlmError, ModelReply, Request, ToolChoice};
use serde_json::json;
use store::Memory;
use web::fake::FakeWeb;

use crate::tests::{Bench, called, question, result, task};

const SITE: &str = "https://www.acme.example/";
const STATEMENT: &str = "Acme Robotics of Ober employs 410 people in three plants";

fn acme(kind: EntityKind) -> ResearchTask {
    let terms = EntityTerms { kind: Some(kind), max_age_secs: None, requested_at: Time::UNIX_EPOCH };
    let subject = Subject::Identifier { identifier: "Acme Robotics".into(), symbol: String::new() };
    ResearchTask { entity_terms: Some(terms), ..task(subject) }
}

fn web() -> FakeWeb {
    let page = format!("<p>{STATEMENT}.</p>");
    FakeWeb::default().page(SITE, "Acme", &page).official("Acme Robotics", SITE)
}

/// A model that reads the website without a search.
fn direct(request: &Request) -> Result<ModelReply, LlmError> {
    if request.tool_choice == ToolChoice::Tool("extract_claims".into()) {
        let claim = json!({"text": format!("{STATEMENT}."), "quote": STATEMENT});
        return Ok(tool_call("extract_claims", json!({"claims": [claim]})));
    }
    Ok(match called(request).last().map(String::as_str) {
        None => tool_call("fetch_page", json!({"url": SITE})),
        _ => {
            let read = result(request);
            let finding = json!({"text": format!("{STATEMENT}."), "sources": [read["source"]], "claims": [read["claims"][0]["id"]]});
            tool_call("store_research_results", json!({"summary": "Acme.", "confidence": 0.6, "findings": [finding]}))
        }
    })
}

#[tokio::test]
async fn pages_of_the_official_website_are_official_and_the_reason_names_the_item() {
    let bench = Bench::new(direct).on(web());
    let (research, _) = bench.done(&acme(EntityKind::Business), "job").await;
    let source = &research.sources[0];
    assert_eq!((source.tier, source.tier_reason.as_str()), (Tier::Official, "official website by Wikidata (Q1)"));
}

#[tokio::test]
async fn names_in_other_scripts_are_stored_once_and_find_the_entity() {
    let web = web().foreign_name("Acme Robotics", "ru", "Акме Роботикс").foreign_name("Acme Robotics", "ja", "アクメ");
    let bench = Bench::new(direct).on(web);
    let (research, _) = bench.done(&acme(EntityKind::Business), "job").await;
    let (tenant, id) = (Tenant::default(), research.entity.unwrap());
    for name in ["Акме Роботикс", "アクメ"] {
        let found = bench.memory.resolve(&tenant, &[EntityQuery::new(name)]).await.unwrap();
        assert_eq!(found[0].known().map(|known| &known.entity.id), Some(&id), "{name}");
    }
    let found = bench.memory.retrieve(&tenant, "Акме Роботикс", 5).await.unwrap();
    assert_eq!(found.hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), [id.as_str()], "its research");
    // The second research finds the entity by one of the names.
    let subject = Subject::Identifier { identifier: "Акме Роботикс".into(), symbol: String::new() };
    let terms = EntityTerms { kind: None, max_age_secs: Some(0), requested_at: Time::MAX_UTC };
    let again = ResearchTask { entity_terms: Some(terms), ..task(subject) };
    assert_eq!(bench.done(&again, "again").await.0.entity.as_ref(), Some(&id));
    let forms = bench.memory.representations(&tenant, &id).await.unwrap();
    let names: Vec<(&str, &str)> =
        forms.iter().map(|form| (form.chain.as_str(), form.context["name"].as_str())).collect();
    assert_eq!(names, [("ru", "Акме Роботикс"), ("ja", "アクメ")]);
}

const LEI: &str = "HWUPKR0MPOU8FGXBT394";

fn by_lei() -> ResearchTask {
    let terms = EntityTerms { kind: None, max_age_secs: None, requested_at: Time::UNIX_EPOCH };
    let subject = Subject::Identifier { identifier: LEI.into(), symbol: String::new() };
    ResearchTask { entity_terms: Some(terms), ..task(subject) }
}

#[tokio::test]
async fn an_entity_that_is_named_by_its_name_and_by_its_lei_is_one_in_either_order() {
    let web = || web().registered_lei("Acme Robotics", LEI).official(LEI, SITE);
    let bench = Bench::new(direct).on(web());
    let by_name = bench.done(&acme(EntityKind::Business), "name").await.0.entity.unwrap();
    assert_eq!(bench.done(&by_lei(), "lei").await.0.entity.as_ref(), Some(&by_name), "the name first");
    let bench = Bench::new(direct).on(web());
    let first = bench.done(&by_lei(), "lei").await.0.entity.unwrap();
    assert_eq!(bench.done(&acme(EntityKind::Business), "name").await.0.entity.as_ref(), Some(&first), "the LEI first");
    let found = bench.memory.resolve(&Tenant::default(), &[EntityQuery::new("acme robotics")]).await.unwrap();
    assert_eq!(found[0].known().map(|known| &known.entity.id), Some(&first));
}

#[tokio::test]
async fn a_concept_has_no_website_and_with_strict_privacy_nobody_is_asked() {
    let concept = Bench::new(direct).on(web());
    assert!(concept.done(&acme(EntityKind::Concept), "job").await.0.sources.is_empty(), "the site is not known");
    let strict = Bench::new(direct).on_with(web(), &[("AUSPEX_SEARCH_PRIVACY", "strict")]);
    assert!(strict.done(&acme(EntityKind::Business), "job").await.0.sources.is_empty());
}

/// A model that reads the website of a bank that the question names, after a search that finds it.
fn of_search(request: &Request) -> Result<ModelReply, LlmError> {
    match called(request).last().map(String::as_str) {
        None if request.tool_choice != ToolChoice::Tool("extract_claims".into()) => {
            Ok(tool_call("web_search", json!({"query": "Bank of Ober staff"})))
        }
        Some("web_search") => Ok(tool_call("fetch_page", json!({"url": SITE}))),
        _ => direct(request),
    }
}

async fn tier_of(task: &ResearchTask) -> Tier {
    let page = format!("<p>{STATEMENT}.</p>");
    let web = FakeWeb::default().page(SITE, "Bank of Ober", &page).official("Bank of Ober", SITE);
    let (research, _) = Bench::new(of_search).on(web).done(task, "job").await;
    research.sources.iter().find(|source| source.url == SITE).unwrap().tier
}

#[tokio::test]
async fn the_website_of_what_a_question_names_is_official() {
    assert_eq!(tier_of(&question("How many people does the Bank of Ober employ?")).await, Tier::Official);
    assert_eq!(tier_of(&question("How many people does the bank in Ober employ?")).await, Tier::Other);
}

#[tokio::test]
async fn a_question_of_strangers_names_no_official_site() {
    let task = ResearchTask { is_foreign: true, ..question("How many people does the Bank of Ober employ?") };
    assert_eq!(tier_of(&task).await, Tier::Other);
}
