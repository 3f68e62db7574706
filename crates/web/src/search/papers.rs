//! Providers of scientific papers: Semantic Scholar and arXiv. Both allow requests without a key, about one a second
//! and one in three seconds.

use std::time::Duration;

use futures::future::BoxFuture;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use url::Url;

use super::{Hit, Provider, ProviderKind, WebQuery, hit, rows};
use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, text};

/// Maximum length of an excerpt in characters.
const EXCERPT_CHARS: usize = 600;

/// Semantic Scholar's Graph API: `GET /graph/v1/paper/search?query&limit&fields`.
pub struct SemanticScholar {
    service: Service,
    base: Url,
    key: Option<SecretString>,
}

impl SemanticScholar {
    /// Creates a client for `https://api.semanticscholar.org/`, with or without a key.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(base: Url, key: Option<SecretString>, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("semantic-scholar", route)?, base, key })
    }

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let limit = query.limit.clamp(1, 20).to_string();
        let fields = "title,url,abstract,publicationDate,openAccessPdf";
        let url = crate::tokens::join(&self.base, "graph/v1/paper/search");
        let mut request = self.service.client().get(url).query(&[
            ("query", query.text.as_str()),
            ("limit", &limit),
            ("fields", fields),
        ]);
        if let Some(since) = query.since {
            request = request.query(&[("publicationDateOrYear", format!("{}:", since.day))]);
        }
        if let Some(key) = &self.key {
            request = request.header("x-api-key", key.expose_secret());
        }
        let Some(answer) = self.service.json(request).await? else { return Err(self.service.shape("status 404")) };
        if answer.get("total").is_none() && answer.get("data").is_none() {
            return Err(self.service.shape("neither `total` nor `data`"));
        }
        Ok(rows(&answer, "/data").filter_map(paper).collect())
    }
}

/// Reads one paper; its free PDF is preferred to the page about it.
fn paper(row: &Value) -> Option<Hit> {
    let pdf = row.pointer("/openAccessPdf/url").and_then(Value::as_str).filter(|url| url.starts_with("http"));
    let url = pdf.map_or_else(|| text(row, "url"), str::to_owned);
    hit(&text(row, "title"), url, &excerpt(&text(row, "abstract")), text(row, "publicationDate"))
}

fn excerpt(text: &str) -> String {
    text.chars().take(EXCERPT_CHARS).collect()
}

/// arXiv's API: `GET /api/query?search_query&max_results`, an Atom feed.
pub struct Arxiv {
    service: Service,
    base: Url,
}

impl Arxiv {
    /// Creates a client for `https://export.arxiv.org/`.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(base: Url, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("arxiv", route)?, base })
    }

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let words = query.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut terms: Vec<String> =
            words.filter(|word| !is_about_kind(word)).map(|word| format!("all:{word}")).collect();
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(since) = query.since {
            let day = |day: chrono::NaiveDate| day.format("%Y%m%d0000").to_string();
            terms.push(format!("submittedDate:[{} TO {}]", day(since.day), day(since.end())));
        }
        let (terms, limit) = (terms.join(" AND "), query.limit.clamp(1, 20).to_string());
        let fields = [("search_query", terms.as_str()), ("max_results", &limit), ("sortBy", "relevance")];
        let request = self.service.client().get(crate::tokens::join(&self.base, "api/query")).query(&fields);
        let Some(feed) = self.service.text(request).await? else { return Err(self.service.shape("status 404")) };
        if feed.trim().is_empty() {
            return Err(ServiceError::Empty { service: self.service.name });
        }
        if crate::service::is_challenge(&feed) {
            return Err(ServiceError::Blocked { service: self.service.name, status: 200, retry_after: None });
        }
        if !feed.contains("<feed") || !feed.contains("</feed>") {
            return Err(self.service.shape("no Atom feed"));
        }
        Ok(feed.split("<entry").skip(1).filter_map(entry).collect())
    }
}

/// Returns true for words that ask for a paper and occur in none.
fn is_about_kind(word: &str) -> bool {
    ["arxiv", "paper", "papers", "preprint", "doi"].contains(&word.to_lowercase().as_str())
}

fn entry(entry: &str) -> Option<Hit> {
    let id = element(entry, "id")?;
    let url = id.replacen("http://", "https://", 1);
    let (title, summary) = (element(entry, "title").unwrap_or_default(), element(entry, "summary").unwrap_or_default());
    hit(title, url, &excerpt(summary.trim()), element(entry, "published").unwrap_or_default().to_owned())
}

/// Returns the text of the first element with the name.
fn element<'a>(xml: &'a str, name: &str) -> Option<&'a str> {
    let start = xml.find(&format!("<{name}"))?;
    let begin = start + xml[start..].find('>')? + 1;
    let end = begin + xml[begin..].find(&format!("</{name}>"))?;
    Some(xml[begin..end].trim())
}

impl Provider for SemanticScholar {
    fn name(&self) -> &str {
        "semantic-scholar"
    }

    fn kind(&self) -> ProviderKind {
        ProviderKind::Papers
    }

    fn spacing(&self) -> Duration {
        Duration::from_millis(1_100)
    }

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query))
    }
}

impl Provider for Arxiv {
    fn name(&self) -> &str {
        "arxiv"
    }

    fn kind(&self) -> ProviderKind {
        ProviderKind::Papers
    }

    fn spacing(&self) -> Duration {
        Duration::from_secs(3)
    }

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query))
    }
}
