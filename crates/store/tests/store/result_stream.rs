//! Results as event streams read them: in one order, each once, without a gap where history and new results meet.

use std::time::Duration;

use domain::Tenant;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::Store;
use store::results::{PageSize, ResultPage, ResultPosition, stream_statements};
use uuid::Uuid;

use crate::support::{execute, instance, store};
use crate::webhooks::publish;

const PAGE: PageSize = PageSize { results: 100, bytes: 1 << 20 };

fn acme() -> Tenant {
    Tenant::parse("acme").expect("a tenant")
}

async fn page(store: &Store, after: ResultPosition, size: PageSize) -> ResultPage {
    store.results().page(&acme(), Some(after), size).await.expect("a page")
}

/// Reads until `count` results are readable: transactions of other tests on the same server delay them.
async fn read(store: &Store, after: ResultPosition, count: usize) -> Vec<(ResultPosition, String)> {
    let wait = async {
        loop {
            let page = page(store, after, PAGE).await;
            if page.results.len() >= count {
                return page.results.into_iter().map(|result| (result.position, result.body)).collect();
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(300), wait).await.expect("too few results")
}

fn bodies(results: &[(ResultPosition, String)]) -> Vec<&str> {
    results.iter().map(|(_, body)| body.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_has_the_results_of_its_tenant_after_any_of_them() {
    let (store, _) = store().await;
    for (owner, name) in [("acme", "one"), ("other", "hidden"), ("acme", "two"), ("acme", "three")] {
        publish(&store, owner, name, "research").await;
    }
    let all = read(&store, ResultPosition::START, 3).await;
    assert_eq!(bodies(&all), [r#"{"name":"one"}"#, r#"{"name":"two"}"#, r#"{"name":"three"}"#]);
    for (place, (position, _)) in all.iter().enumerate() {
        assert_eq!(page(&store, *position, PAGE).await.results.len(), 2 - place);
    }
    let limits = |results, bytes| PageSize { results, bytes };
    for (size, expected) in [(limits(2, 1 << 20), 2), (limits(100, 1), 1), (limits(100, 29), 2)] {
        assert_eq!(page(&store, ResultPosition::START, size).await.results.len(), expected, "{size:?}");
    }
    let state = store.results().page(&acme(), None, PAGE).await.expect("a page");
    assert!(state.results.is_empty() && state.horizon > all[2].0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_of_an_older_transaction_comes_before_later_ones_although_it_commits_last() {
    let (store, url) = store().await;
    let mut slow = PgConnection::connect(&url).await.expect("a connection");
    let mut open = slow.begin().await.expect("a transaction");
    let insert = "INSERT INTO result (id, kind, tenant, event, body, made_at) VALUES \
        (gen_random_uuid(), 'research', 'acme', gen_random_uuid(), '\"late\"', now())";
    sqlx::query(insert).execute(&mut *open).await.expect("inserted");
    publish(&store, "acme", "early", "research").await;
    let waiting = page(&store, ResultPosition::START, PAGE).await;
    assert!(waiting.results.is_empty() && waiting.is_waiting, "{waiting:?}");
    open.commit().await.expect("committed");
    assert_eq!(bodies(&read(&store, ResultPosition::START, 2).await), [r#""late""#, r#"{"name":"early"}"#]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_beside_concurrent_writers_miss_and_repeat_nothing() {
    let (store, url) = store().await;
    let other = instance(&url, "two").await;
    let writers = [store.clone(), other.clone()].into_iter().enumerate().map(|(writer, store)| {
        tokio::spawn(async move {
            let names: Vec<String> = (0..150).map(|number| format!("n{writer}-{number}")).collect();
            futures::future::join_all(names.iter().map(|name| publish(&store, "acme", name, "research"))).await;
        })
    });
    let writers: Vec<_> = writers.collect();
    let (mut received, mut after) = (Vec::new(), ResultPosition::START);
    let small = PageSize { results: 7, bytes: 1 << 20 };
    let reading = async {
        while received.len() < 300 {
            for result in page(&other, after, small).await.results {
                assert!(result.position > after, "in order");
                after = result.position;
                received.push(result.body);
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(300), reading).await.expect("too few results");
    for writer in writers {
        writer.await.expect("written");
    }
    received.sort_unstable();
    received.dedup();
    assert_eq!(received.len(), 300);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_retention_deletes_is_known_by_its_last_position() {
    let (store, url) = store().await;
    for (owner, name) in [("acme", "old"), ("acme", "older"), ("other", "foreign"), ("acme", "kept")] {
        publish(&store, owner, name, "research").await;
    }
    let all = read(&store, ResultPosition::START, 3).await;
    assert_eq!(store.results().position(&acme(), all[0].0).await.expect("a state").removed, None);
    execute(&url, "DELETE FROM result WHERE body->>'name' IN ('old', 'older', 'foreign')").await;
    let state = store.results().position(&acme(), all[0].0).await.expect("a state");
    assert_eq!((state.removed, state.is_stored), (Some(all[1].0), false));
    execute(&url, "DELETE FROM result_removed WHERE tenant = 'other'").await;
    // A deletion of nothing, and one of earlier positions, change nothing.
    execute(&url, "DELETE FROM result WHERE kind = 'none'").await;
    let state = store.results().position(&acme(), all[2].0).await.expect("a state");
    assert_eq!((state.removed, state.is_stored, state.groups_since), (Some(all[1].0), true, None));
    let unknown = ResultPosition { id: Uuid::nil(), ..all[2].0 };
    assert!(!store.results().position(&acme(), unknown).await.expect("a state").is_stored);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn groups_are_kept_from_the_first_stream_until_a_time_after_the_last() {
    let (store, url) = store().await;
    let since = async || store.results().position(&acme(), ResultPosition::START).await.expect("a state").groups_since;
    store.results().keep_groups(&acme(), Duration::from_secs(60)).await.expect("kept");
    let first = since().await.expect("kept");
    let opened = store.results().page(&acme(), None, PAGE).await.expect("a page").horizon;
    assert!(first <= opened, "a stream that begins now misses nothing");
    publish(&store, "acme", "one", "research").await;
    store.results().keep_groups(&acme(), Duration::from_secs(3_600)).await.expect("kept");
    assert_eq!(since().await, Some(first), "a renewal continues");
    execute(&url, "UPDATE result_reader SET until = now() - interval '1 second'").await;
    assert_eq!(since().await, None);
    publish(&store, "acme", "two", "research").await;
    read(&store, ResultPosition::START, 2).await;
    store.results().keep_groups(&acme(), Duration::from_secs(60)).await.expect("kept");
    assert!(since().await > Some(first), "after a gap it begins anew");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_reads_a_range_of_the_index_of_positions() {
    let (_, url) = store().await;
    execute(
        &url,
        "INSERT INTO result (id, kind, tenant, event, body, made_at)
         SELECT gen_random_uuid(), 'k', 't' || n % 50, gen_random_uuid(), '{}', now() FROM generate_series(1, 50000) AS n",
    )
    .await;
    execute(&url, "ANALYZE result, result_removed, result_reader").await;
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    let nil = "00000000-0000-0000-0000-000000000000";
    let given =
        ["'t7'".to_owned(), format!("'t7', '9', '{nil}', '99999999', 64, 32768"), format!("'t7', '9', '{nil}'")];
    for (statement, values) in stream_statements().into_iter().zip(given) {
        let explain =
            AssertSqlSafe(format!("DEALLOCATE ALL; PREPARE stream AS {statement}; EXPLAIN EXECUTE stream({values})"));
        let rows = sqlx::raw_sql(explain).fetch_all(&mut conn).await.expect("a plan");
        let plan: Vec<String> = rows.iter().map(|row| sqlx::Row::get(row, 0)).collect();
        let plan = plan.join("\n");
        assert!(!plan.contains("Seq Scan on result ") && !plan.contains("Sort"), "{plan}");
    }
}
