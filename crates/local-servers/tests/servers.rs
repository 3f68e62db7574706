//! The servers on this machine: they start, suffer and come back, and nothing is left of them.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::path::Path;

use local_servers::{NatsOptions, Postgres, PostgresOptions, Redis, RedisOptions, Server, World};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn is_alive(pid: u32) -> bool {
    // A zombie that has not been reaped has no command line.
    std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty())
}

async fn redis(server: &Server, command: &str) -> String {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    stream.write_all(format!("{command}\r\n").as_bytes()).await.unwrap();
    let mut answer = vec![0; 64];
    let length = stream.read(&mut answer).await.unwrap();
    String::from_utf8(answer[..length].to_vec()).unwrap()
}

async fn suffers_and_comes_back(server: &Server) {
    let (port, first) = (server.port(), server.pid().unwrap());
    server.kill9().await.unwrap();
    assert!(server.pid().is_none());
    assert!(!server.answers().await);
    server.restart().await.unwrap();
    assert_eq!(server.port(), port);
    assert_ne!(server.pid().unwrap(), first);
    server.freeze().await.unwrap();
    assert!(!server.answers().await, "{server:?} answered while it was frozen");
    server.thaw().unwrap();
    server.ready().await.unwrap();
    server.stop_gracefully().await.unwrap();
    assert!(server.pid().is_none());
    server.restart().await.unwrap();
    server.wipe().await.unwrap();
    assert!(server.answers().await);
}

#[tokio::test]
async fn each_can_be_killed_frozen_stopped_and_wiped() {
    let world = World::start().await.unwrap();
    tokio::join!(
        suffers_and_comes_back(&world.nats),
        suffers_and_comes_back(&world.redis),
        suffers_and_comes_back(&world.postgres)
    );
}

#[tokio::test]
async fn nothing_is_left_of_a_world_that_is_dropped() {
    let world = World::start().await.unwrap();
    let servers: [&Server; 3] = [&world.nats, &world.redis, &world.postgres];
    let pids: Vec<u32> = servers.iter().filter_map(|server| server.pid()).collect();
    let folders: Vec<_> = servers.iter().map(|server| server.dir().to_owned()).collect();
    drop(world);
    assert_eq!(pids.len(), 3);
    assert!(pids.iter().all(|pid| !is_alive(*pid)));
    assert!(folders.iter().all(|folder| !folder.exists()));
}

#[tokio::test]
async fn redis_keeps_its_data_over_a_stop_and_loses_it_when_flushed() {
    let server = Redis::start(RedisOptions::default()).await.unwrap();
    assert_eq!(redis(&server, "SET key value").await, "+OK\r\n");
    server.restart().await.unwrap();
    assert_eq!(redis(&server, "GET key").await, "$5\r\nvalue\r\n");
    server.flush_all().await.unwrap();
    assert_eq!(redis(&server, "GET key").await, "$-1\r\n");
}

#[tokio::test]
async fn a_persistent_folder_serves_again_on_the_given_port() {
    let folder = tempfile::tempdir().unwrap();
    let options = PostgresOptions { dir: Some(folder.path().join("pg")), ..PostgresOptions::default() };
    let first = Postgres::start(options.clone()).await.unwrap();
    let (port, data) = (first.port(), first.dir().join("data/PG_VERSION"));
    let made = std::fs::metadata(&data).unwrap().modified().unwrap();
    drop(first);
    let second = Postgres::start(PostgresOptions { port: Some(port), ..options }).await.unwrap();
    assert_eq!(second.port(), port);
    assert_eq!(std::fs::metadata(&data).unwrap().modified().unwrap(), made, "the cluster was made anew");
}

#[tokio::test]
async fn a_standby_follows_its_primary_until_it_is_promoted() {
    let primary = Postgres::start(PostgresOptions::default()).await.unwrap();
    let standby = primary.standby("second", PostgresOptions::default()).await.unwrap();
    let signal = standby.dir().join("data/standby.signal");
    assert!(signal.exists());
    assert!(primary.promote().await.is_err(), "it is no standby");
    standby.restart().await.unwrap();
    assert!(signal.exists(), "it is still a standby");
    primary.kill9().await.unwrap();
    standby.promote().await.unwrap();
    assert!(!signal.exists() && standby.answers().await);
}

#[tokio::test]
async fn a_server_that_cannot_start_reports_the_reason() {
    let options = NatsOptions { extra_config: "no_such_setting: {".to_owned(), ..NatsOptions::default() };
    let error = local_servers::Nats::start(options).await.unwrap_err();
    assert!(format!("{error:#}").contains("ended while it was starting"), "{error:#}");
    let error = Postgres::start(PostgresOptions {
        settings: vec!["no_such_setting=1".to_owned()],
        ..PostgresOptions::default()
    });
    assert!(format!("{:#}", error.await.unwrap_err()).contains("no_such_setting"));
}

/// Helper process of the guardian test: starts a world, reports the process id and the folder of each server, and
/// waits.
#[tokio::test]
async fn zz_a_world_for_the_guardian_test() {
    let Some(report) = std::env::var_os("SERVERS_TEST_REPORT") else { return };
    let world = World::start().await.unwrap();
    let servers: [&Server; 3] = [&world.nats, &world.redis, &world.postgres];
    let line = |server: &Server| format!("{} {}\n", server.pid().unwrap(), server.dir().display());
    let half = Path::new(&report).with_extension("half");
    std::fs::write(&half, servers.map(line).concat()).unwrap();
    std::fs::rename(half, report).unwrap();
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn a_killed_parent_takes_its_servers_and_their_folders_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("pids");
    let mut parent = tokio::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "zz_a_world_for_the_guardian_test"])
        .env("SERVERS_TEST_REPORT", &report)
        .env("TMPDIR", folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let report = eventually(|| std::fs::read_to_string(&report).ok()).await;
    let servers: Vec<(u32, &Path)> = report
        .lines()
        .map(|line| line.split_once(' ').map(|(pid, folder)| (pid.parse().unwrap(), Path::new(folder))).unwrap())
        .collect();
    assert!(servers.len() == 3 && servers.iter().all(|(pid, folder)| is_alive(*pid) && folder.is_dir()), "{report}");
    parent.start_kill().unwrap();
    parent.wait().await.unwrap();
    eventually(|| servers.iter().all(|(pid, folder)| !is_alive(*pid) && !folder.exists()).then_some(())).await;
}

/// Looks every few milliseconds, for half a minute at most.
async fn eventually<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let mut glance = tokio::time::interval(std::time::Duration::from_millis(5));
    for _ in 0..6_000 {
        glance.tick().await;
        if let Some(found) = look() {
            return found;
        }
    }
    panic!("it did not come to pass within half a minute");
}
