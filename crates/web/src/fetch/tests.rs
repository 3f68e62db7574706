use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use futures::future::BoxFuture;

use super::*;
use crate::resolve::Names;

/// A little web behind a gateway.
async fn gateway() -> Url {
    let app = Router::new()
        .route("/web/example.org/page", get(|| async { ([(header::CONTENT_TYPE, "text/html")], "<p>hello</p>") }))
        .route("/web/example.org/moved", get(|| async { Redirect::permanent("https://www.example.org/page?x=1") }))
        .route("/web/www.example.org/page", get(|uri: axum::http::Uri| async move { format!("at {uri}") }))
        .route("/web/example.org/inside", get(|| async { Redirect::temporary("http://169.254.169.254/latest/") }))
        .route("/web/example.org/loop", get(|| async { Redirect::temporary("/loop") }))
        .route("/web/example.org/big", get(|| async { "x".repeat(3000) }))
        .route("/web/example.org/paper", get(|| async { b"%PDF-1.7 ...".as_slice() }))
        .route(
            "/web/example.org/image",
            get(|| async { ([(header::CONTENT_TYPE, "image/png")], "png").into_response() }),
        )
        .route(
            "/web/example.org/status/{code}",
            get(|Path(code): Path<u16>| async move { axum::http::StatusCode::from_u16(code).unwrap() }),
        )
        .route("/web/example.org/never", get(|| async { std::future::pending::<&str>().await }));
    Url::parse(&format!("http://{}/web", serve(app).await)).unwrap()
}

async fn serve(app: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    address
}

async fn fetcher() -> Fetcher {
    let config = FetchConfig { gateway: Some(gateway().await), max_bytes: 2000, ..FetchConfig::default() };
    Fetcher::new(config).unwrap()
}

#[tokio::test]
async fn the_gateway_stands_in_for_the_web() {
    let fetcher = fetcher().await;
    let page = fetcher.fetch("https://example.org/page").await.unwrap();
    assert_eq!(page.body, b"<p>hello</p>");
    assert_eq!(page.hash, content_hash(b"<p>hello</p>"));
    let moved = fetcher.fetch("http://example.org/moved").await.unwrap();
    assert_eq!(moved.url.as_str(), "https://www.example.org/page?x=1");
    assert_eq!(moved.body, b"at /web/www.example.org/page?x=1");
}

#[tokio::test]
async fn every_limit_has_its_error() {
    let fetcher = fetcher().await;
    let error = async |path: &str| fetcher.fetch(&format!("http://example.org/{path}")).await.unwrap_err();
    assert!(matches!(error("inside").await, FetchError::Refused(Refusal::Address(_))));
    assert!(matches!(error("loop").await, FetchError::Redirects(5)));
    assert!(matches!(error("big").await, FetchError::TooLarge(2000)));
    assert!(matches!(error("paper").await, FetchError::Kind(kind) if kind == "application/pdf"));
    assert!(matches!(error("image").await, FetchError::Kind(kind) if kind == "image/png"));
    assert!(matches!(error("status/404").await, FetchError::Status(404)));
    assert!(matches!(fetcher.fetch("http://127.0.0.1/x").await, Err(FetchError::Refused(_))));
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up() {
    let total = Duration::from_millis(50);
    let config = FetchConfig { gateway: Some(gateway().await), total, ..FetchConfig::default() };
    let error = Fetcher::new(config).unwrap().fetch("http://example.org/never").await.unwrap_err();
    assert!(matches!(error, FetchError::Timeout(_)), "{error:?}");
}

/// Answers every name with one address, as an attacker's name server would.
struct Rebinding(SocketAddr);

impl Names for Rebinding {
    fn look_up(&self, _: String) -> BoxFuture<'static, std::io::Result<Vec<SocketAddr>>> {
        let address = self.0;
        Box::pin(async move { Ok(vec![address]) })
    }
}

#[tokio::test]
async fn a_name_that_points_inside_is_not_connected_to() {
    let hits = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&hits);
    let app = Router::new().fallback(move || {
        counter.fetch_add(1, Ordering::SeqCst);
        async { "inside" }
    });
    let address = serve(app).await;
    let config = FetchConfig::default();
    // The resolver's port 0 would be replaced by 80; here it names the listener, so that a hole would be a hit.
    let client = client::public_only(Rebinding(address), config.connect, config.total).unwrap();
    let fetcher = Fetcher { client, config };
    let error = fetcher.fetch("http://rebind.example.org/").await.unwrap_err();
    assert!(matches!(error, FetchError::Private(name) if name == "rebind.example.org"));
    assert_eq!(hits.load(Ordering::SeqCst), 0);
}
