//! Postgres: reachable, new enough, with this version's tables, a clock that agrees with ours; then what waits in it.

use domain::{Clock, MicroUsd, Time};
use store::Store;
use store::reading::About;

use super::budgets;
use super::finding::Finding;
use crate::Context;
use crate::disk::MEND;

/// Facts that are committed and not published; more than this are worth a word.
const LONG: u64 = 1_000;
/// 15.0, as the server counts.
const OLDEST: u32 = 150_000;
/// Budgets' days and rounds' deadlines are by a worker's clock, leases by the server's: seconds are noticed by nobody.
const SKEW_NOTABLE_MS: i64 = 2_000;
/// A round lasts minutes: with half a minute between two clocks it ends when it should not.
const SKEW_BROKEN_MS: i64 = 30_000;

/// How the system says that a disk is full.
const NO_SPACE: &str = "No space left";

pub(super) async fn look(context: &Context) -> Vec<Finding> {
    let store = match context.store().await {
        Ok(store) => store,
        Err(error) => return vec![unreachable(&error, context).await],
    };
    let asked = context.clock.now();
    let about = match store.about().await {
        Ok(about) => about,
        Err(error) => return vec![unreadable("Postgres", error)],
    };
    let answered = context.clock.now();
    let mut findings = vec![version(&about), room(&about), clocks(asked, about.now, answered), tables(&about)];
    findings.push(store.writes().await.map_or_else(|error| cannot_write(&error), |()| writes()));
    // Without tables nothing else can be asked.
    if about.schema > 0 {
        findings.extend(contents(&store, &*context.clock).await);
    }
    findings
}

/// A Postgres without room for its log ends, and cannot start either: the disk is what must be mended.
async fn unreachable(error: &anyhow::Error, context: &Context) -> Finding {
    let full = match super::disk::folder(context, "postgres") {
        Some(folder) => crate::disk::full(&folder).await,
        None => None,
    };
    let found = Finding::unreachable("Postgres", error, context);
    match full {
        Some(full) => Finding::broken("Postgres", format!("{}: {full}", found.detail), MEND),
        None if found.detail.contains(NO_SPACE) => Finding::broken("Postgres", found.detail, MEND),
        None => found,
    }
}

fn writes() -> Finding {
    Finding::fine("Postgres' disk", "can be written")
}

fn cannot_write(error: &domain::port::PortError) -> Finding {
    let said = chain(error);
    let mend = if said.contains(NO_SPACE) { MEND } else { "look at the server's log" };
    Finding::broken("Postgres' disk", said, mend)
}

fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let reasons = std::iter::successors(Some(error), |error| error.source());
    reasons.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

fn unreadable(what: &str, error: domain::port::PortError) -> Finding {
    Finding::broken(what, format!("{:#}", anyhow::Error::from(error)), "look at the server's log")
}

fn version(about: &About) -> Finding {
    let version = &about.version;
    if about.version_number >= OLDEST {
        return Finding::fine("Postgres", format!("version {version}"));
    }
    Finding::broken("Postgres", format!("version {version} is too old"), "15 or newer is needed")
}

/// Connections in use against those that the server gives. A worker that gets none waits and works slowly.
fn room(about: &About) -> Finding {
    let (used, allowed) = (about.connections, about.connections_allowed);
    let detail = format!("{used} of {allowed} are in use");
    let mend = "raise max_connections, or lower AUSPEX_POSTGRES_CONNECTIONS or the number of replicas";
    // Nine tenths: the next replica that is started may find no room.
    if u64::from(used) * 10 < u64::from(allowed) * 9 {
        Finding::fine("connections", detail)
    } else {
        Finding::notable("connections", detail, mend)
    }
}

/// The tables against what this binary brings.
fn tables(about: &About) -> Finding {
    let (found, wanted) = (about.schema, about.schema_wanted);
    match found.cmp(&wanted) {
        std::cmp::Ordering::Equal => Finding::fine("tables", format!("version {found}, as this binary wants")),
        std::cmp::Ordering::Less => {
            let detail =
                if found == 0 { "there are none".to_owned() } else { format!("version {found}, wanted is {wanted}") };
            Finding::broken("tables", detail, "`auspex topology apply` makes them")
        }
        std::cmp::Ordering::Greater => Finding::notable(
            "tables",
            format!("version {found}, this binary knows {wanted}; it can work with them"),
            "a newer version of the fleet runs here: bring this binary to it",
        ),
    }
}

/// The server's time lay between our two; what is outside of them is a difference for sure.
fn clocks(asked: Time, server: Time, answered: Time) -> Finding {
    let ahead = server.signed_duration_since(answered).num_milliseconds();
    let behind = asked.signed_duration_since(server).num_milliseconds();
    let skew = ahead.max(behind).max(0);
    let way = if ahead > behind { "ahead of" } else { "behind" };
    let detail = format!("Postgres is {:.1} s {way} this machine", seconds(skew));
    let mend =
        "synchronise both with NTP: days of budgets and deadlines go by the machine's clock, leases by Postgres'";
    match skew {
        0..SKEW_NOTABLE_MS => {
            Finding::fine("clocks", format!("this machine and Postgres agree within {:.1} s", seconds(SKEW_NOTABLE_MS)))
        }
        SKEW_NOTABLE_MS..SKEW_BROKEN_MS => Finding::notable("clocks", detail, mend),
        _ => Finding::broken("clocks", detail, mend),
    }
}

#[allow(clippy::cast_precision_loss, reason = "for a person's eye")]
fn seconds(millis: i64) -> f64 {
    millis as f64 / 1e3
}

async fn contents(store: &Store, clock: &dyn Clock) -> Vec<Finding> {
    let today = clock.now().date_naive();
    let asked = tokio::try_join!(
        store.dead_count(),
        store.unsent_count(),
        store.unbalanced_budgets(),
        store.day_budgets(today)
    );
    let (dead, unsent, unbalanced, spent) = match asked {
        Ok(answers) => answers,
        Err(error) => return vec![unreadable("tables", error)],
    };
    let mut findings = budgets::of_today(&spent);
    if dead > 0 {
        findings.push(Finding::notable("dead letters", format!("{dead} wait for a decision"), "`auspex dead list`"));
    }
    if unsent > LONG {
        let detail = format!("{unsent} facts are committed and not published");
        findings.push(Finding::notable("outbox", detail, "is a worker running, and does NATS take messages?"));
    }
    findings.extend(unbalanced.into_iter().map(|(scope, budget, calls)| unbalanced_budget(&scope, budget, calls)));
    findings
}

fn unbalanced_budget(scope: &str, budget: MicroUsd, calls: MicroUsd) -> Finding {
    let detail = format!("budget says {budget}, its calls {calls}");
    Finding::broken(
        format!("budget {scope}"),
        detail,
        "this is a bug of ours: please report it with `auspex summary --json`",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    fn about(version_number: u32, schema: u32) -> About {
        let now = at(0);
        let (connections, connections_allowed) = (30, 97);
        About { version: "x".into(), version_number, now, connections, connections_allowed, schema, schema_wanted: 6 }
    }

    fn at(millis: i64) -> Time {
        Time::from_timestamp_millis(1_795_251_600_000 + millis).unwrap()
    }

    #[test]
    fn an_old_server_and_old_tables_are_broken() {
        assert_eq!(
            (version(&about(149_999, 6)).state, version(&about(150_000, 6)).state),
            (State::Broken, State::Fine)
        );
        let states = [0, 5, 6, 7].map(|schema| tables(&about(180_001, schema)).state);
        assert_eq!(states, [State::Broken, State::Broken, State::Fine, State::Notable]);
    }

    #[test]
    fn a_full_disk_is_named_with_what_to_do() {
        let full =
            domain::port::PortError::Down { what: "disk", source: "could not write: No space left on device".into() };
        let found = cannot_write(&full);
        assert!(found.state == State::Broken && found.mend.starts_with("make room"), "{found}");
        let other = domain::port::PortError::Down { what: "disk", source: "no answer".into() };
        assert!(cannot_write(&other).mend.contains("log"));
    }

    #[test]
    fn a_server_without_room_for_another_worker_is_worth_a_word() {
        let full = About { connections: 90, connections_allowed: 97, ..about(180_001, 6) };
        assert_eq!((room(&about(180_001, 6)).state, room(&full).state), (State::Fine, State::Notable));
        assert!(room(&full).detail.contains("90 of 97"));
    }

    #[test]
    fn a_slow_answer_is_no_difference_between_clocks() {
        assert_eq!(clocks(at(0), at(2_500), at(5_000)).state, State::Fine);
        let ahead = clocks(at(0), at(7_000), at(2_000));
        assert!(ahead.state == State::Notable && ahead.detail.contains("5.0 s ahead"), "{ahead}");
        let behind = clocks(at(0), at(-60_000), at(10));
        assert!(behind.state == State::Broken && behind.detail.contains("60.0 s behind"), "{behind}");
    }
}
