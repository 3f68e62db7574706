//! Metered calls over real servers: Redis flushed, processes killed during a call, providers queried afterwards.

mod support;

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use coordination::Redis;
use domain::port::Ledger;
use domain::{Budget, BudgetScope, Clock, FixedClock, JobId, MicroUsd, RunId, Tenant, Time};
use llm::testing::{FakeModel, text_reply};
use llm::{CallInvoice, Model, ModelReply, StopReason, Usage};
use runtime::SystemClock;
use runtime::config::Env;
use runtime::crash::{self, CrashAt};
use store::Store;
use support::{Picky, budget, call, settings};
use worker::metering::{AskError, MeteredCall, MeteredModel, MeteringStores, ModelClient, Models};
use worker::tasks::Resolver;
use worker::{Payer, SpendingLimits, Work};

const GRACE: Duration = Duration::from_secs(30);
/// Variable with the instructions for the child process of the crash test.
const CHILD: &str = "AUSPEX_TEST_CHILD";
/// Instruction to crash between a reply that is cut off and the larger call.
const CUT: &str = "cut";

async fn postgres() -> (local_servers::Postgres, Arc<Store>) {
    let server =
        local_servers::Postgres::start(local_servers::PostgresOptions::default()).await.expect("Postgres starts");
    let store = connect(&server.url()).await;
    store.migrate().await.expect("an empty database can be migrated");
    (server, store)
}

async fn connect(url: &str) -> Arc<Store> {
    Arc::new(Store::connect(store::PostgresConfig::new(url, "test")).await.expect("Postgres answers"))
}

fn yes() -> Arc<FakeModel> {
    Arc::new(FakeModel::by_rule(|_| Ok(text_reply("yes"))))
}

fn metered(store: &Arc<Store>, redis: &str, model: Arc<dyn Model>) -> MeteredModel<store::PgLedger> {
    let redis = Redis::new(coordination::RedisConfig::new(redis)).expect("an address");
    MeteredModel::new(
        MeteringStores { ledger: Arc::new(store.ledger()), coordination: Arc::new(redis) },
        Models::one(model),
        Arc::new(SystemClock),
        settings(64),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_budget_is_exceeded_while_redis_is_flushed_repeatedly() {
    let (postgres, store) = postgres().await;
    let redis = Arc::new(local_servers::Redis::start(local_servers::RedisOptions::default()).await.unwrap());
    let other = connect(&postgres.url()).await;
    let models = [yes(), yes()];
    let replicas = [metered(&store, &redis.url(), models[0].clone()), metered(&other, &redis.url(), models[1].clone())];
    let max = replicas[0].max_cost(&call("job 1000", &budget(0)).request);
    let task_budget = budget(max.0 * 10);

    let done = Arc::new(AtomicBool::new(false));
    let flusher = tokio::spawn({
        let (redis, done) = (redis.clone(), done.clone());
        async move {
            let mut flushes = 0;
            while !done.load(Ordering::SeqCst) {
                redis.flush_all().await.unwrap();
                flushes += 1;
            }
            flushes
        }
    });
    let callers: Vec<_> = (0..400)
        .map(|number| {
            let (client, task_budget) = (replicas[number % 2].clone(), task_budget.clone());
            tokio::spawn(async move { client.ask(call(&format!("job {number}"), &task_budget)).await.map(|_| ()) })
        })
        .collect();
    let mut made = 0;
    for caller in callers {
        match caller.await.unwrap() {
            Ok(()) => made += 1,
            // The budget is spent, or calls in progress have reserved the rest.
            Err(AskError::Denied { .. } | AskError::Busy { .. }) => {}
            Err(other) => panic!("{other}"),
        }
    }
    done.store(true, Ordering::SeqCst);
    assert!(flusher.await.unwrap() > 0);
    let left = store.ledger().left(&task_budget).await.unwrap();
    assert_eq!(task_budget.limit.saturating_sub(left), MicroUsd(made * 15), "every cent is accounted for");
    assert_eq!((models[0].calls() + models[1].calls()) as u64, made);
    assert!(made >= 10, "{made}");
    assert!(store.ledger().open_calls(10).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_redis_the_ledger_alone_decides() {
    let (_postgres, store) = postgres().await;
    let client = metered(&store, "redis://127.0.0.1:1", yes());
    let task_budget = budget(client.max_cost(&call("a", &budget(0)).request).0);
    assert!(client.ask(call("a", &task_budget)).await.is_ok());
    assert!(matches!(client.ask(call("b", &task_budget)).await, Err(AskError::Denied { .. })));
}

/// Returns limits of two calls per round and four per run; each call costs 15 micro-dollars and may cost `max`.
fn round_limits(max: MicroUsd) -> SpendingLimits {
    let dollars = |micro: u64| format!("{}.{:06}", micro / 1_000_000, micro % 1_000_000);
    let (round, run) = (dollars(max.0 + 15), dollars(max.0 + 45));
    SpendingLimits::read(&mut Env::from_pairs([("AUSPEX_BUDGET_RESEARCHER", round), ("AUSPEX_BUDGET_RUN", run)]))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_round_spends_the_researcher_s_budget_and_the_run_s_total_holds() {
    let (_postgres, store) = postgres().await;
    let model = yes();
    let client = metered(&store, "redis://127.0.0.1:1", model.clone());
    let limits = round_limits(client.max_cost(&call("1-1", &budget(0)).request));
    let root = JobId::named(&["event"]);
    let run = RunId::for_event(root);
    let ask = async |round: u32, number: u32| {
        let work = Work::Round { run, limit: MicroUsd::MAX, round };
        let payer = Payer { tenant: Tenant::default(), root, work, task: None };
        let budgets = limits.budgets("researcher", &payer, now());
        match client.ask(MeteredCall { budgets, ..call(&format!("{round}-{number}"), &budget(0)) }).await {
            Ok(_) => None,
            Err(AskError::Denied { scope, .. }) => Some(scope),
            Err(other) => panic!("{other}"),
        }
    };
    for round in [1, 2] {
        assert_eq!((ask(round, 1).await, ask(round, 2).await), (None, None), "round {round}");
        let spent = BudgetScope::agent_round("researcher", root, round);
        let denied = ask(round, 3).await;
        // In round 2 the run's budget is used up as well; the ledger names the first scope in its order.
        assert_eq!(denied.as_deref(), Some(spent.key()), "round {round}");
    }
    assert_eq!(ask(3, 1).await.as_deref(), Some(BudgetScope::run(run).key()));
    assert_eq!(model.calls(), 4);
    let spent = async |scope| {
        let limit = MicroUsd::dollars(1);
        limit.saturating_sub(store.ledger().left(&Budget { scope, limit }).await.unwrap())
    };
    let left_of_run = store.ledger().left(&Budget { scope: BudgetScope::run(run), limit: limits.run }).await.unwrap();
    assert_eq!(limits.run.saturating_sub(left_of_run), MicroUsd(60));
    assert_eq!(spent(BudgetScope::agent("researcher", root)).await, MicroUsd(60), "all research of the run");
    assert_eq!(store.ledger().unbalanced().await.unwrap(), []);
}

/// Aborts a process at each crash point around a call.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_at_any_point_of_a_call_is_settled_afterwards() {
    let (postgres, store) = postgres().await;
    for (point, charged_calls, remembered) in
        [("before_open", 0, false), ("after_open", 1, false), ("after_call", 1, false), ("after_close", 0, true)]
    {
        let task_budget =
            domain::Budget { scope: domain::BudgetScope::task(JobId::named(&[point])), limit: MicroUsd::dollars(1) };
        crash_in_a_child(&postgres.url(), point).await;
        store.ledger().sweep().await.unwrap();
        assert!(store.ledger().open_calls(10).await.unwrap().is_empty(), "{point}: no call stays open");

        let model = yes();
        let client = metered(&store, "redis://127.0.0.1:1", model.clone());
        let max = client.max_cost(&call(point, &task_budget).request);
        let spent = || async { task_budget.limit.saturating_sub(store.ledger().left(&task_budget).await.unwrap()) };
        let expected = if remembered { MicroUsd(15) } else { MicroUsd(max.0 * charged_calls) };
        assert_eq!(spent().await, expected, "{point}");

        assert_eq!(client.ask(call(point, &task_budget)).await.unwrap().reply.text(), "yes");
        assert_eq!(model.calls(), usize::from(!remembered), "{point}: a settled call is not paid again");
        assert_eq!(spent().await, if remembered { expected } else { expected + MicroUsd(15) }, "{point}");
    }
    assert_eq!(store.ledger().unknown_calls(10).await.unwrap().len(), 2);
}

/// Kills a process after its reply was cut off, before the larger call.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_between_a_cut_reply_and_the_larger_call_pays_nothing_twice() {
    let (postgres, store) = postgres().await;
    let task_budget =
        domain::Budget { scope: domain::BudgetScope::task(JobId::named(&[CUT])), limit: MicroUsd::dollars(1) };
    crash_in_a_child(&postgres.url(), CUT).await;
    store.ledger().sweep().await.unwrap();
    let spent = || async { task_budget.limit.saturating_sub(store.ledger().left(&task_budget).await.unwrap()) };
    assert_eq!(spent().await, MicroUsd(15), "the cut reply is paid");
    let model = cutting();
    let client = metered(&store, "redis://127.0.0.1:1", model.clone());
    for _ in 0..2 {
        let metered = client.ask(call(CUT, &task_budget)).await.unwrap();
        assert_eq!((metered.reply.text().as_str(), metered.cost, metered.calls), ("whole", MicroUsd(30), 2));
    }
    assert_eq!((model.calls(), spent().await), (1, MicroUsd(30)), "only the larger call is made");
}

/// A model whose replies are cut off at 100 tokens.
fn cutting() -> Arc<FakeModel> {
    let rule = |request: &llm::Request| {
        let cut = ModelReply { stop: StopReason::MaxTokens, ..text_reply("who") };
        Ok(if request.max_tokens > 100 { text_reply("whole") } else { cut })
    };
    Arc::new(FakeModel::by_rule(rule).enlarging(1_000))
}

async fn crash_in_a_child(url: &str, point: &str) {
    let mut child = tokio::process::Command::new(std::env::current_exe().expect("this program has a path"));
    child.args(["--exact", "child_process_that_crashes", "--ignored", "--nocapture"]);
    child.env(CHILD, format!("{point} {url}")).stdout(Stdio::null()).stderr(Stdio::null());
    let ended = child.status().await.expect("the child starts");
    assert!(!ended.success(), "{point}: the child did not crash");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a child process, started by the test above"]
async fn child_process_that_crashes() {
    let instructions = std::env::var_os(CHILD).expect("started by another test").into_string().unwrap();
    let (point, url) = instructions.split_once(' ').unwrap();
    let task_budget =
        domain::Budget { scope: domain::BudgetScope::task(JobId::named(&[point])), limit: MicroUsd::dollars(1) };
    let (point_of_crash, model) = if point == CUT { ("after_close", cutting()) } else { (point, yes()) };
    crash::arm(CrashAt::parse(point_of_crash).unwrap());
    let client = metered(&connect(url).await, "redis://127.0.0.1:1", model);
    client.ask(call(point, &task_budget)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_calls_are_settled_by_querying_the_provider() {
    let (_postgres, store) = postgres().await;
    let lost = |_: &llm::Request| Err(llm::LlmError::Lost { reason: "reset".to_owned() });
    let model = Arc::new(FakeModel::by_rule(lost));
    let client = metered(&store, "redis://127.0.0.1:1", model.clone());
    let task_budget = budget(1_000_000);
    for job in ["done", "never came", "still running"] {
        assert!(matches!(client.ask(call(job, &task_budget)).await, Err(AskError::Port(_))));
    }
    let ids: Vec<JobId> = model.asked().into_iter().map(|(id, _)| id).collect();
    model.invoice(ids[0], CallInvoice::Charged { usage: Usage { input: 7, ..Usage::default() }, cost: None });
    model.invoice(ids[1], CallInvoice::NotCharged);

    let clock = Arc::new(FixedClock::at(now()));
    let other = Arc::new(FakeModel::by_rule(|_| Ok(text_reply(""))).named("other", "fake-1"));
    let resolver = Resolver::new(Models { fallback: Some(model), ..Models::one(other) }, clock.clone(), GRACE);
    assert_eq!(resolver.pass(&store.ledger()).await.unwrap(), 1, "a call that never arrived may still be in transit");
    clock.advance(GRACE * 2);
    assert_eq!(resolver.pass(&store.ledger()).await.unwrap(), 1);
    assert_eq!(resolver.pass(&store.ledger()).await.unwrap(), 0);
    let unknown = store.ledger().unknown_calls(10).await.unwrap();
    assert_eq!(unknown.iter().map(|call| call.id).collect::<Vec<_>>(), [ids[2]]);
    let left = store.ledger().left(&task_budget).await.unwrap();
    assert_eq!(task_budget.limit.saturating_sub(left), MicroUsd(7) + unknown[0].charged);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_parameter_that_one_process_was_refused_is_never_sent_by_the_next() {
    let (_postgres, store) = postgres().await;
    let redis = local_servers::Redis::start(local_servers::RedisOptions::default()).await.unwrap();
    let task_budget = budget(1_000_000);
    let [first, second] = [Arc::new(Picky::default()), Arc::new(Picky::default())];
    metered(&store, &redis.url(), first.clone()).ask(call("one", &task_budget)).await.unwrap();
    metered(&store, &redis.url(), second.clone()).ask(call("two", &task_budget)).await.unwrap();
    assert_eq!((first.refusals(), second.refusals()), (1, 0));
    let alone = Arc::new(Picky::default());
    metered(&store, "redis://127.0.0.1:1", alone.clone()).ask(call("three", &task_budget)).await.unwrap();
    assert_eq!(alone.refusals(), 1, "without Redis each process is refused once");
}

fn now() -> Time {
    SystemClock.now()
}
