//! Tokens of an OpenID Connect issuer beside our own, and requests of scripts of other origins.

use std::sync::atomic::Ordering;
use std::time::Duration;

use domain::Clock;
use gateway::config::{OidcConfig, RequestLimits};
use reqwest::Method;
use ring::hmac;
use runtime::SystemClock;
use serde_json::{Value, json};

use crate::issuer::{Issuer, Signer, encode};
use crate::support::{ALL, Api, Options, mcp, read, refusals, start, start_with};

async fn status(api: &Api, token: &str) -> (u16, Value) {
    read(api.get("/v1/runs", token).await).await
}

/// Options of an API that accepts the tokens of an issuer.
fn of_issuer(oidc: OidcConfig) -> Options<'static> {
    Options { oidc: Some(oidc), ..Options::default() }
}

async fn world(limits: RequestLimits) -> (Api, Issuer, Signer) {
    let signer = Signer::new("rsa-1", "RS256");
    let issuer = Issuer::start(&[&signer]).await;
    let api = start_with(Options { limits, ..of_issuer(issuer.config(Duration::ZERO)) }, mcp).await;
    (api, issuer, signer)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_of_every_allowed_algorithm_act_for_their_tenant_with_their_scopes() {
    let signers = ["RS256", "ES256", "EdDSA"].map(|algorithm| Signer::new(algorithm, algorithm));
    let issuer = Issuer::start(&signers.each_ref()).await;
    let api = start_with(of_issuer(issuer.config(Duration::ZERO)), mcp).await;
    for signer in &signers {
        let token = signer.sign(&issuer.claims("alice"));
        assert_eq!(status(&api, &token).await.0, 200, "{}", signer.algorithm);
        let event = json!({ "id": signer.algorithm, "question": { "text": "q" } });
        let (status, accepted) = read(api.post("/v1/events", &token, &event).await).await;
        assert_eq!(status, 202, "{accepted}");
        let admin = read(api.get("/v1/webhook-endpoints", &token).await).await;
        assert_eq!((admin.0, &admin.1["type"]), (403, &json!("urn:auspex:problem:missing-scope")));
    }
    let foreign = json!({ "id": "x", "tenant": "other", "question": { "text": "q" } });
    let token = signers[0].sign(&issuer.claims("alice"));
    assert_eq!(read(api.post("/v1/events", &token, &foreign).await).await.0, 422, "the tenant is the claim's");
    assert_eq!(issuer.state.reads.load(Ordering::SeqCst), 1, "the keys are cached");
    let own = api.token("acme", &ALL).await;
    assert_eq!(status(&api, &own).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_fails_any_check_is_refused() {
    let (api, issuer, signer) = world(RequestLimits::default()).await;
    let now = SystemClock.now().timestamp();
    let with = |name: &str, value: Value| {
        let mut claims = issuer.claims("alice");
        claims[name] = value;
        signer.sign(&claims)
    };
    assert_eq!(status(&api, &with("exp", json!(now - 30))).await.0, 200, "within the clock skew");
    let without = |name: &str| {
        let mut claims = issuer.claims("alice");
        claims.as_object_mut().unwrap().remove(name);
        signer.sign(&claims)
    };
    let header = |alg: &str| json!({ "alg": alg, "kid": "rsa-1" });
    let claims = issuer.claims("alice");
    let none = format!("{}.{}.", encode(header("none").to_string()), encode(claims.to_string()));
    let confused = {
        let message = format!("{}.{}", encode(header("HS256").to_string()), encode(claims.to_string()));
        let key = hmac::Key::new(hmac::HMAC_SHA256, &signer.public_bytes());
        format!("{message}.{}", encode(hmac::sign(&key, message.as_bytes())))
    };
    let valid = signer.sign(&claims);
    let parts: Vec<&str> = valid.split('.').collect();
    let forged = format!("{}.{}.{}", parts[0], encode(issuer.claims("mallory").to_string()), parts[2]);
    let stranger = Signer::new("rsa-1", "EdDSA");
    let unknown = Signer::new("unknown", "ES256").sign(&claims);
    let own_key = stranger.sign_as(&json!({ "alg": "EdDSA", "kid": "rsa-1", "jwk": stranger.public() }), &claims);
    let critical = signer.sign_as(&json!({ "alg": "RS256", "kid": "rsa-1", "crit": ["x"], "x": 1 }), &claims);
    for (name, token) in [
        ("expired", with("exp", json!(now - 90))),
        ("expiry as text", with("exp", json!("tomorrow"))),
        ("no expiry", without("exp")),
        ("not yet valid", with("nbf", json!(now + 90))),
        ("other audience", with("aud", json!("other"))),
        ("no audience", without("aud")),
        ("other issuer", with("iss", json!("https://evil.example"))),
        ("no issuer", without("iss")),
        ("no subject", without("sub")),
        ("empty subject", with("sub", json!(""))),
        ("no algorithm", none),
        ("HMAC with the public key", confused),
        ("forged claims", forged),
        ("unknown key", unknown),
        ("another key under a known name", stranger.sign(&claims)),
        ("a key in the token", own_key),
        ("critical extension", critical),
        ("no signature", format!("{}.{}.", parts[0], parts[1])),
        ("an ID token with a nonce", with("nonce", json!("n"))),
        ("an ID token of a hybrid flow", with("at_hash", json!("h"))),
        ("an ID token of Keycloak", with("typ", json!("ID"))),
        ("an ID token of Cognito", with("token_use", json!("id"))),
        ("a refresh token", with("typ", json!("Refresh"))),
        ("a logout token", signer.sign_as(&json!({ "alg": "RS256", "kid": "rsa-1", "typ": "logout+jwt" }), &claims)),
        ("too long", with("padding", json!("x".repeat(20_000)))),
        ("no token", "a.b.c".to_owned()),
    ] {
        let (status, problem) = status(&api, &token).await;
        assert_eq!(status, 401, "{name}: {problem}");
    }
    assert_eq!(status(&api, &valid).await.0, 200);
    let marked = signer.sign_as(&json!({ "alg": "RS256", "kid": "rsa-1", "typ": "at+jwt" }), &claims);
    assert_eq!(status(&api, &marked).await.0, 200);
    assert_eq!(status(&api, &with("typ", json!("Bearer"))).await.0, 200);
}

/// A person who changes the tenant leaves the sessions of the first one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_of_mcp_ends_when_the_claim_names_another_tenant() {
    let (api, issuer, signer) = world(RequestLimits::default()).await;
    let send = async |tenant: &str, session: Option<&str>, message: Value| {
        let mut claims = issuer.claims("alice");
        claims["org"]["tenant"] = json!(tenant);
        let request = api.request(Method::POST, "/mcp", &signer.sign(&claims)).json(&message);
        let request = request.header("accept", "application/json, text/event-stream");
        session.into_iter().fold(request, |request, id| request.header("mcp-session-id", id)).send().await.unwrap()
    };
    let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" },
    } });
    let opened = send("acme", None, initialize).await;
    let session = opened.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let list = || json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" });
    assert_eq!(send("acme", Some(&session), list()).await.status(), 200);
    assert_eq!(send("other", Some(&session), list()).await.status(), 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_refusal_of_a_token_without_tenant_or_scope_names_the_missing_claim() {
    telemetry::metric::install();
    let (api, issuer, signer) = world(RequestLimits::default()).await;
    for (claim, value, kind, word) in [
        ("org", json!({ "tenant": "a/b" }), "unknown-tenant", "org.tenant"),
        ("org", json!({ "tenant": "" }), "unknown-tenant", "org.tenant"),
        ("org", json!({ "tenant": ["acme"] }), "unknown-tenant", "org.tenant"),
        ("org", json!(null), "unknown-tenant", "org.tenant"),
        ("scope", json!("openid profile"), "missing-scope", "scope"),
        ("scope", json!(7), "missing-scope", "scope"),
    ] {
        let mut claims = issuer.claims("alice");
        claims[claim] = value;
        let (status, problem) = status(&api, &signer.sign(&claims)).await;
        assert_eq!((status, &problem["type"]), (403, &json!(format!("urn:auspex:problem:{kind}"))), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(word), "{problem}");
    }
    assert_eq!(refusals("issuer", "every"), Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rotated_key_is_read_and_invented_keys_cause_few_requests() {
    let (api, issuer, old) = world(RequestLimits::default()).await;
    assert_eq!(status(&api, &old.sign(&issuer.claims("alice"))).await.0, 200);
    let new = Signer::new("ed-2", "EdDSA");
    issuer.publish(&[&new]);
    assert_eq!(status(&api, &new.sign(&issuer.claims("alice"))).await.0, 200);
    assert_eq!(status(&api, &old.sign(&issuer.claims("alice"))).await.0, 401, "the old key is withdrawn");

    let limited = start_with(of_issuer(issuer.config(Duration::from_secs(600))), mcp).await;
    let before = issuer.state.reads.load(Ordering::SeqCst);
    for number in 0..20 {
        let invented = Signer::new(&format!("invented-{number}"), "EdDSA");
        assert_eq!(status(&limited, &invented.sign(&issuer.claims("mallory"))).await.0, 401);
    }
    assert_eq!(issuer.state.reads.load(Ordering::SeqCst) - before, 1);
    assert_eq!(status(&limited, &new.sign(&issuer.claims("alice"))).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_issuer_does_not_affect_own_tokens() {
    let (api, issuer, signer) = world(RequestLimits::default()).await;
    issuer.state.is_broken.store(true, Ordering::SeqCst);
    let (own, token) = (api.token("acme", &ALL).await, signer.sign(&issuer.claims("alice")));
    assert_eq!(status(&api, &token).await.0, 503);
    assert_eq!(status(&api, &own).await.0, 200);
    issuer.state.is_broken.store(false, Ordering::SeqCst);
    assert_eq!(status(&api, &token).await.0, 200);
    issuer.state.is_broken.store(true, Ordering::SeqCst);
    assert_eq!(status(&api, &token).await.0, 200, "the cached keys are used");
    // An answer that is too large is not kept.
    let huge = json!({ "kty": "oct", "k": "x".repeat(300_000) });
    issuer.state.is_broken.store(false, Ordering::SeqCst);
    issuer.state.keys.lock().unwrap().push(huge);
    let unknown = Signer::new("unknown", "ES256").sign(&issuer.claims("alice"));
    assert_eq!(status(&api, &unknown).await.0, 401);
    assert_eq!(status(&api, &token).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_tokens_of_a_subject_share_one_rate() {
    let (api, issuer, signer) = world(RequestLimits { rate: 2, ..RequestLimits::default() }).await;
    let mut refused = false;
    for number in 0..10 {
        let mut claims = issuer.claims("alice");
        claims["jti"] = json!(number);
        refused |= status(&api, &signer.sign(&claims)).await.0 == 429;
    }
    assert!(refused);
    assert_eq!(status(&api, &signer.sign(&issuer.claims("bob"))).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_an_issuer_its_tokens_are_refused() {
    let signer = Signer::new("rsa-1", "RS256");
    let issuer = Issuer::start(&[&signer]).await;
    let api = start(RequestLimits::default()).await;
    assert_eq!(status(&api, &signer.sign(&issuer.claims("alice"))).await.0, 401);
    assert_eq!(issuer.state.reads.load(Ordering::SeqCst), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scripts_of_listed_origins_may_use_the_api() {
    const LISTED: &str = "https://app.example.com";
    let api = start_with(Options { origins: &[LISTED], ..Options::default() }, mcp).await;
    let token = api.token("acme", &ALL).await;
    let preflight = async |origin: &str| {
        let request = api.http.request(Method::OPTIONS, format!("{}/v1/events", api.url)).header("origin", origin);
        let request = request.header("access-control-request-method", "POST");
        let asked = "authorization, if-match, idempotency-key, last-event-id, mcp-session-id";
        request.header("access-control-request-headers", asked).send().await.unwrap()
    };
    let answer = preflight(LISTED).await;
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["access-control-allow-origin"]),
        (204, &LISTED.parse().unwrap())
    );
    let allowed = answer.headers()["access-control-allow-headers"].to_str().unwrap().to_ascii_lowercase();
    for name in ["authorization", "if-match", "idempotency-key", "last-event-id", "mcp-session-id"] {
        assert!(allowed.contains(name), "{allowed}");
    }
    assert!(!answer.headers().contains_key("access-control-allow-credentials"));
    let answer = api.request(Method::GET, "/v1/runs", &token).header("origin", LISTED).send().await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["access-control-allow-origin"]),
        (200, &LISTED.parse().unwrap())
    );
    assert!(answer.headers()["access-control-expose-headers"].to_str().unwrap().contains("ETag"));
    assert_eq!(answer.headers()["vary"], "origin");
    for foreign in ["https://evil.example", "http://app.example.com", "https://app.example.com.evil.example", "null"] {
        let answer = preflight(foreign).await;
        assert!(answer.headers().keys().all(|name| !name.as_str().starts_with("access-control")), "{foreign}");
        assert_eq!(read(answer).await.0, 405, "{foreign}");
    }
}
