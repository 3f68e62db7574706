//! Headers of every page, and the refusal of changes that another site sends.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Gateway;
use crate::access::Oidc;

/// No inline script or style, nothing of another host, no frame. Browsers report breaches to `policy::PATH`.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
                      report-uri /console/csp-reports; report-to csp";

const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (HeaderName::from_static("reporting-endpoints"), HeaderValue::from_static("csp=\"/console/csp-reports\"")),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // Not `no-referrer`: under it browsers send `Origin: null` with the forms of the console itself.
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// Adds the headers, and refuses changes that do not come from a page of this origin.
pub(super) async fn guard(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = match is_change && !is_own(request.headers()) {
        true => {
            let text =
                "This change was not sent by a page of the console, so it was refused. Open the console and try again.";
            (StatusCode::FORBIDDEN, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
        }
        false => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    let origins = gateway.access.issuer().map(Oidc::form_origins).unwrap_or_default();
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy(&origins));
    response
}

/// Returns the policy. The form of a sign-in leads to the issuer, and browsers apply the policy to the redirection as
/// well.
fn policy(issuer: &[String]) -> HeaderValue {
    let fixed = HeaderValue::from_static(POLICY);
    if issuer.is_empty() {
        return fixed;
    }
    let wider = POLICY.replace("form-action 'self'", &format!("form-action 'self' {}", issuer.join(" ")));
    HeaderValue::from_str(&wider).unwrap_or(fixed)
}

/// Returns `true` if a browser sent the request from a page of the same host: `Origin` names it, and `Sec-Fetch-Site`,
/// which browsers send over HTTPS and to this machine, agrees.
fn is_own(headers: &HeaderMap) -> bool {
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let site = headers.get("sec-fetch-site");
    let (Some(origin), Some(host)) = (text(&header::ORIGIN), text(&header::HOST)) else { return false };
    let is_same = origin
        .split_once("://")
        .is_some_and(|(scheme, authority)| matches!(scheme, "http" | "https") && authority.eq_ignore_ascii_case(host));
    is_same && site.is_none_or(|site| site == "same-origin")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_pages_of_this_origin_change_anything() {
        let own = |origin: Option<&'static str>, site: Option<&'static str>| {
            let mut headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_static("auspex.example:8088"))]);
            headers.extend(origin.map(|origin| (header::ORIGIN, HeaderValue::from_static(origin))));
            headers
                .extend(site.map(|site| (HeaderName::from_static("sec-fetch-site"), HeaderValue::from_static(site))));
            is_own(&headers)
        };
        assert!(own(Some("https://auspex.example:8088"), Some("same-origin")));
        assert!(own(Some("http://auspex.example:8088"), None), "plain HTTP to another machine has no Sec-Fetch-Site");
        for (origin, site) in [
            (None, Some("same-origin")),
            (Some("null"), Some("same-origin")),
            (Some("https://evil.example"), Some("cross-site")),
            (Some("https://evil.example"), None),
            (Some("https://auspex.example:8088"), Some("same-site")),
            (Some("https://auspex.example:8088"), Some("none")),
            (Some("https://auspex.example"), Some("same-origin")),
            (Some("file://auspex.example:8088"), None),
        ] {
            assert!(!own(origin, site), "{origin:?} {site:?}");
        }
    }

    #[test]
    fn the_issuer_joins_the_targets_of_forms_and_nothing_else() {
        let origin = "https://login.example.com".to_owned();
        let wider = policy(std::slice::from_ref(&origin));
        let wider = wider.to_str().unwrap();
        assert!(wider.contains("form-action 'self' https://login.example.com;"), "{wider}");
        assert_eq!(wider.matches(&origin).count(), 1);
        assert_eq!(policy(&[]), POLICY);
    }

    #[test]
    fn the_policy_permits_nothing_inline() {
        assert!(POLICY.contains(&format!("report-uri {}", crate::console::policy::PATH)));
        assert!(!POLICY.contains("unsafe") && !POLICY.contains('*') && POLICY.starts_with("default-src 'none'"));
    }
}
