//! Settings of the OpenID Connect issuer.

use std::net::IpAddr;
use std::time::Duration;

use runtime::config::Env;
use url::{Host, Url};

/// Minimum interval between two requests for keys.
const KEYS_INTERVAL: Duration = Duration::from_secs(10);

/// Settings of the issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OidcConfig {
    /// The issuer as its tokens name it.
    pub issuer: String,
    /// Address of its keys; otherwise its discovery document names it.
    pub keys_url: Option<Url>,
    /// Audience that its tokens must name.
    pub audience: String,
    /// Claim that names the tenant.
    pub tenant_claim: String,
    /// Claim that lists the scopes.
    pub scopes_claim: String,
    /// Minimum interval between two requests for keys, so that tokens with invented keys cause few of them.
    pub keys_interval: Duration,
}

impl OidcConfig {
    /// Reads the settings. Returns `None` without an issuer.
    pub fn read(env: &mut Env) -> Option<Self> {
        const ISSUER: &str = "AUSPEX_GATEWAY_OIDC_ISSUER";
        const AUDIENCE: &str = "AUSPEX_GATEWAY_OIDC_AUDIENCE";
        const KEYS: &str = "AUSPEX_GATEWAY_OIDC_JWKS_URL";
        let issuer =
            env.optional(ISSUER, "URL of an OpenID Connect issuer whose tokens are accepted, exactly as they name it.");
        let audience = env.text(AUDIENCE, "", "Audience that the issuer's tokens must name.");
        let keys_url =
            env.optional_url(KEYS, "Address of the issuer's keys. Without it the issuer's discovery document is read.");
        let tenant_claim = env.text(
            "AUSPEX_GATEWAY_OIDC_TENANT_CLAIM",
            "tenant",
            "Claim that names the tenant; a dot leads into an object.",
        );
        let scopes_claim = env.text(
            "AUSPEX_GATEWAY_OIDC_SCOPES_CLAIM",
            "scope",
            "Claim that lists the scopes: text with spaces or a list. `auspex:read` means `read`; other values are ignored.",
        );
        let issuer = issuer?;
        let parsed: Option<Url> = issuer.parse().ok();
        if !parsed.as_ref().is_some_and(is_secure) {
            env.mistake(ISSUER, "must be an https URL; http is for loopback addresses only");
        }
        if keys_url.as_ref().is_some_and(|url| !is_secure(url)) {
            env.mistake(KEYS, "must be an https URL; http is for loopback addresses only");
        }
        if audience.is_empty() {
            env.mistake(AUDIENCE, "is required, because tokens for other services of the issuer must be refused");
        }
        Some(Self { issuer, keys_url, audience, tenant_claim, scopes_claim, keys_interval: KEYS_INTERVAL })
    }
}

/// Returns `true` for https, and for http to a loopback address.
pub(crate) fn is_secure(url: &Url) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Ipv4(ip)) => IpAddr::V4(ip).is_loopback(),
        Some(Host::Ipv6(ip)) => IpAddr::V6(ip).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => return false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_loopback)
}
