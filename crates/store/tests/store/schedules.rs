//! A schedule fires once per instant, regardless of the number of replicas.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use domain::effect::When;
use domain::schedule::Schedule;
use domain::{Event, EventId, EventKind, Outgoing, Tenant, Time};
use store::schedules::Fired;
use store::{Schedules, Store};

use crate::samples::{at, message, run};
use crate::support::{execute, instance, number, store};

fn schedule(name: &str, next_at: Time) -> Schedule {
    let event = Event {
        id: EventId::parse("template").expect("an id"),
        source: "auspex schedule".to_owned(),
        kind: EventKind::Question(run().asked),
        ..domain::testing::event()
    };
    Schedule {
        name: name.to_owned(),
        cron: "* * * * *".to_owned(),
        event,
        next_at: Some(next_at),
        ..domain::testing::schedule()
    }
}

/// Fires like the forecaster's task.
async fn fire_due(store: &Store, now: Time) -> Vec<Outgoing> {
    let mut events = Vec::new();
    for due in store.schedules().due(now, 100).await.expect("an answer") {
        let firing = due.firing(now).expect("it is due");
        let event = firing.event.map(|event| Outgoing { id: event.job(), ..message(event.id.as_str(), When::Always) });
        let fired = Fired { tenant: due.tenant, name: due.name, at: firing.at, next: firing.next, event };
        if store.schedules().fire(&fired).await.expect("an answer") {
            events.extend(fired.event);
        }
    }
    events
}

#[tokio::test]
async fn a_schedule_that_cannot_be_read_does_not_stop_others() {
    let (one, url) = store().await;
    for name in ["newer", "ours"] {
        one.schedules().put(&schedule(name, at(0)), None).await.unwrap();
    }
    execute(&url, "UPDATE schedule SET event = '{}' WHERE name = 'newer'").await;
    let due = one.schedules().due(at(0), 100).await.expect("an answer");
    assert_eq!(due.into_iter().map(|it| it.name).collect::<Vec<_>>(), ["ours"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_replicas_fire_an_instant_once() {
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    for n in 0..20 {
        one.schedules().put(&schedule(&format!("s{n}"), at(0)), None).await.unwrap();
    }
    let mut events = BTreeSet::new();
    for minute in 0..5 {
        let now = at(0) + TimeDelta::minutes(minute);
        let replicas: Vec<_> = (0..8)
            .map(|n| {
                let store = if n % 2 == 0 { one.clone() } else { two.clone() };
                tokio::spawn(async move { fire_due(&store, now).await })
            })
            .collect();
        for replica in replicas {
            for event in replica.await.unwrap() {
                assert!(events.insert(event.id), "an instant is fired once");
            }
        }
    }
    assert_eq!(events.len(), 100);
    assert_eq!(number(&url, "SELECT count(*) FROM outbox").await, 100);
    assert_eq!(
        number(&url, "SELECT count(*) FROM dispatch WHERE sent_at IS NULL").await,
        100,
        "the relay knows of them"
    );
    assert_eq!(number(&url, "SELECT sum(fired)::int8 FROM schedule").await, 100);
}

#[tokio::test]
async fn a_missed_instant_fires_once_and_a_removed_schedule_never() {
    let (store, _) = store().await;
    store.schedules().put(&schedule("daily", at(0)), None).await.unwrap();
    store.schedules().put(&schedule("other", at(50_000_000)), None).await.unwrap();
    let week_later = at(0) + TimeDelta::days(7);
    assert_eq!(fire_due(&store, week_later).await.len(), 1);
    assert_eq!(fire_due(&store, week_later).await, []);
    let listed = store.schedules().list(Some(&Tenant::default())).await.unwrap();
    let daily = &listed[0];
    assert_eq!((listed.len(), daily.name.as_str(), daily.fired, daily.last_at), (2, "daily", 1, Some(at(0))));
    assert_eq!(daily.next_at, Some(week_later + TimeDelta::seconds(20)), "the next full minute");
    assert!(daily.last_job.is_some());
    assert!(store.schedules().remove(&Tenant::default(), "daily").await.unwrap());
    assert!(!store.schedules().remove(&Tenant::default(), "daily").await.unwrap());
    assert_eq!(fire_due(&store, week_later + TimeDelta::days(1)).await, []);
    assert_eq!(store.schedules().list(Some(&Tenant::parse("x").unwrap())).await.unwrap(), []);
    assert_eq!(store.schedules().list(None).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_replaced_schedule_does_not_fire_in_its_old_form() {
    let (store, _) = store().await;
    store.schedules().put(&schedule("daily", at(0)), None).await.unwrap();
    let due = store.schedules().due(at(5), 10).await.unwrap();
    store.schedules().put(&schedule("daily", at(600)), None).await.unwrap();
    let old = Fired {
        tenant: Tenant::default(),
        name: "daily".to_owned(),
        at: due[0].next_at.unwrap(),
        next: Some(at(60)),
        event: None,
    };
    assert!(!store.schedules().fire(&old).await.unwrap());
    assert_eq!(store.schedules().list(None).await.unwrap()[0].next_at, Some(at(600)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tenants_take_turns_however_many_schedules_one_has() {
    let (store, url) = store().await;
    for n in 0..30 {
        store.schedules().put(&schedule(&format!("many-{n:02}"), at(0)), None).await.unwrap();
    }
    for (name, tenant) in [("late", "b"), ("later", "b"), ("latest", "c")] {
        let tenant = Tenant::parse(tenant).unwrap();
        store.schedules().put(&Schedule { tenant, ..schedule(name, at(50)) }, None).await.unwrap();
    }
    let due = store.schedules().due(at(60), 6).await.unwrap();
    let names: Vec<&str> = due.iter().map(|due| due.name.as_str()).collect();
    assert_eq!(names, ["many-00", "late", "latest", "many-01", "later", "many-02"]);
    assert_eq!(number(&url, "SELECT count(*) FROM schedule").await, 33);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_has_a_limited_number_of_schedules_and_pages_of_them() {
    let (store, url) = store().await;
    let puts = (0..12).map(|n| {
        let store = store.clone();
        tokio::spawn(
            async move { store.schedules().put(&schedule(&format!("s{n:02}"), at(0)), Some(5)).await.unwrap() },
        )
    });
    let stored = futures::future::join_all(puts).await.into_iter().filter(|stored| *stored.as_ref().unwrap()).count();
    assert_eq!((stored, number(&url, "SELECT count(*) FROM schedule").await), (5, 5));
    let after = async |name: &str, limit| {
        let page = store.schedules().after(&Tenant::default(), name, limit).await.unwrap();
        (page.schedules, page.has_more)
    };
    let (all, has_more) = after("", 100).await;
    assert!(!has_more && !after("", 5).await.1 && after("", 4).await.1);
    assert!(store.schedules().put(&schedule(&all[0].name, at(9)), Some(5)).await.unwrap(), "one of them is replaced");
    let other = Schedule { tenant: Tenant::parse("other").unwrap(), ..schedule("own", at(0)) };
    assert!(store.schedules().put(&other, Some(5)).await.unwrap());
    let (page, has_more) = after(&all[1].name, 2).await;
    assert!(has_more, "one follows");
    assert_eq!(page.iter().map(|it| &it.name).collect::<Vec<_>>(), [&all[2].name, &all[3].name]);
    execute(
        &url,
        "UPDATE schedule SET event = jsonb_set(event::jsonb, '{source}', to_jsonb(repeat('x', 600000)))::json",
    )
    .await;
    let (large, has_more) = after("", 100).await;
    assert_eq!((large.len(), has_more), (1, true), "a page is bounded in bytes");
    assert_eq!(after(&all[4].name, 100).await, (Vec::new(), false));
}
