//! An entity by its slug, mint, symbol or name.

use anyhow::{Context as _, bail};
use domain::port::memory::StoredResearch;
use domain::{Entity, Representation, Research};
use proto::v1;
use serde::Deserialize;
use serde_json::{Value, json};
use store::memory::EntityOverview;
use store::memory::TimelineItem;

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

#[derive(Debug, Deserialize)]
struct SimilarEntities {
    entities: Vec<Entity>,
    candidates: Vec<Candidate>,
}

#[derive(Debug, Deserialize)]
struct Candidate {
    entity: Entity,
}

#[derive(Debug, Deserialize)]
struct Detail {
    entity: Entity,
    representations: Vec<Representation>,
    research: Option<Versioned>,
}

#[derive(Debug, Deserialize)]
struct Versioned {
    version: i64,
    research: v1::Research,
}

/// Prints the entity with this slug, mint, symbol or name, or its report.
pub(super) async fn show(door: &Door, name: &str, args: &Args, context: &Context) -> anyhow::Result<Similar> {
    let detail = match super::optional(door.entity(name).await)? {
        Some(detail) => detail,
        None => {
            let found: SimilarEntities =
                serde_json::from_value(door.find_entities(name).await?).context("another version")?;
            match named(found.entities, name)? {
                Some(id) => door.entity(&id).await?,
                None => return Ok(Similar::To(ids(found.candidates.iter().map(|candidate| &candidate.entity)))),
            }
        }
    };
    super::only_of_runs(args.part_of_run(), "an entity")?;
    if args.report {
        let id = detail["entity"]["id"].as_str().unwrap_or_default();
        let missing = || format!("the report of entity {id} does not exist yet");
        let markdown = door.entity_report(id).await.map_err(|error| error.or_missing(missing))?;
        output::document("report", &markdown, context.json)?;
    } else {
        print(door, detail, context).await?;
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

async fn print(door: &Door, detail: Value, context: &Context) -> anyhow::Result<()> {
    let id = detail["entity"]["id"].as_str().unwrap_or_default().to_owned();
    let timeline = door.timeline(&id).await?;
    if context.json {
        let mut shown = detail;
        shown["timeline"] = json!(timeline);
        return output::json(&shown);
    }
    let Detail { entity, representations, research } =
        serde_json::from_value(detail).context("the entity of another version")?;
    let stored = |versioned: Versioned| {
        let research = Research::try_from(versioned.research).context("the research of another version")?;
        let version = versioned.version;
        anyhow::Ok(StoredResearch { research, version, number: version, ended: None })
    };
    let item =
        |item: operations::entities::TimelineItem| TimelineItem { at: item.at, kind: item.kind, text: item.text };
    let timeline = timeline.into_iter().map(item).collect();
    let research = research.map(stored).transpose()?;
    entity::show(&EntityOverview { entity, representations, research, timeline }, context)
}
