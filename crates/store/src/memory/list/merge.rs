//! Merges list entries into known entities. Pure.

use domain::Entity;
use domain::entity::fact::Statement;
use domain::entity::{Alias, EntityRecord};

use super::listed::{ListSource, Listed};

/// All changes that a part of a list makes.
#[derive(Debug, Default)]
pub(super) struct Merged {
    /// Entities that differ from their stored row.
    pub(super) changed: Vec<Entity>,
    /// The spot-token representation of each token as (entity, mint).
    pub(super) representations: Vec<(String, String)>,
    /// Statements of the list as (entity, statement).
    pub(super) statements: Vec<(String, Statement)>,
    /// Entities whose research ends, with the reason.
    pub(super) ended: Vec<(String, String)>,
}

impl Merged {
    pub(super) fn add(&mut self, known: &EntityRecord, listed: &Listed, source: &ListSource) {
        let entity = merged(&known.entity, listed);
        let id = entity.id.to_string();
        let statement = |attribute: &str, value: &str| Statement {
            attribute: attribute.to_owned(),
            value: value.to_owned(),
            valid_from: source.at,
            source: source.name.clone(),
        };
        let website = entity.metadata.get("website").map(String::as_str);
        let attributes = [
            Some(("standing", standing(&entity))),
            listed.symbol.as_deref().map(|symbol| ("symbol", symbol.to_owned())),
            listed.name.as_deref().map(|name| ("name", name.to_owned())),
            website.map(|website| ("website", website.to_owned())),
        ];
        let attributes = attributes.into_iter().flatten();
        self.statements.extend(attributes.map(|(attribute, value)| (id.clone(), statement(attribute, &value))));
        let newly_banned = entity.banned.is_some() && known.entity.banned.is_none();
        if newly_banned || (known.entity.verified && !entity.verified) {
            self.ended.push((id, format!("{}: {}", source.name, standing(&entity))));
        }
        if entity != known.entity {
            self.changed.push(entity);
        }
    }
}

fn standing(entity: &Entity) -> String {
    match (&entity.banned, entity.verified) {
        (Some(reason), _) => format!("banned: {reason}"),
        (None, true) => "verified".to_owned(),
        (None, false) => "unverified".to_owned(),
    }
}

/// Returns the entity with the list entry applied.
pub(super) fn merged(known: &Entity, listed: &Listed) -> Entity {
    let mut entity = known.clone();
    // The previous name and symbol stay aliases, because other sources still use them.
    let renamed = listed.name.as_ref().is_some_and(|name| *name != known.name)
        && !domain::entity::identifier::is_mint(&known.name);
    let symbol_changed = known.symbol.is_some() && listed.symbol.is_some() && listed.symbol != known.symbol;
    if renamed || symbol_changed {
        entity.aliases.push(Alias { symbol: known.symbol.clone().unwrap_or_default(), name: known.name.clone() });
    }
    entity.aliases.extend(listed.aliases.iter().cloned());
    entity.name = listed.name.clone().unwrap_or(entity.name);
    entity.symbol = listed.symbol.clone().or(entity.symbol);
    let own = Alias { symbol: entity.symbol.clone().unwrap_or_default(), name: entity.name.clone() };
    entity.aliases.retain(|alias| *alias != own);
    entity.aliases.sort();
    entity.aliases.dedup();
    entity.metadata.extend(listed.metadata.clone());
    match (&listed.banned, listed.verified) {
        (Some(reason), _) => entity.banned = Some(reason.clone()),
        // A list that verifies the token lifts a ban; a list that only contains it does not.
        (None, Some(true)) => entity.banned = None,
        (None, _) => {}
    }
    entity.verified = entity.banned.is_none() && listed.verified.unwrap_or(entity.verified);
    entity
}
