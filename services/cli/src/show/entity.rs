//! An entity as text or JSON: representations, newest research, timeline.

use anyhow::Context as _;
use domain::{Research, Source};
use operations::entities::{EntityDetail, TimelineItem, VersionedResearch};
use serde_json::json;

use crate::{Context, output};

/// Prints the entity with its research and timeline.
pub(super) fn show(detail: &EntityDetail, timeline: &[TimelineItem], context: &Context) -> anyhow::Result<()> {
    if context.json {
        let EntityDetail { entity, representations, research } = detail;
        return output::json(&json!({
            "entity": entity, "representations": representations, "research": research, "timeline": timeline,
        }));
    }
    lines(detail, timeline)?.iter().try_for_each(|line| output::line(line))?;
    Ok(())
}

fn lines(detail: &EntityDetail, timeline: &[TimelineItem]) -> anyhow::Result<Vec<String>> {
    let entity = &detail.entity;
    let symbol = entity.symbol.as_deref().map(|symbol| format!(" ({symbol})")).unwrap_or_default();
    let verified = if entity.verified { "verified" } else { "unverified" };
    let mut lines =
        vec![format!("entity       {}  {}{symbol}, {}, {verified}", entity.id, entity.name, entity.kind.name())];
    lines.extend(detail.representations.iter().map(|form| {
        let context: Vec<String> = form.context.iter().map(|(key, value)| format!("{key} {value}")).collect();
        format!("form         {} {} {}  {}", form.kind, form.protocol, form.chain, context.join(", "))
    }));
    if let Some(VersionedResearch { version, research }) = &detail.research {
        lines.push(format!("version      {version}"));
        let research = Research::try_from(research.clone()).context("the research of another version")?;
        lines.extend(researched(&research));
    }
    lines.extend(timeline.iter().map(|item| format!("{}   {:<9} {}", item.at.format("%F"), item.kind, item.text)));
    Ok(lines)
}

fn researched(research: &Research) -> Vec<String> {
    let mut lines = vec![
        format!(
            "researched   {}, fresh until {}",
            research.made_at.format("%F %T"),
            research.expires_at.format("%F %T")
        ),
        format!("summary      {}", research.summary),
        format!("confidence   {:.2}", research.confidence),
    ];
    lines.extend(
        research.findings.iter().map(|finding| {
            format!("    {:<9} {}  [{}]", finding.status.name(), finding.text, finding.sources.join(", "))
        }),
    );
    lines.extend(research.risks.iter().map(|risk| format!("risk         {risk}")));
    lines.extend(research.sources.iter().map(source));
    lines
}

fn source(source: &Source) -> String {
    format!("    {:<4} {:<9} {}  {}", source.id, source.tier.name(), source.url, source.title)
}
