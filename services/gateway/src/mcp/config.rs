//! Settings of the MCP server.

use std::net::SocketAddr;
use std::time::Duration;

use http_server::cors::Origin;
use runtime::config::Env;
use secrecy::SecretString;
use url::Url;

/// Names under which a client on the same machine reaches the listener.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// Settings of the MCP server.
#[derive(Debug, Clone)]
pub struct McpConfig {
    /// Hosts that a request may name in `Host` and `Origin`, with or without a port.
    pub hosts: Vec<String>,
    /// Origins whose scripts may use the API, and so also MCP.
    pub scripts: Vec<Origin>,
    /// The issuer of OIDC tokens, for the OAuth metadata.
    pub issuer: Option<String>,
    /// Address under which clients reach the gateway, for the OAuth metadata; derived from `Host` if absent.
    pub public_url: Option<Url>,
    /// Token of requests without one. Only valid for a listener on a loopback address.
    pub loopback_token: Option<SecretString>,
    /// Maximum time that a tool waits for the fleet's answer.
    pub wait: Duration,
}

impl Default for McpConfig {
    fn default() -> Self {
        Self {
            hosts: LOOPBACK.map(str::to_owned).to_vec(),
            scripts: Vec::new(),
            issuer: None,
            public_url: None,
            loopback_token: None,
            wait: Duration::from_secs(600),
        }
    }
}

impl McpConfig {
    /// Reads the settings. `listen` is the address of the API.
    pub fn read(env: &mut Env, listen: SocketAddr) -> Self {
        let hosts = env.text(
            "AUSPEX_GATEWAY_HOSTS",
            "",
            "Host names, separated by commas, under which MCP clients reach the gateway; others are refused, except loopback names and the listen address.",
        );
        let public_url = env.optional_url(
            "AUSPEX_GATEWAY_PUBLIC_URL",
            "URL under which clients reach the gateway, e.g. https://auspex.example; named in the OAuth metadata.",
        );
        let loopback_token = env.secret(
            "AUSPEX_GATEWAY_LOOPBACK_TOKEN",
            "Token of MCP requests that have none, for local clients that cannot send one; refused if the listener is not on a loopback address.",
        );
        if loopback_token.is_some() && !listen.ip().is_loopback() {
            env.mistake(
                "AUSPEX_GATEWAY_LOOPBACK_TOKEN",
                "is only permitted if AUSPEX_GATEWAY_ADDR is a loopback address, e.g. 127.0.0.1:8088",
            );
        }
        let wait = env.duration(
            "AUSPEX_GATEWAY_MCP_WAIT",
            "10m",
            "Maximum time that an MCP tool waits for the fleet's answer; the work continues afterwards.",
        );
        let named = hosts.split(',').map(str::trim).filter(|host| !host.is_empty()).map(str::to_owned);
        let listener = (!listen.ip().is_unspecified()).then(|| listen.ip().to_string());
        let public = public_url.as_ref().and_then(Url::host_str).map(str::to_owned);
        let hosts = Self::default().hosts.into_iter().chain(listener).chain(public).chain(named).collect();
        Self { hosts, public_url, loopback_token, wait, ..Self::default() }
    }

    /// Returns the origins of the hosts (any scheme of the web, and any port unless the host names one) and those of
    /// scripts.
    pub(crate) fn origins(&self) -> Vec<String> {
        let origin = |host: &String| {
            let host = if host.matches(':').count() > 1 && !host.starts_with('[') {
                format!("[{host}]")
            } else {
                host.clone()
            };
            let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
            let suffix = if has_port { "" } else { ":*" };
            ["http", "https"].map(|scheme| format!("{scheme}://{host}{suffix}"))
        };
        let scripts = self.scripts.iter().map(ToString::to_string);
        self.hosts.iter().flat_map(origin).chain(scripts).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)], listen: &str) -> (McpConfig, Env) {
        let mut env = Env::from_pairs(pairs.iter().copied());
        let config = McpConfig::read(&mut env, listen.parse().unwrap());
        (config, env)
    }

    #[test]
    fn hosts_are_loopback_names_the_listener_the_public_url_and_those_that_are_set() {
        let pairs = [
            ("AUSPEX_GATEWAY_HOSTS", "a.example, b.example:8443"),
            ("AUSPEX_GATEWAY_PUBLIC_URL", "https://c.example/x"),
        ];
        let (config, env) = read(&pairs, "10.0.0.7:8088");
        env.finish().unwrap();
        let expected = ["localhost", "127.0.0.1", "::1", "10.0.0.7", "c.example", "a.example", "b.example:8443"];
        assert_eq!(config.hosts, expected);
        let origins = config.origins();
        for origin in ["http://localhost:*", "http://[::1]:*", "https://a.example:*", "https://b.example:8443"] {
            assert!(origins.iter().any(|known| known == origin), "{origin} in {origins:?}");
        }
        let scripts = vec!["https://app.example".parse().unwrap()];
        assert!(McpConfig { scripts, ..config }.origins().contains(&"https://app.example".to_owned()));
        assert_eq!(read(&[], "0.0.0.0:8088").0.hosts, ["localhost", "127.0.0.1", "::1"]);
    }

    #[test]
    fn a_loopback_token_needs_a_loopback_listener() {
        let pairs = [("AUSPEX_GATEWAY_LOOPBACK_TOKEN", "auspex_x")];
        assert!(read(&pairs, "127.0.0.1:8088").1.finish().is_ok());
        assert!(read(&pairs, "[::1]:8088").1.finish().is_ok());
        let error = read(&pairs, "0.0.0.0:8088").1.finish().unwrap_err().to_string();
        assert!(error.contains("AUSPEX_GATEWAY_LOOPBACK_TOKEN") && !error.contains("auspex_x"), "{error}");
    }
}
