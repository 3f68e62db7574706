//! Statements of one tenant that wait in Postgres leave connections for other tenants.

use std::time::Duration;

use domain::effect::When;
use domain::{Outgoing, Tenant};
use sqlx::{Connection, PgConnection};
use store::intake::{Acceptance, Submission};
use store::{PostgresConfig, Store};

use crate::samples::message;
use crate::support::{number, store};

/// Maximum time of an answer; a statement that waits for a lock gives up after several seconds.
const PATIENCE: Duration = Duration::from_secs(120);
/// Sessions of the database that wait for a lock.
const WAITING: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_whose_statements_wait_leaves_connections_for_others() {
    let (_, url) = store().await;
    // Half of the connections serve single statements; a tenant may use two thirds of these.
    for (max_connections, share) in [(4, 1), (6, 2)] {
        let config = PostgresConfig { max_connections, ..PostgresConfig::new(&url, "gateway") };
        let store = Store::connect(config).await.expect("a store");
        let (loud, quiet) = (Tenant::parse("loud").unwrap(), Tenant::parse("quiet").unwrap());
        let mut other = PgConnection::connect(&url).await.expect("the server runs");
        let mut locking = other.begin().await.expect("a transaction");
        sqlx::query("LOCK TABLE schedule IN ACCESS EXCLUSIVE MODE").execute(&mut *locking).await.expect("the lock");
        let lists: Vec<_> = (0..16)
            .map(|_| {
                let (store, loud) = (store.of(&loud), loud.clone());
                tokio::spawn(async move { store.schedules().after(&loud, "", 10).await })
            })
            .collect();
        let waiting = async {
            while number(&url, WAITING).await < share {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("its statements wait for the lock");
        let own = store.of(&quiet);
        let name = format!("quiet {max_connections}");
        let event = Outgoing { tenant: quiet.clone(), ..message(&name, When::Always) };
        let served = async {
            assert_eq!(own.intake().published(&quiet, event.id).await.unwrap(), None);
            let submission = Submission { events: vec![event.clone()], key: None, change: None };
            assert_eq!(own.intake().accept(submission).await.unwrap(), Acceptance::Stored(vec![false]));
            assert!(number(&url, WAITING).await <= share, "the tenant uses no more than its share");
        };
        tokio::time::timeout(PATIENCE, served).await.expect("the neighbour need not wait");
        assert!(lists.iter().all(|list| !list.is_finished()), "the lock is still held");
        locking.rollback().await.expect("the end of the lock");
        for list in lists {
            assert!(list.await.expect("no panic").expect("an answer").schedules.is_empty());
        }
    }
}
