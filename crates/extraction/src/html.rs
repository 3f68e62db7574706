//! HTML to a document: one parse, one tree, and a few loops over it.
//!
//! How the text is found, and what was learned from whom. Readability (Firefox) scores paragraphs and passes the score to
//! their ancestors; trafilatura looks for telling names first and compares with a second extractor; boilerpipe decides
//! block by block from letters and links. None of them is best on all pages, so their evidence is joined:
//!
//! 1. `token`, `build`: bytes to a tree in linear time and bounded memory; nodes stand in document order, so that every
//!    later pass is a loop over a range.
//! 2. `hidden`, `sheet`, `measure`: what a visitor cannot see is not there; letters, links and ends of sentences per element.
//! 3. `vocabulary`, `marks`: parts whose element, role or name means boilerplate, in several languages, unless they
//!    hold much of the page's prose.
//! 4. `root`: downwards to the element that holds nearly all worth; names and the title narrow or widen it.
//! 5. `content`: the lead between title and text comes in; navigation, announcements of other texts, bylines, captions and
//!    trailing pieces go (`phrase`).
//! 6. `confirm`: where the page's own JSON-LD repeats the whole text, it has the last word on what is outside it.
//! 7. A page of which too little was kept is read whole, without boilerplate; failing that, all that can be seen.
//! 8. `writer`, `render`, `table`: Markdown and plain text side by side.
//!
//! Metadata (`title`, `author`, `published`) comes from JSON-LD, `meta`, microdata, and last from the page's face.
//! Deliberately absent: scripts are not run; of style sheets only the page's own plain rules that hide are read, beside `style`
//! attributes and the class names that everybody uses for hiding; pictures and their captions are left out.

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

/// Reads a page; `url` is where it was found, may be empty.
pub fn read(html: &str, url: &str) -> Document {
    let mut dom = build::tree(html);
    dom.sheet = sheet::Sheet::of(&dom);
    let sums = Measures::of(&dom);
    let marks = marks::Marks::of(&dom, &sums);
    let said = Statements::of(&dom);
    let data = LinkedData::of(&dom);
    let title = Title::of(&dom, &sums, &said, &data);
    let hints = content::Hints { title: title.heading, body: &data.body };
    let gone = content::choose(&dom, &sums, &marks, &hints);
    let rendered = render::render(&dom, &gone, url);
    let address = said.first(&["og:url"]).filter(|_| url.is_empty()).unwrap_or(url);
    Document {
        author: author::find(&dom, &sums, &said, &data),
        published: published::find(&dom, &sums, &said, &data, (address, title.heading)),
        site_name: site_name(&said, &data, &title, address),
        language: language(&dom, &said, &data),
        title: title.text,
        markdown: rendered.markdown,
        text: rendered.text,
        links: rendered.links,
    }
}

/// The site's own name, else the publisher, else what stands beside the title, else the host.
fn site_name(said: &Statements<'_>, data: &LinkedData, title: &Title, url: &str) -> String {
    let stated = said.first(&["og:site_name", "application-name", "dc.publisher", "article:publisher_name"]);
    let named = [stated.unwrap_or_default(), data.publisher.as_str(), title.beside.as_str()].map(statement::clean);
    named.into_iter().find(|name| !name.is_empty() && !name.contains("://")).unwrap_or_else(|| {
        let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        host.strip_prefix("www.").unwrap_or(&host).to_owned()
    })
}

/// `pt_BR` becomes `pt-br`; what is no language tag becomes nothing.
fn language(dom: &Dom<'_>, said: &Statements<'_>, data: &LinkedData) -> String {
    let element =
        (1..dom.len()).take(8).find_map(|id| dom.attr(id, Attr::Lang).or_else(|| dom.attr(id, Attr::XmlLang)));
    let stated = said.first(&["og:locale", "content-language", "language", "dc.language", "dcterms.language"]);
    [element.unwrap_or_default(), stated.unwrap_or_default(), &data.language]
        .into_iter()
        .map(|tag| tag.trim().replace('_', "-").to_ascii_lowercase())
        .find(|tag| (2..=12).contains(&tag.len()) && tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
