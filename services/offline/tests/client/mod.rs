//! HTTP client for tests that keeps error responses.
#![allow(dead_code, reason = "each test binary uses its part")]
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::path::Path;

use offline::{Offline, OfflineConfig};
use serde_json::Value;

/// A received response.
pub(crate) struct Got {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Got {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }
}

pub(crate) async fn world_with(corpus: &Path) -> Offline {
    offline::serve(OfflineConfig { corpus: Some(corpus.to_owned()), ..OfflineConfig::default() }).await.unwrap()
}

pub(crate) async fn empty_world() -> Offline {
    offline::serve(OfflineConfig::default()).await.unwrap()
}

pub(crate) fn http() -> reqwest::Client {
    telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap()
}

pub(crate) async fn get(world: &Offline, path: &str) -> Got {
    send(http().get(format!("{}{path}", world.url()))).await.unwrap()
}

pub(crate) async fn post(world: &Offline, path: &str, id: &str, body: &Value) -> Got {
    try_post(world, path, id, body).await.unwrap()
}

pub(crate) async fn try_post(world: &Offline, path: &str, id: &str, body: &Value) -> reqwest::Result<Got> {
    send(http().post(format!("{}{path}", world.url())).header("x-client-request-id", id).json(body)).await
}

async fn send(request: reqwest::RequestBuilder) -> reqwest::Result<Got> {
    let response = request.send().await?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Ok(Got { status, headers, bytes: response.bytes().await?.to_vec() })
}
