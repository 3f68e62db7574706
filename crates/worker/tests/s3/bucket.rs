//! A bucket in memory behind HTTP, with the part of S3 that the fleet uses: put, get and delete of one object, and AWS
//! Signature Version 4. The signature is implemented independently from Amazon's description, so that a client that
//! signs wrongly is refused as by AWS.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

pub(crate) const REGION: &str = "eu-test-1";
pub(crate) const KEY: &str = "AKIDEXAMPLE";
pub(crate) const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

/// Path of the only bucket.
const BUCKET: &str = "/reports/";

#[derive(Default)]
struct Objects {
    objects: Mutex<BTreeMap<String, Vec<u8>>>,
    badly_signed: AtomicUsize,
    /// Session tokens of the accepted requests that had one, in order.
    sessions: Mutex<Vec<String>>,
    failures: AtomicUsize,
    hangs: AtomicBool,
}

pub(crate) struct Bucket {
    store: Arc<Objects>,
    url: String,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Bucket {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Bucket {
    pub(crate) async fn start() -> Self {
        let store = Arc::new(Objects::default());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(answer).with_state(store.clone());
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { store, url, task }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn keys(&self) -> Vec<String> {
        self.store.objects.lock().unwrap().keys().cloned().collect()
    }

    pub(crate) fn sessions(&self) -> Vec<String> {
        self.store.sessions.lock().unwrap().clone()
    }

    pub(crate) fn badly_signed(&self) -> usize {
        self.store.badly_signed.load(Ordering::SeqCst)
    }

    /// Leaves all further requests unanswered.
    pub(crate) fn hang(&self) {
        self.store.hangs.store(true, Ordering::SeqCst);
    }

    /// Answers the next requests with a server error.
    pub(crate) fn fail_next(&self, times: usize) {
        self.store.failures.store(times, Ordering::SeqCst);
    }
}

async fn answer(State(store): State<Arc<Objects>>, request: axum::extract::Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let (method, uri) = (parts.method.clone(), parts.uri.clone());
    let request = Request { method: &parts.method, uri: &parts.uri, headers: &parts.headers, body: &body };
    if store.hangs.load(Ordering::SeqCst) {
        std::future::pending::<()>().await;
    }
    if store.failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok() {
        return refused(StatusCode::INTERNAL_SERVER_ERROR, "InternalError");
    }
    if !is_signed(&OURS, &request) {
        store.badly_signed.fetch_add(1, Ordering::SeqCst);
        return refused(StatusCode::FORBIDDEN, "SignatureDoesNotMatch");
    }
    if let Some(session) = parts.headers.get("x-amz-security-token") {
        store.sessions.lock().unwrap().push(session.to_str().unwrap().to_owned());
    }
    if !uri.path().starts_with(BUCKET) {
        return refused(StatusCode::NOT_FOUND, "NoSuchBucket");
    }
    let key = uri.path().trim_start_matches('/').to_owned();
    let etag = [("etag", "\"e\""), ("last-modified", "Sun, 22 Nov 2026 08:00:00 GMT")];
    match method {
        Method::PUT => {
            store.objects.lock().unwrap().insert(key, body.to_vec());
            (StatusCode::OK, etag).into_response()
        }
        Method::GET => match store.objects.lock().unwrap().get(&key) {
            Some(bytes) => (StatusCode::OK, etag, bytes.clone()).into_response(),
            None => refused(StatusCode::NOT_FOUND, "NoSuchKey"),
        },
        Method::DELETE => {
            store.objects.lock().unwrap().remove(&key);
            StatusCode::NO_CONTENT.into_response()
        }
        _ => refused(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed"),
    }
}

fn refused(status: StatusCode, code: &str) -> Response {
    let body = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>{code}</Message></Error>");
    (status, [("content-type", "application/xml")], body).into_response()
}

/// Credentials of the expected signature.
struct Signer {
    key: &'static str,
    secret: &'static str,
    region: &'static str,
}

const OURS: Signer = Signer { key: KEY, secret: SECRET, region: REGION };

struct Request<'a> {
    method: &'a Method,
    uri: &'a Uri,
    headers: &'a HeaderMap,
    body: &'a [u8],
}

/// Checks AWS Signature Version 4 in the Authorization header.
fn is_signed(signer: &Signer, request: &Request<'_>) -> bool {
    let Request { method, uri, headers, body } = request;
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let given = header("authorization");
    let part = |name: &str| {
        let rest = given.split_once(name)?.1;
        Some(rest.split([',', ' ']).next().unwrap_or_default())
    };
    let (Some(credential), Some(signed), Some(signature)) =
        (part("Credential="), part("SignedHeaders="), part("Signature="))
    else {
        return false;
    };
    let payload = header("x-amz-content-sha256");
    let is_unsigned_session = headers.contains_key("x-amz-security-token") && !signed.contains("x-amz-security-token");
    if payload != hex(&Sha256::digest(body)) || is_unsigned_session {
        return false;
    }
    let lines = signed.split(';').map(|name| format!("{name}:{}\n", header(name).trim()));
    let canonical = format!(
        "{method}\n{}\n{}\n{}\n{signed}\n{payload}",
        uri.path(),
        uri.query().unwrap_or_default(),
        lines.collect::<String>(),
    );
    let moment = header("x-amz-date");
    let day = moment.get(..8).unwrap_or_default();
    let scope = format!("{day}/{}/s3/aws4_request", signer.region);
    let text = format!("AWS4-HMAC-SHA256\n{moment}\n{scope}\n{}", hex(&Sha256::digest(canonical)));
    let key = [signer.region, "s3", "aws4_request"]
        .iter()
        .fold(hmac(format!("AWS4{}", signer.secret).as_bytes(), day.as_bytes()), |key, part| {
            hmac(&key, part.as_bytes())
        });
    credential == format!("{}/{scope}", signer.key) && signature == hex(&hmac(&key, text.as_bytes()))
}

/// HMAC (RFC 2104) with SHA-256.
fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut block = [0_u8; 64];
    if key.len() > block.len() {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let pad = |with: u8| block.iter().map(|byte| byte ^ with).collect::<Vec<u8>>();
    let inner = Sha256::digest([pad(0x36), text.to_vec()].concat());
    Sha256::digest([pad(0x5c), inner.to_vec()].concat()).to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Tests the checker with the two examples that Amazon publishes with their signatures ("Authenticating Requests: Using
/// the Authorization Header", Amazon S3 API Reference).
#[test]
fn the_checker_agrees_with_amazons_own_examples() {
    const AMAZON: Signer =
        Signer { key: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1" };
    let get = [
        ("range", "bytes=0-9"),
        ("x-amz-content-sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            "authorization",
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        ),
    ];
    let put = [
        ("date", "Fri, 24 May 2013 00:00:00 GMT"),
        ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
        ("x-amz-content-sha256", "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"),
        (
            "authorization",
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        ),
    ];
    let agrees = |(method, path): (Method, &str), own: &[(&'static str, &str)], body: &[u8]| {
        let mut headers = HeaderMap::new();
        let shared = [("host", "examplebucket.s3.amazonaws.com"), ("x-amz-date", "20130524T000000Z")];
        for (name, value) in own.iter().chain(&shared) {
            headers.insert(*name, value.parse().unwrap());
        }
        let uri: Uri = path.parse().unwrap();
        let request = |headers, body| Request { method: &method, uri: &uri, headers, body };
        assert!(is_signed(&AMAZON, &request(&headers, body)), "{path}");
        assert!(!is_signed(&AMAZON, &request(&headers, b"another body")), "{path}");
        headers.insert("x-amz-date", "20130525T000000Z".parse().unwrap());
        let request = Request { method: &method, uri: &uri, headers: &headers, body };
        assert!(!is_signed(&AMAZON, &request), "{path}: another day");
    };
    agrees((Method::GET, "/test.txt"), &get, b"");
    agrees((Method::PUT, "/test%24file.text"), &put, b"Welcome to Amazon S3.");
}
