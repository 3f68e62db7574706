//! SearXNG's JSON format (docs.searxng.org, "Search API"): `GET /search?q=…&format=json`.

use futures::future::BoxFuture;
use serde_json::Value;
use url::Url;

use super::{Hit, Provider, Since, WebQuery, hit};
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

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let url = super::super::tokens::join(&self.base, "search");
        let mut request = self.service.client().get(url).query(&[("q", query.text.as_str()), ("format", "json")]);
        if let Some(since) = query.since {
            request = request.query(&[("time_range", time_range(since))]);
        }
        if query.is_news {
            request = request.query(&[("categories", "news")]);
        }
        if let Some(language) = &query.language {
            let country = query.country.as_ref().map(|country| format!("-{}", country.to_uppercase()));
            request = request.query(&[("language", format!("{language}{}", country.unwrap_or_default()))]);
        }
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
        Ok(hits.take(query.limit).collect())
    }
}

/// Returns the smallest of SearXNG's ranges that contains the day.
fn time_range(since: Since) -> &'static str {
    match since.days() {
        ..=1 => "day",
        2..=7 => "week",
        8..=31 => "month",
        _ => "year",
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

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query))
    }
}
