//! Publication date of a page, from its data, `time` elements, address, and visible text.

use super::dom::{Dom, Id};
use super::linked_data::LinkedData;
use super::measure::Measures;
use super::statement::{Statements, text_of};
use super::tag::Tag;
use super::token::Attr;
use crate::dates;

/// Names of `meta` elements with the publication date, best first.
const NAMES: &[&str] = &[
    "article:published_time",
    "datepublished",
    "og:article:published_time",
    "article:published",
    "og:published_time",
    "published_time",
    "dc.date.issued",
    "dcterms.issued",
    "dc.date.created",
    "dcterms.created",
    "dc.date",
    "dcterms.date",
    "date",
    "pubdate",
    "publishdate",
    "publish-date",
    "publish_date",
    "publication_date",
    "parsely-pub-date",
    "sailthru.date",
    "cxenseparse:recs:publishtime",
    "citation_publication_date",
    "citation_date",
    "bt:pubdate",
    "originalpublicationdate",
    "article.published",
    "article_date_original",
    "article.created",
    "rnews:datepublished",
    "displaydate",
    "datecreated",
    "created",
    "date.created",
    "og:pubdate",
    "shareaholic:article_published_time",
    "weibo:article:create_at",
    "last-modified",
    "article:modified_time",
    "og:updated_time",
];
/// Words for publication before a date.
const PUBLISHED: &[&str] = &[
    "published",
    "first posted",
    "publié",
    "publicado",
    "publicada",
    "pubblicato",
    "veröffentlicht",
    "erschienen",
    "gepubliceerd",
    "geplaatst",
    "publicerad",
    "publisert",
    "offentliggjort",
    "julkaistu",
    "opublikowano",
    "publikováno",
    "опубликован",
    "опубліковано",
    "yayınlanma",
    "发布时间",
    "公開日",
];
/// Maximum letters of an element that shows a date.
const MAX_DATE_LETTERS: u32 = 120;

/// Metadata and position of the title.
pub(crate) struct Hints<'a, 'p> {
    pub(crate) metadata: &'a Statements<'p>,
    pub(crate) data: &'a LinkedData,
    /// Address of the page.
    pub(crate) address: &'a str,
    /// Element of the title, if it was found.
    pub(crate) heading: Option<Id>,
    /// How the page writes its dates.
    pub(crate) style: dates::DateStyle,
}

/// Returns a day or an instant as [`dates`] formats it; empty if the page states none.
pub(crate) fn find(dom: &Dom<'_>, sums: &Measures, hints: &Hints<'_, '_>) -> String {
    let Hints { metadata, data, address, heading, style } = *hints;
    let stated = |text: &str| dates::normal(text, style);
    stated(&data.published)
        .or_else(|| NAMES[..36].iter().find_map(|name| metadata.all(name).find_map(stated)))
        .or_else(|| marked(dom, sums, style))
        .or_else(|| dates::in_address(address))
        .or_else(|| shown(dom, sums, heading, style))
        .or_else(|| NAMES[36..].iter().find_map(|name| metadata.all(name).find_map(stated)))
        .unwrap_or_default()
}

/// Returns elements marked as the date by microdata, and `time` elements.
fn marked(dom: &Dom<'_>, sums: &Measures, style: dates::DateStyle) -> Option<String> {
    let read = |id: Id| {
        let machine = dom.attr(id, Attr::Datetime).or_else(|| dom.attr(id, Attr::Content));
        let machine = machine.and_then(|text| dates::normal(text, style));
        machine.or_else(|| dates::normal(&text_of(dom, id), style))
    };
    let published = |id: &Id| {
        dom.attr(*id, Attr::Itemprop).is_some_and(|value| value.to_ascii_lowercase().contains("datepublished"))
            || dom.attr(*id, Attr::Property).is_some_and(|value| value.to_ascii_lowercase().contains("datepublished"))
    };
    let times = |id: &Id| dom.tag(*id) == Tag::Time && !sums.hidden[*id];
    (1..dom.len()).filter(published).find_map(read).or_else(|| (1..dom.len()).filter(times).find_map(read))
}

/// Returns a visible date: in an element named like one, or in a short element near the title.
fn shown(dom: &Dom<'_>, sums: &Measures, heading: Option<Id>, style: dates::DateStyle) -> Option<String> {
    let words = [
        "date",
        "datum",
        "fecha",
        "published",
        "time",
        "timestamp",
        "posted",
        "data",
        "datetime",
        "pubdate",
        "postdate",
        "meta",
        "byline",
        "info",
        "dateline",
        "publish",
    ];
    let called = |id: Id| {
        [Attr::Class, Attr::Id].iter().filter_map(|attr| dom.attr(id, *attr)).any(|value| {
            let value = value.to_ascii_lowercase();
            value.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word) || word.ends_with("date"))
        })
    };
    let short = |id: &Id| !sums.hidden[*id] && (4..=MAX_DATE_LETTERS).contains(&sums.letters[*id]);
    let near = heading.into_iter().flat_map(|heading| heading.saturating_sub(60)..(heading + 120).min(dom.len()));
    let near: Vec<Id> = near.filter(|id| short(id) && dom.tag(*id).is_block()).collect();
    (1..dom.len())
        .filter(|id| short(id) && dom.tag(*id) != Tag::Text && called(*id))
        .chain(near)
        .find_map(|id| date_of(&text_of(dom, id), style))
}

/// Returns the date behind a word for publication, otherwise the first one: some pages name the last change first.
fn date_of(text: &str, style: dates::DateStyle) -> Option<String> {
    let lower = text.to_lowercase();
    let published = PUBLISHED.iter().find_map(|word| lower.split_once(word));
    published.and_then(|(_, rest)| dates::within(rest, style)).or_else(|| dates::within(text, style))
}
