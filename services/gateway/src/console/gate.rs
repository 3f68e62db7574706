//! Who looks at a page: the session of a request, and forms that a person has sent.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::Response;
use console::Visitor;
use console::form::Posted;
use console::notice::{Failure, SignIn, SignInReason, failure, sign_in};
use console::text::encoded;
use http_server::BodyKind;
use operations::{Caller, Context};

use super::answer::{Sheet, described, rendered, see_other};
use super::cookie;
use crate::Gateway;
use crate::access::Oidc;
use crate::http::Problem;

/// Bytes of a form that are read without a session, to return what was typed.
const MAX_RETURNED: usize = 256 * 1024;
/// Path of the sign-in page.
pub(super) const SIGN_IN: &str = operations::console::SIGN_IN_PATH;

/// A signed-in person and what the person asks for.
#[derive(Clone)]
pub(super) struct Viewer {
    gateway: Arc<Gateway>,
    caller: Caller,
    headers: HeaderMap,
}

impl Viewer {
    /// Returns the operations of the person's token.
    pub(super) fn cx(&self) -> Context<'_> {
        self.gateway.of(&self.caller)
    }

    pub(super) fn gateway(&self) -> &Arc<Gateway> {
        &self.gateway
    }

    /// Returns the person's token.
    pub(super) fn caller(&self) -> &Caller {
        &self.caller
    }

    pub(super) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    pub(super) fn theme(&self) -> &'static str {
        cookie::theme(&self.headers)
    }

    /// Returns the person as pages show it.
    pub(super) fn visitor(&self) -> Visitor {
        let Caller { name, tenant, scopes, .. } = &self.caller;
        Visitor { name: name.clone(), tenant: tenant.to_string(), scopes: scopes.clone() }
    }

    /// Returns the time of the page.
    pub(super) fn now(&self) -> domain::Time {
        self.gateway.operations.clock.now()
    }
}

/// Why a request has no person.
enum Stranger {
    /// It names no session.
    Unknown,
    /// Its session has ended.
    Ended,
    /// The session cannot be verified now.
    Failed(Problem),
}

async fn person(parts: &Parts, gateway: &Arc<Gateway>) -> Result<Viewer, Stranger> {
    let secret = cookie::session(&parts.headers).ok_or(Stranger::Unknown)?;
    let caller = gateway.access.admit_session(&secret, parts).await.map_err(Stranger::Failed)?;
    let caller = caller.ok_or(Stranger::Ended)?;
    tracing::Span::current().record("auspex.tenant", caller.tenant.as_str());
    Ok(Viewer { gateway: Arc::clone(gateway), caller, headers: parts.headers.clone() })
}

/// Returns the person of a request that no person sees, such as that of a stream.
///
/// # Errors
/// It has no session, or the session cannot be verified now.
pub(super) async fn person_or_problem(parts: &Parts, gateway: &Arc<Gateway>) -> Result<Viewer, Problem> {
    person(parts, gateway).await.map_err(|stranger| match stranger {
        Stranger::Unknown | Stranger::Ended => Problem::unauthenticated(),
        Stranger::Failed(problem) => problem,
    })
}

impl FromRequestParts<Arc<Gateway>> for Viewer {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, gateway: &Arc<Gateway>) -> Result<Self, Response> {
        let path = parts.uri.path_and_query().map_or("/console", |path| path.as_str());
        let theme = cookie::theme(&parts.headers);
        person(parts, gateway).await.map_err(|stranger| match stranger {
            Stranger::Unknown => see_other(&format!("{SIGN_IN}?next={}", encoded(path))),
            Stranger::Ended => {
                let next = if parts.method == Method::GET { path } else { "/console" };
                let host = gateway.access.issuer().map(Oidc::host);
                let body = sign_in(&SignIn { issuer: host.as_deref(), ..SignIn::new(SignInReason::Ended, next) });
                rendered(gateway, StatusCode::UNAUTHORIZED, &Sheet { viewer: None, theme, body: &body })
            }
            Stranger::Failed(problem) => rendered(
                gateway,
                problem.status(),
                &Sheet { viewer: None, theme, body: &failure(None, &described(&problem)) },
            ),
        })
    }
}

/// A form that a signed-in person has sent. Without a session the answer contains what was typed.
pub(super) struct SentForm {
    /// The person who sends the form.
    pub(super) viewer: Viewer,
    /// Fields of the form.
    pub(super) posted: Posted,
}

impl FromRequest<Arc<Gateway>> for SentForm {
    type Rejection = Response;

    async fn from_request(request: Request, gateway: &Arc<Gateway>) -> Result<Self, Response> {
        let (parts, body) = request.into_parts();
        let theme = cookie::theme(&parts.headers);
        let refused = |found: &Failure| {
            let status = StatusCode::from_u16(found.status).unwrap_or(StatusCode::BAD_REQUEST);
            rendered(gateway, status, &Sheet { viewer: None, theme, body: &failure(None, found) })
        };
        let viewer = match person(&parts, gateway).await {
            Ok(viewer) => viewer,
            Err(Stranger::Failed(problem)) => return Err(refused(&described(&problem))),
            Err(Stranger::Unknown | Stranger::Ended) => {
                let bytes = gateway.bodies.read_returned(body, MAX_RETURNED).await.unwrap_or_default();
                let posted = Posted::read(&bytes);
                let typed =
                    posted.typed().into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                let detail =
                    "Your session has ended: it has expired, or its token was revoked. Sign in again in another tab.";
                return Err(refused(&Failure { status: 401, detail: detail.to_owned(), fields: Vec::new(), typed }));
            }
        };
        if !is_form(&parts.headers) {
            let detail = "send the form as application/x-www-form-urlencoded";
            let problem = Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", detail);
            return Err(refused(&described(&problem)));
        }
        let bytes = gateway.bodies.read(viewer.caller.tenant.as_str(), body, BodyKind::Document).await;
        let bytes = bytes.map_err(|error| refused(&described(&error.into())))?;
        Ok(Self { viewer, posted: Posted::read(&bytes) })
    }
}

/// Returns `true` if the body is a form.
pub(super) fn is_form(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type
        .split(';')
        .next()
        .is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded"))
}

/// Returns a path of the console that may be opened after a sign-in; its start page for any other text.
pub(super) fn own_path(text: &str) -> &str {
    let is_own = text == "/console" || text.starts_with("/console/") || text.starts_with("/console?");
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic()) && !text.contains('\\') && !text.contains("//");
    let leads_to_sign_in = text.starts_with(SIGN_IN);
    if is_own && is_plain && !leads_to_sign_in { text } else { "/console" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_in_leads_to_the_console_only() {
        for good in ["/console", "/console/runs?state=open", "/console/runs/5e7f#chapter-2"] {
            assert_eq!(own_path(good), good);
        }
        for bad in [
            "https://evil.example",
            "//evil.example",
            "/console//evil.example",
            "/v1/runs",
            "/console/sign-in?code=x",
            "/console/\\evil",
            "/consolex",
            "/console/\n",
        ] {
            assert_eq!(own_path(bad), "/console", "{bad}");
        }
    }
}
