//! How a connection proves its identity: user and password, nkey, or the file of a JWT and its key.

use std::path::{Path, PathBuf};

use async_nats::{Auth, AuthError, ConnectOptions, ServerAddr};
use secrecy::ExposeSecret;

use super::Target;
use crate::config::{Credentials, creds};

/// Returns options that log in with these credentials.
pub(super) fn options(credentials: &Credentials) -> ConnectOptions {
    match credentials {
        Credentials::None => ConnectOptions::new(),
        Credentials::Nkey(seed) => ConnectOptions::new().nkey(seed.expose_secret().trim().to_owned()),
        Credentials::Password { user, password } => {
            ConnectOptions::new().user_and_password(user.clone(), password.expose_secret().to_owned())
        }
        // Unlike `ConnectOptions::credentials_file`, it reads the file again for each connection.
        Credentials::File(file) => {
            let file = file.clone();
            ConnectOptions::with_auth_callback(move |nonce| sign(file.clone(), nonce))
        }
    }
}

/// Returns the configured credentials, else the `user:password@` of the first URL that has one, which async-nats 0.51
/// ignores.
pub(super) fn credentials(target: &Target, servers: &[ServerAddr]) -> Credentials {
    let in_address = servers.iter().find_map(|server| Some((server.username()?, server.password()?)));
    match (&target.credentials, in_address) {
        (Credentials::None, Some((user, password))) => {
            Credentials::Password { user: user.to_owned(), password: password.to_owned().into() }
        }
        (configured, _) => configured.clone(),
    }
}

/// Signs the server's nonce with the key of the file.
async fn sign(file: PathBuf, nonce: Vec<u8>) -> Result<Auth, AuthError> {
    let text = tokio::fs::read_to_string(&file).await.map_err(|error| failed(&file, &error))?;
    let (jwt, pair) = creds::parse(&text).map_err(|error| failed(&file, &error))?;
    let signature = pair.sign(&nonce).map_err(AuthError::new)?;
    let mut auth = Auth::new();
    (auth.jwt, auth.signature) = (Some(jwt.to_owned()), Some(signature));
    Ok(auth)
}

fn failed(file: &Path, error: &dyn std::fmt::Display) -> AuthError {
    AuthError::new(format!("AUSPEX_NATS_CREDS_FILE {}: {error}", file.display()))
}
