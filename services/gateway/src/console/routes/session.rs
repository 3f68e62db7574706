//! Sign-in, sign-out, the colours, and the start page.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use console::form::Posted;
use console::notice::{SignIn, SignInReason, failure, sign_in};
use domain::access::AccessScope;

use super::field;
use crate::Gateway;
use crate::access::Oidc;
use crate::console::answer::{Sheet, described, rendered, see_other};
use crate::console::cookie;
use crate::console::gate::{SIGN_IN, SentForm, Viewer, is_form, own_path};
use crate::http::Problem;

/// Bytes of the form of a sign-in.
const MAX_SIGN_IN: usize = 8 * 1024;

/// Opens the first page that the token may see.
pub(in crate::console) async fn start(viewer: Viewer) -> Response {
    let visitor = viewer.visitor();
    let reviews_only =
        visitor.may(AccessScope::Review) && !visitor.may(AccessScope::Admin) && !visitor.may(AccessScope::Publish);
    see_other(match visitor.may(AccessScope::Operate) {
        true => "/console/now",
        false if reviews_only => "/console/reviews",
        false => "/console/runs",
    })
}

/// Shows the sign-in page, or the step that uses a link.
pub(in crate::console) async fn page(State(gateway): State<Arc<Gateway>>, headers: HeaderMap, uri: Uri) -> Response {
    let (code, next) = (field(&uri, "code"), field(&uri, "next").unwrap_or_default());
    let reason = if field(&uri, "out").is_some() { SignInReason::SignedOut } else { SignInReason::Needed };
    let out = match gateway.access.issuer() {
        Some(issuer) if reason == SignInReason::SignedOut => issuer.sign_out_page().await,
        _ => None,
    };
    let page = SignIn { code: code.as_deref(), ..SignIn::new(reason, own_path(&next)) };
    let host = gateway.access.issuer().map(Oidc::host);
    let body = sign_in(&SignIn { issuer: host.as_deref(), sign_out: out.as_ref(), ..page });
    rendered(&gateway, StatusCode::OK, &Sheet { viewer: None, theme: cookie::theme(&headers), body: &body })
}

/// Opens a session for a token or a link.
pub(in crate::console) async fn open(State(gateway): State<Arc<Gateway>>, headers: HeaderMap, body: Body) -> Response {
    let theme = cookie::theme(&headers);
    let posted = match to_bytes(body, MAX_SIGN_IN).await {
        Ok(bytes) if is_form(&headers) => Posted::read(&bytes),
        _ => Posted::default(),
    };
    let next = own_path(posted.text("next"));
    match opened(&gateway, &posted).await {
        Ok(Some(secret)) => with_cookie(see_other(next), cookie::store(&headers, &secret)),
        Ok(None) => {
            let host = gateway.access.issuer().map(Oidc::host);
            let page = SignIn::new(SignInReason::Refused, next);
            let body = sign_in(&SignIn { issuer: host.as_deref(), ..page });
            rendered(&gateway, StatusCode::UNAUTHORIZED, &Sheet { viewer: None, theme, body: &body })
        }
        Err(problem) => {
            let found = described(&problem);
            rendered(&gateway, problem.status(), &Sheet { viewer: None, theme, body: &failure(None, &found) })
        }
    }
}

async fn opened(gateway: &Arc<Gateway>, posted: &Posted) -> Result<Option<domain::access::AccessToken>, Problem> {
    let caller = match posted.get("code") {
        Some(code) => gateway.access.use_login(code).await?,
        None => gateway.access.typed(posted.text("token")).await?,
    };
    match caller {
        Some(caller) => Ok(Some(operations::console::open_session(gateway.of(&caller)).await?)),
        None => Ok(None),
    }
}

/// Ends the session.
pub(in crate::console) async fn close(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Response {
    if let Some(secret) = cookie::session(&headers)
        && let Err(problem) = gateway.access.end_session(&secret).await
    {
        let (theme, body) = (cookie::theme(&headers), failure(None, &described(&problem)));
        return rendered(&gateway, problem.status(), &Sheet { viewer: None, theme, body: &body });
    }
    with_cookie(see_other(&format!("{SIGN_IN}?out=1")), cookie::remove(&headers))
}

/// Stores the colours.
pub(in crate::console) async fn theme(SentForm { viewer, posted }: SentForm) -> Response {
    let from = viewer.headers().get(header::REFERER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let path = from.find("/console").map_or("/console", |at| &from[at..]);
    with_cookie(see_other(own_path(path)), cookie::store_theme(posted.text("theme")))
}

pub(super) fn with_cookie(mut answer: Response, cookie: HeaderValue) -> Response {
    answer.headers_mut().append(header::SET_COOKIE, cookie);
    answer
}
