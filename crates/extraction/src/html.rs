//! HTML extraction: one parse, one tree, and a few passes over it.
//!
//! The method combines published extractors. Readability (Firefox) scores paragraphs and passes the score to
//! their ancestors; trafilatura searches for characteristic names first and compares with a second extractor; boilerpipe decides
//! per block from letters and links. None is best on all pages, so their evidence is combined:
//!
//! 1. `token`, `build`: bytes to a tree in linear time and bounded memory; nodes are in document order, so every
//!    later pass is a loop over a range.
//! 2. `hidden`, `sheet`, `measure`: removes invisible content; counts letters, links and sentence ends per element.
//! 3. `vocabulary`, `marks`: parts whose element, role or name denotes boilerplate, in several languages, unless they
//!    contain much of the page's prose.
//! 4. `root`: descends to the element that contains nearly all of the score; names and the title narrow or widen it.
//! 5. `content`: adds the lead between title and text; removes navigation, teasers of other texts, bylines, captions and
//!    trailing parts (`phrase`).
//! 6. `confirm`: if the page's JSON-LD repeats the whole text, it decides about content outside of it.
//! 7. If too little was kept, the page is read completely without boilerplate; failing that, all visible text is used.
//! 8. `writer`, `render`, `table`: Markdown and plain text in parallel.
//!
//! Metadata (`title`, `author`, `published`) comes from JSON-LD, `meta`, microdata, and finally from the visible page.
//! Deliberately absent: scripts are not run; of style sheets only the page's own simple hiding rules are read, beside `style`
//! attributes and common class names for hiding; pictures and their captions are omitted.

mod author;
mod build;
mod confirm;
mod content;
mod dom;
mod entity;
mod hidden;
mod linked_data;
mod marks;
mod measure;
mod phrase;
mod published;
mod render;
mod root;
mod sheet;
mod statement;
mod steps;
mod table;
mod tag;
mod title;
mod token;
mod vocabulary;
mod words;
mod writer;

use url::Url;

use crate::Document;
use dom::Dom;
use linked_data::LinkedData;
use measure::Measures;
use statement::Statements;
use title::Title;
use token::Attr;

/// Reads a page; `url` is its address, may be empty.
pub fn read(html: &str, url: &str) -> Document {
    let dom = build::tree(html);
    let sheet = sheet::Sheet::parse(&dom);
    let sums = Measures::compute(&dom, &sheet);
    let marks = marks::Marks::compute(&dom, &sums);
    let metadata = Statements::parse(&dom);
    let data = LinkedData::parse(&dom);
    let title = Title::find(&dom, &sums, &metadata, &data);
    let hints = content::Hints { title: title.heading, body: &data.body };
    let gone = content::choose(&dom, &sums, &marks, &hints);
    let rendered = render::render(&dom, &gone, url);
    let address = metadata.first(&["og:url"]).filter(|_| url.is_empty()).unwrap_or(url);
    Document {
        author: author::find(&dom, &sums, &metadata, &data),
        published: published::find(
            &dom,
            &sums,
            &published::Hints { metadata: &metadata, data: &data, address, heading: title.heading },
        ),
        site_name: site_name(&metadata, &data, &title, address),
        language: language(&dom, &metadata, &data),
        title: title.text,
        markdown: rendered.markdown,
        text: rendered.text,
        links: rendered.links,
    }
}

/// Returns the site's name, otherwise the publisher, otherwise the text beside the title, otherwise the host.
fn site_name(metadata: &Statements<'_>, data: &LinkedData, title: &Title, url: &str) -> String {
    let stated = metadata.first(&["og:site_name", "application-name", "dc.publisher", "article:publisher_name"]);
    let named = [stated.unwrap_or_default(), data.publisher.as_str(), title.beside.as_str()].map(statement::clean);
    named.into_iter().find(|name| !name.is_empty() && !name.contains("://")).unwrap_or_else(|| {
        let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        host.strip_prefix("www.").unwrap_or(&host).to_owned()
    })
}

/// Normalises a language tag: `pt_BR` becomes `pt-br`; invalid tags become empty.
fn language(dom: &Dom<'_>, metadata: &Statements<'_>, data: &LinkedData) -> String {
    let element =
        (1..dom.len()).take(8).find_map(|id| dom.attr(id, Attr::Lang).or_else(|| dom.attr(id, Attr::XmlLang)));
    let stated = metadata.first(&["og:locale", "content-language", "language", "dc.language", "dcterms.language"]);
    [element.unwrap_or_default(), stated.unwrap_or_default(), &data.language]
        .into_iter()
        .map(|tag| tag.trim().replace('_', "-").to_ascii_lowercase())
        .find(|tag| (2..=12).contains(&tag.len()) && tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
