//! Settings of TLS: files with certificates and keys, checked when the configuration is read.
//!
//! The files are read again for each new connection, so renewed certificates need no restart. This check is for
//! mistakes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use domain::{ClientFiles, Time, TlsFiles, TlsServer};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use rustls::server::WebPkiClientVerifier;
use rustls::{CertificateError, RootCertStore};

use super::Env;

/// The year 9999, in seconds: nearly every certificate has expired by then.
const FAR_FUTURE: Duration = Duration::from_secs(253_370_764_800);

/// Reads the files for one server, and reports those that are missing, have no certificate, or do not belong together.
pub fn tls_files(env: &mut Env, server: TlsServer) -> TlsFiles {
    let names = server.settings();
    let ca = env.optional(
        names.ca,
        "PEM file with the certificates of the authorities that may sign the server's certificate; those of the system if not set. If it is set, \
         a connection without verified TLS is refused. Read again for each new connection.",
    );
    let cert = env.optional(
        names.cert,
        "PEM file with the client certificate, followed by intermediate ones, for a server that requires one. Read again for each new connection.",
    );
    let key = env.optional(names.key, "PEM file with the private key of that certificate.");
    if let Some(ca) = &ca {
        let found = certificates(Path::new(ca));
        report(env, names.ca, found.map(drop));
    }
    let client = match (cert, key) {
        (Some(cert), Some(key)) => Some(ClientFiles { cert: PathBuf::from(cert), key: PathBuf::from(key) }),
        (None, None) => None,
        (cert, _) => {
            let (name, other) = if cert.is_some() { (names.key, names.cert) } else { (names.cert, names.key) };
            env.mistake(name, &format!("must be set, because {other} is set"));
            None
        }
    };
    if let Some(files) = &client {
        let chain = certificates(&files.cert);
        let pair = chain.as_ref().ok().map(|chain| matching_key(chain, files));
        report(env, names.cert, chain.map(drop));
        report(env, names.key, pair.unwrap_or(Ok(())));
    }
    TlsFiles { ca: ca.map(PathBuf::from), client }
}

fn report(env: &mut Env, name: &str, found: Result<(), String>) {
    if let Err(problem) = found {
        env.mistake(name, &problem);
    }
}

fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let text = std::fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        Ok(_) => Err(format!("{} contains no certificate; it must be in PEM format", file.display())),
        Err(error) => Err(format!("{} is not in PEM format: {error}", file.display())),
    }
}

fn matching_key(chain: &[CertificateDer<'static>], files: &ClientFiles) -> Result<(), String> {
    let file = files.key.display();
    let text = std::fs::read(&files.key).map_err(|error| format!("cannot read {file}: {error}"))?;
    let key = PrivateKeyDer::from_pem_slice(&text)
        .map_err(|error| format!("{file} contains no private key in PEM format: {error}"))?;
    let provider = rustls::crypto::ring::default_provider();
    let cert = files.cert.display();
    match rustls::sign::CertifiedKey::from_der(chain.to_vec(), key, &provider) {
        Ok(_) => Ok(()),
        Err(rustls::Error::InconsistentKeys(_)) => Err(format!("{file} is not the key of the certificate in {cert}")),
        // For example a certificate of X.509 version 1.
        Err(error) => Err(format!("{file} cannot be used with the certificate in {cert}: {error}")),
    }
}

/// Returns when the first certificate of a file expires; `None` if it cannot be read or does not expire before the year
/// 9999.
pub fn expiry(file: &Path) -> Option<Time> {
    let chain = certificates(file).ok()?;
    let leaf = chain.first()?;
    let mut roots = RootCertStore::empty();
    roots.add(leaf.clone()).ok()?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build().ok()?;
    // The refusal of a certificate that has expired contains the time of its expiry.
    match verifier.verify_client_cert(leaf, &[], UnixTime::since_unix_epoch(FAR_FUTURE)) {
        Err(rustls::Error::InvalidCertificate(CertificateError::ExpiredContext { not_after, .. })) => {
            Time::from_timestamp(not_after.as_secs().try_into().ok()?, 0)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistakes(pairs: &[(&str, &str)]) -> String {
        let mut env = Env::from_pairs(pairs.iter().copied());
        tls_files(&mut env, TlsServer::Redis);
        env.finish().err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn files_that_cannot_work_are_reported_with_their_setting() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty.pem");
        std::fs::write(&empty, "").unwrap();
        let empty = empty.display().to_string();
        assert_eq!(mistakes(&[]), "");
        let missing = mistakes(&[("AUSPEX_REDIS_CA_FILE", "/nowhere/ca.pem")]);
        assert!(missing.contains("AUSPEX_REDIS_CA_FILE: cannot read /nowhere/ca.pem"), "{missing}");
        let without = mistakes(&[("AUSPEX_REDIS_CA_FILE", empty.as_str())]);
        assert!(without.contains("contains no certificate"), "{without}");
        let half = mistakes(&[("AUSPEX_REDIS_CERT_FILE", empty.as_str())]);
        assert!(half.contains("AUSPEX_REDIS_KEY_FILE: must be set"), "{half}");
    }
}
