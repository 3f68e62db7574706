//! `entity_request.proto`: requests to research entities, and the web domains that research may use.

use domain::event::EntityRequest;
use domain::{EntityKind, EntityTerms, SourceRules};

use super::check;
use super::directions::{kind_from_wire, kind_to_wire};
use crate::event::InvalidEvent;
use crate::v1;

impl TryFrom<v1::EntityRequest> for EntityRequest {
    type Error = InvalidEvent;

    fn try_from(wire: v1::EntityRequest) -> Result<Self, InvalidEvent> {
        let v1::EntityRequest { identifiers, entity_kind, max_age_seconds, sources } = wire;
        let identifiers = check::filled(identifiers, "identifiers")?;
        if identifiers.len() > Self::MAX_IDENTIFIERS {
            let problem = format!("has {} entries, at most {} are allowed", identifiers.len(), Self::MAX_IDENTIFIERS);
            return Err(InvalidEvent::new("identifiers", problem));
        }
        let identifier =
            |(place, text): (usize, String)| check::filled_text(text, &format!("identifiers[{place}]"), check::NAME);
        Ok(Self {
            identifiers: identifiers.into_iter().enumerate().map(identifier).collect::<Result<_, _>>()?,
            kind: optional_kind(entity_kind)?,
            max_age_secs: max_age_seconds,
            sources: rules(sources)?,
        })
    }
}

impl From<&EntityRequest> for v1::EntityRequest {
    fn from(request: &EntityRequest) -> Self {
        let EntityRequest { identifiers, kind, max_age_secs, sources } = request;
        Self {
            identifiers: identifiers.clone(),
            entity_kind: kind.map_or(0, |kind| kind_to_wire(kind).into()),
            max_age_seconds: *max_age_secs,
            sources: rules_to_wire(sources),
        }
    }
}

impl TryFrom<v1::EntityTerms> for EntityTerms {
    type Error = InvalidEvent;

    fn try_from(wire: v1::EntityTerms) -> Result<Self, InvalidEvent> {
        let v1::EntityTerms { entity_kind, max_age_seconds, requested_at } = wire;
        Ok(Self {
            kind: optional_kind(entity_kind)?,
            max_age_secs: max_age_seconds,
            requested_at: check::time_required(requested_at, "requested_at")?,
        })
    }
}

impl From<&EntityTerms> for v1::EntityTerms {
    fn from(terms: &EntityTerms) -> Self {
        let EntityTerms { kind, max_age_secs, requested_at } = terms;
        Self {
            entity_kind: kind.map_or(0, |kind| kind_to_wire(kind).into()),
            max_age_seconds: *max_age_secs,
            requested_at: Some(check::stamp(*requested_at)),
        }
    }
}

fn optional_kind(number: i32) -> Result<Option<EntityKind>, InvalidEvent> {
    match number {
        0 => Ok(None),
        number => check::choice(number, "entity_kind", kind_from_wire).map(Some),
    }
}

/// Converts rules about sources, which may be absent.
pub(super) fn rules(wire: Option<v1::SourceRules>) -> Result<SourceRules, InvalidEvent> {
    let v1::SourceRules { allow, deny } = wire.unwrap_or_default();
    SourceRules::new(&allow, &deny).map_err(|error| InvalidEvent::new(error.list, error.problem).within("sources"))
}

pub(super) fn rules_to_wire(rules: &SourceRules) -> Option<v1::SourceRules> {
    let wire = || v1::SourceRules { allow: rules.allow().to_vec(), deny: rules.deny().to_vec() };
    (!rules.is_empty()).then(wire)
}
