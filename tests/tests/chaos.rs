//! A small kill loop; `make chaos` runs the full-size one.

use tests::kill_loop::KillLoop;

#[tokio::test]
async fn a_small_kill_loop_loses_no_job_and_repeats_none() {
    let kill_loop = KillLoop {
        seed: 7,
        jobs: 200,
        replicas: 1,
        workers_ms: 1_000,
        nats_ms: 6_000,
        postgres_ms: 11_000,
        redis_ms: 5_000,
        latency_ms: 20,
        within_s: 150,
        settings: Vec::new(),
    };
    let after = kill_loop.run().await.unwrap();
    println!("{after:#?}");
    assert!(after.verdict.holds_all(), "{}", after.verdict);
    assert!(after.kills[0] > 0, "{:?}", after.kills);
    assert!(after.repeated <= 0.05, "{} of the model calls were repeated", after.repeated);
}
