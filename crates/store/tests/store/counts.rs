//! Counts for a summary: of all tenants, of one, and since a time.

use chrono::TimeDelta;
use domain::Tenant;
use store::{CountScope, Store};

use crate::support::{execute, store};

/// One new and one old event of each of two tenants; the new one has a result.
const EVENTS: &str = "
INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, tasks, body, received_at)
SELECT md5(tenant || days)::uuid, tenant || days, 'question', tenant, '', true, 1, 'rule', 0, '{}', now() - make_interval(days => days)
FROM unnest(ARRAY['one', 'two']) AS tenant, unnest(ARRAY[0, 9]) AS days";
const RESULTS: &str = "
INSERT INTO result (id, kind, tenant, event, body, made_at)
SELECT md5('result' || tenant)::uuid, 'research', tenant, md5(tenant || 0)::uuid, '{}', now() FROM unnest(ARRAY['one', 'two']) AS tenant";
const VERDICTS: &str = "
INSERT INTO verdict_group (id, message, tenant, made_at, kinds, counts, jobs)
SELECT 1, md5('group')::uuid, 'one', now(), ARRAY[1]::smallint[], ARRAY[5], '{}'";
const AUDIT: &str = "
INSERT INTO audit (job, ordinal, event, tenant, worker, action, subject, from_cache, tools, cost, errors, at)
SELECT md5('job' || tenant || days)::uuid, 0, md5(tenant || days)::uuid, tenant, 'researcher', 'cached', '', true, '', 0, '',
       now() - make_interval(days => days)
FROM unnest(ARRAY['one', 'two']) AS tenant, unnest(ARRAY[0, 9]) AS days";
const LETTERS: &str = "
INSERT INTO dead_letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, count, trace_id, at)
SELECT md5('letter' || days)::uuid, 'c', md5('two' || days)::uuid, 'two', 's', '[]', '', 'rejected', ARRAY['e'], 1, 3, '', now() - make_interval(days => days)
FROM unnest(ARRAY[0, 9]) AS days";

/// Returns the numbers of events, open events, results, cached answers and dead letters.
async fn counted(store: &Store, scope: &CountScope) -> [u64; 5] {
    let events = store.events().counts(scope).await.expect("counts");
    let results = store.results().counts(scope).await.expect("counts");
    let actions = store.audit().counts(scope).await.expect("counts");
    [
        events.iter().map(|count| count.events).sum(),
        events.iter().map(|count| count.open).sum(),
        results.iter().map(|count| count.results).sum(),
        actions.iter().map(|count| count.from_cache).sum(),
        store.dead_letters().count(scope).await.expect("a count"),
    ]
}

#[tokio::test]
async fn a_tenant_s_counts_are_its_own_and_begin_at_a_time() {
    let (store, url) = store().await;
    for sql in [EVENTS, RESULTS, VERDICTS, AUDIT, LETTERS] {
        execute(&url, sql).await;
    }
    let scope = |tenant: &str| CountScope { tenant: Some(Tenant::parse(tenant).expect("a tenant")), since: None };
    assert_eq!(counted(&store, &CountScope::default()).await, [9, 6, 2, 4, 6]);
    assert_eq!(counted(&store, &scope("one")).await, [7, 6, 1, 2, 0]);
    assert_eq!(counted(&store, &scope("two")).await, [2, 0, 1, 2, 6]);
    let since = Some(store.now().await.expect("a time") - TimeDelta::days(2));
    assert_eq!(counted(&store, &CountScope { since, ..scope("one") }).await, [6, 5, 1, 1, 0]);
    assert_eq!(counted(&store, &CountScope { since, ..scope("two") }).await, [1, 0, 1, 1, 3]);
    assert_eq!(counted(&store, &scope("none")).await, [0; 5]);
}
