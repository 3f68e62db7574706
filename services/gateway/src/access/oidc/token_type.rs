//! The kind of a token: only access tokens are accepted. Pure.
//!
//! An issuer signs ID tokens, logout tokens and others with the same keys, and an ID token can name the same audience
//! (the client that is also the API). RFC 9068 marks access tokens by the header `typ: at+jwt`, which not every issuer
//! sends, so the marks of the common issuers decide. A token without any mark is accepted.

use serde_json::{Map, Value};

/// Claims that ID tokens of the OpenID specifications have and access tokens do not.
const OF_ID_TOKENS: [&str; 3] = ["at_hash", "c_hash", "s_hash"];

/// Refuses tokens that are marked as something else than an access token. `typ` is that of the header.
///
/// # Errors
/// The reason.
pub(super) fn check(typ: Option<&str>, claims: &Map<String, Value>) -> Result<(), &'static str> {
    let is_marked = is_access_token(typ)? | is_access_claim(claims)?;
    if claims.contains_key("events") {
        return Err("it is a token about events, such as a logout");
    }
    if OF_ID_TOKENS.iter().any(|name| claims.contains_key(*name)) && !has_header_mark(typ) {
        return Err(ID_TOKEN);
    }
    // Keycloak copies the nonce into access tokens, too, and marks them.
    if claims.contains_key("nonce") && !is_marked {
        return Err(ID_TOKEN);
    }
    Ok(())
}

const ID_TOKEN: &str = "it is an ID token; send the access token";
const OTHER_TYPE: &str = "its type is not that of an access token; send the access token";

fn has_header_mark(typ: Option<&str>) -> bool {
    // `application/at+jwt`, and the types of issuers that end alike.
    typ.is_some_and(|typ| typ.to_ascii_lowercase().ends_with("at+jwt"))
}

/// Reads the header `typ`: `at+jwt` marks an access token, `JWT` any token, and each other type another one
/// (`logout+jwt`, `dpop+jwt`).
fn is_access_token(typ: Option<&str>) -> Result<bool, &'static str> {
    match typ {
        _ if has_header_mark(typ) => Ok(true),
        Some(typ) if !typ.eq_ignore_ascii_case("jwt") && !typ.is_empty() => Err(OTHER_TYPE),
        _ => Ok(false),
    }
}

/// Reads the claims by which issuers mark tokens: `typ` of Keycloak (`Bearer`; `ID`, `Refresh`, `Offline`, `Logout`),
/// `token_use` of Cognito (`access`; `id`) and `token_type` of others.
fn is_access_claim(claims: &Map<String, Value>) -> Result<bool, &'static str> {
    let mut is_access = false;
    for name in ["typ", "token_use", "token_type"] {
        let Some(value) = claims.get(name).and_then(Value::as_str) else { continue };
        match value.to_ascii_lowercase().as_str() {
            "bearer" | "access" | "access_token" | "at+jwt" => is_access = true,
            "jwt" => {}
            "id" | "id_token" => return Err(ID_TOKEN),
            _ => return Err(OTHER_TYPE),
        }
    }
    Ok(is_access)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn accepts(typ: Option<&str>, claims: &Value) -> bool {
        check(typ, claims.as_object().unwrap()).is_ok()
    }

    #[test]
    fn access_tokens_of_common_issuers_are_accepted() {
        for (typ, claims) in [
            (Some("at+jwt"), json!({ "client_id": "c", "jti": "1", "scope": "read" })),
            (Some("application/at+jwt"), json!({})),
            (Some("AT+JWT"), json!({ "auth_time": 1, "acr": "0" })),
            // Keycloak, with the nonce of older versions.
            (
                Some("JWT"),
                json!({ "typ": "Bearer", "azp": "c", "nonce": "n", "sid": "s", "acr": "1", "scope": "openid read" }),
            ),
            // Entra ID, version 2.
            (
                Some("JWT"),
                json!({ "azp": "c", "azpacr": "1", "scp": "read", "oid": "o", "tid": "t", "uti": "u", "ver": "2.0" }),
            ),
            // Auth0 without the profile of RFC 9068.
            (Some("JWT"), json!({ "azp": "c", "scope": "openid read", "gty": "client-credentials" })),
            // Okta: no type in the header.
            (None, json!({ "ver": 1, "jti": "AT.x", "cid": "c", "uid": "u", "scp": ["read"], "auth_time": 1 })),
            (Some("JWT"), json!({ "token_use": "access", "client_id": "c", "scope": "read", "event_id": "e" })),
            (None, json!({ "token_type": "access", "scope": "read" })),
        ] {
            assert!(accepts(typ, &claims), "{typ:?} {claims}");
        }
    }

    #[test]
    fn tokens_of_another_kind_are_refused() {
        for (typ, claims) in [
            (Some("JWT"), json!({ "typ": "ID", "azp": "c" })),
            (Some("JWT"), json!({ "typ": "Refresh" })),
            (Some("JWT"), json!({ "typ": "Offline" })),
            (Some("JWT"), json!({ "typ": "Logout" })),
            (Some("JWT"), json!({ "token_use": "id" })),
            (None, json!({ "token_type": "refresh" })),
            (Some("JWT"), json!({ "nonce": "n" })),
            (None, json!({ "at_hash": "h" })),
            (Some("JWT"), json!({ "c_hash": "h", "typ": "Bearer" })),
            (Some("logout+jwt"), json!({})),
            (Some("secevent+jwt"), json!({})),
            (Some("dpop+jwt"), json!({})),
            (Some("JWT"), json!({ "events": { "http://schemas.openid.net/event/backchannel-logout": {} } })),
        ] {
            assert!(!accepts(typ, &claims), "{typ:?} {claims}");
        }
    }
}
