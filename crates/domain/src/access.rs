//! Access tokens of the HTTP gateway: their text, the hash that is stored, and their scopes. Pure: random bytes are
//! inputs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// Start of a token's text, by which scanners for leaked secrets recognise it.
const PREFIX: &str = "auspex_";
/// Length of the secret in bytes.
pub const SECRET_BYTES: usize = 32;

/// A permission of a token. No scope includes another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessScope {
    /// Publish events and ask questions.
    Publish,
    /// Read everything that belongs to the tenant.
    Read,
    /// Approve, edit and reject reviews.
    Review,
    /// Change what exists: cancel and resolve runs, redrive dead letters, edit schedules.
    Admin,
    /// See the state of the fleet, which the work of all tenants shares. Contains no payloads.
    Operate,
}

impl AccessScope {
    /// Every scope that a token can have.
    pub const ALL: [Self; 5] = [Self::Publish, Self::Read, Self::Review, Self::Admin, Self::Operate];

    /// Returns the name, as stored and as given on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Read => "read",
            Self::Review => "review",
            Self::Admin => "admin",
            Self::Operate => "operate",
        }
    }
}

/// Text that names no scope.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a scope; the scopes are publish, read, review, admin and operate")]
pub struct UnknownScope(pub String);

impl FromStr for AccessScope {
    type Err = UnknownScope;

    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        Self::ALL.into_iter().find(|scope| scope.name() == text).ok_or_else(|| UnknownScope(text.to_owned()))
    }
}

/// Public id of a token. Part of its text, so that its row is found without its secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenId(pub Uuid);

impl fmt::Display for TokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.simple().fmt(f)
    }
}

impl FromStr for TokenId {
    type Err = crate::InvalidId;

    fn from_str(text: &str) -> Result<Self, crate::InvalidId> {
        Uuid::parse_str(text).map(Self).map_err(|_| crate::InvalidId::NotUuid)
    }
}

/// A token with its secret: `auspex_<id>_<secret>`, 32 and 64 hexadecimal digits. `Debug` shows the id only.
#[derive(Clone)]
pub struct AccessToken {
    id: TokenId,
    secret: [u8; SECRET_BYTES],
}

impl AccessToken {
    /// Creates a token from random bytes: 16 for the id, 32 for the secret.
    pub fn from_random(id: [u8; 16], secret: [u8; SECRET_BYTES]) -> Self {
        Self { id: TokenId(uuid::Builder::from_random_bytes(id).into_uuid()), secret }
    }

    /// Parses the text of a token. Returns `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let (id, secret) = text.strip_prefix(PREFIX)?.split_once('_')?;
        if id.len() != 32 {
            return None;
        }
        Some(Self { id: id.parse().ok()?, secret: unhex(secret)? })
    }

    /// Returns the public id.
    pub fn id(&self) -> TokenId {
        self.id
    }

    /// Returns the text, which contains the secret.
    pub fn reveal(&self) -> String {
        let secret: String = self.secret.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{PREFIX}{}_{secret}", self.id)
    }

    /// Returns the SHA-256 hash of the secret, as stored. A secret of 256 random bits needs no slow hash.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.secret).into()
    }

    /// Compares with a stored hash in constant time.
    pub fn matches(&self, hash: &[u8]) -> bool {
        self.hash().ct_eq(hash).into()
    }
}

impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccessToken({})", self.id)
    }
}

fn unhex(text: &str) -> Option<[u8; SECRET_BYTES]> {
    let mut bytes = [0; SECRET_BYTES];
    if text.len() != 2 * SECRET_BYTES || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_its_id_and_its_secret_and_matches_its_hash_only() {
        let token = AccessToken::from_random([7; 16], [9; 32]);
        let read = AccessToken::parse(&token.reveal()).unwrap();
        assert_eq!((read.id(), read.hash()), (token.id(), token.hash()));
        assert!(read.matches(&token.hash()));
        let other = AccessToken::from_random([7; 16], [8; 32]);
        assert!(!other.matches(&token.hash()) && !other.matches(&[]));
    }

    #[test]
    fn other_text_is_no_token() {
        let text = AccessToken::from_random([7; 16], [9; 32]).reveal();
        for bad in ["", "auspex_", &text[1..], &text[..text.len() - 1], &format!("{text}0"), &text.replace("09", "+9")]
        {
            assert!(AccessToken::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn the_secret_is_not_part_of_debug_output() {
        let token = AccessToken::from_random([7; 16], [9; 32]);
        assert!(!format!("{token:?}").contains("0909"));
    }

    #[test]
    fn scopes_have_the_names_of_the_command_line() {
        for scope in AccessScope::ALL {
            assert_eq!(scope.name().parse(), Ok(scope));
        }
        assert!("root".parse::<AccessScope>().is_err());
    }
}
