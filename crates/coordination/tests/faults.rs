//! The client with a server under load, flushed, frozen, killed and restarted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use coordination::{
    Acquired, Budgets, CoolDownStore, Freshness, InFlight, Lease, Leases, Redis, RedisConfig, Reservation, Reserved,
    Topic, TopicState, Unavailable,
};
use domain::effect::Fence;
use domain::{Budget, BudgetScope, EntityId, JobId, MicroUsd};

const LONG: Duration = Duration::from_secs(600);
/// Maximum wait, long enough for two busy cores; every loop ends as soon as its condition holds.
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns a client that waits for its answers: on a busy machine they take longer than the usual time limit.
fn patient(server: &local_servers::Redis) -> RedisConfig {
    RedisConfig { timeout: PATIENCE, ..RedisConfig::new(server.url()) }
}

async fn start() -> (local_servers::Redis, Arc<Redis>) {
    let server = local_servers::Redis::start(local_servers::RedisOptions::default()).await.expect("Valkey starts");
    let redis = Arc::new(Redis::new(patient(&server)).expect("an address"));
    redis.ping().await.expect("it answers");
    (server, redis)
}

fn budget(limit: u64) -> Budget {
    Budget { scope: BudgetScope::task(JobId::named(&["task"])), limit: MicroUsd(limit) }
}

fn reservation(number: usize, budget: &Budget, max: u64) -> Reservation {
    let id = JobId::named(&["reservation", &number.to_string()]);
    Reservation { id, budgets: vec![budget.clone()], max: MicroUsd(max), expires_in: LONG }
}

async fn until<T, F: Future<Output = Option<T>>>(what: &str, attempt: impl Fn() -> F) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = attempt().await {
            return value;
        }
        assert!(Instant::now() < end, "{what} did not happen within {PATIENCE:?}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_concurrent_reservations_reach_the_limit_exactly() {
    let (_server, redis) = start().await;
    let budget = budget(1_000_000);
    redis.seed(&[(budget.scope.clone(), MicroUsd::ZERO)], false).await.unwrap();
    let asked = (0..1_000).map(|number| {
        let (redis, budget) = (redis.clone(), budget.clone());
        tokio::spawn(async move { redis.reserve(&reservation(number, &budget, 20_000)).await.unwrap() })
    });
    let answers = futures::future::join_all(asked).await;
    let yes = answers.iter().filter(|answer| *answer.as_ref().unwrap() == Reserved::Likely).count();
    assert_eq!(yes, 50);
}

#[tokio::test]
async fn after_a_flush_postgres_is_asked_and_old_reservations_have_no_effect() {
    let (server, redis) = start().await;
    let budget = budget(100);
    let balance = |spent| [(budget.scope.clone(), MicroUsd(spent))];
    redis.seed(&balance(0), false).await.unwrap();
    let before = reservation(1, &budget, 40);
    assert_eq!(redis.reserve(&before).await.unwrap(), Reserved::Likely);
    server.flush_all().await.unwrap();
    let after = reservation(2, &budget, 61);
    let asked = Reserved::AskPostgres { unknown: vec![budget.scope.clone()] };
    assert_eq!(redis.reserve(&after).await.unwrap(), asked);
    redis.settle(before.id, MicroUsd(1)).await.unwrap();
    assert_eq!(redis.reserve(&after).await.unwrap(), asked, "settling an unknown reservation creates no balance");
    redis.seed(&balance(40), false).await.unwrap();
    assert!(matches!(redis.reserve(&after).await.unwrap(), Reserved::Unlikely { .. }));
    assert_eq!(redis.reserve(&reservation(3, &budget, 60)).await.unwrap(), Reserved::Likely);
}

#[tokio::test]
async fn the_money_of_expired_reservations_returns() {
    let (_server, redis) = start().await;
    let budget = budget(100);
    redis.seed(&[(budget.scope.clone(), MicroUsd::ZERO)], false).await.unwrap();
    let lost = Reservation { expires_in: Duration::from_millis(50), ..reservation(1, &budget, 100) };
    assert_eq!(redis.reserve(&lost).await.unwrap(), Reserved::Likely);
    let next = reservation(2, &budget, 100);
    until("the return", || async { (redis.reserve(&next).await.unwrap() == Reserved::Likely).then_some(()) }).await;
    redis.settle(lost.id, MicroUsd(100)).await.unwrap();
    redis.settle(next.id, MicroUsd(99)).await.unwrap();
    assert_eq!(redis.reserve(&reservation(3, &budget, 1)).await.unwrap(), Reserved::Likely);
}

#[tokio::test]
async fn a_balance_expires() {
    let server = local_servers::Redis::start(local_servers::RedisOptions::default()).await.unwrap();
    let balance_ttl = Duration::from_millis(50);
    let redis = Redis::new(RedisConfig { balance_ttl, ..patient(&server) }).unwrap();
    let budget = budget(100);
    redis.seed(&[(budget.scope.clone(), MicroUsd(100))], false).await.unwrap();
    let wish = reservation(1, &budget, 1);
    let answer = || async {
        let answer = redis.reserve(&wish).await.unwrap();
        matches!(answer, Reserved::AskPostgres { .. }).then_some(())
    };
    until("the expiry", answer).await;
}

#[tokio::test]
async fn leases_marks_and_counts_lapse_by_the_servers_clock() {
    let (_server, redis) = start().await;
    let topic = Topic::Identifier("x".to_owned());
    let lease = Lease { topic: topic.clone(), holder: "a".to_owned(), fence: Fence(1) };
    let short = Duration::from_millis(50);
    assert_eq!(redis.acquire(&lease, short).await.unwrap(), Acquired::Yours);
    until("the lapse", || async { redis.held(&topic).await.unwrap().is_none().then_some(()) }).await;
    assert!(!redis.renew(&lease, LONG).await.unwrap(), "a lapsed lease cannot be renewed");
    redis.mark_fresh(&EntityId::slug("x"), &["x".to_owned()], short).await.unwrap();
    until("staleness", || async {
        (redis.look_up(std::slice::from_ref(&topic)).await.unwrap() == [TopicState::Nothing]).then_some(())
    })
    .await;
    redis.enter("runs", "dead", short).await.unwrap();
    until("the lapse of the count", || async { (redis.count("runs").await.unwrap() == 0).then_some(()) }).await;
    redis.cool_down("p", short).await.unwrap();
    until("the end of the cool-down", || async { redis.cooling("p").await.unwrap().is_none().then_some(()) }).await;
}

#[tokio::test]
async fn all_running_cool_downs_are_listed() {
    let (_server, redis) = start().await;
    assert_eq!(redis.all_cooling().await.unwrap(), []);
    // More keys than one round trip reads, none of them a cool-down.
    for name in 0..1_500 {
        redis.mark_fresh(&EntityId::slug(&format!("cool-{name}")), &[], LONG).await.unwrap();
    }
    redis.cool_down("api.example:443/m", LONG).await.unwrap();
    redis.cool_down("brave", Duration::from_secs(60)).await.unwrap();
    let listed = redis.all_cooling().await.unwrap();
    assert_eq!(
        listed.iter().map(|(provider, _)| provider.as_str()).collect::<Vec<_>>(),
        ["api.example:443/m", "brave"]
    );
    assert!(listed[0].1 > Duration::from_secs(500) && listed[1].1 <= Duration::from_secs(60), "{listed:?}");
}

#[tokio::test]
async fn a_flushed_lease_is_lost_and_can_be_acquired_by_another() {
    let (server, redis) = start().await;
    let topic = Topic::Identifier("x".to_owned());
    let lease = |holder: &str, fence| Lease { topic: topic.clone(), holder: holder.to_owned(), fence: Fence(fence) };
    redis.acquire(&lease("a", 1), LONG).await.unwrap();
    server.flush_all().await.unwrap();
    assert!(!redis.renew(&lease("a", 1), LONG).await.unwrap());
    assert_eq!(redis.acquire(&lease("b", 2), LONG).await.unwrap(), Acquired::Yours);
    assert!(matches!(redis.acquire(&lease("a", 1), LONG).await.unwrap(), Acquired::Held(_)));
}

#[tokio::test]
async fn a_frozen_server_costs_a_single_time_out() {
    let (server, _) = start().await;
    let usual = Redis::new(RedisConfig::new(server.url())).unwrap();
    let rested = Redis::new(RedisConfig { cool_down: LONG, ..RedisConfig::new(server.url()) }).unwrap();
    server.freeze().await.unwrap();
    let slow = rested.cooling("p").await.unwrap_err();
    assert!(matches!(slow, Unavailable::Slow(_)), "{slow:?}");
    for _ in 0..100 {
        assert_eq!(rested.cooling("p").await, Err(Unavailable::Skipped), "no call waits for the server");
    }
    assert!(usual.cooling("p").await.is_err());
    server.thaw().unwrap();
    until("recovery", || async { usual.cooling("p").await.ok() }).await;
}

#[tokio::test]
async fn a_killed_and_restarted_server_is_used_again() {
    let (server, _) = start().await;
    let redis = Redis::new(RedisConfig::new(server.url())).unwrap();
    server.kill9().await.unwrap();
    redis.cooling("p").await.unwrap_err();
    server.restart().await.unwrap();
    until("recovery", || async { redis.cooling("p").await.ok() }).await;
    until("scripts", || async { redis.cool_down("p", LONG).await.ok() }).await;
}

#[tokio::test]
async fn a_client_starts_without_a_server_and_two_fleets_are_isolated() {
    let (server, redis) = start().await;
    let other = Redis::new(RedisConfig { prefix: "other".to_owned(), ..patient(&server) }).unwrap();
    redis.cool_down("p", LONG).await.unwrap();
    assert_eq!(other.cooling("p").await.unwrap(), None);
    let nowhere = Redis::new(RedisConfig::new("redis://127.0.0.1:1")).unwrap();
    assert!(nowhere.ping().await.is_err());
    assert!(Redis::new(RedisConfig::new("http://127.0.0.1")).is_err());
}
