//! A row that cannot be read stops no sweep, wherever it is in the order, and is reported.

#![allow(clippy::unwrap_used, reason = "a test may")]

use domain::Effect;
use domain::effect::When;
use domain::port::Journal;
use domain::schedule::Schedule;
use store::{Reviews, RunEndings, Schedules, Store};

use crate::samples::{answered, at, message, run, settled, started};
use crate::support::{execute, store};

/// Copies the only row of a table several times, unreadable and due before it.
fn copies(table: &str, key: &str, change: &str) -> String {
    format!(
        "DO $$ BEGIN FOR n IN 1..5 LOOP
            CREATE TEMP TABLE copy ON COMMIT DROP AS SELECT * FROM {table} WHERE {key};
            UPDATE copy SET {change};
            INSERT INTO {table} SELECT * FROM copy;
            DROP TABLE copy;
         END LOOP; END $$"
    )
}

async fn commit(store: &Store, name: &str, effect: Effect) {
    let mut outcome = settled(name);
    outcome.effects.push(effect);
    outcome.outgoing.push(message(name, When::RunReady(run().id)));
    store.journal().commit(outcome).await.unwrap();
}

#[tokio::test]
async fn an_unreadable_run_does_not_keep_others_from_their_end() {
    let (store, url) = store().await;
    commit(&store, "start", started(&["i1q1"], at(10))).await;
    commit(&store, "one", answered("i1q1")).await;
    let dead = Effect::DecisionDeadLettered { run: run().id, round: 1, because: "poisoned".to_owned() };
    commit(&store, "dead", dead).await;
    let change = "id = gen_random_uuid(), body = '{}', deadline = deadline - interval '1 hour'";
    execute(&url, &copies("run", "true", change).replace("WHERE true", &format!("WHERE id = '{}'", run().id))).await;
    let marks =
        "INSERT INTO run_given_up (run, round, because) SELECT id, iteration, 'x' FROM run WHERE body::text = '{}'";
    execute(&url, marks).await;
    // A limit below the number of unreadable rows that are due before.
    let found = store.runs().expired_decisions(at(20), 2).await.unwrap();
    assert_eq!(found.iter().map(|it| it.run.id).collect::<Vec<_>>(), [run().id]);
    assert_eq!(store.maintenance().unreadable(at(20)).await.unwrap(), [("run", 5)]);
}

#[tokio::test]
async fn an_unreadable_review_does_not_keep_others_from_expiring() {
    let (store, url) = store().await;
    let pending = crate::reviews::record(&store, "expiring", "old", at(1)).await;
    let end = at(1) + chrono::TimeDelta::days(7);
    execute(
        &url,
        &copies(
            "macro_session",
            "id = (SELECT session FROM macro_result WHERE body::text <> '{}')",
            "id = gen_random_uuid()",
        ),
    )
    .await;
    let result = "id = gen_random_uuid(), body = '{}', expires_at = expires_at - interval '1 hour',
        session = (SELECT s.id FROM macro_session s WHERE NOT EXISTS (SELECT FROM macro_result r WHERE r.session = s.id) LIMIT 1)";
    execute(&url, &copies("macro_result", "body::text <> '{}'", result)).await;
    assert_eq!(store.reviews().due(end, 2).await.unwrap(), [pending]);
    assert_eq!(store.maintenance().unreadable(end).await.unwrap(), [("macro_result", 5)]);
}

#[tokio::test]
async fn an_unreadable_schedule_does_not_keep_others_from_firing() {
    let (store, url) = store().await;
    let ours = Schedule { name: "ours".to_owned(), next_at: Some(at(1)), ..domain::testing::schedule() };
    store.schedules().put(&ours, None).await.unwrap();
    execute(
        &url,
        &copies(
            "schedule",
            "name = 'ours'",
            "name = gen_random_uuid(), event = '{}', next_at = next_at - interval '1 hour'",
        ),
    )
    .await;
    let due = store.schedules().due(at(1), 2).await.unwrap();
    assert_eq!(due.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["ours"]);
    assert_eq!(store.maintenance().unreadable(at(1)).await.unwrap(), [("schedule", 5)]);
}
