//! One wire test for all providers: the documented reply, "nothing found", being turned away, and nonsense.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use secrecy::SecretString;
use serde_json::{Value, json};
use url::Url;

use super::*;

/// A server that answers everything with this.
async fn world(status: u16, body: Value) -> Url {
    let app = Router::new().fallback(move || {
        let answer = (StatusCode::from_u16(status).unwrap(), [("retry-after", "7")], body.to_string());
        async move { answer.into_response() }
    });
    serve(app).await
}

async fn serve(app: Router) -> Url {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/base/", listener.local_addr().unwrap())).unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    url
}

fn key() -> SecretString {
    SecretString::from("k".to_owned())
}

type Make = fn(Url) -> Box<dyn Provider>;

/// Name, constructor, a reply with one result for `https://example.org/a`, a reply with none.
fn shapes() -> Vec<(&'static str, Make, Value, Value)> {
    let google: Make = |base| Box::new(Google::new(base, key(), "cx".into()).unwrap());
    let brave: Make = |base| Box::new(Brave::new(base, key()).unwrap());
    let tavily: Make = |base| Box::new(Tavily::new(base, key()).unwrap());
    let searxng: Make = |base| Box::new(SearXng::new(base).unwrap());
    let duckduckgo: Make = |base| Box::new(DuckDuckGo::new(base).unwrap());
    let wikipedia: Make = |base| Box::new(Wikipedia::new(base).unwrap());
    let row = json!({"title": "A <b>title</b>", "url": "https://example.org/a", "content": "Tom &amp; co", "description": "Tom &amp; co"});
    vec![
        (
            "google",
            google,
            json!({"items": [{"title": "A title", "link": "https://example.org/a", "snippet": "Tom & co"}]}),
            json!({"searchInformation": {"totalResults": "0"}}),
        ),
        ("brave", brave, json!({"type": "search", "web": {"results": [row]}}), json!({"type": "search"})),
        ("tavily", tavily, json!({"results": [row]}), json!({"results": []})),
        (
            "searxng",
            searxng,
            json!({"results": [row, {"title": "inside", "url": "http://10.0.0.1/"}]}),
            json!({"results": [], "unresponsive_engines": []}),
        ),
        (
            "duckduckgo",
            duckduckgo,
            json!({"RelatedTopics": [{"Topics": [{"Text": "A title - Tom & co", "FirstURL": "https://example.org/a"}]}]}),
            json!({"RelatedTopics": []}),
        ),
        (
            "wikipedia",
            wikipedia,
            json!({"query": {"search": [{"title": "A title", "snippet": "Tom &amp; co"}]}}),
            json!({"query": {"search": []}}),
        ),
    ]
}

#[tokio::test]
async fn every_provider_tells_found_nothing_blocked_and_nonsense_apart() {
    for (name, make, found, nothing) in shapes() {
        let hits = make(world(200, found).await).ask("q", 5).await.unwrap();
        assert_eq!(hits.len(), 1, "{name}");
        assert_eq!(hits[0].title, "A title", "{name}");
        assert!(hits[0].snippet.ends_with("Tom & co"), "{name}: {hits:?}");
        let expected =
            if name == "wikipedia" { "https://en.wikipedia.org/wiki/A_title" } else { "https://example.org/a" };
        assert_eq!(hits[0].url, expected);
        assert_eq!(make(world(200, nothing).await).ask("q", 5).await.unwrap(), [], "{name}");
        let blocked = make(world(429, json!({})).await).ask("q", 5).await.unwrap_err();
        let rest = std::time::Duration::from_secs(7);
        assert!(
            matches!(blocked, ServiceError::Blocked { retry_after: Some(after), .. } if after == rest),
            "{name}: {blocked:?}"
        );
        let broken = make(world(500, json!({})).await).ask("q", 5).await.unwrap_err();
        assert!(matches!(broken, ServiceError::Unavailable { .. }), "{name}: {broken:?}");
        let nonsense = make(world(200, json!(["nonsense"])).await).ask("q", 5).await.unwrap_err();
        assert!(matches!(nonsense, ServiceError::Shape { .. }), "{name}: {nonsense:?}");
    }
}

#[tokio::test]
async fn searxng_with_dead_engines_is_blocked_not_empty() {
    let base = world(200, json!({"results": [], "unresponsive_engines": [["google", "CAPTCHA"]]})).await;
    let error = SearXng::new(base).unwrap().ask("q", 5).await.unwrap_err();
    assert!(matches!(error, ServiceError::Blocked { status: 200, .. }));
}

/// A provider that fails so often, then finds nothing.
struct Flaky(&'static str, AtomicUsize, Arc<AtomicUsize>);

impl Provider for Flaky {
    fn name(&self) -> &'static str {
        self.0
    }

    fn ask<'a>(&'a self, _: &'a str, _: usize) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        self.2.fetch_add(1, Ordering::SeqCst);
        let fails = self.1.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        let error = ServiceError::Blocked { service: self.0, status: 429, retry_after: None };
        Box::pin(std::future::ready(if fails { Err(error) } else { Ok(Vec::new()) }))
    }
}

#[tokio::test]
async fn who_turned_us_away_rests_and_is_then_asked_again() {
    let asked = Arc::new(AtomicUsize::new(0));
    let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
    let chain = Chain::new(vec![Box::new(Flaky("flaky", AtomicUsize::new(1), Arc::clone(&asked)))], clock.clone());
    assert!(chain.search("q", 5).await.is_err());
    assert!(chain.search("q", 5).await.is_err());
    assert_eq!(asked.load(Ordering::SeqCst), 1, "not asked while it rests");
    clock.advance(std::time::Duration::from_secs(61));
    let found = chain.search("q", 5).await.unwrap();
    assert_eq!((found.hits.len(), found.provider.as_str()), (0, "flaky"));
    assert!(Chain::new(Vec::new(), clock).search("q", 5).await.is_err());
}
