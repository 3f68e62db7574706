//! A small kill loop; `make chaos` runs the large one.

use tests::storm::Storm;

#[tokio::test]
async fn a_small_storm_loses_nothing_and_does_nothing_twice() {
    let storm = Storm {
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
    let after = storm.rage().await.unwrap();
    println!("{after:#?}");
    assert!(after.verdict.is_good(), "{}", after.verdict);
    assert!(after.strikes[0] > 0, "{:?}", after.strikes);
    assert!(after.repeated <= 0.05, "{} of the model calls were repeated", after.repeated);
}
