//! The policy of rendering, proven with a server that records the answers to a page's requests.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::fake_server::{FakeBrowser, FakePage};
use super::*;
use crate::{FetchConfig, content_hash};
use coordination::SharedCoolDowns;

pub(super) const APP: &str = "https://app.example.org/";

/// Everything that the web was asked for, with its headers.
pub(super) type Log = Arc<Mutex<Vec<String>>>;

/// A web behind a gateway.
async fn site(State(log): State<Log>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let names = request.headers().iter().map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()));
    log.lock().unwrap().push(format!("{path} {}", names.collect::<Vec<_>>().join("; ")));
    match path.as_str() {
        "/web/app.example.org/robots.txt" => "user-agent: *\ndisallow: /private".into_response(),
        "/web/app.example.org/app.js" => ([(header::CONTENT_TYPE, "text/javascript")], "run()").into_response(),
        "/web/app.example.org/data" => {
            let headers = [(header::CONTENT_TYPE, "application/json"), (header::SET_COOKIE, "id=1")];
            (headers, "{\"rate\": 3.25}").into_response()
        }
        "/web/app.example.org/next" => ([(header::CONTENT_TYPE, "text/html")], "<p>next</p>").into_response(),
        "/web/app.example.org/file" => ([(header::CONTENT_TYPE, "application/zip")], "PK").into_response(),
        "/web/app.example.org/inside" => Redirect::temporary("http://169.254.169.254/latest/").into_response(),
        "/web/app.example.org/big" => "x".repeat(5000).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Starts the web of [`site`] and returns a fetcher of it and its log.
async fn small_web() -> (Fetcher, Log) {
    let log = Log::default();
    (web_of(Router::new().fallback(site).with_state(Arc::clone(&log))).await, log)
}

/// Starts a web behind a gateway and returns a fetcher of it.
pub(super) async fn web_of(app: Router) -> Fetcher {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gateway = Url::parse(&format!("http://{}/web", listener.local_addr().unwrap())).unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
    let config = FetchConfig { gateway: Some(gateway), max_bytes: 4000, rendered: true, ..FetchConfig::default() };
    Fetcher::new(config, Arc::new(SharedCoolDowns::local(clock.clone())), clock).unwrap()
}

pub(super) fn shell(html: &str) -> Page {
    let body = html.as_bytes().to_vec();
    Page { url: Url::parse(APP).unwrap(), content_type: "text/html".to_owned(), hash: content_hash(&body), body }
}

fn quick(url: &Url) -> BrowserConfig {
    BrowserConfig { settle: Duration::from_millis(30), ..BrowserConfig::at(url.clone()) }
}

/// Renders a page that makes these requests after its own.
async fn rendered(requests: &[(&'static str, &'static str, &str)]) -> (FakeBrowser, Page, Vec<String>) {
    let own = [("Document", "GET", APP)];
    let requests = own.iter().chain(requests).map(|(kind, method, url)| (*kind, *method, (*url).to_owned()));
    let page = FakePage { requests: requests.collect(), html: "<p>made</p>".to_owned(), ..FakePage::default() };
    let (server, (fetcher, log)) = (FakeBrowser::start(page).await, small_web().await);
    let browser = Browser::new(quick(&server.url), &fetcher).unwrap();
    let page = browser.render(&shell("<script src=/app.js></script>")).await.unwrap();
    let log = log.lock().unwrap().clone();
    (server, page, log)
}

#[tokio::test]
async fn the_page_gets_its_scripts_and_data_from_our_fetcher_and_is_returned_as_they_made_it() {
    let requests = [
        ("Script", "GET", "https://app.example.org/app.js"),
        ("Fetch", "GET", "https://app.example.org/data"),
        ("XHR", "GET", "https://app.example.org/none"),
        ("Stylesheet", "GET", "https://app.example.org/app.css"),
        ("Script", "GET", "data:text/javascript,1"),
        ("XHR", "OPTIONS", "https://api.example.net/data"),
    ];
    let (server, page, log) = rendered(&requests).await;
    assert_eq!((page.body.as_slice(), page.url.as_str()), (b"<p>made</p>".as_slice(), APP));
    assert_eq!(page.hash, content_hash(b"<p>made</p>"));
    let answers: Vec<String> = server.answers().into_values().collect();
    assert_eq!(answers, ["200", "200", "200", "404", "200", "continued", "204"]);
    let data = server.told("Fetch.fulfillRequest").into_iter().find(|told| told["requestId"] == "2").unwrap();
    assert_eq!(data["body"], "eyJyYXRlIjogMy4yNX0=");
    assert!(!data.to_string().contains("cookie"), "{data}");
    // The page itself was here already, and nothing that the page wrote is in a request.
    assert!(log.iter().all(|line| !line.starts_with("/web/app.example.org/ ")), "{log:?}");
    assert!(log.iter().all(|line| !line.contains("secret") && !line.contains("a=b")), "{log:?}");
}

#[tokio::test]
async fn nothing_but_public_pages_by_get_is_reached_whatever_the_page_asks_for() {
    let requests = [
        ("Fetch", "GET", "http://169.254.169.254/latest/meta-data/"),
        ("Script", "GET", "http://127.0.0.1/x.js"),
        ("XHR", "GET", "http://[::1]/"),
        ("Fetch", "GET", "http://localhost/"),
        ("Fetch", "GET", "http://postgres.default.svc/"),
        ("Fetch", "GET", "https://app.example.org:6379/"),
        ("Fetch", "GET", "https://user:pass@app.example.org/data"),
        ("Fetch", "GET", "file:///etc/passwd"),
        ("Script", "GET", "chrome://version"),
        ("WebSocket", "GET", "wss://app.example.org/socket"),
        ("Fetch", "POST", "https://app.example.org/data"),
        ("Ping", "POST", "https://app.example.org/data"),
        ("Image", "GET", "https://app.example.org/data"),
        ("EventSource", "GET", "https://app.example.org/data"),
        ("stream:XHR", "GET", "https://app.example.org/data"),
        ("frame:Document", "GET", "https://app.example.org/next"),
        ("Fetch", "GET", "https://app.example.org/private"),
        ("Fetch", "GET", "https://app.example.org/inside"),
        ("Fetch", "GET", "https://app.example.org/big"),
    ];
    let (server, _, log) = rendered(&requests).await;
    let answers = server.answers();
    for (place, request) in requests.iter().enumerate() {
        assert_eq!(answers[&(place + 1)], "refused", "{request:?}");
    }
    let reached: Vec<&str> = log.iter().map(|line| line.split(' ').next().unwrap()).collect();
    let allowed = ["robots.txt", "inside", "big"].map(|path| format!("/web/app.example.org/{path}"));
    assert!(reached.iter().all(|path| allowed.iter().any(|allowed| allowed == path)), "{reached:?}");
}

#[tokio::test]
async fn a_navigation_is_fetched_by_the_same_rules_and_a_refused_one_leaves_the_page() {
    let (server, page, _) = rendered(&[("Document", "GET", "https://app.example.org/next")]).await;
    assert_eq!((server.answers()[&1].as_str(), page.url.path()), ("200", "/next"));
    let refused = [
        ("Document", "GET", "http://169.254.169.254/"),
        ("Document", "GET", "file:///etc/passwd"),
        ("Document", "POST", "https://app.example.org/next"),
        ("Document", "GET", "https://app.example.org/file"),
        ("Document", "GET", "https://app.example.org/private"),
    ];
    for request in refused {
        let (server, page, _) = rendered(&[request]).await;
        assert_eq!((server.answers()[&1].as_str(), page.url.as_str()), ("204", APP), "{request:?}");
    }
}

#[tokio::test]
async fn every_rendering_has_a_context_without_network_downloads_and_workers() {
    let (server, _, _) = rendered(&[]).await;
    let context = &server.told("Target.createBrowserContext")[0];
    assert_eq!(context["disposeOnDetach"], true);
    assert_eq!(
        (&context["proxyServer"], &context["proxyBypassList"]),
        (&"http://127.0.0.1:1".into(), &"<-loopback>".into())
    );
    assert_eq!(server.told("Browser.setDownloadBehavior")[0]["behavior"], "deny");
    assert_eq!(server.told("Target.setAutoAttach")[0]["waitForDebuggerOnStart"], true);
    assert_eq!(server.told("Fetch.enable")[0]["patterns"][0]["urlPattern"], "*");
}

#[tokio::test]
async fn the_requests_of_a_page_have_a_maximum() {
    let requests = (0..20).map(|n| ("Script", "GET", format!("https://app.example.org/app.js?{n}"))).collect();
    let server = FakeBrowser::start(FakePage { requests, ..FakePage::default() }).await;
    let (fetcher, _) = small_web().await;
    let browser = Browser::new(BrowserConfig { requests: 5, ..quick(&server.url) }, &fetcher).unwrap();
    browser.render(&shell("")).await.unwrap();
    let answers = server.answers();
    assert_eq!(answers.values().filter(|answer| *answer == "200").count(), 5);
    assert_eq!(answers.values().filter(|answer| *answer == "refused").count(), 15);
}

#[tokio::test]
async fn a_page_that_never_answers_and_one_that_is_too_large_are_errors() {
    let (fetcher, _) = small_web().await;
    let hangs = FakeBrowser::start(FakePage { hangs: true, ..FakePage::default() }).await;
    let config = BrowserConfig { total: Duration::from_millis(200), ..quick(&hangs.url) };
    let error = Browser::new(config, &fetcher).unwrap().render(&shell("")).await.unwrap_err();
    assert!(matches!(error, RenderError::Timeout(_)), "{error:?}");
    let page =
        FakePage { html: "x".repeat(101), requests: vec![("Image", "GET", APP.to_owned())], ..FakePage::default() };
    let large = FakeBrowser::start(page).await;
    let config = BrowserConfig { max_bytes: 100, ..quick(&large.url) };
    let error = Browser::new(config, &fetcher).unwrap().render(&shell("")).await.unwrap_err();
    assert!(matches!(error, RenderError::TooLarge(100)), "{error:?}");
}

#[tokio::test]
async fn a_browser_that_is_away_is_unreachable() {
    let (fetcher, _) = small_web().await;
    let config = quick(&Url::parse("http://127.0.0.1:1/").unwrap());
    let error = Browser::new(config, &fetcher).unwrap().render(&shell("")).await.unwrap_err();
    assert!(matches!(error, RenderError::Unreachable(_)), "{error:?}");
}
