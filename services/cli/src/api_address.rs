//! The gateway that commands use in place of direct connections, as the environment names it.

use anyhow::{Context as _, bail};
use runtime::config::Env;
use secrecy::{ExposeSecret, SecretString};

/// Address of a gateway, and where the token comes from.
#[derive(Debug, Clone)]
pub struct ApiAddress {
    /// URL without a path.
    pub url: String,
    token: Option<SecretString>,
    token_file: Option<String>,
}

impl ApiAddress {
    /// Reads the settings. Returns `None` if no gateway is named.
    pub fn read(env: &mut Env) -> Option<Self> {
        let url = env.optional(
            "AUSPEX_URL",
            "URL of a gateway's API without a path. The commands of a user then need nothing but a token; the others connect to the servers themselves.",
        );
        let token = env.secret("AUSPEX_TOKEN", "Access token for AUSPEX_URL; `auspex token create` prints it.");
        let token_file = env.optional("AUSPEX_TOKEN_FILE", "File with the access token, in place of AUSPEX_TOKEN.");
        Some(Self { url: url?.trim_end_matches('/').to_owned(), token, token_file })
    }

    /// Returns the token.
    ///
    /// # Errors
    /// No token is set, or its file cannot be read.
    pub fn token(&self) -> anyhow::Result<SecretString> {
        let text = match (&self.token, &self.token_file) {
            (Some(token), _) => token.expose_secret().trim().to_owned(),
            (None, Some(file)) => {
                let text =
                    std::fs::read_to_string(file).with_context(|| format!("AUSPEX_TOKEN_FILE: cannot read {file}"))?;
                text.trim().to_owned()
            }
            (None, None) => bail!(
                "AUSPEX_URL names a gateway, and there is no token for it: set AUSPEX_TOKEN or AUSPEX_TOKEN_FILE; an operator creates a \
                 token with `auspex token create`"
            ),
        };
        Ok(SecretString::from(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_comes_from_the_variable_or_from_a_file() {
        let read = |pairs: &[(&str, &str)]| ApiAddress::read(&mut Env::from_pairs(pairs.iter().copied()));
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
}
