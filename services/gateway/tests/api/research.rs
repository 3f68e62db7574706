//! Research that a client gives: who reads it, and when it is refused.

use std::time::Duration;

use domain::access::AccessScope;
use domain::port::Job;
use domain::port::memory::{LeaseHolder, Memory};
use domain::{Clock, EntityId, EntityKind, JobId, Tenant};
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
        let (_, history) = read(api.get(&format!("/v1/entities/{entity}/history"), token).await).await;
        let versions = history["versions"].as_array().unwrap();
        assert_eq!(versions.len(), 2 * hits, "{history}");
        // Both versions have the same findings.
        for (version, added) in versions.iter().zip([0, 2]) {
            let counts = ["added", "removed", "changed"].map(|list| version[list].as_array().unwrap().len());
            assert_eq!(counts, [added, 0, 0], "{history}");
        }
        assert!(versions.last().is_none_or(|first| first["ended_because"] == "newer research"), "{history}");
    }
    // The fleet researches the entity for other tenants as before.
    for (tenant, expected) in [("acme", Freshness::Fresh), ("other", Freshness::None)] {
        let tenant = Tenant::parse(tenant).unwrap();
        let fresh = api.store.memory().freshness_of(&tenant, &["Example Works".to_owned()]).await.unwrap();
        assert_eq!(fresh, [expected], "{tenant}");
    }
    let (_, changes) = read(api.get("/v1/changes", &acme).await).await;
    assert_eq!(changes["items"][0]["action"], "research stored", "{changes}");
    // The number of a version tells nothing about the research of other tenants.
    let (_, stored) = read(api.post("/v1/research:store", &other, &body(&entity, "wombat harvest")).await).await;
    let (_, shown) = read(api.get(&format!("/v1/entities/{entity}"), &other).await).await;
    assert_eq!((&stored["version"], &shown["research"]["version"]), (&json!(1), &json!(1)), "{shown}");
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
