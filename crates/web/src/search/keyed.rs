//! Providers that require a key: Google's Programmable Search, Brave, Tavily. They join the chain if a key is
//! configured.

use futures::future::BoxFuture;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use url::Url;

use super::{Hit, Provider, hit};
use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, text};

/// Google Custom Search JSON API: `GET /customsearch/v1?key&cx&q&num`.
pub struct Google {
    service: Service,
    base: Url,
    key: SecretString,
    engine: String,
}

impl Google {
    /// Creates a client for `https://www.googleapis.com/` with the key and the search engine's id.
    pub fn new(base: Url, key: SecretString, engine: String, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("google", route)?, base, key, engine })
    }

    async fn results(&self, query: &str, limit: usize) -> Result<Vec<Hit>, ServiceError> {
        // The API refuses more than ten results.
        let num = limit.clamp(1, 10).to_string();
        let fields = [("key", self.key.expose_secret()), ("cx", &self.engine), ("q", query), ("num", &num)];
        let request = self.service.client().get(crate::tokens::join(&self.base, "customsearch/v1")).query(&fields);
        let Some(answer) = self.service.json(request).await? else { return Err(self.service.shape("status 404")) };
        if answer.get("searchInformation").is_none() && answer.get("items").is_none() {
            return Err(self.service.shape("neither `searchInformation` nor `items`"));
        }
        // Google reports the number of results. A page that omits them does not prove that there are none.
        let total = answer.pointer("/searchInformation/totalResults").and_then(Value::as_str).unwrap_or("0");
        if answer.get("items").is_none() && total != "0" {
            return Err(ServiceError::Empty { service: self.service.name });
        }
        Ok(rows(&answer, "/items")
            .filter_map(|row| hit(&text(row, "title"), text(row, "link"), &text(row, "snippet"), String::new()))
            .collect())
    }
}

/// Brave Search API: `GET /res/v1/web/search?q&count`, key in `X-Subscription-Token`.
pub struct Brave {
    service: Service,
    base: Url,
    key: SecretString,
}

impl Brave {
    /// Creates a client for `https://api.search.brave.com/` with the key.
    pub fn new(base: Url, key: SecretString, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("brave", route)?, base, key })
    }

    async fn results(&self, query: &str, limit: usize) -> Result<Vec<Hit>, ServiceError> {
        let count = limit.clamp(1, 20).to_string();
        let request = self.service.client().get(crate::tokens::join(&self.base, "res/v1/web/search"));
        let request =
            request.header("X-Subscription-Token", self.key.expose_secret()).query(&[("q", query), ("count", &count)]);
        let Some(answer) = self.service.json(request).await? else { return Err(self.service.shape("status 404")) };
        if answer.get("type").and_then(Value::as_str) != Some("search") {
            return Err(self.service.shape("`type` is not `search`"));
        }
        let hits = rows(&answer, "/web/results");
        Ok(hits
            .filter_map(|row| {
                hit(&text(row, "title"), text(row, "url"), &text(row, "description"), text(row, "page_age"))
            })
            .collect())
    }
}

/// Tavily: `POST /search` with `{query, max_results}`, key as bearer token.
pub struct Tavily {
    service: Service,
    base: Url,
    key: SecretString,
}

impl Tavily {
    /// Creates a client for `https://api.tavily.com/` with the key.
    pub fn new(base: Url, key: SecretString, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("tavily", route)?, base, key })
    }

    async fn results(&self, query: &str, limit: usize) -> Result<Vec<Hit>, ServiceError> {
        let body = json!({"query": query, "max_results": limit.clamp(1, 20), "search_depth": "basic"});
        let request = self
            .service
            .client()
            .post(crate::tokens::join(&self.base, "search"))
            .bearer_auth(self.key.expose_secret())
            .json(&body);
        let Some(answer) = self.service.json(request).await? else { return Err(self.service.shape("status 404")) };
        if answer.get("results").and_then(Value::as_array).is_none() {
            return Err(self.service.shape("no `results`"));
        }
        let hits = rows(&answer, "/results");
        Ok(hits
            .filter_map(|row| {
                hit(&text(row, "title"), text(row, "url"), &text(row, "content"), text(row, "published_date"))
            })
            .collect())
    }
}

fn rows<'a>(answer: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    answer.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

macro_rules! provider {
    ($kind:ty, $name:literal) => {
        impl Provider for $kind {
            fn name(&self) -> &str {
                $name
            }

            fn ask<'a>(&'a self, query: &'a str, limit: usize) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
                Box::pin(self.results(query, limit))
            }
        }
    };
}

provider!(Google, "google");
provider!(Brave, "brave");
provider!(Tavily, "tavily");
