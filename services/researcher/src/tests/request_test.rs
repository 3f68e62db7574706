//! Research of entities that a caller has requested: its age, its kind, and the domains of its sources.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::research::Ending;
use domain::{Clock, Effect, EntityKind, EntityTerms, MicroUsd, ResearchTask, SourceRules, Subject, Tenant, Time};
use llm::testing::{text_reply, tool_call};
use llm::{LlmError, Request};
use runtime::FailureAction;
use serde_json::json;
use store::Memory;

use crate::tests::{Bench, MINT, PAGE, called, identifier, sensible, task};

fn requested(identifier: &str, max_age_secs: Option<u64>) -> ResearchTask {
    let terms = EntityTerms { kind: None, max_age_secs, requested_at: Time::UNIX_EPOCH };
    let subject = Subject::Identifier { identifier: identifier.into(), symbol: String::new() };
    ResearchTask { entity_terms: Some(terms), ..task(subject) }
}

/// A request of now.
fn now(bench: &Bench, identifier: &str, max_age_secs: Option<u64>) -> ResearchTask {
    let mut task = requested(identifier, max_age_secs);
    if let Some(terms) = &mut task.entity_terms {
        terms.requested_at = bench.client.clock.now();
    }
    task
}

#[tokio::test]
async fn an_oldest_age_of_zero_forces_new_research_and_another_age_the_cache() {
    let bench = Bench::new(sensible);
    assert_eq!(bench.done(&now(&bench, MINT, None), "one").await.1.label, "researched");
    bench.client.advance(Duration::from_secs(60));
    assert_eq!(bench.done(&now(&bench, MINT, None), "two").await.1.label, "cached");
    assert_eq!(bench.done(&now(&bench, MINT, Some(120)), "three").await.1.label, "cached");
    assert_eq!(bench.done(&now(&bench, MINT, Some(30)), "four").await.1.label, "researched");
    bench.client.advance(Duration::from_secs(60));
    assert_eq!(bench.done(&now(&bench, MINT, Some(0)), "five").await.1.label, "researched");
    bench.client.advance(Duration::from_secs(100_000));
    assert_eq!(bench.done(&now(&bench, MINT, None), "six").await.1.label, "researched", "it has expired");
    bench.client.advance(Duration::from_secs(100_000));
    assert_eq!(bench.done(&now(&bench, MINT, Some(200_000)), "seven").await.1.label, "cached", "the age is accepted");
}

/// A request during the research of the same entity waits for it, and pays for nothing.
#[tokio::test]
async fn a_request_for_new_research_accepts_what_was_running() {
    let storm = Arc::new(AtomicBool::new(true));
    let over = Arc::clone(&storm);
    let bench = Bench::new(move |request: &Request| {
        let stormy = storm.load(Ordering::SeqCst) && !called(request).is_empty();
        if stormy { Err(LlmError::Overloaded { after: Some(Duration::from_secs(7)) }) } else { sensible(request) }
    });
    assert!(matches!(bench.handle(&identifier(MINT), "one").await.err().unwrap().action(), FailureAction::Defer(_)));
    let request = now(&bench, MINT, Some(0));
    assert!(matches!(bench.handle(&request, "two").await.err().unwrap().action(), FailureAction::Defer(_)));
    over.store(false, Ordering::SeqCst);
    bench.client.advance(Duration::from_secs(10));
    assert_eq!(bench.done(&identifier(MINT), "one").await.1.label, "researched");
    let paid = bench.client.model.calls();
    let (research, outcome) = bench.done(&request, "two").await;
    assert_eq!((outcome.label, research.cost, bench.client.model.calls()), ("cached", MicroUsd::ZERO, paid));
}

#[tokio::test]
async fn an_unknown_name_is_researched_only_if_the_caller_states_its_kind() {
    let bench = Bench::new(sensible);
    let (research, outcome) = bench.done(&requested("dogwifhat", None), "one").await;
    let Ending::Failed(reason) = &research.ending else { panic!("{:?}", research.ending) };
    assert!(reason.contains("no known entity") && outcome.label == "unknown", "{reason}");
    assert_eq!(bench.client.model.calls(), 0);
    let mut task = requested("dogwifhat", None);
    task.entity_terms.as_mut().unwrap().kind = Some(EntityKind::Meme);
    let (research, _) = bench.done(&task, "two").await;
    let entity = bench.memory.entity(&Tenant::default(), &research.entity.unwrap()).await.unwrap().unwrap();
    assert_eq!((entity.kind, entity.verified), (EntityKind::Meme, false));
    // The id of an entity names it.
    let (again, outcome) = bench.done(&requested(entity.id.as_str(), None), "three").await;
    assert_eq!((again.entity, outcome.label), (Some(entity.id), "cached"));
}

/// Acts like `sensible`, but reads the page by its address, whatever the search has listed.
fn reading(request: &Request) -> Result<llm::ModelReply, LlmError> {
    match called(request).last().map(String::as_str) {
        Some("web_search") => Ok(tool_call("fetch_page", json!({"url": PAGE}))),
        Some("fetch_page") if !request_text(request).contains("\"claims\"") => Ok(text_reply("done")),
        _ => sensible(request),
    }
}

/// Returns the whole conversation as text.
fn request_text(request: &Request) -> String {
    format!("{request:?}")
}

#[tokio::test]
async fn excluded_domains_are_neither_listed_nor_read_and_the_research_is_no_cache() {
    let bench = Bench::new(reading);
    let host = url::Url::parse(PAGE).unwrap().host_str().unwrap().to_owned();
    let deny = SourceRules::new(&[], std::slice::from_ref(&host)).unwrap();
    let task = ResearchTask { sources: deny, ..requested(MINT, None) };
    let (research, _) = bench.done(&task, "one").await;
    assert!(research.sources.iter().all(|source| !source.url.contains(&host)), "{:?}", research.sources);
    assert_eq!(bench.web.fetched.load(Ordering::SeqCst), 0);
    let allow = SourceRules::new(&[host], &[]).unwrap();
    let task = ResearchTask { sources: allow, ..requested(MINT, None) };
    let (research, outcome) = bench.done(&task, "two").await;
    assert!(research.sources.iter().any(|source| source.url == PAGE), "{:?}", research.sources);
    assert!(!outcome.effects.iter().any(|effect| matches!(effect, Effect::ResearchStored { .. })));
    assert_eq!(bench.done(&requested(MINT, None), "three").await.1.label, "researched", "not from a part of the web");
}
