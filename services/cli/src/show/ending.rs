//! End of a run without a forecast, as text.

use std::process::ExitCode;

use domain::DeepReport;
use domain::deep_report::SentenceChecks;
use domain::run::{NoForecast, Proposal};
use proto::v1;

use crate::{Context, output};

/// Prints the end of a run.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn ending(ending: &NoForecast, context: &Context) -> anyhow::Result<()> {
    context.print(&serde_json::json!({ "ended": ending }), |_| lines(ending))
}

/// Exit code of a run that ended without a forecast: 0 for a research request or report, which was asked for, 3 for a
/// cancelled run, an unclear question, and a forecast that was not approved.
pub(crate) fn ending_exit_code(ending: &NoForecast) -> ExitCode {
    output::complete_if(matches!(ending, NoForecast::Proposed(_) | NoForecast::Reported(_)))
}

fn lines(ending: &NoForecast) -> Vec<String> {
    match ending {
        NoForecast::Cancelled(stop) => vec![format!("no forecast  {stop}, {}", stop.at.format("%F %T"))],
        NoForecast::Proposed(proposal) => proposed(proposal),
        NoForecast::Reported(made) => reported(made),
        NoForecast::Unclear(unclear) => vec![
            format!("unclear      {}", unclear.question),
            format!("assumed      {} (ask again without --clarify to accept this)", unclear.assumption),
        ],
        NoForecast::Rejected(decision) => {
            vec![format!("no forecast  rejected {decision}, {}", decision.at.format("%F %T"))]
        }
        NoForecast::Expired(decision) => {
            vec![format!("no forecast  expired: {}, {}", decision.reason, decision.at.format("%F %T"))]
        }
    }
}

fn reported(made: &DeepReport) -> Vec<String> {
    let SentenceChecks { supported, contested, unsupported, .. } = made.checks;
    let mut lines = vec![
        format!("report       {}", made.title),
        format!(
            "sentences    {supported} supported, {contested} contested, {unsupported} unsupported, {} removed, on {} findings",
            made.checks.removed(),
            made.references.len()
        ),
    ];
    let cites = |findings: &[u32]| findings.iter().map(|number| format!("[{number}]")).collect::<Vec<_>>().join(" ");
    lines.extend(made.summary.iter().map(|one| format!("    {} {}", one.text, cites(&one.findings))));
    lines.extend(made.sections.iter().map(|section| format!("section      {}", section.heading)));
    lines.extend(made.flags.iter().map(|flag| format!("flag         {flag}")));
    lines.push("text         `--report` prints all of it".to_owned());
    lines
}

fn proposed(proposal: &Proposal) -> Vec<String> {
    let mut lines = vec![
        format!("request      {}", proposal.reason),
        format!(
            "estimate     {:.0} %  (standard deviation {:.0} %)",
            proposal.estimate.get() * 100.0,
            proposal.uncertainty * 100.0
        ),
        format!("worth        {} for about {}", proposal.gain, proposal.cost),
        "questions".to_owned(),
    ];
    lines.extend(
        proposal
            .questions
            .iter()
            .map(|question| format!("    {:<6} {:<13} {}", question.id, question.priority.name(), question.text)),
    );
    lines
}

/// Formats the end of a run as one line for `watch`.
pub(crate) fn ending_line(ended: &v1::RunEnded) -> String {
    use v1::run_ended::Ending;
    match &ended.ending {
        Some(Ending::Cancelled(stop)) if stop.reason.is_empty() => format!("cancelled by {}", stop.by),
        Some(Ending::Cancelled(stop)) => format!("cancelled by {}: {}", stop.by, stop.reason),
        Some(Ending::Reported(made)) => format!("report of {} sections: {}", made.sections.len(), made.title),
        Some(Ending::Proposed(proposal)) => format!("{} questions; {}", proposal.questions.len(), proposal.reason),
        Some(Ending::Rejected(decision)) if decision.reason.is_empty() => format!("rejected by {}", decision.by),
        Some(Ending::Rejected(decision)) => format!("rejected by {}: {}", decision.by, decision.reason),
        Some(Ending::Expired(decision)) => format!("expired: {}", decision.reason),
        Some(Ending::Unclear(unclear)) => format!("unclear: {}", unclear.question),
        None => "unknown ending; upgrade this binary".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use domain::run::Question;
    use domain::{MicroUsd, Probability};

    use super::*;

    #[test]
    fn a_research_request_lists_its_value_before_its_questions() {
        let question = Question {
            id: "i1q1".into(),
            topic: String::new(),
            text: "Who votes?".into(),
            ..domain::testing::question()
        };
        let proposal = Proposal {
            reason: "research is worth its price".into(),
            questions: vec![question],
            gain: MicroUsd(4_000_000),
            cost: MicroUsd(500_000),
            estimate: Probability::clamp(0.6).unwrap(),
            uncertainty: 0.25,
        };
        let lines = lines(&NoForecast::Proposed(Box::new(proposal)));
        assert_eq!(lines[1], "estimate     60 %  (standard deviation 25 %)");
        assert_eq!(lines[2], "worth        $4.000000 for about $0.500000");
        assert_eq!(lines[4], "    i1q1   critical      Who votes?");
    }

    #[test]
    fn a_report_is_summarised_with_its_citations() {
        let told = domain::deep_report::ReportSentence {
            text: "It runs.".into(),
            findings: vec![1, 3],
            support: domain::deep_report::SentenceSupport::Supported,
        };
        let checks = SentenceChecks { supported: 4, invented: 2, ..SentenceChecks::default() };
        let made = DeepReport { title: "The ferry".into(), summary: vec![told], checks, ..DeepReport::default() };
        let lines = lines(&NoForecast::Reported(Box::new(made)));
        assert!(lines[1].contains("4 supported, 0 contested, 0 unsupported, 2 removed"), "{lines:?}");
        assert_eq!(lines[2], "    It runs. [1] [3]");
    }

    #[test]
    fn an_unclear_question_says_what_to_clarify() {
        let unclear =
            domain::reading::Clarification { question: "Which bill?".into(), assumption: "The budget bill.".into() };
        let lines = lines(&NoForecast::Unclear(unclear));
        assert_eq!(lines[0], "unclear      Which bill?");
        assert!(lines[1].contains("The budget bill."), "{lines:?}");
    }

    #[test]
    fn a_cancellation_names_the_person() {
        let stop = v1::Cancellation { by: "ada".into(), reason: "too dear".into(), ..Default::default() };
        let ended = v1::RunEnded { ending: Some(v1::run_ended::Ending::Cancelled(stop)), ..v1::RunEnded::default() };
        assert_eq!(ending_line(&ended), "cancelled by ada: too dear");
        assert!(ending_line(&v1::RunEnded::default()).contains("unknown ending"));
    }
}
