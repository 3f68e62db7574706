//! JSON-LD metadata of a page (schema.org).

use serde_json::{Map, Value};

use super::dom::{Dom, Id};
use super::tag::Tag;
use super::token::Attr;

/// Maximum size of a block in bytes; larger ones are catalogues.
const MAX_BLOCK_BYTES: usize = 1 << 20;
/// Maximum number of authors.
const MAX_AUTHORS: usize = 8;

/// Metadata of the page's article; fields are empty if absent.
#[derive(Debug, Default)]
pub(crate) struct LinkedData {
    pub(crate) headline: String,
    pub(crate) authors: Vec<String>,
    pub(crate) published: String,
    pub(crate) publisher: String,
    pub(crate) language: String,
    /// The article's text, as far as the data repeats it.
    pub(crate) body: String,
}

impl LinkedData {
    pub(crate) fn parse(dom: &Dom<'_>) -> Self {
        let mut found = Self::default();
        let mut rank = 0;
        for id in (1..dom.len()).filter(|id| is_linked_data(dom, *id)) {
            for text in dom.children(id).map(|child| dom.text(child)).filter(|text| text.len() <= MAX_BLOCK_BYTES) {
                if let Some(value) = parse(text) {
                    found.visit(&value, &mut rank);
                }
            }
        }
        found
    }

    /// Merges nested objects; the description of an article outranks that of a page.
    fn visit(&mut self, value: &Value, rank: &mut u8) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.visit(item, rank)),
            Value::Object(object) => {
                let own = rank_of(object);
                if own > *rank {
                    *rank = own;
                    self.take(object);
                }
                if own < 2
                    && self.publisher.is_empty()
                    && is_a(object, &["organization", "newsmediaorganization", "website"])
                {
                    self.publisher = string(object.get("name"));
                }
                for (key, inner) in object {
                    if matches!(key.as_str(), "@graph" | "mainEntity" | "mainEntityOfPage" | "hasPart") {
                        self.visit(inner, rank);
                    }
                }
            }
            _ => {}
        }
    }

    fn take(&mut self, object: &Map<String, Value>) {
        let set = |field: &mut String, keys: &[&str]| {
            let text = keys.iter().map(|key| string(object.get(*key))).find(|text| !text.is_empty());
            if let Some(text) = text {
                *field = text;
            }
        };
        set(&mut self.headline, &["headline", "name"]);
        set(&mut self.published, &["datePublished", "dateCreated", "uploadDate"]);
        set(&mut self.language, &["inLanguage"]);
        set(&mut self.body, &["articleBody", "reviewBody"]);
        set(&mut self.publisher, &["publisher"]);
        let mut authors = Vec::new();
        for key in ["author", "creator"] {
            names(object.get(key), &mut authors);
            if !authors.is_empty() {
                self.authors = authors;
                break;
            }
        }
    }
}

fn is_linked_data(dom: &Dom<'_>, id: Id) -> bool {
    dom.tag(id) == Tag::Script
        && dom.attr(id, Attr::Type).is_some_and(|kind| kind.to_ascii_lowercase().contains("ld+json"))
}

/// Parses leniently: accepts a comment or CDATA wrapper, raw line breaks inside strings, a trailing semicolon.
fn parse(text: &str) -> Option<Value> {
    let mut text = text.trim();
    for start in ["<!--", "//<![CDATA[", "/*<![CDATA[*/", "<![CDATA["] {
        text = text.strip_prefix(start).unwrap_or(text).trim_start();
    }
    for end in ["-->", "//]]>", "/*]]>*/", "]]>", ";"] {
        text = text.strip_suffix(end).unwrap_or(text).trim_end();
    }
    serde_json::from_str(text).ok().or_else(|| {
        let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        serde_json::from_str(&flat).ok()
    })
}

/// Ranks an object as a description of the page's text: 3 an article, 2 another work, 1 the page, 0 anything else.
fn rank_of(object: &Map<String, Value>) -> u8 {
    const WORKS: &[&str] = &[
        "recipe",
        "review",
        "report",
        "creativework",
        "product",
        "faqpage",
        "qapage",
        "discussionforumposting",
        "howto",
    ];
    if matches_type(object, |kind| kind.ends_with("article") || kind.ends_with("blogposting")) {
        3
    } else if is_a(object, WORKS) {
        2
    } else {
        u8::from(matches_type(object, |kind| kind.ends_with("page")))
    }
}

fn is_a(object: &Map<String, Value>, kinds: &[&str]) -> bool {
    matches_type(object, |kind| kinds.contains(&kind))
}

fn matches_type(object: &Map<String, Value>, is: impl Fn(&str) -> bool) -> bool {
    let matches = |kind: &str| is(kind.rsplit('/').next().unwrap_or_default().to_ascii_lowercase().as_str());
    match object.get("@type") {
        Some(Value::String(kind)) => matches(kind),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).any(matches),
        _ => false,
    }
}

/// Returns a text, the name of an object, or the first of several.
fn string(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Object(object)) => match object.get("name") {
            Some(Value::String(name)) => name.trim().to_owned(),
            _ => String::new(),
        },
        Some(Value::Array(items)) => string(items.first()),
        _ => String::new(),
    }
}

fn names(value: Option<&Value>, into: &mut Vec<String>) {
    match value {
        Some(Value::Array(items)) => items.iter().take(MAX_AUTHORS).for_each(|item| names(Some(item), into)),
        Some(Value::Object(object)) if matches_type(object, |kind| kind.ends_with("organization")) => {}
        Some(Value::Object(object)) if object.get("name").is_some_and(Value::is_array) => {
            names(object.get("name"), into);
        }
        other => {
            let name = string(other);
            if !name.is_empty() && !into.contains(&name) {
                into.push(name);
            }
        }
    }
}
