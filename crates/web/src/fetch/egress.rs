//! All known ways to reach a private address, against a canary that listens on all addresses of this machine: it must
//! not receive a single connection. A server at 127.77.0.1 takes the place of the attacker's public one.

mod ways;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use futures::future::{BoxFuture, ready};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::client::Names;
use coordination::SharedCoolDowns;
use ways::ways;

const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 77, 0, 1));

/// Allows public addresses and the attacker's server.
fn reach(ip: IpAddr) -> bool {
    guard::is_public(ip) || ip == ATTACKER
}

/// Counts connections to any address of this machine at one port.
struct Canary {
    port: u16,
    hits: Arc<AtomicUsize>,
}

impl Canary {
    async fn start() -> Self {
        let hits = Arc::new(AtomicUsize::new(0));
        let four = TcpListener::bind("0.0.0.0:0").await.unwrap();
        let port = four.local_addr().unwrap().port();
        tokio::spawn(sing(four, Arc::clone(&hits)));
        // A machine without IPv6 cannot be reached over IPv6.
        if let Ok(six) = TcpListener::bind(("::1", port)).await {
            tokio::spawn(sing(six, Arc::clone(&hits)));
        }
        Self { port, hits }
    }

    fn hits(&self) -> usize {
        self.hits.load(Ordering::SeqCst)
    }
}

async fn sing(listener: TcpListener, hits: Arc<AtomicUsize>) {
    while let Ok((mut stream, _)) = listener.accept().await {
        hits.fetch_add(1, Ordering::SeqCst);
        let answer =
            b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret";
        // An answer before the request would be a broken connection instead of a page.
        let _ = stream.read(&mut [0; 4096]).await;
        let _ = stream.write_all(answer).await;
    }
}

/// A name server controlled by the attacker.
struct Hostile {
    canary: u16,
    attacker: SocketAddr,
    asked: AtomicUsize,
}

impl Hostile {
    fn answer(&self, name: &str) -> Vec<SocketAddr> {
        let inside = |ip: &str| SocketAddr::new(ip.parse().unwrap(), self.canary);
        match name {
            "attacker.example.com" => vec![self.attacker],
            // Public at the first look-up, private afterwards.
            "rebind.example.com" if self.asked.fetch_add(1, Ordering::SeqCst) == 0 => vec![self.attacker],
            "rebind.example.com" => vec![inside("127.0.0.1")],
            "mixed.example.com" => vec![inside("127.0.0.1"), inside("10.0.0.1")],
            name => match name.strip_suffix(".to.example.com").or(name.strip_suffix(".nip.io")) {
                Some(address) => vec![inside(&address.replace('-', ":"))],
                None => Vec::new(),
            },
        }
    }
}

impl Names for Hostile {
    fn look_up(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<SocketAddr>>> {
        Box::pin(ready(Ok(self.answer(&name))))
    }
}

struct Scene {
    canary: Canary,
    attacker: SocketAddr,
    served: Arc<AtomicUsize>,
}

impl Scene {
    async fn set() -> Self {
        let canary = Canary::start().await;
        let served = Arc::new(AtomicUsize::new(0));
        let app = Router::new()
            .route("/to/{code}/{index}", get(redirect))
            .route("/tricks", get(tricks))
            .with_state((Arc::clone(&served), canary.port));
        let listener = TcpListener::bind((ATTACKER, 0)).await.unwrap();
        let attacker = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { canary, attacker, served }
    }

    /// A fetcher that may use the canary's port, so that only the address policy protects the canary.
    fn fetcher(&self, reach: fn(IpAddr) -> bool) -> Fetcher {
        self.fetcher_without(reach, "")
    }

    /// As [`Self::fetcher`], and the networks of the list are denied.
    fn fetcher_without(&self, reach: fn(IpAddr) -> bool, denied: &str) -> Fetcher {
        let names = Hostile { canary: self.canary.port, attacker: self.attacker, asked: AtomicUsize::new(0) };
        let config = FetchConfig {
            ports: vec![80, 443, self.canary.port],
            host_delay: Duration::ZERO,
            total: Duration::from_secs(5),
            denied: denied.parse().unwrap(),
            ..FetchConfig::default()
        };
        let reach = Reach::new(reach, &config.denied);
        let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
        let timeouts = Timeouts { connect: config.connect, total: config.total };
        let client = client::pages(names, reach.clone(), timeouts).unwrap();
        let cool_downs = Arc::new(SharedCoolDowns::local(clock.clone()));
        Fetcher { reach, ..Fetcher::with_client(client, config, cool_downs, clock) }
    }
}

/// Redirects to the n-th address.
async fn redirect(
    State((served, canary)): State<(Arc<AtomicUsize>, u16)>,
    Path((code, index)): Path<(u16, usize)>,
) -> impl IntoResponse {
    served.fetch_add(1, Ordering::SeqCst);
    let location = ways(canary)[index].bytes().filter(u8::is_ascii_graphic).collect::<Vec<u8>>();
    let location = header::HeaderValue::from_bytes(&location).unwrap();
    (StatusCode::from_u16(code).unwrap(), [(header::LOCATION, location)])
}

/// A valid page whose headers refer to private addresses.
async fn tricks(State((served, canary)): State<(Arc<AtomicUsize>, u16)>) -> impl IntoResponse {
    served.fetch_add(1, Ordering::SeqCst);
    let mut headers = HeaderMap::new();
    let inside = format!("http://127.0.0.1:{canary}/");
    for (name, value) in [
        ("refresh", format!("0; url={inside}")),
        ("link", format!("<{inside}>; rel=preload")),
        ("alt-svc", format!("h2=\"127.0.0.1:{canary}\"; ma=600")),
        ("content-location", inside.clone()),
        ("content-type", "text/html".to_owned()),
    ] {
        headers.insert(header::HeaderName::from_static(name), value.parse().unwrap());
    }
    (
        headers,
        format!(
            "<meta http-equiv=refresh content='0; url={inside}'><img src='{inside}'><script src='{inside}'></script>"
        ),
    )
}

#[tokio::test]
async fn no_url_reaches_a_private_address() {
    let scene = Scene::set().await;
    let ways = ways(scene.canary.port);
    assert!(ways.len() >= 60, "{}", ways.len());
    let fetcher = scene.fetcher(reach);
    for way in &ways {
        let answer = fetcher.fetch(way).await;
        assert!(answer.is_err(), "{way} gave {answer:?}");
        assert_eq!(scene.canary.hits(), 0, "{way}");
    }
}

#[tokio::test]
async fn a_denied_network_is_reached_neither_by_address_nor_by_name() {
    let scene = Scene::set().await;
    let named = "http://attacker.example.com/tricks";
    let _ = scene.fetcher(reach).fetch(named).await;
    let served = scene.served.load(Ordering::SeqCst);
    assert!(served > 0, "without the list the name is reached");
    let denied = scene.fetcher_without(reach, "127.77.0.0/16, 2606:4700::/32, 9.9.9.9");
    for url in ["http://9.9.9.9/", "http://[2606:4700::1111]/"] {
        let refused = denied.fetch(url).await;
        assert!(matches!(refused, Err(FetchError::Refused(Refusal::Denied(_)))), "{url}: {refused:?}");
        assert!(denied.robots(url).await.is_err(), "{url}");
    }
    assert!(denied.fetch(named).await.is_err());
    assert_eq!(scene.served.load(Ordering::SeqCst), served, "the name has only a denied address");
}

#[tokio::test]
async fn no_redirect_reaches_a_private_address() {
    let scene = Scene::set().await;
    let ways = ways(scene.canary.port);
    let fetcher = scene.fetcher(reach);
    let codes = [301, 302, 303, 307, 308];
    for (index, way) in ways.iter().enumerate() {
        let url = format!("http://attacker.example.com/to/{}/{index}", codes[index % codes.len()]);
        let answer = fetcher.fetch(&url).await;
        assert!(answer.is_err(), "{way} gave {answer:?}");
        assert_eq!(scene.canary.hits(), 0, "{way}");
    }
    assert!(scene.served.load(Ordering::SeqCst) >= ways.len(), "the attacker's server was asked each time");
}

#[tokio::test]
async fn dns_rebinding_and_hostile_headers_reach_no_private_address() {
    let scene = Scene::set().await;
    let fetcher = scene.fetcher(reach);
    // The first look-up (for robots.txt) is public. With keep-alive the page may still come from there, but never from
    // a private address.
    for _ in 0..3 {
        let _ = fetcher.fetch("http://rebind.example.com/tricks").await;
        let _ = scene.fetcher(reach).fetch("http://rebind.example.com/tricks").await;
    }
    assert!(fetcher.fetch("http://attacker.example.com/tricks").await.is_ok());
    assert!(scene.served.load(Ordering::SeqCst) > 0);
    assert_eq!(scene.canary.hits(), 0);
}

/// Without the address policy the canary receives connections, so the tests above can fail.
#[tokio::test]
async fn the_canary_detects_connections() {
    let scene = Scene::set().await;
    let fetcher = scene.fetcher(|_| true);
    assert_eq!(fetcher.fetch("http://127.0.0.1.to.example.com/").await.unwrap().body, b"secret");
    assert!(scene.canary.hits() > 0);
}

/// The environment of a process cannot be changed safely from within, so this test runs itself again under one that
/// names the canary as everybody's proxy.
#[tokio::test]
async fn no_proxy_is_taken_from_the_environment() {
    let canary = Canary::start().await;
    let proxy = format!("http://127.0.0.1:{}", canary.port);
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "fetch::egress::as_a_child", "--include-ignored"]).env("AUSPEX_TEST_CHILD", "1");
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        child.env(name, &proxy).env(name.to_lowercase(), &proxy);
    }
    let output = tokio::task::spawn_blocking(move || child.output()).await.unwrap().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && printed.contains("1 passed"), "{printed}");
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
#[ignore = "started by no_proxy_is_taken_from_the_environment"]
async fn as_a_child() {
    let scene = Scene::set().await;
    for fetcher in [scene.fetcher(reach), scene.fetcher(reach)] {
        assert!(fetcher.fetch("http://attacker.example.com/tricks").await.is_ok());
        assert!(fetcher.fetch("https://attacker.example.com/tricks").await.is_err());
    }
    let service = client::configured(&Route::Direct, Duration::from_secs(1), Duration::from_secs(1)).unwrap();
    assert!(service.get(format!("http://{}/tricks", scene.attacker)).send().await.is_ok());
}
