//! Requests to the HTTP API of a gateway.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use operations::console::ConsoleLogin;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use reqwest::{Method, RequestBuilder, Response, Url};
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use serde::de::DeserializeOwned;
use telemetry::http::ClientConfig;

use super::{DoorError, Problem};
use crate::Context;
use crate::api_address::{ApiAddress, parse_url};

/// Maximum time of a request. A gateway answers within 30 s by default.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The operations of one gateway. A method fails if its operation does, or if the gateway does not answer.
pub struct Door {
    base: Url,
    token: SecretString,
    token_source: &'static str,
    is_local: bool,
    http: reqwest::Client,
}

impl Door {
    /// Opens the door of the gateway that the environment or the local fleet names. It is not contacted yet.
    ///
    /// # Errors
    /// The gateway or the token is missing, or the address is not a URL.
    pub fn open(context: &Context) -> anyhow::Result<Self> {
        Self::new(context.api()?)
    }

    fn new(api: &ApiAddress) -> anyhow::Result<Self> {
        let base = parse_url("AUSPEX_URL", &api.url)?;
        let token = api.token()?;
        ensure!(
            HeaderValue::from_str(token.expose_secret()).is_ok() && !token.expose_secret().is_empty(),
            "{} is empty or has characters that no token has",
            api.token_source()
        );
        let limits = ClientConfig { timeout: TIMEOUT, read_timeout: TIMEOUT, ..ClientConfig::default() };
        let http = telemetry::http::client(limits).context("the HTTP client")?;
        Ok(Self { base, token, token_source: api.token_source(), is_local: api.is_local, http })
    }

    /// Returns the address of a path of the gateway.
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.base.as_str().trim_end_matches('/'))
    }

    /// Creates a login of the console for the token.
    pub(crate) async fn console_login(&self) -> Result<ConsoleLogin, DoorError> {
        self.read(self.request(Method::POST, &["v1", "console-logins"])).await
    }

    /// Reads what a path names.
    pub(super) async fn get<T: DeserializeOwned>(&self, path: &[&str], query: &impl Serialize) -> Result<T, DoorError> {
        self.read(self.request(Method::GET, path).query(query)).await
    }

    /// Reads a text that a path names.
    pub(super) async fn text(&self, path: &[&str]) -> Result<String, DoorError> {
        self.text_of(path, &()).await
    }

    /// Reads a text that a path and a query name.
    pub(super) async fn text_of(&self, path: &[&str], query: &impl Serialize) -> Result<String, DoorError> {
        let answer = self.answer(self.request(Method::GET, path).query(query)).await?;
        answer.text().await.map_err(|error| self.unreachable(error))
    }

    /// Reads what a path names as HTML.
    pub(super) async fn page(&self, path: &[&str]) -> Result<String, DoorError> {
        let answer = self.answer(self.request(Method::GET, path).header(ACCEPT, "text/html")).await?;
        answer.text().await.map_err(|error| self.unreachable(error))
    }

    /// Returns what a path names as bytes of a media type.
    pub(super) async fn bytes(&self, path: &[&str], media_type: &str) -> Result<Vec<u8>, DoorError> {
        let answer = self.answer(self.request(Method::GET, path).header(ACCEPT, media_type)).await?;
        Ok(answer.bytes().await.map_err(|error| self.unreachable(error))?.to_vec())
    }

    /// Sends a JSON body and reads the answer.
    pub(super) async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &[&str],
        body: &impl Serialize,
    ) -> Result<T, DoorError> {
        self.read(self.request(method, path).json(body)).await
    }

    /// Sends a request with headers and without a body, and reads the answer.
    pub(super) async fn post_with<T: DeserializeOwned>(
        &self,
        path: &[String],
        headers: HeaderMap,
        body: Option<&impl Serialize>,
    ) -> Result<T, DoorError> {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let request = self.request(Method::POST, &path).headers(headers);
        self.read(match body {
            Some(body) => request.json(body),
            None => request,
        })
        .await
    }

    /// Deletes what a path names.
    pub(super) async fn delete(&self, path: &[&str]) -> Result<(), DoorError> {
        self.answer(self.request(Method::DELETE, path)).await.map(drop)
    }

    /// Starts a request. Parts of the path are encoded.
    pub(super) fn request(&self, method: Method, path: &[&str]) -> RequestBuilder {
        let mut url = self.base.clone();
        // A URL with a host has a path.
        if let Ok(mut parts) = url.path_segments_mut() {
            parts.pop_if_empty().extend(path);
        }
        self.http.request(method, url).bearer_auth(self.token.expose_secret())
    }

    /// Sends a request and returns its answer, unless it is an error.
    pub(super) async fn answer(&self, request: RequestBuilder) -> Result<Response, DoorError> {
        let answer = request.send().await.map_err(|error| self.unreachable(error))?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status();
        let body = answer.bytes().await.map_err(|error| self.unreachable(error))?;
        match serde_json::from_slice::<Problem>(&body) {
            Ok(problem) => Err(DoorError::Problem(Problem { token_source: self.token_source, ..problem })),
            Err(_) => Err(self.no_gateway(&format!("answers {status} without problem details"))),
        }
    }

    /// Sends a request and reads its answer.
    pub(super) async fn read<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, DoorError> {
        self.body(self.answer(request).await?).await
    }

    /// Reads the body of an answer.
    pub(super) async fn body<T: DeserializeOwned>(&self, answer: Response) -> Result<T, DoorError> {
        let body = answer.bytes().await.map_err(|error| self.unreachable(error))?;
        serde_json::from_slice(&body)
            .map_err(|error| self.no_gateway(&format!("answers what this command cannot read ({error})")))
    }

    fn unreachable(&self, error: reqwest::Error) -> DoorError {
        // The innermost error names a refused connection or certificate; the outer ones repeat the address.
        let error = anyhow::Error::new(error);
        DoorError::NoAnswer(format!(
            "the gateway at {} does not answer ({}); {}",
            self.place(),
            error.root_cause(),
            if self.is_local {
                "check the output of `auspex up`, or start it again"
            } else {
                "check AUSPEX_URL, and that the gateway runs"
            }
        ))
    }

    fn no_gateway(&self, what: &str) -> DoorError {
        DoorError::NoAnswer(format!(
            "{} {what}; {} must be a gateway of this version",
            self.place(),
            if self.is_local { "the local fleet's gateway" } else { "AUSPEX_URL, without a path," }
        ))
    }

    /// The address without a user name and a password.
    fn place(&self) -> String {
        self.base.origin().ascii_serialization()
    }
}

#[cfg(test)]
mod tests {
    use runtime::config::Env;

    use super::*;

    fn client(url: &str, token: &str) -> anyhow::Result<Door> {
        let pairs = [("AUSPEX_URL", url), ("AUSPEX_TOKEN", token)];
        Door::new(&ApiAddress::read(&mut Env::from_pairs(pairs), None).unwrap())
    }

    #[test]
    fn parts_of_a_path_are_encoded() {
        let request = client("http://h:1/", "t").unwrap().request(Method::GET, &["v1", "macros", "a/b c"]);
        assert_eq!(request.build().unwrap().url().as_str(), "http://h:1/v1/macros/a%2Fb%20c");
    }

    #[test]
    fn an_invalid_setting_is_named() {
        for url in ["h:1", "127.0.0.1:8088", "no url", "ftp://h"] {
            let error = client(url, "t").err().unwrap().to_string();
            assert!(error.starts_with("AUSPEX_URL: ") && error.contains("write it like https://"), "{error}");
        }
        let error = client("http://h", "a\u{1}b").err().unwrap().to_string();
        assert!(error.starts_with("AUSPEX_TOKEN"), "{error}");
    }

    #[tokio::test]
    async fn an_unreachable_gateway_is_named_with_its_variable() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        let client = client(&url, "t").unwrap();
        let error = client.get::<serde_json::Value>(&["v1", "runs"], &()).await.unwrap_err().to_string();
        assert!(error.contains(&url) && error.contains("AUSPEX_URL") && error.contains("refused"), "{error}");
    }
}
