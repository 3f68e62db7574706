//! OAuth protected-resource metadata (RFC 9728): where the resource is and which scopes its tokens have.

use axum::http::{HeaderMap, header};
use domain::access::AccessScope;
use serde_json::{Value, json};

use crate::mcp::{McpConfig, PATH};

/// Path of the metadata. The path of the resource may be appended.
pub(super) const METADATA_PATH: &str = "/.well-known/oauth-protected-resource";

/// Returns the base URL of the gateway as the client sees it.
fn base(config: &McpConfig, headers: &HeaderMap) -> String {
    match &config.public_url {
        Some(url) => url.as_str().trim_end_matches('/').to_owned(),
        None => {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            // The text is part of a quoted header value and of a URL.
            let is_plain =
                |host: &&str| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
            format!("http://{}", host.filter(is_plain).unwrap_or("localhost"))
        }
    }
}

/// Returns the metadata document.
pub(super) fn document(config: &McpConfig, headers: &HeaderMap) -> Value {
    let mut document = json!({
        "resource": format!("{}{PATH}", base(config, headers)),
        "resource_name": "Auspex",
        "bearer_methods_supported": ["header"],
        "scopes_supported": AccessScope::ALL.map(AccessScope::name),
    });
    if let Some(issuer) = &config.issuer {
        document["authorization_servers"] = json!([issuer]);
    }
    document
}

/// Returns the value of `WWW-Authenticate` for a request without a valid token.
pub(super) fn challenge(config: &McpConfig, headers: &HeaderMap) -> String {
    format!("Bearer realm=\"auspex\", resource_metadata=\"{}{METADATA_PATH}{PATH}\"", base(config, headers))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(host: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::HOST, HeaderValue::from_static(host))])
    }

    #[test]
    fn the_challenge_names_the_metadata_under_the_address_of_the_client() {
        let config = McpConfig::default();
        let expected = "Bearer realm=\"auspex\", resource_metadata=\"http://127.0.0.1:8088/.well-known/oauth-protected-resource/mcp\"";
        assert_eq!(challenge(&config, &headers("127.0.0.1:8088")), expected);
        assert!(challenge(&config, &headers("a\", evil=\"x")).contains("\"http://localhost/"));
        let public = McpConfig { public_url: Some("https://auspex.example/".parse().unwrap()), ..config };
        assert_eq!(document(&public, &headers("x"))["resource"], "https://auspex.example/mcp");
        assert_eq!(document(&public, &headers("x")).get("authorization_servers"), None);
        let issued = McpConfig { issuer: Some("https://id.example".to_owned()), ..public };
        assert_eq!(document(&issued, &headers("x"))["authorization_servers"], json!(["https://id.example"]));
    }
}
