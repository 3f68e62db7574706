//! DuckDuckGo's result page without scripts (`html.duckduckgo.com/html/?q=…`), for what instant answers do not know.
//!
//! It is the one provider without a documented format, so it is read by what has stood still for years: the classes
//! `result__a`, `result__snippet` and `no-results`. A page that has none of them is an empty page or a challenge.

use futures::future::BoxFuture;
use url::Url;

use super::super::{Hit, Provider, hit};
use crate::ServiceError;
use crate::client::ClientError;
use crate::service::{Service, is_challenge};

/// The page.
pub struct DuckDuckGoPage {
    service: Service,
    base: Url,
}

impl DuckDuckGoPage {
    /// `https://html.duckduckgo.com/html/` or a stand-in.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(base: Url) -> Result<Self, ClientError> {
        Ok(Self { service: Service::new("duckduckgo-html")?, base })
    }

    async fn results(&self, query: &str, most: usize) -> Result<Vec<Hit>, ServiceError> {
        let request = self.service.client().get(self.base.clone()).query(&[("q", query)]);
        let Some(page) = self.service.text(request).await? else {
            return Err(self.service.shape("there is nothing at the configured address"));
        };
        let hits: Vec<Hit> = results(&page).take(most).collect();
        if !hits.is_empty() || page.contains("no-results") || page.contains("result--no-result") {
            Ok(hits)
        } else if is_challenge(&page) {
            Err(ServiceError::Blocked { service: self.service.name, status: 200, retry_after: None })
        } else {
            Err(ServiceError::Empty { service: self.service.name })
        }
    }
}

fn results(page: &str) -> impl Iterator<Item = Hit> + '_ {
    // Each result begins with its title's link; the snippet stands before the next one.
    let starts = page.match_indices("result__a\"").map(|(at, _)| at);
    let ends = starts.clone().skip(1).chain([page.len()]);
    starts.zip(ends).filter_map(|(start, end)| {
        let (tag, block) = (tag_around(page, start)?, &page[start..end]);
        // Advertisements are links to DuckDuckGo's own redirector of clicks.
        let url = target(&attribute(tag, "href")?)?;
        let snippet = block.find("result__snippet").and_then(|at| inner(&block[at..])).unwrap_or_default();
        hit(inner(block)?, url, snippet, String::new())
    })
}

/// The start tag around a place in it.
fn tag_around(page: &str, at: usize) -> Option<&str> {
    let start = page[..at].rfind('<')?;
    let end = at + page[at..].find('>')?;
    Some(&page[start..end])
}

/// What stands between the end of this start tag and the link's end.
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

/// `//duckduckgo.com/l/?uddg=<address>&rut=…` as the address that is meant.
fn target(href: &str) -> Option<String> {
    let url = Url::parse("https://duckduckgo.com/").ok()?.join(href).ok()?;
    let own = url.host_str().is_some_and(|host| host == "duckduckgo.com" || host.ends_with(".duckduckgo.com"));
    if !own {
        return Some(url.into());
    }
    url.query_pairs().find(|(name, _)| name == "uddg").map(|(_, address)| address.into_owned())
}

impl Provider for DuckDuckGoPage {
    fn name(&self) -> &str {
        "duckduckgo-html"
    }

    fn ask<'a>(&'a self, query: &'a str, most: usize) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(self.results(query, most))
    }
}
