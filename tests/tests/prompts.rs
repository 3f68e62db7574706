//! Each result that a model contributed to carries the hash of the prompts.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events};

#[tokio::test]
async fn every_research_and_forecast_result_carries_the_hash_of_its_prompts() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    fleet.run(&events::every_kind(1), PATIENCE).await.unwrap();
    let of = async |condition: &str| {
        let sql = format!("SELECT count(*) FROM result WHERE kind IN ('research', 'forecast') AND {condition}");
        fleet.database.count(&sql).await.unwrap()
    };
    let all = of("true").await;
    assert!(all >= 5, "{all} results");
    assert_eq!(of(r#"body::text ~ '"promptVersion": ?"[0-9a-f]{12}"'"#).await, all);
}
