//! What a list says, laid over what is known. Pure.

use domain::Entity;
use domain::entity::fact::Statement;
use domain::entity::{Alias, Known};

use super::{ListSource, Listed};

/// All that a part of a list changes.
#[derive(Debug, Default)]
pub(super) struct Merged {
    /// Entities as they are now, where that is not as they were.
    pub(super) changed: Vec<Entity>,
    /// (entity, mint): the form that every token has.
    pub(super) forms: Vec<(String, String)>,
    /// What the list says, by entity.
    pub(super) said: Vec<(String, Statement)>,
    /// Entities whose research cannot stand any more, and why.
    pub(super) ended: Vec<(String, String)>,
}

impl Merged {
    pub(super) fn add(&mut self, known: &Known, listed: &Listed, source: &ListSource) {
        let entity = merged(&known.entity, listed);
        let id = entity.id.to_string();
        let said = |attribute: &str, value: &str| Statement {
            attribute: attribute.to_owned(),
            value: value.to_owned(),
            valid_from: source.at,
            source: source.name.clone(),
        };
        let website = entity.metadata.get("website").map(String::as_str);
        let told = [
            Some(("standing", standing(&entity))),
            listed.symbol.as_deref().map(|symbol| ("symbol", symbol.to_owned())),
            listed.name.as_deref().map(|name| ("name", name.to_owned())),
            website.map(|website| ("website", website.to_owned())),
        ];
        self.said.extend(told.into_iter().flatten().map(|(attribute, value)| (id.clone(), said(attribute, &value))));
        let fallen = entity.banned.is_some() && known.entity.banned.is_none();
        if fallen || (known.entity.verified && !entity.verified) {
            self.ended.push((id, format!("{}: {}", source.name, standing(&entity))));
        }
        if entity != known.entity {
            self.changed.push(entity);
        }
    }
}

/// How the lists see it, in words.
fn standing(entity: &Entity) -> String {
    match (&entity.banned, entity.verified) {
        (Some(reason), _) => format!("banned: {reason}"),
        (None, true) => "verified".to_owned(),
        (None, false) => "unverified".to_owned(),
    }
}

/// An entity with what the list says of it.
pub(super) fn merged(known: &Entity, listed: &Listed) -> Entity {
    let mut entity = known.clone();
    // What it was called stays an alias: others still ask for it so.
    let renamed = listed.name.as_ref().is_some_and(|name| *name != known.name)
        && !domain::entity::identifier::is_mint(&known.name);
    let recoined = known.symbol.is_some() && listed.symbol.is_some() && listed.symbol != known.symbol;
    if renamed || recoined {
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
        // A list that vouches for it lifts a ban; one that merely names it does not.
        (None, Some(true)) => entity.banned = None,
        (None, _) => {}
    }
    entity.verified = entity.banned.is_none() && listed.verified.unwrap_or(entity.verified);
    entity
}
