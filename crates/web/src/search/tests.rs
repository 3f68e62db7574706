//! One wire test for all providers: the documented reply, an empty result, every documented refusal, and invalid
//! answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use secrecy::SecretString;
use serde_json::{Value, json};
use url::Url;

use super::*;
use crate::route::Route;

/// Starts a server with a fixed answer.
async fn world(status: u16, body: impl Into<String>) -> Url {
    let body = body.into();
    serve(Router::new().fallback(move || {
        let answer = (StatusCode::from_u16(status).unwrap(), [("retry-after", "7")], body.clone());
        async move { answer.into_response() }
    }))
    .await
}

async fn serve(app: Router) -> Url {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/base/", listener.local_addr().unwrap())).unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    url
}

type Make = fn(Url) -> Box<dyn Provider>;

/// The documented answers of a provider.
struct Shape {
    name: &'static str,
    make: Make,
    /// A reply with one result, `https://example.org/a`.
    found: String,
    /// A reply with an explicitly empty list of results.
    nothing: String,
    /// Refusals specific to the provider, with their status.
    refusals: Vec<(u16, String)>,
}

fn key() -> SecretString {
    SecretString::from("k".to_owned())
}

fn shape(name: &'static str, make: Make, (found, nothing): (Value, Value)) -> Shape {
    Shape { name, make, found: found.to_string(), nothing: nothing.to_string(), refusals: Vec::new() }
}

fn shapes() -> Vec<Shape> {
    let row = json!({"title": "A <b>title</b>", "url": "https://example.org/a", "content": "Tom &amp; co", "description": "Tom &amp; co"});
    let google = json!({
        "kind": "customsearch#search", "searchInformation": {"totalResults": "1"},
        "items": [{"title": "A title", "link": "https://example.org/a", "snippet": "Tom & co"}],
    });
    let google_nothing = json!({"kind": "customsearch#search", "searchInformation": {"totalResults": "0"}});
    let brave = json!({"type": "search", "web": {"type": "search", "results": [row]}});
    let searxng = json!({"results": [row, {"title": "inside", "url": "http://10.0.0.1/"}]});
    let topics =
        json!({"RelatedTopics": [{"Topics": [{"Text": "A title - Tom & co", "FirstURL": "https://example.org/a"}]}]});
    let wikipedia = json!({"query": {"search": [{"title": "A title", "snippet": "Tom &amp; co"}]}});
    vec![
        Shape {
            refusals: google_refusals(),
            ..shape(
                "google",
                |b| Box::new(Google::new(b, key(), "cx".into(), &Route::Direct).unwrap()),
                (google, google_nothing),
            )
        },
        Shape {
            refusals: brave_refusals(),
            ..shape(
                "brave",
                |b| Box::new(Brave::new(b, key(), &Route::Direct).unwrap()),
                (brave, json!({"type": "search"})),
            )
        },
        Shape {
            refusals: tavily_refusals(),
            ..shape(
                "tavily",
                |b| Box::new(Tavily::new(b, key(), &Route::Direct).unwrap()),
                (json!({"results": [row]}), json!({"results": []})),
            )
        },
        shape(
            "exa",
            |b| Box::new(Exa::new(b, key(), &Route::Direct).unwrap()),
            (
                json!({"results": [{"title": "A title", "url": "https://example.org/a", "highlights": ["Tom & co"]}]}),
                json!({"results": []}),
            ),
        ),
        shape(
            "serper",
            |b| Box::new(Serper::new(b, key(), &Route::Direct).unwrap()),
            (
                json!({"organic": [{"title": "A title", "link": "https://example.org/a", "snippet": "Tom & co"}]}),
                json!({"organic": []}),
            ),
        ),
        shape(
            "perplexity",
            |b| Box::new(Perplexity::new(b, key(), &Route::Direct).unwrap()),
            (
                json!({"results": [{"title": "A title", "url": "https://example.org/a", "snippet": "Tom & co"}]}),
                json!({"results": []}),
            ),
        ),
        shape(
            "semantic-scholar",
            |b| Box::new(SemanticScholar::new(b, None, &Route::Direct).unwrap()),
            (
                json!({"total": 1, "data": [{"title": "A title", "url": "https://example.org/a", "abstract": "Tom & co"}]}),
                json!({"total": 0}),
            ),
        ),
        arxiv_feed(),
        shape(
            "searxng",
            |b| Box::new(SearXng::new(b, &Route::Direct).unwrap()),
            (searxng, json!({"results": [], "unresponsive_engines": []})),
        ),
        shape(
            "duckduckgo",
            |b| Box::new(DuckDuckGo::new(b, &Route::Direct).unwrap()),
            (topics, json!({"RelatedTopics": []})),
        ),
        shape(
            "wikipedia",
            |b| Box::new(Wikipedia::new(b, &Route::Direct).unwrap()),
            (wikipedia, json!({"query": {"search": []}})),
        ),
        duckduckgo_page(),
    ]
}

fn arxiv_feed() -> Shape {
    let entry = "<entry>\n<id>http://example.org/a</id><published>2026-10-01T00:00:00Z</published><title>A title</title>\
                 <summary>\n Tom &amp; co\n</summary></entry>";
    let feed = |inside: &str| {
        format!("<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\"><id>x</id>{inside}</feed>")
    };
    Shape {
        name: "arxiv",
        make: |base| Box::new(Arxiv::new(base, &Route::Direct).unwrap()),
        found: feed(entry),
        nothing: feed(""),
        refusals: Vec::new(),
    }
}

fn google_refusals() -> Vec<(u16, String)> {
    let error = |code: u16, message: &str, status: &str, reason: &str| {
        let errors = json!([{"message": message, "domain": "global", "reason": reason}]);
        (code, json!({"error": {"code": code, "message": message, "status": status, "errors": errors}}).to_string())
    };
    vec![
        error(400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT", "badRequest"),
        error(
            403,
            "Custom Search API has not been used in project 1 before",
            "PERMISSION_DENIED",
            "accessNotConfigured",
        ),
        error(429, "Quota exceeded for quota metric 'Queries'", "RESOURCE_EXHAUSTED", "rateLimitExceeded"),
    ]
}

fn brave_refusals() -> Vec<(u16, String)> {
    let error = |status: u16, code: &str| {
        (status, json!({"type": "ErrorResponse", "error": {"id": "x", "status": status, "code": code, "detail": "d"}, "time": 1}).to_string())
    };
    vec![error(422, "SUBSCRIPTION_TOKEN_INVALID"), error(429, "RATE_LIMITED"), error(402, "QUOTA_LIMITED")]
}

fn tavily_refusals() -> Vec<(u16, String)> {
    let error = |status: u16, words: &str| (status, json!({"detail": {"error": words}}).to_string());
    vec![
        error(401, "Unauthorized: missing or invalid API key."),
        error(432, "This request exceeds your plan's set usage limit."),
        error(433, "pay-as-you-go limit"),
    ]
}

fn duckduckgo_page() -> Shape {
    let result = |class: &str, href: &str| {
        format!(
            "<div class=\"result results_links {class}\"><h2 class=\"result__title\"><a rel=\"nofollow\" class=\"result__a\" href=\"{href}\">A <b>title</b></a></h2>\
             <a class=\"result__url\" href=\"{href}\">example.org</a><a class=\"result__snippet\" href=\"{href}\">Tom &amp; <b>co</b></a></div>"
        )
    };
    let page = |inside: &str| {
        format!(
            "<!DOCTYPE html><html><head><title>q at DuckDuckGo</title></head><body><div id=\"links\">{inside}</div></body></html>"
        )
    };
    let real = result("web-result", "//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2Fa&amp;rut=abc");
    let ad = result("result--ad", "https://duckduckgo.com/y.js?ad_domain=x.example&amp;ad_provider=y");
    let inside = result("web-result", "//duckduckgo.com/l/?uddg=http%3A%2F%2F169.254.169.254%2F");
    let challenge = "<html><body><div class=\"anomaly-modal__title\">Unfortunately, bots use DuckDuckGo too.</div><form id=\"challenge-form\"></form></body></html>";
    Shape {
        name: "duckduckgo-html",
        make: |base| Box::new(DuckDuckGoPage::new(base, &Route::Direct).unwrap()),
        found: page(&format!("{ad}{inside}{real}")),
        nothing: page("<div class=\"no-results\">No results found for <b>q</b></div>"),
        refusals: vec![
            (202, challenge.to_owned()),
            (200, challenge.to_owned()),
            (403, "If this error persists, please let us know: error-lite@duckduckgo.com".to_owned()),
        ],
    }
}

#[tokio::test]
async fn results_and_empty_results_are_read() {
    for Shape { name, make, found, nothing, .. } in shapes() {
        let hits = make(world(200, found).await).ask(&WebQuery::new("q", 5)).await.unwrap();
        assert_eq!(hits.len(), 1, "{name}: {hits:?}");
        assert_eq!(hits[0].title, "A title", "{name}");
        assert!(hits[0].snippet.ends_with("Tom & co"), "{name}: {hits:?}");
        let expected =
            if name == "wikipedia" { "https://en.wikipedia.org/wiki/A_title" } else { "https://example.org/a" };
        assert_eq!(hits[0].url, expected);
        assert_eq!(make(world(200, nothing).await).ask(&WebQuery::new("q", 5)).await.unwrap(), [], "{name}");
    }
}

#[tokio::test]
async fn a_byte_order_mark_and_a_sign_of_comparison_are_no_faults() {
    let body = r#"{"organic": [{"title": "<b>Prices</b> &amp; wages", "link": "https://example.org/", "snippet": "Growth < 2 % and > 1 % <br/>in 2026, a<b"}]}"#;
    let url = world(200, format!("\u{feff}{body}")).await;
    let serper = Serper::new(url, "key".to_owned().into(), &Route::Direct).unwrap();
    let hits = serper.ask(&WebQuery::new("q", 5)).await.unwrap();
    assert_eq!(
        (hits[0].title.as_str(), hits[0].snippet.as_str()),
        ("Prices & wages", "Growth < 2 % and > 1 % in 2026, a<b")
    );
}

#[tokio::test]
async fn a_refusal_is_never_an_empty_result() {
    let challenge = "<!DOCTYPE html><html><title>Just a moment...</title><div id=cf-chl-widget></div></html>";
    for Shape { name, make, refusals, .. } in shapes() {
        let common = [
            (429, "{}".to_owned()),
            (429, "<html>slow down</html>".to_owned()),
            (403, String::new()),
            (401, "{}".to_owned()),
            (200, challenge.to_owned()),
        ];
        for (status, body) in common.into_iter().chain(refusals) {
            let error = make(world(status, body.clone()).await).ask(&WebQuery::new("q", 5)).await.unwrap_err();
            let blocked = matches!(error, ServiceError::Blocked { .. });
            assert!(blocked, "{name}, {status} {body}: {error:?}");
            if let ServiceError::Blocked { status: 429, retry_after, .. } = error {
                assert_eq!(retry_after, Some(Duration::from_secs(7)), "{name}");
            }
        }
    }
}

#[tokio::test]
async fn an_invalid_answer_is_an_error_of_its_kind() {
    for Shape { name, make, found, .. } in shapes() {
        let error = async |status: u16, body: &str| {
            make(world(status, body).await).ask(&WebQuery::new("q", 5)).await.unwrap_err()
        };
        for status in [500, 502, 503, 504] {
            let away = error(status, "{}").await;
            assert!(matches!(away, ServiceError::Unavailable { .. }), "{name}, {status}: {away:?}");
        }
        let empty = error(200, "").await;
        assert!(matches!(empty, ServiceError::Empty { .. }), "{name}: {empty:?}");
        if name == "duckduckgo-html" {
            let page = error(200, "<html><body>Welcome</body></html>").await;
            assert!(matches!(page, ServiceError::Empty { .. }), "{page:?}");
            continue;
        }
        for nonsense in [
            &found[..found.len() / 2],
            "<html><body>Welcome</body></html>",
            "[\"nonsense\"]",
            "null",
            "{\"surprise\": 1}",
        ] {
            let shape = error(200, nonsense).await;
            assert!(matches!(shape, ServiceError::Shape { .. }), "{name}, {nonsense}: {shape:?}");
        }
        let gone = error(404, "{}").await;
        assert!(matches!(gone, ServiceError::Shape { .. }), "{name}: {gone:?}");
        let refused = error(400, "{\"error\": {\"message\": \"q is missing\"}}").await;
        assert!(refused.to_string().contains("q is missing"), "{name}: {refused}");
    }
}

#[tokio::test]
async fn an_empty_page_differs_from_an_empty_result() {
    let dead = json!({"results": [], "unresponsive_engines": [["google", "CAPTCHA"]]});
    let error = SearXng::new(world(200, dead.to_string()).await, &Route::Direct)
        .unwrap()
        .ask(&WebQuery::new("q", 5))
        .await
        .unwrap_err();
    assert!(matches!(error, ServiceError::Blocked { status: 200, .. }));
    let hidden = json!({"searchInformation": {"totalResults": "1230"}});
    let google = Google::new(world(200, hidden.to_string()).await, key(), "cx".to_owned(), &Route::Direct).unwrap();
    assert!(matches!(google.ask(&WebQuery::new("q", 5)).await, Err(ServiceError::Empty { .. })));
}

#[tokio::test]
async fn a_missing_or_disconnecting_server_is_unavailable() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hangs_up = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
    tokio::spawn(async move { while listener.accept().await.is_ok() {} });
    let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let nobody = Url::parse(&format!("http://{free}/")).unwrap();
    for Shape { name, make, .. } in shapes() {
        for base in [&hangs_up, &nobody] {
            let error = make(base.clone()).ask(&WebQuery::new("q", 5)).await.unwrap_err();
            assert!(matches!(error, ServiceError::Unavailable { .. }), "{name}: {error:?}");
        }
    }
}

/// A provider that fails a number of times, then finds nothing.
struct Flaky(&'static str, AtomicUsize, Arc<AtomicUsize>);

impl Provider for Flaky {
    fn name(&self) -> &str {
        self.0
    }

    fn ask<'a>(&'a self, _: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        self.2.fetch_add(1, Ordering::SeqCst);
        let fails = self.1.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
        let error = ServiceError::Blocked { service: self.0, status: 429, retry_after: None };
        Box::pin(std::future::ready(if fails { Err(error) } else { Ok(Vec::new()) }))
    }
}

#[tokio::test]
async fn a_provider_that_refuses_is_in_cool_down_for_all_and_is_then_called_again() {
    let asked = Arc::new(AtomicUsize::new(0));
    let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
    let cool_downs: Arc<dyn domain::port::CoolDowns> = Arc::new(coordination::SharedCoolDowns::local(clock.clone()));
    let chain = |fails| {
        Chain::new(vec![Box::new(Flaky("flaky", AtomicUsize::new(fails), Arc::clone(&asked)))], Arc::clone(&cool_downs))
    };
    let (one, two) = (chain(1), chain(0));
    assert!(one.search(&WebQuery::new("q", 5)).await.is_err());
    assert!(one.search(&WebQuery::new("q", 5)).await.is_err());
    assert!(two.search(&WebQuery::new("q", 5)).await.is_err(), "another replica with the same book");
    assert_eq!(asked.load(Ordering::SeqCst), 1, "not called during its cool-down");
    clock.advance(Duration::from_secs(61));
    let found = two.search(&WebQuery::new("q", 5)).await.unwrap();
    assert_eq!((found.hits.len(), found.provider.as_str()), (0, "flaky"));
    assert!(Chain::new(Vec::new(), cool_downs).search(&WebQuery::new("q", 5)).await.is_err());
}

#[tokio::test]
async fn a_folder_is_the_last_provider_and_needs_no_network() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("notes.example.org")).unwrap();
    std::fs::write(folder.path().join("notes.example.org/mint.md"), "# The mint\nIt was frozen in May.").unwrap();
    let corpus = LocalCorpus::open(folder.path()).unwrap();
    let hits = corpus.ask(&WebQuery::new("frozen mint", 5)).await.unwrap();
    assert_eq!((hits[0].title.as_str(), hits[0].url.as_str()), ("The mint", "https://notes.example.org/mint.md"));
    assert!(hits[0].snippet.contains("frozen in May"), "{hits:?}");
    assert_eq!(corpus.ask(&WebQuery::new("zebra", 5)).await.unwrap(), []);
    let page = corpus.page(&Url::parse(&hits[0].url).unwrap()).await.unwrap();
    assert_eq!(page.content_type, "text/markdown; charset=utf-8");
    assert!(corpus.page(&Url::parse("https://other.org/").unwrap()).await.is_none());
}
