//! The index of pages, over Postgres and over its stand-in alike.

use chrono::{Duration, TimeZone, Utc};
use domain::Time;
use store::Pages;
use store::pages::KeptPage;
use store::testing::FakePages;

use crate::support;

fn at(minute: i64) -> Time {
    Utc.with_ymd_and_hms(2026, 11, 22, 8, 0, 0).single().expect("a time") + Duration::minutes(minute)
}

fn page(url: &str, hash: &str, minute: i64) -> KeptPage {
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

    // The first bytes came back: they are the latest, and were first seen when they were.
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
async fn what_an_address_gave_is_found_by_address_and_by_content() {
    let (store, _) = support::store().await;
    conforms(&store).await;
    conforms(&FakePages::default()).await;
}
