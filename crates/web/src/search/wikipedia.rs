//! Wikipedia's search (MediaWiki action API), for disambiguation and as the last provider of the chain.

use futures::future::BoxFuture;
use serde_json::Value;
use url::Url;

use super::{Hit, Provider, hit};
use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, text};

/// Search in one Wikipedia.
pub struct Wikipedia {
    service: Service,
    base: Url,
}

impl Wikipedia {
    /// Creates a client for `https://en.wikipedia.org/` or an address with the same paths.
    pub fn new(base: Url, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("wikipedia", route)?, base })
    }

    async fn results(&self, query: &str, limit: usize) -> Result<Vec<Hit>, ServiceError> {
        let limit = limit.to_string();
        let fields = [
            ("action", "query"),
            ("list", "search"),
            ("srsearch", query),
            ("srlimit", &limit),
            ("format", "json"),
            ("utf8", "1"),
        ];
        let request = self.service.client().get(crate::tokens::join(&self.base, "w/api.php")).query(&fields);
        let Some(answer) = self.service.json(request).await? else {
            return Err(self.service.shape("there is no /w/api.php at the configured address"));
        };
        let Some(rows) = answer.pointer("/query/search").and_then(Value::as_array) else {
            return Err(self
                .service
                .shape(answer.pointer("/error/info").and_then(Value::as_str).unwrap_or("no `query.search`")));
        };
        Ok(rows.iter().filter_map(row_hit).collect())
    }
}

fn row_hit(row: &Value) -> Option<Hit> {
    let title = text(row, "title");
    // The address is that of the public site, whichever address answered; the fetcher rewrites it if a gateway is set.
    let mut url = Url::parse("https://en.wikipedia.org/wiki/").ok()?;
    url.path_segments_mut().ok()?.pop().push(&title.replace(' ', "_"));
    hit(&title, url.into(), &text(row, "snippet"), String::new())
}

impl Provider for Wikipedia {
    fn name(&self) -> &str {
        "wikipedia"
    }

    fn ask<'a>(&'a self, query: &'a str, limit: usize) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query, limit))
    }
}
