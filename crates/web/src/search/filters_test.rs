//! What each provider receives of a query with filters, and how the results of several providers are merged.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::to_bytes;
use axum::extract::Request;
use chrono::NaiveDate;
use futures::future::BoxFuture;
use secrecy::SecretString;
use serde_json::json;
use url::Url;

use super::*;
use crate::route::Route;

/// Path, query and body of the requests that a server received.
type Received = Arc<Mutex<Vec<String>>>;

/// Starts a server that answers nothing and records what it receives.
async fn recorder() -> (Url, Received) {
    let received = Received::default();
    let seen = Arc::clone(&received);
    let app = Router::new().fallback(move |request: Request| {
        let seen = Arc::clone(&seen);
        async move {
            let address = request.uri().to_string();
            let body = to_bytes(request.into_body(), 1 << 16).await.unwrap();
            seen.lock().unwrap().push(format!("{address} {}", String::from_utf8_lossy(&body)));
            json!({}).to_string()
        }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    (url, received)
}

fn filtered(is_news: bool) -> WebQuery {
    let day = |day| NaiveDate::from_ymd_opt(2026, 10, day).unwrap();
    WebQuery {
        since: Some(Since { day: day(1), today: day(15) }),
        is_news,
        language: Some("de".into()),
        country: Some("at".into()),
        ..WebQuery::new("core PCE", 3)
    }
}

type Make = fn(Url) -> Box<dyn Provider>;

fn key() -> SecretString {
    SecretString::from("k".to_owned())
}

#[tokio::test]
async fn each_provider_receives_the_filters_that_it_has() {
    let makers: [(Make, bool, &[&str]); 12] = [
        (
            |b| Box::new(Google::new(b, key(), "cx".into(), &Route::Direct).unwrap()),
            false,
            &["q=core+PCE", "num=3", "dateRestrict=d14", "lr=lang_de", "gl=at"],
        ),
        (
            |b| Box::new(Brave::new(b, key(), &Route::Direct).unwrap()),
            false,
            &["/res/v1/web/search?", "freshness=2026-10-01to2026-10-16", "search_lang=de", "country=AT"],
        ),
        (|b| Box::new(Brave::new(b, key(), &Route::Direct).unwrap()), true, &["/res/v1/news/search?"]),
        (
            |b| Box::new(Tavily::new(b, key(), &Route::Direct).unwrap()),
            true,
            &[r#""query":"core PCE""#, r#""topic":"news""#, r#""start_date":"2026-10-01""#],
        ),
        (
            |b| Box::new(Serper::new(b, key(), &Route::Direct).unwrap()),
            true,
            &["/news ", r#""tbs":"cdr:1,cd_min:10/01/2026,cd_max:10/16/2026""#, r#""hl":"de""#, r#""gl":"at""#],
        ),
        (
            |b| Box::new(Exa::new(b, key(), &Route::Direct).unwrap()),
            true,
            &[r#""startPublishedDate":"2026-10-01T00:00:00.000Z""#, r#""category":"news""#, r#""userLocation":"AT""#],
        ),
        (
            |b| Box::new(Perplexity::new(b, key(), &Route::Direct).unwrap()),
            false,
            &[r#""search_after_date_filter":"10/01/2026""#, r#""search_language_filter":["de"]"#, r#""country":"AT""#],
        ),
        (
            |b| Box::new(SearXng::new(b, &Route::Direct).unwrap()),
            true,
            &["time_range=month", "categories=news", "language=de-AT"],
        ),
        (
            |b| Box::new(DuckDuckGoPage::new(b, &Route::Direct).unwrap()),
            false,
            &["df=2026-10-01..2026-10-16", "kl=at-de"],
        ),
        (
            |b| Box::new(SemanticScholar::new(b, None, &Route::Direct).unwrap()),
            false,
            &["query=core+PCE", "publicationDateOrYear=2026-10-01%3A"],
        ),
        (
            |b| Box::new(Arxiv::new(b, &Route::Direct).unwrap()),
            false,
            &["all%3Acore+AND+all%3APCE+AND+submittedDate%3A%5B202610010000+TO+202610160000%5D"],
        ),
        (|b| Box::new(Wikipedia::new(b, &Route::Direct).unwrap()), false, &["srsearch=core+PCE", "srlimit=3"]),
    ];
    for (make, is_news, expected) in makers {
        let (base, received) = recorder().await;
        let provider = make(base);
        // The provider refuses this answer; only the request matters.
        let _ = provider.ask(&filtered(is_news)).await;
        let sent = received.lock().unwrap().join("\n");
        for part in expected {
            assert!(sent.contains(part), "{}: {part} in {sent}", provider.name());
        }
    }
}

/// A provider with fixed results.
struct Fixed {
    name: &'static str,
    kind: ProviderKind,
    urls: &'static [&'static str],
}

impl Provider for Fixed {
    fn name(&self) -> &str {
        self.name
    }

    fn kind(&self) -> ProviderKind {
        self.kind
    }

    fn ask<'a>(&'a self, _: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        let hit = |url: &&str| Hit { url: (*url).to_owned(), ..Hit::default() };
        let hits = self.urls.iter().map(hit).collect();
        Box::pin(std::future::ready(Ok(hits)))
    }
}

/// Returns the providers that answered and the addresses that a search finds.
async fn found(providers: [Fixed; 5], text: &str) -> (String, Vec<String>) {
    let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
    let cool_downs = Arc::new(coordination::SharedCoolDowns::local(clock));
    let providers = providers.into_iter().map(|one| Box::new(one) as Box<dyn Provider>).collect();
    let found = Chain::new(providers, cool_downs).search(&WebQuery::new(text, 5)).await.unwrap();
    (found.provider, found.hits.into_iter().map(|hit| hit.url).collect())
}

fn providers(general: [&'static [&'static str]; 3]) -> [Fixed; 5] {
    let [a, b, c] = general;
    let fixed = |name, kind, urls| Fixed { name, kind, urls };
    [
        fixed("a", ProviderKind::General, a),
        fixed("b", ProviderKind::General, b),
        fixed("c", ProviderKind::General, c),
        fixed("papers", ProviderKind::Papers, &["https://paper.example/"]),
        fixed("instant", ProviderKind::Fallback, &["https://instant.example/"]),
    ]
}

#[tokio::test]
async fn two_providers_are_merged_and_an_instant_answer_replaces_no_search() {
    let (one, two): (&[&str], &[&str]) = (&["https://x.example/", "https://y.example/"], &["https://y.example/"]);
    let (names, urls) = found(providers([one, two, &["https://z.example/"]]), "rate").await;
    assert_eq!((names.as_str(), urls), ("a+b", vec!["https://y.example/".into(), "https://x.example/".into()]));
    let (names, urls) = found(providers([one, &[], two]), "rate").await;
    assert_eq!((names.as_str(), urls.len()), ("a+c", 2), "the next one replaces one that found nothing");
    let (names, _) = found(providers([&[], &[], &[]]), "rate").await;
    assert_eq!(names, "instant", "only if the others found nothing");
    let (names, urls) = found(providers([one, &[], &[]]), "randomised study of the drug").await;
    assert_eq!((names.as_str(), urls.len()), ("a+papers", 3));
}
