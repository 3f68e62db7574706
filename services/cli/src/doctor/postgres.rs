//! Postgres: connection, version, tables, clock, disk, replication, budgets, batches, dead letters and outbox.

use std::time::Duration;

use domain::port::PortError;
use domain::{Clock, MicroUsd, Time};
use runtime::topology::GATEWAY;
use store::jobs::Unfinished;
use store::server::ServerInfo;
use store::{CountScope, Store};
use worker::{SpendingLimits, WorkerConfig};

use super::finding::Finding;
use super::{batches, budgets, replication, vectors};
use crate::disk::DISK_FULL_ADVICE;
use crate::{Context, models};

/// Unpublished outbox rows above which the outbox is notable.
const MANY_UNPUBLISHED: u64 = 1_000;
/// Age from which a job without an outcome is notable. Runs wait in Postgres and not as jobs; the longest job takes
/// minutes.
const LONG: Duration = Duration::from_secs(3_600);
/// Oldest supported version (15.0) as a `server_version_num`.
const MIN_VERSION: u32 = 150_000;
/// Clock skew from which a note is given. Budget days and round deadlines use a worker's clock, leases use the
/// server's; less is harmless.
const SKEW_NOTABLE_MS: i64 = 2_000;
/// Clock skew that is an error: a round lasts minutes, so half a minute ends it at the wrong time.
const SKEW_BROKEN_MS: i64 = 30_000;

/// Operating system message for a full disk.
const NO_SPACE: &str = "No space left";

/// Number of the newest runs whose cost tells what a question costs.
const RECENT_RUNS: u32 = 200;
/// The worker whose settings name the limits of a run.
const FORECASTER: &str = "forecaster";

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let store = match context.store().await {
        Ok(store) => store,
        Err(error) => return vec![unreachable(&error, context).await],
    };
    let asked = context.clock.now();
    let about = match store.server().about().await {
        Ok(about) => about,
        Err(error) => return vec![unreadable("Postgres", error)],
    };
    let answered = context.clock.now();
    let mut findings = vec![version(&about), connections(&about), clocks(asked, about.now, answered), tables(&about)];
    findings.push(store.server().check_writes().await.map_or_else(|error| cannot_write(&error), |()| writes()));
    let replicates = store.server().replication().await;
    findings
        .push(replicates.map_or_else(|error| unreadable("replication", error), |found| replication::describe(&found)));
    // Without tables no other query works.
    if about.schema > 0 {
        findings.extend(contents(&store, &*context.clock).await);
        findings.push(vectors::check(&store, context).await);
        let (limits, costs) = (spending_limits(context), store.events().cost_history(None, RECENT_RUNS).await);
        findings.extend(
            costs.map_or_else(|error| Some(unreadable("costs", error)), |costs| budgets::buys(&limits, &costs)),
        );
    }
    findings
}

/// Returns the limits of this command's environment, which all workers read.
fn spending_limits(context: &Context) -> SpendingLimits {
    let mut env = models::worker_env(context, FORECASTER);
    WorkerConfig::read(&mut env, FORECASTER).limits
}

/// Reports an unreachable Postgres. If its disk is full, it can neither run nor start, so the disk is what must be
/// fixed.
async fn unreachable(error: &anyhow::Error, context: &Context) -> Finding {
    let full = match super::disk::folder(context, "postgres") {
        Some(folder) => crate::disk::full(&folder).await,
        None => None,
    };
    let found = Finding::unreachable("Postgres", error, context);
    match full {
        Some(full) => Finding::broken("Postgres", format!("{}: {full}", found.detail), DISK_FULL_ADVICE),
        None if found.detail.contains(NO_SPACE) => Finding::broken("Postgres", found.detail, DISK_FULL_ADVICE),
        None => found,
    }
}

fn writes() -> Finding {
    Finding::fine("Postgres' disk", "writable")
}

fn cannot_write(error: &domain::port::PortError) -> Finding {
    let reasons = chain(error);
    let mend = if reasons.contains(NO_SPACE) { DISK_FULL_ADVICE } else { "check the server's log" };
    Finding::broken("Postgres' disk", reasons, mend)
}

fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let reasons = std::iter::successors(Some(error), |error| error.source());
    reasons.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

fn unreadable(what: &str, error: domain::port::PortError) -> Finding {
    Finding::broken(what, format!("{:#}", anyhow::Error::from(error)), "check the server's log")
}

fn version(about: &ServerInfo) -> Finding {
    let version = &about.version;
    if about.version_number >= MIN_VERSION {
        return Finding::fine("Postgres", format!("version {version}"));
    }
    Finding::broken("Postgres", format!("version {version} is too old"), "upgrade to version 15 or newer")
}

/// Compares the connections in use with the server's limit. A worker without a connection waits and works slowly.
fn connections(about: &ServerInfo) -> Finding {
    let (used, allowed) = (about.connections, about.connections_allowed);
    let detail = format!("{used} of {allowed} in use");
    let mend = "raise max_connections, or lower AUSPEX_POSTGRES_CONNECTIONS or the number of replicas";
    // 90 %: another replica may not get its connections.
    if u64::from(used) * 10 < u64::from(allowed) * 9 {
        Finding::fine("connections", detail)
    } else {
        Finding::notable("connections", detail, mend)
    }
}

/// Compares the schema version with the one this binary contains.
fn tables(about: &ServerInfo) -> Finding {
    let (found, wanted) = (about.schema, about.schema_wanted);
    match found.cmp(&wanted) {
        std::cmp::Ordering::Equal => Finding::fine("tables", format!("version {found}, as required")),
        std::cmp::Ordering::Less => {
            let detail =
                if found == 0 { "missing".to_owned() } else { format!("version {found}, version {wanted} required") };
            Finding::broken("tables", detail, "run `auspex topology apply`")
        }
        std::cmp::Ordering::Greater => Finding::notable(
            "tables",
            format!("version {found} is newer than this binary's version {wanted}, but compatible"),
            "a newer version of the fleet runs here: upgrade this binary",
        ),
    }
}

/// Compares the clocks. The server's time was read between our two, so only what lies outside of them is skew.
fn clocks(asked: Time, server: Time, answered: Time) -> Finding {
    let ahead = server.signed_duration_since(answered).num_milliseconds();
    let behind = asked.signed_duration_since(server).num_milliseconds();
    let skew = ahead.max(behind).max(0);
    let way = if ahead > behind { "ahead of" } else { "behind" };
    let detail = format!("Postgres is {:.1} s {way} this machine", seconds(skew));
    let mend =
        "synchronise both machines with NTP: budget days and deadlines use the worker's clock, leases use Postgres'";
    match skew {
        0..SKEW_NOTABLE_MS => {
            Finding::fine("clocks", format!("this machine and Postgres agree within {:.1} s", seconds(SKEW_NOTABLE_MS)))
        }
        SKEW_NOTABLE_MS..SKEW_BROKEN_MS => Finding::notable("clocks", detail, mend),
        _ => Finding::broken("clocks", detail, mend),
    }
}

#[allow(clippy::cast_precision_loss, reason = "printed with one decimal")]
fn seconds(millis: i64) -> f64 {
    millis as f64 / 1e3
}

async fn contents(store: &Store, clock: &dyn Clock) -> Vec<Finding> {
    let today = clock.now().date_naive();
    let (letters, jobs, ledger, roles) = (store.dead_letters(), store.jobs(), store.ledger(), store.roles());
    let (maintenance, batches) = (store.maintenance(), store.batches());
    let everything = CountScope::default();
    let asked = tokio::try_join!(
        letters.count(&everything),
        jobs.unsent(),
        ledger.unbalanced(),
        ledger.day(today),
        roles.unlimited_users(GATEWAY.name),
        roles.tables_without_policies(GATEWAY.name),
        privileges(store),
        maintenance.unreadable(clock.now()),
        batches.overview(),
        jobs.unfinished(LONG)
    );
    let (dead, unsent, unbalanced, spent, unlimited, open, privileges, unreadable, batched, unfinished) = match asked {
        Ok(answers) => answers,
        Err(error) => return vec![unreadable("tables", error)],
    };
    let mut findings = budgets::spent_today(&spent);
    findings.push(batches::describe(&batched));
    if dead > 0 {
        findings.push(Finding::notable("dead letters", format!("{dead} not handled"), "run `auspex dead list`"));
    }
    let now = clock.now();
    findings.extend(unfinished.iter().map(|jobs| unfinished_jobs(jobs, now)));
    if unsent > MANY_UNPUBLISHED {
        let detail = format!("{unsent} facts are committed but not published");
        findings.push(Finding::notable("outbox", detail, "check that a worker runs and that NATS accepts messages"));
    }
    findings.extend(unlimited.iter().map(|user| unlimited_gateway(user)));
    findings.extend(privileges);
    findings.extend(unreadable.into_iter().map(|(table, rows)| unreadable_rows(table, rows)));
    findings.extend((!open.is_empty()).then(|| unlimited_rows(&open)));
    findings.extend(unbalanced.into_iter().map(|(scope, budget, calls)| unbalanced_budget(&scope, budget, calls)));
    findings
}

/// A job that is deferred again and again: a limit, a provider or a batch that it waits for, which is not counted as a
/// failure.
fn unfinished_jobs(found: &Unfinished, now: Time) -> Finding {
    let hours = (now - found.since).num_minutes().max(0) / 60;
    let Unfinished { consumer, jobs, last_error, .. } = found;
    let detail = format!("{jobs} of {consumer} began over an hour ago and have no outcome, the oldest {hours} h ago");
    if last_error.is_empty() {
        return Finding::notable("long jobs", detail, format!("check that {consumer} runs, and its log"));
    }
    Finding::notable(
        "long jobs",
        format!("{detail}; it was handed back: {last_error}"),
        "deferred jobs wait without a limit and are not counted as failures: remove the reason, then they continue",
    )
}

/// The gateway is reached from outside, so a fault in it should reach no more of the database than its role does.
fn unlimited_gateway(user: &str) -> Finding {
    let detail = format!("the gateway connects as {user}, a superuser or the owner of the tables");
    let mend = "run `auspex database roles`, and name the role auspex_gateway in the gateway's AUSPEX_POSTGRES_URL";
    Finding::notable("role of the gateway", detail, mend)
}

/// Reports privileges that a role lacks, so that its jobs are deferred, and those that no role should have.
async fn privileges(store: &Store) -> Result<Vec<Finding>, PortError> {
    let lacking = store.roles().missing_of_all().await?;
    let mut findings: Vec<Finding> = lacking.iter().map(|(role, missing)| lacks(role, missing)).collect();
    if store.roles().public_may_create().await? {
        let detail = "every role may create temporary tables, or objects in the database or in the schema public";
        let mend = "run `auspex database roles --apply` as the owner of the database";
        findings.push(Finding::notable("privileges of PUBLIC", detail, mend));
    }
    Ok(findings)
}

/// A row of a newer version, or one that was changed by hand: its sweep skips it, so what it is about never ends.
fn unreadable_rows(table: &str, rows: usize) -> Finding {
    let detail = format!("{rows} due rows of {table} cannot be read and are skipped");
    let mend =
        "upgrade this binary if a newer one has written them; the log of the forecaster or the writer names each row";
    Finding::notable("unreadable rows", detail, mend)
}

fn lacks(role: &str, missing: &[String]) -> Finding {
    let detail = format!("the role {role} lacks {}; work that needs it is deferred", missing.join(", "));
    Finding::broken("privileges", detail, store::roles::MEND)
}

/// A statement of the gateway that forgets its filter would show a tenant the rows of another one.
fn unlimited_rows(tables: &[String]) -> Finding {
    let detail = format!("no policy limits the rows of {}", tables.join(", "));
    Finding::notable(
        "rows of the gateway",
        detail,
        "run `auspex database roles` and apply its output as the owner of the tables",
    )
}

fn unbalanced_budget(scope: &str, budget: MicroUsd, calls: MicroUsd) -> Finding {
    let detail = format!("the budget records {budget}, its calls {calls}");
    Finding::broken(
        format!("budget {scope}"),
        detail,
        "this is a bug in Auspex: please report it with the output of `auspex summary --json`",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    fn about(version_number: u32, schema: u32) -> ServerInfo {
        let now = at(0);
        let (connections, connections_allowed) = (30, 97);
        ServerInfo {
            version: "x".into(),
            version_number,
            now,
            connections,
            connections_allowed,
            schema,
            schema_wanted: 6,
        }
    }

    fn at(millis: i64) -> Time {
        Time::from_timestamp_millis(1_795_251_600_000 + millis).unwrap()
    }

    #[test]
    fn an_old_server_or_schema_is_broken() {
        assert_eq!(
            (version(&about(149_999, 6)).state, version(&about(150_000, 6)).state),
            (State::Broken, State::Fine)
        );
        let states = [0, 5, 6, 7].map(|schema| tables(&about(180_001, schema)).state);
        assert_eq!(states, [State::Broken, State::Broken, State::Fine, State::Notable]);
    }

    #[test]
    fn a_full_disk_is_reported_with_advice() {
        let full =
            domain::port::PortError::Down { what: "disk", source: "could not write: No space left on device".into() };
        let found = cannot_write(&full);
        assert!(found.state == State::Broken && found.mend.starts_with("free disk space"), "{found}");
        let other = domain::port::PortError::Down { what: "disk", source: "no answer".into() };
        assert!(cannot_write(&other).mend.contains("log"));
    }

    #[test]
    fn a_nearly_exhausted_connection_limit_is_notable() {
        let full = ServerInfo { connections: 90, connections_allowed: 97, ..about(180_001, 6) };
        assert_eq!((connections(&about(180_001, 6)).state, connections(&full).state), (State::Fine, State::Notable));
        assert!(connections(&full).detail.contains("90 of 97"));
    }

    #[test]
    fn a_slow_response_is_not_clock_skew() {
        assert_eq!(clocks(at(0), at(2_500), at(5_000)).state, State::Fine);
        let ahead = clocks(at(0), at(7_000), at(2_000));
        assert!(ahead.state == State::Notable && ahead.detail.contains("5.0 s ahead"), "{ahead}");
        let behind = clocks(at(0), at(-60_000), at(10));
        assert!(behind.state == State::Broken && behind.detail.contains("60.0 s behind"), "{behind}");
    }
}
