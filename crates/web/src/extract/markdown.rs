//! Main content by readability scores, as Markdown; the whole body where that finds nothing.

use dom_smoothie::{Article, Config, Readability};
use htmd::HtmlToMarkdown;
use url::Url;

use super::{Extracted, MAX_LINKS, Unreadable};

/// Elements of a page that are scored at most: the walk is linear, but a million nodes are no article.
const MAX_ELEMENTS: usize = 200_000;

/// Tags that hold no reading matter.
const SKIP: [&str; 12] =
    ["script", "style", "noscript", "template", "svg", "iframe", "form", "button", "nav", "footer", "aside", "img"];

pub(super) fn from_html(html: &str, url: &str) -> Result<Extracted, Unreadable> {
    let config = Config { max_elements_to_parse: MAX_ELEMENTS, ..Config::default() };
    let mut readability = Readability::new(html, Some(url), Some(config)).map_err(|_| Unreadable::Broken)?;
    match readability.parse() {
        Ok(article) if !article.text_content.trim().is_empty() => from_article(&article, url),
        _ => whole(html, url),
    }
}

fn from_article(article: &Article, url: &str) -> Result<Extracted, Unreadable> {
    let content: &str = &article.content;
    Ok(Extracted {
        title: clean(&article.title),
        author: clean(article.byline.as_deref().unwrap_or_default()),
        published: clean(article.published_time.as_deref().unwrap_or_default()),
        site: clean(article.site_name.as_deref().unwrap_or_default()),
        language: clean(article.lang.as_deref().unwrap_or_default()),
        markdown: to_markdown(content)?,
        links: links(content, url),
    })
}

/// A page that readability cannot make sense of still has words.
fn whole(html: &str, url: &str) -> Result<Extracted, Unreadable> {
    Ok(Extracted { title: title(html), markdown: to_markdown(html)?, links: links(html, url), ..Extracted::default() })
}

fn to_markdown(html: &str) -> Result<String, Unreadable> {
    let converter = HtmlToMarkdown::builder().skip_tags(SKIP.to_vec()).build();
    converter.convert(html).map(|markdown| markdown.trim().to_owned()).map_err(|_| Unreadable::Broken)
}

fn title(html: &str) -> String {
    // ASCII lower case keeps every byte in its place, so positions in `lower` are positions in `html`.
    let lower = html.to_ascii_lowercase();
    let text = lower.find("<title").and_then(|at| {
        let from = at + lower[at..].find('>')? + 1;
        let to = from + lower[from..].find("</title")?;
        html.get(from..to)
    });
    clean(text.unwrap_or_default())
}

/// Absolute http(s) addresses of `href`s, each once, in order.
fn links(html: &str, url: &str) -> Vec<String> {
    let Ok(base) = Url::parse(url) else { return Vec::new() };
    let mut found: Vec<String> = Vec::new();
    for part in html.split("href=").skip(1) {
        let quote = part.chars().next().filter(|c| matches!(c, '"' | '\''));
        let Some(value) = quote.and_then(|quote| part[1..].split(quote).next()) else { continue };
        let Some(link) = absolute(&base, &value.replace("&amp;", "&")) else { continue };
        if link != url && !found.contains(&link) {
            found.push(link);
        }
        if found.len() == MAX_LINKS {
            break;
        }
    }
    found
}

fn absolute(base: &Url, href: &str) -> Option<String> {
    let mut link = base.join(href).ok()?;
    link.set_fragment(None);
    crate::guard::check_url(&link).ok()?;
    Some(link.into())
}

fn clean(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
