//! The token of this machine's commands: a new one at every start, in a private file of the fleet's folder, revoked at
//! the next start and at the end.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use domain::Tenant;
use domain::access::{AccessScope, AccessToken};
use domain::review::AUTOMATIC;
use local_servers::private;
use operations::console::{new_session, sign_in_path};
use runtime::SystemClock;
use store::Store;
use store::tokens::{StoredToken, TokenRow};

use domain::Clock;

use crate::random::random;

const FILE: &str = "gateway.token";

/// A token of the tenant `default` with every scope.
pub(super) struct LocalToken {
    store: Store,
    token: AccessToken,
    path: PathBuf,
}

impl LocalToken {
    /// Creates the token and revokes that of the last start. `user` is the author of decisions made with it.
    pub(super) async fn replace(owner_url: &str, dir: &Path, user: &str) -> anyhow::Result<Self> {
        let config = store::PostgresConfig { max_connections: 1, ..store::PostgresConfig::new(owner_url, "up") };
        let store = Store::connect(config).await.context("connecting to Postgres")?;
        let path = dir.join(FILE);
        if let Some(last) = std::fs::read_to_string(&path).ok().as_deref().and_then(AccessToken::parse) {
            store.tokens().revoke(last.id(), SystemClock.now()).await?;
        }
        let token = AccessToken::from_random(random()?, random()?);
        let row = TokenRow {
            id: token.id(),
            name: author(user),
            tenant: Tenant::default(),
            scopes: AccessScope::ALL.to_vec(),
            created_at: SystemClock.now(),
            expires_at: None,
            revoked_at: None,
            used_at: None,
        };
        store.tokens().create(&StoredToken { row, secret_hash: token.hash().to_vec() }).await?;
        private::write(&path, &token.reveal())?;
        Ok(Self { store, token, path })
    }

    /// Creates a login of the console for the token and returns the path of its page.
    pub(super) async fn console_path(&self) -> anyhow::Result<String> {
        let secret = AccessToken::from_random(random()?, random()?);
        let login = new_session(&secret, (self.token.id(), Tenant::default()), true);
        self.store.console().create(&login).await?;
        Ok(sign_in_path(&secret))
    }

    /// File with the token.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Revokes the token and deletes its file. An unavailable Postgres leaves both to the next start.
    pub(super) async fn revoke(&self) {
        if self.store.tokens().revoke(self.token.id(), SystemClock.now()).await.is_ok() {
            let _ = std::fs::remove_file(&self.path);
        }
        self.store.close_pool().await;
    }
}

/// Returns the name of the token: the user's, unless it is that of automatic decisions.
fn author(user: &str) -> String {
    let user = user.trim();
    if user.is_empty() || user.eq_ignore_ascii_case(AUTOMATIC) { "auspex up".to_owned() } else { user.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_author_is_a_person() {
        assert_eq!([author("ada"), author(" "), author("Auspex")], ["ada", "auspex up", "auspex up"]);
    }
}
