//! Signatures of tokens, verified by `ring`, which TLS uses, too. Only RS256, ES256 and EdDSA exist here: a token with
//! another algorithm, e.g. `none` or `HS256`, cannot be verified.

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind, EncodingKey};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use signature::{Error, Verifier};

static PROVIDER: CryptoProvider =
    CryptoProvider { signer_factory: no_signer, verifier_factory: verifier, key_utils: KeyUtils::new_unimplemented() };

/// Installs the verifiers for the process; only the first call has an effect.
pub(super) fn install() {
    // `Err` means that they are installed already: nothing else installs a provider.
    let _ = PROVIDER.install_default();
}

/// The gateway signs no tokens.
fn no_signer(_: &Algorithm, _: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    Err(ErrorKind::InvalidAlgorithm.into())
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    let key = match (algorithm, key.kind()) {
        (Algorithm::RS256, DecodingKeyKind::RsaModulusExponent { n, e }) => Key::Rsa { n: n.clone(), e: e.clone() },
        (Algorithm::ES256, DecodingKeyKind::SecretOrDer(point)) => Key::P256(point.clone()),
        (Algorithm::EdDSA, DecodingKeyKind::SecretOrDer(bytes)) => Key::Ed25519(bytes.clone()),
        _ => return Err(ErrorKind::InvalidAlgorithm.into()),
    };
    Ok(Box::new(PublicKey { algorithm: *algorithm, key }))
}

struct PublicKey {
    algorithm: Algorithm,
    key: Key,
}

enum Key {
    Rsa { n: Vec<u8>, e: Vec<u8> },
    P256(Vec<u8>),
    Ed25519(Vec<u8>),
}

impl JwtVerifier for PublicKey {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

impl Verifier<Vec<u8>> for PublicKey {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        let valid = match &self.key {
            Key::Rsa { n, e } => {
                // Some issuers send a sign byte.
                let key = RsaPublicKeyComponents { n: without_leading_zeros(n), e: without_leading_zeros(e) };
                key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
            Key::P256(point) => UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature),
            Key::Ed25519(bytes) => UnparsedPublicKey::new(&ED25519, bytes).verify(message, signature),
        };
        valid.map_err(|_| Error::new())
    }
}

fn without_leading_zeros(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    &bytes[zeros..]
}
