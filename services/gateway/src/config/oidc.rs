//! Settings of the OpenID Connect issuer.

use std::net::IpAddr;
use std::time::Duration;

use runtime::config::Env;
use secrecy::SecretString;
use url::{Host, Url};

/// Minimum interval between two requests for keys.
const KEYS_INTERVAL: Duration = Duration::from_secs(10);

/// The console as a client of the issuer, at which people sign in.
#[derive(Debug, Clone)]
pub struct OidcClient {
    /// Id of the client.
    pub id: String,
    /// Its secret; without one it is a public client, which PKCE alone protects.
    pub secret: Option<SecretString>,
    /// Scopes that it asks for, separated by spaces, in place of `openid` and ours.
    pub scopes: Option<String>,
    /// Address of the token endpoint, if it is on another host than the issuer.
    pub token_url: Option<Url>,
}

/// Settings of the issuer.
#[derive(Debug, Clone)]
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
    /// The console's client, if people sign in at the issuer.
    pub client: Option<OidcClient>,
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
        let client = OidcClient::read(env);
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
        Some(Self { issuer, keys_url, audience, tenant_claim, scopes_claim, keys_interval: KEYS_INTERVAL, client })
    }
}

impl OidcClient {
    fn read(env: &mut Env) -> Option<Self> {
        const TOKEN_URL: &str = "AUSPEX_GATEWAY_OIDC_TOKEN_URL";
        let id = env.optional(
            "AUSPEX_GATEWAY_OIDC_CLIENT_ID",
            "Id of the console at the issuer: people sign in there. Register the address ending in /console/sign-in/callback.",
        );
        let secret = env.secret(
            "AUSPEX_GATEWAY_OIDC_CLIENT_SECRET",
            "Secret of the console at the issuer. Without it the console is a public client.",
        );
        let scopes = env.optional(
            "AUSPEX_GATEWAY_OIDC_CLIENT_SCOPES",
            "Scopes that a sign-in asks for, separated by spaces, with `openid`; for an issuer that refuses unknown ones.",
        );
        let token_url = env.optional_url(
            TOKEN_URL,
            "Address of the issuer's token endpoint, if the discovery document names one on another host.",
        );
        if token_url.as_ref().is_some_and(|url| !is_secure(url)) {
            env.mistake(TOKEN_URL, "must be an https URL; http is for loopback addresses only");
        }
        Some(Self { id: id?, secret, scopes, token_url })
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
