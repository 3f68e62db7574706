//! All requests of the crate through a forward proxy. The hosts exist only there, so a direct request would fail.

use std::sync::Arc;
use std::time::Duration;

use coordination::SharedCoolDowns;
use serde_json::json;

use super::*;
use crate::fake::{Answer, RecordingProxy, Sent};
use crate::fetch::{Fetch, FetchConfig, FetchError, Fetcher};
use crate::gleif::{Gleif, GleifClient};
use crate::guard::Refusal;
use crate::mcp::{McpServers, parse_servers};
use crate::search::{Provider, SearXng, Wikipedia};
use crate::tokens::{TokenConfig, TokenData, TokenServices};

fn at(host: &str) -> Url {
    Url::parse(&format!("http://{host}.example.org/")).unwrap()
}

fn web(sent: &Sent) -> Answer {
    let url = Url::parse(&sent.target).unwrap();
    let json = |value: serde_json::Value| Answer::ok("application/json", value.to_string());
    match (url.host_str().unwrap_or_default(), url.path()) {
        ("pages.example.org", "/robots.txt") => Answer::ok("text/plain", "user-agent: *\ndisallow: /secret"),
        ("pages.example.org", "/inside") => Answer::redirect("http://169.254.169.254/latest/meta-data/"),
        ("pages.example.org", "/denied") => Answer::redirect("http://a.denied.example.org/"),
        ("pages.example.org", "/on") => Answer::redirect("/page"),
        ("pages.example.org", _) => Answer::ok("text/html", "<p>words</p>"),
        ("searxng.example.org", _) => {
            json(json!({"results": [{"url": "https://a.example.org/1", "title": "t", "content": "c"}]}))
        }
        ("wikipedia.example.org", _) => json(json!({"query": {"search": []}})),
        ("gleif.example.org", _) => json(json!({"data": []})),
        ("mcp.example.org", _) => Answer::status(405),
        _ => Answer::status(404),
    }
}

fn fetcher(proxy: &RecordingProxy) -> Fetcher {
    let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
    let config = FetchConfig {
        route: proxy.route(),
        denied: "denied.example.org, 9.9.9.0/24".parse().unwrap(),
        host_delay: Duration::ZERO,
        ..FetchConfig::default()
    };
    Fetcher::new(config, Arc::new(SharedCoolDowns::local(clock.clone())), clock).unwrap()
}

fn targets(proxy: &RecordingProxy) -> Vec<String> {
    proxy.take().into_iter().map(|sent| format!("{} {}", sent.method, sent.target)).collect()
}

#[tokio::test]
async fn pages_and_robots_txt_are_requested_from_the_proxy() {
    let proxy = RecordingProxy::start(web).await;
    let fetcher = fetcher(&proxy);
    assert_eq!(fetcher.fetch("http://pages.example.org/on").await.unwrap().body, b"<p>words</p>");
    let asked = ["/robots.txt", "/on", "/page"].map(|path| format!("GET http://pages.example.org{path}"));
    assert_eq!(targets(&proxy), asked);
    assert!(matches!(fetcher.fetch("http://pages.example.org/secret").await, Err(FetchError::Robots(_))));
    assert_eq!(targets(&proxy), [] as [&str; 0], "the rules are cached, and the page is not requested");
    assert!(fetcher.fetch("https://secure.example.org/page").await.is_err(), "this proxy refuses CONNECT");
    assert_eq!(targets(&proxy).first().map(String::as_str), Some("CONNECT secure.example.org:443"));
}

#[tokio::test]
async fn the_address_policy_is_checked_before_the_proxy_and_at_every_hop() {
    let proxy = RecordingProxy::start(web).await;
    let fetcher = fetcher(&proxy);
    for url in [
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://[::ffff:10.0.0.1]/",
        "http://168.63.129.16/",
        "http://9.9.9.9/",
        "http://nats/",
        "http://metadata.google.internal/",
        "http://pages.example.org:6379/",
        "http://denied.example.org/",
        "http://A.denied.example.org./",
    ] {
        assert!(matches!(fetcher.fetch(url).await, Err(FetchError::Refused(_))), "{url}");
        assert_eq!(targets(&proxy), [] as [&str; 0], "{url}");
    }
    for (path, refusal) in [
        ("inside", Refusal::Address("169.254.169.254".parse().unwrap())),
        ("denied", Refusal::DeniedName("a.denied.example.org".to_owned())),
    ] {
        let refused = fetcher.fetch(&format!("http://pages.example.org/{path}")).await;
        assert!(matches!(&refused, Err(FetchError::Refused(found)) if *found == refusal), "{refused:?}");
        let sent = targets(&proxy);
        assert!(sent.iter().all(|sent| sent.starts_with("GET http://pages.example.org/")), "{sent:?}");
    }
}

#[tokio::test]
async fn search_tokens_lei_records_and_mcp_servers_are_reached_through_the_proxy() {
    let proxy = RecordingProxy::start(web).await;
    let route = proxy.route();
    assert_eq!(SearXng::new(at("searxng"), &route).unwrap().ask(&crate::WebQuery::new("q", 3)).await.unwrap().len(), 1);
    assert!(
        Wikipedia::new(at("wikipedia"), &route).unwrap().ask(&crate::WebQuery::new("q", 3)).await.unwrap().is_empty()
    );
    let gleif = GleifClient::new(at("gleif"), &route).unwrap();
    assert!(gleif.by_name("Example", 3).await.unwrap().is_empty());
    let config = TokenConfig {
        jupiter: at("jupiter"),
        jupiter_key: None,
        prices: at("prices"),
        rugcheck: at("rugcheck"),
        geckoterminal: Some(at("geckoterminal")),
        dexscreener: Some(at("dexscreener")),
        birdeye: Some((at("birdeye"), "key".to_owned().into())),
        helius: Some((at("helius"), "key".to_owned().into())),
        holders: Some(at("holders")),
    };
    let tokens = TokenServices::new(config, &route).unwrap();
    let mint = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";
    let _ = tokio::join!(tokens.metadata(mint), tokens.prices(mint, 7), tokens.risks(mint), tokens.holders(mint));
    let servers = parse_servers(r#"[{"name": "docs", "url": "http://mcp.example.org/mcp", "tools": ["x"]}]"#).unwrap();
    assert!(McpServers::discover(servers, &route).await.tools().is_empty());
    let sent = targets(&proxy);
    let tokens = ["jupiter", "prices", "rugcheck", "holders", "geckoterminal", "dexscreener", "birdeye", "helius"];
    for host in ["searxng", "wikipedia", "gleif", "mcp"].into_iter().chain(tokens) {
        assert!(sent.iter().any(|sent| sent.contains(&format!(" http://{host}.example.org/"))), "{host}: {sent:?}");
    }
}

#[test]
fn an_address_of_a_proxy_is_read_and_its_password_is_not_shown() {
    let proxy: ForwardProxy = "http://me:hunter2@proxy.internal:3128".parse().unwrap();
    assert!(!format!("{:?}", Route::Proxy(proxy)).contains("hunter2"));
    for wrong in ["", "proxy:3128", "socks5://proxy:1080", "http://proxy/path", "http://proxy/?x", "http://"] {
        assert_eq!(wrong.parse::<ForwardProxy>(), Err(InvalidProxy), "{wrong}");
    }
}
