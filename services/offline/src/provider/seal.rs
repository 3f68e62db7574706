//! Seals on thinking: the signature of a thinking block, the data of a redacted one, and encrypted reasoning. The world
//! accepts only what it issued, and only for the text that it issued it for.

use sha2::{Digest, Sha256};

/// Mark in the id of a tool call whose turn began with thinking.
pub(crate) const THOUGHT: &str = "_t0";

/// Prefix of the id of a call of Responses.
pub(crate) const FUNCTION_CALL: &str = "fc";

/// Returns the id of a call: its position in a reply, and [`THOUGHT`] if `thought` is set. `reply` is the fingerprint
/// of the request.
pub(crate) fn call_id(prefix: &str, reply: &str, number: usize, thought: bool) -> String {
    let mark = if thought { THOUGHT } else { "_" };
    format!("{prefix}{mark}{reply}_{number}")
}

/// Returns the id of the reasoning item of a reply.
pub(crate) fn reasoning_id(reply: &str) -> String {
    format!("rs_{reply}")
}

/// Returns the id of the reasoning item that must precede the call with this id; only the first call of a turn that
/// began with thinking has one.
pub(crate) fn reasoning_before(call_id: &str) -> Option<String> {
    let reply = call_id.strip_prefix(FUNCTION_CALL)?.strip_prefix(THOUGHT)?.strip_suffix("_0")?;
    Some(reasoning_id(reply))
}

/// Constant, so that conversations survive a restart of the world.
const SECRET: &[u8] = b"offline world: seals of thinking";
const NONCE_CHARS: usize = 24;

/// Kind of sealed content. A seal of one kind is not valid for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seal {
    /// Signature of a thinking block of Anthropic.
    Signature,
    /// Data of a redacted thinking block of Anthropic.
    Redacted,
    /// Encrypted content of a reasoning item of Responses.
    Encrypted,
}

impl Seal {
    fn prefix(self) -> &'static str {
        match self {
            Self::Signature => "EsEC",
            Self::Redacted => "EqkE",
            Self::Encrypted => "gAAAAAB",
        }
    }

    /// Issues the seal of `text`; `nonce` is the fingerprint of the request.
    pub(crate) fn issue(self, nonce: &str, text: &str) -> String {
        let zeros = std::iter::repeat_n('0', NONCE_CHARS);
        let nonce: String = nonce.chars().filter(char::is_ascii_alphanumeric).chain(zeros).take(NONCE_CHARS).collect();
        format!("{}{}", self.prefix(), sealed(self, &nonce, text))
    }
}

fn sealed(seal: Seal, nonce: &str, text: &str) -> String {
    let mut hash = Sha256::new();
    for part in [SECRET, seal.prefix().as_bytes(), nonce.as_bytes(), text.as_bytes()] {
        hash.update(part);
        hash.update([0]);
    }
    let mac: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{nonce}{mac}")
}

/// Returns `true` if the world issued `value` for `text`.
pub(crate) fn is_sealed(seal: Seal, value: &str, text: &str) -> bool {
    let Some(rest) = value.strip_prefix(seal.prefix()) else { return false };
    rest.get(..NONCE_CHARS).is_some_and(|nonce| sealed(seal, nonce, text) == rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_call_after_thinking_names_its_reasoning() {
        let before = |number, thought| reasoning_before(&call_id(FUNCTION_CALL, "a1", number, thought));
        assert_eq!(before(0, true), Some(reasoning_id("a1")));
        assert_eq!((before(1, true), before(0, false), reasoning_before("fc_x_0")), (None, None, None));
    }

    #[test]
    fn a_seal_is_valid_for_its_text_and_kind_only() {
        let seal = Seal::Signature.issue("0123456789abcdef01234567", "thought");
        assert!(is_sealed(Seal::Signature, &seal, "thought"));
        assert!(!is_sealed(Seal::Signature, &seal, "other"));
        assert!(!is_sealed(Seal::Redacted, &seal, "thought"));
        assert!(!is_sealed(Seal::Signature, "", "thought"));
        assert!(!is_sealed(Seal::Signature, &seal[..40], "thought"));
        assert!(is_sealed(Seal::Encrypted, &Seal::Encrypted.issue("a", "x"), "x"));
    }
}
