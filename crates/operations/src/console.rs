//! Logins of the console: a link for a browser, which acts for the caller's token.

use std::time::Duration;

use domain::access::AccessScope::Read;
use domain::access::{AccessToken, TokenId};
use domain::{JobId, Tenant};
use serde::{Deserialize, Serialize};
use store::console::{IssuedPerson, NewSession};
use utoipa::ToSchema;

use crate::random::new_token;
use crate::{Action, Context, OperationError};

/// Time in which a login can be used.
pub const LOGIN_LIFETIME: Duration = Duration::from_secs(24 * 3600);
/// Time after which a session ends.
pub const SESSION_LIFETIME: Duration = Duration::from_secs(12 * 3600);
/// Path of the page that uses a login.
pub const SIGN_IN_PATH: &str = "/console/sign-in";

/// A login that opens one session of the console.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ConsoleLogin {
    /// Path of the page that signs in, with a secret: `/console/sign-in?code=…`. Relative to the gateway's address.
    pub path: String,
    /// Seconds for which it can be used, once.
    pub expires_in: u64,
}

/// Creates a login for the caller's token. The session that it opens has the same tenant and scopes.
/// It ends after 12 hours, or with the token.
///
/// # Errors
/// The token is that of an OIDC issuer, or Postgres is unavailable.
pub async fn create_login(cx: Context<'_>) -> Result<ConsoleLogin, OperationError> {
    cx.require(Read)?;
    let login = start(cx, true).await?;
    Ok(ConsoleLogin { path: sign_in_path(&login), expires_in: LOGIN_LIFETIME.as_secs() })
}

/// Returns the path of the page that uses a login.
pub fn sign_in_path(login: &AccessToken) -> String {
    format!("{SIGN_IN_PATH}?code={}", login.reveal())
}

/// Opens a session for the caller's token and returns its id and secret.
///
/// # Errors
/// The token is that of an OIDC issuer, or Postgres is unavailable.
pub async fn open_session(cx: Context<'_>) -> Result<AccessToken, OperationError> {
    start(cx, false).await
}

/// Returns the row of a session, or of a login if `one_time`, that acts for a token of a tenant.
pub fn new_session(secret: &AccessToken, (token, tenant): (TokenId, Tenant), one_time: bool) -> NewSession {
    NewSession {
        id: secret.id().0,
        token,
        tenant,
        issued: None,
        one_time,
        secret_hash: secret.hash().to_vec(),
        lifetime: if one_time { LOGIN_LIFETIME } else { SESSION_LIFETIME },
    }
}

/// Opens a session for a person whom an OIDC issuer has named, and returns its id and secret. The session has the
/// tenant and the scopes of the issuer's token and ends after 12 hours: the issuer cannot end it.
///
/// # Errors
/// Postgres is unavailable.
pub async fn open_issued_session(cx: Context<'_>) -> Result<AccessToken, OperationError> {
    let caller = cx.caller();
    let secret = new_token()?;
    let issued = IssuedPerson { name: caller.name.clone(), scopes: caller.scopes.clone() };
    let session = new_session(&secret, (caller.token, caller.tenant.clone()), false);
    cx.store().console().create(&NewSession { issued: Some(issued), ..session }).await?;
    let object = format!("issued token {}", caller.token);
    cx.record(Action { action: "console session opened", object, about: JobId(secret.id().0) }).await;
    Ok(secret)
}

/// Creates the secret of a sign-in at an OIDC issuer, from which its state, nonce and verifier derive.
///
/// # Errors
/// The system has no random numbers.
pub fn new_sign_in() -> Result<AccessToken, OperationError> {
    new_token()
}

async fn start(cx: Context<'_>, one_time: bool) -> Result<AccessToken, OperationError> {
    let caller = cx.caller();
    let store = cx.store();
    if store.tokens().load(caller.token).await?.is_none() {
        let detail = "a session of the console needs a token that `auspex token create` has created";
        return Err(OperationError::StateForbids(detail.to_owned()));
    }
    let secret = new_token()?;
    let owner = (caller.token, caller.tenant.clone());
    store.console().create(&new_session(&secret, owner, one_time)).await?;
    let action = if one_time { "console login created" } else { "console session opened" };
    cx.record(Action { action, object: format!("token {}", caller.token), about: JobId(secret.id().0) }).await;
    Ok(secret)
}
