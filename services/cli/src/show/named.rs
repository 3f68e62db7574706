//! An entity by its slug, mint, symbol or name.

use anyhow::bail;
use domain::Entity;
use operations::entities::EntityMatches;

use super::{Args, entity};
use crate::door::Door;
use crate::{Context, output};

/// Whether an entity was shown.
pub(super) enum Similar {
    /// It was shown.
    Shown,
    /// There is none; these have similar names.
    To(Vec<String>),
}

/// Prints the entity with this slug, mint, symbol or name, or its report.
pub(super) async fn show(door: &Door, name: &str, args: &Args, context: &Context) -> anyhow::Result<Similar> {
    let detail = match super::optional(door.entity(name).await)? {
        Some(detail) => detail,
        None => {
            let EntityMatches { entities, candidates, .. } = door.find_entities(name).await?;
            match named(entities, name)? {
                Some(id) => door.entity(&id).await?,
                None => return Ok(Similar::To(ids(candidates.iter().map(|candidate| &candidate.entity)))),
            }
        }
    };
    super::only_of_runs(args.part_of_run(), "an entity")?;
    if args.report {
        let id = detail.entity.id.as_str();
        let missing = || format!("the report of entity {id} does not exist yet");
        let markdown = door.entity_report(id).await.map_err(|error| error.or_missing(missing))?;
        output::document("report", &markdown, context.json)?;
    } else {
        entity::show(&detail, &door.timeline(detail.entity.id.as_str()).await?, context)?;
    }
    Ok(Similar::Shown)
}

/// Returns the only entity, or the only verified one.
fn named(entities: Vec<Entity>, name: &str) -> anyhow::Result<Option<String>> {
    let (verified, others): (Vec<_>, Vec<_>) = entities.into_iter().partition(|entity| entity.verified);
    let found = if verified.is_empty() { others } else { verified };
    match found.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one.id.to_string())),
        many => bail!("{name:?} matches several entities: {}; name one of them", ids(many).join(", ")),
    }
}

fn ids<'a>(entities: impl IntoIterator<Item = &'a Entity>) -> Vec<String> {
    entities.into_iter().map(|entity| entity.id.to_string()).collect()
}
