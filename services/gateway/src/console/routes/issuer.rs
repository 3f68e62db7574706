//! Sign-in at the OIDC issuer, by authorization code flow with PKCE.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use console::form::Posted;
use console::notice::{SignIn, SignInReason, sign_in};
use domain::access::AccessToken;

use super::session::with_cookie;
use super::{field, setup};
use crate::Gateway;
use crate::access::{Callback, Oidc};
use crate::console::answer::{Sheet, rendered, see_other};
use crate::console::cookie;
use crate::console::gate::{is_form, own_path};
use crate::http::Problem;

/// Path to which the issuer sends the browser.
pub(in crate::console) const CALLBACK: &str = "/console/sign-in/callback";
/// Bytes of the form.
const MAX_FORM: usize = 8 * 1024;

/// Sends the browser to the issuer.
pub(in crate::console) async fn begin(State(gateway): State<Arc<Gateway>>, headers: HeaderMap, body: Body) -> Response {
    let posted = match to_bytes(body, MAX_FORM).await {
        Ok(bytes) if is_form(&headers) => Posted::read(&bytes),
        _ => Posted::default(),
    };
    let next = own_path(posted.text("next"));
    let begun = async {
        let secret = operations::console::new_sign_in()?;
        let page = issuer(&gateway)?.begin(&secret, &back(&headers)).await?;
        Ok::<_, Problem>((secret, page))
    };
    match begun.await {
        Ok((secret, page)) => with_cookie(see_other(page.as_str()), cookie::store_sign_in(&headers, (&secret, next))),
        Err(problem) => refused(&gateway, (&headers, next), &problem),
    }
}

/// Opens a session for the person whom the issuer has signed in. A sign-in is used once, also if it fails.
pub(in crate::console) async fn finish(State(gateway): State<Arc<Gateway>>, headers: HeaderMap, uri: Uri) -> Response {
    let (begun, next) = cookie::sign_in(&headers).map_or((None, String::new()), |(secret, next)| (Some(secret), next));
    let next = own_path(&next);
    let answer = match opened(&gateway, (begun.as_ref(), &uri), &back(&headers)).await {
        Ok(secret) => with_cookie(see_other(next), cookie::store(&headers, &secret)),
        Err(problem) => refused(&gateway, (&headers, next), &problem),
    };
    with_cookie(answer, cookie::remove_sign_in(&headers))
}

async fn opened(
    gateway: &Arc<Gateway>,
    (begun, uri): (Option<&AccessToken>, &Uri),
    back: &str,
) -> Result<AccessToken, Problem> {
    let none = AccessToken::from_random([0; 16], [0; 32]);
    let callback = Callback {
        code: field(uri, "code"),
        // Without the cookie of a sign-in no state is right.
        state: begun.and_then(|_| field(uri, "state")),
        issuer: field(uri, "iss"),
        error: field(uri, "error"),
    };
    let caller = issuer(gateway)?.finish(begun.unwrap_or(&none), &callback, back).await?;
    Ok(operations::console::open_issued_session(gateway.of(&caller)).await?)
}

fn issuer(gateway: &Gateway) -> Result<&Oidc, Problem> {
    let advice = "sign in with a token, or ask the operator to set AUSPEX_GATEWAY_OIDC_CLIENT_ID";
    gateway.access.issuer().ok_or_else(|| Problem::not_found("sign-in at an issuer", advice))
}

/// Returns the address to which the issuer sends the browser, as it is registered there.
fn back(headers: &HeaderMap) -> String {
    format!("{}{CALLBACK}", setup::url(headers))
}

fn refused(gateway: &Arc<Gateway>, (headers, next): (&HeaderMap, &str), problem: &Problem) -> Response {
    let host = gateway.access.issuer().map(Oidc::host);
    let page = SignIn { detail: problem.detail(), ..SignIn::new(SignInReason::NotIssued, next) };
    let body = sign_in(&SignIn { issuer: host.as_deref(), ..page });
    let theme = cookie::theme(headers);
    rendered(gateway, problem.status(), &Sheet { viewer: None, theme, body: &body })
}
