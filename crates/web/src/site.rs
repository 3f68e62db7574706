//! The pages that a site lists in its sitemaps (sitemaps.org). Pure except for [`list`].

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::fetch::{Fetch, FetchError, Fetcher, asked};
use crate::guard;
use crate::robots::{MatchBudget, Robots};

/// Maximum number of sitemaps fetched; an index can name thousands.
const MAX_MAPS: usize = 6;
/// Maximum number of addresses read from one sitemap; the standard allows 50,000.
const MAX_ADDRESSES: usize = 5_000;
/// Maximum length of an address in bytes; the standard asks for fewer than 2,048 characters.
const MAX_ADDRESS_BYTES: usize = 2048;
/// Maximum work for matching pages against robots.txt, in steps of one byte: some 20 ms.
const MAX_MATCH_STEPS: usize = 20_000_000;
/// Maximum number of pages returned.
pub const MAX_PAGES: usize = 100;

/// A page that a site lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SitePage {
    /// Address, on the same site.
    pub url: String,
    /// Date of the last change as the site states it; may be empty.
    pub changed: String,
}

/// The content of one sitemap.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sitemap {
    pages: Vec<SitePage>,
    maps: Vec<String>,
}

/// Lists the site's pages, best first, from the sitemaps that its robots.txt names or from `/sitemap.xml`.
pub(crate) async fn list(fetcher: &Fetcher, url: &Url) -> Result<Vec<SitePage>, FetchError> {
    let robots = fetcher.robots(url.as_str()).await?;
    let mut waiting: Vec<String> = robots.sitemaps().iter().filter(|map| same_site(map, url)).cloned().collect();
    if waiting.is_empty() {
        waiting.extend(url.join("/sitemap.xml").map(String::from));
    }
    waiting.reverse();
    let (mut pages, mut asked) = (Vec::new(), HashSet::new());
    while let Some(map) = waiting.pop().filter(|_| asked.len() < MAX_MAPS) {
        // Indexes may name themselves and each other.
        if !asked.insert(map.clone()) {
            continue;
        }
        // A sitemap that is missing or not text lists nothing.
        let Ok(page) = fetcher.fetch(&map).await else { continue };
        let found = read(&String::from_utf8_lossy(&page.body), url);
        waiting.extend(found.maps.into_iter().rev());
        pages.extend(found.pages);
    }
    Ok(allowed(candidates(pages), &robots, &mut MatchBudget::of_steps(MAX_MATCH_STEPS)))
}

/// Returns the first pages that robots.txt allows. Only as many pages are matched as are needed, and none after the
/// budget, because the site chooses both the patterns and the addresses.
fn allowed(pages: Vec<SitePage>, robots: &Robots, budget: &mut MatchBudget) -> Vec<SitePage> {
    let mut allows = |page: &SitePage| {
        let Ok(url) = Url::parse(&page.url) else { return Some(false) };
        robots.allows_within(&asked(&url), budget)
    };
    let mut kept = Vec::new();
    for page in pages {
        match allows(&page) {
            Some(true) => kept.push(page),
            Some(false) => {}
            None => break,
        }
        if kept.len() == MAX_PAGES {
            break;
        }
    }
    kept
}

/// Returns `true` for the same host, ignoring `www.`; a sitemap may list only its own site.
pub fn same_site(address: &str, site: &Url) -> bool {
    let bare = |url: &Url| url.host_str().map(|host| host.trim_start_matches("www.").to_ascii_lowercase());
    guard::check(address).is_ok_and(|url| bare(&url) == bare(site))
}

/// Parses XML (a list of pages or of sitemaps) or plain text with one address per line.
fn read(text: &str, site: &Url) -> Sitemap {
    let mut sitemap = Sitemap::default();
    if !text.contains("<loc") {
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("http") && same_site(line, site));
        sitemap
            .pages
            .extend(lines.take(MAX_ADDRESSES).map(|line| SitePage { url: line.to_owned(), changed: String::new() }));
        return sitemap;
    }
    let index = text.contains("<sitemapindex");
    for entry in text.split(if index { "<sitemap>" } else { "<url>" }).skip(1).take(MAX_ADDRESSES) {
        let Some(address) = element(entry, "loc").filter(|address| same_site(address, site)) else { continue };
        if index {
            sitemap.maps.push(address);
        } else {
            sitemap.pages.push(SitePage { url: address, changed: element(entry, "lastmod").unwrap_or_default() });
        }
    }
    sitemap
}

fn element(entry: &str, name: &str) -> Option<String> {
    let start = entry.find(&format!("<{name}>"))? + name.len() + 2;
    let text = &entry[start..start + entry[start..].find("</")?];
    let text = text.trim().trim_start_matches("<![CDATA[").trim_end_matches("]]>").trim();
    let plain = text.replace("&amp;", "&").replace("&apos;", "'").replace("&quot;", "\"");
    (plain.len() <= MAX_ADDRESS_BYTES).then_some(plain)
}

/// Returns the first pages after removing duplicates and unreadable ones, sorted by depth, then by date, newest first.
pub fn best(pages: Vec<SitePage>) -> Vec<SitePage> {
    let mut pages = candidates(pages);
    pages.truncate(MAX_PAGES);
    pages
}

fn candidates(mut pages: Vec<SitePage>) -> Vec<SitePage> {
    pages.retain(|page| worth_reading(&page.url));
    pages.sort_by(|a, b| depth(&a.url).cmp(&depth(&b.url)).then(b.changed.cmp(&a.changed)).then(a.url.cmp(&b.url)));
    pages.dedup_by(|a, b| a.url == b.url);
    pages
}

fn depth(url: &str) -> usize {
    url.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/').matches('/').count()
}

/// Returns `false` for files without text and for pages that say nothing about the site.
fn worth_reading(url: &str) -> bool {
    const FILES: [&str; 16] = [
        ".jpg", ".jpeg", ".png", ".gif", ".svg", ".webp", ".ico", ".css", ".js", ".zip", ".gz", ".mp4", ".mp3",
        ".woff", ".woff2", ".exe",
    ];
    const PARTS: [&str; 14] = [
        "login", "signin", "signup", "register", "cart", "checkout", "account", "tag", "tags", "feed", "privacy",
        "cookies", "wp-json", "cdn-cgi",
    ];
    let path = url.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    let in_parts = path.split('/').skip(3).any(|part| PARTS.contains(&part));
    !in_parts && !FILES.iter().any(|ending| path.ends_with(ending))
}

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn parse_for_fuzzing(text: &str) {
    let Ok(site) = Url::parse("https://example.org/") else { return };
    let sitemap = read(text, &site);
    let _ = (candidates(sitemap.pages), sitemap.maps);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::extract::Path;
    use axum::http::StatusCode;
    use axum::response::IntoResponse;

    use super::*;

    fn site() -> Url {
        Url::parse("https://www.example.org/x").unwrap()
    }

    #[test]
    fn sitemaps_of_every_form_list_their_own_site_only() {
        let xml = "<?xml version='1.0'?><urlset><url>\n<loc>https://example.org/a?x=1&amp;y=2</loc><lastmod>2026-01-02</lastmod></url>\
                   <url><loc><![CDATA[https://www.example.org/b]]></loc></url><url><loc>https://evil.org/c</loc></url>\
                   <url><loc>http://169.254.169.254/</loc></url><url><loc>https://example.org/unclosed";
        let urls: Vec<_> = read(xml, &site()).pages.into_iter().map(|page| (page.url, page.changed)).collect();
        let expected = [("https://example.org/a?x=1&y=2", "2026-01-02"), ("https://www.example.org/b", "")];
        assert_eq!(urls, expected.map(|(url, changed)| (url.to_owned(), changed.to_owned())));
        let index = "<sitemapindex><sitemap><loc>https://example.org/1.xml</loc></sitemap><sitemap><loc>https://x.org/2.xml</loc></sitemap></sitemapindex>";
        assert_eq!(read(index, &site()).maps, ["https://example.org/1.xml"]);
        assert_eq!(read("https://example.org/1\nnothing\nhttps://x.org/", &site()).pages.len(), 1);
        assert_eq!(read("<html>404</html>", &site()), Sitemap::default());
    }

    /// Lists the pages of `https://e.org/`, whose files `serve` returns by path, with the number of requests for
    /// sitemaps.
    async fn listed(serve: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> (Vec<SitePage>, usize) {
        let asked = Arc::new(AtomicUsize::new(0));
        let (counted, serve) = (asked.clone(), Arc::new(serve));
        let file = move |Path((_, file)): Path<(String, String)>| {
            counted.fetch_add(usize::from(file != "robots.txt"), Ordering::Relaxed);
            let found = serve(&file).map_or_else(|| StatusCode::NOT_FOUND.into_response(), IntoResponse::into_response);
            std::future::ready(found)
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let gateway = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).ok();
        let app = axum::Router::new().route("/{host}/{file}", axum::routing::get(file));
        tokio::spawn(async move { axum::serve(listener, app).await });
        let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
        let cool_downs = Arc::new(coordination::SharedCoolDowns::local(clock.clone()));
        let config = crate::FetchConfig { gateway, ..crate::FetchConfig::default() };
        let fetcher = Fetcher::new(config, cool_downs, clock).unwrap();
        let pages = list(&fetcher, &Url::parse("https://e.org/").unwrap()).await.unwrap();
        (pages, asked.load(Ordering::Relaxed))
    }

    fn index(maps: &[&str]) -> String {
        let entry = |map: &&str| format!("<sitemap><loc>https://e.org/{map}</loc></sitemap>");
        format!("<sitemapindex>{}", maps.iter().map(entry).collect::<String>())
    }

    #[tokio::test]
    async fn indexes_that_name_themselves_and_each_other_hide_no_page() {
        let (pages, requests) = listed(|map| match map {
            "sitemap.xml" => Some(index(&["sitemap.xml", "other.xml", "other.xml", "sitemap.xml"])),
            "other.xml" => Some(index(&["sitemap.xml", "other.xml", "pages.xml"])),
            "pages.xml" => Some("<urlset><url><loc>https://e.org/page</loc></url>".to_owned()),
            _ => None,
        })
        .await;
        assert_eq!(pages.iter().map(|page| page.url.as_str()).collect::<Vec<_>>(), ["https://e.org/page"]);
        assert_eq!(requests, 3, "each map is requested once");
    }

    #[tokio::test]
    async fn indexes_without_end_cost_a_bounded_number_of_requests() {
        let (pages, requests) = listed(|map| {
            let deeper = (0..3).map(|n| format!("{n}{map}")).collect::<Vec<_>>();
            (map != "robots.txt" && map.len() < 20)
                .then(|| index(&deeper.iter().map(String::as_str).collect::<Vec<_>>()))
        })
        .await;
        assert_eq!((pages.len(), requests), (0, MAX_MAPS));
    }

    #[tokio::test]
    async fn a_sitemap_of_another_site_is_not_requested() {
        let (_, requests) = listed(|file| {
            (file == "robots.txt").then(|| {
                "Sitemap: https://x.org/x.xml\nSitemap: https://e.org/own.xml\nSitemap: http://10.0.0.1/y.xml"
                    .to_owned()
            })
        })
        .await;
        assert_eq!(requests, 1, "its own only");
    }

    #[test]
    fn one_sitemap_lists_a_bounded_number_of_addresses_of_bounded_length() {
        let xml = "<url><loc>https://e.org/p</loc></url>".repeat(MAX_ADDRESSES + 1);
        let text = "https://e.org/p\n".repeat(MAX_ADDRESSES + 1);
        let count = |text: &str| read(text, &Url::parse("https://e.org/").unwrap()).pages.len();
        assert_eq!((count(&xml), count(&text)), (MAX_ADDRESSES, MAX_ADDRESSES));
        let of_length = |bytes: usize| format!("<url><loc>https://e.org/{}</loc></url>", "p".repeat(bytes - 14));
        assert_eq!((count(&of_length(MAX_ADDRESS_BYTES)), count(&of_length(MAX_ADDRESS_BYTES + 1))), (1, 0));
    }

    #[test]
    fn hostile_patterns_and_addresses_take_a_bounded_number_of_steps() {
        let page =
            |n: usize| SitePage { url: format!("https://e.org/{n}{}", "ab".repeat(900)), changed: String::new() };
        let robots = |rules: usize| {
            Robots::parse(
                &format!("user-agent: *\n{}", format!("disallow: /{}c\n", "*a".repeat(50)).repeat(rules)),
                "x",
            )
        };
        let steps = |pages: usize, rules: usize| {
            let mut budget = MatchBudget::of_steps(MAX_MATCH_STEPS);
            let kept = allowed((0..pages).map(page).collect(), &robots(rules), &mut budget);
            assert!(kept.len() <= MAX_PAGES);
            MAX_MATCH_STEPS - budget.left()
        };
        assert!(steps(10, 1000) <= 12 * steps(10, 100) && steps(100, 100) <= 12 * steps(10, 100));
        assert!(steps(30_000, 4000) <= MAX_MATCH_STEPS, "five thousand rules by thirty thousand addresses");
        assert_eq!(steps(30_000, 1), steps(MAX_PAGES, 1), "only as many pages are matched as are returned");
    }

    #[test]
    fn a_query_that_robots_txt_forbids_is_not_listed() {
        let page = |url: &str| SitePage { url: url.to_owned(), changed: String::new() };
        let robots = Robots::parse("user-agent: *\ndisallow: /*?s=", "x");
        let pages = vec![page("https://e.org/?s=1"), page("https://e.org/a")];
        assert_eq!(allowed(pages, &robots, &mut MatchBudget::of_steps(1000)).len(), 1);
    }

    #[test]
    fn pages_near_the_root_and_new_pages_come_first() {
        let page =
            |url: &str, changed: &str| SitePage { url: format!("https://e.org{url}"), changed: changed.to_owned() };
        let pages = vec![
            page("/a/b/c", "2026-09-09"),
            page("/old", "2020-01-01"),
            page("/new", "2026-01-01"),
            page("/new", "2026-01-01"),
            page("/logo.png", ""),
            page("/login", ""),
            page("/", ""),
            page("/tag/x", ""),
        ];
        let urls: Vec<String> = best(pages).into_iter().map(|page| page.url).collect();
        assert_eq!(urls, ["https://e.org/", "https://e.org/new", "https://e.org/old", "https://e.org/a/b/c"]);
    }
}
