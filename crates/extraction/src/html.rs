//! HTML extraction: one parse, one tree, and a few passes over it.
//!
//! The method combines published extractors. Readability (Firefox) scores paragraphs and passes the score to their
//! ancestors; trafilatura searches for characteristic names first and compares with a second extractor; boilerpipe
//! decides per block from letters and links. None is best on all pages, so their evidence is combined:
//!
//! 1. `token`, `build`: bytes to a tree in linear time and bounded memory; nodes are in document order, so every
//!    later pass is a loop over a range.
//!    `mathml` writes a formula as text.
//!    `compose` puts the parts of web components (declarative shadow trees) into the order in which they are shown,
//!    `counter` the numbers that counters reach into the place of their zeros.
//! 2. `hidden`, `css`, `responsive`, `sheet`, `measure`, `view`: removes invisible and struck content; counts letters,
//!    links and sentence ends per element.
//! 3. `vocabulary`, `marks`: parts whose element, role or name denotes boilerplate, in several languages, unless they
//!    contain much of the page's prose.
//! 4. `root`: descends to the element that contains nearly all of the score; names and the title narrow or widen it.
//! 5. `content`: adds the lead between title and text; removes navigation, teasers of other texts, bylines, captions
//!    and trailing parts (`phrase`).
//! 6. `confirm`: if the page's JSON-LD repeats the whole text, it decides about content outside of it.
//! 7. If too little was kept, the page is read completely without boilerplate; failing that, all visible text is used.
//! 8. `writer`, `render`, `shift`, `layout`, `table`: Markdown and plain text in parallel; raised figures, and figures
//!    in boxes of their own, stay apart from the number before.
//! 9. `grid`: the data tables of the whole page as rows of cells.
//!
//! Metadata (`title`, `author`, `published`) comes from JSON-LD, `meta`, microdata, and finally from the visible page.
//! Deliberately absent: scripts are not run; of style sheets only the page's own simple hiding rules are read, beside
//! `style` attributes and common class names for hiding; pictures and their captions are omitted.

mod author;
mod build;
mod compose;
mod confirm;
mod content;
mod counter;
mod css;
mod dom;
mod entity;
mod grid;
mod hidden;
mod layout;
mod linked_data;
mod marks;
mod mathml;
mod measure;
mod phrase;
mod published;
mod render;
mod responsive;
mod root;
mod sheet;
mod shift;
mod statement;
mod steps;
pub(crate) mod table;
mod tag;
mod title;
mod token;
mod view;
mod vocabulary;
mod words;
mod writer;

use url::Url;

use crate::{Document, dates};
use dom::Dom;
use linked_data::LinkedData;
use statement::Statements;
use tag::Tag;
use title::Title;
use token::Attr;
use view::View;
pub(crate) use writer::is_invisible;

/// First line of the Markdown of a text that is hidden until a script has run, or that only structured data has.
const REVEALED: &str = "> Note of the reader: the page hides this text until a script has run.\n\n";

/// Minimum letters of a text for browsers without scripts that is more than a request to run them.
const MIN_FALLBACK_LETTERS: u32 = 400;

/// Reads a page; `url` is its address, may be empty.
pub fn read(html: &str, url: &str) -> Document {
    let dom = counter::counted(compose::composed(build::tree(html)));
    let sheet = sheet::Sheet::parse(&dom);
    let View { sums, marks, revealed, is_empty } = View::compute(&dom, &sheet);
    let metadata = Statements::parse(&dom);
    let data = LinkedData::parse(&dom);
    let title = Title::find(&dom, &sums, &metadata, &data);
    let hints = content::Hints { title: title.heading, body: &data.body };
    let gone = content::choose(&dom, &sums, &marks, &hints);
    let rendered = render::render(&dom, &sheet, &gone, url);
    let stated = if is_empty { stated(&dom, &data, &rendered.text) } else { None };
    let (rendered, revealed) = stated.map_or((rendered, revealed), |stated| (stated, true));
    let address = metadata.first(&["og:url"]).filter(|_| url.is_empty()).unwrap_or(url);
    let languages = languages(&dom, &metadata, &data);
    let style = dates::DateStyle::of_page(&languages, address);
    Document {
        author: author::find(&dom, &sums, &metadata, &data),
        published: published::find(
            &dom,
            &sums,
            &published::Hints { metadata: &metadata, data: &data, address, heading: title.heading, style },
        ),
        site_name: site_name(&metadata, &data, &title, address),
        language: languages.into_iter().next().unwrap_or_default(),
        title: title.text,
        markdown: if revealed { format!("{REVEALED}{}", rendered.markdown) } else { rendered.markdown },
        text: rendered.text,
        links: rendered.links,
        tables: grid::tables(&dom, &sums.hidden),
        revealed,
        page_ends: Vec::new(),
    }
}

/// Returns the text of a page that shows none: from its structured data, or what it has for browsers without scripts,
/// if that is more than a request to run them. It must be much longer than what the page `shows`.
fn stated(dom: &Dom<'_>, data: &LinkedData, shows: &str) -> Option<render::Rendered> {
    let texts = (1..dom.len()).filter(|id| dom.tag(*id) == Tag::Noscript).map(|id| dom.children(id));
    let texts = texts.map(|children| children.map(|text| dom.text(text)).collect::<String>());
    let fallback = texts.max_by_key(String::len).unwrap_or_default();
    let letters = |text: &str| measure::weigh(text).0;
    let found = [(paragraphs(&data.body), view::REVEALED), (fallback, MIN_FALLBACK_LETTERS)];
    let mut found = found.into_iter().map(|(markup, least)| (all_of(&markup).2, least));
    found.find(|(text, least)| letters(&text.text) >= (2 * letters(shows)).max(*least)).map(|(text, _)| text)
}

/// Returns a text that structured data states as markup.
fn paragraphs(text: &str) -> String {
    if text.contains("</") {
        return text.to_owned();
    }
    text.lines().map(|line| format!("<p>{}</p>", line.replace('<', "&lt;"))).collect()
}

/// Converts a fragment to plain text without removing surroundings: markup inside other documents.
pub(crate) fn fragment(html: &str) -> String {
    all_of(html).2.text
}

/// Renders markup without removing surroundings.
fn all_of(html: &str) -> (Dom<'_>, measure::Measures, render::Rendered) {
    let dom = counter::counted(compose::composed(build::tree(html)));
    let sheet = sheet::Sheet::parse(&dom);
    let sums = measure::Measures::compute(&dom, &sheet, None);
    let rendered = render::render(&dom, &sheet, &sums.hidden, "");
    (dom, sums, rendered)
}

/// Reads markup all of which is text of a document: without surroundings.
pub(crate) fn whole(html: &str) -> Document {
    let (dom, sums, rendered) = all_of(html);
    let tables = grid::tables(&dom, &sums.hidden);
    Document { markdown: rendered.markdown, text: rendered.text, tables, ..Document::default() }
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

/// Returns the page's language tags, normalised (`pt_BR` becomes `pt-br`), best first; invalid tags are left out.
fn languages(dom: &Dom<'_>, metadata: &Statements<'_>, data: &LinkedData) -> Vec<String> {
    let element =
        (1..dom.len()).take(8).find_map(|id| dom.attr(id, Attr::Lang).or_else(|| dom.attr(id, Attr::XmlLang)));
    let names = ["og:locale", "content-language", "language", "dc.language", "dcterms.language"];
    let stated = names.iter().filter_map(|name| metadata.first(&[name]));
    element
        .into_iter()
        .chain(stated)
        .chain([data.language.as_str()])
        .map(|tag| tag.trim().replace('_', "-").to_ascii_lowercase())
        .filter(|tag| (2..=12).contains(&tag.len()) && tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
        .collect()
}

#[cfg(test)]
mod tests;
