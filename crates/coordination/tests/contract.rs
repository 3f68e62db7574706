//! The contract of a coordination, tested with a real server and with the fake that other tests use.
#![allow(clippy::unwrap_used, reason = "the whole file is test code")]

use std::time::Duration;

use coordination::testing::FakeCoordination;
use coordination::{
    Acquired, Block, Coordination, Freshness, Lease, Leases, ModelState, ModelStates, Redis, RedisConfig, Reservation,
    Reserved, Topic, TopicState,
};
use domain::effect::Fence;
use domain::{Budget, BudgetScope, EntityId, JobId, MicroUsd};

const LONG: Duration = Duration::from_secs(600);

#[tokio::test]
async fn the_fake_meets_the_contract() {
    let fake = FakeCoordination::default();
    contract(&fake).await;
}

#[tokio::test]
async fn the_server_meets_the_contract() {
    let server = local_servers::Redis::start(local_servers::RedisOptions::default()).await.unwrap();
    let redis = Redis::new(RedisConfig::new(server.url())).unwrap();
    redis.ping().await.unwrap();
    contract(&redis).await;
    let block = Block { service: "writer".to_owned(), reason: "spend_cap".to_owned(), ..Block::default() };
    assert_eq!(blocks(&redis).await, []);
    redis.block("host:3/m", &block).await.unwrap();
    assert_eq!(blocks(&redis).await, [block]);
    let cooling: Vec<String> = redis.all_cooling().await.unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(cooling, ["host:1/m", "model"]);
}

/// Defines the users of all processes on a server. Every password is `secret`.
async fn define_users(url: &str) {
    let client = redis::Client::open(url).unwrap();
    let mut admin = client.get_multiplexed_async_connection().await.unwrap();
    for process in coordination::ACL_PROCESSES {
        let user = coordination::AclUser::of_process(process, "auspex").unwrap();
        let mut define = redis::cmd("ACL");
        define.arg("SETUSER").arg(&user.name).arg("on").arg(">secret").arg(&user.rules);
        define.query_async::<()>(&mut admin).await.unwrap();
    }
}

fn url_as(url: &str, process: &str) -> String {
    url.replacen("redis://", &format!("redis://auspex-{process}:secret@"), 1)
}

#[tokio::test]
async fn each_process_meets_its_part_of_the_contract_as_its_user() {
    let server = local_servers::Redis::start(local_servers::RedisOptions::default()).await.unwrap();
    define_users(&server.url()).await;
    let user = |process| Redis::new(RedisConfig::new(url_as(&server.url(), process))).unwrap();
    contract(&user("researcher")).await;
    let classifier = user("classifier");
    assert!(classifier.look_up(&[entity("wrapped sol")]).await.is_ok());
    assert!(classifier.acquire(&lease(&Topic::Identifier("alarm".to_owned()), "a", 0), LONG).await.is_ok());
    for process in ["filter", "forecaster", "writer"] {
        server.flush_all().await.unwrap();
        let worker = user(process);
        a_reservation_is_made_once_and_settled_once(&worker).await;
        all_budgets_are_reserved_or_none(&worker).await;
        unknown_budgets_are_asked_of_postgres(&worker).await;
        the_longer_cool_down_stays(&worker).await;
        the_state_of_a_model_is_read_at_once(&worker).await;
        work_in_flight_is_counted_once(&worker).await;
    }
    assert!(user("operator").all_cooling().await.is_ok());
    assert!(user("operator").all_blocked().await.is_ok());
    let id = EntityId::slug("wrapped sol");
    user("researcher").mark_fresh(&id, &["acme/wsol".to_owned()], LONG).await.unwrap();
    assert_eq!(user("operator").forget_freshness().await, Ok(2));
    let topics = [Topic::Entity(id), Topic::Identifier("acme/wsol".to_owned())];
    assert_eq!(classifier.look_up(&topics).await, Ok(vec![TopicState::Nothing; 2]));
}

#[tokio::test]
async fn the_operator_reads_the_settings_of_the_server_without_an_administrative_command() {
    let server = local_servers::Redis::start(local_servers::RedisOptions::default()).await.unwrap();
    define_users(&server.url()).await;
    let operator = Redis::new(RedisConfig::new(url_as(&server.url(), "operator"))).unwrap();
    let found = operator.persistence().await.unwrap();
    assert_eq!((found.appendonly.as_deref(), found.maxmemory_policy.as_deref()), (Some("yes"), Some("noeviction")));
}

#[tokio::test]
async fn the_user_of_a_process_may_neither_administrate_nor_touch_keys_of_others() {
    let server = local_servers::Redis::start(local_servers::RedisOptions::default()).await.unwrap();
    define_users(&server.url()).await;
    for process in coordination::ACL_PROCESSES {
        let client = redis::Client::open(url_as(&server.url(), process)).unwrap();
        let mut connection = client.get_multiplexed_async_connection().await.unwrap();
        for words in [
            "FLUSHALL",
            "KEYS *",
            "CONFIG GET maxmemory",
            "SCRIPT FLUSH",
            "ACL LIST",
            "GET other:key",
            "EVAL return(redis.call('GET','auspex:secret')) 0",
        ] {
            let mut words = words.split(' ');
            let mut command = redis::cmd(words.next().unwrap());
            words.for_each(|word| {
                command.arg(word);
            });
            let refused = command.query_async::<redis::Value>(&mut connection).await.unwrap_err().to_string();
            assert!(
                refused.to_lowercase().contains("permission") || refused.contains("ACL"),
                "{process} {command:?}: {refused}"
            );
        }
    }
    let filter = Redis::new(RedisConfig::new(url_as(&server.url(), "filter"))).unwrap();
    assert!(filter.acquire(&lease(&entity("bonk"), "a", 1), LONG).await.is_err(), "the filter has no leases");
}

async fn blocks(redis: &Redis) -> Vec<Block> {
    redis.all_blocked().await.unwrap().into_iter().filter_map(|state| state.block).collect()
}

async fn contract(it: &dyn Coordination) {
    a_lease_excludes_others_and_a_higher_fence_takes_it_over(it).await;
    freshness_and_leases_are_looked_up_together(it).await;
    a_reservation_is_made_once_and_settled_once(it).await;
    all_budgets_are_reserved_or_none(it).await;
    unknown_budgets_are_asked_of_postgres(it).await;
    the_longer_cool_down_stays(it).await;
    the_state_of_a_model_is_read_at_once(it).await;
    work_in_flight_is_counted_once(it).await;
}

fn entity(name: &str) -> Topic {
    Topic::Entity(EntityId::slug(name))
}

fn lease(topic: &Topic, holder: &str, fence: i64) -> Lease {
    Lease { topic: topic.clone(), holder: holder.to_owned(), fence: Fence(fence) }
}

async fn a_lease_excludes_others_and_a_higher_fence_takes_it_over(it: &dyn Coordination) {
    let topic = entity("wrapped sol");
    let (first, second) = (lease(&topic, "a", 7), lease(&topic, "b", 7));
    assert_eq!(it.held(&topic).await.unwrap(), None);
    assert_eq!(it.acquire(&first, LONG).await.unwrap(), Acquired::Yours);
    assert_eq!(it.acquire(&first, LONG).await.unwrap(), Acquired::Yours, "acquiring one's own lease again extends it");
    let Acquired::Held(held) = it.acquire(&second, LONG).await.unwrap() else { panic!("two holders") };
    assert_eq!(held.fence, Fence(7));
    assert!(held.lapses_in > Duration::from_secs(500) && held.lapses_in <= LONG);

    let thief = lease(&topic, "b", 8);
    assert_eq!(it.acquire(&thief, LONG).await.unwrap(), Acquired::Yours, "Postgres issued a newer fence");
    assert!(!it.renew(&first, LONG).await.unwrap(), "the older holder has lost it");
    it.surrender(&first).await.unwrap();
    assert_eq!(it.held(&topic).await.unwrap().unwrap().fence, Fence(8), "and cannot release the lease of another");
    assert!(it.renew(&thief, LONG).await.unwrap());
    it.surrender(&thief).await.unwrap();
    assert_eq!(it.held(&topic).await.unwrap(), None);
}

async fn freshness_and_leases_are_looked_up_together(it: &dyn Coordination) {
    let topics = [
        entity("bonk"),
        Topic::Identifier("bonk".to_owned()),
        Topic::Identifier("So11111111111111111111111111111111111111112".to_owned()),
    ];
    assert_eq!(it.look_up(&[]).await.unwrap(), []);
    assert_eq!(it.look_up(&topics).await.unwrap(), [TopicState::Nothing; 3]);
    let bonk = EntityId::slug("bonk");
    it.mark_fresh(&bonk, &[], LONG).await.unwrap();
    it.acquire(&lease(&topics[2], "a", 1), LONG).await.unwrap();
    let known = it.look_up(&topics).await.unwrap();
    assert_eq!(known, [TopicState::Fresh, TopicState::Nothing, TopicState::InProgress]);
    it.mark_fresh(&bonk, &["bonk".to_owned()], LONG).await.unwrap();
    assert_eq!(it.look_up(&topics).await.unwrap(), [TopicState::Fresh, TopicState::Fresh, TopicState::InProgress]);
    it.mark_stale(&topics[..1]).await.unwrap();
    let ended = [TopicState::Nothing, TopicState::Nothing, TopicState::InProgress];
    assert_eq!(it.look_up(&topics).await.unwrap(), ended, "the names of an entity lapse with it");
}

fn budget(name: &str, limit: u64) -> Budget {
    Budget { scope: BudgetScope::task(JobId::named(&[name])), limit: MicroUsd(limit) }
}

fn reservation(id: &str, budgets: &[&Budget], max: u64) -> Reservation {
    let budgets = budgets.iter().map(|budget| (*budget).clone()).collect();
    Reservation { id: JobId::named(&["reservation", id]), budgets, max: MicroUsd(max), expires_in: LONG }
}

async fn a_reservation_is_made_once_and_settled_once(it: &dyn Coordination) {
    let limited = budget("once", 100);
    it.seed(&[(limited.scope.clone(), MicroUsd(20))], false).await.unwrap();
    let first = reservation("first", &[&limited], 60);
    for _ in 0..3 {
        assert_eq!(it.reserve(&first).await.unwrap(), Reserved::Likely);
    }
    let more = reservation("more", &[&limited], 21);
    let no = Reserved::Unlikely { scope: limited.scope.clone(), left: MicroUsd(20) };
    assert_eq!(it.reserve(&more).await.unwrap(), no, "reserved once, although requested three times");
    for actual in [59, 0] {
        it.settle(first.id, MicroUsd(actual)).await.unwrap();
    }
    assert_eq!(it.reserve(&more).await.unwrap(), Reserved::Likely, "79 are spent: the second settlement has no effect");
    it.release(more.id).await.unwrap();
    assert_eq!(it.reserve(&reservation("last", &[&limited], 21)).await.unwrap(), Reserved::Likely);
    assert_eq!(
        it.reserve(&reservation("too much", &[&limited], 1)).await.unwrap(),
        Reserved::Unlikely { scope: limited.scope.clone(), left: MicroUsd::ZERO }
    );
}

async fn all_budgets_are_reserved_or_none(it: &dyn Coordination) {
    let (wide, narrow) = (budget("wide", 1_000), budget("narrow", 10));
    it.seed(&[(wide.scope.clone(), MicroUsd::ZERO), (narrow.scope.clone(), MicroUsd::ZERO)], false).await.unwrap();
    let both = reservation("both", &[&wide, &narrow], 11);
    let no = Reserved::Unlikely { scope: narrow.scope.clone(), left: MicroUsd(10) };
    assert_eq!(it.reserve(&both).await.unwrap(), no);
    let whole = reservation("whole", &[&wide], 1_000);
    assert_eq!(
        it.reserve(&whole).await.unwrap(),
        Reserved::Likely,
        "the rejection reserved nothing in the other budget"
    );
}

async fn unknown_budgets_are_asked_of_postgres(it: &dyn Coordination) {
    let (known, unknown) = (budget("known", 10), budget("unknown", 10));
    it.seed(&[(known.scope.clone(), MicroUsd(9))], false).await.unwrap();
    it.seed(&[(known.scope.clone(), MicroUsd::ZERO)], false).await.unwrap();
    let asked = it.reserve(&reservation("ask", &[&known, &unknown], 1)).await.unwrap();
    assert_eq!(asked, Reserved::AskPostgres { unknown: vec![unknown.scope.clone()] });
    let one = reservation("one", &[&known], 2);
    assert!(matches!(it.reserve(&one).await.unwrap(), Reserved::Unlikely { .. }), "the first seed stays");
    it.seed(&[(known.scope.clone(), MicroUsd::ZERO)], true).await.unwrap();
    assert_eq!(it.reserve(&one).await.unwrap(), Reserved::Likely, "unless it is overwritten");
    it.settle(JobId::named(&["nobody's"]), MicroUsd(5)).await.unwrap();
}

async fn the_longer_cool_down_stays(it: &dyn Coordination) {
    assert_eq!(it.cooling("model").await.unwrap(), None);
    it.cool_down("model", Duration::from_secs(60)).await.unwrap();
    it.cool_down("model", Duration::from_secs(1)).await.unwrap();
    assert!(it.cooling("model").await.unwrap().unwrap() > Duration::from_secs(50));
    it.cool_down("model", LONG).await.unwrap();
    assert!(it.cooling("model").await.unwrap().unwrap() > Duration::from_secs(500));
    assert_eq!(it.cooling("another").await.unwrap(), None);
}

async fn the_state_of_a_model_is_read_at_once(it: &dyn Coordination) {
    assert_eq!(it.model_state("host:1/m").await.unwrap(), ModelState::default());
    let block = |message: &str| Block {
        service: "filter".to_owned(),
        reason: "auth".to_owned(),
        message: message.to_owned(),
        ..Block::default()
    };
    it.block("host:1/m", &block("401: no such key")).await.unwrap();
    it.block("host:1/m", &block("401: key revoked")).await.unwrap();
    it.cool_down("host:1/m", LONG).await.unwrap();
    it.add_refused("host:1/m", &[]).await.unwrap();
    it.add_refused("host:1/m", &["stream"]).await.unwrap();
    it.add_refused("host:1/m", &["stream", "temperature"]).await.unwrap();
    let state = it.model_state("host:1/m").await.unwrap();
    assert!(state.cooling.unwrap() > Duration::from_secs(500));
    assert_eq!(state.block, Some(block("401: key revoked")));
    assert_eq!(state.refused.into_iter().collect::<Vec<_>>(), ["stream", "temperature"]);
    it.unblock("host:1/m").await.unwrap();
    let state = it.model_state("host:1/m").await.unwrap();
    assert!(state.block.is_none() && state.cooling.is_some() && state.refused.len() == 2, "{state:?}");
    assert_eq!(it.model_state("host:2/m").await.unwrap(), ModelState::default());
}

async fn work_in_flight_is_counted_once(it: &dyn Coordination) {
    assert_eq!(it.enter("runs", "a", LONG).await.unwrap(), 1);
    assert_eq!(it.enter("runs", "a", LONG).await.unwrap(), 1);
    assert_eq!(it.enter("runs", "b", LONG).await.unwrap(), 2);
    assert_eq!(it.count("runs").await.unwrap(), 2);
    it.leave("runs", "a").await.unwrap();
    it.leave("runs", "nobody").await.unwrap();
    assert_eq!(it.count("runs").await.unwrap(), 1);
    assert_eq!(it.count("others").await.unwrap(), 0);
}
