//! TLS: a certificate and its key from files, which are read again when they change.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// Interval in which the files are compared with those in use.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);
/// Maximum time of a handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Files of a certificate with its chain, and of its key, both in PEM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerFiles {
    /// The certificate, then those of the authorities between it and the root.
    pub cert: PathBuf,
    /// The private key of the certificate.
    pub key: PathBuf,
}

/// Accepts TLS connections with the newest pair of files that fits together.
pub struct Tls {
    files: ServerFiles,
    current: Mutex<Current>,
}

struct Current {
    pem: Pem,
    acceptor: TlsAcceptor,
    checked_at: Instant,
}

/// Contents of both files.
#[derive(PartialEq, Eq)]
struct Pem {
    cert: Vec<u8>,
    key: Vec<u8>,
}

impl Tls {
    /// Loads the files.
    ///
    /// # Errors
    /// A file cannot be read, or the key is not that of the certificate.
    pub async fn load(files: ServerFiles) -> anyhow::Result<Self> {
        let pem = Pem::read(&files).await?;
        let acceptor = pem.acceptor().with_context(|| format!("the certificate in {}", files.cert.display()))?;
        let checked_at = Instant::now();
        Ok(Self { files, current: Mutex::new(Current { pem, acceptor, checked_at }) })
    }

    /// Makes the handshake of a connection. Returns `None` if the client does not complete it.
    pub(crate) async fn accept(&self, stream: TcpStream) -> Option<TlsStream<TcpStream>> {
        let acceptor = self.acceptor().await;
        match tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await {
            Ok(Ok(stream)) => Some(stream),
            Ok(Err(error)) => {
                tracing::debug!(%error, "a TLS handshake failed");
                None
            }
            Err(_) => None,
        }
    }

    async fn acceptor(&self) -> TlsAcceptor {
        if self.is_due() {
            self.reload().await;
        }
        self.lock().acceptor.clone()
    }

    /// Returns true once per interval.
    fn is_due(&self) -> bool {
        let mut current = self.lock();
        let is_due = current.checked_at.elapsed() >= CHECK_INTERVAL;
        if is_due {
            current.checked_at = Instant::now();
        }
        is_due
    }

    /// Uses changed files. While a rotation has replaced one of the two only, the pair in use stays.
    async fn reload(&self) {
        let pem = match Pem::read(&self.files).await {
            Ok(pem) if pem == self.lock().pem => return,
            Ok(pem) => pem,
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(error, "the certificate of the server cannot be read; the one in use stays");
                return;
            }
        };
        match pem.acceptor() {
            Ok(acceptor) => {
                tracing::info!("the certificate of the server was replaced");
                let mut current = self.lock();
                (current.pem, current.acceptor) = (pem, acceptor);
            }
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(error, "the changed certificate of the server is refused; the one in use stays");
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Current> {
        // No code panics while it holds the lock.
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pem {
    async fn read(files: &ServerFiles) -> anyhow::Result<Self> {
        let read = async |file: &PathBuf| tokio::fs::read(file).await.with_context(|| file.display().to_string());
        Ok(Self { cert: read(&files.cert).await?, key: read(&files.key).await? })
    }

    fn acceptor(&self) -> anyhow::Result<TlsAcceptor> {
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&self.cert)
            .collect::<Result<_, _>>()
            .context("the certificate is not PEM")?;
        let key = PrivateKeyDer::from_pem_slice(&self.key).context("the key is not PEM")?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let mut config = builder.with_no_client_auth().with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

#[cfg(test)]
mod tests {
    use rustls::pki_types::ServerName;
    use rustls::{ClientConfig, RootCertStore};
    use tokio::net::TcpListener;
    use tokio_rustls::TlsConnector;

    use super::*;

    /// Returns a certificate for localhost that signs itself, and its key, as PEM.
    fn certificate() -> (String, String) {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        (made.cert.pem(), made.signing_key.serialize_pem())
    }

    /// Returns true if a client that trusts only this certificate completes the handshake.
    async fn is_served(tls: &Tls, cert: &str) -> bool {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(cert.as_bytes()).unwrap()).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let client = builder.with_root_certificates(roots).with_no_client_auth();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (accepted, _) = listener.accept().await.unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        let (served, connected) =
            tokio::join!(tls.accept(accepted), TlsConnector::from(Arc::new(client)).connect(name, stream));
        served.is_some() && connected.is_ok()
    }

    #[tokio::test]
    async fn a_changed_certificate_is_used_once_its_key_is_there_too() {
        let folder = tempfile::tempdir().unwrap();
        let files = ServerFiles { cert: folder.path().join("tls.crt"), key: folder.path().join("tls.key") };
        let [(first, first_key), (second, second_key)] = [certificate(), certificate()];
        std::fs::write(&files.cert, &first).unwrap();
        std::fs::write(&files.key, &second_key).unwrap();
        assert!(Tls::load(files.clone()).await.is_err(), "the key of another certificate");
        std::fs::write(&files.key, &first_key).unwrap();
        let tls = Tls::load(files.clone()).await.unwrap();
        assert!(is_served(&tls, &first).await && !is_served(&tls, &second).await);

        std::fs::write(&files.cert, &second).unwrap();
        tls.reload().await;
        assert!(is_served(&tls, &first).await, "half of a rotation");
        std::fs::write(&files.key, &second_key).unwrap();
        tls.reload().await;
        assert!(is_served(&tls, &second).await && !is_served(&tls, &first).await);
        std::fs::remove_file(&files.key).unwrap();
        tls.reload().await;
        assert!(is_served(&tls, &second).await, "the pair in use stays");
    }

    #[tokio::test]
    async fn a_connection_without_tls_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let files = ServerFiles { cert: folder.path().join("tls.crt"), key: folder.path().join("tls.key") };
        let (cert, key) = certificate();
        std::fs::write(&files.cert, cert).unwrap();
        std::fs::write(&files.key, key).unwrap();
        let tls = Tls::load(files).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (accepted, _) = listener.accept().await.unwrap();
        stream.try_write(b"GET /v1/runs HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
        assert!(tls.accept(accepted).await.is_none());
    }
}
