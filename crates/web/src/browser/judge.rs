//! Decides about each request of a browser. Pure. Addresses are judged again by the fetcher, and the names' addresses
//! when connecting.

use url::Url;

/// A request that the browser has stopped.
#[derive(Debug, Clone, Copy)]
pub(super) struct PausedRequest<'a> {
    /// Address, method and type (`Document`, `Script`, …) as the protocol reports them.
    pub(super) url: &'a str,
    pub(super) method: &'a str,
    pub(super) kind: &'a str,
    /// The page itself asks, not a frame inside.
    pub(super) is_main_frame: bool,
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Judgement {
    /// The page that is rendered; its bytes are here already.
    Page,
    /// A document that replaces the page, fetched as any page.
    Document(Url),
    /// A script or data of the page, fetched as a part.
    Part(Url),
    /// Content inside the address itself, for which nothing is requested.
    Inline,
    /// An empty style sheet: some applications wait for theirs, and none shows in a text.
    Empty,
    /// The question before a request to another site; answered here.
    Preflight,
    /// No content, so that the page stays as it is. A refused navigation would replace it by an error page.
    Stay,
    /// Refused, with a reason.
    Refuse,
}

/// Judges a request. `page`: the rendered page's address if its document was not requested yet.
pub(super) fn judge(request: PausedRequest<'_>, page: Option<&Url>) -> Judgement {
    let Ok(mut url) = Url::parse(request.url) else { return Judgement::Refuse };
    url.set_fragment(None);
    let is_get = request.method.eq_ignore_ascii_case("GET");
    let is_web = matches!(url.scheme(), "http" | "https");
    match request.kind {
        "Document" if !request.is_main_frame => Judgement::Refuse,
        "Document" if !is_get || !is_web => Judgement::Stay,
        "Document" if page.is_some_and(|page| is_same(page, &url)) => Judgement::Page,
        "Document" => Judgement::Document(url),
        "Script" | "XHR" | "Fetch" if matches!(url.scheme(), "data" | "blob") => Judgement::Inline,
        _ if !is_web => Judgement::Refuse,
        "Stylesheet" => Judgement::Empty,
        "Script" | "XHR" | "Fetch" if is_get => Judgement::Part(url),
        "Preflight" => Judgement::Preflight,
        "XHR" | "Fetch" | "Other" if request.method.eq_ignore_ascii_case("OPTIONS") => Judgement::Preflight,
        _ => Judgement::Refuse,
    }
}

/// Compares addresses without their fragments, which are not requested.
fn is_same(page: &Url, requested: &Url) -> bool {
    let mut page = page.clone();
    page.set_fragment(None);
    page == *requested
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(kind: &str, method: &str, url: &str) -> Judgement {
        let page = Url::parse("https://example.org/app").unwrap();
        judge(PausedRequest { url, method, kind, is_main_frame: true }, Some(&page))
    }

    #[test]
    fn scripts_and_data_are_fetched_and_nothing_else_is() {
        let script = Judgement::Part(Url::parse("https://cdn.example.net/a.js").unwrap());
        assert_eq!(judged("Script", "GET", "https://cdn.example.net/a.js#x"), script);
        assert_eq!(judged("Fetch", "GET", "https://cdn.example.net/a.js"), script);
        assert_eq!(judged("Stylesheet", "GET", "https://example.org/a.css"), Judgement::Empty);
        assert_eq!(judged("Script", "GET", "data:text/javascript,1"), Judgement::Inline);
        assert_eq!(judged("Preflight", "OPTIONS", "https://example.org/api"), Judgement::Preflight);
        for kind in ["Image", "Media", "Font", "Ping", "WebSocket", "EventSource", "Manifest", "Prefetch", "Other", ""]
        {
            assert_eq!(judged(kind, "GET", "https://example.org/a"), Judgement::Refuse, "{kind}");
        }
        for method in ["POST", "PUT", "HEAD", "DELETE", ""] {
            assert_eq!(judged("XHR", method, "https://example.org/a"), Judgement::Refuse, "{method}");
        }
    }

    #[test]
    fn other_schemes_are_never_requested() {
        for url in ["file:///etc/passwd", "ws://example.org/", "ftp://example.org/", "chrome://version", "x", ""] {
            for kind in ["Script", "XHR", "Fetch", "Stylesheet", "Image", "Other"] {
                assert_eq!(judged(kind, "GET", url), Judgement::Refuse, "{kind} {url}");
            }
        }
        assert_eq!(judged("Document", "GET", "file:///etc/passwd"), Judgement::Stay);
        assert_eq!(judged("Image", "GET", "data:image/png,x"), Judgement::Refuse);
    }

    #[test]
    fn the_page_is_answered_once_and_a_navigation_is_a_document_of_its_own() {
        assert_eq!(judged("Document", "GET", "https://example.org/app#part"), Judgement::Page);
        let other = Url::parse("https://example.org/next").unwrap();
        assert_eq!(judged("Document", "GET", other.as_str()), Judgement::Document(other));
        assert_eq!(judged("Document", "POST", "https://example.org/app"), Judgement::Stay);
        let again =
            PausedRequest { url: "https://example.org/app", method: "GET", kind: "Document", is_main_frame: true };
        assert_eq!(judge(again, None), Judgement::Document(Url::parse(again.url).unwrap()));
        assert_eq!(judge(PausedRequest { is_main_frame: false, ..again }, None), Judgement::Refuse);
    }
}
