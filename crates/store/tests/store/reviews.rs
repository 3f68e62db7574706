//! Sessions, results and reviews: the same contract over Postgres and over the fake, and races over Postgres.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::future::Future;
use std::ops::Deref;

use chrono::TimeDelta;
use domain::effect::{Outgoing, ResultRow};
use domain::event::MacroRequest;
use domain::port::{Committed, Journal};
use domain::review::{
    Approval, Edit, Execution, NewResult, Rejection, ResultState, ReviewEvent, ReviewedResult, Session, SessionId,
    SessionState,
};
use domain::{Effect, EventId, MacroResult, Tenant, Time};
use serde_json::json;
use store::Store;
use store::reviews::{Decided, ReviewQuery, ReviewTarget, Reviews};
use store::testing::FakeReviews;

use crate::samples::{at, id, settled};
use crate::support::{instance, number, store};

/// A store that accepts effects.
pub(crate) trait Writes {
    fn facet(&self) -> impl Deref<Target = impl Reviews>;

    fn write(&self, name: &str, effect: Effect) -> impl Future<Output = Result<(), String>>;
}

impl Writes for Store {
    fn facet(&self) -> impl Deref<Target = impl Reviews> {
        Box::new(self.reviews())
    }

    async fn write(&self, name: &str, effect: Effect) -> Result<(), String> {
        let mut outcome = settled(name);
        outcome.effects.push(effect);
        match self.journal().commit(outcome).await.expect("a commit") {
            Committed::New(_) => Ok(()),
            Committed::Duplicate => panic!("{name} is used twice"),
            Committed::Stale(why) => Err(why),
        }
    }
}

impl Writes for FakeReviews {
    fn facet(&self) -> impl Deref<Target = impl Reviews> {
        self
    }

    async fn write(&self, _: &str, effect: Effect) -> Result<(), String> {
        self.apply(&effect)
    }
}

fn tenant(name: &str) -> Tenant {
    Tenant::parse(name).expect("a tenant")
}

fn session_id(name: &str) -> SessionId {
    SessionId(id(name).0)
}

fn new(name: &str, made_at: Time) -> NewResult {
    let request = MacroRequest { name: "ubo".into(), ..MacroRequest::default() };
    let result = MacroResult {
        version: "1".into(),
        data: json!({"owner": "Ada", "share": 9_007_199_254_740_993_i64}),
        schema_valid: true,
        ..MacroResult::not_executed(id(name), &request, made_at)
    };
    let (event, event_job) = (EventId::parse("e").expect("an id"), id("event"));
    NewResult { event, event_job, result, definition: "macro: ubo".into(), skip_review: false, refused: None }
}

/// Records a result in the session as it is stored.
pub(crate) async fn record(store: &impl Writes, session: &str, name: &str, made_at: Time) -> ReviewedResult {
    let reviews = store.facet();
    let session = reviews.session(&Tenant::default(), session_id(session)).await.expect("a session");
    let reviewed = ReviewedResult::record(&session, new(name, made_at), made_at);
    let effect = Effect::MacroResulted { reviewed: Box::new(reviewed.clone()), version: session.version };
    store.write(&format!("record {name}"), effect).await.expect("not stale");
    reviewed
}

fn announce(reviewed: &ReviewedResult, made_at: Time) -> (ResultRow, Outgoing) {
    let (id, tenant) = (reviewed.announcement(), reviewed.session.tenant.clone());
    let subject = format!("auspex.result.macro.{tenant}");
    let payload = reviewed.state.name().into();
    let message = Outgoing { id, subject, tenant: tenant.clone(), payload, ..domain::testing::outgoing() };
    let body = json!({ "state": reviewed.state });
    let row = ResultRow { id, kind: "macro".into(), tenant, event: reviewed.event_job, run: None, body, made_at };
    (row, message)
}

fn approval(by: &str) -> Approval {
    Approval {
        by: by.to_owned(),
        at: at(20),
        reason: String::new(),
        edits: vec![Edit::Replace { path: "/owner".into(), old: json!("Ada"), value: json!("Ada L.") }],
        violations: Vec::new(),
        verbs: vec!["(a.b :c \"Ada L.\")".into()],
        lei_checks: Vec::new(),
    }
}

fn rejection(by: &str) -> Rejection {
    Rejection { by: by.to_owned(), at: at(21), reason: "wrong".into() }
}

fn done(decided: Decided) -> ReviewedResult {
    match decided {
        Decided::Done(reviewed) => *reviewed,
        other => panic!("not done: {other:?}"),
    }
}

async fn a_result_passes_through_its_states(store: &impl Writes) {
    let reviews = store.facet();
    let default = Tenant::default();
    assert!(reviews.execute(&default, session_id("s")).await.unwrap().is_ok());
    let pending = record(store, "s", "r", at(1)).await;
    assert_eq!(reviews.show(&default, id("r")).await.unwrap().as_ref(), Some(&pending));
    assert_eq!(reviews.pending(&default, session_id("s")).await.unwrap(), Some(pending.clone()));
    let busy = reviews.execute(&default, session_id("s")).await.unwrap().unwrap_err();
    assert!(busy.to_string().contains(&id("r").to_string()), "{busy}");
    let target = ReviewTarget::from_result(&pending);
    let mut invalid = approval("ada");
    invalid.by.clear();
    assert!(matches!(reviews.approve(&target, invalid, announce).await.unwrap(), Decided::Refused(_)));
    let approved = done(reviews.approve(&target, approval("ada"), announce).await.unwrap());
    assert_eq!(approved.data()["owner"], "Ada L.");
    assert_eq!(reviews.show(&default, id("r")).await.unwrap().as_ref(), Some(&approved));
    assert_eq!(done(reviews.approve(&target, approval("ada"), announce).await.unwrap()), approved, "a lost answer");
    let late = reviews.reject(&target, rejection("bob"), announce).await.unwrap();
    assert!(matches!(&late, Decided::Conflict(why) if why.to_string().contains("approved by ada")), "{late:?}");
    let execution = || Execution { by: "ada".into(), at: at(30), answer: json!({"accepted": 1}) };
    let target = ReviewTarget::from_result(&approved);
    let executed = done(reviews.executed(&target, execution(), announce).await.unwrap());
    assert_eq!((executed.state, executed.session.state), (ResultState::Executed, SessionState::Executed));
    assert_eq!(done(reviews.executed(&target, execution(), announce).await.unwrap()), executed);
    assert_eq!(reviews.approved(&default, session_id("s"), 200).await.unwrap(), [executed]);
    assert_eq!(reviews.approved(&default, session_id("s"), 0).await.unwrap(), []);
    assert_eq!(reviews.pending(&default, session_id("s")).await.unwrap(), None);
    record(store, "s", "next", at(40)).await;
    let later = ReviewTarget { version: 4, ..target };
    let refused = reviews.reject(&later, rejection("bob"), announce).await.unwrap();
    assert!(matches!(&refused, Decided::Refused(why) if why.to_string().contains("not pending")), "{refused:?}");
}

async fn a_result_expires_at_its_time(store: &impl Writes) {
    let reviews = store.facet();
    let pending = record(store, "expiring", "old", at(1)).await;
    let end = at(1) + TimeDelta::days(7);
    assert_eq!(reviews.due(end - TimeDelta::seconds(1), 10).await.unwrap(), []);
    assert_eq!(reviews.due(end, 10).await.unwrap(), std::slice::from_ref(&pending));
    let target = ReviewTarget::from_result(&pending);
    let early = reviews.expire(&target, at(2), announce).await.unwrap();
    assert!(matches!(early, Decided::Refused(_)), "{early:?}");
    let expired = done(reviews.expire(&target, end, announce).await.unwrap());
    assert_eq!((expired.state, expired.session.state), (ResultState::Expired, SessionState::Idle));
    assert_eq!(reviews.due(end, 10).await.unwrap(), []);
}

async fn a_second_result_is_stale_or_rejected(store: &impl Writes) {
    let reviews = store.facet();
    let idle = Session::new(Tenant::default(), session_id("busy"));
    record(store, "busy", "first", at(1)).await;
    let second = ReviewedResult::record(&idle, new("second", at(2)), at(2));
    let effect = Effect::MacroResulted { reviewed: Box::new(second), version: 0 };
    let stale = store.write("stale", effect).await.unwrap_err();
    assert!(stale.contains("version 0 was read, version 1 is stored"), "{stale}");
    let rejected = record(store, "busy", "second", at(2)).await;
    assert_eq!(rejected.state, ResultState::Rejected);
    let stored = reviews.show(&Tenant::default(), id("second")).await.unwrap().unwrap();
    assert_eq!((stored.session.version, stored.session.result), (1, Some(id("first"))));
    assert!(stored.review.unwrap().reason.contains("waits for its review"));
    let again = ReviewedResult::record(&idle, new("first", at(9)), at(9));
    let effect = Effect::MacroResulted { reviewed: Box::new(again), version: 0 };
    store.write("again", effect).await.expect("a stored result is not stale");
    assert_eq!(reviews.show(&Tenant::default(), id("first")).await.unwrap().unwrap().result.at, at(1));
}

async fn a_tenant_sees_its_own_results_in_pages(store: &impl Writes) {
    let reviews = store.facet();
    for (n, name) in ["a", "b", "c"].into_iter().enumerate() {
        record(store, name, name, at(i64::try_from(n).unwrap())).await;
    }
    let last = reviews.show(&Tenant::default(), id("c")).await.unwrap().unwrap();
    done(reviews.reject(&ReviewTarget::from_result(&last), rejection("bob"), announce).await.unwrap());
    let query = ReviewQuery { tenant: Tenant::default(), states: Vec::new(), session: None, after: None, limit: 2 };
    let first = reviews.list(&query).await.unwrap();
    let names = |page: &store::reviews::ReviewPage| page.lines.iter().map(|line| line.result).collect::<Vec<_>>();
    assert_eq!(names(&first), [id("c"), id("b")]);
    assert_eq!((first.lines[0].state, first.lines[0].decided_by.as_deref()), (ResultState::Rejected, Some("bob")));
    let second = reviews.list(&ReviewQuery { after: first.next, ..query.clone() }).await.unwrap();
    assert_eq!((names(&second), second.next), (vec![id("a")], None));
    let pending = ReviewQuery { states: vec![ResultState::Pending], ..query.clone() };
    assert_eq!(names(&reviews.list(&pending).await.unwrap()), [id("b"), id("a")]);
    let one = ReviewQuery { session: Some(session_id("b")), ..query.clone() };
    assert_eq!(names(&reviews.list(&one).await.unwrap()), [id("b")]);
    let other = tenant("other");
    assert_eq!(reviews.list(&ReviewQuery { tenant: other.clone(), ..query }).await.unwrap().lines, []);
    assert_eq!(reviews.show(&other, id("a")).await.unwrap(), None);
    assert_eq!(reviews.session(&other, session_id("a")).await.unwrap().version, 0);
    let target = ReviewTarget { tenant: other, result: id("a"), version: 1 };
    assert_eq!(reviews.reject(&target, rejection("eve"), announce).await.unwrap(), Decided::Unknown);
}

#[tokio::test]
async fn both_stores_keep_the_contract_of_reviews() {
    a_result_passes_through_its_states(&FakeReviews::default()).await;
    a_result_passes_through_its_states(&store().await.0).await;
    a_result_expires_at_its_time(&FakeReviews::default()).await;
    a_result_expires_at_its_time(&store().await.0).await;
    a_second_result_is_stale_or_rejected(&FakeReviews::default()).await;
    a_second_result_is_stale_or_rejected(&store().await.0).await;
    a_tenant_sees_its_own_results_in_pages(&FakeReviews::default()).await;
    a_tenant_sees_its_own_results_in_pages(&store().await.0).await;
}

#[tokio::test]
async fn each_state_is_published_once_and_each_decision_is_recorded() {
    let (store, url) = store().await;
    let pending = record(&store, "s", "r", at(1)).await;
    let target = ReviewTarget::from_result(&pending);
    for _ in 0..2 {
        done(store.reviews().approve(&target, approval("ada"), announce).await.unwrap());
    }
    assert_eq!(number(&url, "SELECT count(*) FROM outbox WHERE subject = 'auspex.result.macro.default'").await, 1);
    assert_eq!(number(&url, "SELECT count(*) FROM result WHERE kind = 'macro'").await, 1);
    assert_eq!(
        number(&url, "SELECT count(*) FROM macro_review WHERE by = 'ada' AND edits = 1 AND version = 2").await,
        1
    );
}

#[tokio::test]
async fn approved_data_becomes_notes_with_the_approval_and_a_rejection_leaves_none() {
    let (store, url) = store().await;
    let noted = "SELECT count(*) FROM note";
    let pending = record(&store, "s", "approved", at(1)).await;
    let rejected = record(&store, "t", "rejected", at(1)).await;
    let target = ReviewTarget::from_result(&rejected);
    done(store.reviews().reject(&target, rejection("bob"), announce).await.unwrap());
    assert_eq!(number(&url, noted).await, 0, "before the approval, and after a rejection");
    let target = ReviewTarget::from_result(&pending);
    let approved = done(store.reviews().approve(&target, approval("ada"), announce).await.unwrap());
    let sql = "SELECT count(*) FROM note WHERE text LIKE 'ubo: owner: Ada L.%Stated by the reviewer ada%' AND 'ubo' = ANY(string_to_array(tags, E'\\n'))";
    assert_eq!((number(&url, noted).await, number(&url, sql).await), (1, 1));
    let answer = json!({"done": true});
    let execution = Execution { by: "ada".into(), at: at(30), answer };
    let target = ReviewTarget::from_result(&approved);
    crate::support::execute(&url, "DELETE FROM note_source").await;
    crate::support::execute(&url, "DELETE FROM note").await;
    done(store.reviews().executed(&target, execution, announce).await.unwrap());
    assert_eq!(number(&url, noted).await, 0, "an execution of verbs writes no note, also not one that was deleted");
}

/// Two reviewers in two processes decide about the same version of 1,000 results: one approves, the other rejects.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_reviewers_exactly_one_wins_each_of_1000_races() {
    const RACES: usize = 1_000;
    let (one, url) = store().await;
    let two = instance(&url, "two").await;
    let mut outcome = settled("all");
    for race in 0..RACES {
        let session = Session::new(Tenant::default(), session_id(&format!("race {race}")));
        let reviewed = ReviewedResult::record(&session, new(&format!("race {race}"), at(1)), at(1));
        outcome.effects.push(Effect::MacroResulted { reviewed: Box::new(reviewed), version: 0 });
    }
    assert!(matches!(one.journal().commit(outcome).await.unwrap(), Committed::New(_)));
    let races = (0..RACES).map(|race| {
        let (one, two) = (one.reviews(), two.reviews());
        let target = ReviewTarget { tenant: Tenant::default(), result: id(&format!("race {race}")), version: 1 };
        tokio::spawn(async move {
            let ada = one.decide(&target, ReviewEvent::Approved(approval("ada")), announce);
            let bob = two.decide(&target, ReviewEvent::Rejected(rejection("bob")), announce);
            let (ada, bob) = tokio::join!(ada, bob);
            (ada.unwrap(), bob.unwrap())
        })
    });
    let mut won = [0, 0];
    for race in races.collect::<Vec<_>>() {
        match race.await.unwrap() {
            (Decided::Done(_), Decided::Conflict(why)) if why.to_string().contains("approved by ada") => won[0] += 1,
            (Decided::Conflict(why), Decided::Done(_)) if why.to_string().contains("rejected by bob") => won[1] += 1,
            other => panic!("not exactly one winner: {other:?}"),
        }
    }
    assert_eq!(won[0] + won[1], RACES);
    let expected = i64::try_from(RACES).unwrap();
    assert_eq!(
        number(&url, "SELECT count(*) FROM outbox WHERE subject = 'auspex.result.macro.default'").await,
        expected
    );
    assert_eq!(number(&url, "SELECT count(*) FROM macro_review").await, expected);
    assert_eq!(number(&url, "SELECT count(*) FROM macro_session WHERE version = 2").await, expected);
}
