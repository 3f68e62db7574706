//! Contradicted research: the version stays stored with the reason and is no longer valid. Runs on Postgres and on the
//! fake.

use std::time::Duration;

use domain::effect::{Note, NoteLink};
use domain::port::Journal;
use domain::{Effect, EntityId, Tenant};
use store::testing::FakeMemory;
use store::{History, Memory, Store};

use crate::samples::{at, holder, note, owner, research, settled};
use crate::support::{number, store};

fn entity() -> EntityId {
    EntityId::slug("bonk")
}

async fn fence<M: Memory>(memory: &M) -> domain::effect::Fence {
    memory.take_fence(&entity(), &holder("lease"), Duration::from_secs(60)).await.expect("an answer").expect("free")
}

/// One version, as the researcher stores it.
async fn version<M: Memory>(memory: &M, summary: &str, made: i64) -> Effect {
    let mut research = research(summary, at(9_000));
    research.made_at = at(made);
    Effect::ResearchStored {
        entity: entity(),
        research: Box::new(research),
        fence: fence(memory).await,
        owner: owner(),
    }
}

fn contradicted(version: i64, because: &str) -> Effect {
    Effect::ResearchContradicted { entity: entity(), version, at: at(50), because: because.to_owned() }
}

async fn commit(store: &Store, name: &str, effect: Effect) {
    let mut outcome = settled(name);
    outcome.effects.push(effect);
    store.journal().commit(outcome).await.expect("committed");
}

/// Version, its freshness, and the reason of its end.
async fn current_versions<M: History>(memory: &M) -> Vec<(i64, bool, String)> {
    let versions = memory.versions(&Tenant::default(), &entity(), 9).await.expect("an answer");
    let because = |version: &store::memory::StoredResearch| {
        version.ended.as_ref().map(|ended| ended.because.clone()).unwrap_or_default()
    };
    versions.iter().map(|version| (version.version, version.is_fresh(at(100)), because(version))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn contradicted_research_is_kept_with_its_reason_and_is_not_fresh() {
    let (store, _) = store().await;
    let fake = FakeMemory::default();
    let steps = [("one", 0), ("two", 10)];
    for (name, made) in steps {
        commit(&store, name, version(&store.memory(), name, made).await).await;
        assert!(fake.apply(&version(&fake, name, made).await));
    }
    let reasons = [(1, "rug pull"), (1, "another reason"), (2, "rug pull again")];
    for (n, (version, because)) in reasons.into_iter().enumerate() {
        let effect = contradicted(version, because);
        assert!(fake.apply(&effect));
        commit(&store, &format!("against {n}"), effect).await;
    }
    let expected = [(2, false, "rug pull again".to_owned()), (1, false, "rug pull".to_owned())];
    assert_eq!(
        current_versions(&store.memory()).await,
        expected,
        "the first reason stays, and it is more than that something newer came"
    );
    assert_eq!(current_versions(&fake).await, expected, "the fake answers alike");
    assert!(
        !store
            .memory()
            .research(&Tenant::default(), &entity())
            .await
            .expect("an answer")
            .expect("research")
            .is_fresh(at(100))
    );
    commit(&store, "three", version(&store.memory(), "three", 60).await).await;
    assert_eq!(current_versions(&store.memory()).await[0], (3, true, String::new()), "new research begins anew");
    assert_eq!(current_versions(&store.memory()).await[1], expected[0], "and keeps the reasons of the old");
}

fn note_of(name: &str, text: &str, made: i64) -> Note {
    Note { entity: Some(entity()), made_at: at(made), ..note(name, text) }
}

/// The ids of the notes that a query finds, highest confidence first.
async fn found<M: Memory>(memory: &M, query: &str) -> Vec<String> {
    let recalled = memory.retrieve(&Tenant::default(), query, 9).await.expect("an answer");
    recalled.hits.into_iter().filter(|hit| hit.kind == "note").map(|hit| hit.id).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notes_end_with_their_research_and_keep_their_links() {
    let (store, url) = store().await;
    let fake = FakeMemory::default();
    commit(&store, "one", version(&store.memory(), "one", 0).await).await;
    assert!(fake.apply(&version(&fake, "one", 0).await));
    let safe = note_of("safe", "The liquidity of the zebra token is locked.", 0);
    let mut apart = note("apart", "Zebra liquidity is a figure of the pool.");
    apart.links = vec![NoteLink { note: safe.id, score: 0.7 }];
    let other = Note { entity: Some(EntityId::slug("other")), ..note("other", "Zebra liquidity lies elsewhere.") };
    for written in [&safe, &apart, &other] {
        let effect = Effect::NoteStored(Box::new(written.clone()));
        assert!(fake.apply(&effect));
        commit(&store, &format!("note {}", written.id), effect).await;
    }
    let question = "zebra liquidity";
    assert!(found(&store.memory(), question).await.contains(&safe.id.to_string()), "as long as it holds");
    assert!(found(&fake, question).await.contains(&safe.id.to_string()));

    assert!(fake.apply(&contradicted(1, "rug pull")));
    commit(&store, "against", contradicted(1, "rug pull")).await;
    let late = note_of("late", "The zebra token's liquidity cannot be pulled.", 0);
    let effect = Effect::NoteStored(Box::new(late.clone()));
    assert!(fake.apply(&effect));
    commit(&store, "a note of it that was under way", effect).await;
    for found in [found(&store.memory(), question).await, found(&fake, question).await] {
        let gone = [&safe, &late].iter().any(|note| found.contains(&note.id.to_string()));
        let stay = [&apart, &other].iter().all(|note| found.contains(&note.id.to_string()));
        assert!(!gone && stay, "{found:?}");
    }
    let recalled = store.memory().retrieve(&Tenant::default(), question, 9).await.expect("an answer");
    let linked = recalled.hits.iter().find(|hit| hit.id == apart.id.to_string()).expect("found");
    assert_eq!(linked.related, [safe.id.to_string()], "its links are current_versions as ever");
    let current_versions =
        "SELECT count(*) FROM note WHERE ended_because = 'rug pull' AND ended_at IS NOT NULL AND text <> ''";
    assert_eq!(number(&url, current_versions).await, 2, "they stay, with the reason");

    commit(&store, "two", version(&store.memory(), "two", 60).await).await;
    let fresh = note_of("fresh", "The zebra liquidity was pulled.", 60);
    commit(&store, "a note of what is known now", Effect::NoteStored(Box::new(fresh.clone()))).await;
    assert!(found(&store.memory(), question).await.contains(&fresh.id.to_string()), "new research, new notes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_evidence_of_an_event_is_returned_as_stored() {
    let (store, _) = store().await;
    let Effect::Answered { evidence, .. } = crate::samples::answered("a") else { panic!("an answer") };
    commit(&store, "kept", Effect::EvidenceStored(evidence.clone())).await;
    assert_eq!(store.events().evidence(evidence.task.event_job, 9).await.expect("an answer"), [*evidence]);
}
