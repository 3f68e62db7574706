//! TLS towards the servers of the fleet: the files of a client, and the meaning of a failed handshake.

use std::path::PathBuf;

/// A server that clients reach over TLS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TlsServer {
    /// The server nats-server.
    Nats,
    /// The database server Postgres.
    Postgres,
    /// Redis or Valkey.
    Redis,
}

/// Names of the settings of one server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TlsSettings {
    /// Address of the server.
    pub url: &'static str,
    /// Certificates of the authorities that may sign the server's certificate.
    pub ca: &'static str,
    /// Certificate of the client.
    pub cert: &'static str,
    /// Private key of the client.
    pub key: &'static str,
}

/// PEM files with which a client verifies a server and proves its own identity.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TlsFiles {
    /// Certificates of the authorities that may sign the server's certificate; those of the system if `None`.
    pub ca: Option<PathBuf>,
    /// Certificate and key of the client, for a server that requires them.
    pub client: Option<ClientFiles>,
}

/// Certificate chain and private key of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientFiles {
    /// The certificate, followed by those of intermediate authorities.
    pub cert: PathBuf,
    /// The private key of the certificate.
    pub key: PathBuf,
}

impl TlsFiles {
    /// Returns `true` if a file is configured: then a connection without verified TLS is an error.
    pub fn any(&self) -> bool {
        self.ca.is_some() || self.client.is_some()
    }
}

impl TlsServer {
    /// Returns the names of the server's settings.
    pub fn settings(self) -> TlsSettings {
        match self {
            Self::Nats => TlsSettings {
                url: "AUSPEX_NATS_URL",
                ca: "AUSPEX_NATS_CA_FILE",
                cert: "AUSPEX_NATS_CERT_FILE",
                key: "AUSPEX_NATS_KEY_FILE",
            },
            Self::Postgres => TlsSettings {
                url: "AUSPEX_POSTGRES_URL",
                ca: "AUSPEX_POSTGRES_CA_FILE",
                cert: "AUSPEX_POSTGRES_CERT_FILE",
                key: "AUSPEX_POSTGRES_KEY_FILE",
            },
            Self::Redis => TlsSettings {
                url: "AUSPEX_REDIS_URL",
                ca: "AUSPEX_REDIS_CA_FILE",
                cert: "AUSPEX_REDIS_CERT_FILE",
                key: "AUSPEX_REDIS_KEY_FILE",
            },
        }
    }

    /// Returns how to mend a failed connection if its error, with all its causes, is a failure of TLS. rustls reports
    /// what the client refuses as "invalid peer certificate" and what the server refuses as a fatal alert.
    pub fn mend(self, error: &str) -> Option<String> {
        let has = |sign: &&str| error.contains(sign);
        let (_, advice) = SIGNS.iter().find(|(signs, _)| signs.iter().any(has))?;
        Some(advice(&self.settings()))
    }
}

/// Signs of a failure in the text of an error, and the advice that they lead to. The first match counts.
type Sign = (&'static [&'static str], fn(&TlsSettings) -> String);

const SIGNS: &[Sign] = &[
    (&["UnknownIssuer", "CaUsedAsEndEntity", "BadSignature"], |names| {
        format!("{} must name the certificate of the authority that signed the server's certificate", names.ca)
    }),
    (&["not valid for name", "NotValidForName"], |names| {
        format!("the host in {} must be a name in the server's certificate; correct either of them", names.url)
    }),
    // The time of expiry follows; the alert about an expired certificate of the client is another text.
    (&["certificate expired", "InvalidCertificate(Expired)"], |_| {
        "the server's certificate has expired: renew it on the server".to_owned()
    }),
    (&["not valid yet"], |_| "the server's certificate is not valid yet: check the clocks of both machines".to_owned()),
    (&["CertificateExpired"], |names| {
        format!("the client certificate in {} has expired: replace it and its key in {}", names.cert, names.key)
    }),
    (&["CertificateRequired", "requires a valid client certificate"], |names| {
        format!("the server requires a client certificate: set {} and {}", names.cert, names.key)
    }),
    (&["UnknownCA", "BadCertificate", "CertificateUnknown", "DecryptError", "UnsupportedCertificate"], |names| {
        format!(
            "the server does not accept the client certificate in {}: it must be signed by an authority that the server trusts",
            names.cert
        )
    }),
    (&["certificate authentication failed"], |names| {
        format!("the name in the client certificate in {} must be the user in {}", names.cert, names.url)
    }),
    (&["server does not support TLS", "InvalidContentType", "corrupt message"], |names| {
        format!(
            "the server at {} does not speak TLS: enable it there, or remove {} and {}",
            names.url, names.ca, names.cert
        )
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_of_tls_names_the_setting_that_mends_it() {
        let cases = [
            ("invalid peer certificate: UnknownIssuer", "AUSPEX_NATS_CA_FILE"),
            ("invalid peer certificate: certificate not valid for name \"h\"", "AUSPEX_NATS_URL"),
            ("invalid peer certificate: certificate expired: verification time 2", "renew it on the server"),
            ("received fatal alert: CertificateExpired", "AUSPEX_NATS_CERT_FILE has expired"),
            ("received fatal alert: CertificateRequired", "set AUSPEX_NATS_CERT_FILE and AUSPEX_NATS_KEY_FILE"),
            ("received fatal alert: UnknownCA", "does not accept the client certificate in AUSPEX_NATS_CERT_FILE"),
        ];
        for (error, part) in cases {
            let mend = TlsServer::Nats.mend(&format!("IO error: {error}"));
            assert!(mend.as_ref().is_some_and(|mend| mend.contains(part)), "{error}: {mend:?}");
        }
        assert_eq!(TlsServer::Redis.mend("connection refused"), None);
    }
}
