//! The gateway that the commands of a user call: the one that the environment names, or that of the local fleet.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use reqwest::Url;
use runtime::config::Env;
use secrecy::{ExposeSecret, SecretString};

use crate::fleet_file::FleetFile;

/// Address of a gateway, and where the token comes from.
#[derive(Debug, Clone)]
pub(crate) struct ApiAddress {
    /// URL without a path.
    pub(crate) url: String,
    token: Option<SecretString>,
    token_file: Option<String>,
    /// File with the token of the local fleet.
    local_token: Option<PathBuf>,
    /// The address comes from the local fleet.
    pub(crate) is_local: bool,
}

impl ApiAddress {
    /// Reads the settings; without AUSPEX_URL the gateway is that of the local fleet. Returns `None` if there is no
    /// gateway.
    pub(crate) fn read(env: &mut Env, fleet: Option<&FleetFile>) -> Option<Self> {
        let url = env.optional(
            "AUSPEX_URL",
            "URL of a gateway's API without a path, for the commands of a user [default: the gateway of `auspex up`].",
        );
        let token = env.secret(
            "AUSPEX_TOKEN",
            "Access token; `auspex token create` prints it [default: the token of `auspex up`, unless AUSPEX_URL is set].",
        );
        let token_file = env.optional("AUSPEX_TOKEN_FILE", "File with the access token, in place of AUSPEX_TOKEN.");
        let is_local = url.is_none();
        let url = url.or_else(|| fleet?.gateway_url.clone())?;
        let local_token = fleet.filter(|_| is_local).and_then(|fleet| fleet.token_file.clone());
        Some(Self { url: url.trim_end_matches('/').to_owned(), token, token_file, local_token, is_local })
    }

    /// Returns the token.
    ///
    /// # Errors
    /// No token is set, or its file cannot be read.
    pub(crate) fn token(&self) -> anyhow::Result<SecretString> {
        let text = match (&self.token, &self.token_file, &self.local_token) {
            (Some(token), ..) => token.expose_secret().to_owned(),
            (None, Some(file), _) => {
                std::fs::read_to_string(file).with_context(|| format!("AUSPEX_TOKEN_FILE: cannot read {file}"))?
            }
            (None, None, Some(file)) => std::fs::read_to_string(file).with_context(|| {
                format!("cannot read the token of the local fleet in {}; start the fleet again", file.display())
            })?,
            (None, None, None) => bail!(
                "AUSPEX_URL names a gateway, and there is no token for it: set AUSPEX_TOKEN or AUSPEX_TOKEN_FILE; an operator creates a \
                 token with `auspex token create`"
            ),
        };
        Ok(SecretString::from(text.trim()))
    }

    /// Returns what names the token, for an error about it.
    pub(crate) fn token_source(&self) -> &'static str {
        match (&self.token, &self.token_file, &self.local_token) {
            (None, Some(_), _) => "AUSPEX_TOKEN_FILE",
            (None, None, Some(_)) => "the token of the local fleet",
            _ => "AUSPEX_TOKEN",
        }
    }
}

/// Parses the URL of a gateway; `name` is where it was given.
///
/// # Errors
/// The text is not a URL of a web server.
pub(crate) fn parse_url(name: &str, text: &str) -> anyhow::Result<Url> {
    let url = text.parse::<Url>().ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    url.with_context(|| {
        format!("{name}: {text:?} is not the URL of a gateway; write it like https://auspex.example.com")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_comes_from_the_variable_or_from_a_file() {
        let read = |pairs: &[(&str, &str)]| ApiAddress::read(&mut Env::from_pairs(pairs.iter().copied()), None);
        assert!(read(&[("AUSPEX_TOKEN", "t")]).is_none());
        let url = ("AUSPEX_URL", "http://h:1/");
        assert_eq!(read(&[url]).unwrap().url, "http://h:1");
        let token = |other| read(&[url, other]).unwrap().token();
        assert_eq!(token(("AUSPEX_TOKEN", " t\n")).unwrap().expose_secret(), "t");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        std::fs::write(&file, "f\n").unwrap();
        let file = file.display().to_string();
        assert_eq!(token(("AUSPEX_TOKEN_FILE", &file)).unwrap().expose_secret(), "f");
        for (missing, named) in [(("X", "y"), "AUSPEX_TOKEN or"), (("AUSPEX_TOKEN_FILE", "/none"), "/none")] {
            let error = token(missing).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn the_local_fleet_has_a_gateway_and_a_token_unless_the_environment_names_others() {
        let folder = tempfile::tempdir().unwrap();
        let token_file = folder.path().join("token");
        std::fs::write(&token_file, "local").unwrap();
        let fleet = FleetFile {
            gateway_url: Some("http://l:1".to_owned()),
            token_file: Some(token_file),
            ..FleetFile::default()
        };
        let read = |pairs: &[(&str, &str)]| ApiAddress::read(&mut Env::from_pairs(pairs.iter().copied()), Some(&fleet));
        let local = read(&[]).unwrap();
        assert_eq!((local.url.as_str(), local.token().unwrap().expose_secret()), ("http://l:1", "local"));
        let other = read(&[("AUSPEX_TOKEN", "t")]).unwrap();
        assert_eq!((other.url.as_str(), other.token().unwrap().expose_secret()), ("http://l:1", "t"));
        let away = read(&[("AUSPEX_URL", "http://h:1")]).unwrap();
        assert!(away.url == "http://h:1" && away.token().is_err(), "the local token is not sent elsewhere");
    }
}
