//! Wikipedia's search (MediaWiki action API), for disambiguation and as the last provider of the chain.

use futures::future::BoxFuture;
use serde_json::Value;
use url::Url;

use super::{Hit, Provider, ProviderKind, WebQuery, hit};
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

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let limit = query.limit.to_string();
        let fields = [
            ("action", "query"),
            ("list", "search"),
            ("srsearch", query.text.as_str()),
            ("srlimit", &limit),
            ("format", "json"),
            ("utf8", "1"),
        ];
        let language = query.language.as_deref().filter(|language| is_edition(language)).unwrap_or("en");
        let base = in_language(&self.base, language);
        let request = self.service.client().get(crate::tokens::join(&base, "w/api.php")).query(&fields);
        let Some(answer) = self.service.json(request).await? else {
            return Err(self.service.shape("there is no /w/api.php at the configured address"));
        };
        let Some(rows) = answer.pointer("/query/search").and_then(Value::as_array) else {
            return Err(self
                .service
                .shape(answer.pointer("/error/info").and_then(Value::as_str).unwrap_or("no `query.search`")));
        };
        Ok(rows.iter().filter_map(|row| row_hit(row, language)).collect())
    }
}

/// Returns true for the code of an edition: letters only, so that it is one label of a host.
fn is_edition(language: &str) -> bool {
    (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Returns the address of the edition in the language, if the address is that of Wikipedia; another address has one
/// edition.
fn in_language(base: &Url, language: &str) -> Url {
    let mut url = base.clone();
    if base.host_str().is_some_and(|host| host.ends_with(".wikipedia.org")) {
        // A host that cannot be set leaves the configured edition.
        let _ = url.set_host(Some(&format!("{language}.wikipedia.org")));
    }
    url
}

fn row_hit(row: &Value, language: &str) -> Option<Hit> {
    let title = text(row, "title");
    // The address is that of the public site, whichever address answered; the fetcher rewrites it if a gateway is set.
    let mut url = Url::parse(&format!("https://{language}.wikipedia.org/wiki/")).ok()?;
    url.path_segments_mut().ok()?.pop().push(&title.replace(' ', "_"));
    hit(&title, url.into(), &text(row, "snippet"), String::new())
}

impl Provider for Wikipedia {
    fn name(&self) -> &str {
        "wikipedia"
    }

    fn kind(&self) -> ProviderKind {
        ProviderKind::Fallback
    }

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query))
    }
}
