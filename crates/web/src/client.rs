//! The two HTTP clients of this crate: one for pages, which can only reach public addresses, and one for services whose
//! address an operator has configured.

use std::sync::Arc;
use std::time::Duration;

pub use telemetry::http::ClientError;
use telemetry::http::{ClientConfig, Redirects, client};

use crate::fetch::FetchConfig;
use crate::resolve::{Filtered, Names, Reach};

/// The product token that sites address in their robots.txt.
pub(crate) const AGENT: &str = "auspex-researcher";
/// Says who asks, so that a site's owner can find out and say no.
pub(crate) const USER_AGENT: &str =
    concat!("auspex-researcher/", env!("CARGO_PKG_VERSION"), " (+https://auspex.dev/bot)");

fn config(connect: Duration, total: Duration) -> ClientConfig {
    ClientConfig {
        timeout: total,
        connect_timeout: connect,
        read_timeout: total,
        redirects: Redirects::Never,
        resolver: None,
        user_agent: USER_AGENT.to_owned(),
        decompress: true,
    }
}

/// For pages: connects only where `reach` allows, decodes nothing by itself.
pub(crate) fn pages<N: Names>(names: N, reach: Reach, fetch: &FetchConfig) -> Result<reqwest::Client, ClientError> {
    let resolver = Filtered { names: Arc::new(names), reach };
    client(ClientConfig { resolver: Some(Arc::new(resolver)), decompress: false, ..config(fetch.connect, fetch.total) })
}

/// For pages behind a gateway: its address is the operator's, the bodies are as hostile as any.
pub(crate) fn behind_gateway(fetch: &FetchConfig) -> Result<reqwest::Client, ClientError> {
    client(ClientConfig { decompress: false, ..config(fetch.connect, fetch.total) })
}

/// For addresses from the configuration: they may be private, so this client must never be given a URL from outside.
pub(crate) fn configured(connect: Duration, total: Duration) -> Result<reqwest::Client, ClientError> {
    client(config(connect, total))
}
