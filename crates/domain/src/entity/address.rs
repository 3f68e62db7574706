//! Addresses of blockchains that are known by their check digits: base58check (Bitcoin, Litecoin, Tron) and bech32
//! (Bitcoin, Cosmos, Cardano). Pure.

use sha2::{Digest, Sha256};

/// Bytes of an address in base58check: one or two of the version, 20 of a hash, four check digits.
const BASE58_BYTES: std::ops::RangeInclusive<usize> = 25..=26;
/// Bytes of the check digits of base58check.
const CHECK_BYTES: usize = 4;

/// Returns true for an address in base58check. Another case is another address.
pub(super) fn is_base58check(text: &str) -> bool {
    let mut bytes = [0_u8; 64];
    let Ok(length) = bs58::decode(text).onto(&mut bytes[..]) else { return false };
    if !BASE58_BYTES.contains(&length) {
        return false;
    }
    let (payload, check) = bytes[..length].split_at(length - CHECK_BYTES);
    Sha256::digest(Sha256::digest(payload))[..CHECK_BYTES] == *check
}

/// Characters of bech32, by their value.
const CHARACTERS: &[u8] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
/// Minimum characters behind the separator: 32 of a hash of 20 bytes, and six check digits.
const MIN_DATA: usize = 38;
/// Maximum characters of an address.
const MAX_CHARS: usize = 120;
/// Remainders of bech32 (BIP 173) and bech32m (BIP 350).
const REMAINDERS: [u32; 2] = [1, 0x2bc8_30a3];
/// Generator of the code.
const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];

/// A text of the form of bech32.
pub(super) struct Bech32 {
    /// The text in lower case.
    pub(super) address: String,
    /// The check digits are right.
    pub(super) is_valid: bool,
}

impl Bech32 {
    /// Returns `None` if the text does not have the form: letters, a `1`, and data, all in one case.
    pub(super) fn read(text: &str) -> Option<Self> {
        let address = text.to_ascii_lowercase();
        if text.len() > MAX_CHARS || text != address && text != text.to_ascii_uppercase() {
            return None;
        }
        let (prefix, data) = address.rsplit_once('1')?;
        let is_prefix = !prefix.is_empty() && prefix.bytes().all(|byte| byte.is_ascii_lowercase());
        if !is_prefix || data.len() < MIN_DATA {
            return None;
        }
        let values: Option<Vec<u8>> = data.bytes().map(value).collect();
        let high = prefix.bytes().map(|byte| byte >> 5).chain([0]);
        let is_valid = REMAINDERS.contains(&remainder(high.chain(prefix.bytes().map(|byte| byte & 31)).chain(values?)));
        Some(Self { address, is_valid })
    }
}

fn value(character: u8) -> Option<u8> {
    CHARACTERS.iter().position(|known| *known == character).and_then(|place| u8::try_from(place).ok())
}

fn remainder(values: impl Iterator<Item = u8>) -> u32 {
    values.fold(1, |sum, value| {
        let next = ((sum & 0x01ff_ffff) << 5) ^ u32::from(value);
        let of_bit = |(bit, part): (usize, &u32)| if (sum >> (25 + bit)) & 1 == 1 { *part } else { 0 };
        GENERATOR.iter().enumerate().map(of_bit).fold(next, |next, part| next ^ part)
    })
}
