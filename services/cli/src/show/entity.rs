//! An entity as text or JSON: representations, newest research, timeline.

use domain::{Research, Source};
use serde_json::json;
use store::memory::EntityOverview;

use crate::{Context, output};

/// Prints the entity with its research and timeline.
pub(super) fn show(known: &EntityOverview, context: &Context) -> anyhow::Result<()> {
    if context.json {
        let research = known.research.as_ref().map(
            |stored| json!({ "version": stored.version, "research": proto::v1::Research::from(&stored.research) }),
        );
        let timeline: Vec<_> =
            known.timeline.iter().map(|item| json!({ "at": item.at, "kind": item.kind, "text": item.text })).collect();
        return output::json(&json!({
            "entity": known.entity, "representations": known.representations, "research": research, "timeline": timeline,
        }));
    }
    lines(known).iter().try_for_each(|line| output::line(line))?;
    Ok(())
}

fn lines(known: &EntityOverview) -> Vec<String> {
    let entity = &known.entity;
    let symbol = entity.symbol.as_deref().map(|symbol| format!(" ({symbol})")).unwrap_or_default();
    let verified = if entity.verified { "verified" } else { "unverified" };
    let mut lines =
        vec![format!("entity       {}  {}{symbol}, {}, {verified}", entity.id, entity.name, entity.kind.name())];
    lines.extend(known.representations.iter().map(|form| {
        let context: Vec<String> = form.context.iter().map(|(key, value)| format!("{key} {value}")).collect();
        format!("form         {} {} {}  {}", form.kind, form.protocol, form.chain, context.join(", "))
    }));
    if let Some(stored) = &known.research {
        lines.push(format!("version      {}", stored.version));
        lines.extend(
            stored.ended.as_ref().map(|ended| format!("ended        {}  {}", ended.at.format("%F %T"), ended.because)),
        );
        lines.extend(researched(&stored.research));
    }
    lines
        .extend(known.timeline.iter().map(|item| format!("{}   {:<9} {}", item.at.format("%F"), item.kind, item.text)));
    lines
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
