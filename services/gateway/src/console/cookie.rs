//! Cookies of the console: the session, and the colours.

use axum::http::{HeaderMap, HeaderValue, header};
use console::text::encoded;
use domain::access::AccessToken;
use operations::console::SESSION_LIFETIME;

/// Name of the session's cookie over HTTPS. The prefix binds it to this host.
const SECURE_NAME: &str = "__Host-auspex";
/// Name of the session's cookie over plain HTTP on this machine, where a browser refuses the prefix.
const LOCAL_NAME: &str = "auspex-local";
/// Names of the cookie of a sign-in at the issuer, likewise.
const SECURE_SIGN_IN: &str = "__Host-auspex-sign-in";
const LOCAL_SIGN_IN: &str = "auspex-local-sign-in";
/// Seconds in which a person signs in at the issuer.
const SIGN_IN_SECONDS: u64 = 600;
/// Name of the cookie with the colours.
const THEME_NAME: &str = "auspex-theme";

/// Returns the session that a request names.
pub(super) fn session(headers: &HeaderMap) -> Option<AccessToken> {
    AccessToken::parse(value(headers, names(headers).0)?)
}

/// Returns the colours that a request names: `light`, `dark` or empty.
pub(super) fn theme(headers: &HeaderMap) -> &'static str {
    match value(headers, THEME_NAME) {
        Some("light") => "light",
        Some("dark") => "dark",
        _ => "",
    }
}

/// Returns the header that stores a session in the browser.
pub(super) fn store(headers: &HeaderMap, secret: &AccessToken) -> HeaderValue {
    written(headers, (names(headers).0, secret.reveal().as_str()), SESSION_LIFETIME.as_secs())
}

/// Returns the header that removes the session from the browser.
pub(super) fn remove(headers: &HeaderMap) -> HeaderValue {
    written(headers, (names(headers).0, ""), 0)
}

/// Returns the secret of the sign-in that the browser has begun, and the path that is opened after it.
pub(super) fn sign_in(headers: &HeaderMap) -> Option<(AccessToken, String)> {
    let (_, name) = names(headers);
    let (secret, next) = value(headers, name)?.split_once('~')?;
    let next = url::form_urlencoded::parse(format!("next={next}").as_bytes()).next()?.1.into_owned();
    Some((AccessToken::parse(secret)?, next))
}

/// Returns the header that stores a sign-in at the issuer. `SameSite=Lax`, because the issuer sends the browser back.
pub(super) fn store_sign_in(headers: &HeaderMap, (secret, next): (&AccessToken, &str)) -> HeaderValue {
    let value = format!("{}~{}", secret.reveal(), encoded(next));
    written(headers, (names(headers).1, value.as_str()), SIGN_IN_SECONDS)
}

/// Returns the header that removes a sign-in.
pub(super) fn remove_sign_in(headers: &HeaderMap) -> HeaderValue {
    written(headers, (names(headers).1, ""), 0)
}

/// Returns the names of the cookies of a session and of a sign-in.
fn names(headers: &HeaderMap) -> (&'static str, &'static str) {
    if is_local(headers) { (LOCAL_NAME, LOCAL_SIGN_IN) } else { (SECURE_NAME, SECURE_SIGN_IN) }
}

/// Returns the header that stores the colours.
pub(super) fn store_theme(theme: &str) -> HeaderValue {
    let theme = if matches!(theme, "light" | "dark") { theme } else { "" };
    visible(&format!("{THEME_NAME}={theme}; Path=/console; HttpOnly; SameSite=Lax; Max-Age=31536000"))
}

fn written(headers: &HeaderMap, (name, value): (&str, &str), seconds: u64) -> HeaderValue {
    let secure = if is_local(headers) { "" } else { " Secure;" };
    visible(&format!("{name}={value}; Path=/;{secure} HttpOnly; SameSite=Lax; Max-Age={seconds}"))
}

/// All parts are visible ASCII.
fn visible(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}

fn value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|header| header.to_str().ok());
    cookies.flat_map(|cookies| cookies.split(';')).find_map(|cookie| {
        let (known, value) = cookie.trim().split_once('=')?;
        (known == name).then_some(value)
    })
}

/// Returns `true` if the browser speaks plain HTTP to this machine: the host is a loopback name, and no proxy in front
/// ended TLS.
pub(super) fn is_local(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let host = text("host");
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let is_loopback = ["localhost", "127.0.0.1", "[::1]"].iter().any(|known| name.eq_ignore_ascii_case(known));
    is_loopback && text("x-forwarded-proto") != "https"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &'static str, cookie: &str) -> HeaderMap {
        HeaderMap::from_iter([
            (header::HOST, HeaderValue::from_static(host)),
            (header::COOKIE, HeaderValue::from_str(cookie).unwrap()),
        ])
    }

    #[test]
    fn a_cookie_of_another_host_needs_https_and_the_prefix() {
        let secret = AccessToken::from_random([7; 16], [9; 32]);
        let stored = |host| store(&headers(host, ""), &secret).to_str().unwrap().to_owned();
        for part in ["__Host-auspex=auspex_", "Secure", "HttpOnly", "SameSite=Lax", "Path=/;", "Max-Age=43200"] {
            assert!(stored("auspex.example").contains(part), "{part}");
        }
        for host in ["127.0.0.1:8088", "localhost", "[::1]:8088"] {
            assert!(stored(host).starts_with("auspex-local=") && !stored(host).contains("Secure"), "{host}");
        }
    }

    #[test]
    fn a_sign_in_keeps_its_secret_and_its_path() {
        let secret = AccessToken::from_random([7; 16], [9; 32]);
        let stored = store_sign_in(&headers("auspex.example", ""), (&secret, "/console/runs?state=open&a=;"));
        let stored = stored.to_str().unwrap();
        assert!(stored.starts_with("__Host-auspex-sign-in=") && stored.contains("Secure; HttpOnly; SameSite=Lax"));
        let kept = stored.split("; ").next().unwrap();
        let (read, next) = sign_in(&headers("auspex.example", kept)).unwrap();
        assert_eq!((read.hash(), next.as_str()), (secret.hash(), "/console/runs?state=open&a=;"));
        assert!(sign_in(&headers("localhost", kept)).is_none() && session(&headers("auspex.example", kept)).is_none());
    }

    #[test]
    fn the_session_is_read_under_the_name_of_its_kind_only() {
        let text = AccessToken::from_random([7; 16], [9; 32]).reveal();
        let read = |host, name: &str| session(&headers(host, &format!("a=b; {name}={text}; c=d"))).is_some();
        assert!(read("auspex.example", SECURE_NAME) && read("localhost:1", LOCAL_NAME));
        assert!(!read("auspex.example", LOCAL_NAME) && !read("localhost:1", SECURE_NAME));
        assert_eq!(theme(&headers("x", "auspex-theme=dark")), "dark");
        assert_eq!(theme(&headers("x", "auspex-theme=\"><script>")), "");
        assert!(!store_theme("\r\nSet-Cookie: a=b").to_str().unwrap().contains('\n'));
    }
}
