//! Lists of the console among a million events, 50,000 runs and 50,000 dead letters, a tenth of them of one tenant.
//! Each reads its page from an index. And a list that takes too long is ended by the server.

use domain::port::PortError;
use domain::{Tenant, Time};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use store::Store;
use store::events::EventFilter;
use store::list_timeout::ListTimeout;
use store::runs::RunSelection;
use store::statements::console_statements;

use crate::support::{fill_in_parts, store};

/// Row `n` is `n` seconds old; a tenth of the rows is of the tenant `big`, the others are of 500 tenants.
const FILL: &[&str] = &[
    "INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, tasks, body, received_at)
     SELECT gen_random_uuid(), 'e' || n, (ARRAY['question', 'transaction', 'scout_alert'])[1 + n % 3],
            CASE WHEN n % 10 = 1 THEN 'big' ELSE 't' || n % 500 END, 's', true, 1, 'rule', 0, '{}', now() - make_interval(secs => n)
     FROM generate_series(1, 1000000) AS n",
    "INSERT INTO run (id, tenant, event, question, market, family, event_option, body, phase, iteration, outstanding, version, deadline, started_at)
     SELECT gen_random_uuid(), CASE WHEN n % 10 = 1 THEN 'big' ELSE 't' || n % 500 END, gen_random_uuid(), 'Will it ' || n % 20000 || '?',
            CASE WHEN n % 3 = 0 THEN 'm' || n % 5000 END, CASE WHEN n % 4 = 1 THEN 'f' || n % 5000 END,
            CASE WHEN n % 4 = 3 THEN 'e' || n % 5000 END, '{}', CASE WHEN n % 1000 = 1 THEN 'waiting' ELSE 'done' END, 1, 0, 1, now(),
            now() - make_interval(secs => n)
     FROM generate_series(1, 50000) AS n",
    "INSERT INTO forecast (run, tenant, probability, cost, body, review, made_at)
     SELECT id, tenant, 0.5, 1, '{}', CASE WHEN question LIKE '%99?' AND market IS NULL THEN 'pending' END, started_at
     FROM run WHERE phase = 'done' AND question NOT LIKE '%7?'",
    "INSERT INTO dead_letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at, redriven_at)
     SELECT gen_random_uuid(), (ARRAY['researcher', 'filter'])[1 + n % 2], gen_random_uuid(), CASE WHEN n % 10 < 2 THEN 'big' ELSE 't' || n % 500 END,
            's', '[]', '', 'rejected', ARRAY['no ' || n], 1, '', now() - make_interval(secs => n), CASE WHEN n % 7 > 0 THEN now() END
     FROM generate_series(1, 50000) AS n",
    // The events of `big` are answered but for one in 50,000, and one of them is dead.
    "INSERT INTO result (id, kind, tenant, event, body, made_at)
     SELECT gen_random_uuid(), 'classification', tenant, job, '{}', received_at FROM event WHERE tenant = 'big' AND id NOT LIKE '%50001'",
    "INSERT INTO dead_letter (id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at)
     SELECT gen_random_uuid(), 'classifier', job, tenant, 's', '[]', '', 'rejected', ARRAY['no'], 1, '', now() FROM event WHERE id = 'e550001'",
    "ANALYZE event, event_state, run, dead_letter, forecast, macro_result, result",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_list_of_the_console_reads_an_index_at_a_million_events() {
    let (store, url) = store().await;
    for statement in FILL {
        fill_in_parts(&url, statement).await;
    }
    // The states of 100,000 events have changed at once; autovacuum does this after 5,000.
    crate::support::execute(&url, "VACUUM event_state").await;
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    for (statement, arguments, index) in console_statements() {
        let explain =
            AssertSqlSafe(format!("DEALLOCATE ALL; PREPARE list AS {statement}; EXPLAIN EXECUTE list({arguments})"));
        let rows = sqlx::raw_sql(explain).fetch_all(&mut conn).await.expect("a plan");
        let plan: Vec<String> = rows.iter().map(|row| sqlx::Row::get(row, 0)).collect();
        let plan = plan.join("\n");
        for table in ["event", "event_state", "run", "dead_letter"] {
            assert!(!plan.contains(&format!("Seq Scan on {table} ")), "{arguments}: {plan}");
        }
        assert!(index.split('|').any(|one| plan.contains(one)), "{index} for {arguments}: {plan}");
    }
    check_rare_states(&store, &url).await;
}

/// A rare state among 100,000 events of the tenant is found in an index: the list reads a few pages of the server,
/// which are counted, because a time depends on the machine.
async fn check_rare_states(store: &Store, url: &str) {
    let tenant = Tenant::parse("big").expect("a tenant");
    let listed = async |kind: Option<&str>, state: &str| {
        let filter =
            EventFilter { kind: kind.map(str::to_owned), state: Some(state.to_owned()), since: Time::UNIX_EPOCH };
        let began = std::time::Instant::now();
        let rows = store.events().list(&tenant, &filter, (None, 51)).await.expect("a list");
        let count = store.events().count(&tenant, &filter, 10_000).await.expect("a count");
        println!("{kind:?} {state}: {} rows, {count} in all, {:?}", rows.len(), began.elapsed());
        (rows, count)
    };
    let (dead, count) = listed(None, "dead").await;
    assert_eq!((dead.len(), count, dead[0].id.as_str(), dead[0].state.as_str()), (1, 1, "e550001", "dead"));
    let (open, count) = listed(None, "open").await;
    assert_eq!((open.len(), count), (9, 9), "one in 100,000 events, without the dead one");
    assert!(open.is_sorted_by_key(|line| std::cmp::Reverse(line.received_at)));
    let (answered, count) = listed(Some("question"), "answered").await;
    assert_eq!((answered.len(), count), (51, 10_000));
    let mut conn = PgConnection::connect(url).await.expect("the server runs");
    let (list, arguments, _) = console_statements()[2];
    let explain = AssertSqlSafe(format!(
        "PREPARE rare AS {list}; EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE rare({arguments})"
    ));
    let rows = sqlx::raw_sql(explain).fetch_all(&mut conn).await.expect("a plan");
    let plan: Vec<String> = rows.iter().map(|row| sqlx::Row::get(row, 0)).collect();
    // The first line is about the whole statement.
    let buffers = plan.iter().find(|line| line.contains("Buffers:")).expect("buffers");
    let pages = |name: &str| {
        let number = buffers.split_once(name).and_then(|(_, rest)| rest.split(' ').next()?.parse::<u64>().ok());
        number.unwrap_or(0)
    };
    let read = pages("hit=") + pages("read=");
    assert!((1..200).contains(&read), "{read} pages: {}", plan.join("\n"));
    // A redrive ends the state.
    crate::support::execute(
        url,
        "UPDATE dead_letter SET redriven_at = now() WHERE tenant = 'big' AND consumer = 'classifier'",
    )
    .await;
    assert_eq!((listed(None, "dead").await.1, listed(None, "open").await.1), (0, 10));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_that_takes_two_seconds_is_ended_and_not_repeated() {
    let (store, url) = store().await;
    let mut blocker = PgConnection::connect(&url).await.expect("the server runs");
    sqlx::raw_sql("BEGIN; LOCK TABLE event_state, run IN ACCESS EXCLUSIVE MODE")
        .execute(&mut blocker)
        .await
        .expect("locked");
    let tenant = Tenant::parse("acme").expect("a tenant");
    let filter = EventFilter { kind: None, state: None, since: Time::UNIX_EPOCH };
    let events = store.events();
    let runs = store.runs();
    let (list, count) =
        tokio::join!(events.list(&tenant, &filter, (None, 10)), runs.count(RunSelection::All, &tenant, 10));
    for (error, what) in [(list.unwrap_err(), "event"), (count.unwrap_err(), "run")] {
        let PortError::Refused { what: named, source } = &error else { panic!("{error:?}") };
        assert!(named == what && source.is::<ListTimeout>(), "{error:?}");
    }
}
