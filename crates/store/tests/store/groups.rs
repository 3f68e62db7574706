//! A failed member does not affect the other members of its batch.

use domain::effect::{Fence, When};
use domain::port::{Begun, Committed, Journal, PortError};
use domain::{Effect, EntityId, Tenant};
use store::Memory;

use crate::samples::{answered, at, extended, holder, id, job, message, note, researched, result, settled, started};
use crate::support::{LEASE, number, store};

/// 300 concurrent outcomes, two of which cannot be stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_member_fails_alone() {
    let (one, url) = store().await;
    let mut start = settled("start");
    start.effects.push(started(&["q"], at(0)));
    one.journal().commit(start).await.unwrap();
    let spoil = |turn: usize| match turn {
        100 => Some(Effect::NoteStored(Box::new(note("nul", "a\0b")))),
        // Version 2 is the run after its answer; `q` exists already, which violates the primary key.
        200 => Some(extended(2, &["q"], at(0))),
        _ => None,
    };
    let mut last = settled("last answer");
    last.effects.push(answered("q"));
    one.journal().commit(last).await.unwrap();
    let mut tasks = Vec::new();
    for turn in 0..300 {
        let mut outcome = settled(&format!("job {turn}"));
        outcome.effects =
            vec![result(&format!("result {turn}")), Effect::NoteStored(Box::new(note(&format!("n{turn}"), "fine")))];
        outcome.effects.extend(spoil(turn));
        outcome.outgoing.push(message(&format!("m{turn}"), When::Always));
        let one = one.clone();
        tasks.push(tokio::spawn(async move { one.journal().commit(outcome).await }));
    }
    for (turn, task) in tasks.into_iter().enumerate() {
        let answer = task.await.unwrap();
        match spoil(turn) {
            Some(_) => assert!(matches!(answer, Err(PortError::Refused { .. })), "{turn}: {answer:?}"),
            None => assert!(matches!(answer, Ok(Committed::New(_))), "{turn}: {answer:?}"),
        }
    }
    for table in ["SELECT count(*) FROM result", "SELECT count(*) FROM note", "SELECT count(*) FROM outbox"] {
        assert_eq!(number(&url, table).await, 298, "{table}");
    }
    assert_eq!(
        one.journal().begin(&job("job 100")).await.unwrap(),
        Begun::Go { failures: 0 },
        "no outcome, nothing written"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stale_fence_writes_nothing_and_other_members_commit() {
    let (one, url) = store().await;
    let entities: Vec<EntityId> = (0..20).map(|n| EntityId::slug(&format!("entity {n}"))).collect();
    let mut tasks = Vec::new();
    for (n, entity) in entities.iter().enumerate() {
        let old =
            one.memory().take_fence(entity, &holder("zombie"), std::time::Duration::ZERO).await.unwrap().expect("free");
        let new = one.memory().take_fence(entity, &holder("owner"), LEASE).await.unwrap().expect("expired");
        assert_eq!(one.memory().take_fence(entity, &holder("zombie"), LEASE).await.unwrap(), None, "held");
        for (who, fence) in [("zombie", old), ("owner", new)] {
            let mut outcome = settled(&format!("{who} {n}"));
            outcome.effects = vec![researched(entity, who, fence), result(&format!("{who} {n}"))];
            outcome.outgoing.push(message(&format!("{who} {n}"), When::Always));
            let one = one.clone();
            tasks.push((who, tokio::spawn(async move { one.journal().commit(outcome).await.unwrap() })));
        }
    }
    for (who, task) in tasks {
        match task.await.unwrap() {
            Committed::New(_) => assert_eq!(who, "owner"),
            Committed::Stale(why) => assert!(who == "zombie" && why.contains("stale"), "{why}"),
            Committed::Duplicate => panic!("{who} has one outcome"),
        }
    }
    for entity in &entities {
        let stored = one.memory().research(&Tenant::default(), entity).await.unwrap().expect("the owner's");
        assert_eq!((stored.research.summary.as_str(), stored.version), ("owner", 1));
    }
    assert_eq!(number(&url, "SELECT count(*) FROM result").await, 20);
    assert_eq!(number(&url, "SELECT count(*) FROM outbox").await, 20);
    assert_eq!(
        one.journal().begin(&job("zombie 3")).await.unwrap(),
        Begun::Go { failures: 0 },
        "a stale job is open and runs again"
    );
    let mut never = settled("never");
    never.effects.push(researched(&EntityId::slug("nobody"), "x", Fence(1)));
    assert!(matches!(one.journal().commit(never).await.unwrap(), Committed::Stale(_)));
}

/// The commit was written, its answer was lost and the job is redelivered: the repetition must not count as stale.
#[tokio::test]
async fn a_repeated_commit_is_a_duplicate_even_if_it_advanced_the_run() {
    let (one, _) = store().await;
    let mut start = settled("start");
    start.effects.push(started(&[], at(0)));
    one.journal().commit(start).await.unwrap();
    let mut more = settled("more");
    more.effects.push(extended(1, &["q"], at(9)));
    assert!(matches!(one.journal().commit(more.clone()).await.unwrap(), Committed::New(_)));
    assert_eq!(one.journal().commit(more.clone()).await.unwrap(), Committed::Duplicate);
    more.job.id = id("somebody else");
    assert!(matches!(one.journal().commit(more).await.unwrap(), Committed::Stale(_)));
}
