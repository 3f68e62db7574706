//! TLS to Postgres. The driver reads the files again for each connection, and a pool replaces its connections every
//! minute.

use domain::port::PortError;
use domain::{TlsServer, tls::TlsSettings};
use sqlx::postgres::{PgConnectOptions, PgSslMode};

use crate::config::PostgresConfig;

/// Adds the configured files. With any of them the server must prove its identity: the mode is `verify-full` unless the
/// URL names one.
///
/// # Errors
/// The URL names a mode that verifies nothing.
pub(super) fn verified(options: PgConnectOptions, config: &PostgresConfig) -> Result<PgConnectOptions, PortError> {
    let files = &config.tls;
    if !files.any() {
        return Ok(options);
    }
    let options = if names_a_mode(&config.url) { options } else { options.ssl_mode(PgSslMode::VerifyFull) };
    if !matches!(options.get_ssl_mode(), PgSslMode::VerifyFull | PgSslMode::VerifyCa) {
        let TlsSettings { url, ca, cert, .. } = TlsServer::Postgres.settings();
        let what = format!("{url}: its sslmode verifies no certificate; use verify-full, or remove {ca} and {cert}");
        return Err(PortError::Refused { what, source: "certificates are configured and would have no effect".into() });
    }
    let options = files.ca.iter().fold(options, PgConnectOptions::ssl_root_cert);
    Ok(files
        .client
        .iter()
        .fold(options, |options, client| options.ssl_client_cert(&client.cert).ssl_client_key(&client.key)))
}

fn names_a_mode(url: &str) -> bool {
    url.split_once('?').is_some_and(|(_, query)| query.contains("sslmode=") || query.contains("ssl-mode="))
}

/// A failed handshake, with its remedy.
#[derive(Debug, thiserror::Error)]
#[error("the TLS handshake failed; {mend}")]
struct Handshake {
    mend: String,
    source: PortError,
}

/// Adds the remedy to an error of a connection if TLS is what failed.
pub(super) fn explained(error: PortError) -> PortError {
    let causes = std::iter::successors(Some(&error as &(dyn std::error::Error + 'static)), |error| error.source());
    let text = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
    let Some(mend) = TlsServer::Postgres.mend(&text) else { return error };
    let is_down = error.is_down();
    let source = Box::new(Handshake { mend, source: error });
    // A renewed certificate mends it without a restart, so the process waits, as for a server that is away.
    if is_down {
        PortError::Down { what: "connect", source }
    } else {
        PortError::Refused { what: "connect".to_owned(), source }
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use domain::TlsFiles;

    use super::*;

    fn mode(query: &str) -> Result<PgSslMode, String> {
        let url = format!("postgres://u@h/d{query}");
        let tls = TlsFiles { ca: Some("/ca.pem".into()), client: None };
        let config = PostgresConfig { tls, ..PostgresConfig::new(&url, "tests") };
        let options = verified(PgConnectOptions::from_str(&url).unwrap(), &config);
        options.map(|options| options.get_ssl_mode()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_certificate_of_an_authority_is_never_ignored() {
        assert!(matches!(mode(""), Ok(PgSslMode::VerifyFull)));
        assert!(matches!(mode("?sslmode=verify-ca"), Ok(PgSslMode::VerifyCa)));
        for weak in ["disable", "prefer", "require"] {
            let refused = mode(&format!("?sslmode={weak}")).unwrap_err();
            assert!(refused.contains("verify-full") && refused.contains("AUSPEX_POSTGRES_CA_FILE"), "{refused}");
        }
    }
}
