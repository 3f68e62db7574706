//! DuckDuckGo's result page without scripts (`html.duckduckgo.com/html/?q=…`), for queries without an instant answer.
//!
//! The format is not documented. The parser relies on the classes `result__a`, `result__snippet` and `no-results`,
//! which have not changed for years. A page without any of them is empty or a challenge.

use futures::future::BoxFuture;
use url::Url;

use super::super::{Hit, Provider, WebQuery, hit};
use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::{Service, is_challenge};

/// DuckDuckGo's result page.
pub struct DuckDuckGoPage {
    service: Service,
    base: Url,
}

impl DuckDuckGoPage {
    /// Creates a client for `https://html.duckduckgo.com/html/` or a compatible address.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(base: Url, route: &Route) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("duckduckgo-html", route)?, base })
    }

    async fn results(&self, query: &WebQuery) -> Result<Vec<Hit>, ServiceError> {
        let mut request = self.service.client().get(self.base.clone()).query(&[("q", &query.text)]);
        if let Some(since) = query.since {
            request = request.query(&[("df", format!("{}..{}", since.day, since.end()))]);
        }
        if let Some(region) = region(query) {
            request = request.query(&[("kl", region)]);
        }
        let Some(page) = self.service.text(request).await? else {
            return Err(self.service.shape("there is nothing at the configured address"));
        };
        let hits: Vec<Hit> = results(&page).take(query.limit).collect();
        if !hits.is_empty() || page.contains("no-results") || page.contains("result--no-result") {
            Ok(hits)
        } else if is_challenge(&page) {
            Err(ServiceError::Blocked { service: self.service.name, status: 200, retry_after: None })
        } else {
            Err(ServiceError::Empty { service: self.service.name })
        }
    }
}

/// Returns DuckDuckGo's region, for example `de-de`; it needs both country and language.
fn region(query: &WebQuery) -> Option<String> {
    let (country, language) = (query.country.as_ref()?, query.language.as_ref()?);
    Some(format!("{country}-{language}"))
}

fn results(page: &str) -> impl Iterator<Item = Hit> + '_ {
    // Each result begins with the link of its title; the snippet precedes the next result.
    let starts = page.match_indices("result__a\"").map(|(at, _)| at);
    let ends = starts.clone().skip(1).chain([page.len()]);
    starts.zip(ends).filter_map(|(start, end)| {
        let (tag, block) = (tag_around(page, start)?, &page[start..end]);
        // Advertisements link to DuckDuckGo's click redirector.
        let url = target(&attribute(tag, "href")?)?;
        let snippet = block.find("result__snippet").and_then(|at| inner(&block[at..])).unwrap_or_default();
        hit(inner(block)?, url, snippet, String::new())
    })
}

/// Maximum length of a tag before and after the class of a result, in bytes. Without it, a page of many such words and
/// no tag would be searched as a whole for each of them.
const MAX_TAG_BYTES: usize = 8 * 1024;

/// Returns the start tag that contains the position.
fn tag_around(page: &str, at: usize) -> Option<&str> {
    let from = page.ceil_char_boundary(at.saturating_sub(MAX_TAG_BYTES));
    let to = page.floor_char_boundary(at + MAX_TAG_BYTES);
    let start = from + page[from..at].rfind('<')?;
    let end = at + page[at..to].find('>')?;
    Some(&page[start..end])
}

/// Returns the text between the end of the start tag and the end of the link.
fn inner(text: &str) -> Option<&str> {
    let start = text.find('>')? + 1;
    let end = text[start..].find("</a>").or_else(|| text[start..].find("</div>"))?;
    Some(&text[start..start + end])
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let start = tag.find(&format!("{name}=\""))? + name.len() + 2;
    let value = &tag[start..start + tag[start..].find('"')?];
    Some(value.replace("&amp;", "&"))
}

/// Extracts the address from `//duckduckgo.com/l/?uddg=<address>&rut=…`.
fn target(href: &str) -> Option<String> {
    let url = Url::parse("https://duckduckgo.com/").ok()?.join(href).ok()?;
    let own = url.host_str().is_some_and(|host| host == "duckduckgo.com" || host.ends_with(".duckduckgo.com"));
    if !own {
        return Some(url.into());
    }
    url.query_pairs().find(|(name, _)| name == "uddg").map(|(_, address)| address.into_owned())
}

#[cfg(any(test, feature = "fuzzing"))]
pub(in crate::search) fn read_for_fuzzing(page: &str) {
    let _ = (results(page).count(), crate::service::is_challenge(page));
}

impl Provider for DuckDuckGoPage {
    fn name(&self) -> &str {
        "duckduckgo-html"
    }

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query))
    }
}
