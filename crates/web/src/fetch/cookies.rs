//! Cookies of one fetch (RFC 6265). Some sites redirect to themselves until a cookie comes back.
//!
//! The jar belongs to one fetch: it starts empty, a cookie returns only to the site that set it, and all are dropped at
//! the end. Within one fetch a cookie tells the site nothing that the second request does not. Pure.

use reqwest::header::{HeaderMap, HeaderValue, SET_COOKIE};
use url::{Host, Url};

/// Maximum number of cookies; a site that redirects by cookies sets one or two.
const MAX_COOKIES: usize = 32;
/// Maximum bytes of a cookie's name and value, the limit of browsers.
const MAX_COOKIE_BYTES: usize = 4096;
/// Maximum bytes of the header that is sent.
const MAX_HEADER_BYTES: usize = 8192;
/// Years of expiry dates before which a cookie is deleted. Servers delete with a date of the last century.
const EXPIRED_BEFORE: u32 = 2020;

/// The cookies of one fetch.
#[derive(Debug, Default)]
pub(super) struct Jar {
    cookies: Vec<Cookie>,
}

#[derive(Debug)]
struct Cookie {
    name: Vec<u8>,
    value: Vec<u8>,
    scope: Scope,
}

/// Where a cookie is sent.
#[derive(Debug, PartialEq, Eq)]
struct Scope {
    /// The host, or the domain that also covers its subdomains.
    host: String,
    subdomains: bool,
    path: String,
    secure: bool,
}

impl Jar {
    /// Takes the cookies of an answer from `url`.
    pub(super) fn take(&mut self, url: &Url, headers: &HeaderMap) {
        for value in headers.get_all(SET_COOKIE).iter().take(MAX_COOKIES) {
            let Some((cookie, is_deleted)) = parse(url, value.as_bytes()) else { continue };
            self.cookies.retain(|known| known.name != cookie.name || known.scope != cookie.scope);
            if !is_deleted && self.cookies.len() < MAX_COOKIES {
                self.cookies.push(cookie);
            }
        }
    }

    /// Returns the header for a request to `url`; `None` without cookies.
    pub(super) fn header(&self, url: &Url) -> Option<HeaderValue> {
        let mut line = Vec::new();
        for cookie in self.cookies.iter().filter(|cookie| cookie.scope.covers(url)) {
            if line.len() + cookie.name.len() + cookie.value.len() + 3 > MAX_HEADER_BYTES {
                break;
            }
            if !line.is_empty() {
                line.extend_from_slice(b"; ");
            }
            line.extend_from_slice(&cookie.name);
            line.push(b'=');
            line.extend_from_slice(&cookie.value);
        }
        if line.is_empty() { None } else { HeaderValue::from_bytes(&line).ok() }
    }
}

impl Scope {
    fn covers(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let is_host = host == self.host || (self.subdomains && is_below(host, &self.host));
        let path = url.path();
        let rest = path.strip_prefix(self.path.as_str());
        let is_path = rest.is_some_and(|rest| rest.is_empty() || self.path.ends_with('/') || rest.starts_with('/'));
        is_host && is_path && (!self.secure || url.scheme() == "https")
    }
}

/// Parses a `Set-Cookie` header; `true` if it deletes the cookie. `None` if it is not valid for the host.
fn parse(url: &Url, header: &[u8]) -> Option<(Cookie, bool)> {
    let mut parts = header.split(|byte| *byte == b';');
    let pair = parts.next()?;
    let at = pair.iter().position(|byte| *byte == b'=')?;
    let (name, value) = (pair[..at].trim_ascii(), pair[at + 1..].trim_ascii());
    if name.is_empty() || name.len() + value.len() > MAX_COOKIE_BYTES {
        return None;
    }
    let host = url.host_str()?.to_owned();
    let mut scope = Scope { host, subdomains: false, path: default_path(url), secure: false };
    let (mut has_expired, mut is_aged) = (false, None);
    for part in parts {
        let text = String::from_utf8_lossy(part);
        let (key, setting) = text.split_once('=').unwrap_or((&text, ""));
        let setting = setting.trim();
        match key.trim().to_ascii_lowercase().as_str() {
            "domain" if !setting.is_empty() => {
                let domain = setting.trim_start_matches('.').to_ascii_lowercase();
                scope.subdomains = may_set(url, &domain)?;
                scope.host = domain;
            }
            "path" if setting.starts_with('/') => setting.clone_into(&mut scope.path),
            "secure" => scope.secure = true,
            "max-age" if !setting.is_empty() => {
                is_aged = Some(setting.starts_with('-') || setting.trim_start_matches('0').is_empty());
            }
            "expires" => has_expired = year(setting).is_some_and(|year| year < EXPIRED_BEFORE),
            _ => {}
        }
    }
    let is_prefixed = |prefix: &[u8]| name.len() > prefix.len() && name[..prefix.len()].eq_ignore_ascii_case(prefix);
    let is_secure = scope.secure && url.scheme() == "https";
    if (is_prefixed(b"__Secure-") && !is_secure)
        || (is_prefixed(b"__Host-") && (!is_secure || scope.subdomains || scope.path != "/"))
    {
        return None;
    }
    // Max-Age takes precedence.
    Some((Cookie { name: name.to_owned(), value: value.to_owned(), scope }, is_aged.unwrap_or(has_expired)))
}

/// Returns whether subdomains receive a cookie for `domain`; `None` if the host must not set it.
fn may_set(url: &Url, domain: &str) -> Option<bool> {
    let host = url.host_str()?;
    let is_name = matches!(url.host(), Some(Host::Domain(_)));
    if host == domain {
        // A host that is a public suffix itself keeps its cookies to itself.
        return Some(is_name && !is_public_suffix(domain));
    }
    (is_name && is_below(host, domain) && !is_public_suffix(domain)).then_some(true)
}

fn is_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

/// Suffixes under which anybody may have a site, beside those that [`is_public_suffix`] recognises by their shape.
const HOSTING: [&str; 26] = [
    "github.io",
    "gitlab.io",
    "pages.dev",
    "workers.dev",
    "vercel.app",
    "netlify.app",
    "web.app",
    "firebaseapp.com",
    "herokuapp.com",
    "appspot.com",
    "run.app",
    "fly.dev",
    "onrender.com",
    "blogspot.com",
    "wordpress.com",
    "tumblr.com",
    "substack.com",
    "medium.com",
    "cloudfront.net",
    "amazonaws.com",
    "azurewebsites.net",
    "azureedge.net",
    "readthedocs.io",
    "wixsite.com",
    "neocities.org",
    "myshopify.com",
];
/// Second-level names of registries: `co.uk`, `com.au`, `or.jp`, `gov.br`.
const REGISTRIES: [&str; 24] = [
    "ac", "asn", "co", "com", "edu", "go", "gob", "gouv", "gov", "govt", "gv", "id", "info", "ltd", "me", "mil", "ne",
    "net", "nom", "or", "org", "plc", "sch", "web",
];

/// Returns true if anybody may register a name below the domain. Without a list of all suffixes, names of two labels
/// whose first is generic or has at most two letters count as one below a country's domain; a site of such a name only
/// loses cookies for its subdomains.
fn is_public_suffix(domain: &str) -> bool {
    let labels: Vec<&str> = domain.split('.').collect();
    match labels.as_slice() {
        [second, country] => {
            let is_registry = country.len() == 2 && (second.len() <= 2 || REGISTRIES.contains(second));
            is_registry || HOSTING.contains(&domain)
        }
        // Its regions are suffixes, too: `s3.eu-west-1.amazonaws.com`.
        [_, _, ..] => domain.ends_with(".amazonaws.com"),
        _ => true,
    }
}

/// Returns the folder of the address (RFC 6265, 5.1.4).
fn default_path(url: &Url) -> String {
    match url.path().rfind('/') {
        Some(at) if at > 0 => url.path()[..at].to_owned(),
        _ => "/".to_owned(),
    }
}

/// Returns the year of an expiry date: `Thu, 01 Jan 1970 00:00:00 GMT`, `01-Jan-70`.
fn year(date: &str) -> Option<u32> {
    let words: Vec<&str> = date.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let month = words
        .iter()
        .position(|word| word.len() == 3 && word.chars().all(|c| c.is_ascii_alphabetic()) && !is_weekday(word))?;
    let number = words.get(month + 1)?.parse::<u32>().ok()?;
    Some(match number {
        0..=69 => number + 2000,
        70..=99 => number + 1900,
        _ => number,
    })
}

fn is_weekday(word: &str) -> bool {
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().any(|day| word.eq_ignore_ascii_case(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    /// Sends these cookies from `from` and returns what is sent to `to`.
    fn sent(from: &str, cookies: &[&str], to: &str) -> String {
        let mut headers = HeaderMap::new();
        for cookie in cookies {
            headers.append(SET_COOKIE, HeaderValue::from_bytes(cookie.as_bytes()).unwrap());
        }
        let mut jar = Jar::default();
        jar.take(&url(from), &headers);
        jar.header(&url(to)).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).unwrap_or_default()
    }

    #[test]
    fn a_cookie_returns_to_its_host_and_to_the_domain_that_it_names() {
        let from = "https://www.example.org/news/a";
        for (cookie, to, expected) in [
            ("a=1; Path=/", "https://www.example.org/x", "a=1"),
            ("a=1", "https://www.example.org/news/b", "a=1"),
            ("a=1", "https://www.example.org/other", ""),
            ("a=1; path=/", "https://example.org/", ""),
            ("a=1; Path=/; Domain=example.org", "https://example.org/", "a=1"),
            ("a=1; Path=/; domain=.EXAMPLE.org", "https://login.example.org/", "a=1"),
            ("a=1; Path=/; Domain=example.org", "https://notexample.org/", ""),
            ("a=1; Path=/; Domain=other.org", "https://www.example.org/", ""),
            ("a=1; Path=/; Domain=org", "https://www.example.org/", ""),
            ("a=1; Path=/; Secure", "http://www.example.org/", ""),
            ("a=1; Path=/ne", "https://www.example.org/news/a", ""),
            ("__Host-a=1; Path=/; Secure", "https://www.example.org/", "__Host-a=1"),
            ("__Host-a=1; Path=/; Secure; Domain=example.org", "https://www.example.org/", ""),
            ("a=b=c; Path=/", "https://www.example.org/", "a=b=c"),
            ("a=\"q\"; Path=/; SameSite=Lax; HttpOnly; Partitioned", "https://www.example.org/", "a=\"q\""),
            ("a=1; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "https://www.example.org/", "a=1"),
            ("a=1; Path=/; Expires=Thu, 01-Jan-70 00:00:01 GMT", "https://www.example.org/", ""),
            ("a=1; Path=/; Max-Age=0", "https://www.example.org/", ""),
            ("=1; Path=/", "https://www.example.org/", ""),
            ("a", "https://www.example.org/", ""),
        ] {
            assert_eq!(sent(from, &[cookie], to), expected, "{cookie} to {to}");
        }
        assert_eq!(sent(from, &["a=1; Path=/", "b=2; Path=/", "a=3; Path=/"], from), "b=2; a=3");
        assert_eq!(sent(from, &["a=1; Path=/", "a=; Path=/; Max-Age=-1"], from), "");
    }

    #[test]
    fn no_cookie_covers_a_public_suffix() {
        for (from, domain, neighbour) in [
            ("https://a.co.uk/", "co.uk", "https://b.co.uk/"),
            ("https://a.com.au/", "com.au", "https://b.com.au/"),
            ("https://a.github.io/", "github.io", "https://b.github.io/"),
            ("https://a.vercel.app/", "vercel.app", "https://b.vercel.app/"),
            ("https://9.9.9.9/", "9.9.9", "https://8.9.9.9/"),
        ] {
            let cookie = format!("a=1; Path=/; Domain={domain}");
            assert_eq!(sent(from, &[&cookie], neighbour), "", "{domain}");
            assert_eq!(sent(from, &["a=1; Path=/"], from), "a=1", "{from}");
        }
        assert_eq!(sent("https://www.a.co.uk/", &["a=1; Path=/; Domain=a.co.uk"], "https://a.co.uk/"), "a=1");
    }

    #[test]
    fn the_jar_is_bounded() {
        let many: Vec<String> = (0..200).map(|n| format!("n{n}={}; Path=/", "x".repeat(1000))).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(sent("https://example.org/", &many, "https://example.org/").len() <= MAX_HEADER_BYTES);
        assert_eq!(sent("https://example.org/", &[&format!("a={}", "x".repeat(5000))], "https://example.org/"), "");
    }
}
