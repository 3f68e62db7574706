//! The index of pages, on Postgres and on the fake.

use chrono::{Duration, TimeZone, Utc};
use domain::effect::Basis;
use domain::port::{Committed, Journal};
use domain::{Effect, JobId, Time};
use store::Pages;
use store::pages::KeptPage;
use store::testing::FakePages;

use crate::samples::{id, settled};
use crate::support;

fn at(minute: i64) -> Time {
    Utc.with_ymd_and_hms(2026, 11, 22, 8, 0, 0).single().expect("a time") + Duration::minutes(minute)
}

pub(crate) fn page(url: &str, hash: &str, minute: i64) -> KeptPage {
    KeptPage {
        url: url.to_owned(),
        hash: hash.repeat(64),
        final_url: format!("{url}/"),
        content_type: "text/html".to_owned(),
        etag: Some(format!("\"{minute}\"")),
        last_modified: None,
        fetched_at: at(minute),
        checked_at: at(minute),
        fresh_until: at(minute + 60),
    }
}

async fn conforms(pages: &dyn Pages) {
    let long = format!("https://a.example/{}", "x".repeat(10_000));
    let latest = async |url: &str| pages.latest(url).await.expect("an answer");
    assert_eq!(latest("https://a.example").await, None);
    for kept in [page("https://a.example", "a", 0), page("https://a.example", "b", 10), page(&long, "a", 5)] {
        pages.keep(&kept).await.expect("kept");
    }
    assert_eq!(latest("https://a.example").await, Some(page("https://a.example", "b", 10)));
    assert_eq!(latest(&long).await, Some(page(&long, "a", 5)));

    // The first bytes are served again: they are the latest version and keep the time of their first fetch.
    pages.keep(&page("https://a.example", "a", 20)).await.expect("kept");
    let again = KeptPage { fetched_at: at(0), ..page("https://a.example", "a", 20) };
    assert_eq!(latest("https://a.example").await, Some(again.clone()));
    // A late confirmation changes nothing.
    pages.keep(&page("https://a.example", "a", 15)).await.expect("kept");
    assert_eq!(latest("https://a.example").await, Some(again.clone()));

    let traced = pages.with_hash(&"a".repeat(64)).await.expect("an answer");
    assert_eq!(traced, [again, page(&long, "a", 5)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fetched_pages_are_found_by_address_and_by_content() {
    let (store, _) = support::store().await;
    conforms(&store.pages()).await;
    conforms(&FakePages::default()).await;
}

fn basis(url: &str, hash: &str, body: Option<&str>) -> Basis {
    Basis { url: url.to_owned(), hash: hash.repeat(64), body: body.map(str::to_owned) }
}

/// `rests` records what a job used.
async fn remembers<F: Future<Output = ()>>(pages: &dyn Pages, rests: impl Fn(&'static str, Vec<Basis>) -> F) {
    let ask = r#"ask:web_search?{"most":6,"query":"zebra"}"#;
    let (page, first, second) =
        (basis("https://a.example", "a", None), basis(ask, "b", Some("[1]")), basis(ask, "c", Some("[2]")));
    let latest = async || pages.answer(ask).await.expect("an answer");
    assert_eq!(latest().await, None);
    rests("one", vec![page.clone(), first.clone(), first.clone()]).await;
    assert_eq!(latest().await.as_deref(), Some("[1]"));
    rests("two", vec![second.clone()]).await;
    assert_eq!(latest().await.as_deref(), Some("[2]"));
    rests("three", vec![first.clone()]).await;
    assert_eq!(latest().await.as_deref(), Some("[1]"), "the same again is the latest again");
    let of = async |jobs: &[JobId]| pages.rested_on(jobs).await.expect("an answer");
    assert_eq!(of(&[id("one")]).await, [first.clone(), page.clone()]);
    assert_eq!(of(&[id("one"), id("two"), id("none")]).await, [first, second, page]);
    pages.keep_answer(&basis(ask, "d", Some("[4]"))).await.expect("kept");
    assert_eq!(latest().await.as_deref(), Some("[4]"), "from elsewhere");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn service_answers_and_their_uses_are_stored() {
    let (store, _) = support::store().await;
    remembers(&store.pages(), async |name, bases| {
        let mut outcome = settled(name);
        outcome.effects.push(Effect::RestedOn(bases));
        assert!(matches!(store.journal().commit(outcome).await, Ok(Committed::New(_))));
    })
    .await;
    let fake = FakePages::default();
    remembers(&fake, async |name, bases| fake.apply(id(name), &Effect::RestedOn(bases))).await;
}
