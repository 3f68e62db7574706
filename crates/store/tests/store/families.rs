//! Forecasts of open questions that differ only in deadline or limit, or in the option of one event, on a real
//! Postgres.

use chrono::{TimeDelta, Utc};
use domain::event::AskedQuestion;
use domain::port::Journal;
use domain::reading::{EventOption, Family};
use domain::{Effect, Forecast, Probability, Reading, Run, RunId, Tenant, Time};
use store::Store;
use store::forecasts::FamilyQuery;
use store::outcomes::{NewOutcome, Origin, TrackedQuestion};

use crate::conformance::forecast;
use crate::samples::{id, run, settled};
use crate::support::store;

fn p(value: f64) -> Probability {
    Probability::clamp(value).expect("a probability")
}

/// A run of a question of the family `f` that closes in so many days.
fn asked(name: &str, days: i64, now: Time) -> Run {
    let closes = now + TimeDelta::days(days);
    let family = Family { key: "f".into(), deadline: Some(closes), limit: None };
    let asked = AskedQuestion { text: format!("By {days}?"), closes: Some(closes), ..AskedQuestion::default() };
    let reading = Some(Reading { family: Some(family), ..Reading::default() });
    Run { id: RunId(id(name).0), event_job: id(&format!("event of {name}")), asked, reading, ..run() }
}

async fn forecasts(store: &Store, run: Run, probability: f64) {
    let mut begin = settled(&format!("{} begins", run.id));
    let (boxed, deadline) = (Box::new(run.clone()), run.asked_at);
    begin.effects.push(Effect::RunStarted { run: boxed, questions: Vec::new(), deadline, stopped: None });
    store.journal().commit(begin).await.expect("committed");
    let mut end = settled(&format!("{} ends", run.id));
    let made = Forecast { run, probability: p(probability), lower: p(0.01), upper: p(0.99), ..forecast() };
    end.effects.push(Effect::RunFinished { forecast: Box::new(made), version: 1 });
    store.journal().commit(end).await.expect("committed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[allow(clippy::disallowed_methods, reason = "runs start at the time of the database, which is that of this machine")]
async fn open_questions_of_a_family_are_found_with_their_newest_forecast() {
    let (store, _) = store().await;
    let now = Utc::now();
    forecasts(&store, asked("older", 30, now), 0.2).await;
    forecasts(&store, asked("newer", 30, now), 0.3).await;
    forecasts(&store, asked("later", 90, now), 0.4).await;
    forecasts(&store, asked("closed", -1, now), 0.5).await;
    let mut past = asked("past", 60, now);
    past.asked.config.as_of = Some(now - TimeDelta::days(9));
    forecasts(&store, past, 0.6).await;
    let stranger = Run { tenant: Tenant::parse("stranger").expect("a tenant"), ..asked("stranger", 61, now) };
    forecasts(&store, stranger, 0.7).await;
    let mut other = asked("other", 62, now);
    other.reading.as_mut().and_then(|reading| reading.family.as_mut()).expect("a family").key = "g".into();
    forecasts(&store, other, 0.8).await;
    let resolved = asked("resolved", 63, now);
    forecasts(&store, resolved.clone(), 0.9).await;
    let outcome = NewOutcome {
        question: TrackedQuestion::of_run(&resolved),
        value: 1.0,
        resolved_at: None,
        learned_at: now,
        origin: Origin::Hand,
        because: String::new(),
    };
    store.outcomes().record(&[outcome]).await.expect("recorded");

    let own = asked("own", 10, now);
    forecasts(&store, own.clone(), 0.1).await;
    let since = now - TimeDelta::days(14);
    let found = store.forecasts().family(FamilyQuery { run: &own, since, now, limit: 20 }).await.expect("an answer");
    let told: Vec<(&str, f64)> = found.iter().map(|one| (one.question.as_str(), one.probability.get())).collect();
    assert_eq!(told, [("By 90?", 0.4), ("By 30?", 0.3)], "newest first");
    assert_eq!(found[0].family.deadline, Some(now + TimeDelta::days(90)));
    let one = store.forecasts().family(FamilyQuery { run: &own, since, now, limit: 1 }).await.expect("an answer");
    assert_eq!(one.len(), 1, "the limit");
    let later = FamilyQuery { run: &own, since: now + TimeDelta::days(1), now, limit: 20 };
    let none = store.forecasts().family(later).await.expect("an answer");
    assert!(none.is_empty(), "older than asked for");
}

/// A run about an option of the event `e`.
fn option(name: &str, option: &str, now: Time) -> Run {
    let mut run = asked(name, 30, now);
    run.asked.text = format!("Will {option} win?");
    let event_option = EventOption { key: "e".into(), option: option.into(), options: Some(3) };
    run.reading = Some(Reading { event_option: Some(event_option), ..Reading::default() });
    run
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[allow(clippy::disallowed_methods, reason = "runs start at the time of the database, which is that of this machine")]
async fn the_newest_forecast_of_each_other_option_of_an_event_is_found() {
    let (store, _) = store().await;
    let now = Utc::now();
    forecasts(&store, option("ada", "ada", now), 0.2).await;
    forecasts(&store, option("ada again", "ada", now), 0.3).await;
    forecasts(&store, option("bo", "bo", now), 0.4).await;
    forecasts(&store, option("own before", "cy", now), 0.5).await;
    let mut other = option("another event", "dan", now);
    other.reading.as_mut().and_then(|reading| reading.event_option.as_mut()).expect("an option").key = "f".into();
    forecasts(&store, other, 0.6).await;
    let own = option("own", "cy", now);
    let query = FamilyQuery { run: &own, since: now - TimeDelta::days(14), now, limit: 20 };
    let found = store.forecasts().options(query).await.expect("an answer");
    let told: Vec<(&str, f64)> = found.iter().map(|one| (one.option.as_str(), one.probability.get())).collect();
    assert_eq!(told, [("bo", 0.4), ("ada", 0.3)], "newest first, without the own option");
    let none = FamilyQuery { run: &asked("no option", 30, now), ..query };
    assert!(store.forecasts().options(none).await.expect("an answer").is_empty());
}
