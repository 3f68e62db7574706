//! Filtered research as a report: the answer first, each finding with its sources, what is unknown, how it came about.

use domain::effect::subject_label;
use domain::research::Ending;
use domain::{Evidence, Filtering, Research, Source};

use crate::markdown::{link, text};

/// The report.
pub fn render(evidence: &Evidence) -> String {
    let research = &evidence.research;
    let mut page = vec![format!("# {}", text(&subject_label(&evidence.task)))];
    page.extend(summary(research));
    page.extend(notices(evidence));
    page.extend(section(
        "What was found",
        research.findings.iter().map(|finding| {
            format!("- {} ({}) {}", text(&finding.text), finding.status.name(), cites(&finding.sources))
        }),
    ));
    page.extend(section(
        "When it happened",
        research
            .timeline
            .iter()
            .map(|entry| format!("- {}: {} {}", entry.at.format("%Y-%m-%d"), text(&entry.text), cites(&entry.sources))),
    ));
    page.extend(section("Risks", research.risks.iter().map(|risk| format!("- {}", text(risk)))));
    page.extend(section("Opportunities", research.opportunities.iter().map(|chance| format!("- {}", text(chance)))));
    page.extend(section(
        "What is unknown",
        research.open_questions.iter().map(|open| format!("- {}", text(&open.text))),
    ));
    page.extend(section("Sources", research.sources.iter().map(source)));
    page.extend(section(
        "What the filter took out",
        removed(&evidence.filtering).map(|(id, why)| format!("- `{id}`: {}", text(why))),
    ));
    page.push(about(evidence));
    page.join("\n\n") + "\n"
}

/// A heading with its lines, if there are any.
pub(crate) fn section(heading: &str, lines: impl Iterator<Item = String>) -> Option<String> {
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| format!("## {heading}\n\n{}", lines.join("\n")))
}

/// `[s1, s3]`.
pub(crate) fn cites(sources: &[String]) -> String {
    let safe: Vec<String> = sources.iter().map(|id| id.chars().filter(char::is_ascii_alphanumeric).collect()).collect();
    format!("[{}]", safe.join(", "))
}

/// One line for a source: id, linked title, publisher, dates, tier.
pub(crate) fn source(source: &Source) -> String {
    let id: String = source.id.chars().filter(char::is_ascii_alphanumeric).collect();
    let mut about = vec![source.tier.name().to_owned()];
    if !source.publisher.is_empty() {
        about.insert(0, text(&source.publisher));
    }
    about.extend(source.published_at.map(|at| format!("published {}", at.format("%Y-%m-%d"))));
    about.push(format!("read {}", source.fetched_at.format("%Y-%m-%d %H:%M UTC")));
    format!("- [{id}] {} ({})", link(&source.title, &source.url), about.join(", "))
}

fn summary(research: &Research) -> Option<String> {
    (!research.summary.trim().is_empty()).then(|| text(&research.summary))
}

/// What a reader must know before believing it.
fn notices(evidence: &Evidence) -> Option<String> {
    let mut notices = Vec::new();
    match &evidence.research.ending {
        Ending::Complete => {}
        Ending::Partial(reason) => notices.push(format!("> **Partial:** {}", text(reason))),
        Ending::Failed(reason) => notices.push(format!("> **Nothing could be researched:** {}", text(reason))),
    }
    if let Filtering::Unfiltered { reason, .. } = &evidence.filtering {
        notices.push(format!("> **Unfiltered:** {}", text(reason)));
    }
    (!notices.is_empty()).then(|| notices.join("\n>\n"))
}

fn removed(filtering: &Filtering) -> impl Iterator<Item = (String, &str)> {
    let (Filtering::Filtered { removed } | Filtering::Unfiltered { removed, .. }) = filtering;
    removed.iter().map(|gone| (gone.id.chars().filter(char::is_ascii_alphanumeric).collect(), gone.reason.as_str()))
}

fn about(evidence: &Evidence) -> String {
    let research = &evidence.research;
    let tools: Vec<String> = research.tools_used.iter().map(|tool| text(tool)).collect();
    let from = if research.from_cache { "from memory" } else { "fresh" };
    format!(
        "---\n\nResearched {} ({from}), confidence {:.2}, cost {} and {} for filtering. Tools: {}. Model: {}.",
        research.made_at.format("%Y-%m-%d %H:%M UTC"),
        research.confidence,
        research.cost,
        evidence.cost,
        if tools.is_empty() { "none".to_owned() } else { tools.join(", ") },
        if research.model.is_empty() { "none".to_owned() } else { text(&research.model) },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::evidence;

    #[test]
    fn the_report_reads_well() {
        insta::assert_snapshot!(render(&evidence()));
    }

    #[test]
    fn a_failure_says_so_first() {
        let mut failed = evidence();
        failed.research.ending = Ending::Failed("the <budget> is spent".into());
        assert!(render(&failed).contains("> **Nothing could be researched:** the &lt;budget&gt; is spent"));
    }
}
