//! `directions.proto`: research directions of an episode.

use std::collections::BTreeSet;

use domain::event::{Bundle, BundleReview, DirectedEntity, Direction, Directions};
use domain::{BundleId, EntityKind};

use super::check;
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::Directions> for Directions {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Directions) -> Result<Self, InvalidEvent> {
        let v1::Directions { episode_id, url, title, bundles, context } = wire;
        let bundles: Vec<Bundle> = check::each(check::filled(bundles, "bundles")?, "bundles")?;
        unique(bundles.iter().map(|bundle| bundle.id.as_str()), "bundles", "id")?;
        Ok(Self {
            episode_id: check::filled_text(episode_id, "episode_id", check::NAME)?,
            url: check::text(url, "url", check::LINE)?,
            title: check::text(title, "title", check::LINE)?,
            context: check::text(context, "context", check::TEXT)?,
            bundles,
        })
    }
}

/// Checks that ids are unique: each names a file or a folder, so duplicates would overwrite each other. Ids that differ
/// in their case only count as one, because some file systems do not distinguish them.
fn unique<'a>(ids: impl Iterator<Item = &'a str>, list: &str, field: &str) -> Result<(), InvalidEvent> {
    let mut seen = BTreeSet::new();
    for (index, id) in ids.enumerate() {
        if !seen.insert(id.to_ascii_lowercase()) {
            return Err(InvalidEvent::new(
                format!("{list}[{index}].{field}"),
                format!("{id:?} occurs twice; make it unique"),
            ));
        }
    }
    Ok(())
}

impl From<&Directions> for v1::Directions {
    fn from(directions: &Directions) -> Self {
        let Directions { episode_id, url, title, context, bundles } = directions;
        Self {
            episode_id: episode_id.clone(),
            url: url.clone(),
            title: title.clone(),
            context: context.clone(),
            bundles: bundles.iter().map(Into::into).collect(),
        }
    }
}

impl TryFrom<v1::Bundle> for Bundle {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Bundle) -> Result<Self, InvalidEvent> {
        let v1::Bundle { id, entities, review } = wire;
        let v1::BundleReview { blocked, high_priority } = review.unwrap_or_default();
        Ok(Self {
            id: name_part(&id, "id")?,
            entities: check::each(check::filled(entities, "entities")?, "entities")?,
            review: BundleReview { blocked, high_priority },
        })
    }
}

impl From<&Bundle> for v1::Bundle {
    fn from(bundle: &Bundle) -> Self {
        let Bundle { id, entities, review } = bundle;
        let BundleReview { blocked, high_priority } = *review;
        Self {
            id: id.to_string(),
            entities: entities.iter().map(Into::into).collect(),
            review: (!review.is_none()).then_some(v1::BundleReview { blocked, high_priority }),
        }
    }
}

impl TryFrom<v1::DirectedEntity> for DirectedEntity {
    type Error = InvalidEvent;

    fn try_from(wire: v1::DirectedEntity) -> Result<Self, InvalidEvent> {
        let v1::DirectedEntity { name, kind, directions, candidate_sources } = wire;
        let directions: Vec<Direction> = check::each(check::filled(directions, "directions")?, "directions")?;
        unique(directions.iter().map(|direction| direction.key.as_str()), "directions", "key")?;
        Ok(Self {
            name: check::filled_text(name, "name", check::NAME)?,
            kind: check::choice(kind, "kind", kind_from_wire)?,
            directions,
            candidate_sources: check::texts(candidate_sources, "candidate_sources", check::LINE)?,
        })
    }
}

impl From<&DirectedEntity> for v1::DirectedEntity {
    fn from(entity: &DirectedEntity) -> Self {
        let DirectedEntity { name, kind, directions, candidate_sources } = entity;
        Self {
            name: name.clone(),
            kind: kind_to_wire(*kind).into(),
            directions: directions.iter().map(Into::into).collect(),
            candidate_sources: candidate_sources.clone(),
        }
    }
}

impl TryFrom<v1::Direction> for Direction {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Direction) -> Result<Self, InvalidEvent> {
        let v1::Direction { key, objective, fields, acceptance, priority, optional } = wire;
        Ok(Self {
            key: name_part(&key, "key")?.to_string(),
            objective: check::filled_text(objective, "objective", check::LINE)?,
            fields: check::texts(fields, "fields", check::NAME)?,
            acceptance: check::texts(acceptance, "acceptance", check::LINE)?,
            priority: check::count(priority, "priority", (1, u32::MAX))?,
            optional,
        })
    }
}

impl From<&Direction> for v1::Direction {
    fn from(direction: &Direction) -> Self {
        let Direction { key, objective, fields, acceptance, priority, optional } = direction;
        Self {
            key: key.clone(),
            objective: objective.clone(),
            fields: fields.clone(),
            acceptance: acceptance.clone(),
            priority: *priority,
            optional: *optional,
        }
    }
}

/// Parses an id or a key that names a folder or a part of a file name.
fn name_part(value: &str, path: &str) -> Result<BundleId, InvalidEvent> {
    BundleId::parse(value).map_err(|_| {
        let most = BundleId::MAX_LEN;
        let problem = format!(
            "is not usable in a file name ({value:?}): use 1 to {most} letters, digits, '_', '.' and '-', beginning with a letter or a digit"
        );
        InvalidEvent::new(path, problem)
    })
}

pub(super) fn kind_from_wire(kind: v1::EntityKind) -> Option<EntityKind> {
    EntityKind::ALL.into_iter().find(|known| kind_to_wire(*known) == kind)
}

pub(super) fn kind_to_wire(kind: EntityKind) -> v1::EntityKind {
    match kind {
        EntityKind::CryptoToken => v1::EntityKind::CryptoToken,
        EntityKind::MacroAsset => v1::EntityKind::MacroAsset,
        EntityKind::Protocol => v1::EntityKind::Protocol,
        EntityKind::Person => v1::EntityKind::Person,
        EntityKind::Concept => v1::EntityKind::Concept,
        EntityKind::Meme => v1::EntityKind::Meme,
        EntityKind::Business => v1::EntityKind::Business,
        EntityKind::Product => v1::EntityKind::Product,
        EntityKind::Compound => v1::EntityKind::Compound,
        EntityKind::Platform => v1::EntityKind::Platform,
    }
}
