//! One bucket in memory behind HTTP. It does of S3 what the fleet uses: put and get of one object, and AWS Signature Version 4, worked
//! out here by itself from Amazon's description, so that a client that signs wrongly is refused as AWS would refuse it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

pub(crate) const REGION: &str = "eu-test-1";
pub(crate) const KEY: &str = "AKIDEXAMPLE";
pub(crate) const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

/// The only bucket there is.
const BUCKET: &str = "/reports/";

#[derive(Default)]
struct Shelf {
    objects: Mutex<BTreeMap<String, Vec<u8>>>,
    badly_signed: AtomicUsize,
    stumbles: AtomicUsize,
}

pub(crate) struct Bucket {
    shelf: Arc<Shelf>,
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
        let shelf = Arc::new(Shelf::default());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(answer).with_state(shelf.clone());
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { shelf, url, task }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn keys(&self) -> Vec<String> {
        self.shelf.objects.lock().unwrap().keys().cloned().collect()
    }

    pub(crate) fn badly_signed(&self) -> usize {
        self.shelf.badly_signed.load(Ordering::SeqCst)
    }

    /// The next requests meet a server error.
    pub(crate) fn stumble(&self, times: usize) {
        self.shelf.stumbles.store(times, Ordering::SeqCst);
    }
}

async fn answer(
    State(shelf): State<Arc<Shelf>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if shelf.stumbles.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok() {
        return refused(StatusCode::INTERNAL_SERVER_ERROR, "InternalError");
    }
    if !is_signed(&method, &uri, &headers, &body) {
        shelf.badly_signed.fetch_add(1, Ordering::SeqCst);
        return refused(StatusCode::FORBIDDEN, "SignatureDoesNotMatch");
    }
    if !uri.path().starts_with(BUCKET) {
        return refused(StatusCode::NOT_FOUND, "NoSuchBucket");
    }
    let key = uri.path().trim_start_matches('/').to_owned();
    let etag = [("etag", "\"e\""), ("last-modified", "Sun, 22 Nov 2026 08:00:00 GMT")];
    match method {
        Method::PUT => {
            shelf.objects.lock().unwrap().insert(key, body.to_vec());
            (StatusCode::OK, etag).into_response()
        }
        Method::GET => match shelf.objects.lock().unwrap().get(&key) {
            Some(bytes) => (StatusCode::OK, etag, bytes.clone()).into_response(),
            None => refused(StatusCode::NOT_FOUND, "NoSuchKey"),
        },
        _ => refused(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed"),
    }
}

fn refused(status: StatusCode, code: &str) -> Response {
    let body = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>{code}</Message></Error>");
    (status, [("content-type", "application/xml")], body).into_response()
}

/// AWS Signature Version 4, in the Authorization header, over exactly what came.
fn is_signed(method: &Method, uri: &Uri, headers: &HeaderMap, body: &[u8]) -> bool {
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
    if payload != hex(&Sha256::digest(body)) {
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
    let scope = format!("{day}/{REGION}/s3/aws4_request");
    let text = format!("AWS4-HMAC-SHA256\n{moment}\n{scope}\n{}", hex(&Sha256::digest(canonical)));
    let key = [REGION, "s3", "aws4_request"]
        .iter()
        .fold(hmac(format!("AWS4{SECRET}").as_bytes(), day.as_bytes()), |key, part| hmac(&key, part.as_bytes()));
    credential == format!("{KEY}/{scope}") && signature == hex(&hmac(&key, text.as_bytes()))
}

/// RFC 2104 over SHA-256.
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
