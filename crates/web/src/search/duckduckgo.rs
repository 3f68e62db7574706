//! DuckDuckGo's instant answers (`api.duckduckgo.com/?q=…&format=json`): abstracts and related topics, no page ranking.

pub(super) mod page;

use futures::future::BoxFuture;
use serde_json::Value;
use url::Url;

pub use page::DuckDuckGoPage;

use super::{Hit, Provider, ProviderKind, WebQuery, hit};
use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, text};

/// DuckDuckGo's instant answers.
pub struct DuckDuckGo {
    service: Service,
    base: Url,
}

impl DuckDuckGo {
    /// Creates a client for `https://api.duckduckgo.com/` or a compatible address.
    pub fn new(base: Url, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("duckduckgo", route)?, base })
    }

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let fields = [
            ("q", query.text.as_str()),
            ("format", "json"),
            ("no_html", "1"),
            ("no_redirect", "1"),
            ("skip_disambig", "0"),
        ];
        let request = self.service.client().get(self.base.clone()).query(&fields);
        let Some(answer) = self.service.json(request).await? else {
            return Err(self.service.shape("there is nothing at the configured address"));
        };
        if answer.get("RelatedTopics").is_none() {
            return Err(self.service.shape("no `RelatedTopics`"));
        }
        Ok(instant_hits(&answer).into_iter().take(query.limit).collect())
    }
}

fn instant_hits(answer: &Value) -> Vec<Hit> {
    let mut hits = Vec::new();
    hits.extend(hit(
        &text(answer, "Heading"),
        text(answer, "AbstractURL"),
        &text(answer, "AbstractText"),
        String::new(),
    ));
    for list in ["Results", "RelatedTopics"] {
        for topic in answer.get(list).and_then(Value::as_array).into_iter().flatten() {
            collect(topic, &mut hits);
        }
    }
    hits
}

/// Collects a topic, or the topics of a named group.
fn collect(topic: &Value, hits: &mut Vec<Hit>) {
    if let Some(group) = topic.get("Topics").and_then(Value::as_array) {
        group.iter().for_each(|inner| hits.extend(topic_hit(inner)));
    } else {
        hits.extend(topic_hit(topic));
    }
}

fn topic_hit(topic: &Value) -> Option<Hit> {
    let words = text(topic, "Text");
    let title = words.split(" - ").next().unwrap_or_default().to_owned();
    hit(&title, text(topic, "FirstURL"), &words, String::new())
}

impl Provider for DuckDuckGo {
    fn name(&self) -> &str {
        "duckduckgo"
    }

    fn kind(&self) -> ProviderKind {
        ProviderKind::Fallback
    }

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query))
    }
}
