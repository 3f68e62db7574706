//! Degraded answers, counted from the bodies that the workers store.

use domain::Research;
use domain::effect::Effect;
use domain::evidence::Filtering;
use domain::research::Ending;
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::conformance::forecast;
use crate::samples::{answered, at, id, research};
use crate::support::store;

const EVENT: &str = "
INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, tasks, body, received_at)
VALUES ($1, 'e', 'transaction', 'default', '', true, 1, $2, 0, '{}', now() - $3 * interval '1 hour')";
const EVIDENCE: &str =
    "INSERT INTO evidence (job, event, tenant, label, body) VALUES ($1, $2, 'default', '', $3::json)";
const FORECAST: &str = "INSERT INTO forecast (run, tenant, probability, cost, body, made_at) VALUES ($1, 'default', 0.5, 1, $2::json, now())";

async fn event(conn: &mut PgConnection, name: &str, decided_by: &str, hours_ago: i32) {
    let insert = sqlx::query(EVENT).bind(id(name).0).bind(decided_by).bind(f64::from(hours_ago));
    insert.execute(conn).await.expect("an event");
}

async fn evidence(conn: &mut PgConnection, event: &str, filtering: Filtering, ending: Ending) {
    evidence_of(conn, event, filtering, Research { ending, ..research(event, at(0)) }).await;
}

async fn evidence_of(conn: &mut PgConnection, event: &str, filtering: Filtering, research: Research) {
    let Effect::Answered { evidence, .. } = answered(event) else { unreachable!() };
    let mut evidence = *evidence;
    (evidence.filtering, evidence.research) = (filtering, research);
    let body = serde_json::to_string(&evidence).expect("JSON");
    let insert = sqlx::query(EVIDENCE).bind(id(&format!("{event} evidence")).0).bind(id(event).0).bind(body);
    insert.execute(conn).await.expect("evidence");
}

async fn forecast_with(conn: &mut PgConnection, number: u128, flags: &[&str]) {
    let mut made = forecast();
    made.flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let body = serde_json::to_string(&made).expect("JSON");
    sqlx::query(FORECAST).bind(Uuid::from_u128(number)).bind(body).execute(conn).await.expect("a forecast");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn degraded_answers_of_the_last_day_are_counted_by_reason() {
    let (store, url) = store().await;
    assert_eq!(store.results().degraded(None).await.expect("an answer"), store::results::DegradedAnswers::default());
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    for (name, decided_by, hours_ago) in [
        ("a", "model", 1),
        ("b", "rules_without_model", 2),
        ("c", "rule", 3),
        ("off", "model", 4),
        ("old", "rules_without_model", 30),
    ] {
        event(&mut conn, name, decided_by, hours_ago).await;
    }
    let filtered = || Filtering::Filtered { removed: Vec::new() };
    let unfiltered = || Filtering::Unfiltered { reason: "no budget".to_owned(), removed: Vec::new() };
    evidence(&mut conn, "a", filtered(), Ending::Complete).await;
    evidence(&mut conn, "b", unfiltered(), Ending::Partial("20 turns".to_owned())).await;
    evidence(&mut conn, "c", filtered(), Ending::Failed("dead".to_owned())).await;
    let turned_off = Filtering::Unfiltered { reason: Filtering::TURNED_OFF.to_owned(), removed: Vec::new() };
    evidence(&mut conn, "off", turned_off, Ending::Complete).await;
    evidence(&mut conn, "old", unfiltered(), Ending::Complete).await;
    forecast_with(&mut conn, 1, &["the estimates lie 0.20 apart"]).await;
    forecast_with(&mut conn, 2, &["estimate-1: unusable", "estimate-2: unusable", "analyze: denied"]).await;
    forecast_with(&mut conn, 3, &["decompose: researched as a whole"]).await;

    let found = store.results().degraded(None).await.expect("an answer");
    assert_eq!((found.answers, found.degraded), (11, 5));
    let reasons: Vec<(&str, u64)> = found.reasons.iter().map(|(reason, answers)| (reason.as_str(), *answers)).collect();
    let expected = ["estimates_missing", "failed_research", "no_analysis", "no_decomposition", "partial_research"];
    let expected = expected.into_iter().chain(["rules_only", "unfiltered"]).map(|reason| (reason, 1));
    assert_eq!(reasons, expected.collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_research_lacks_is_counted_once_per_answer_and_not_again_if_it_comes_from_memory() {
    let (store, url) = store().await;
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    let filtered = || Filtering::Filtered { removed: Vec::new() };
    for name in ["new", "cached", "alarm", "older version"] {
        event(&mut conn, name, "model", 1).await;
    }
    let mut made = Research { ending: Ending::Partial("20 turns".to_owned()), ..research("new", at(0)) };
    ["unread_page", "unjudged_sources", "unread_page"].into_iter().for_each(|reason| made.add_lack(reason));
    evidence_of(&mut conn, "new", filtered(), made.clone()).await;
    made.from_cache = true;
    made.inherit_lacks();
    evidence_of(&mut conn, "cached", filtered(), made.clone()).await;
    made.add_lack("unjudged_sources");
    made.add_lack("plain_notes");
    evidence_of(&mut conn, "alarm", filtered(), made).await;
    evidence(&mut conn, "older version", filtered(), Ending::Complete).await;

    let found = store.results().degraded(None).await.expect("an answer");
    assert_eq!((found.answers, found.degraded), (8, 2));
    let expected = [("partial_research", 1), ("plain_notes", 1), ("unjudged_sources", 2), ("unread_page", 1)];
    assert_eq!(found.reasons, expected.map(|(reason, answers)| (reason.to_owned(), answers)).into());
}

/// Results of macros: a complete one, two degraded ones, an old one, and the review of a forecast, which is counted as
/// the forecast.
const MACROS: &str = r#"
INSERT INTO macro_session (tenant, id, version, state) SELECT 'default', md5('s')::uuid, 1, 'idle';
INSERT INTO macro_result (id, tenant, session, name, version, state, event_id, event, body, definition, review, made_at, subject)
SELECT md5('macro' || n)::uuid, 'default', md5('s')::uuid, 'm', '1', 'rejected', 'e', md5('e')::uuid, body::json, '', '{}', now() - age, subject
FROM (VALUES
  (1, '{}', interval '1 hour', 'macro'),
  (2, '{"lacks":[{"reason":"unread_page"},{"reason":"partial_research"}]}', interval '1 hour', 'macro'),
  (3, '{"lacks":[{"reason":"unread_page"},{"reason":"unread_page"}]}', interval '2 hours', 'macro'),
  (4, '{"lacks":[{"reason":"unread_page"}]}', interval '25 hours', 'macro'),
  (5, '{"lacks":[{"reason":"unread_page"}]}', interval '1 hour', 'forecast'),
  (6, '{"lacks":[{"reason":"unread_page","inherited":true}]}', interval '1 hour', 'macro')
) AS made (n, body, age, subject)"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_results_of_macros_lack_is_counted_once_per_result() {
    let (store, url) = store().await;
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    sqlx::raw_sql(MACROS).execute(&mut conn).await.expect("results");
    let found = store.results().degraded(None).await.expect("an answer");
    assert_eq!((found.answers, found.degraded), (4, 2));
    let expected = [("partial_research", 1), ("unread_page", 2)];
    assert_eq!(found.reasons, expected.map(|(reason, answers)| (reason.to_owned(), answers)).into());
    const BY_TIME: &str = "SELECT count(*) FROM pg_indexes WHERE indexname = 'macro_result_made'";
    assert_eq!(crate::support::number(&url, BY_TIME).await, 1);
}

const REPORTED: &str = "
INSERT INTO run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline, ended)
VALUES ($1, 'default', $1, 'q', '{}', 'done', 1, 0, 1, now(), $2::json)";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_that_code_wrote_are_counted() {
    let (store, url) = store().await;
    let mut conn = PgConnection::connect(&url).await.expect("the server runs");
    let flags: [&[&str]; 3] =
        [&[], &["outline: no reply", "contrary: no reply"], &["section-2: no reply", "the budget is used up"]];
    for (number, flags) in (1_u128..).zip(flags) {
        let made = domain::DeepReport {
            flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
            ..domain::DeepReport::default()
        };
        let ended = serde_json::to_string(&domain::run::NoForecast::Reported(Box::new(made))).expect("JSON");
        sqlx::query(REPORTED).bind(Uuid::from_u128(number)).bind(ended).execute(&mut conn).await.expect("a run");
    }
    let found = store.results().degraded(None).await.expect("an answer");
    assert_eq!((found.answers, found.degraded), (3, 2));
    let reasons: Vec<(&str, u64)> = found.reasons.iter().map(|(reason, count)| (reason.as_str(), *count)).collect();
    assert_eq!(reasons, [("no_analysis", 1), ("unwritten_report", 2)]);
}
