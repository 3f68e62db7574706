//! Research that evidence contradicts: the version stays, is not valid any more, and says why. The same on Postgres and on the fake.

use std::time::Duration;

use domain::port::Journal;
use domain::{Effect, EntityId};
use store::testing::FakeMemory;
use store::{History, Memory, Store};

use crate::samples::{at, job, research, settled};
use crate::support::store;

fn entity() -> EntityId {
    EntityId::slug("bonk")
}

async fn fence<M: Memory>(memory: &M) -> domain::effect::Fence {
    memory.take_fence(&entity(), &job("lease"), Duration::from_secs(60)).await.expect("an answer").expect("free")
}

/// One version, as the researcher stores it.
async fn version<M: Memory>(memory: &M, summary: &str, made: i64) -> Effect {
    let mut research = research(summary, at(9_000));
    research.made_at = at(made);
    Effect::ResearchStored { entity: entity(), research: Box::new(research), fence: fence(memory).await }
}

fn contradicted(version: i64, because: &str) -> Effect {
    Effect::ResearchContradicted { entity: entity(), version, at: at(50), because: because.to_owned() }
}

async fn commit(store: &Store, name: &str, effect: Effect) {
    let mut outcome = settled(name);
    outcome.effects.push(effect);
    store.commit(outcome).await.expect("committed");
}

/// Version, whether it is fresh, and why not.
async fn told<M: History>(memory: &M) -> Vec<(i64, bool, String)> {
    let versions = memory.versions(&entity(), 9).await.expect("an answer");
    let because = |version: &store::memory::StoredResearch| {
        version.ended.as_ref().map(|ended| ended.because.clone()).unwrap_or_default()
    };
    versions.iter().map(|version| (version.version, version.is_fresh(at(100)), because(version))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_contradicted_stays_with_its_reason_and_is_not_fresh() {
    let (store, _) = store().await;
    let fake = FakeMemory::default();
    let steps = [("one", 0), ("two", 10)];
    for (name, made) in steps {
        commit(&store, name, version(&store, name, made).await).await;
        assert!(fake.apply(&version(&fake, name, made).await));
    }
    let reasons = [(1, "rug pull"), (1, "another reason"), (2, "rug pull again")];
    for (n, (version, because)) in reasons.into_iter().enumerate() {
        let effect = contradicted(version, because);
        assert!(fake.apply(&effect));
        commit(&store, &format!("against {n}"), effect).await;
    }
    let expected = [(2, false, "rug pull again".to_owned()), (1, false, "rug pull".to_owned())];
    assert_eq!(told(&store).await, expected, "the first reason stays, and it is more than that something newer came");
    assert_eq!(told(&fake).await, expected, "the fake answers alike");
    assert!(!store.research(&entity()).await.expect("an answer").expect("research").is_fresh(at(100)));
    commit(&store, "three", version(&store, "three", 60).await).await;
    assert_eq!(told(&store).await[0], (3, true, String::new()), "new research begins anew");
    assert_eq!(told(&store).await[1], expected[0], "and keeps the reasons of the old");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_evidence_of_an_event_is_told_as_it_was_kept() {
    let (store, _) = store().await;
    let Effect::Answered { evidence, .. } = crate::samples::answered("a") else { panic!("an answer") };
    commit(&store, "kept", Effect::EvidenceStored(evidence.clone())).await;
    assert_eq!(store.evidence_of(evidence.task.event_job, 9).await.expect("an answer"), [*evidence]);
}
