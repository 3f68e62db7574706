//! The pages of a site, as the site lists them or its own links show them.

use agent::{Answer, Tool, ToolError};
use domain::effect::Basis;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Memory;
use web::Web;
use web::site::{self, SitePage};

use super::page::explained;
use super::{spec, words};
use crate::desk::Desk;
use crate::notebook::Notes;
use crate::reading;
use crate::{answers, archive};

/// Pages that the model sees: it reads a few of them at most.
const SHOWN: usize = 40;

pub(super) struct MapSite;

#[derive(Deserialize)]
pub(super) struct Address {
    url: String,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for MapSite {
    type Args = Address;

    fn spec(&self) -> llm::Tool {
        let about = "Lists the pages of a site that are worth reading, from its sitemaps or its links.";
        let url = words("An address or source id of a search result, of a read page or of a link: its site is listed.");
        spec("map_site", about, 1, &[("url", url)])
    }

    async fn call(&self, desk: &Desk<M, W>, args: Address) -> Result<Answer<Notes>, ToolError> {
        let asked = args.url.trim();
        let url = desk.notebook.source(asked).map_or_else(|| asked.to_owned(), |source| source.url.clone());
        // The same policy as for fetching: a site comes from a search, a link or the task, never out of a text.
        if !desk.notebook.knows_site(&url) {
            return Err(ToolError::told(
                "only sites of search results, of links of pages that were read, or of the task are listed",
            ));
        }
        let ask = async { desk.kit.web.site(&url).await.map_err(|error| ToolError::told(explained(&error))) };
        let (listed, basis) = answers::answered(desk, ("map_site", &json!({"url": url})), ask).await?;
        let mut bases = vec![basis];
        let (pages, from) =
            if listed.is_empty() { (linked(desk, &url, &mut bases).await?, "links") } else { (listed, "sitemap") };
        let shown: Vec<Value> =
            pages.iter().take(SHOWN).map(|page| json!({"url": page.url, "changed": page.changed})).collect();
        let content = json!({"from": from, "pages": shown, "known": pages.len()});
        let urls = pages.into_iter().take(SHOWN).map(|page| page.url).collect();
        Ok(Answer { content, notes: Notes { urls, bases, ..Notes::default() } })
    }
}

/// A site without a sitemap: what the page links to on its own site.
async fn linked<M: Memory, W: Web>(
    desk: &Desk<M, W>,
    url: &str,
    bases: &mut Vec<Basis>,
) -> Result<Vec<SitePage>, ToolError> {
    let page = archive::page(desk, url).await?;
    bases.push(answers::of_page(url, &page.hash));
    let site = page.url.clone();
    let read = reading::document(desk, &page).await?;
    let own = read.links.iter().filter(|link| site::same_site(link, &site));
    Ok(site::best(own.map(|link| SitePage { url: link.clone(), changed: String::new() }).collect()))
}
