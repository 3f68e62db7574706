//! Sessions in Postgres: a replica that does not know a session restores it from the client's `initialize` parameters.

use domain::access::TokenId;
use futures::FutureExt;
use futures::future::BoxFuture;
use rmcp::transport::streamable_http_server::session::{SessionState, SessionStore, SessionStoreError};
use store::Store;

/// The sessions of one token. The sessions of other tokens do not exist for it.
pub(crate) struct TokenSessions {
    /// Postgres for the rows of the token's tenant.
    pub(crate) store: Store,
    pub(crate) token: TokenId,
}

/// The methods have the signature that `async_trait` gives to an `async fn`.
impl SessionStore for TokenSessions {
    fn load<'s, 'i, 'a>(&'s self, id: &'i str) -> BoxFuture<'a, Result<Option<SessionState>, SessionStoreError>>
    where
        's: 'a,
        'i: 'a,
        Self: 'a,
    {
        async move {
            let params = self.store.mcp().session(self.token, id).await?;
            Ok(params.map(|params| serde_json::from_str(&params).map(SessionState::new)).transpose()?)
        }
        .boxed()
    }

    fn store<'s, 'i, 't, 'a>(
        &'s self,
        id: &'i str,
        state: &'t SessionState,
    ) -> BoxFuture<'a, Result<(), SessionStoreError>>
    where
        's: 'a,
        'i: 'a,
        't: 'a,
        Self: 'a,
    {
        async move {
            let params = serde_json::to_string(&state.initialize_params)?;
            Ok(self.store.mcp().open_session(self.token, id, &params).await?)
        }
        .boxed()
    }

    fn delete<'s, 'i, 'a>(&'s self, id: &'i str) -> BoxFuture<'a, Result<(), SessionStoreError>>
    where
        's: 'a,
        'i: 'a,
        Self: 'a,
    {
        async move { Ok(self.store.mcp().close_session(self.token, id).await?) }.boxed()
    }
}
