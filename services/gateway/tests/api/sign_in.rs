//! Sign-in of people at an OIDC issuer: authorization code flow with PKCE, and every refusal of it.

use std::collections::HashMap;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gateway::config::OidcClient;
use reqwest::Response;
use reqwest::header::{LOCATION, SET_COOKIE};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use crate::console::{Browser, acme};
use crate::issuer::{Grant, Issuer, Signer};
use crate::support::{Api, Options, mcp, start_with};
use crate::world::{MARKER, write};

/// An API whose people sign in at an issuer.
struct Realm {
    api: Api,
    issuer: Issuer,
    signer: Signer,
}

/// A sign-in that the browser has begun.
struct Begun {
    /// What the gateway asked the issuer for.
    asked: HashMap<String, String>,
    /// Cookie of the sign-in.
    cookie: String,
}

impl Realm {
    async fn start() -> Self {
        let signer = Signer::new("rsa-1", "RS256");
        let issuer = Issuer::start(&[&signer]).await;
        let client = OidcClient { id: "console".into(), secret: Some("s3cret&".into()), scopes: None, token_url: None };
        let oidc = gateway::config::OidcConfig { client: Some(client), ..issuer.config(Duration::ZERO) };
        let api = start_with(Options { oidc: Some(oidc), ..Options::default() }, mcp).await;
        Self { api, issuer, signer }
    }

    fn browser(&self) -> Browser {
        Browser::stranger(&self.api)
    }

    async fn begin(&self) -> Begun {
        let answer = self.browser().post("/console/sign-in/issuer", &[("next", "/console/runs?state=open")]).await;
        assert_eq!(answer.status(), 303);
        let page: Url = answer.headers()[LOCATION].to_str().unwrap().parse().unwrap();
        assert!(page.as_str().starts_with(&format!("{}/authorize?", self.issuer.url)), "{page}");
        let cookie = cookie_of(&answer).expect("the cookie of a sign-in");
        Begun { asked: page.query_pairs().into_owned().collect(), cookie }
    }

    /// Claims of the ID token of a sign-in.
    fn identity(&self, begun: &Begun) -> Value {
        let mut claims = self.issuer.claims("alice");
        claims["aud"] = json!("console");
        claims["nonce"] = json!(begun.asked["nonce"]);
        claims
    }

    /// Lets the issuer give these tokens for the code of a sign-in.
    fn grant(&self, begun: &Begun, (identity, access): (&Value, &Value)) {
        let grant = Grant {
            code: "c0de".into(),
            challenge: begun.asked["code_challenge"].clone(),
            redirect: begun.asked["redirect_uri"].clone(),
            id_token: self.signer.sign(identity),
            access_token: self.signer.sign(access),
        };
        *self.issuer.state.grant.lock().unwrap() = Some(grant);
    }

    async fn call_back(&self, begun: &Begun, query: &[(&str, &str)]) -> Response {
        let query: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let browser = self.browser().with_cookie(&begun.cookie);
        browser.get(&format!("/console/sign-in/callback?{}", query.join("&"))).await
    }
}

/// Returns the first cookie that an answer stores.
fn cookie_of(answer: &Response) -> Option<String> {
    let cookies = answer.headers().get_all(SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
    cookies.map(|cookie| cookie.split(';').next().unwrap_or_default().to_owned()).find(|cookie| !cookie.ends_with('='))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_signs_in_at_the_issuer_with_the_tenant_and_scopes_of_the_token() {
    let realm = Realm::start().await;
    let world = write(&realm.api.store, &acme(), 0).await;
    let page = realm.browser().get("/console/sign-in").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
    let origin = realm.issuer.url.trim_end_matches("/realm");
    assert!(policy.contains(&format!("form-action 'self' {origin};")), "{policy}");
    assert!(page.text().await.unwrap().contains("action=\"/console/sign-in/issuer\""));

    let begun = realm.begin().await;
    for (name, value) in [("response_type", "code"), ("client_id", "console"), ("code_challenge_method", "S256")] {
        assert_eq!(begun.asked[name], value);
    }
    assert!(begun.asked["scope"].split(' ').any(|scope| scope == "openid"));
    assert_eq!(begun.asked["redirect_uri"], format!("{}/console/sign-in/callback", realm.api.url));
    realm.grant(&begun, (&realm.identity(&begun), &realm.issuer.claims("alice")));
    let answer = realm.call_back(&begun, &[("code", "c0de"), ("state", &begun.asked["state"])]).await;
    assert_eq!(
        (answer.status().as_u16(), answer.headers()[LOCATION].to_str().unwrap()),
        (303, "/console/runs?state=open")
    );
    let session = realm.browser().with_cookie(&cookie_of(&answer).unwrap());
    let (status, runs) = session.page("/console/runs").await;
    assert!(status == 200 && runs.contains(MARKER) && runs.contains("alice"), "{status}");
    // The token has `read` and `publish`.
    assert_eq!(
        session.post(&format!("/console/runs/{}/cancel", world.run), &[("forecast", "false")]).await.status(),
        403
    );
    assert_eq!(session.get("/console/now").await.status(), 403);
    let bearer = session.cookie().split('=').nth(1).unwrap().to_owned();
    assert_eq!(
        realm.api.get("/v1/runs", &bearer).await.status(),
        401,
        "the secret of a session is no token of the API"
    );
    let replica = session.at(&realm.api.replica().await);
    assert_eq!(replica.page("/console/runs").await.0, 200, "every replica knows the session");

    let again = realm.call_back(&begun, &[("code", "c0de"), ("state", &begun.asked["state"])]).await;
    assert_eq!(again.status(), 401, "the issuer accepts a code once");
    let out = session.post("/console/sign-out", &[]).await;
    assert_eq!(out.headers()[LOCATION], "/console/sign-in?out=1");
    let (_, page) = session.page("/console/sign-in?out=1").await;
    assert!(page.contains(&format!("{}/logout", realm.issuer.url)), "{page}");
    assert_eq!(session.page("/console/runs").await.0, 401);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_of_another_sign_in_or_with_a_wrong_token_opens_no_session() {
    let realm = Realm::start().await;
    let other = realm.begin().await;
    let refused = async |what: &str, begun: &Begun, query: &[(&str, &str)]| {
        let answer = realm.call_back(begun, query).await;
        assert!([401, 403].contains(&answer.status().as_u16()), "{what}: {}", answer.status());
        assert_eq!(cookie_of(&answer), None, "{what}");
        let page = answer.text().await.unwrap();
        assert!(page.contains("name=\"token\"") && !page.contains("s3cret"), "{what}: {page}");
    };
    let with = |claims: Value, name: &str, value: Value| {
        let mut claims = claims;
        claims[name] = value;
        claims
    };
    let begun = realm.begin().await;
    let (identity, access) = (realm.identity(&begun), realm.issuer.claims("alice"));
    let state = begun.asked["state"].clone();
    let right = [("code", "c0de"), ("state", state.as_str())];
    realm.grant(&begun, (&identity, &access));
    refused("the state of another sign-in", &begun, &[("code", "c0de"), ("state", &other.asked["state"])]).await;
    refused("no state", &begun, &[("code", "c0de")]).await;
    let foreign = Begun { asked: HashMap::new(), cookie: other.cookie.clone() };
    refused("the cookie of another browser", &foreign, &right).await;
    let without = Begun { asked: HashMap::new(), cookie: String::new() };
    refused("no cookie", &without, &right).await;
    refused("another issuer", &begun, &[right[0], right[1], ("iss", "https://evil.example")]).await;
    refused("an error", &begun, &[("error", "access_denied<b>"), right[1]]).await;
    refused("another code", &begun, &[("code", "wrong"), right[1]]).await;
    let wrong: [(&str, Value, Value); 6] = [
        ("the nonce of another sign-in", with(identity.clone(), "nonce", json!(other.asked["nonce"])), access.clone()),
        ("an ID token for another client", with(identity.clone(), "aud", json!("auspex")), access.clone()),
        ("an ID token of another issuer", with(identity.clone(), "iss", json!("https://evil.example")), access.clone()),
        ("an ID token that has expired", with(identity.clone(), "exp", json!(1)), access.clone()),
        ("an access token for another service", identity.clone(), with(access.clone(), "aud", json!("other"))),
        ("tokens of two people", identity.clone(), realm.issuer.claims("mallory")),
    ];
    for (what, identity, access) in &wrong {
        realm.grant(&begun, (identity, access));
        refused(what, &begun, &right).await;
    }
    realm.grant(&begun, (&identity, &with(access.clone(), "scope", json!("openid auspex:operate"))));
    refused("a token whose scopes permit nothing", &begun, &right).await;
    realm.grant(&begun, (&identity, &access));
    realm.issuer.state.grant.lock().unwrap().as_mut().unwrap().challenge =
        URL_SAFE_NO_PAD.encode(Sha256::digest("another verifier"));
    refused("a code of another verifier", &begun, &right).await;
    realm.grant(&begun, (&identity, &access));
    let answer = realm.call_back(&begun, &right).await;
    assert_eq!(answer.status(), 303, "the same sign-in without a fault succeeds");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_client_nobody_is_sent_to_an_issuer() {
    let api = crate::support::start(gateway::config::RequestLimits::default()).await;
    let browser = Browser::stranger(&api);
    assert_eq!(browser.post("/console/sign-in/issuer", &[]).await.status(), 404);
    assert_eq!(browser.get("/console/sign-in/callback?code=x&state=y").await.status(), 404);
    let (_, page) = browser.page("/console/sign-in").await;
    assert!(!page.contains("/console/sign-in/issuer"), "{page}");
}
