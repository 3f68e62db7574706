//! SearXNG's JSON format (docs.searxng.org, "Search API"): `GET /search?q=…&format=json`.

use futures::future::BoxFuture;
use serde_json::Value;
use url::Url;

use super::{Hit, Provider, hit};
use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, text};

/// A SearXNG instance.
pub struct SearXng {
    service: Service,
    base: Url,
}

impl SearXng {
    /// Creates a client for the instance at `base`, with or without a path.
    pub fn new(base: Url, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("searxng", route)?, base })
    }

    async fn results(&self, query: &str, limit: usize) -> Result<Vec<Hit>, ServiceError> {
        let url = super::super::tokens::join(&self.base, "search");
        let request = self.service.client().get(url).query(&[("q", query), ("format", "json")]);
        let Some(answer) = self.service.json(request).await? else {
            return Err(self.service.shape("there is no /search at the configured address"));
        };
        let Some(results) = answer.get("results").and_then(Value::as_array) else {
            return Err(self.service.shape("no `results`"));
        };
        if results.is_empty() && all_engines_failed(&answer) {
            return Err(ServiceError::Blocked { service: "searxng", status: 200, retry_after: None });
        }
        let hits = results.iter().filter_map(|row| {
            hit(&text(row, "title"), text(row, "url"), &text(row, "content"), text(row, "publishedDate"))
        });
        Ok(hits.take(limit).collect())
    }
}

/// Returns `true` if all engines refused. SearXNG then answers 200 with an empty list and names the engines.
fn all_engines_failed(answer: &Value) -> bool {
    answer.get("unresponsive_engines").and_then(Value::as_array).is_some_and(|engines| !engines.is_empty())
}

impl Provider for SearXng {
    fn name(&self) -> &str {
        "searxng"
    }

    fn ask<'a>(&'a self, query: &'a str, limit: usize) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query, limit))
    }
}
