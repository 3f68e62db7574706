//! Warnings of older tokens with the same symbol or name. The time of issue decides, which a token service states, and
//! not which token became known first.

use std::sync::Arc;

use super::super::EntityRecord;
use super::super::alike::{Likeness, likeness};
use super::super::directory::View;
use super::super::fold::folded;
use super::super::key::{KeyKind, cut, names, symbols};
use super::{Danger, MAX_NAMESAKES, Warning};

/// Returns the warning about older unverified tokens that an unverified one shares its symbol or its name with. A token
/// whose time of issue is unknown is neither older nor younger than another.
pub(super) fn warning(directory: View<'_>, record: &EntityRecord) -> Option<Warning> {
    let issued = record.entity.issued_at().filter(|_| !record.entity.verified)?;
    let spoken = symbols(&record.entity)
        .map(|symbol| (KeyKind::Symbol, cut(folded(symbol))))
        .chain(names(&record.entity).map(|name| (KeyKind::Name, cut(folded(name)))));
    let mut beside: Vec<(Arc<EntityRecord>, Likeness)> = Vec::new();
    for other in spoken.flat_map(|key| directory.with_key(&key)) {
        let is_older = !other.entity.verified && other.entity.issued_at().is_some_and(|at| at < issued);
        if is_older
            && !beside.iter().any(|(one, _)| one.entity.id == other.entity.id)
            && let Some(how @ (Likeness::SameSymbol | Likeness::SameName)) = likeness(&record.entity, &other.entity)
        {
            beside.push((Arc::clone(other), how));
        }
    }
    beside.sort_by_key(|(other, _)| (other.entity.issued_at(), other.entity.id.clone()));
    let reason = match beside.len() {
        0 => return None,
        1 => "an older token has the same symbol or name".to_owned(),
        count => format!("{count} older tokens have the same symbol or name"),
    };
    beside.truncate(MAX_NAMESAKES);
    Some(Warning { kind: Danger::OlderNamesake, reason, beside })
}

/// Adds the entities with an older name to those with the symbol, unless one of these is verified: the issuer of a
/// token may choose the name of an older one as its symbol.
pub(super) fn with_older_names<'a>(
    symbols: Vec<&'a Arc<EntityRecord>>,
    names: Vec<&'a Arc<EntityRecord>>,
) -> Vec<&'a Arc<EntityRecord>> {
    let newest = symbols.iter().filter_map(|record| record.entity.issued_at()).max();
    let Some(newest) = newest.filter(|_| !symbols.iter().any(|record| record.entity.verified)) else { return symbols };
    let is_older = |record: &&Arc<EntityRecord>| record.entity.issued_at().is_some_and(|at| at < newest);
    let is_new = |record: &&Arc<EntityRecord>| !symbols.iter().any(|one| one.entity.id == record.entity.id);
    let older: Vec<&Arc<EntityRecord>> = names.into_iter().filter(is_older).filter(is_new).collect();
    symbols.into_iter().chain(older).collect()
}
