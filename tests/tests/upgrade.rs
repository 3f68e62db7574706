//! Upgrade: the binaries of this commit migrate a database of version 0.1.0 and complete its open work.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

#[path = "upgrade/baseline.rs"]
mod baseline;

use std::time::Duration;

use tests::fleet::Urls;
use tests::{Database, Fleet, Setup, events, wait};

/// `pg_dump --inserts` of a database that the binaries of version 0.1.0 created and worked on, made by [`baseline`],
/// without audit lines, memoised steps of done jobs and handled messages.
///
/// All workers were killed while work was in progress: a run had been concluded and three were open, jobs had been
/// started, a model call was open, and messages to workers were not handled.
const DATABASE: &str = include_str!("upgrade/0.1.0.sql");

/// Moves every timestamp column, so that the workers were killed when the test starts. Timestamps in documents stay.
const SHIFT_TIMESTAMPS: &str = "DO $$
    DECLARE killed_at timestamptz := (SELECT max(received_at) FROM event); col record;
    BEGIN
      FOR col IN SELECT table_name AS t, string_agg(format('%1$I = %1$I + %2$L::interval', column_name, now() - killed_at), ', ') AS sets
          FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
          WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
            AND is_generated = 'NEVER' GROUP BY table_name
      LOOP EXECUTE format('UPDATE public.%I SET %s', col.t, col.sets); END LOOP;
    END $$";

const TIMEOUT: Duration = Duration::from_secs(90);

#[tokio::test]
async fn a_database_of_the_first_version_is_migrated_and_its_open_work_is_completed() {
    let setup = Setup::default()
        .with("AUSPEX_WORKER_LEASE", "3s")
        .with("AUSPEX_RECONCILE_INTERVAL", "1s")
        .with("AUSPEX_RECONCILE_AGE", "3s")
        .with("AUSPEX_MODEL_INVOICE_GRACE", "8s");
    let servers = tests::users::world().await.unwrap();
    let urls = Urls { nats: servers.nats.url(), postgres: servers.postgres.url(), redis: servers.redis.url() };
    let before = Database::connect_lazy(&urls.postgres).unwrap();
    before.change(DATABASE).await.unwrap();
    before.change(SHIFT_TIMESTAMPS).await.unwrap();
    let open = before.open_jobs().await.unwrap();
    for what in ["jobs without outcome", "messages not consumed", "runs not done", "calls in flight"] {
        assert!(open.contains_key(what), "the fixture has no {what:?}: {open:?}");
    }

    // Starting the fleet migrates first. A migration whose text differs from the applied one is refused here.
    let fleet = Fleet::start_through(setup, servers, urls).await.unwrap();
    let jobs = fleet.run(&[events::transaction(7), events::question(7)], TIMEOUT).await.unwrap();
    wait::until("the outcome of every call is known", TIMEOUT, || async {
        let open = fleet.database.count("SELECT count(*) FROM call WHERE state = 'intent'").await?;
        Ok(if open == 0 { Ok(()) } else { Err(format!("{open} open calls")) })
    })
    .await
    .unwrap();

    let verdict = fleet.verdict(&jobs).await.unwrap();
    println!("{verdict}");
    // The offline world and nats-server are new, so the invoice and the stream of results lack what the first version
    // did.
    let not_comparable = [
        "every invoiced call is in the ledger",
        "ledger = invoice, call by call",
        "published results = stored results",
    ];
    let broken: Vec<_> = verdict
        .invariants
        .iter()
        .filter(|(invariant, broken)| broken.is_some() && !not_comparable.contains(&invariant.as_str()))
        .collect();
    assert!(broken.is_empty(), "{broken:#?}\n{}", fleet.logs());
    assert_eq!(
        fleet.database.count("SELECT count(*) FROM run").await.unwrap(),
        5,
        "four runs of the fixture and a new one"
    );
    assert_eq!(fleet.database.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
}
