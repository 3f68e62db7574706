//! Fetching a page and reading it in quarantine: what comes back are claims whose quotes stand in the page.

use std::sync::atomic::Ordering;

use agent::{Answer, Tool, ToolError};
use domain::Source;
use domain::effect::Basis;
use domain::hindsight::Why;
use domain::research::LeftOut;
use extraction::Document;
use research::Print;
use serde::Deserialize;
use serde_json::json;
use store::Memory;
use web::{Page, Web};

use super::{spec, words};
use crate::desk::Desk;
use crate::notebook::{Notes, source_id};
use crate::reading;
use crate::tier;
use crate::{answers, archive, hindsight};

/// Pages read of one host in one task: one site shall not be the whole evidence, and not be hammered.
const PAGES_PER_HOST: usize = 6;
/// Longer than this is no title.
const TITLE_CHARS: usize = 200;
/// Out-links that the model sees.
const LINKS: usize = 10;

pub(super) struct FetchPage;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Address {
    url: String,
    max_length: Option<usize>,
}

impl<M: Memory, W: Web> Tool<Desk<M, W>, Notes> for FetchPage {
    type Args = Address;

    fn spec(&self) -> llm::Tool {
        let fields = [
            ("url", words("The address or the source id of a search result, or of a link of a page that was read.")),
            ("maxLength", json!({"type": "integer", "minimum": 500, "maximum": 50_000, "default": 10_000})),
        ];
        spec("fetch_page", "Reads a page: its claims about the task, each with the words that it rests on.", 1, &fields)
    }

    async fn call(&self, desk: &Desk<M, W>, args: Address) -> Result<Answer<Notes>, ToolError> {
        let url = allowed(desk, args.url.trim())?;
        let page = archive::page(desk, &url).await?;
        let read = reading::document(desk, &page).await?;
        let source = source(desk, &url, &page, &read);
        let bases = vec![answers::of_page(&url, &page.hash)];
        if let Some(why) = hindsight::bars(source.published_at, desk.task.as_of) {
            return Ok(unread(source, why, bases));
        }
        let most = args.max_length.unwrap_or(desk.kit.config.max_content).min(desk.kit.config.max_content);
        let (claims, cost) = reading::claims(desk, &source, (&read, most)).await?;
        let links: Vec<&String> = read.links.iter().take(LINKS).collect();
        let content = json!({
            "source": source.id, "url": source.url, "title": source.title, "publisher": source.publisher,
            "published": source.published_at, "tier": source.tier, "claims": claims, "links": links,
        });
        let prints = vec![(source.id.clone(), Print::of(&read.markdown))];
        let urls = read.links.clone();
        let notes = Notes { sources: vec![source], claims, prints, urls, cost, bases, ..Notes::default() };
        Ok(Answer { content, notes })
    }
}

/// A page that is not dated before the day of the task: nobody is paid to read it, and nothing of it is seen but its address.
fn unread(source: Source, why: Why, bases: Vec<Basis>) -> Answer<Notes> {
    let content = json!({"url": source.url, "claims": [], "leftOut": format!("this task answers as of an earlier day, and {why}")});
    let left = LeftOut { address: source.url, published_at: source.published_at };
    Answer { content, notes: Notes { left_out: vec![left], bases, ..Notes::default() } }
}

/// The address, if policy lets it be fetched.
fn allowed<M, W>(desk: &Desk<M, W>, asked: &str) -> Result<String, ToolError> {
    let url = desk.notebook.source(asked).map_or_else(|| asked.to_owned(), |source| source.url.clone());
    if !desk.notebook.may_fetch(&url) {
        return Err(ToolError::told(
            "only addresses from search results, from links of pages that were read, or from the task are fetched",
        ));
    }
    if desk.notebook.pages_of(&tier::host(&url)) >= PAGES_PER_HOST {
        return Err(ToolError::told(format!("{PAGES_PER_HOST} pages of this site were read; look elsewhere")));
    }
    if desk.pages.fetch_add(1, Ordering::SeqCst) >= desk.task.max_pages {
        return Err(ToolError::told(format!(
            "the limit of {} pages is reached; answer with what you have",
            desk.task.max_pages
        )));
    }
    Ok(url)
}

fn source<M, W>(desk: &Desk<M, W>, asked: &str, page: &Page, read: &Document) -> Source {
    let seen = desk.notebook.source(&source_id(asked));
    let host = tier::host(page.url.as_str());
    Source {
        id: source_id(asked),
        url: page.url.to_string(),
        title: short(if read.title.is_empty() { seen.map_or("", |source| &source.title) } else { &read.title }),
        publisher: short(if read.site_name.is_empty() { &host } else { &read.site_name }),
        published_at: extraction::dates::parse(&read.published).or_else(|| seen.and_then(|source| source.published_at)),
        fetched_at: desk.task.started,
        tier: tier::of(page.url.as_str(), &desk.task.own_sites()),
        content_hash: page.hash.clone(),
    }
}

/// A title or a site's name, as long as one is: the page's author chose it.
fn short(text: &str) -> String {
    text.chars().take(TITLE_CHARS).collect()
}

/// The error with its causes.
pub(crate) fn explained(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}
