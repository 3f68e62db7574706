//! The findings of the newest research about an entity, with what contradicts them, and its sources.

use domain::{Finding, Research};
use maud::{Markup, html};

use crate::frame::{Tone, state};
use crate::{figure, text};

/// Renders the research of a version.
pub(super) fn findings(version: u64, research: &Research) -> Markup {
    html! {
        h2 { "Findings " span.count { (research.findings.len()) } " " span.note { "version " (version) } }
        ul.findings {
            @for finding in &research.findings {
                (item(research, finding))
            }
        }
        @if !research.risks.is_empty() { h3 { "Risks" } ul.plain { @for risk in &research.risks { li { (text::clipped(risk, 400)) } } } }
        @if !research.opportunities.is_empty() { h3 { "Opportunities" } ul.plain { @for one in &research.opportunities { li { (text::clipped(one, 400)) } } } }
        @if !research.sources.is_empty() {
            h3 { "Sources" }
            ol.sources {
                @for (at, source) in research.sources.iter().enumerate() {
                    li id=(format!("source-{}", at + 1)) { (text::external(&source.url, &source.title))
                        span.note { (source.tier.name()) @if let Some(at) = source.published_at { " · " (figure::day(at)) } } }
                }
            }
        }
    }
}

fn item(research: &Research, finding: &Finding) -> Markup {
    let (against, behind): (Vec<&String>, Vec<&String>) =
        finding.sources.iter().partition(|id| finding.contradictions.contains(id));
    html! {
        li {
            (text::clipped(&finding.text, 600)) " " (chips(research, &behind))
            @if !against.is_empty() { div.against { (state(Tone::Warn, "contradicted by")) " " (chips(research, &against)) } }
            span.note { (finding.status.name()) " · " (figure::counted(u64::from(finding.independent_sources), "independent source", "independent sources")) }
        }
    }
}

/// Links to sources of a research by their numbers.
fn chips(research: &Research, ids: &[&String]) -> Markup {
    let number = |id: &&String| research.sources.iter().position(|source| source.id == **id);
    html! { span.chips { @for at in ids.iter().filter_map(number) { a.chip href=(format!("#source-{}", at + 1)) { (at + 1) } } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_refutes_a_finding_is_apart_from_those_that_support_it() {
        let mut research = domain::testing::research();
        let refuting = domain::Source { id: "s2".into(), ..domain::testing::source() };
        (research.sources, research.findings) =
            (vec![domain::testing::source(), refuting], vec![domain::testing::finding()]);
        let plain = findings(1, &research).into_string();
        assert!(plain.contains("href=\"#source-1\"") && !plain.contains("contradicted by"), "{plain}");
        research.findings[0].sources.push("s2".into());
        research.findings[0].contradictions.push("s2".into());
        let shown = findings(1, &research).into_string();
        let (before, after) = shown.split_once("contradicted by").unwrap();
        assert!(
            before.contains("#source-1") && !before.contains("#source-2") && after.contains("#source-2"),
            "{shown}"
        );
    }
}
