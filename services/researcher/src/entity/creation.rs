//! Creation of an unknown entity: what the identifier, the event and the token service say about it. Pure.

use std::collections::BTreeMap;

use domain::entity::ISSUED_AT;
use domain::entity::identifier::{self, Identifier};
use domain::entity::limits::{self, CatalogueRefusal, NAME_KEY};
use domain::port::PortError;
use domain::{Entity, EntityKind, Representation, Time};
use runtime::{Failure, Outcome};
use store::Memory;
use store::memory::NewEntity;
use web::tokens::TokenMetadata;

use super::texts::name_label;
use crate::job::Job;

/// Maximum length of the address of a site that a token service gives, in bytes. A longer one is left out.
const MAX_WEBSITE_BYTES: usize = 500;

/// The spelling of an identifier and the symbol that came with it.
#[derive(Clone, Copy)]
pub(super) struct GivenIdentifier<'a> {
    pub(super) text: &'a str,
    pub(super) symbol: &'a str,
    /// Kind that the caller states.
    pub(super) kind: Option<EntityKind>,
}

impl GivenIdentifier<'_> {
    /// Returns true for a symbol or a name whose kind the caller does not state.
    pub(super) fn is_name_without_kind(&self) -> bool {
        self.kind.is_none() && matches!(identifier::read(self.text), Identifier::Words(_))
    }
}

/// Reason why an entity was not created.
pub(super) enum CreateError {
    /// The attempt failed.
    Failed(Failure),
    /// The catalogue refuses the entity.
    Refused(CatalogueRefusal),
}

impl From<Failure> for CreateError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<PortError> for CreateError {
    fn from(error: PortError) -> Self {
        let refusal = match &error {
            PortError::Refused { source, .. } => source.downcast_ref::<CatalogueRefusal>().cloned(),
            _ => None,
        };
        refusal.map_or_else(|| Self::Failed(error.into()), Self::Refused)
    }
}

/// Returns failed research about an identifier that the catalogue refuses.
pub(super) fn refused<M: Memory>(job: &Job<'_, M>, identifier: &str, error: CreateError) -> Result<Outcome, Failure> {
    match error {
        CreateError::Failed(failure) => Err(failure),
        CreateError::Refused(refusal) => {
            let reason = format!("{:?} cannot be remembered: {refusal}.", name_label(identifier));
            Ok(job.outcome(job.failed(&reason, &[]), None).labelled("invalid"))
        }
    }
}

pub(super) fn new_entity(
    given: GivenIdentifier<'_>,
    parsed: &Identifier<'_>,
    token: Option<&TokenMetadata>,
    created_at: Time,
) -> NewEntity {
    let non_empty = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let symbol = token.and_then(|token| non_empty(&token.symbol)).or_else(|| non_empty(given.symbol));
    let (words, mint) = match parsed {
        Identifier::Words(words) => (*words, None),
        Identifier::Key("mint", mint) => (given.text, Some(mint.to_string())),
        Identifier::Key(..) | Identifier::Broken(..) => (given.text, None),
    };
    // The description of an entity with another key than a mint contains the key, so that two keys never belong to one
    // description.
    let spoken = if matches!(parsed, Identifier::Key(key, _) if *key != "mint") { None } else { symbol.clone() };
    let name = token.and_then(|token| non_empty(&token.name)).or(spoken).unwrap_or_else(|| words.trim().to_owned());
    let is_named = token.is_some();
    // Nobody can shorten the name that a service gives. One that an event gives is refused if it is too long.
    let cut = |text: String, max: usize| if is_named { limits::cut(&text, max).to_owned() } else { text };
    let website = token
        .and_then(|token| token.facts.website.clone())
        .filter(|website| website.len() <= MAX_WEBSITE_BYTES && web::guard::check(website).is_ok());
    let issued = token.and_then(|token| token.facts.first_pool_at).map(|at| (ISSUED_AT.to_owned(), at.to_rfc3339()));
    NewEntity {
        kind: kind(given.kind, parsed),
        name: cut(name, limits::MAX_NAME_BYTES),
        symbol: symbol.map(|symbol| cut(symbol, limits::MAX_SYMBOL_BYTES)),
        mint,
        verified: false,
        metadata: website.map(|website| ("website".to_owned(), website)).into_iter().chain(issued).collect(),
        created_at,
        owner: None,
    }
}

/// Returns the kind of a new entity. A mint or an LEI determines it. Identifiers without a key and without a stated
/// kind are the symbols of transactions.
fn kind(given: Option<EntityKind>, parsed: &Identifier<'_>) -> EntityKind {
    match parsed {
        Identifier::Key("mint", _) => EntityKind::CryptoToken,
        Identifier::Key("lei", _) => EntityKind::Business,
        Identifier::Key("url" | "market", _) => given.unwrap_or(EntityKind::Concept),
        Identifier::Key(..) | Identifier::Broken(..) | Identifier::Words(_) => given.unwrap_or(EntityKind::CryptoToken),
    }
}

/// Returns the representation of a further name, as Wikidata states it.
pub(super) fn further_name(entity: &Entity, language: &str, name: &str) -> Representation {
    Representation {
        entity: entity.id.clone(),
        kind: NAME_KEY.to_owned(),
        protocol: "wikidata".to_owned(),
        chain: language.to_owned(),
        context: BTreeMap::from([(NAME_KEY.to_owned(), name.to_owned())]),
        active: true,
    }
}

pub(super) fn representation(entity: &Entity, key: &str, value: &str) -> Representation {
    let token = key == "mint";
    Representation {
        entity: entity.id.clone(),
        kind: if token { "spot-token" } else { key }.to_owned(),
        protocol: if token { "spl" } else { "" }.to_owned(),
        chain: if token { "solana" } else { "" }.to_owned(),
        context: BTreeMap::from([(key.to_owned(), value.to_owned())]),
        active: true,
    }
}
