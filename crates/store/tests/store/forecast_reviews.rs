//! Forecasts that wait for a review: hidden until the approval, published once with the reviewer's changes, or ended
//! with a reason.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use domain::effect::{Outgoing, ResultRow, When};
use domain::port::{Committed, Journal};
use domain::review::{Approval, Edit, Rejection, ReviewEvent, ReviewedResult};
use domain::run::{NoForecast, Phase};
use domain::{Effect, Forecast, JobId, Run, RunId, Tenant, Time};
use serde_json::json;
use store::forecasts::ScoredFilter;
use store::outcomes::{NewOutcome, Origin, TrackedQuestion};
use store::reviews::{Decided, ReviewTarget, Reviews};
use store::{EarlierPlans, Runs, Store};

use crate::conformance;
use crate::samples::{at, id, run, settled};
use crate::support::{execute, instance, number, store};

const PUBLISHED: &str = "SELECT count(*) FROM outbox WHERE subject LIKE 'auspex.result.%'";

fn asked(name: &str) -> Run {
    let mut run = Run { id: RunId(id(name).0), event_job: id(&format!("event {name}")), ..run() };
    run.asked.config.human_review = true;
    run
}

fn forecast(name: &str) -> Forecast {
    Forecast { run: asked(name), reasoning: "because".to_owned(), ..conformance::forecast() }
}

/// Commits a run that starts and is forecast, as the forecaster does.
async fn forecast_run(store: &Store, name: &str) {
    let run = Box::new(asked(name));
    let mut start = settled(&format!("start {name}"));
    start.effects.push(Effect::RunStarted { run, questions: Vec::new(), deadline: at(1_000), stopped: None });
    assert!(matches!(store.journal().commit(start).await.unwrap(), Committed::New(_)));
    let mut end = settled(&format!("end {name}"));
    end.effects.push(Effect::RunFinished { forecast: Box::new(forecast(name)), version: 1 });
    assert!(matches!(store.journal().commit(end).await.unwrap(), Committed::New(_)));
}

#[tokio::test]
async fn the_plan_of_an_earlier_run_is_that_of_the_same_question_prompts_and_tenant() {
    let (store, _) = store().await;
    forecast_run(&store, "earlier").await;
    let version = forecast("earlier").prompt_version;
    let run = asked("later");
    let of = async |run: &Run, version: &str, since: Time| {
        let plan = store.runs().earlier_plan(run, version, since).await.unwrap();
        plan.map(|plan| (plan.run.id, plan.questions.len()))
    };
    let long_ago = Time::UNIX_EPOCH;
    assert_eq!(of(&run, &version, long_ago).await, Some((asked("earlier").id, 0)));
    assert_eq!(of(&run, "other", long_ago).await, None, "other prompts");
    assert_eq!(of(&asked("earlier"), &version, long_ago).await, None, "the run itself");
    assert_eq!(of(&run, &version, Time::MAX_UTC).await, None, "too old");
    let mut other = asked("other question");
    other.asked.text.push('?');
    assert_eq!(of(&other, &version, long_ago).await, None, "another question");
    let stranger = Run { tenant: Tenant::parse("stranger").unwrap(), ..asked("stranger") };
    assert_eq!(of(&stranger, &version, long_ago).await, None, "another tenant");
}

/// Opens the review, as the writer does.
async fn open_review(store: &Store, name: &str) -> ReviewedResult {
    let made = forecast(name);
    let session =
        store.reviews().session(&Tenant::default(), ReviewedResult::session_of_forecast(made.run.id)).await.unwrap();
    let reviewed = ReviewedResult::record_forecast(&session, made, at(40));
    let mut outcome = settled(&format!("review {name}"));
    outcome.effects.push(Effect::MacroResulted { reviewed: Box::new(reviewed.clone()), version: session.version });
    assert!(matches!(store.journal().commit(outcome).await.unwrap(), Committed::New(_)));
    reviewed
}

/// Replaces `proto::result::macro_announcement`, which this crate does not depend on.
fn announce(reviewed: &ReviewedResult, made_at: Time) -> (ResultRow, Outgoing) {
    let (id, tenant) = (reviewed.announcement(), reviewed.session.tenant.clone());
    let kind = if reviewed.approved_forecast().is_some() { "forecast" } else { "ended" }.to_owned();
    let subject = format!("auspex.result.{kind}.{tenant}");
    let (payload, traceparent) = (kind.clone().into(), String::new());
    let message = Outgoing { id, subject, tenant: tenant.clone(), payload, traceparent, when: When::Always };
    let run = reviewed.forecast.as_ref().map(|forecast| forecast.run.id);
    (ResultRow { id, kind, tenant, event: reviewed.event_job, run, body: json!({}), made_at }, message)
}

fn approval(by: &str, edits: Vec<Edit>) -> Approval {
    let (violations, verbs, lei_checks) = (Vec::new(), Vec::new(), Vec::new());
    Approval { by: by.to_owned(), at: at(50), reason: String::new(), edits, violations, verbs, lei_checks }
}

fn rejection(by: &str) -> Rejection {
    Rejection { by: by.to_owned(), at: at(51), reason: "stale".to_owned() }
}

fn lowered() -> Vec<Edit> {
    let edit = |path: &str, value: f64| Edit::Replace { path: path.into(), old: json!(0.4), value: json!(value) };
    vec![edit("/probability", 0.3), edit("/lower", 0.2)]
}

fn done(decided: Decided) -> ReviewedResult {
    match decided {
        Decided::Done(reviewed) => *reviewed,
        other => panic!("not done: {other:?}"),
    }
}

#[tokio::test]
async fn a_forecast_is_hidden_until_it_is_approved_and_the_models_forecast_stays() {
    let (store, url) = store().await;
    let (run, tenant) = (asked("a").id, Tenant::default());
    forecast_run(&store, "a").await;
    assert_eq!(store.forecasts().published(run).await.unwrap(), None, "the writer has not opened the review yet");
    let pending = open_review(&store, "a").await;
    assert_eq!(store.reviews().show(&tenant, JobId(run.0)).await.unwrap().as_ref(), Some(&pending));
    assert_eq!((store.forecasts().published(run).await.unwrap(), number(&url, PUBLISHED).await), (None, 0));
    let line = store.runs().recent(1).await.unwrap().remove(0);
    assert_eq!((line.phase.as_str(), line.probability), ("pending", None));
    assert_eq!(store.forecasts().made(run).await.unwrap(), Some(forecast("a")));

    let target = ReviewTarget::from_result(&pending);
    for _ in 0..2 {
        let approved = done(store.reviews().approve(&target, approval("ada", lowered()), announce).await.unwrap());
        assert_eq!(store.reviews().show(&tenant, JobId(run.0)).await.unwrap(), Some(approved));
    }
    let published = store.forecasts().published(run).await.unwrap().unwrap();
    assert!((published.probability.get() - 0.3).abs() < 1e-9, "{published:?}");
    assert_eq!(store.forecasts().made(run).await.unwrap(), Some(forecast("a")), "it is scored");
    let line = store.runs().recent(1).await.unwrap().remove(0);
    assert_eq!((line.phase.as_str(), line.probability), ("done", Some(published.probability.get())));
    assert_eq!(number(&url, PUBLISHED).await, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM result WHERE kind = 'forecast'").await, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM macro_review WHERE by = 'ada' AND edits = 2").await, 1);
    let outcome = NewOutcome {
        question: TrackedQuestion::of_run(&asked("a")),
        value: 0.0,
        resolved_at: Some(at(5_000)),
        learned_at: at(5_000),
        origin: Origin::Hand,
        because: String::new(),
    };
    store.outcomes().record(&[outcome]).await.unwrap();
    let scored = store.forecasts().scored(&ScoredFilter { limit: 9, ..ScoredFilter::default() }).await.unwrap();
    let both = (scored[0].probability, scored[0].reviewed);
    assert_eq!(both, (forecast("a").probability.get(), Some(0.3)), "the reviewer beside the model");
}

#[tokio::test]
async fn a_rejected_and_an_expired_forecast_end_their_runs_with_the_reason() {
    let (store, url) = store().await;
    for name in ["a", "b"] {
        forecast_run(&store, name).await;
    }
    let (rejected, expired) = (open_review(&store, "a").await, open_review(&store, "b").await);
    done(store.reviews().reject(&ReviewTarget::from_result(&rejected), rejection("bob"), announce).await.unwrap());
    let end = expired.expires_at.unwrap();
    assert_eq!(store.reviews().due(end, 10).await.unwrap(), vec![expired.clone()]);
    done(store.reviews().expire(&ReviewTarget::from_result(&expired), end, announce).await.unwrap());
    let state = store.runs().load(asked("a").id).await.unwrap().unwrap();
    let Some(NoForecast::Rejected(decision)) = state.ended else { panic!("{:?}", state.ended) };
    assert_eq!((state.phase, decision.by.as_str(), decision.reason.as_str()), (Phase::Done, "bob", "stale"));
    let state = store.runs().load(asked("b").id).await.unwrap().unwrap();
    assert!(matches!(state.ended, Some(NoForecast::Expired(_))), "{:?}", state.ended);
    for name in ["a", "b"] {
        assert_eq!(store.forecasts().published(asked(name).id).await.unwrap(), None);
    }
    assert_eq!(number(&url, "SELECT count(*) FROM result WHERE kind = 'ended'").await, 2);
    let phases: Vec<String> = store.runs().recent(2).await.unwrap().into_iter().map(|line| line.phase).collect();
    assert!(phases.contains(&"rejected".to_owned()) && phases.contains(&"expired".to_owned()), "{phases:?}");
}

/// Two reviewers in two processes decide about the same 200 forecasts: one approves, the other rejects.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_reviewers_one_wins_and_each_event_is_answered_once() {
    const RACES: usize = 200;
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let mut races = Vec::new();
    for race in 0..RACES {
        let name = race.to_string();
        forecast_run(&one, &name).await;
        let target = ReviewTarget::from_result(&open_review(&one, &name).await);
        let (one, two) = (one.reviews(), two.reviews());
        races.push(tokio::spawn(async move {
            let ada = one.decide(&target, ReviewEvent::Approved(approval("ada", lowered())), announce);
            let bob = two.decide(&target, ReviewEvent::Rejected(rejection("bob")), announce);
            let (ada, bob) = tokio::join!(ada, bob);
            (ada.unwrap(), bob.unwrap())
        }));
    }
    for race in races {
        let decided = race.await.unwrap();
        let is_won =
            matches!(decided, (Decided::Done(_), Decided::Conflict(_)) | (Decided::Conflict(_), Decided::Done(_)));
        assert!(is_won, "not exactly one winner: {decided:?}");
    }
    let expected = i64::try_from(RACES).unwrap();
    assert_eq!(number(&url, PUBLISHED).await, expected);
    assert_eq!(
        number(&url, "SELECT count(DISTINCT run) FROM result WHERE kind IN ('forecast', 'ended')").await,
        expected
    );
    let agreeing = "SELECT count(*) FROM forecast f JOIN macro_result m ON m.id = f.run JOIN result x ON x.run = f.run
                    WHERE f.review = m.state AND (x.kind = 'forecast') = (m.state = 'approved')
                      AND (f.approved IS NULL) = (f.ending IS NOT NULL)";
    assert_eq!(number(&url, agreeing).await, expected);
}

#[tokio::test]
async fn decided_reviews_are_pruned_after_a_year_and_pending_ones_are_kept() {
    let (store, url) = store().await;
    for name in ["a", "b", "c"] {
        forecast_run(&store, name).await;
        let pending = open_review(&store, name).await;
        match name {
            "a" => drop(done(
                store
                    .reviews()
                    .approve(&ReviewTarget::from_result(&pending), approval("ada", lowered()), announce)
                    .await
                    .unwrap(),
            )),
            "b" => drop(done(
                store.reviews().reject(&ReviewTarget::from_result(&pending), rejection("bob"), announce).await.unwrap(),
            )),
            _ => {}
        }
    }
    assert_eq!(store.maintenance().prune(&store::Retention::shortest()).await.unwrap().reviews, 0, "they are new");
    execute(&url, "UPDATE macro_result SET changed_at = now() - interval '400 days'").await;
    execute(&url, "UPDATE macro_session SET changed_at = now() - interval '400 days'").await;
    execute(&url, "UPDATE macro_review SET at = now() - interval '400 days'").await;
    assert_eq!(
        store.maintenance().prune(&store::Retention::shortest()).await.unwrap().reviews,
        6,
        "two results, two decisions, two sessions"
    );
    assert_eq!(number(&url, "SELECT count(*) FROM macro_result WHERE state = 'pending'").await, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM macro_session").await, 1);
    let published = store.forecasts().published(asked("a").id).await.unwrap().unwrap();
    assert!((published.probability.get() - 0.3).abs() < 1e-9, "the reviewed forecast is kept");
    assert!(matches!(store.runs().load(asked("b").id).await.unwrap().unwrap().ended, Some(NoForecast::Rejected(_))));
}
