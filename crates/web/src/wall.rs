//! Walls: what a site shows instead of the page, with status 200 as well. A challenge for bots, a log-in form, a
//! request for consent or for scripts is no source. Pure, and linear in the page.
//!
//! Two kinds of evidence count, and both only on a page with little text of its own:
//! - code that protection services put into their challenge and nowhere else. Their beacons, which are in every page
//!   behind them, prove nothing, nor does such code in the visible text: an article may quote it;
//! - what the page tells its visitor: a title such as `Just a moment...`, or sentences such as `verify you are human`.

mod humans;
mod page;
mod requests;
mod words;

use reqwest::header::HeaderMap;

use page::Page;

/// Returns true if a text, in lower case, asks its reader to run scripts or to use another browser.
pub fn asks_for_scripts(text: &str) -> bool {
    words::count(text, requests::SCRIPT) > 0
}

/// What a site shows instead of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wall {
    /// A challenge that asks for proof of a human, or the refusal of one.
    Challenge,
    /// A log-in form.
    Login,
    /// A request for consent.
    Consent,
    /// A request to run scripts.
    Script,
}

impl Wall {
    /// Returns the label's value of the metric.
    pub fn name(self) -> &'static str {
        match self {
            Self::Challenge => "challenge",
            Self::Login => "login",
            Self::Consent => "consent",
            Self::Script => "script",
        }
    }
}

impl std::fmt::Display for Wall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Challenge => "asks for proof of a human",
            Self::Login => "asks to log in",
            Self::Consent => "asks for consent to cookies first",
            Self::Script => "shows it only to browsers that run scripts",
        })
    }
}

/// Maximum letters of a page with the code of a challenge.
const MAX_CHALLENGE_LETTERS: usize = 2500;
/// Maximum letters of a page with the title of a challenge.
const MAX_TITLED_LETTERS: usize = 1200;
/// Maximum letters of a page whose sentences ask for something, beside those sentences.
const MAX_ASKING_LETTERS: usize = 600;
/// Maximum letters of a page that is recognised by one sentence.
const MAX_SHORT_LETTERS: usize = 250;
/// Maximum letters of a page that is empty without its scripts.
const MAX_EMPTY_LETTERS: usize = 60;
/// Maximum letters of a page that asks for consent: it lists purposes and partners.
const MAX_CONSENT_LETTERS: usize = 4000;
/// Maximum bytes examined; walls are small, apart from their scripts.
const MAX_EXAMINED_BYTES: usize = 512 * 1024;

/// Returns true if the headers say that the answer is a challenge.
pub(crate) fn is_announced(headers: &HeaderMap) -> bool {
    ["cf-mitigated", "x-amzn-waf-action"].iter().any(|name| {
        headers.get(*name).is_some_and(|value| [&b"challenge"[..], b"captcha"].contains(&value.as_bytes().trim_ascii()))
    })
}

/// Returns true if a page of HTML shows hardly any text.
pub(crate) fn is_short(html: &str) -> bool {
    Page::parse(html).letters <= MAX_SHORT_LETTERS
}

/// Returns the wall that a page is; `None` for a page with content.
pub(crate) fn of_page(content_type: &str, body: &[u8]) -> Option<Wall> {
    let body = &body[..body.len().min(MAX_EXAMINED_BYTES)];
    let text = String::from_utf8_lossy(body);
    let start = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let is_html = content_type.contains("html") || (content_type.is_empty() && start.starts_with('<'));
    if is_html || start.get(..9).is_some_and(|head| head.eq_ignore_ascii_case("<!doctype")) {
        return of_html(&Page::parse(&text));
    }
    (text.len() <= MAX_CHALLENGE_LETTERS).then(|| of_text(&text)).flatten()
}

fn of_html(page: &Page) -> Option<Wall> {
    if page.letters <= MAX_CHALLENGE_LETTERS
        && !page.is_article
        && words::CHALLENGE_CODE.iter().any(|code| page.code.contains(code))
    {
        return Some(Wall::Challenge);
    }
    let is_titled_so = !page.is_article && is_titled(&page.title, words::CHALLENGE_TITLES);
    let says_so = page.letters <= MAX_TITLED_LETTERS && words::count(&page.text, words::CHALLENGE) > 0;
    if is_titled_so && (page.letters <= MAX_SHORT_LETTERS || says_so) {
        return Some(Wall::Challenge);
    }
    if !page.is_article {
        if let Some(wall) = asking(page) {
            return Some(wall);
        }
        let asks = words::count(&page.text, requests::CONSENT);
        if page.letters <= MAX_CONSENT_LETTERS
            && (asks >= 3 || (asks >= 1 && is_titled(&page.title, requests::CONSENT_TITLES)))
        {
            return Some(Wall::Consent);
        }
    }
    let is_login = page.has_password || is_titled(&page.title, requests::LOGIN_TITLES);
    let says_so = is_titled(&page.title, requests::LOGIN_TITLES) || words::count(&page.text, requests::LOGIN) > 0;
    let is_form = !page.is_article && page.letters <= MAX_ASKING_LETTERS && page.longest <= MAX_SHORT_LETTERS;
    (is_login && says_so && is_form).then_some(Wall::Login)
}

/// Recognises a wall by what it tells: two sentences, one on a very short page, or one beside the code of a captcha.
fn asking(page: &Page) -> Option<Wall> {
    let shown = format!("{} {}", page.title, page.text);
    let robots = words::count(&shown, words::CHALLENGE) + words::count(&page.fallback, words::CHALLENGE);
    // Many pages with content mention scripts in a fallback.
    let scripts = words::count(&shown, requests::SCRIPT)
        + if page.letters <= MAX_EMPTY_LETTERS { words::count(&page.fallback, requests::SCRIPT) } else { 0 };
    let captcha = words::CAPTCHA_CODE.iter().any(|code| page.code.contains(code));
    let is_short = page.letters <= MAX_SHORT_LETTERS;
    if page.letters > MAX_ASKING_LETTERS {
        return None;
    }
    if robots >= 2
        || (robots == 1 && !page.has_form_text && (is_short || captcha))
        || (is_short && !page.has_form_text && humans::asks(&page.text))
    {
        return Some(Wall::Challenge);
    }
    (scripts >= 1 && is_short).then_some(Wall::Script)
}

/// Recognises the text of a wall that a reading service or an interface returned.
fn of_text(text: &str) -> Option<Wall> {
    let lower = text.to_lowercase();
    let is_json = lower.trim_start().starts_with('{');
    if is_json {
        return lower.contains("captcha-delivery.com/captcha").then_some(Wall::Challenge);
    }
    let first = lower
        .lines()
        .map(|line| line.trim().trim_start_matches("title:").trim_matches(['#', ' ']))
        .find(|line| !line.is_empty());
    let is_titled = first.is_some_and(|line| is_titled(line, words::CHALLENGE_TITLES));
    let asks = words::count(&lower, words::CHALLENGE);
    (lower.len() <= MAX_TITLED_LETTERS && (asks >= 2 || (asks >= 1 && is_titled))).then_some(Wall::Challenge)
}

/// Returns true if a title is one of these, alone or beside the site's name.
fn is_titled(title: &str, titles: &[&str]) -> bool {
    let title = title.replace(" - ", "|");
    let parts = title.split(['|', '–', '—', '·', '•']);
    parts.map(|part| part.trim().trim_end_matches(['.', '…', '!', '?', ' '])).any(|part| titles.contains(&part))
}

#[cfg(test)]
mod tests;
