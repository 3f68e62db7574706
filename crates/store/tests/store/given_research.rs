//! Research that a tenant gives: neither its number nor its refusal tells what other tenants do.

#![allow(clippy::unwrap_used, reason = "a test may")]

use domain::access::TokenId;
use domain::port::memory::LeaseHolder;
use domain::port::{Committed, Journal};
use domain::{EntityId, Research, Tenant};
use store::History;
use store::Store;
use store::audit::RecordedChange;
use store::memory::GivenVersion;
use store::memory::{Memory, Span};

use crate::samples::{at, id, job, research, researched, settled};
use crate::support::{LEASE, store};

fn tenant(name: &str) -> Tenant {
    Tenant::parse(name).unwrap()
}

fn given(name: &str, minute: i64) -> GivenVersion {
    let change = RecordedChange {
        token: TokenId(uuid::Uuid::nil()),
        token_name: name.to_owned(),
        tenant: tenant(name),
        action: "research stored".to_owned(),
        object: "bonk".to_owned(),
        about: id("entity"),
        refused: None,
        at: at(minute),
    };
    let research = Research { made_at: at(minute), ..research(&format!("version of minute {minute}"), at(minute)) };
    GivenVersion { entity: EntityId::slug("bonk"), tenant: tenant(name), research, change }
}

async fn give(store: &Store, name: &str, minute: i64) -> Option<i64> {
    store.memory().submit_research(&given(name, minute)).await.unwrap()
}

#[tokio::test]
async fn the_number_of_given_research_counts_the_versions_of_its_tenant() {
    let (store, _) = store().await;
    assert_eq!(give(&store, "beta", 0).await, Some(1));
    for minute in 1..6 {
        assert_eq!(give(&store, "alpha", minute).await, Some(minute));
    }
    assert_eq!(give(&store, "beta", 6).await, Some(2), "after five versions of another tenant");
    assert_eq!(give(&store, "beta", 6).await, Some(2), "a repetition");
    let entity = EntityId::slug("bonk");
    let numbers: Vec<i64> =
        store.memory().versions(&tenant("beta"), &entity, 9).await.unwrap().iter().map(|it| it.number).collect();
    assert_eq!(numbers, [2, 1]);
    let items = store.memory().timeline(&tenant("beta"), &entity, &Span::newest(9)).await.unwrap();
    let texts: Vec<&str> = items.iter().filter(|item| item.kind == "research").map(|item| item.text.as_str()).collect();
    assert!(
        texts.len() == 2 && texts[0].starts_with("version 2: ") && texts[1].starts_with("version 1: "),
        "{texts:?}"
    );
}

#[tokio::test]
async fn only_a_job_of_the_same_tenant_prevents_given_research() {
    let (store, _) = store().await;
    let entity = EntityId::slug("bonk");
    store.journal().begin(&job("researcher")).await.unwrap();
    let holder = LeaseHolder { tenant: tenant("default"), job: job("researcher") };
    let fence = store.memory().take_fence(&entity, &holder, LEASE).await.unwrap().unwrap();
    assert_eq!(give(&store, "default", 0).await, None, "the tenant's own job researches the entity");
    assert_eq!(give(&store, "beta", 1).await, Some(1), "another tenant learns nothing about the job");
    // The job is not disturbed by it.
    assert!(store.memory().renew(&entity, fence, LEASE).await.unwrap());
    let mut outcome = settled("researcher");
    outcome.effects = vec![researched(&entity, "of the job", fence)];
    assert!(matches!(store.journal().commit(outcome).await.unwrap(), Committed::New(_)));
    assert_eq!(give(&store, "default", 2).await, Some(2), "the job has ended");
    assert_eq!(store.memory().versions(&tenant("default"), &entity, 9).await.unwrap().len(), 2);
}
