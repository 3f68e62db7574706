//! Providers with an index of their own for language models: Exa and Perplexity's Search API.

use futures::future::BoxFuture;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use url::Url;

use super::{Hit, Provider, WebQuery, hit, rows};
use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, text};

/// Maximum length in characters of the excerpt that Exa returns per result.
const EXCERPT_CHARS: usize = 600;

/// Exa: `POST /search` with `{query, numResults}`, key in `x-api-key`.
pub struct Exa {
    service: Service,
    base: Url,
    key: SecretString,
}

impl Exa {
    /// Creates a client for `https://api.exa.ai/` with the key.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(base: Url, key: SecretString, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("exa", route)?, base, key })
    }

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let mut body = json!({
            "query": query.text, "numResults": query.limit.clamp(1, 25), "type": "auto",
            "contents": {"highlights": {"maxCharacters": EXCERPT_CHARS}},
        });
        if let Some(since) = query.since {
            body["startPublishedDate"] = json!(format!("{}T00:00:00.000Z", since.day));
        }
        if query.is_news {
            body["category"] = json!("news");
        }
        if let Some(country) = &query.country {
            body["userLocation"] = json!(country.to_uppercase());
        }
        let request = self.service.client().post(crate::tokens::join(&self.base, "search"));
        let request = request.header("x-api-key", self.key.expose_secret()).json(&body);
        let Some(answer) = self.service.json(request).await? else { return Err(self.service.shape("status 404")) };
        if answer.get("results").and_then(Value::as_array).is_none() {
            return Err(self.service.shape("no `results`"));
        }
        Ok(rows(&answer, "/results").filter_map(exa_row).collect())
    }
}

fn exa_row(row: &Value) -> Option<Hit> {
    let highlights: Vec<&str> = rows(row, "/highlights").filter_map(Value::as_str).collect();
    let excerpt = if highlights.is_empty() { text(row, "text") } else { highlights.join(" … ") };
    let excerpt: String = excerpt.chars().take(EXCERPT_CHARS).collect();
    hit(&text(row, "title"), text(row, "url"), &excerpt, text(row, "publishedDate"))
}

/// Perplexity's Search API: `POST /search` with `{query, max_results}`, key as bearer token.
pub struct Perplexity {
    service: Service,
    base: Url,
    key: SecretString,
}

impl Perplexity {
    /// Creates a client for `https://api.perplexity.ai/` with the key.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(base: Url, key: SecretString, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("perplexity", route)?, base, key })
    }

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let mut body = json!({"query": query.text, "max_results": query.limit.clamp(1, 20)});
        if let Some(since) = query.since {
            body["search_after_date_filter"] = json!(since.day.format("%m/%d/%Y").to_string());
        }
        if let Some(language) = &query.language {
            body["search_language_filter"] = json!([language]);
        }
        if let Some(country) = &query.country {
            body["country"] = json!(country.to_uppercase());
        }
        let request = self.service.client().post(crate::tokens::join(&self.base, "search"));
        let request = request.bearer_auth(self.key.expose_secret()).json(&body);
        let Some(answer) = self.service.json(request).await? else { return Err(self.service.shape("status 404")) };
        if answer.get("results").and_then(Value::as_array).is_none() {
            return Err(self.service.shape("no `results`"));
        }
        let row = |row: &Value| hit(&text(row, "title"), text(row, "url"), &text(row, "snippet"), text(row, "date"));
        Ok(rows(&answer, "/results").filter_map(row).collect())
    }
}

impl Provider for Exa {
    fn name(&self) -> &str {
        "exa"
    }

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query))
    }
}

impl Provider for Perplexity {
    fn name(&self) -> &str {
        "perplexity"
    }

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query))
    }
}
