//! Lists the pages of a site from its sitemaps or from its own links. The request goes to an address that may be
//! fetched or to the bare origin of one, and counts as a page.

use std::sync::Arc;

use agent::{Address, Origin, Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use domain::Time;
use domain::effect::Basis;
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::Web;
use web::site::{self, SitePage};

use crate::notebook::Notes;
use crate::page::{not_fetched, reserve};
use crate::search::RecordedWeb;
use crate::session::{PageSource, Session};
use crate::{recorded, schema, text_schema};

/// Number of pages that the model sees; it reads only a few of them.
const MAX_PAGES_SHOWN: usize = 40;

pub(crate) struct MapSite<W> {
    pub(crate) web: RecordedWeb<W>,
    pub(crate) pages: Arc<dyn PageSource>,
}

#[derive(Deserialize)]
pub(crate) struct SiteQuery {
    url: String,
}

#[derive(Serialize)]
pub(crate) struct SitePages {
    from: &'static str,
    pages: Vec<ListedPage>,
    known: usize,
}

#[derive(Serialize)]
struct ListedPage {
    url: Address,
    /// Date of the last change, `YYYY-MM-DD`; empty if the site states none.
    changed: String,
}

impl<W: Web> Tool<Session, Notes> for MapSite<W> {
    type Input = SiteQuery;
    type Output = SitePages;

    fn spec(&self) -> ToolSpec {
        let about = "Lists the pages of a site that are worth reading, from its sitemaps or its links.";
        let url = text_schema("A known address or source id of the site.");
        schema("map_site", about, 1, &[("url", url)])
    }

    fn origin(&self) -> Origin {
        Origin::Web
    }

    async fn call(&self, session: &Session, input: SiteQuery) -> Result<ToolAnswer<SitePages, Notes>, ToolError> {
        let requested = input.url.trim();
        let url = session.notebook.source(requested).map_or_else(|| requested.to_owned(), |source| source.url.clone());
        let Some(url) = session.notebook.site_address(&url) else {
            return Err(ToolError::to_model(
                "only sites of search results, of links of pages that were read, or of the task are listed",
            ));
        };
        session.scope.ensure_permitted(&url)?;
        reserve(session, &url)?;
        let call = async { self.web.web.site(&url).await.map_err(|error| not_fetched(&error)) };
        let (listed, basis) = self.web.answers.answer("map_site", &json!({"url": url}), call).await?;
        let mut bases = vec![basis];
        let (pages, from) = if listed.is_empty() {
            let (linked, basis) = linked_pages(self.pages.as_ref(), &url, session.scope.started).await?;
            bases.push(basis);
            (linked, "links")
        } else {
            (listed, "sitemap")
        };
        let known = pages.len();
        let pages: Vec<ListedPage> = pages.into_iter().filter_map(listed_page).take(MAX_PAGES_SHOWN).collect();
        let urls = pages.iter().map(|page| page.url.as_str().to_owned()).collect();
        let notes = Notes { urls, bases, requested: vec![url], ..Notes::default() };
        Ok(ToolAnswer { output: SitePages { from, pages, known }, notes })
    }
}

/// Returns a page for the model; `None` if its address is too long.
fn listed_page(page: SitePage) -> Option<ListedPage> {
    let changed = extraction::dates::parse(&page.changed).map(|at| at.date_naive().to_string()).unwrap_or_default();
    Untrusted::new(page.url).address().map(|url| ListedPage { url, changed })
}

/// Returns the links of a page to its own site, for a site without a sitemap.
async fn linked_pages(source: &dyn PageSource, url: &str, now: Time) -> Result<(Vec<SitePage>, Basis), ToolError> {
    let page = source.open(url, now).await?;
    let own = page.document.links.iter().filter(|link| site::same_site(link, &page.url));
    let pages = site::best(own.map(|link| SitePage { url: link.clone(), changed: String::new() }).collect());
    Ok((pages, recorded::page_record(url, &page.hash)))
}
