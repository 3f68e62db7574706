//! Verdicts about quiet events: one per job, settled in groups, and never beside an ordinary outcome.

use std::sync::Arc;

use domain::effect::{Outgoing, When};
use domain::port::{Begun, Committed, Job, Journal, QuietAnswer, QuietBatch, QuietEvent, QuietSettled, Settled};
use domain::{Effect, EventId, JobId, QuietRule, Tenant, Verdict, VerdictGroup};
use store::{CountScope, Retention, Store};

use crate::dead_letters::letter;
use crate::samples::{at, id};
use crate::support::{execute, instance, number, store};
use crate::webhooks::endpoint;

pub(crate) fn event(name: &str, tenant: &str) -> QuietEvent {
    let event = EventId::parse(name).expect("a valid name");
    let verdict = Verdict { event, kind: "transaction", rule: QuietRule::BelowMinimum, score: 0.25 };
    QuietEvent {
        job: id(name),
        tenant: Tenant::parse(tenant).expect("a valid name"),
        verdict,
        sequence: 7,
        digest: [9; 32],
    }
}

fn message(group: &VerdictGroup) -> Outgoing {
    let names: Vec<&str> = group.verdicts.iter().map(|verdict| verdict.event.as_str()).collect();
    Outgoing {
        id: group.id,
        subject: "auspex.classification.grouped".to_owned(),
        tenant: group.tenant.clone(),
        payload: names.join(" ").into(),
        ..domain::testing::outgoing()
    }
}

pub(crate) async fn settle(store: &Store, events: &[QuietEvent]) -> QuietSettled {
    let batch =
        QuietBatch { consumer: "classifier", events: events.to_vec(), made_at: at(0), encode: Arc::new(message) };
    store.journal().commit_quiet(batch).await.expect("the store answers")
}

pub(crate) fn classifier(name: &str) -> Job {
    Job { consumer: "classifier", id: id(name) }
}

pub(crate) fn ordinary(name: &str) -> Settled {
    Settled { job: classifier(name), effects: Vec::new(), outgoing: Vec::new(), dead: None }
}

#[tokio::test]
async fn a_group_has_one_message_per_tenant_and_a_repetition_adds_nothing() {
    use QuietAnswer::{Duplicate, New};
    let (store, url) = store().await;
    let events = [event("a", "one"), event("b", "two"), event("a", "one"), event("c", "one")];
    let settled = settle(&store, &events).await;
    assert_eq!(settled.answers, [New, New, Duplicate, New]);
    let messages: Vec<_> = settled.outgoing.iter().map(|row| (row.tenant.as_str(), &row.payload[..])).collect();
    assert_eq!(messages, [("one", &b"a c"[..]), ("two", b"b")]);
    let again = settle(&store, &[event("c", "one"), event("d", "one")]).await;
    assert_eq!(again.answers, [Duplicate, New]);
    assert_eq!(&again.outgoing[0].payload[..], b"d", "a message is about new verdicts only");
    assert_eq!(settle(&store, &events).await.outgoing, []);
    let watched = "SELECT count(*) FROM outbox JOIN dispatch USING (id, subject)";
    assert_eq!((number(&url, watched).await, number(&url, "SELECT count(*) FROM verdict_group").await), (3, 3));
    let view = store.events().verdict(id("b")).await.unwrap().expect("a verdict");
    assert_eq!((view.tenant.as_str(), view.kind, view.rule), ("two", "transaction", Some(QuietRule::BelowMinimum)));
    assert_eq!((view.sequence, &view.digest[..], view.made_at, view.answered_at), (7, &[9; 32][..], at(0), None));
}

#[tokio::test]
async fn a_job_has_a_verdict_or_an_ordinary_outcome_whichever_is_first() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    settle(&one, &[event("quiet", "t")]).await;
    assert_eq!(two.journal().begin(&classifier("quiet")).await.unwrap(), Begun::Done);
    assert_eq!(two.journal().commit(ordinary("quiet")).await.unwrap(), Committed::Duplicate);
    // Begun by an instance with other rules: it ends the job, also while it works.
    assert_eq!(two.journal().begin(&classifier("loud")).await.unwrap(), Begun::Go { failures: 0 });
    assert_eq!(settle(&one, &[event("loud", "t")]).await.answers, [QuietAnswer::Ordinary]);
    assert!(matches!(two.journal().commit(ordinary("loud")).await.unwrap(), Committed::New(_)));
    assert_eq!(settle(&one, &[event("loud", "t")]).await.answers, [QuietAnswer::Ordinary]);
    // Committed without a begin that the other instance could see: the mark decides.
    assert!(matches!(two.journal().commit(ordinary("raced")).await.unwrap(), Committed::New(_)));
    execute(&url, "DELETE FROM inbox").await;
    assert_eq!(settle(&one, &[event("raced", "t")]).await.answers, [QuietAnswer::Duplicate]);
    // A verdict that is committed after the other instance has begun.
    two.journal().begin(&classifier("late")).await.unwrap();
    execute(&url, "DELETE FROM inbox").await;
    settle(&one, &[event("late", "t")]).await;
    assert_eq!(two.journal().commit(ordinary("late")).await.unwrap(), Committed::Duplicate);
    assert_eq!(
        two.journal().begin(&Job { consumer: "other", id: id("quiet") }).await.unwrap(),
        Begun::Go { failures: 0 }
    );
}

/// Settles the events in groups of 20, with a break after each, and returns the number of new verdicts.
pub(crate) async fn settle_in_groups(store: &Store, names: &[String], pause: impl AsyncFn()) -> usize {
    let mut new = 0;
    for chunk in names.chunks(20) {
        let events: Vec<_> = chunk.iter().map(|name| event(name, "t")).collect();
        let settled = settle(store, &events).await;
        new += settled.answers.iter().filter(|answer| **answer == QuietAnswer::New).count();
        pause().await;
    }
    new
}

/// Settles the events in the ordinary way and returns the number of new outcomes. Begins with the last one, so that it
/// meets [`settle_in_groups`] in the middle.
pub(crate) async fn settle_alone(store: &Store, names: &[String], pause: impl AsyncFn()) -> usize {
    let mut new = 0;
    let journal = store.journal();
    for chunk in names.rchunks(20) {
        let settled = futures::future::join_all(chunk.iter().map(|name| journal.commit(ordinary(name)))).await;
        new += settled.into_iter().filter(|done| matches!(done, Ok(Committed::New(_)))).count();
        pause().await;
    }
    new
}

/// Two replicas settle the same events at once, one with groups and one alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_replicas_that_race_over_an_event_exactly_one_settles_it() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let names: Vec<String> = (0..400).map(|n| format!("e{n}")).collect();
    let (groups, alone) = (settle_in_groups(&one, &names, async || ()), settle_alone(&two, &names, async || ()));
    let (grouped, alone) = tokio::join!(groups, alone);
    assert_eq!(grouped + alone, 400, "{grouped} with groups, {alone} alone");
    let quiet = number(&url, "SELECT count(*) FROM verdict WHERE grp IS NOT NULL").await;
    assert_eq!(quiet, i64::try_from(grouped).unwrap());
    assert_eq!(number(&url, "SELECT count(*) FROM verdict").await, 400);
}

#[tokio::test]
async fn an_event_of_our_own_outbox_is_no_longer_watched_once_it_has_a_verdict() {
    let (store, url) = store().await;
    store.journal().register_consumers(&[("auspex.test.said", "classifier")]).await.unwrap();
    let row = Outgoing { id: id("mine"), ..crate::samples::message("mine", When::Always) };
    let submitted =
        Settled { job: Job { consumer: "gateway", id: id("request") }, outgoing: vec![row], ..ordinary("x") };
    store.journal().commit(submitted).await.unwrap();
    assert_eq!(number(&url, "SELECT count(*) FROM dispatch").await, 1);
    settle(&store, &[event("mine", "t")]).await;
    assert_eq!(number(&url, "SELECT count(*) FROM dispatch WHERE subject <> 'auspex.classification.grouped'").await, 0);
}

#[tokio::test]
async fn an_answered_group_is_counted_and_its_message_leaves_the_outbox() {
    let (store, url) = store().await;
    store.journal().register_consumers(&[("auspex.classification.grouped", "writer-verdicts")]).await.unwrap();
    let settled = settle(&store, &[event("a", "t"), event("b", "t")]).await;
    let open = store.events().counts(&CountScope::default()).await.unwrap().remove(0);
    assert_eq!((open.kind.as_str(), open.events, open.answered, open.open), ("transaction", 2, 0, 2));
    let group = settled.outgoing[0].id;
    let answer = Settled {
        job: Job { consumer: "writer-verdicts", id: group },
        effects: vec![Effect::VerdictsAnswered(group)],
        ..ordinary("x")
    };
    store.journal().commit(answer).await.unwrap();
    let done = store.events().counts(&CountScope::default()).await.unwrap().remove(0);
    assert_eq!((done.events, done.answered, done.open), (2, 2, 0));
    assert!(store.events().verdict(id("a")).await.unwrap().unwrap().answered_at.is_some());
    assert_eq!(number(&url, "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM dispatch)").await, 0);
    assert_eq!(store.results().counts(&CountScope::default()).await.unwrap().remove(0).kind, "classifications");
}

#[tokio::test]
async fn the_result_about_a_group_is_stored_for_a_tenant_whose_webhook_selects_it_or_that_reads_streams() {
    let (store, url) = store().await;
    let answer = async |name: &str, tenant: &str| {
        let group = settle(&store, &[event(name, tenant)]).await.outgoing.remove(0);
        let result = Outgoing { id: VerdictGroup::result_of(group.id), ..group.clone() };
        let job = Job { consumer: "writer-verdicts", id: group.id };
        let effects = vec![Effect::VerdictsAnswered(group.id)];
        store.journal().commit(Settled { job, effects, outgoing: vec![result], dead: None }).await.unwrap();
    };
    endpoint(&store, 1, &["classification", "research"]).await;
    answer("unselected", "acme").await;
    endpoint(&store, 2, &["classifications"]).await;
    answer("selected", "acme").await;
    answer("foreign", "other").await;
    answer("early", "reader").await;
    store
        .results()
        .keep_groups(&domain::Tenant::parse("reader").unwrap(), std::time::Duration::from_secs(60))
        .await
        .unwrap();
    answer("streamed", "reader").await;
    execute(&url, "UPDATE result_reader SET until = now() - interval '1 second'").await;
    answer("late", "reader").await;
    assert_eq!(number(&url, "SELECT count(*) FROM result").await, 2);
    let streamed =
        "SELECT count(*) FROM result WHERE convert_from(decode(body->>'message', 'base64'), 'UTF8') = 'streamed'";
    assert_eq!(number(&url, streamed).await, 1);
    // The payload of the message is the name of the event.
    let selected =
        "SELECT count(*) FROM result WHERE convert_from(decode(body->>'message', 'base64'), 'UTF8') = 'selected'";
    assert_eq!(number(&url, selected).await, 1);
    let counted = store.results().counts(&CountScope::default()).await.unwrap();
    assert_eq!(counted.iter().map(|count| count.results).collect::<Vec<_>>(), [6], "{counted:?}");
}

#[tokio::test]
async fn a_dead_group_is_counted_as_dead_and_a_redriven_job_may_become_quiet() {
    let (store, _) = store().await;
    let group = settle(&store, &[event("a", "t")]).await.outgoing[0].id;
    let dead = |job: JobId, consumer: &'static str| {
        let letter = domain::port::DeadLetter { id: job, job, consumer: consumer.to_owned(), ..letter() };
        Settled { job: Job { consumer, id: job }, dead: Some(Box::new(letter)), ..ordinary("x") }
    };
    store.journal().commit(dead(group, "writer-verdicts")).await.unwrap();
    let count = store.events().counts(&CountScope::default()).await.unwrap().remove(0);
    assert_eq!((count.events, count.dead, count.open), (1, 1, 0));
    store.dead_letters().redrive(group).await.unwrap();
    store.journal().commit(dead(id("d"), "classifier")).await.unwrap();
    assert_eq!(settle(&store, &[event("d", "t")]).await.answers, [QuietAnswer::Ordinary]);
    store.dead_letters().redrive(id("d")).await.unwrap();
    assert_eq!(settle(&store, &[event("d", "t")]).await.answers, [QuietAnswer::New]);
}

#[tokio::test]
async fn groups_of_verdicts_and_published_results_are_pruned() {
    let (store, url) = store().await;
    settle(&store, &[event("old", "t"), event("older", "t")]).await;
    settle(&store, &[event("new", "t")]).await;
    execute(&url, "INSERT INTO result (id, kind, tenant, event, body, made_at) SELECT gen_random_uuid(), 'classifications', tenant, message, '{}', made_at FROM verdict_group").await;
    execute(&url, "UPDATE verdict_group SET made_at = CASE WHEN cardinality(jobs) = 2 THEN now() - interval '40 days' ELSE now() END").await;
    execute(&url, "INSERT INTO outbox (id, subject, tenant, payload, traceparent, created_at) SELECT gen_random_uuid(), 'auspex.result.classifications.t', 't', '', '', now() - interval '1 hour' FROM generate_series(1, 3)").await;
    execute(&url, "INSERT INTO dispatch (id, subject) SELECT id, subject FROM outbox WHERE subject LIKE 'auspex.result.%' LIMIT 1").await;
    let pruned = store.maintenance().prune(&Retention::shortest()).await.unwrap();
    assert_eq!((pruned.verdict_groups, pruned.outbox), (1, 0), "{pruned:?}");
    assert_eq!(store.maintenance().prune_published().await.unwrap(), 2);
    assert_eq!(number(&url, "SELECT count(*) FROM result").await, 1, "results for webhooks end with their groups");
    assert!(store.events().verdict(id("new")).await.unwrap().is_some());
    assert_eq!(
        number(&url, "SELECT count(*) FROM dispatch WHERE sent_at IS NULL AND subject LIKE 'auspex.result.%'").await,
        1
    );
}
