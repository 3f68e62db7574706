//! Outgoing webhooks: no result is skipped in any order of commits, each is claimed by one replica, and a crash loses
//! nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::effect::ResultRow;
use domain::port::{DeadLetter, Job, Journal, Settled};
use domain::webhook::WebhookSecret;
use domain::{Effect, JobId, Tenant, Time};
use sqlx::{Connection, PgConnection};
use store::Store;
use store::webhooks::{
    DueDelivery, GroupOutcome, MAX_ENDPOINTS, NewWebhook, Replay, Settlement, WebhookChange, WebhookEndpoint,
    WebhookPlaces,
};
use uuid::Uuid;

use crate::support::{execute, instance, kill, number, store};

const LEASE: Duration = Duration::from_secs(60);
const FIVE_DAYS: Duration = Duration::from_secs(5 * 24 * 3600);

pub(crate) fn tenant(name: &str) -> Tenant {
    Tenant::parse(name).expect("a tenant")
}

pub(crate) fn new(id: u128, kinds: &[&str]) -> NewWebhook {
    let endpoint = WebhookEndpoint {
        id: Uuid::from_u128(id),
        tenant: tenant("acme"),
        url: "https://hooks.example.com/in".to_owned(),
        kinds: kinds.iter().map(|kind| (*kind).to_owned()).collect(),
        description: String::new(),
        enabled: true,
        disabled_reason: None,
        created_at: Time::UNIX_EPOCH,
        failing_since: None,
    };
    NewWebhook { endpoint, secret: WebhookSecret::from_random([1; 32]) }
}

/// Creates an endpoint of the tenant `acme`.
pub(crate) async fn endpoint(store: &Store, id: u128, kinds: &[&str]) -> Uuid {
    assert!(store.webhooks().create(&new(id, kinds)).await.expect("an answer"));
    Uuid::from_u128(id)
}

fn result(owner: &str, name: &str, kind: &str) -> ResultRow {
    ResultRow {
        id: JobId::named(&["result", owner, name]),
        kind: kind.to_owned(),
        tenant: tenant(owner),
        event: JobId::named(&["event", name]),
        run: None,
        body: serde_json::json!({ "name": name }),
        made_at: Time::UNIX_EPOCH,
    }
}

pub(crate) async fn publish(store: &Store, owner: &str, name: &str, kind: &str) {
    let row = result(owner, name, kind);
    let job = Job { consumer: "tests", id: row.id };
    let effects = vec![Effect::ResultStored(Box::new(row))];
    store.journal().commit(Settled { job, effects, outgoing: Vec::new(), dead: None }).await.expect("committed");
}

async fn dead_letter(store: &Store, name: &str, at: i64) {
    let job = JobId::named(&["dead", name]);
    let letter = DeadLetter {
        id: job,
        job,
        tenant: tenant("acme"),
        errors: vec!["no".to_owned()],
        at: Time::from_timestamp(at, 0).expect("a time"),
        ..domain::testing::dead_letter()
    };
    let job = Job { consumer: "tests", id: job.derive("attempt", usize::try_from(at).expect("a number")) };
    let settled = Settled { job, effects: Vec::new(), outgoing: Vec::new(), dead: Some(Box::new(letter)) };
    store.journal().commit(settled).await.expect("committed");
}

/// Waits until no open transaction of the server is older than the stored results: a new endpoint begins after them.
pub(crate) async fn wait_for_horizon(url: &str) {
    const OPEN: &str = "SELECT count(*) FROM result WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())";
    let wait = async {
        while number(url, OPEN).await > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(300), wait).await.expect("a transaction stays open");
}

/// Places of a replica, all of which one tenant may have.
pub(crate) fn places(free: u32) -> WebhookPlaces {
    WebhookPlaces { free, share: 100, ..WebhookPlaces::default() }
}

/// Claims the endpoint and returns what is due.
async fn due_now(store: &Store, endpoint: Uuid) -> Vec<DueDelivery> {
    let claimed = store.webhooks().claim(&places(10), LEASE).await.expect("an answer");
    let ids: Vec<Uuid> = claimed.iter().map(|claimed| claimed.id).collect();
    let due = match ids.contains(&endpoint) {
        true => store.webhooks().due_deliveries(endpoint, 1_000, LEASE).await.expect("an answer").expect("held"),
        false => Vec::new(),
    };
    store.webhooks().release(&ids).await.expect("released");
    due
}

/// Waits until something is due: the transactions of other tests on the same server delay new rows.
async fn due(store: &Store, endpoint: Uuid) -> Vec<DueDelivery> {
    let wait = async {
        loop {
            let due = due_now(store, endpoint).await;
            if !due.is_empty() {
                return due;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(300), wait).await.expect("nothing is due")
}

fn delivered(delivery: &DueDelivery) -> Settlement {
    let DueDelivery { id, attempts, .. } = delivery.clone();
    Settlement { id, attempts, delivered: true, retry: None, status: Some(200), error: None }
}

fn failed(delivery: &DueDelivery, retry: Option<Duration>) -> Settlement {
    Settlement { delivered: false, retry, status: Some(500), error: Some("500".to_owned()), ..delivered(delivery) }
}

fn fails(pause: Duration) -> GroupOutcome {
    GroupOutcome::Fails { pause, disable_after: FIVE_DAYS, error: "500".to_owned() }
}

/// Delivers what is due and returns it.
async fn deliver_now(store: &Store, endpoint: Uuid) -> Vec<String> {
    let due = due_now(store, endpoint).await;
    let settled: Vec<_> = due.iter().map(delivered).collect();
    store.webhooks().settle(endpoint, &settled, &GroupOutcome::Works).await.expect("settled");
    due.into_iter().map(|delivery| delivery.data).collect()
}

/// Delivers until `count` events are delivered.
async fn deliver(store: &Store, endpoint: Uuid, count: usize) -> Vec<String> {
    let mut received = Vec::new();
    let wait = async {
        while received.len() < count {
            received.extend(deliver_now(store, endpoint).await);
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(300), wait).await.expect("too few events");
    received
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endpoint_receives_each_event_of_its_tenant_and_kinds_once() {
    let (store, url) = store().await;
    publish(&store, "acme", "before", "research").await;
    wait_for_horizon(&url).await;
    let all = endpoint(&store, 1, &[]).await;
    let some = endpoint(&store, 2, &["forecast", "dead_letter"]).await;
    for (owner, name, kind) in
        [("acme", "one", "research"), ("other", "hidden", "forecast"), ("acme", "two", "forecast")]
    {
        publish(&store, owner, name, kind).await;
    }
    dead_letter(&store, "letter", 1_790_000_000).await;
    let received = deliver(&store, all, 3).await;
    assert_eq!(received.len(), 3, "{received:?}");
    assert_eq!(received[..2], [r#"{"name":"one"}"#, r#"{"name":"two"}"#]);
    assert!(received[2].contains(r#""reason" : "no""#), "{}", received[2]);
    assert_eq!(deliver(&store, some, 2).await, received[1..]);
    assert!(deliver_now(&store, all).await.is_empty(), "nothing twice");
    dead_letter(&store, "letter", 1_790_000_001).await;
    assert_eq!(deliver(&store, all, 1).await.len(), 1, "a message that is dead-lettered again is a new event");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_that_commits_late_is_not_skipped() {
    let (store, url) = store().await;
    let hook = endpoint(&store, 1, &[]).await;
    let mut slow = PgConnection::connect(&url).await.expect("a connection");
    let mut open = slow.begin().await.expect("a transaction");
    let insert = "INSERT INTO result (id, kind, tenant, event, body, made_at) VALUES \
        ('00000000-0000-0000-0000-000000000001', 'research', 'acme', gen_random_uuid(), '\"late\"', now())";
    sqlx::query(insert).execute(&mut *open).await.expect("inserted");
    publish(&store, "acme", "early", "research").await;
    assert!(deliver_now(&store, hook).await.is_empty(), "what began later waits for the open transaction");
    open.commit().await.expect("committed");
    assert_eq!(deliver(&store, hook, 2).await, [r#""late""#, r#"{"name":"early"}"#]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_publishers_and_replicas_neither_lose_nor_repeat_an_event() {
    let (store, url) = store().await;
    let hook = endpoint(&store, 1, &[]).await;
    let other = instance(&url, "two").await;
    let publisher = {
        let store = store.clone();
        tokio::spawn(async move {
            let names: Vec<String> = (0..300).map(|number| format!("n{number}")).collect();
            let writes = names.iter().map(|name| publish(&store, "acme", name, "research"));
            futures::future::join_all(writes).await;
        })
    };
    let mut seen = Vec::new();
    while seen.len() < 300 {
        for replica in [&store, &other] {
            seen.extend(deliver_now(replica, hook).await);
        }
        tokio::task::yield_now().await;
    }
    publisher.await.expect("no panic");
    assert_eq!(seen.len(), 300);
    assert_eq!(seen.into_iter().collect::<BTreeSet<_>>().len(), 300);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_replica_holds_an_endpoint_and_another_takes_over_when_the_lease_ends() {
    let (store, url) = store().await;
    let other = instance(&url, "two").await;
    let hook = endpoint(&store, 1, &[]).await;
    publish(&store, "acme", "one", "research").await;
    due(&store, hook).await;
    assert_eq!(store.webhooks().claim(&places(10), LEASE).await.expect("an answer").len(), 1);
    let due = store.webhooks().due_deliveries(hook, 10, LEASE).await.expect("an answer").expect("held");
    assert_eq!(due.len(), 1);
    assert!(other.webhooks().claim(&places(10), LEASE).await.expect("an answer").is_empty());
    // The first replica dies after it has sent the event and before it settles it.
    kill(&store, &url).await;
    execute(&url, "UPDATE webhook_endpoint SET held_until = now() - interval '1 second'").await;
    assert_eq!(other.webhooks().claim(&places(10), LEASE).await.expect("an answer").len(), 1);
    assert_eq!(other.webhooks().due_deliveries(hook, 10, LEASE).await.expect("an answer").expect("held"), due);
    assert_eq!(
        store.webhooks().due_deliveries(hook, 10, LEASE).await.expect("an answer"),
        None,
        "it lost the endpoint"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_events_are_read_a_few_at_a_time_and_each_one_is_delivered() {
    let (store, _) = store().await;
    let hook = endpoint(&store, 1, &[]).await;
    // Two of the small ones have fewer than 512 KiB together; the large one has more by itself.
    for (digit, size) in [("1", 200_000), ("2", 700_000), ("3", 200_000), ("4", 200_000), ("5", 200_000)] {
        publish(&store, "acme", &digit.repeat(size), "research").await;
    }
    let mut received = Vec::new();
    while received.len() < 5 {
        let due = due(&store, hook).await;
        let bytes: usize = due.iter().map(|delivery| delivery.data.len()).sum();
        assert!(due.len() == 1 || bytes <= 512 * 1024, "{} events of {bytes} bytes", due.len());
        let settled: Vec<_> = due.iter().map(delivered).collect();
        assert!(store.webhooks().settle(hook, &settled, &GroupOutcome::Works).await.expect("settled"));
        received.extend(due.into_iter().map(|delivery| delivery.data.len()));
    }
    received.sort_unstable();
    assert!(received[3] < 201_000 && received[4] > 700_000, "{received:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_delivery_is_due_again_after_its_delay_and_an_old_settlement_changes_nothing() {
    let (store, url) = store().await;
    let hook = endpoint(&store, 1, &[]).await;
    publish(&store, "acme", "one", "research").await;
    let first = due(&store, hook).await;
    let retry = failed(&first[0], Some(Duration::from_secs(300)));
    assert!(store.webhooks().settle(hook, &[retry], &fails(Duration::ZERO)).await.expect("settled"));
    assert!(due_now(&store, hook).await.is_empty());
    let row = &store.webhooks().deliveries((None, hook), None, 10).await.expect("a list")[0];
    assert_eq!(
        (row.state.as_str(), row.attempts, row.status, row.error.as_deref()),
        ("pending", 1, Some(500), Some("500"))
    );
    execute(&url, "UPDATE webhook_endpoint SET paused_until = now()").await;
    execute(&url, "UPDATE webhook_delivery SET next_at = now()").await;
    let again = due(&store, hook).await;
    assert_eq!((again[0].id.as_str(), again[0].attempts), (first[0].id.as_str(), 1));
    store.webhooks().settle(hook, &[delivered(&first[0])], &GroupOutcome::Works).await.expect("settled");
    assert_eq!(due(&store, hook).await, again, "the attempt of a replica that lost its lease does not count");
    let last = failed(&again[0], None);
    store.webhooks().settle(hook, &[last], &fails(Duration::ZERO)).await.expect("settled");
    assert_eq!(
        number(&url, "SELECT count(*) FROM webhook_delivery WHERE state = 'failed' AND done_at IS NOT NULL").await,
        1
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_endpoint_without_success_for_days_is_disabled_with_a_reason_and_enabled_without_loss() {
    let (store, url) = store().await;
    let hook = endpoint(&store, 1, &[]).await;
    publish(&store, "acme", "one", "research").await;
    let first = due(&store, hook).await;
    let settled = [failed(&first[0], Some(Duration::ZERO))];
    assert!(store.webhooks().settle(hook, &settled, &fails(Duration::ZERO)).await.expect("settled"));
    execute(&url, "UPDATE webhook_endpoint SET failing_since = now() - interval '6 days'").await;
    let settled = [Settlement { attempts: 1, ..settled[0].clone() }];
    assert!(!store.webhooks().settle(hook, &settled, &fails(Duration::ZERO)).await.expect("settled"));
    let row = &store.webhooks().list(None).await.expect("a list")[0];
    let reason = row.disabled_reason.as_deref().expect("a reason");
    assert!(!row.enabled && reason.contains("no delivery succeeded since") && reason.contains("500"), "{reason}");
    assert_eq!(store.webhooks().backlog().await.expect("figures").disabled, 1);
    publish(&store, "acme", "two", "research").await;
    execute(&url, "UPDATE webhook_endpoint SET paused_until = now()").await;
    assert!(due_now(&store, hook).await.is_empty());
    let enable = WebhookChange { enabled: Some(true), ..WebhookChange::default() };
    let row = store.webhooks().change(None, hook, &enable).await.expect("an answer").expect("the endpoint");
    assert_eq!((row.enabled, row.disabled_reason, row.failing_since), (true, None, None));
    assert_eq!(deliver(&store, hook, 2).await.len(), 2, "what was published meanwhile is delivered");
    let gone = GroupOutcome::Disable("410".to_owned());
    assert!(!store.webhooks().settle(hook, &[], &gone).await.expect("settled"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_are_replayed_by_period_or_by_id_under_the_same_id() {
    let (store, url) = store().await;
    publish(&store, "acme", "before", "research").await;
    wait_for_horizon(&url).await;
    publish(&store, "other", "hidden", "research").await;
    wait_for_horizon(&url).await;
    let hook = endpoint(&store, 1, &[]).await;
    publish(&store, "acme", "one", "research").await;
    let first = due(&store, hook).await;
    store.webhooks().settle(hook, &[delivered(&first[0])], &GroupOutcome::Works).await.expect("settled");
    let replay = async |replay| store.webhooks().replay(None, hook, &replay).await.expect("an answer").expect("found");
    assert_eq!(replay(Replay::One(first[0].id.clone())).await.scheduled, 1);
    assert_eq!(deliver(&store, hook, 1).await, [first[0].data.clone()]);
    let past = Time::UNIX_EPOCH;
    let period = replay(Replay::Period(past, None)).await;
    assert_eq!((period.scheduled, period.continue_from), (2, None));
    assert_eq!(deliver(&store, hook, 2).await.len(), 2, "also what was published before the endpoint existed");
    assert_eq!(replay(Replay::Period(past, Some(past))).await.scheduled, 0);
    let hidden = result("other", "hidden", "research").id.to_string();
    assert_eq!(replay(Replay::One(hidden)).await.scheduled, 0, "another tenant's result");
    let foreign = store.webhooks().replay(Some(&tenant("other")), hook, &Replay::Period(past, None)).await;
    assert_eq!(foreign.expect("an answer"), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_overlap_and_expire_and_a_tenant_has_a_maximum_of_endpoints() {
    let (store, url) = store().await;
    let hook = endpoint(&store, 1, &[]).await;
    publish(&store, "acme", "one", "research").await;
    let secret = |byte| WebhookSecret::from_random([byte; 32]);
    let rotate = async |byte, keep| {
        store.webhooks().add_secret((None, hook), &secret(byte), Duration::from_secs(keep)).await.expect("an answer")
    };
    due(&store, hook).await;
    let valid = async || {
        let claimed = store.webhooks().claim(&places(1), LEASE).await.expect("an answer");
        store.webhooks().release(&[hook]).await.expect("released");
        claimed[0].secrets.clone()
    };
    assert!(rotate(2, 3600).await);
    assert_eq!(valid().await, [secret(2), secret(1)], "newest first");
    assert!(rotate(3, 0).await);
    assert_eq!(valid().await, [secret(3)]);
    for byte in 4..12 {
        assert!(rotate(byte, 3600).await);
    }
    assert_eq!(valid().await.len(), 5);
    assert_eq!(number(&url, "SELECT count(*) FROM webhook_secret").await, 5);
    let foreign = (Some(&tenant("other")), hook);
    assert!(!store.webhooks().add_secret(foreign, &secret(9), LEASE).await.expect("an answer"));
    for id in 2..=u128::try_from(MAX_ENDPOINTS).expect("a number") {
        assert!(store.webhooks().create(&new(id, &[])).await.expect("an answer"));
    }
    assert!(!store.webhooks().create(&new(99, &[])).await.expect("an answer"));
    assert!(store.webhooks().delete(Some(&tenant("acme")), hook).await.expect("an answer"));
    assert!(store.webhooks().create(&new(99, &[])).await.expect("an answer"), "a deleted endpoint does not count");
    assert_eq!(
        number(&url, "SELECT count(*) FROM webhook_secret WHERE endpoint = '00000000-0000-0000-0000-000000000001'")
            .await,
        0
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_after_many_of_unwanted_kinds_is_due_at_once() {
    let (store, url) = store().await;
    let hook = endpoint(&store, 1, &["forecast"]).await;
    const MANY: &str = "INSERT INTO result (id, kind, tenant, event, body, made_at)
        SELECT gen_random_uuid(), 'classification', 'acme', gen_random_uuid(), '{}', now() FROM generate_series(1, 9000)";
    execute(&url, MANY).await;
    publish(&store, "acme", "wanted", "forecast").await;
    wait_for_horizon(&url).await;
    assert_eq!(deliver_now(&store, hook).await, [r#"{"name":"wanted"}"#]);
    assert_eq!(number(&url, "SELECT count(*) FROM webhook_delivery").await, 1);
}
