use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;

use super::*;
use crate::content_hash;
use crate::guard::Refusal;
use crate::wall::Wall;
use coordination::SharedCoolDowns;

/// Starts a small web behind a gateway.
async fn gateway() -> Url {
    let site = Router::new()
        .route("/page", get(|| async { ([(header::CONTENT_TYPE, "text/html")], "<p>hello</p>") }))
        .route("/moved", get(|| async { Redirect::permanent("https://www.example.org/page?x=1") }))
        .route("/inside", get(|| async { Redirect::temporary("http://169.254.169.254/latest/") }))
        .route("/loop", get(|| async { Redirect::temporary("/loop") }))
        .route("/big", get(|| async { "x".repeat(3000) }))
        .route("/paper", get(|| async { b"%PDF-1.7 ...".as_slice() }))
        .route("/image", get(|| async { ([(header::CONTENT_TYPE, "image/png")], "png").into_response() }))
        .route(
            "/odd",
            get(|| async { ([(header::CONTENT_ENCODING, "compress")], b"\x1f\x9d\x90\0".as_slice()).into_response() }),
        )
        .route("/status/{code}", get(|Path(code): Path<u16>| async move { StatusCode::from_u16(code).unwrap() }))
        .route("/tagged", get(tagged))
        .route("/never", get(|| async { std::future::pending::<&str>().await }));
    let app = Router::new()
        .nest("/web/example.org", site)
        .route("/web/closed.org/robots.txt", get(|| async { "user-agent: *\ndisallow: /secret" }))
        .route("/web/closed.org/secret", get(|| async { "secret" }))
        .route("/web/closed.org/open", get(|| async { Redirect::temporary("/secret?really") }))
        .route("/web/broken.org/robots.txt", get(|| async { StatusCode::INTERNAL_SERVER_ERROR }))
        .route("/web/broken.org/page", get(|| async { "page" }))
        .route("/web/www.example.org/page", get(|uri: axum::http::Uri| async move { format!("at {uri}") }));
    Url::parse(&format!("http://{}/web", serve(app).await)).unwrap()
}

/// A page with an entity tag and a date.
async fn tagged(headers: HeaderMap) -> impl IntoResponse {
    let fresh = [(header::ETAG, "\"v1\""), (header::CACHE_CONTROL, "max-age=60")];
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|tag| tag == "\"v1\"");
    if known { StatusCode::NOT_MODIFIED.into_response() } else { (fresh, "tagged").into_response() }
}

async fn serve(app: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    address
}

fn fetcher_of(config: FetchConfig) -> Fetcher {
    let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
    Fetcher::new(config, Arc::new(SharedCoolDowns::local(clock.clone())), clock).unwrap()
}

async fn fetcher() -> Fetcher {
    fetcher_of(FetchConfig { gateway: Some(gateway().await), max_bytes: 2000, ..FetchConfig::default() })
}

#[tokio::test]
async fn the_gateway_replaces_the_web() {
    let fetcher = fetcher().await;
    let page = fetcher.fetch("https://example.org/page").await.unwrap();
    assert_eq!(page.body, b"<p>hello</p>");
    assert_eq!(page.hash, content_hash(b"<p>hello</p>"));
    let moved = fetcher.fetch("http://example.org/moved").await.unwrap();
    assert_eq!(moved.url.as_str(), "https://www.example.org/page?x=1");
    assert_eq!(moved.body, b"at /web/www.example.org/page?x=1");
    assert!(fetcher.fetch("https://example.org/paper").await.unwrap().body.starts_with(b"%PDF-"));
}

#[tokio::test]
async fn every_limit_has_its_error() {
    let fetcher = fetcher().await;
    let error = async |path: &str| fetcher.fetch(&format!("http://example.org/{path}")).await.unwrap_err();
    assert!(matches!(error("inside").await, FetchError::Refused(Refusal::Address(_))));
    assert!(matches!(error("loop").await, FetchError::Redirects(5)));
    assert!(matches!(error("big").await, FetchError::TooLarge(2000)));
    assert!(matches!(error("image").await, FetchError::Kind(kind) if kind == "image/png"));
    assert!(matches!(error("odd").await, FetchError::Encoding(name) if name == "compress"));
    assert!(matches!(error("status/404").await, FetchError::Status(404)));
    assert!(matches!(fetcher.fetch("http://127.0.0.1/x").await, Err(FetchError::Refused(_))));
}

#[tokio::test]
async fn an_unchanged_page_is_not_sent_again() {
    let fetcher = fetcher().await;
    let url = "https://example.org/tagged";
    let Fetched::Page(page, known) = fetcher.fetch_if(url, &Validators::default()).await.unwrap() else { panic!() };
    assert_eq!((page.body.as_slice(), known.fresh_for), (b"tagged".as_slice(), Some(Duration::from_secs(60))));
    assert_eq!(fetcher.fetch_if(url, &known).await.unwrap(), Fetched::Unchanged(known.clone()));
    let other = Validators { etag: Some("\"v0\"".to_owned()), ..known };
    assert!(matches!(fetcher.fetch_if(url, &other).await.unwrap(), Fetched::Page(..)));
}

#[tokio::test]
async fn robots_txt_is_obeyed_at_every_hop() {
    let gateway = gateway().await;
    let config = FetchConfig { gateway: Some(gateway), ..FetchConfig::default() };
    let fetcher = fetcher_of(config.clone());
    for url in ["https://closed.org/secret", "https://closed.org/open", "https://broken.org/page"] {
        assert!(matches!(fetcher.fetch(url).await, Err(FetchError::Robots(_))), "{url}");
    }
    assert!(!fetcher.robots("https://closed.org/").await.unwrap().allows("/secret"));
    let rude = fetcher_of(FetchConfig { robots: false, ..config });
    assert_eq!(rude.fetch("https://closed.org/open").await.unwrap().body, b"secret");
    assert_eq!(rude.fetch("https://broken.org/page").await.unwrap().body, b"page");
}

#[tokio::test]
async fn a_server_in_cool_down_is_not_requested_again() {
    let hits = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&hits);
    let busy = move || {
        counter.fetch_add(1, Ordering::SeqCst);
        async { (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "60")]) }
    };
    let address = serve(Router::new().route("/example.org/x", get(busy))).await;
    let fetcher =
        fetcher_of(FetchConfig { gateway: Url::parse(&format!("http://{address}/")).ok(), ..FetchConfig::default() });
    assert!(matches!(fetcher.fetch("http://example.org/x").await, Err(FetchError::Status(429))));
    let error = fetcher.fetch("http://example.org/x").await.unwrap_err();
    assert!(
        matches!(error, FetchError::Cooling(host, left) if host == "example.org" && left == Duration::from_secs(60))
    );
    assert_eq!(hits.load(Ordering::SeqCst), 1);
}

/// Starts sites with habits of real servers.
async fn habits() -> Fetcher {
    let with_cookie = |headers: &HeaderMap, cookie: &str| {
        headers.get(header::COOKIE).is_some_and(|value| value.to_str().is_ok_and(|sent| sent.contains(cookie)))
    };
    let redirect = |to: &[u8], cookie: &str| {
        let location = header::HeaderValue::from_bytes(to).unwrap();
        let mut response = StatusCode::FOUND.into_response();
        response.headers_mut().insert(header::LOCATION, location);
        if !cookie.is_empty() {
            response.headers_mut().insert(header::SET_COOKIE, cookie.parse().unwrap());
        }
        response
    };
    let itself = move |headers: HeaderMap| async move {
        if with_cookie(&headers, "seen=1") {
            "the page".into_response()
        } else {
            redirect(b"/itself", "seen=1; Path=/")
        }
    };
    let outside = move |headers: HeaderMap| async move { format!("cookies: {}", headers.contains_key(header::COOKIE)) };
    let rules = |end: &str, filler: usize| {
        let filler: String = (0..filler).map(|n| format!("Disallow: /archive/{n}/{end}")).collect();
        format!("User-agent: *{end}Disallow: /private/{end}{filler}Disallow: /last/{end}")
    };
    let (old, wide) = (rules("\r", 0), rules("\n", 40_000));
    let page = || async { "the page" };
    let app = Router::new()
        .route("/loop.org/itself", get(itself))
        .route(
            "/loop.org/away",
            get(move || async move { redirect(b"http://other.org/page", "a=1; Path=/; Domain=loop.org") }),
        )
        .route("/loop.org/nowhere", get(|| async { StatusCode::FOUND }))
        .route("/other.org/page", get(outside))
        .route("/kaj.org/utf8", get(move || async move { redirect("/nyhet/h\u{f6}js?q=\u{e9}".as_bytes(), "") }))
        .route("/kaj.org/latin1", get(move || async move { redirect(b"/nyhet/h\xf6js", "") }))
        .route("/kaj.org/nyhet/{name}", get(|uri: axum::http::Uri| async move { uri.to_string() }))
        .route(
            "/moved.org/old",
            get(|| async { axum::response::Html("<meta http-equiv=refresh content='0;url=/new'>") }),
        )
        .route(
            "/moved.org/inside",
            get(|| async { ([("refresh", "0;url=http://10.0.0.1/")], axum::response::Html("here")) }),
        )
        .route("/moved.org/new", get(page))
        .route("/old.org/robots.txt", get(move || async move { old }))
        .route("/wide.org/robots.txt", get(move || async move { wide }))
        .route("/none.org/page", get(|| async { ([(header::CONTENT_ENCODING, "none")], "the page") }))
        .route("/{host}/private/x", get(page))
        .route("/{host}/archive/9000/x", get(page))
        .route("/{host}/news", get(page));
    let gateway = Url::parse(&format!("http://{}/", serve(app).await)).ok();
    fetcher_of(FetchConfig { gateway, ..FetchConfig::default() })
}

#[tokio::test]
async fn a_cookie_returns_within_its_fetch_and_site_only() {
    let fetcher = habits().await;
    for _ in 0..2 {
        assert_eq!(fetcher.fetch("https://loop.org/itself").await.unwrap().body, b"the page");
        assert_eq!(fetcher.fetch("https://loop.org/away").await.unwrap().body, b"cookies: false");
        assert_eq!(fetcher.fetch("https://other.org/page").await.unwrap().body, b"cookies: false");
    }
}

#[tokio::test]
async fn locations_of_any_character_set_are_followed() {
    let fetcher = habits().await;
    let body = async |path: &str| fetcher.fetch(&format!("https://kaj.org/{path}")).await.unwrap().body;
    assert_eq!(body("utf8").await, b"/kaj.org/nyhet/h%C3%B6js?q=%C3%A9");
    assert_eq!(body("latin1").await, b"/kaj.org/nyhet/h%F6js");
    let moved = fetcher.fetch("https://moved.org/old").await.unwrap();
    assert_eq!((moved.url.as_str(), moved.body.as_slice()), ("https://moved.org/new", b"the page".as_slice()));
    assert_eq!(fetcher.fetch("https://moved.org/inside").await.unwrap().body, b"here", "no private address");
    let error = fetcher.fetch("https://loop.org/nowhere").await.unwrap_err();
    assert!(matches!(error, FetchError::Status(302)), "{error:?}");
}

#[tokio::test]
async fn a_long_or_old_robots_txt_forbids_what_it_names_and_nothing_else() {
    let fetcher = habits().await;
    for host in ["old.org", "wide.org"] {
        assert_eq!(fetcher.fetch(&format!("https://{host}/news")).await.unwrap().body, b"the page", "{host}");
        let error = fetcher.fetch(&format!("https://{host}/private/x")).await.unwrap_err();
        assert!(matches!(error, FetchError::Robots(_)), "{host}: {error:?}");
    }
    assert!(matches!(fetcher.fetch("https://wide.org/archive/9000/x").await, Err(FetchError::Robots(_))));
    assert_eq!(fetcher.fetch("https://none.org/page").await.unwrap().body, b"the page");
}

#[tokio::test]
async fn a_wall_is_no_page_and_is_not_requested_again_at_once() {
    let hits = Arc::new(AtomicUsize::new(0));
    let counted = |kind: &'static str, body: &'static str| {
        let hits = Arc::clone(&hits);
        get(move || {
            hits.fetch_add(1, Ordering::SeqCst);
            async move { ([(header::CONTENT_TYPE, kind)], body) }
        })
    };
    let challenge = "<title>Just a moment...</title><script>window._cf_chl_opt={}</script><p>Verify you are human.</p>";
    let login = "<title>Log in</title><form><input type=password></form>";
    let app = Router::new()
        .route("/blocked.org/a", counted("text/html", challenge))
        .route("/blocked.org/b", counted("text/html", "<p>fine</p>"))
        .route("/forum.org/a", counted("text/html", login))
        .route("/forum.org/b", counted("text/html", "<p>fine</p>"));
    let gateway = Url::parse(&format!("http://{}/", serve(app).await)).ok();
    let fetcher = fetcher_of(FetchConfig { gateway, ..FetchConfig::default() });
    let error = async |address: &str| fetcher.fetch(&format!("https://{address}")).await.unwrap_err();
    assert!(matches!(error("blocked.org/a").await, FetchError::Wall(Wall::Challenge, host) if host == "blocked.org"));
    assert!(matches!(error("blocked.org/a").await, FetchError::Cooling(..)));
    assert!(
        matches!(error("blocked.org/b").await, FetchError::Cooling(..)),
        "a challenge stands before the whole host"
    );
    assert!(matches!(error("forum.org/a").await, FetchError::Wall(Wall::Login, _)));
    assert!(matches!(error("forum.org/a").await, FetchError::Cooling(..)));
    assert_eq!(hits.load(Ordering::SeqCst), 2);
    assert_eq!(
        fetcher.fetch("https://forum.org/b").await.unwrap().body,
        b"<p>fine</p>",
        "a form stands before its page"
    );
}

#[tokio::test]
async fn a_server_that_never_answers_times_out() {
    let total = Duration::from_millis(50);
    let fetcher = fetcher_of(FetchConfig { gateway: Some(gateway().await), total, ..FetchConfig::default() });
    let error = fetcher.fetch("http://example.org/never").await.unwrap_err();
    assert!(matches!(error, FetchError::Timeout(_)), "{error:?}");
}
