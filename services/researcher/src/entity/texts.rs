//! Texts about an entity in prompts and reasons: labels, because others choose names. Pure.

use agent::untrusted::statement;
use domain::entity::identifier::{self, Identifier};
use domain::entity::resolve::Resolution;
use domain::{Entity, EntityKind};
use tools::entity_match::{self, EntityCandidate, EntityWarning};

/// Maximum length in characters of a name or symbol in a prompt.
const MAX_NAME_CHARS: usize = 60;
/// Maximum length in characters of a warning in a prompt.
const MAX_WARNING_CHARS: usize = 400;

/// Returns a name or a symbol as a prompt contains it.
pub(super) fn name_label(text: &str) -> String {
    statement(text, MAX_NAME_CHARS)
}

/// Returns the warnings as a prompt contains them. They name other entities.
pub(super) fn warnings(found: &Resolution) -> Vec<String> {
    let text = |warning: EntityWarning| statement(&warning.text, MAX_WARNING_CHARS);
    entity_match::warnings(found).into_iter().map(text).collect()
}

/// Returns the question for the loop.
pub(super) fn entity_question(entity: &Entity, mint: Option<&str>) -> String {
    let symbol = entity
        .symbol
        .as_deref()
        .filter(|symbol| !symbol.is_empty())
        .map(|symbol| format!(" ({})", name_label(symbol)))
        .unwrap_or_default();
    format!("What is {}{symbol}: {}?", name_label(&entity.name), aspects(entity, mint.is_some()))
}

fn aspects(entity: &Entity, has_mint: bool) -> &'static str {
    if has_mint || entity.kind == EntityKind::CryptoToken {
        "who is behind it, whether it is verified, its price and liquidity, holders, risks, and what happened to it lately"
    } else {
        "identity, affiliations, what it is known for, risks, and what happened to it lately"
    }
}

/// Returns the text of the task that no stranger has chosen: the key, the aspects, and the name and symbol of a verified entity.
pub(super) fn own_text(entity: &Entity, identifier: &str, has_mint: bool) -> String {
    let key = match identifier::read(identifier) {
        Identifier::Key("mint" | "lei" | "market" | "address", value) => value.into_owned(),
        Identifier::Key(..) | Identifier::Words(_) | Identifier::Broken(..) => String::new(),
    };
    let named = entity.verified.then(|| format!("{} {}", entity.name, entity.symbol.as_deref().unwrap_or_default()));
    format!("What is {}: {}? {key}", named.unwrap_or_default(), aspects(entity, has_mint))
}

pub(super) fn described(candidate: &EntityCandidate) -> String {
    let verified = match (&candidate.banned, candidate.verified) {
        (Some(_), _) => "banned",
        (None, true) => "verified",
        (None, false) => "unverified",
    };
    let symbol = candidate.symbol.as_deref().map_or_else(|| "-".to_owned(), name_label);
    format!("{} ({symbol}, {}, {verified}, {})", name_label(&candidate.name), candidate.entity_id, candidate.because)
}
