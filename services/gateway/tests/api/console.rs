//! The console over a real gateway: sessions, refusals, and the headers and content of every page.

use domain::Tenant;
use domain::access::AccessScope;
use gateway::config::RequestLimits;
use reqwest::header::{HeaderMap, LOCATION, SET_COOKIE};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;
use telemetry::http::{ClientConfig, Redirects, client as http_client};
use url::form_urlencoded::Serializer;

use crate::support::{ALL, Api, start};
use crate::world::{MARKER, World, write};

/// A browser that is signed in.
pub(crate) struct Browser {
    url: String,
    cookie: String,
    /// Follows no redirection, as a test reads each answer.
    http: reqwest::Client,
}

/// Pages that a token with every scope may read. `{…}` is replaced by an id of the world.
pub(crate) const PAGES: [&str; 38] = [
    "/console/sign-in",
    "/console/now",
    "/console/runs",
    "/console/runs?state=open",
    "/console/runs?state=forecast",
    "/console/runs?state=wrong",
    "/console/runs?entity={entity}",
    "/console/runs/{run}",
    "/console/runs/{run}/report",
    "/console/reports",
    "/console/reports/content?key=runs%2F{run}%2Freport.md",
    "/console/events",
    "/console/events?kind=question&state=open&since=2026-01-01",
    "/console/events?kind=wrong",
    "/console/events/{job}",
    "/console/events/{episode}",
    "/console/bundles/{episode}",
    "/console/reviews",
    "/console/reviews?state=approved",
    "/console/reviews/{result}",
    "/console/forecasts",
    "/console/forecasts?by=model&early=true",
    "/console/spend",
    "/console/memory",
    "/console/memory?q=WEX",
    "/console/memory?entity={entity}",
    "/console/memory?q=%3Cscript%3E",
    "/console/entities/{entity}",
    "/console/dead-letters",
    "/console/dead-letters/list?open=true",
    "/console/dead-letters/{dead}",
    "/console/redrives/new?class=rejected",
    "/console/webhooks/{webhook}",
    "/console/runs/{run}?state=forecast",
    "/console/redrives/{redrive}",
    "/console/setup",
    "/console/nothing",
    "/console/runs/5e7f2370-0000-0000-0000-000000000000",
];

pub(crate) async fn world() -> (Api, World) {
    let api = start(RequestLimits::default()).await;
    let world = write(&api.store, &acme(), 0).await;
    (api, world)
}

pub(crate) fn acme() -> Tenant {
    Tenant::parse("acme").unwrap()
}

fn client() -> reqwest::Client {
    let config = ClientConfig { redirects: Redirects::Never, ..ClientConfig::default() };
    http_client(config).unwrap()
}

/// Fields of a form as a browser sends them.
fn body(fields: &[(&str, &str)]) -> String {
    Serializer::new(String::new()).extend_pairs(fields).finish()
}

pub(crate) fn location(answer: &Response) -> String {
    answer.headers()[LOCATION].to_str().unwrap().to_owned()
}

impl Browser {
    pub(crate) async fn sign_in(api: &Api, token: &str) -> Browser {
        let mut browser = Browser { url: api.url.clone(), cookie: String::new(), http: client() };
        let answer = browser.post("/console/sign-in", &[("token", token), ("next", "/console/runs")]).await;
        assert_eq!((answer.status().as_u16(), location(&answer).as_str()), (303, "/console/runs"));
        browser.cookie = cookie(answer.headers());
        browser
    }

    pub(crate) async fn signed_in(api: &Api, scopes: &[AccessScope]) -> Browser {
        let token = api.token("acme", scopes).await;
        Self::sign_in(api, &token).await
    }

    /// A browser without a session.
    pub(crate) fn stranger(api: &Api) -> Browser {
        Browser { url: api.url.clone(), cookie: String::new(), http: client() }
    }

    pub(crate) fn without_cookie(&self) -> Browser {
        self.with_cookie("")
    }

    pub(crate) fn with_cookie(&self, cookie: &str) -> Browser {
        Browser { url: self.url.clone(), cookie: cookie.to_owned(), http: self.http.clone() }
    }

    /// The same browser at another replica.
    pub(crate) fn at(&self, url: &str) -> Browser {
        Browser { url: url.to_owned(), cookie: self.cookie.clone(), http: self.http.clone() }
    }

    pub(crate) fn cookie(&self) -> &str {
        &self.cookie
    }

    pub(crate) fn request(&self, path: &str) -> RequestBuilder {
        self.http.get(format!("{}{path}", self.url)).header("cookie", &self.cookie)
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request(path).send().await.unwrap()
    }

    pub(crate) async fn page(&self, path: &str) -> (u16, String) {
        let answer = self.get(path).await;
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        let request = self.http.post(format!("{}{path}", self.url)).header("cookie", &self.cookie);
        let request = request.header("origin", &self.url).header("sec-fetch-site", "same-origin");
        request.header("content-type", "application/x-www-form-urlencoded").body(body(fields)).send().await.unwrap()
    }
}

/// Returns the cookie that an answer stores.
fn cookie(headers: &HeaderMap) -> String {
    headers[SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned()
}

pub(crate) fn of_world(path: &str, world: &World) -> String {
    path.replace("{run}", &world.run.to_string())
        .replace("{job}", &world.event.to_string())
        .replace("{episode}", &world.episode.to_string())
        .replace("{result}", &world.result.to_string())
        .replace("{entity}", &world.entity)
        .replace("{dead}", &world.dead_letter.to_string())
        .replace("{redrive}", &world.redrive.to_string())
        .replace("{webhook}", &world.webhook.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_has_the_security_headers_and_nothing_inline() {
    let (api, world) = world().await;
    let browser = Browser::signed_in(&api, &ALL).await;
    for path in PAGES {
        let answer = browser.get(&of_world(path, &world)).await;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let page = answer.text().await.unwrap();
        let expected = match path {
            _ if path.contains("wrong") => 422,
            _ if path.contains("nothing") || path.contains("5e7f2370") => 404,
            _ => 200,
        };
        assert_eq!(status, expected, "{path}: {page}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("referrer-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(headers[name], value, "{path}");
        }
        assert_nothing_inline(path, &page);
        assert!(page.len() < 120 * 1024, "{path}: {} bytes", page.len());
        assert!(
            page.contains("<html lang=\"en\"") && page.contains("<main") && page.matches("<h1").count() == 1,
            "{path}"
        );
    }
}

/// A page has no script, style or handler in its text, and loads nothing from another host.
fn assert_nothing_inline(path: &str, page: &str) {
    let scripts: Vec<&str> = page.split("<script").skip(1).collect();
    let is_file = |script: &&str| script.starts_with(" src=\"/console/assets/") && script.contains(" defer></script>");
    assert!([1, 2].contains(&scripts.len()) && scripts.iter().all(is_file), "{path}: {page}");
    for attribute in ["hx-on", "js:", "javascript:"] {
        assert!(!page.split("<main").next().unwrap_or_default().contains(attribute), "{path}: {attribute}");
    }
    for tag in page.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default()) {
        let lower = tag.to_lowercase();
        // Text in a quoted value is inert.
        let names: String = lower.split('"').step_by(2).collect();
        let is_handler = |word: &str| word.starts_with("on") && word.contains('=');
        assert!(!lower.starts_with("style") && !names.contains(" style="), "{path}: {tag}");
        assert!(!names.split_whitespace().any(is_handler), "{path}: {tag}");
        assert!(!lower.contains("javascript:"), "{path}: {tag}");
        for name in ["src=\"", "srcset=\"", "action=\""] {
            let value = lower.split(name).nth(1).unwrap_or("/");
            assert!(value.starts_with('/'), "{path}: {tag}");
        }
        if lower.contains("target=\"_blank\"") {
            assert!(lower.contains("rel=\"noopener noreferrer\""), "{path}: {tag}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_needs_a_valid_token_and_ends_at_sign_out_and_with_its_token() {
    let (api, _) = world().await;
    let stranger = Browser { url: api.url.clone(), cookie: String::new(), http: client() };
    let answer = stranger.get("/console/runs?state=open").await;
    assert_eq!(
        (answer.status().as_u16(), location(&answer).as_str()),
        (303, "/console/sign-in?next=%2Fconsole%2Fruns%3Fstate%3Dopen")
    );
    for wrong in ["", "auspex_x", &api.token("acme", &ALL).await.replace("09", "08")] {
        let answer = stranger.post("/console/sign-in", &[("token", wrong)]).await;
        assert_eq!(answer.status(), 401);
        assert!(!answer.headers().contains_key(SET_COOKIE));
    }
    let answer = stranger
        .post("/console/sign-in", &[("token", &api.token("acme", &ALL).await), ("next", "//evil.example")])
        .await;
    assert_eq!(location(&answer), "/console");

    let first = Browser::signed_in(&api, &ALL).await;
    assert_eq!(first.page("/console/runs").await.0, 200);
    let bearer = first.cookie.split('=').nth(1).unwrap();
    assert_eq!(api.get("/v1/runs", bearer).await.status(), 401, "the secret of a session is no token of the API");
    let answer = first.post("/console/sign-out", &[]).await;
    assert_eq!(location(&answer), "/console/sign-in?out=1");
    let (status, page) = first.page("/console/runs").await;
    assert!(status == 401 && page.contains("Your session has ended"), "{page}");

    let token = api.token("acme", &ALL).await;
    let second = Browser::sign_in(&api, &token).await;
    let id = domain::access::AccessToken::parse(&token).unwrap().id();
    assert!(api.store.tokens().revoke(id, domain::testing::when()).await.unwrap());
    let (url, cookie) = (api.replica().await, second.cookie.clone());
    let other = Browser { url, cookie, http: client() };
    assert_eq!(other.page("/console/runs").await.0, 401, "a replica without the session in its cache");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_signs_in_once_by_a_post() {
    let (api, _) = world().await;
    let token = api.token("acme", &ALL).await;
    let login: Value = api.post("/v1/console-logins", &token, &Value::Null).await.json().await.unwrap();
    let path = login["path"].as_str().unwrap();
    let browser = Browser { url: api.url.clone(), cookie: String::new(), http: client() };
    for _ in 0..2 {
        let (status, page) = browser.page(path).await;
        assert!(status == 200 && page.contains("Open the console"), "looking at a link does not use it: {page}");
    }
    let code = path.split("code=").nth(1).unwrap();
    let form = [("code", code)];
    let (one, two) = tokio::join!(browser.post("/console/sign-in", &form), browser.post("/console/sign-in", &form));
    let mut statuses = [one.status().as_u16(), two.status().as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 401], "one of two uses succeeds");
    assert_eq!(api.get("/v1/runs", code).await.status(), 401, "the secret of a link is no token of the API");
    let as_cookie = Browser { cookie: format!("auspex-local={code}"), ..browser };
    assert_eq!(as_cookie.page("/console/runs").await.0, 401, "a link is no session");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_from_other_sites_are_refused() {
    let (api, world) = world().await;
    let browser = Browser::signed_in(&api, &ALL).await;
    let path = format!("{}/console/runs/{}/cancel", api.url, world.run);
    let own = api.url.as_str();
    for (origin, site) in [
        (None, Some("same-origin")),
        (Some("null"), Some("same-origin")),
        (Some("https://evil.example"), Some("cross-site")),
        (Some(own), Some("cross-site")),
        (Some(own), Some("same-site")),
        (None, None),
    ] {
        let request = browser.http.post(&path).header("cookie", &browser.cookie).body("forecast=false");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let request = origin.into_iter().fold(request, |request, origin| request.header("origin", origin));
        let request = site.into_iter().fold(request, |request, site| request.header("sec-fetch-site", site));
        assert_eq!(request.send().await.unwrap().status(), 403, "{origin:?} {site:?}");
    }
    let state = store::Runs::load(&api.store.runs(), world.run).await.unwrap().unwrap();
    assert_eq!(state.cancelled, None);
    assert_eq!(browser.get(&format!("/console/runs/{}/cancel", world.run)).await.status(), 405, "a change is no GET");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_page_shows_or_changes_rows_of_another_tenant() {
    let (api, world) = world().await;
    let token = api.token("other", &ALL).await;
    let browser = Browser::sign_in(&api, &token).await;
    for path in PAGES {
        let (_, page) = browser.page(&of_world(path, &world)).await;
        assert!(!page.contains(MARKER), "{path}: {page}");
    }
    for path in [
        format!("/console/runs/{}/cancel", world.run),
        format!("/console/runs/{}/outcome/withdraw", world.run),
        format!("/console/reviews/{}", world.result),
        format!("/console/dead-letters/{}/redrive", world.dead_letter),
        format!("/console/dead-letters/{}/drop", world.dead_letter),
        format!("/console/redrives/{}/cancel", world.redrive),
        format!("/console/webhooks/{}/replay", world.webhook),
    ] {
        assert_eq!(
            browser.post(&path, &[("act", "reject"), ("reason", "x"), ("version", "1"), ("event", "x")]).await.status(),
            404,
            "{path}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_text_of_a_question_reaches_no_page_as_markup() {
    let api = start(RequestLimits::default()).await;
    let browser = Browser::signed_in(&api, &ALL).await;
    for hostile in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "\u{202e}\u{0007}",
        &"w".repeat(300),
        "</textarea><style>*{}</style>",
    ] {
        let path = format!("/console/memory?q={}", body(&[("q", hostile)]).trim_start_matches("q="));
        let (status, page) = browser.page(&path).await;
        assert_eq!(status, 200, "{hostile}: {page}");
        assert_nothing_inline(&path, &page);
    }
    let assets = browser.page("/console/runs").await.1;
    let filtered = browser.get("/console/events?filter=kind%3Aquestion+state%3Adead").await;
    assert_eq!(location(&filtered), "/console/events?kind=question&state=dead");
    let (status, page) = browser.page("/console/events?filter=score%3A%3E0.8").await;
    assert!(status == 422 && page.contains("no index serves it"), "{page}");
    for asset in assets.split('"').filter(|part| part.starts_with("/console/assets/")) {
        let answer = browser.http.request(Method::GET, format!("{}{asset}", api.url)).send().await.unwrap();
        assert_eq!(
            (answer.status().as_u16(), answer.headers()["cache-control"].to_str().unwrap()),
            (200, "public, max-age=31536000, immutable")
        );
    }
}
