//! The handler over fakes: entities, questions, look-ups, invalid input.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use domain::port::Job;
use domain::research::Ending;
use domain::{Effect, EntityKind, JobId, MicroUsd, ResearchTask, Subject, Tenant, Time};
use llm::testing::{text_reply, tool_call};
use llm::{LlmError, Request, ToolChoice};
use proto::event::{Envelope, Event};
use proto::events::ResearchRequested;
use runtime::{FailureAction, Handler};
use serde_json::json;
use store::Memory;
use store::memory::NewEntity;

use crate::tests::{Bench, MINT, PAGE, Rule, called, emitted, identifier, look_up, question, sensible, task};

#[tokio::test]
async fn an_unknown_mint_is_researched_once_and_then_answered_from_memory() {
    let bench = Bench::new(sensible);
    let (research, outcome) = bench.done(&identifier(MINT), "job-1").await;
    assert_eq!(research.ending, Ending::Complete);
    assert_eq!(research.findings.len(), 1, "what was invented is dropped: {:?}", research.findings);
    assert_eq!(research.findings[0].quote, "dogwifhat was listed on a large exchange in March");
    assert_eq!(research.sources[0].url, PAGE);
    assert_eq!(research.tools_used, ["web_search", "fetch_page", "store_research_results"]);
    assert!(research.cost > MicroUsd::ZERO && !research.prompt_version.is_empty());
    assert!(matches!(
        outcome.effects[..],
        [Effect::ResearchStored { .. }, Effect::Audited(_), Effect::RestedOn(_), Effect::FactsLearned { .. }]
    ));
    let entity = bench.memory.by_context(&Tenant::default(), "mint", MINT).await.unwrap().unwrap();
    assert_eq!((entity.name.as_str(), entity.verified, entity.kind), ("dogwifhat", false, EntityKind::CryptoToken));

    let calls = bench.client.model.calls();
    let (again, outcome) = bench.done(&identifier("WIF"), "job-2").await;
    assert!(again.from_cache && again.cost == MicroUsd::ZERO);
    assert_eq!((outcome.label, bench.client.model.calls()), ("cached", calls), "not one more call");
    assert_eq!(again.findings, research.findings);
}

#[tokio::test]
async fn a_repeated_job_pays_and_fetches_nothing_again() {
    let bench = Bench::new(sensible);
    let first = emitted(&bench.handle(&identifier(MINT), "job").await.unwrap());
    let paid = bench.client.model.calls();
    bench.client.advance(Duration::from_secs(40));
    let second = emitted(&bench.handle(&identifier(MINT), "job").await.unwrap());
    assert_eq!(first, second);
    assert_eq!(bench.client.model.calls(), paid);
    assert_eq!((bench.web.searched.load(Ordering::SeqCst), bench.web.fetched.load(Ordering::SeqCst)), (1, 1));
}

#[tokio::test]
async fn an_interrupted_loop_continues_where_it_stopped() {
    let storm = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let over = Arc::clone(&storm);
    let bench = Bench::new(move |request| {
        let stormy = storm.load(Ordering::SeqCst) && !called(request).is_empty();
        if stormy { Err(LlmError::Overloaded { after: Some(Duration::from_secs(7)) }) } else { sensible(request) }
    });
    let failure = bench.handle(&question("What of dogwifhat?"), "job").await.err().unwrap();
    assert!(
        matches!(failure.action(), FailureAction::Defer(after) if after >= Duration::from_secs(7)),
        "{:?}",
        failure.action()
    );
    over.store(false, Ordering::SeqCst);
    bench.client.advance(Duration::from_secs(10));
    let (research, outcome) = bench.done(&question("What of dogwifhat?"), "job").await;
    assert_eq!((research.ending, outcome.label), (Ending::Complete, "researched"));
    assert_eq!(bench.web.searched.load(Ordering::SeqCst), 1, "the search was remembered");
}

/// A deferred job keeps its lease, because another job would start over and pay again.
#[tokio::test]
async fn a_deferred_job_keeps_the_entitys_lease() {
    let storm = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let over = Arc::clone(&storm);
    let bench = Bench::new(move |request| {
        let stormy = storm.load(Ordering::SeqCst) && !called(request).is_empty();
        if stormy { Err(LlmError::Overloaded { after: Some(Duration::from_secs(7)) }) } else { sensible(request) }
    });
    assert!(matches!(bench.handle(&identifier(MINT), "one").await.err().unwrap().action(), FailureAction::Defer(_)));
    let paid = bench.client.model.calls();
    assert!(matches!(bench.handle(&identifier(MINT), "two").await.err().unwrap().action(), FailureAction::Defer(_)));
    assert_eq!(bench.client.model.calls(), paid, "the other did not begin");
    over.store(false, Ordering::SeqCst);
    bench.client.advance(Duration::from_secs(10));
    assert_eq!(bench.done(&identifier(MINT), "one").await.1.label, "researched");
    assert_eq!(bench.done(&identifier(MINT), "two").await.1.label, "cached");
}

#[tokio::test]
async fn one_job_researches_an_entity_and_others_are_deferred() {
    let bench = Bench::new(sensible);
    let known = NewEntity {
        kind: EntityKind::CryptoToken,
        name: "dogwifhat".into(),
        symbol: Some("WIF".into()),
        mint: None,
        verified: true,
        metadata: [].into(),
        created_at: Time::UNIX_EPOCH,
        owner: None,
    };
    let entity = bench.memory.create_entity(&known).await.unwrap();
    let another = Job { consumer: "researcher", id: JobId::named(&["another"]) };
    let another = store::memory::LeaseHolder { tenant: domain::Tenant::default(), job: another };
    let other = bench.memory.take_fence(&entity.id, &another, Duration::from_secs(60)).await.unwrap().unwrap();
    let failure = bench.handle(&identifier("dogwifhat"), "job").await.err().unwrap();
    assert!(matches!(failure.action(), FailureAction::Defer(_)));
    assert_eq!(bench.client.model.calls(), 0);
    bench.memory.release(&entity.id, other).await.unwrap();
    assert_eq!(bench.done(&identifier("dogwifhat"), "job").await.1.label, "researched");
}

pub(crate) const RUG: &str = "The deployer removed all liquidity: a rug pull, funds stolen.";

/// Returns a model that judges an alarm to refute findings, if `refutes`, and otherwise acts like `sensible`.
fn judging(refutes: bool) -> impl Fn(&Request) -> Result<llm::ModelReply, LlmError> + Send + Sync {
    move |request| {
        if request.tool_choice != ToolChoice::Tool("judge_stances".into()) {
            return sensible(request);
        }
        let stance = if refutes { "refutes" } else { "neutral" };
        Ok(tool_call("judge_stances", json!({"stances": [{"statement": "f1", "evidence": "event", "stance": stance}]})))
    }
}

/// A rug pull after bullish research ends the research before its expiry.
#[tokio::test]
async fn an_event_that_refutes_fresh_research_ends_it_and_it_is_made_anew() {
    let bench = Bench::new(judging(true));
    bench.done(&identifier(MINT), "one").await;
    let alarm = ResearchTask { reason: RUG.into(), ..identifier(MINT) };
    bench.client.advance(Duration::from_secs(60));
    assert_eq!(bench.done(&alarm, "two").await.1.label, "researched", "not answered from what is refuted");
    let entity = bench.memory.by_context(&Tenant::default(), "mint", MINT).await.unwrap().unwrap().id;
    let versions =
        store::memory::History::versions(bench.memory.as_ref(), &domain::Tenant::default(), &entity, 5).await.unwrap();
    assert_eq!((versions.len(), versions[0].ended.clone()), (2, None));
    assert_eq!(bench.done(&identifier(MINT), "three").await.1.label, "cached", "what is no alarm ends nothing");
}

#[tokio::test]
async fn an_alarm_that_refutes_nothing_is_answered_from_memory() {
    let bench = Bench::new(judging(false));
    bench.done(&identifier(MINT), "one").await;
    let alarm = ResearchTask { reason: RUG.into(), ..identifier(MINT) };
    assert_eq!(bench.done(&alarm, "two").await.1.label, "cached");
}

/// Further research is requested before untrusted text enters the conversation, and cannot request more.
#[tokio::test]
async fn further_research_is_requested_before_the_first_search_only() {
    let wanted = || tool_call("research_and_store", json!({"query": "Who runs the exchange?", "maxSources": 3}));
    let rule = move |request: &Request| match called(request).len() {
        0 | 2 => Ok(wanted()),
        1 => Ok(tool_call("web_search", json!({"query": "dogwifhat"}))),
        _ => Ok(text_reply("done")),
    };
    let bench = Bench::new(rule);
    let outcome = bench.handle(&look_up("What of dogwifhat?"), "one").await.unwrap();
    let subjects: Vec<String> = outcome.facts.iter().map(|emission| emission.fact.subject()).collect();
    assert_eq!(subjects, ["auspex.research.requested", "auspex.research.gathered"], "once: then strangers were heard");
    let asked = ResearchRequested::decode(&Envelope::default(), &outcome.facts[0].fact.encode()).unwrap().0;
    assert!(matches!(&asked.subject, Subject::Miss { query, max_sources: 3, .. } if query == "Who runs the exchange?"));
    assert!(
        asked.budget < question("").budget && asked.event_job == question("").event_job,
        "within the event's money"
    );
    let next = bench.handle(&asked, "two").await.unwrap();
    assert_eq!(next.facts.len(), 1, "no research breeds");
}

/// A finding is valid from its publication and known from the time it was found.
#[tokio::test]
async fn findings_become_facts_of_the_entity() {
    let bench = Bench::new(sensible);
    let (research, _) = bench.done(&identifier(MINT), "one").await;
    let entity = research.entity.unwrap();
    let facts = bench.memory.facts(&domain::Tenant::default(), &entity).await.unwrap();
    let [fact] = facts.as_slice() else { panic!("{facts:?}") };
    assert_eq!((fact.value.as_str(), fact.source.as_str()), (research.findings[0].text.as_str(), PAGE));
    assert!(
        fact.attribute.starts_with("finding:") && fact.valid_from <= research.made_at && fact.valid_until.is_none()
    );
}

#[tokio::test]
async fn several_candidates_are_named_and_none_is_chosen() {
    let bench = Bench::new(sensible);
    for (name, mint) in [("dogwifhat", MINT), ("dogwifhat fake", "So11111111111111111111111111111111111111112")] {
        let new = NewEntity {
            kind: EntityKind::CryptoToken,
            name: name.into(),
            symbol: Some("WIF".into()),
            mint: Some(mint.into()),
            verified: false,
            metadata: [].into(),
            created_at: Time::UNIX_EPOCH,
            owner: None,
        };
        bench.memory.create_entity(&new).await.unwrap();
    }
    let (research, outcome) = bench.done(&identifier("wif"), "job").await;
    assert!(
        matches!(&research.ending, Ending::Failed(reason) if reason.contains("2 entities")),
        "{:?}",
        research.ending
    );
    assert_eq!((outcome.label, research.open_questions.len(), bench.client.model.calls()), ("ambiguous", 2, 0));
}

#[tokio::test]
async fn without_budget_the_research_is_partial_and_states_the_reason() {
    let bench = Bench::new(sensible);
    let poor = ResearchTask { budget: MicroUsd(1), ..question("What of dogwifhat?") };
    let (research, outcome) = bench.done(&poor, "job").await;
    assert!(matches!(&research.ending, Ending::Partial(reason) if reason.contains("budget")), "{:?}", research.ending);
    assert_eq!((outcome.label, research.cost, bench.client.model.calls()), ("partial", MicroUsd::ZERO, 0));
}

#[tokio::test]
async fn addresses_from_a_text_are_not_fetched() {
    let bench = Bench::new(|request: &Request| {
        let tried = called(request).len();
        Ok(match tried {
            0 => tool_call("fetch_page", json!({"url": "https://evil.example.org/?secret=1"})),
            1 => tool_call("fetch_page", json!({"url": "http://169.254.169.254/latest"})),
            _ => text_reply("I give up."),
        })
    });
    let (research, _) = bench.done(&question("What of dogwifhat?"), "job").await;
    assert_eq!(bench.web.fetched.load(Ordering::SeqCst), 0);
    assert!(matches!(research.ending, Ending::Partial(_)), "no answer was given");
}

#[tokio::test]
async fn a_malfunctioning_model_yields_partial_research_within_the_limits() {
    let rules: [Rule; 4] = [
        |_| Ok(tool_call("web_search", json!({"query": "again"}))),
        |_| Ok(tool_call("no_such_tool", json!("{broken"))),
        |_| Ok(tool_call("store_research_results", json!({"findings": "x"}))),
        |_| Ok(text_reply("")),
    ];
    for (n, rule) in rules.into_iter().enumerate() {
        let bench = Bench::new(rule);
        let (research, _) = bench.done(&question("What of dogwifhat?"), "job").await;
        assert!(matches!(research.ending, Ending::Partial(_)), "rule {n}: {:?}", research.ending);
        assert!(bench.client.model.calls() <= 12, "rule {n}: {} calls", bench.client.model.calls());
    }
}

#[tokio::test]
async fn tasks_that_cannot_be_done_fail_with_the_reason() {
    let bench = Bench::with(sensible, &[("RESEARCHER_ENABLED", "false")]);
    assert_eq!(bench.done(&look_up("What of dogwifhat?"), "asked").await.1.label, "researched", "the caller asks");
    let miss = task(Subject::Miss { query: "dogwifhat".into(), context: String::new(), max_sources: 3 });
    let (research, _) = bench.done(&miss, "off").await;
    assert!(matches!(&research.ending, Ending::Failed(reason) if reason.contains("RESEARCHER_ENABLED")));
    let late = ResearchTask { deadline: Some(Time::UNIX_EPOCH), ..question("Late?") };
    assert!(matches!(bench.done(&late, "late").await.0.ending, Ending::Failed(_)));
}

#[test]
fn a_dead_lettered_task_still_answers_its_run() {
    let bench = Bench::new(sensible);
    let outcome = bench.handler.dead_letter(
        ResearchRequested(question("Why?")),
        JobId::named(&["job"]),
        "exhausted: no network",
        Time::UNIX_EPOCH,
    );
    assert_eq!(emitted(&outcome).ending, Ending::Failed("exhausted: no network".into()));
    assert!(
        matches!(&outcome.effects[..], [Effect::Audited(line)] if line.action == "dead" && line.errors == ["exhausted: no network"])
    );
}
