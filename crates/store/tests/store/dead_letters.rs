//! Dead letters are stored completely and redriven once.

use domain::port::{Begun, Committed, DeadLetter, Journal};
use domain::{Classification, Effect, Event, EventId, JobId};
use store::CountScope;

use crate::samples::{at, id, job, settled};
use crate::support::store;

pub(crate) fn letter() -> DeadLetter {
    DeadLetter {
        id: id("letter"),
        job: job("dead").id,
        subject: "auspex.event.question".to_owned(),
        headers: vec![
            ("Nats-Msg-Id".to_owned(), "x".to_owned()),
            ("a".to_owned(), "1".to_owned()),
            ("a".to_owned(), "2".to_owned()),
        ],
        payload: vec![0, 159, 146, 150],
        errors: vec!["outer".to_owned(), "in\0ner".to_owned()],
        attempts: 2,
        trace_id: "t".to_owned(),
        at: at(0),
        ..domain::testing::dead_letter()
    }
}

#[tokio::test]
async fn a_dead_letter_is_stored_and_redriven_once() {
    let (one, _) = store().await;
    one.journal().begin(&job("dead")).await.unwrap();
    let mut outcome = settled("dead");
    outcome.dead = Some(Box::new(letter()));
    one.journal().commit(outcome.clone()).await.unwrap();
    let shown = one.dead_letters().load(id("letter")).await.unwrap().expect("a letter");
    assert_eq!(shown, DeadLetter { errors: vec!["outer".to_owned(), "in\u{fffd}ner".to_owned()], ..letter() });
    let lines = one.dead_letters().list(false, 10).await.unwrap();
    assert_eq!(
        (lines.len(), lines[0].reason.as_str(), one.dead_letters().count(&CountScope::default()).await.unwrap()),
        (1, "outer", 1)
    );
    assert_eq!(one.dead_letters().redrive(id("none")).await.unwrap(), None);
    assert_eq!(one.dead_letters().redrive(id("letter")).await.unwrap().expect("a letter").payload, letter().payload);
    assert_eq!(one.journal().begin(&job("dead")).await.unwrap(), Begun::Go { failures: 0 }, "runs again");
    one.journal().commit(settled("dead")).await.unwrap();
    assert!(one.dead_letters().redrive(id("letter")).await.unwrap().is_some());
    assert_eq!(
        one.journal().begin(&job("dead")).await.unwrap(),
        Begun::Done,
        "a second redrive forgets no new outcome"
    );
    assert_eq!(
        (
            one.dead_letters().count(&CountScope::default()).await.unwrap(),
            one.dead_letters().list(true, 10).await.unwrap().len()
        ),
        (0, 1)
    );
    let trail = one.audit().trail(job("dead").id, 10).await.unwrap();
    assert_eq!(trail.iter().map(|line| line.action.as_str()).collect::<Vec<_>>(), ["redriven"]);
}

#[tokio::test]
async fn a_job_dead_lettered_again_reuses_its_dead_letter() {
    let (one, _) = store().await;
    let dead = |reason: &str| {
        let mut outcome = settled("dead");
        outcome.dead = Some(Box::new(DeadLetter { errors: vec![reason.to_owned()], ..letter() }));
        outcome
    };
    one.journal().begin(&job("dead")).await.unwrap();
    one.journal().commit(dead("first")).await.unwrap();
    one.dead_letters().redrive(id("letter")).await.unwrap().expect("a letter");
    assert_eq!(one.dead_letters().count(&CountScope::default()).await.unwrap(), 0, "it runs again");
    one.journal().begin(&job("dead")).await.unwrap();
    one.journal().commit(dead("second")).await.unwrap();
    let lines = one.dead_letters().list(false, 10).await.unwrap();
    assert_eq!(
        (lines.len(), lines[0].reason.as_str(), one.dead_letters().count(&CountScope::default()).await.unwrap()),
        (1, "second", 1)
    );
    assert!(one.dead_letters().redrive(id("letter")).await.unwrap().is_some());
    assert_eq!(
        one.journal().begin(&job("dead")).await.unwrap(),
        Begun::Go { failures: 0 },
        "and may be sent again, again"
    );
}

/// The letters of a storm share an id: the first is a sample, the others are counted, in one batch and in many.
#[tokio::test]
async fn letters_with_one_id_are_counted_in_the_first_until_it_is_redriven() {
    let (one, _) = store().await;
    let dead = |name: &str| {
        let letter = DeadLetter { job: job(name).id, payload: name.as_bytes().to_vec(), ..letter() };
        domain::port::Settled { dead: Some(Box::new(letter)), ..settled(name) }
    };
    one.journal().commit(dead("first")).await.unwrap();
    let journal = one.journal();
    let storm = (0..40).map(|n| journal.commit(dead(&format!("further {n}"))));
    futures::future::join_all(storm).await.into_iter().for_each(|committed| drop(committed.unwrap()));
    assert_eq!(one.journal().commit(dead("further 7")).await.unwrap(), Committed::Duplicate, "counted once");
    let lines = one.dead_letters().list(false, 10).await.unwrap();
    assert_eq!((lines.len(), one.dead_letters().count(&CountScope::default()).await.unwrap()), (1, 41));
    assert!(lines[0].reason.ends_with("(one of 41)"), "{}", lines[0].reason);
    assert_eq!(one.dead_letters().redrive(id("letter")).await.unwrap().expect("a letter").payload, b"first");
    one.journal().commit(dead("after")).await.unwrap();
    let shown = one.dead_letters().load(id("letter")).await.unwrap().expect("a letter");
    assert_eq!(
        (shown.payload.as_slice(), one.dead_letters().count(&CountScope::default()).await.unwrap()),
        (&b"after"[..], 1),
        "a new storm"
    );
}

#[tokio::test]
async fn a_dropped_letter_leaves_the_open_ones_and_may_be_redriven_by_its_id() {
    let (one, _) = store().await;
    let dead = |name: &str| {
        let letter = DeadLetter { job: job(name).id, ..letter() };
        domain::port::Settled { dead: Some(Box::new(letter)), ..settled(name) }
    };
    one.journal().commit(dead("dead")).await.unwrap();
    let (letters, tenant) = (one.dead_letters(), letter().tenant);
    assert_eq!(letters.drop(id("none")).await.unwrap(), None);
    let dropped = letters.drop(id("letter")).await.unwrap().expect("a letter");
    assert_eq!(letters.drop(id("letter")).await.unwrap(), Some(dropped), "a repetition changes nothing");
    assert_eq!(one.audit().trail(job("dead").id, 10).await.unwrap().len(), 1);
    assert!(letters.list(false, 10).await.unwrap().is_empty() && letters.groups(&tenant).await.unwrap().is_empty());
    assert_eq!(letters.count(&CountScope::default()).await.unwrap(), 0);
    assert_eq!(letters.list(true, 10).await.unwrap()[0].dropped_at, Some(dropped));
    assert!(letters.of_jobs(&tenant, &[job("dead").id]).await.unwrap().is_some(), "the work stays dead");

    one.journal().commit(dead("further")).await.unwrap();
    let lines = letters.list(false, 10).await.unwrap();
    assert_eq!((lines.len(), lines[0].dropped_at), (1, None), "a later message of a storm is open again");
    letters.drop(id("letter")).await.unwrap().expect("a letter");
    letters.redrive(id("letter")).await.unwrap().expect("a letter");
    assert_eq!(letters.list(true, 10).await.unwrap()[0].dropped_at, None);
    assert_eq!(letters.drop(id("letter")).await.unwrap(), None, "a redriven letter waits for nothing");
}

#[tokio::test]
async fn every_event_is_accounted_for() {
    let (one, _) = store().await;
    let mut jobs: Vec<JobId> = Vec::new();
    for name in ["answered", "dead", "open"] {
        let event = Event {
            id: EventId::parse(name).unwrap(),
            source: "so\0urce".to_owned(),
            kind: domain::EventKind::Transaction(domain::event::Transaction {
                description: "with \0 in it".to_owned(),
                ..Default::default()
            }),
            ..domain::testing::event()
        };
        jobs.push(event.job());
        let made =
            Classification { event, interesting: name == "answered", score: 0.5, ..domain::testing::classification() };
        let mut outcome = settled(name);
        outcome.effects.push(Effect::Classified(Box::new(made)));
        assert!(matches!(one.journal().commit(outcome).await.unwrap(), Committed::New(_)));
    }
    let mut answer = settled("answer");
    let Effect::ResultStored(mut result) = crate::samples::result("r") else { panic!("a result") };
    result.event = jobs[0];
    answer.effects.push(Effect::ResultStored(result));
    one.journal().commit(answer).await.unwrap();
    let mut dead = settled("other");
    dead.dead = Some(Box::new(DeadLetter { job: jobs[1], ..letter() }));
    one.journal().commit(dead).await.unwrap();
    let counts = one.events().counts(&CountScope::default()).await.unwrap();
    let count = &counts[0];
    assert_eq!((counts.len(), count.kind.as_str(), count.events, count.interesting), (1, "transaction", 3, 1));
    assert_eq!((count.answered, count.dead, count.open), (1, 1, 1));
    let view = one.events().load(jobs[0]).await.unwrap().expect("an event");
    assert!(view.answered_at.is_some() && view.results.len() == 1);
    assert!(view.classification.event.source.contains('\0'), "the event itself is kept as it came");
}
