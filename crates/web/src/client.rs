//! The two HTTP clients of this crate: one for pages, which can only reach public addresses, and one for services whose
//! address an operator has configured.

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;

use crate::resolve::{Names, PublicOnly};

/// Says who asks, so that a site's owner can find out and say no.
pub(crate) const USER_AGENT: &str =
    concat!("auspex-researcher/", env!("CARGO_PKG_VERSION"), " (+https://auspex.dev/bot)");

fn builder(connect: Duration, total: Duration) -> reqwest::ClientBuilder {
    telemetry::http::install_tls();
    #[expect(
        clippy::disallowed_methods,
        reason = "pages need their own resolver and no redirects; time-outs and no_proxy are set here"
    )]
    let builder = reqwest::Client::builder();
    builder
        .no_proxy()
        .redirect(Policy::none())
        .referer(false)
        .user_agent(USER_AGENT)
        .connect_timeout(connect)
        .timeout(total)
        // Few hosts are asked twice; idle connections to strangers are not kept long.
        .pool_idle_timeout(Duration::from_secs(15))
        .pool_max_idle_per_host(8)
}

/// For pages: connects to public addresses only.
pub(crate) fn public_only<N: Names>(
    names: N,
    connect: Duration,
    total: Duration,
) -> Result<reqwest::Client, reqwest::Error> {
    builder(connect, total).dns_resolver(Arc::new(PublicOnly(Arc::new(names)))).build()
}

/// For addresses from the configuration: they may be private, so this client must never be given a URL from outside.
pub(crate) fn configured(connect: Duration, total: Duration) -> Result<reqwest::Client, reqwest::Error> {
    builder(connect, total).build()
}
