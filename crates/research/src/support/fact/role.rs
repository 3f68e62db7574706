//! Statements about the holder of a role: `Jane Doe is the CEO of Acme`, `Acme's CEO is Jane Doe`.

use std::collections::BTreeSet;

use super::super::token::{Text, Token};

/// Roles that one person has at a time.
const ROLES: [&str; 18] = [
    "ceo",
    "cfo",
    "cto",
    "president",
    "chair",
    "chairman",
    "chairwoman",
    "governor",
    "minister",
    "chancellor",
    "mayor",
    "king",
    "queen",
    "pope",
    "speaker",
    "commissioner",
    "director",
    "coach",
];
/// Words that make a role one that several people have.
const SHARED_ROLE: [&str; 9] = ["a", "an", "co", "vice", "deputy", "former", "one", "member", "acting"];
/// Number of words within which a role is named after its holder; what follows says where.
const ROLE_WITHIN: usize = 4;
/// Maximum number of words of a holder's name that follows the role.
const MAX_HOLDER_WORDS: usize = 5;

/// A statement of the holder of a role.
pub(super) struct Holding {
    /// Words of the role and of its place.
    role: BTreeSet<String>,
    /// Words of the holder's name, in order.
    holder: Vec<String>,
}

impl Holding {
    /// Reads a statement; `None` if it states no holder of a role that one person has.
    pub(super) fn new(text: &Text) -> Option<Self> {
        let verb = text.tokens.iter().position(|token| ["is", "remains"].contains(&token.form.as_str()))?;
        let (before, after) = (&text.tokens[..verb], &text.tokens[verb + 1..]);
        let is_first = is_name(before) && has_role(&after[..after.len().min(ROLE_WITHIN)]);
        let is_last = after.len() <= MAX_HOLDER_WORDS && is_name(after) && has_role(before);
        let (holder, role) = match (is_first, is_last) {
            (true, _) => (before, after),
            (false, true) => (after, before),
            (false, false) => return None,
        };
        let is_shared = role.iter().any(|token| token.figure || SHARED_ROLE.contains(&token.form.as_str()));
        let keys = |tokens: &[Token]| -> Vec<String> {
            tokens.iter().filter(|token| token.content).map(|token| token.key.clone()).collect()
        };
        (!is_shared).then(|| Self { role: keys(role).into_iter().collect(), holder: keys(holder) })
    }

    pub(super) fn key(&self) -> String {
        format!("{}|{}", self.topic(), self.holder.join(" "))
    }

    /// Everything but the holder.
    pub(super) fn topic(&self) -> String {
        format!("role|{}", super::join(&self.role))
    }
}

fn is_name(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.content) && tokens.iter().all(|token| token.capital && !token.figure)
}

fn has_role(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| ROLES.contains(&token.form.as_str()))
}
