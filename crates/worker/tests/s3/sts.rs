//! A token service behind HTTP: `AssumeRoleWithWebIdentity` as AWS, MinIO and Ceph answer it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Query, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::bucket;

pub(crate) const ROLE: &str = "arn:aws:iam::123456789012:role/auspex";
/// The token that is accepted at first.
pub(crate) const TOKEN: &str = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln";

struct Service {
    requests: AtomicUsize,
    accepted: Mutex<String>,
    expires_at_once: AtomicBool,
    gives_wrong_secrets: AtomicBool,
}

pub(crate) struct TokenService {
    service: Arc<Service>,
    url: String,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for TokenService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TokenService {
    pub(crate) async fn start() -> Self {
        let service = Arc::new(Service {
            requests: AtomicUsize::new(0),
            accepted: Mutex::new(TOKEN.to_owned()),
            expires_at_once: AtomicBool::new(false),
            gives_wrong_secrets: AtomicBool::new(false),
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(answer).with_state(service.clone());
        let task = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { service, url, task }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn requests(&self) -> usize {
        self.service.requests.load(Ordering::SeqCst)
    }

    /// Accepts another token in place of the present one.
    pub(crate) fn accept(&self, token: &str) {
        token.clone_into(&mut self.service.accepted.lock().unwrap());
    }

    pub(crate) fn expire_at_once(&self) {
        self.service.expires_at_once.store(true, Ordering::SeqCst);
    }

    pub(crate) fn give_wrong_secrets(&self) {
        self.service.gives_wrong_secrets.store(true, Ordering::SeqCst);
    }
}

async fn answer(
    State(service): State<Arc<Service>>,
    method: Method,
    Query(asked): Query<BTreeMap<String, String>>,
) -> Response {
    service.requests.fetch_add(1, Ordering::SeqCst);
    let token = service.accepted.lock().unwrap().clone();
    let has = |name: &str, value: &str| asked.get(name).is_some_and(|given| given == value);
    let is_right = method == Method::POST
        && has("Action", "AssumeRoleWithWebIdentity")
        && has("Version", "2011-06-15")
        && has("RoleArn", ROLE)
        && has("WebIdentityToken", &token)
        && asked.contains_key("RoleSessionName");
    if !is_right {
        let body =
            "<ErrorResponse><Error><Code>AccessDenied</Code><Message>Not authorized</Message></Error></ErrorResponse>";
        return (StatusCode::FORBIDDEN, [("content-type", "text/xml")], body).into_response();
    }
    let expiration = if service.expires_at_once.load(Ordering::SeqCst) { "2020-01-01" } else { "2999-01-01" };
    let secret = if service.gives_wrong_secrets.load(Ordering::SeqCst) { "wrong" } else { bucket::SECRET };
    let body = format!(
        "<AssumeRoleWithWebIdentityResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><AssumeRoleWithWebIdentityResult>\
         <SubjectFromWebIdentityToken>system:serviceaccount:auspex:writer</SubjectFromWebIdentityToken><Credentials>\
         <AccessKeyId>{}</AccessKeyId><SecretAccessKey>{secret}</SecretAccessKey><SessionToken>session of {token}</SessionToken>\
         <Expiration>{expiration}T00:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResult>\
         </AssumeRoleWithWebIdentityResponse>",
        bucket::KEY
    );
    (StatusCode::OK, [("content-type", "text/xml")], body).into_response()
}
