//! Certificates for tests of TLS: an authority in a folder, and what it signs.

use std::path::{Path, PathBuf};

use anyhow::Result;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, date_time_ymd,
};

/// An authority that signs certificates. Its own one is `ca.pem` of its folder.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    folder: PathBuf,
}

/// A certificate and its key.
#[derive(Debug, Clone)]
pub struct Pair {
    /// File of the certificate.
    pub cert: PathBuf,
    /// File of the private key.
    pub key: PathBuf,
}

impl Authority {
    /// Creates an authority that writes into this folder.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn new(folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder)?;
        let mut params = CertificateParams::new(Vec::new())?;
        params.distinguished_name.push(DnType::CommonName, "tests");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate()?;
        std::fs::write(folder.join("ca.pem"), params.self_signed(&key)?.pem())?;
        Ok(Self { issuer: Issuer::new(params, key), folder: folder.to_owned() })
    }

    /// Returns the file of its certificate.
    pub fn ca(&self) -> PathBuf {
        self.folder.join("ca.pem")
    }

    /// Signs the certificate of a server at 127.0.0.1, as `server.pem` and `server.key`.
    ///
    /// # Errors
    /// The files cannot be written.
    pub fn server(&self) -> Result<Pair> {
        let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
        self.sign("server", CertificateParams::new(names)?, ExtendedKeyUsagePurpose::ServerAuth)
    }

    /// Signs the certificate of a client.
    ///
    /// # Errors
    /// The files cannot be written.
    pub fn client(&self, name: &str) -> Result<Pair> {
        self.sign(name, CertificateParams::new(Vec::new())?, ExtendedKeyUsagePurpose::ClientAuth)
    }

    /// Signs a certificate of a client that expired in the year 2021.
    ///
    /// # Errors
    /// The files cannot be written.
    pub fn expired_client(&self, name: &str) -> Result<Pair> {
        let mut params = CertificateParams::new(Vec::new())?;
        (params.not_before, params.not_after) = (date_time_ymd(2020, 1, 1), date_time_ymd(2021, 1, 1));
        self.sign(name, params, ExtendedKeyUsagePurpose::ClientAuth)
    }

    fn sign(&self, name: &str, mut params: CertificateParams, usage: ExtendedKeyUsagePurpose) -> Result<Pair> {
        params.distinguished_name.push(DnType::CommonName, name);
        params.extended_key_usages.push(usage);
        let key = KeyPair::generate()?;
        let signed = params.signed_by(&key, &self.issuer)?;
        let file = |kind: &str| self.folder.join(format!("{name}.{kind}"));
        let pair = Pair { cert: file("pem"), key: file("key") };
        std::fs::write(&pair.cert, signed.pem())?;
        std::fs::write(&pair.key, key.serialize_pem())?;
        Ok(pair)
    }
}
