//! Sessions of the console. A session acts for the token that it was opened with, and ends with it.

use axum::http::request::Parts;
use domain::access::AccessToken;
use operations::Caller;

use super::{Access, caller};
use crate::http::Problem;

impl Access {
    /// Verifies a session and takes one request from the rate of its token. `None` if the session has ended, has
    /// expired or was never opened, or if its token was revoked.
    ///
    /// # Errors
    /// The token has sent too many requests, or Postgres is unavailable.
    pub async fn session(&self, secret: &AccessToken) -> Result<Option<Caller>, Problem> {
        let Some(row) = self.sessions.verified(secret).await? else { return Ok(None) };
        self.take(row.id)?;
        Ok(Some(caller(row)))
    }

    /// Verifies a session as [`Access::session`] does, and counts the request in the shares of its token and tenant.
    ///
    /// # Errors
    /// As for [`Access::session`], and the token or the tenant has too many requests in progress.
    pub async fn admit_session(&self, secret: &AccessToken, parts: &Parts) -> Result<Option<Caller>, Problem> {
        let Some(caller) = self.session(secret).await? else { return Ok(None) };
        self.admit(&caller, &parts.extensions)?;
        Ok(Some(caller))
    }

    /// Waits until a session has ended or its token is revoked: a stream outlives the check at its beginning. An outage
    /// of Postgres ends nothing.
    pub async fn until_session_ends(&self, secret: &AccessToken) {
        loop {
            tokio::time::sleep(self.recheck).await;
            if let Ok(None) = self.sessions.verified(secret).await {
                return;
            }
        }
    }

    /// Returns the caller of a token of ours that a person has typed.
    ///
    /// # Errors
    /// The token has sent too many requests, or Postgres is unavailable.
    pub async fn typed(&self, text: &str) -> Result<Option<Caller>, Problem> {
        let Some(token) = AccessToken::parse(text.trim()) else { return Ok(None) };
        let Some(row) = self.tokens.verified(&token).await? else { return Ok(None) };
        self.take(row.id)?;
        Ok(Some(caller(row)))
    }

    /// Uses a login, once, and returns the caller of its token. `None` if it was used, has expired or was never
    /// created.
    ///
    /// # Errors
    /// Postgres is unavailable.
    pub async fn use_login(&self, text: &str) -> Result<Option<Caller>, Problem> {
        let Some(login) = AccessToken::parse(text.trim()) else { return Ok(None) };
        // The semaphore is never closed, so its error cannot occur.
        let _admitted = self.logins.acquire().await;
        let stored = self.store.console().load(login.id().0, true).await?;
        let valid = stored.filter(|stored| login.matches(&stored.secret_hash) && stored.row.revoked_at.is_none());
        let Some(stored) = valid else { return Ok(None) };
        Ok(self.store.console().end(login.id().0).await?.then(|| caller(stored.row)))
    }

    /// Ends a session. Other replicas refuse it within the age of their caches.
    ///
    /// # Errors
    /// Postgres is unavailable.
    pub async fn end_session(&self, secret: &AccessToken) -> Result<(), Problem> {
        if self.sessions.verified(secret).await?.is_some() {
            self.store.console().end(secret.id().0).await?;
        }
        self.sessions.forget(secret.id());
        Ok(())
    }
}
