//! Makes the database of the upgrade test. Until 0.1.0 is released, a change of the schema needs a new one.

use std::process::{Command, Stdio};
use std::time::Duration;

use local_servers::{ServerKind, find};
use tests::{Fleet, Setup, events, wait};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/upgrade/0.1.0.sql");

/// Latency of a model call: long enough that workers are killed during one.
const LATENCY: Duration = Duration::from_millis(400);
const TIMEOUT: Duration = Duration::from_secs(90);

/// The open work in words.
const OPEN: &str = "SELECT (SELECT count(*) FROM inbox WHERE done_at IS NULL) || ' jobs, '
    || (SELECT count(*) FROM call WHERE state = 'intent') || ' calls, '
    || (SELECT count(*) FROM run WHERE phase <> 'done') || ' runs, messages to '
    || (SELECT coalesce(string_agg(DISTINCT split_part(consumer, '-', 1), ' '), 'none') FROM dispatch WHERE consumer <> '')";

/// Most of the bytes, which no open work needs: memoised steps of done jobs, and messages that every consumer has
/// handled.
const FORGET: &str = "
    DELETE FROM step s USING inbox i WHERE i.job = s.job AND i.done_at IS NOT NULL;
    DELETE FROM outbox o WHERE NOT EXISTS (SELECT FROM dispatch d WHERE d.id = o.id)";

#[tokio::test]
#[ignore = "replaces the database of the upgrade test: `cargo test --workspace --test upgrade -- --ignored`"]
async fn a_fleet_is_killed_at_work_and_its_database_becomes_the_baseline() {
    let setup = Setup { latency: LATENCY, ..Setup::default() };
    let fleet = Fleet::start(setup).await.unwrap();
    fleet.run(&[events::question(1)], TIMEOUT).await.unwrap();
    let more = [events::question(2), events::question(3), events::question(4), events::transaction(1)];
    fleet.publisher.events(&more).await.unwrap();
    wait::until("work of every kind is open", TIMEOUT, || open_work(&fleet)).await.unwrap();
    for place in fleet.places("") {
        fleet.signal(place, "KILL").unwrap();
    }
    println!("{}", open_work(&fleet).await.unwrap().expect("killed a moment too late; run it again"));
    fleet.database.change(FORGET).await.unwrap();
    let url = fleet.servers.postgres.url();
    let sections = ["pre-data", "data", "post-data"].map(|section| dump(&url, section));
    std::fs::write(FILE, sections.concat()).unwrap();
}

/// Returns the open work, as an error while a kind is missing.
async fn open_work(fleet: &Fleet) -> anyhow::Result<Result<String, String>> {
    let open = fleet.database.texts(OPEN).await?.remove(0);
    let has_all = ["filter", "forecaster", "researcher", "writer"].iter().all(|worker| open.contains(worker));
    let started = !open.starts_with("0 jobs") && !open.contains(" 0 calls") && open.contains(" 3 runs");
    Ok(if has_all && started { Ok(open) } else { Err(open) })
}

/// Returns a section without comments, settings and commands of psql. Users, privileges and policies come with the
/// roles; audit lines are not needed.
fn dump(url: &str, section: &str) -> String {
    let program = find(ServerKind::Postgres).unwrap().path.with_file_name("pg_dump");
    let options = ["--inserts", "--rows-per-insert=1000", "--no-owner", "--no-privileges", "--no-policies"];
    let output = Command::new(program)
        .args(options)
        .args(["--exclude-table-data=audit", &format!("--section={section}"), url])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    // Odd inside of a text, whose lines stay as they are.
    let mut quotes = 0;
    let mut is_statement = |line: &&str| {
        let in_text = quotes % 2 == 1;
        quotes += line.matches('\'').count();
        let is_comment = *line == "--" || line.starts_with("-- ") || line.starts_with('\\');
        let is_setting = line.starts_with("SET ") || line.starts_with("SELECT pg_catalog.set_config(");
        in_text || !(line.is_empty() || is_comment || is_setting)
    };
    text.lines().filter(|line| is_statement(line)).map(|line| format!("{line}\n")).collect()
}
