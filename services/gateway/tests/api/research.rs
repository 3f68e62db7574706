//! Research that a client gives: who reads it, and when it is refused; and answers about requested entities.

use std::time::Duration;

use domain::access::AccessScope;
use domain::port::memory::{LeaseHolder, Memory};
use domain::port::{Job, Journal, Settled};
use domain::research::Ending;
use domain::{
    Classification, Clock, Effect, EntityId, EntityKind, Event, Evidence, Filtering, JobId, MicroUsd, Research,
    ResearchTask, Subject, Tenant,
};
use gateway::config::RequestLimits;
use runtime::SystemClock;
use serde_json::{Value, json};
use store::memory::{Freshness, NewEntity};

use crate::support::{ALL, Api, read, start};

async fn entity(api: &Api) -> EntityId {
    let new = NewEntity {
        kind: EntityKind::CryptoToken,
        name: "Example Works".to_owned(),
        created_at: SystemClock.now(),
        ..domain::testing::entity()
    };
    api.store.memory().create_entity(&new).await.unwrap().id
}

fn body(entity: &EntityId, summary: &str) -> Value {
    let findings = json!([{ "text": "It has users.", "sources": ["https://example.com/a"] }, "It may grow."]);
    json!({ "entityId": entity.as_str(), "sources": ["https://example.com/a"], "ttl": 600,
            "findings": { "summary": summary, "confidence": "high", "sentiment": "bullish", "findings": findings } })
}

async fn summary(api: &Api, token: &str, entity: &EntityId) -> Value {
    let (status, shown) = read(api.get(&format!("/v1/entities/{entity}"), token).await).await;
    assert_eq!(status, 200);
    shown["research"]["research"]["summary"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_research_is_a_version_that_only_its_tenant_reads() {
    let api = start(RequestLimits::default()).await;
    let (acme, other) = (api.token("acme", &ALL).await, api.token("other", &ALL).await);
    let entity = entity(&api).await;
    for (number, words) in ["quokka harvest begins", "quokka harvest ends"].into_iter().enumerate() {
        let (status, stored) = read(api.post("/v1/research:store", &acme, &body(&entity, words)).await).await;
        assert_eq!((status, &stored["version"]), (201, &json!(number + 1)), "{stored}");
        assert_eq!((&stored["findings"], &stored["supported"]), (&json!(2), &json!(1)));
    }
    assert_eq!(summary(&api, &acme, &entity).await, "quokka harvest ends");
    assert_eq!(summary(&api, &other, &entity).await, Value::Null);
    for (token, hits) in [(&acme, 1), (&other, 0)] {
        let (_, found) = read(api.get("/v1/retrieve?query=quokka%20harvest", token).await).await;
        assert_eq!(found["results"].as_array().unwrap().len(), hits, "{found}");
        let (_, timeline) = read(api.get(&format!("/v1/entities/{entity}/timeline"), token).await).await;
        assert_eq!(timeline.as_array().unwrap().is_empty(), hits == 0, "{timeline}");
    }
    // The fleet researches the entity for other tenants as before.
    for (tenant, expected) in [("acme", Freshness::Fresh), ("other", Freshness::None)] {
        let tenant = Tenant::parse(tenant).unwrap();
        let fresh = api.store.memory().freshness_of(&tenant, &["Example Works".to_owned()]).await.unwrap();
        assert_eq!(fresh, [expected], "{tenant}");
    }
    let (_, changes) = read(api.get("/v1/changes", &acme).await).await;
    assert_eq!(changes["items"][0]["action"], "research stored", "{changes}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_research_is_refused_while_a_job_researches_the_entity() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &[AccessScope::Publish]).await;
    let entity = entity(&api).await;
    let job = Job { consumer: "researcher", id: JobId::named(&["x"]) };
    let holder = LeaseHolder { job, tenant: Tenant::parse("acme").unwrap() };
    let fence = api.store.memory().take_fence(&entity, &holder, Duration::from_secs(600)).await.unwrap().unwrap();
    let (status, problem) = read(api.post("/v1/research:store", &token, &body(&entity, "now")).await).await;
    assert_eq!(status, 409, "{problem}");
    api.store.memory().release(&entity, fence).await.unwrap();
    assert_eq!(read(api.post("/v1/research:store", &token, &body(&entity, "now")).await).await.0, 201);
    let newer = api.store.memory().take_fence(&entity, &holder, Duration::from_secs(600)).await.unwrap().unwrap();
    assert!(newer.0 >= fence.0 + 2, "the version has its own fence, so a job with an older one cannot write");
    let unknown = EntityId::parse("nobody").unwrap();
    assert_eq!(read(api.post("/v1/research:store", &token, &body(&unknown, "now")).await).await.0, 404);
    let reader = api.token("acme", &[AccessScope::Read]).await;
    assert_eq!(read(api.post("/v1/research:store", &reader, &body(&entity, "now")).await).await.0, 403);
}

/// Stores the evidence of a task about an identifier, as the writer does.
async fn answer(api: &Api, event: &Event, identifier: &str, research: Research) {
    let subject = Subject::Identifier { identifier: identifier.to_owned(), symbol: String::new() };
    let task = ResearchTask {
        tenant: event.tenant.clone(),
        event: event.id.clone(),
        event_job: event.job(),
        subject,
        ..domain::testing::task()
    };
    let evidence = Evidence {
        task,
        research,
        filtering: Filtering::Filtered { removed: Vec::new() },
        cost: MicroUsd(7),
        lowered: Vec::new(),
        model: String::new(),
        prompt_version: String::new(),
    };
    commit(api, JobId::named(&["evidence", identifier]), Effect::EvidenceStored(Box::new(evidence))).await;
}

async fn commit(api: &Api, id: JobId, effect: Effect) {
    let job = Job { consumer: "tests", id };
    let settled = Settled { job, effects: vec![effect], outgoing: Vec::new(), dead: None };
    api.store.journal().commit(settled).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requested_entities_are_answered_one_by_one() {
    let api = start(RequestLimits::default()).await;
    let (token, other) = (api.token("acme", &ALL).await, api.token("other", &ALL).await);
    let entity = entity(&api).await;
    let body = json!({ "identifiers": ["Nobody", "Example Works", "Nobody"], "maxAgeMs": 0, "sources": { "deny": ["a.org"] } });
    let (status, begun) = read(api.post("/v1/research", &token, &body).await).await;
    assert_eq!((status, &begun["status"], &begun["entities"]), (202, &json!("running"), &json!([])), "{begun}");
    let path = format!("/v1/research/{}", begun["job"].as_str().unwrap());
    assert_eq!(read(api.get(&path, &other).await).await.0, 404, "another tenant has no such request");

    let accepted = api.queued.next(&tokio_util::sync::CancellationToken::new()).await;
    let envelope = proto::event::Envelope { subject: &accepted[0].subject, ..proto::event::Envelope::default() };
    let event =
        <proto::events::EventReceived as proto::event::Event>::decode(&envelope, &accepted[0].payload).unwrap().0;
    let classification =
        Classification { event: event.clone(), interesting: true, tasks: 2, ..domain::testing::classification() };
    commit(&api, event.job(), Effect::Classified(Box::new(classification))).await;
    let research = domain::testing::research();
    let failed = Research { entity: None, ending: Ending::Failed("no known entity".to_owned()), ..research.clone() };
    answer(&api, &event, "Nobody", failed).await;
    let (_, half) = read(api.get(&path, &token).await).await;
    let states = |body: &Value| {
        let entities = body["entities"].as_array().unwrap().iter();
        entities.map(|entity| entity["state"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((&half["status"], states(&half)), (&json!("running"), vec!["unknown".to_owned(), "running".to_owned()]));
    answer(&api, &event, "Example Works", Research { entity: Some(entity.clone()), ..research }).await;
    let (_, done) = read(api.get(&path, &token).await).await;
    assert_eq!((&done["status"], states(&done)), (&json!("done"), vec!["unknown".to_owned(), "researched".to_owned()]));
    assert_eq!((&done["entities"][1]["entityId"], &done["sources"]), (&json!(entity), &json!({ "deny": ["a.org"] })));
}
