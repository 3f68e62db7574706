//! Places of replicas for webhooks, the deletion of endpoints in portions, and bounded replays.

use std::collections::BTreeSet;

use domain::Time;
use sqlx::{Connection, PgConnection};
use store::webhooks::{NewWebhook, Replay, WebhookChange, WebhookEndpoint, WebhookPlaces};

use crate::support::{LEASE, execute, number, store};
use crate::webhooks::{endpoint, new, places, publish, tenant, wait_for_horizon};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_places_of_a_replica_are_shared_by_tenants_and_endpoints_take_turns() {
    let (store, url) = store().await;
    for number in 1..=6 {
        endpoint(&store, number, &[]).await;
    }
    let other =
        NewWebhook { endpoint: WebhookEndpoint { tenant: tenant("other"), ..new(99, &[]).endpoint }, ..new(99, &[]) };
    assert!(store.webhooks().create(&other).await.expect("an answer"));
    publish(&store, "acme", "one", "research").await;
    publish(&store, "other", "one", "research").await;
    wait_for_horizon(&url).await;
    // The endpoints of the first tenant have waited for longer.
    execute(&url, "UPDATE webhook_endpoint SET held_until = '-infinity' WHERE tenant = 'acme'").await;
    execute(&url, "UPDATE webhook_endpoint SET held_until = now() - interval '1 minute' WHERE tenant = 'other'").await;
    let claim = async |free: u32, held: u32| {
        let held = [(tenant("acme"), held)].into();
        let places = WebhookPlaces { free, share: 3, held };
        let claimed = store.webhooks().claim(&places, LEASE).await.expect("an answer");
        store.webhooks().release(&claimed.iter().map(|one| one.id).collect::<Vec<_>>()).await.expect("released");
        let of = |name: &str| claimed.iter().filter(|one| one.tenant == tenant(name)).count();
        (of("acme"), of("other"))
    };
    assert_eq!(claim(2, 0).await, (1, 1), "each tenant has a turn before one has two");
    assert_eq!(claim(10, 0).await, (3, 1), "a tenant has its share");
    assert_eq!(claim(10, 2).await, (1, 1), "places that it has count");
    assert_eq!(claim(10, 3).await, (0, 1));
    let mut served = BTreeSet::new();
    for _ in 0..6 {
        let claimed = store.webhooks().claim(&places(1), LEASE).await.expect("an answer");
        served.extend(claimed.iter().map(|one| one.id));
        store.webhooks().release(&[claimed[0].id]).await.expect("released");
    }
    assert!(served.len() >= 6, "an endpoint that was released goes behind the others: {served:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_endpoint_is_gone_at_once_and_its_deliveries_in_portions() {
    let (store, url) = store().await;
    let (hook, kept) = (endpoint(&store, 1, &[]).await, endpoint(&store, 2, &[]).await);
    const DELIVERIES: &str = "INSERT INTO webhook_delivery (endpoint, id, kind, source, occurred)
        SELECT e.id, 'msg_' || n, 'research', gen_random_uuid(), now() FROM webhook_endpoint e, generate_series(1, 12000) AS n";
    execute(&url, DELIVERIES).await;
    assert!(store.webhooks().delete(Some(&tenant("acme")), hook).await.expect("an answer"));
    assert!(!store.webhooks().delete(Some(&tenant("acme")), hook).await.expect("an answer"));
    let acme = tenant("acme");
    assert_eq!(store.webhooks().list(Some(&acme)).await.expect("a list").len(), 1);
    let change = WebhookChange { enabled: Some(true), ..WebhookChange::default() };
    assert_eq!(store.webhooks().change(Some(&acme), hook, &change).await.expect("an answer"), None);
    assert!(store.webhooks().deliveries((Some(&acme), hook), None, 10).await.expect("a list").is_empty());
    let replay = store.webhooks().replay(Some(&acme), hook, &Replay::Period(Time::UNIX_EPOCH, None)).await;
    assert_eq!(replay.expect("an answer"), None);
    let claimed = store.webhooks().claim(&places(10), LEASE).await.expect("an answer");
    assert_eq!(claimed.iter().map(|one| one.id).collect::<Vec<_>>(), [kept]);
    const LEFT: &str = "SELECT count(*) FROM webhook_delivery WHERE endpoint = '00000000-0000-0000-0000-000000000001'";
    let mut portions = vec![number(&url, LEFT).await];
    while store.webhooks().sweep().await.expect("swept") {
        portions.push(number(&url, LEFT).await);
    }
    assert_eq!(portions, [12_000, 7_000, 2_000, 0, 0], "the last pass deletes the endpoint");
    assert_eq!(number(&url, "SELECT count(*) FROM webhook_endpoint").await, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM webhook_delivery").await, 12_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replay_reads_a_bounded_range_of_the_index_of_times() {
    let (store, url) = store().await;
    let hook = endpoint(&store, 1, &["forecast"]).await;
    const MANY: &str = "INSERT INTO result (id, kind, tenant, event, body, made_at, stored_at)
        SELECT gen_random_uuid(), CASE WHEN n = 60000 THEN 'forecast' ELSE 'classification' END, 'acme', gen_random_uuid(), '{}', now(),
               now() - make_interval(secs => 100000 - n) FROM generate_series(1, 60000) AS n";
    execute(&url, MANY).await;
    execute(&url, "ANALYZE result, dead_letter").await;
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    let explain = format!(
        "PREPARE replay AS {}; EXPLAIN EXECUTE replay('{hook}', 'acme', now() - interval '2 days', NULL, 'dead_letter', 10, 20)",
        store::webhooks::replay_statement()
    );
    let rows = sqlx::raw_sql(sqlx::AssertSqlSafe(explain)).fetch_all(&mut conn).await.expect("a plan");
    let plan: Vec<String> = rows.iter().map(|row| sqlx::Row::get(row, 0)).collect();
    let plan = plan.join("\n");
    assert!(plan.contains("result_stored") && !plan.contains("Seq Scan on result"), "{plan}");
    let replay = async |from: Time| {
        let replayed = store.webhooks().replay(None, hook, &Replay::Period(from, None)).await;
        replayed.expect("an answer").expect("an endpoint")
    };
    let first = replay(Time::UNIX_EPOCH).await;
    assert_eq!(first.scheduled, 0, "no row of a wanted kind is among the first");
    let second = replay(first.continue_from.expect("the period goes on")).await;
    assert_eq!((second.scheduled, second.continue_from), (1, None));
}
