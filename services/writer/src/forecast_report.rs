//! A forecast as a report: the answer first, what moved it, the evidence with its sources, what is unknown, how it could be
//! wrong, what it cost.

use domain::forecast::Recommendation;
use domain::run::{Answer, RunState};
use domain::{Finding, Forecast, Source};

use crate::markdown::{cited, link, text};
use crate::research_report::section;

/// The report. Without the run's state (it cannot be read any more) the evidence stands as references only.
pub fn render(forecast: &Forecast, state: Option<&RunState>) -> String {
    let mut page = vec![format!("# {}", text(&forecast.run.asked.text)), answer(forecast)];
    page.extend(forecast.recommendation.as_ref().map(advice));
    page.extend(section("Mind this", forecast.flags.iter().map(|flag| format!("- {}", text(flag)))));
    page.push(format!("## Why\n\n{}", cited(&forecast.reasoning, &forecast.evidence_used)));
    page.extend(section(
        "Where it started from",
        forecast.base_rates.iter().map(|base| {
            format!("- {} ({}): {:.0} %", text(&base.description), text(&base.kind), base.rate.get() * 100.0)
        }),
    ));
    page.extend(state.and_then(|state| section("Evidence", evidence(forecast, state).into_iter())));
    page.extend(state.and_then(|state| section("Other findings", others(forecast, state).into_iter())));
    page.extend(state.and_then(|state| section("What is unknown", unknown(state).into_iter())));
    page.push(about(forecast));
    page.join("\n\n") + "\n"
}

fn answer(forecast: &Forecast) -> String {
    let percent = |value: f64| format!("{:.0} %", value * 100.0);
    let mut answer = format!(
        "**{} likely** (between {} and {}), confidence {:.2}.",
        percent(forecast.probability.get()),
        percent(forecast.lower.get()),
        percent(forecast.upper.get()),
        forecast.confidence
    );
    let samples: Vec<String> = forecast.samples.iter().map(|sample| percent(sample.get())).collect();
    if samples.len() > 1 {
        answer.push_str(&format!(" Independent estimates: {}.", samples.join(", ")));
    }
    if let Some(closes) = forecast.run.asked.closes {
        answer.push_str(&format!(" The question closes {}.", closes.format("%Y-%m-%d")));
    }
    answer
}

fn advice(advice: &Recommendation) -> String {
    let edge = advice.edge * 100.0;
    format!(
        "**Advice: {}** at a price of {:.3}, an edge of {edge:+.1} points; {}. Auspex never trades.",
        advice.action.name(),
        advice.price,
        text(&advice.reason)
    )
}

/// The findings that the forecast rests on.
fn evidence(forecast: &Forecast, state: &RunState) -> Vec<String> {
    findings(state).filter(|(reference, ..)| forecast.evidence_used.contains(reference)).map(line).collect()
}

/// The other findings: a reader may see what was known and not used.
fn others(forecast: &Forecast, state: &RunState) -> Vec<String> {
    findings(state).filter(|(reference, ..)| !forecast.evidence_used.contains(reference)).map(line).collect()
}

type Found<'a> = (String, &'a Finding, &'a [Source]);

fn findings(state: &RunState) -> impl Iterator<Item = Found<'_>> {
    state.answers.iter().flat_map(|answer| {
        let research = &answer.evidence.research;
        let reference = move |finding: &Finding| format!("{}/{}", answer.question, finding.id);
        research.findings.iter().map(move |finding| (reference(finding), finding, research.sources.as_slice()))
    })
}

fn line((reference, finding, sources): Found<'_>) -> String {
    let read = sources.iter().filter(|source| finding.sources.contains(&source.id));
    let links: Vec<String> =
        read.map(|source| format!("{} ({})", link(&source.title, &source.url), source.tier.name())).collect();
    let reference: String = reference.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '/').collect();
    format!("- [{reference}] {} ({}) {}", text(&finding.text), finding.status.name(), links.join("; "))
}

/// Questions without an answer, and what the answers left open.
fn unknown(state: &RunState) -> Vec<String> {
    let answer = |id: &str| state.answers.iter().find(|answer| answer.question == id);
    let mut lines = Vec::new();
    for question in &state.questions {
        match answer(&question.id) {
            None => lines.push(format!("- {} Not answered in time.", text(&question.text))),
            Some(answer) => lines.extend(left_open(&question.text, answer)),
        }
    }
    lines
}

fn left_open(question: &str, answer: &Answer) -> Vec<String> {
    let research = &answer.evidence.research;
    match &research.ending {
        domain::research::Ending::Failed(reason) => {
            vec![format!("- {} Research failed: {}.", text(question), text(reason))]
        }
        _ => research.open_questions.iter().map(|open| format!("- {}", text(&open.text))).collect(),
    }
}

fn about(forecast: &Forecast) -> String {
    format!(
        "---\n\nMade {} in {} round(s) of research with {} of {} questions answered, for {}. Model: {}, prompts {}. Run `{}`.",
        forecast.made_at.format("%Y-%m-%d %H:%M UTC"),
        forecast.iterations,
        forecast.questions_answered,
        forecast.questions_asked,
        forecast.cost,
        if forecast.model.is_empty() { "none".to_owned() } else { text(&forecast.model) },
        text(&forecast.prompt_version),
        forecast.run.id,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{forecast, state};

    #[test]
    fn the_report_reads_well() {
        insta::assert_snapshot!(render(&forecast(), Some(&state())));
    }

    #[test]
    fn without_the_run_the_answer_still_stands() {
        let report = render(&forecast(), None);
        assert!(report.contains("**65 % likely**") && !report.contains("## Evidence"));
    }

    #[test]
    fn links_go_only_where_sources_were_read() {
        let report = render(&forecast(), Some(&state()));
        let links: Vec<&str> = report.split("](<").skip(1).filter_map(|rest| rest.split('>').next()).collect();
        assert_eq!(links, ["https://example.org/bill", "https://example.org/bill"]);
    }
}
