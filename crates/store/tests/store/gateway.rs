//! Tokens, accepted events, idempotency keys, and lists of one tenant.

use domain::access::{AccessScope, AccessToken};
use domain::effect::Outgoing;
use domain::{JobId, Tenant, Time};
use store::Store;
use store::intake::{Acceptance, RequestKey, Submission};
use store::tokens::{StoredToken, TokenRow};

use crate::support::{execute, number, store};

fn tenant(name: &str) -> Tenant {
    Tenant::parse(name).expect("a tenant")
}

pub(crate) fn event(name: &str) -> Outgoing {
    Outgoing {
        id: JobId::named(&["event", name]),
        subject: "auspex.event.question".to_owned(),
        tenant: tenant("acme"),
        payload: name.to_owned().into(),
        ..domain::testing::outgoing()
    }
}

fn submission(names: &[&str], key: Option<(&str, u8)>) -> Submission {
    let key = key.map(|(key, byte)| RequestKey { tenant: tenant("acme"), key: key.to_owned(), hash: [byte; 32] });
    Submission { events: names.iter().map(|name| event(name)).collect(), key, change: None }
}

pub(crate) async fn accept(store: &Store, names: &[&str], key: Option<(&str, u8)>) -> Acceptance {
    store.intake().accept(submission(names, key)).await.expect("an answer")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_accepted_event_is_stored_once_and_waits_for_the_relay() {
    let (store, url) = store().await;
    assert_eq!(accept(&store, &["a", "b", "a"], None).await, Acceptance::Stored(vec![false, false, true]));
    assert_eq!(accept(&store, &["b", "c"], None).await, Acceptance::Stored(vec![true, false]));
    assert_eq!(number(&url, "SELECT count(*) FROM outbox").await, 3);
    assert_eq!(number(&url, "SELECT count(*) FROM dispatch WHERE sent_at IS NULL").await, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idempotency_key_belongs_to_one_request_of_one_tenant() {
    let (store, url) = store().await;
    assert_eq!(accept(&store, &["a"], Some(("k", 1))).await, Acceptance::Stored(vec![false]));
    assert_eq!(accept(&store, &["a"], Some(("k", 1))).await, Acceptance::Stored(vec![true]));
    assert_eq!(accept(&store, &["b"], Some(("k", 2))).await, Acceptance::KeyReused);
    let mut other = submission(&["c"], Some(("k", 2)));
    other.key.iter_mut().for_each(|key| key.tenant = tenant("other"));
    assert_eq!(store.intake().accept(other).await.expect("an answer"), Acceptance::Stored(vec![false]));
    assert_eq!(number(&url, "SELECT count(*) FROM outbox").await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_concurrent_requests_each_event_is_new_once_and_each_key_has_one_winner() {
    let (store, url) = store().await;
    let requests: Vec<_> = (0..200_u8)
        .map(|number| {
            let store = store.clone();
            let names = [format!("shared-{}", number % 10), format!("own-{number}")];
            tokio::spawn(async move {
                let names = names.each_ref().map(String::as_str);
                accept(&store, &names, Some((&format!("key-{}", number % 50), number))).await
            })
        })
        .collect();
    let (mut new, mut stored) = (0, 0);
    for request in requests {
        if let Acceptance::Stored(known) = request.await.expect("no panic") {
            stored += 1;
            new += known.iter().filter(|known| !**known).count();
        }
    }
    assert_eq!(stored, 50, "one request per key");
    assert_eq!(i64::try_from(new).expect("a count"), number(&url, "SELECT count(*) FROM outbox").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_is_found_by_its_id_until_it_is_revoked() {
    let (store, _) = store().await;
    let token = AccessToken::from_random([1; 16], [2; 32]);
    let row = TokenRow {
        id: token.id(),
        name: "robot".to_owned(),
        tenant: tenant("acme"),
        scopes: vec![AccessScope::Publish, AccessScope::Read],
        created_at: Time::UNIX_EPOCH,
        expires_at: None,
        revoked_at: None,
        used_at: None,
    };
    let stored = StoredToken { row: row.clone(), secret_hash: token.hash().to_vec() };
    store.tokens().create(&stored).await.expect("created");
    assert_eq!(store.tokens().load(token.id()).await.expect("an answer"), Some(stored));
    assert_eq!(store.tokens().list(Some(&tenant("acme"))).await.expect("a list"), [row]);
    assert!(store.tokens().list(Some(&tenant("other"))).await.expect("a list").is_empty());

    store.tokens().mark_used(&[(token.id(), std::time::Duration::from_secs(5))]).await.expect("written");
    let at = "2026-01-01T00:00:00Z".parse().expect("a time");
    assert!(store.tokens().revoke(token.id(), at).await.expect("an answer"));
    assert!(!store.tokens().revoke(token.id(), at).await.expect("an answer"));
    let read = store.tokens().load(token.id()).await.expect("an answer").expect("the token").row;
    assert_eq!((read.revoked_at, read.used_at.is_some()), (Some(at), true));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bytes_of_events_are_pending_until_the_events_are_settled() {
    let (store, url) = store().await;
    let pending = async || {
        let sums = store.intake().pending_bytes().await.expect("sums");
        ["acme", "other"].map(|name| sums.get(&tenant(name)).copied().unwrap_or(0))
    };
    assert_eq!(pending().await, [0, 0]);
    accept(&store, &["aaaa", "bb"], None).await;
    accept(&store, &["aaaa"], None).await;
    let names: Vec<String> = (100..300).map(|number| number.to_string()).collect();
    let events = names.iter().map(|name| Outgoing { tenant: tenant("other"), ..event(name) }).collect();
    store.intake().accept(Submission { events, key: None, change: None }).await.expect("a large submission is stored");
    assert_eq!(pending().await, [6, 600]);
    store.intake().add_up().await.expect("added up");
    assert_eq!((pending().await, number(&url, "SELECT count(*) FROM intake_change").await), ([6, 600], 0));
    // As a consumer does that has an outcome.
    execute(
        &url,
        "DELETE FROM dispatch d USING outbox o WHERE o.id = d.id AND (o.tenant = 'other' OR o.payload = 'bb')",
    )
    .await;
    assert_eq!(pending().await, [4, 0]);
    store.intake().add_up().await.expect("added up");
    assert_eq!(pending().await, [4, 0]);
    assert_eq!(number(&url, "SELECT count(*) FROM intake").await, 2);
}

/// The database's clock decides, so that no gateway accepts a token longer than another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_expired_token_is_not_found_and_a_use_is_written_once_a_minute() {
    let (store, url) = store().await;
    let token = AccessToken::from_random([3; 16], [2; 32]);
    let expires_at = Some("2999-01-01T00:00:00Z".parse().expect("a time"));
    let row = TokenRow {
        id: token.id(),
        name: "robot".to_owned(),
        tenant: tenant("acme"),
        scopes: vec![AccessScope::Read],
        created_at: Time::UNIX_EPOCH,
        expires_at,
        revoked_at: None,
        used_at: None,
    };
    store.tokens().create(&StoredToken { row, secret_hash: token.hash().to_vec() }).await.expect("created");
    let found = async || store.tokens().load(token.id()).await.expect("an answer");
    assert_eq!(found().await.expect("the token").row.expires_at, expires_at);
    let writes = "SELECT xmin::text::bigint FROM gateway_token";
    let used = async |seconds: u64| {
        let ages = [(token.id(), std::time::Duration::from_secs(seconds))];
        store.tokens().mark_used(&ages).await.expect("written");
        number(&url, writes).await
    };
    let first = used(90).await;
    assert_eq!(used(80).await, first, "ten seconds later, at this replica or another one");
    assert_ne!(used(0).await, first, "more than a minute later");
    execute(&url, "UPDATE gateway_token SET expires_at = now()").await;
    assert!(found().await.is_none(), "expired");
    assert_eq!(store.tokens().list(None).await.expect("a list").len(), 1, "it is listed");
}
