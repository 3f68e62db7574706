//! A small kill loop; `make chaos` runs the full-size one.

use cli::up::OfflineProfile;
use tests::kill_loop::KillLoop;

fn small(jobs: usize, offline_profile: OfflineProfile) -> KillLoop {
    KillLoop {
        seed: 7,
        jobs,
        replicas: 1,
        workers_ms: 1_000,
        gateway_ms: 1_500,
        nats_ms: 6_000,
        postgres_ms: 11_000,
        redis_ms: 5_000,
        failover_ms: 0,
        nats: 1,
        quorum_ms: 0,
        quorum_s: 6,
        latency_ms: 20,
        within_s: 600,
        offline_profile,
        settings: Vec::new(),
    }
}

#[tokio::test]
async fn a_small_kill_loop_loses_no_job_and_repeats_none() {
    let after = small(200, OfflineProfile::Generic).run().await.unwrap();
    println!("{after:#?}");
    assert!(after.verdict.holds_all(), "{}", after.verdict);
    assert!(after.kills[0] > 0 && after.gateway_kills > 0, "{:?}, gateway {}", after.kills, after.gateway_kills);
    // Each kill repeats the calls in flight, and a slow machine sees more kills per job. The limit of `lab chaos`, 5 %,
    // is for 2,000 jobs.
    assert!(after.repeated <= 0.1, "{} of the model calls were repeated", after.repeated);
}

#[tokio::test]
async fn the_ledger_is_exact_under_kills_with_thinking_models_caches_and_every_wire_format() {
    for profile in [OfflineProfile::Claude, OfflineProfile::Gpt] {
        let after = small(60, profile).run().await.unwrap();
        println!("{profile:?}: {after:#?}");
        assert!(after.verdict.holds_all(), "{profile:?}: {}", after.verdict);
    }
}

#[tokio::test]
#[ignore = "takes three minutes; run it with `-- --ignored`, or a longer loop with `make chaos`"]
async fn nothing_is_lost_when_a_synchronous_standby_is_promoted_in_the_middle() {
    let kill_loop = KillLoop { failover_ms: 4_000, postgres_ms: 7_000, ..small(150, OfflineProfile::Generic) };
    let after = kill_loop.run().await.unwrap();
    println!("{after:#?}");
    assert!(after.verdict.holds_all(), "{}", after.verdict);
    assert_eq!(after.kills[4], 1, "the standby was not promoted while there was work: {:?}", after.kills);
}

/// The leader of the stream of work is killed, and twice two of three servers are dead for six seconds, in which no
/// worker may end.
#[tokio::test]
#[ignore = "takes three minutes; run it with `-- --ignored`, or a longer loop with `make chaos`"]
async fn nothing_is_lost_when_three_nats_servers_lose_their_leader_and_their_quorum() {
    let kill_loop =
        KillLoop { nats: 3, replicas: 2, quorum_ms: 9_000, nats_ms: 5_000, ..small(150, OfflineProfile::Generic) };
    let after = kill_loop.run().await.unwrap();
    println!("{after:#?}");
    assert!(after.verdict.holds_all(), "{}", after.verdict);
    assert!(after.kills[1] > 0 && after.kills[5] > 0, "{:?}", after.kills);
}
