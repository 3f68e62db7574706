//! Feeds: RSS 0.9 to 2.0, Atom and JSON Feed. Each entry keeps its title, date, author and text.

use serde::Deserialize;

use super::xml::{Event, attribute, events, root};
use super::{MAX_TEXT, plain, short, unmarked};
use crate::document::MAX_LINKS;
use crate::{Document, dates};

/// Maximum number of entries.
const MAX_ENTRIES: usize = 1_000;
/// Maximum bytes of a JSON feed.
const MAX_JSON_BYTES: usize = 4 * 1024 * 1024;
/// Prefixes of names whose meaning is that of the bare name.
const PREFIXES: [&str; 6] = ["dc", "content", "atom", "a10", "rss", "dcterms"];

#[derive(Debug, Default)]
struct Feed {
    title: String,
    updated: String,
    entries: Vec<Entry>,
}

#[derive(Debug, Default)]
struct Entry {
    title: String,
    author: String,
    published: String,
    updated: String,
    link: String,
    summary: String,
    content: String,
}

/// Reads a feed in XML; `None` for other XML.
pub(super) fn of_xml(text: &str) -> Option<Document> {
    let root = root(text)?;
    let is_feed = ["rss", "feed", "rdf:rdf"].contains(&root.as_str());
    is_feed
        .then(|| parse(text))
        .filter(|feed| !feed.entries.is_empty() || !feed.title.is_empty())
        .map(|feed| feed.document())
}

/// Reads a JSON feed; `None` for other JSON.
pub(super) fn of_json(text: &str) -> Option<Document> {
    let text = crate::kind::unguarded(text);
    if text.len() > MAX_JSON_BYTES || !text.contains("jsonfeed.org/version") {
        return None;
    }
    let feed: JsonFeed =
        serde_json::from_str(text).ok().filter(|feed: &JsonFeed| feed.version.contains("jsonfeed.org/version"))?;
    let entries = feed.items.into_iter().take(MAX_ENTRIES).map(JsonItem::into_entry).collect();
    Some(Feed { title: feed.title, updated: String::new(), entries }.document())
}

#[derive(Deserialize)]
struct JsonFeed {
    version: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    items: Vec<JsonItem>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonItem {
    url: Option<String>,
    external_url: Option<String>,
    title: Option<String>,
    content_html: Option<String>,
    content_text: Option<String>,
    summary: Option<String>,
    date_published: Option<String>,
    date_modified: Option<String>,
    authors: Vec<JsonAuthor>,
    author: Option<JsonAuthor>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct JsonAuthor {
    name: Option<String>,
}

impl JsonItem {
    fn into_entry(self) -> Entry {
        let author = self.authors.into_iter().next().or(self.author).and_then(|author| author.name);
        Entry {
            title: self.title.unwrap_or_default(),
            author: author.unwrap_or_default(),
            published: self.date_published.unwrap_or_default(),
            updated: self.date_modified.unwrap_or_default(),
            link: self.url.or(self.external_url).unwrap_or_default(),
            summary: self.summary.unwrap_or_default(),
            content: self.content_html.map(|html| unmarked(&html)).or(self.content_text).unwrap_or_default(),
        }
    }
}

/// The place of the text that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Title,
    Author,
    Published,
    Updated,
    Link,
    Summary,
    Content,
}

impl Field {
    fn by_name(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let local = match lower.split_once(':') {
            Some((prefix, local)) if PREFIXES.contains(&prefix) => local,
            Some(_) => return None,
            None => lower.as_str(),
        };
        Some(match local {
            "title" => Self::Title,
            "author" | "creator" => Self::Author,
            "pubdate" | "published" | "date" | "issued" | "created" => Self::Published,
            "updated" | "modified" | "lastbuilddate" => Self::Updated,
            "link" => Self::Link,
            "description" | "summary" => Self::Summary,
            "encoded" | "content" => Self::Content,
            _ => return None,
        })
    }
}

struct Parser {
    feed: Feed,
    entry: Option<Entry>,
    depth: usize,
    /// Depth of the open entry.
    entry_depth: usize,
    /// The open field, its depth, and its text so far.
    field: Option<(Field, usize, String)>,
}

fn parse(text: &str) -> Feed {
    let mut parser = Parser { feed: Feed::default(), entry: None, depth: 0, entry_depth: 0, field: None };
    let mut bytes = 0;
    for event in events(text) {
        match event {
            Event::Start { name, attributes, closed } => parser.start(name, attributes, closed),
            Event::End { name } => parser.end(name),
            Event::Text(text) => {
                bytes += text.len();
                if let Some((_, _, field)) = &mut parser.field {
                    field.push_str(&text);
                }
            }
        }
        if parser.feed.entries.len() >= MAX_ENTRIES || bytes > MAX_TEXT {
            break;
        }
    }
    parser.feed
}

impl Parser {
    fn start(&mut self, name: &str, attributes: &str, closed: bool) {
        self.depth += usize::from(!closed);
        if let Some((field, _, text)) = &mut self.field {
            // Markup of the content, as in Atom's `xhtml`; of an author only the name is kept.
            if *field != Field::Author {
                text.push_str(&format!("<{name}>"));
            } else if !text.trim().is_empty() {
                text.push('\n');
            }
            return;
        }
        if matches!(name.to_ascii_lowercase().as_str(), "item" | "entry") && self.entry.is_none() {
            (self.entry, self.entry_depth) = (Some(Entry::default()), self.depth);
            return;
        }
        let level = if self.entry.is_some() { self.entry_depth + 1 } else { self.depth };
        let Some(field) =
            Field::by_name(name).filter(|_| self.depth + usize::from(closed) == level || self.entry.is_none())
        else {
            return;
        };
        // Atom's links are attributes.
        let href = attribute(attributes, "href").filter(|_| field == Field::Link);
        let is_page = attribute(attributes, "rel").is_none_or(|rel| rel == "alternate");
        if let Some(href) = href {
            if is_page {
                self.put(field, &href);
            }
        } else if !closed {
            self.field = Some((field, self.depth, String::new()));
        }
    }

    fn end(&mut self, name: &str) {
        let closes = self.field.as_ref().is_some_and(|(_, depth, _)| *depth == self.depth);
        if closes {
            if let Some((field, _, text)) = self.field.take() {
                self.put(field, &text);
            }
        } else if let Some((field, _, text)) = &mut self.field
            && *field != Field::Author
        {
            text.push_str(&format!("</{name}>"));
        }
        if self.entry.is_some() && self.depth == self.entry_depth {
            self.feed.entries.extend(self.entry.take());
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn put(&mut self, field: Field, text: &str) {
        let set = |place: &mut String| {
            if place.is_empty() {
                text.trim().clone_into(place);
            }
        };
        let Some(entry) = &mut self.entry else {
            // Titles inside an image or a text input of the channel come after its own.
            match field {
                Field::Title => set(&mut self.feed.title),
                Field::Published | Field::Updated => set(&mut self.feed.updated),
                _ => {}
            }
            return;
        };
        match field {
            Field::Title => set(&mut entry.title),
            Field::Author => set(&mut entry.author),
            Field::Published => set(&mut entry.published),
            Field::Updated => set(&mut entry.updated),
            Field::Link => set(&mut entry.link),
            Field::Summary => set(&mut entry.summary),
            Field::Content => set(&mut entry.content),
        }
    }
}

impl Entry {
    fn day(&self) -> Option<String> {
        [&self.published, &self.updated].into_iter().find_map(|date| dates::parse(date)).map(|at| at.to_rfc3339())
    }

    /// Returns the title, the line about the entry, and its text.
    fn parts(&self) -> (String, String, String) {
        let text = if self.content.trim().is_empty() { &self.summary } else { &self.content };
        let day = self.day().map(|day| day.chars().take(10).collect::<String>());
        let author = Some(short(self.author.lines().next().unwrap_or_default())).filter(|author| !author.is_empty());
        let about = day.into_iter().chain(author).collect::<Vec<_>>().join(", ");
        (short(&unmarked(&self.title)), about, unmarked(text).trim().to_owned())
    }
}

impl Feed {
    fn document(&self) -> Document {
        let mut markdown = String::new();
        let mut text = String::new();
        for entry in &self.entries {
            let (title, about, body) = entry.parts();
            for (at, part) in [title, about, body].into_iter().enumerate().filter(|(_, part)| !part.is_empty()) {
                markdown.push_str(if at == 0 { "## " } else { "" });
                markdown.push_str(&part);
                markdown.push_str("\n\n");
                text.push_str(&part);
                text.push('\n');
            }
            if markdown.len() > MAX_TEXT {
                break;
            }
        }
        if self.entries.is_empty() {
            text.clone_from(&self.title);
            markdown.clone_from(&self.title);
        }
        // The newest entry decides whether a task of an earlier day may read the feed.
        let newest = self
            .entries
            .iter()
            .filter_map(Entry::day)
            .max()
            .or_else(|| dates::parse(&self.updated).map(|at| at.to_rfc3339()));
        let links = self.entries.iter().map(|entry| entry.link.clone()).filter(|link| link.starts_with("http"));
        Document {
            title: short(&unmarked(&self.title)),
            published: newest.unwrap_or_default(),
            markdown: plain(&markdown).text,
            links: links.take(MAX_LINKS).collect(),
            ..plain(&text)
        }
    }
}
