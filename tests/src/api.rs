//! A gateway in a fleet, and what a client of its HTTP API needs.

use std::collections::BTreeMap;

use domain::access::{AccessScope, AccessToken};
use domain::{Tenant, Time};
use local_servers::Port;
use store::tokens::{StoredToken, TokenRow};

use crate::Fleet;

/// Name of the token; the author of every decision.
pub const TOKEN_NAME: &str = "tests";

/// A running gateway with a token of the default tenant.
pub struct Api {
    /// Place of the gateway in the fleet.
    pub place: usize,
    /// Address of the API.
    pub url: String,
    /// Token with every scope.
    pub token: String,
    /// Client without retries.
    pub http: reqwest::Client,
    /// Reserved while the fleet runs, so that a restarted gateway finds it free.
    pub port: Port,
}

impl Api {
    /// Starts a gateway in the fleet and waits until it is ready.
    ///
    /// # Errors
    /// The gateway does not start, or the token cannot be stored.
    pub async fn start(fleet: &Fleet) -> anyhow::Result<Self> {
        let http = telemetry::http::client(telemetry::http::ClientConfig::default())?;
        let (place, url, port) = start_gateway(fleet).await?;
        Ok(Self { place, url, token: create_token(fleet).await?, http, port })
    }

    /// Returns the variables of the commands of a user.
    pub fn user(&self) -> [(&'static str, &str); 2] {
        [("AUSPEX_URL", &self.url), ("AUSPEX_TOKEN", &self.token)]
    }

    /// Starts another gateway, which accepts the same token.
    ///
    /// # Errors
    /// The gateway does not start.
    pub async fn replica(&self, fleet: &Fleet) -> anyhow::Result<Self> {
        let (place, url, port) = start_gateway(fleet).await?;
        Ok(Self { place, url, token: self.token.clone(), http: self.http.clone(), port })
    }
}

/// Starts a gateway and returns its place, its address and its port.
async fn start_gateway(fleet: &Fleet) -> anyhow::Result<(usize, String, Port)> {
    let port = Port::free()?;
    let address = format!("127.0.0.1:{}", port.number());
    let own = BTreeMap::from([("AUSPEX_GATEWAY_ADDR".to_owned(), address.clone())]);
    let place = fleet.start_worker("gateway", own)?;
    fleet.ready().await?;
    Ok((place, format!("http://{address}"), port))
}

async fn create_token(fleet: &Fleet) -> anyhow::Result<String> {
    let store = store::Store::connect(store::PostgresConfig::new(fleet.servers.postgres.url(), "tests")).await?;
    let token = AccessToken::from_random([1; 16], [2; 32]);
    let row = TokenRow {
        id: token.id(),
        name: TOKEN_NAME.to_owned(),
        tenant: Tenant::default(),
        scopes: AccessScope::ALL.to_vec(),
        created_at: Time::UNIX_EPOCH,
        expires_at: None,
        revoked_at: None,
        used_at: None,
    };
    store.tokens().create(&StoredToken { row, secret_hash: token.hash().to_vec() }).await?;
    Ok(token.reveal())
}
