//! Jina Reader: `GET <base>/<address>`, answered as JSON (`{"code", "status", "data": {"title", "content", …}}`) or, by
//! some self-hosted builds, as its text form (`Title: …`, `URL Source: …`, `Markdown Content:`).

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, text};

/// Time limit of a request. The service runs a browser and is slower than a fetch.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// A Jina Reader.
pub struct Jina {
    service: Service,
    base: Url,
    key: Option<SecretString>,
}

impl Jina {
    /// Creates a client of a self-hosted reader, e.g. `http://localhost:3000/`.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn local(base: Url, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::within("jina (local)", REQUEST_TIMEOUT, route)?, base, key: None })
    }

    /// Creates a client of `https://r.jina.ai/`, which allows few requests per minute without a key.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn cloud(base: Url, key: Option<SecretString>, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::within("jina", REQUEST_TIMEOUT, route)?, base, key })
    }

    pub(crate) fn name(&self) -> &'static str {
        self.service.name
    }

    /// Returns the page as Markdown; `None` if the page does not exist or is empty.
    pub(crate) async fn read(&self, url: &Url) -> Result<Option<String>, ServiceError> {
        // Jina's documentation appends the address to the path without encoding.
        let address = format!("{}/{url}", self.base.as_str().trim_end_matches('/'));
        let mut request = self
            .service
            .client()
            .get(address)
            .header("accept", "application/json")
            .header("x-return-format", "markdown");
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose_secret());
        }
        let Some(answer) = self.service.text(request).await? else { return Ok(None) };
        match serde_json::from_str::<Value>(&answer) {
            Ok(answer) => self.json_form(&answer),
            Err(_) => self.text_form(&answer),
        }
    }

    fn json_form(&self, answer: &Value) -> Result<Option<String>, ServiceError> {
        let code = answer.get("code").and_then(Value::as_u64).unwrap_or(200);
        let Some(data) = answer.get("data").filter(|data| data.is_object()) else {
            return Err(self.service.shape(format!("code {code} without `data`")));
        };
        // The site answered with an error page, whose text is not the page's.
        if text(data, "warning").contains("returned error") {
            return Ok(None);
        }
        let Some(content) = data.get("content").and_then(Value::as_str) else {
            return Err(self.service.shape("no `data.content`"));
        };
        Ok(titled(&text(data, "title"), content))
    }

    fn text_form(&self, answer: &str) -> Result<Option<String>, ServiceError> {
        let Some((head, content)) = answer.split_once("Markdown Content:\n") else {
            return Err(self.service.shape("neither JSON nor `Markdown Content:`"));
        };
        let title = head.lines().find_map(|line| line.strip_prefix("Title: ")).unwrap_or_default();
        Ok(titled(title, content))
    }
}

/// Joins title and content; `None` without content.
fn titled(title: &str, content: &str) -> Option<String> {
    let (title, content) = (title.trim(), content.trim());
    if content.is_empty() {
        None
    } else if title.is_empty() || content.starts_with("# ") {
        Some(content.to_owned())
    } else {
        Some(format!("# {title}\n\n{content}"))
    }
}
