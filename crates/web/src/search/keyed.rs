//! Providers that require a key: Google's Programmable Search, Brave, Tavily, Serper. They join the chain if a key is
//! configured.

use futures::future::BoxFuture;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use url::Url;

use super::{Hit, Provider, WebQuery, hit, rows};
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

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        // The API refuses more than ten results.
        let num = query.limit.clamp(1, 10).to_string();
        let fields = [("key", self.key.expose_secret()), ("cx", &self.engine), ("q", &query.text), ("num", &num)];
        let mut request = self.service.client().get(crate::tokens::join(&self.base, "customsearch/v1")).query(&fields);
        if let Some(since) = query.since {
            request = request.query(&[("dateRestrict", format!("d{}", since.days()))]);
        }
        if let Some(language) = &query.language {
            request = request.query(&[("lr", format!("lang_{language}"))]);
        }
        if let Some(country) = &query.country {
            request = request.query(&[("gl", country)]);
        }
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

/// Brave Search API: `GET /res/v1/web/search?q&count`, for news `/res/v1/news/search`, key in `X-Subscription-Token`.
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

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let (path, list) = if query.is_news { ("news", "/results") } else { ("web", "/web/results") };
        let url = crate::tokens::join(&self.base, &format!("res/v1/{path}/search"));
        let count = query.limit.clamp(1, 20).to_string();
        let request = self.service.client().get(url).header("X-Subscription-Token", self.key.expose_secret());
        let mut request = request.query(&[("q", query.text.as_str()), ("count", &count)]);
        if let Some(since) = query.since {
            request = request.query(&[("freshness", format!("{}to{}", since.day, since.end()))]);
        }
        if let Some(language) = &query.language {
            request = request.query(&[("search_lang", language)]);
        }
        if let Some(country) = &query.country {
            request = request.query(&[("country", country.to_uppercase())]);
        }
        let Some(answer) = self.service.json(request).await? else { return Err(self.service.shape("status 404")) };
        let kind = answer.get("type").and_then(Value::as_str);
        if kind != Some(if query.is_news { "news" } else { "search" }) {
            return Err(self.service.shape("`type` is not that of the request"));
        }
        let hits = rows(&answer, list);
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

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let mut body = json!({"query": query.text, "max_results": query.limit.clamp(1, 20), "search_depth": "basic"});
        if query.is_news {
            body["topic"] = json!("news");
        }
        if let Some(since) = query.since {
            body["start_date"] = json!(since.day.to_string());
        }
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

/// Serper, which searches Google: `POST /search` or `/news` with `{q, num}`, key in `X-API-KEY`.
pub struct Serper {
    service: Service,
    base: Url,
    key: SecretString,
}

impl Serper {
    /// Creates a client for `https://google.serper.dev/` with the key.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(base: Url, key: SecretString, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("serper", route)?, base, key })
    }

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let (path, list) = if query.is_news { ("news", "news") } else { ("search", "organic") };
        let mut body = json!({"q": query.text, "num": query.limit.clamp(1, 20)});
        if let Some(since) = query.since {
            let day = |day: chrono::NaiveDate| day.format("%m/%d/%Y").to_string();
            body["tbs"] = json!(format!("cdr:1,cd_min:{},cd_max:{}", day(since.day), day(since.end())));
        }
        if let Some(language) = &query.language {
            body["hl"] = json!(language);
        }
        if let Some(country) = &query.country {
            body["gl"] = json!(country);
        }
        let request = self.service.client().post(crate::tokens::join(&self.base, path));
        let request = request.header("X-API-KEY", self.key.expose_secret()).json(&body);
        let Some(answer) = self.service.json(request).await? else { return Err(self.service.shape("status 404")) };
        if answer.get(list).and_then(Value::as_array).is_none() {
            return Err(self.service.shape(format!("no `{list}`")));
        }
        let row = |row: &Value| hit(&text(row, "title"), text(row, "link"), &text(row, "snippet"), text(row, "date"));
        Ok(rows(&answer, &format!("/{list}")).filter_map(row).collect())
    }
}

macro_rules! provider {
    ($kind:ty, $name:literal) => {
        impl Provider for $kind {
            fn name(&self) -> &str {
                $name
            }

            fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
                Box::pin(self.results(query))
            }
        }
    };
}

provider!(Google, "google");
provider!(Brave, "brave");
provider!(Tavily, "tavily");
provider!(Serper, "serper");
