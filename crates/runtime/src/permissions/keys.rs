//! Keys of users: an nkey is a pair of Ed25519 keys. The process has its seed, nats-server the public key, so the
//! server's configuration contains no secret.

use nkeys::{KeyPair, KeyPairType};
use secrecy::SecretString;

/// The text is not the seed of a user's nkey.
#[derive(Debug, thiserror::Error)]
#[error("it is not the seed of a user's nkey (SU…)")]
pub struct InvalidSeed;

/// Returns the seed of a new user, `SU…`, made of random bytes.
///
/// # Errors
/// The bytes make no key.
pub fn new_seed(random: [u8; 32]) -> Result<SecretString, InvalidSeed> {
    let pair = KeyPair::new_from_raw(KeyPairType::User, random).map_err(|_| InvalidSeed)?;
    pair.seed().map(SecretString::from).map_err(|_| InvalidSeed)
}

/// Returns the public key of a seed, `U…`.
///
/// # Errors
/// The text is not a seed, or not that of a user.
pub fn public_key(seed: &str) -> Result<String, InvalidSeed> {
    let pair = KeyPair::from_seed(seed.trim()).map_err(|_| InvalidSeed)?;
    if pair.key_pair_type() == KeyPairType::User { Ok(pair.public_key()) } else { Err(InvalidSeed) }
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    #[test]
    fn a_seed_belongs_to_its_bytes_and_leads_to_one_public_key() {
        let [first, again, other] = [1, 1, 2].map(|byte| new_seed([byte; 32]).unwrap());
        assert_eq!(first.expose_secret(), again.expose_secret());
        assert!(first.expose_secret().starts_with("SU"));
        let public = |seed: &SecretString| public_key(seed.expose_secret()).unwrap();
        assert!(public(&first).starts_with('U') && public(&first) != public(&other));
        assert_eq!(public_key(&format!("{}\n", first.expose_secret())).unwrap(), public(&first));
    }

    #[test]
    fn seeds_of_others_than_users_are_refused() {
        let account = KeyPair::new_from_raw(KeyPairType::Account, [1; 32]).unwrap().seed().unwrap();
        for text in ["", "SUAB", account.as_str()] {
            assert!(public_key(text).is_err(), "{text}");
        }
    }
}
