//! Degraded answers: results that are made without a model reply that they need. Each is counted by what it lacks and
//! by cause.

use telemetry::metric;

use crate::AskError;

/// The part that a degraded answer lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degraded {
    /// A classification was made by the rules alone.
    RulesOnly,
    /// Evidence was not filtered by the model.
    Unfiltered,
    /// The candidates for a question's market were not judged, so that none was used.
    NoMarket,
    /// A question was researched without being decomposed.
    NoDecomposition,
    /// A round ended without an analysis of its evidence.
    NoAnalysis,
    /// An estimate of a forecast was not made.
    EstimatesMissing,
    /// Code wrote a part of a report: it copies the findings.
    UnwrittenReport,
    /// A research loop ended before the model had finished.
    PartialResearch,
    /// Research yielded nothing.
    FailedResearch,
    /// The sources of an answer were not compared.
    UnjudgedSources,
    /// A page was fetched and not read.
    UnreadPage,
    /// Notes were made from the findings without the model.
    PlainNotes,
}

/// Cause of a degraded answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A budget denied the call.
    Budget,
    /// The model declined, or a content filter stopped it.
    Refusal,
    /// Two replies did not match the schema, or the reply lacked a part.
    Unusable,
    /// The provider rejects the request.
    Rejected,
    /// The model is busy or could not be reached for too long.
    Unreachable,
    /// The model was called and paid several times for the same reply, and never gave one.
    Unanswered,
    /// A limit on turns, calls or time, or a deadline.
    Limit,
    /// The work failed for another reason.
    Other,
}

impl Degraded {
    /// Returns the label's value.
    pub fn name(self) -> &'static str {
        match self {
            Self::RulesOnly => "rules_only",
            Self::Unfiltered => "unfiltered",
            Self::NoMarket => "no_market",
            Self::NoDecomposition => "no_decomposition",
            Self::NoAnalysis => "no_analysis",
            Self::EstimatesMissing => "estimates_missing",
            Self::UnwrittenReport => "unwritten_report",
            Self::PartialResearch => "partial_research",
            Self::FailedResearch => "failed_research",
            Self::UnjudgedSources => "unjudged_sources",
            Self::UnreadPage => "unread_page",
            Self::PlainNotes => "plain_notes",
        }
    }

    /// Returns the degraded answers that a worker can make.
    pub fn by_service(service: &str) -> &'static [Self] {
        match service {
            "classifier" => &[Self::RulesOnly],
            "filter" => &[Self::Unfiltered],
            "forecaster" => &[
                Self::NoMarket,
                Self::NoDecomposition,
                Self::NoAnalysis,
                Self::EstimatesMissing,
                Self::UnwrittenReport,
            ],
            "researcher" => &[Self::PartialResearch, Self::FailedResearch, Self::UnjudgedSources, Self::UnreadPage],
            "writer" => &[Self::PlainNotes, Self::UnjudgedSources],
            _ => &[],
        }
    }
}

impl Cause {
    const ALL: [Self; 8] = [
        Self::Budget,
        Self::Refusal,
        Self::Unusable,
        Self::Rejected,
        Self::Unreachable,
        Self::Unanswered,
        Self::Limit,
        Self::Other,
    ];

    /// Returns the label's value.
    pub fn name(self) -> &'static str {
        match self {
            Self::Budget => "budget",
            Self::Refusal => "refusal",
            Self::Unusable => "unusable",
            Self::Rejected => "rejected",
            Self::Unreachable => "unreachable",
            Self::Unanswered => "unanswered",
            Self::Limit => "limit",
            Self::Other => "other",
        }
    }
}

impl From<&AskError> for Cause {
    fn from(error: &AskError) -> Self {
        match error {
            AskError::Denied { .. } => Self::Budget,
            AskError::Refused { .. } => Self::Refusal,
            AskError::UnusableReply { .. } => Self::Unusable,
            AskError::Rejected { .. } => Self::Rejected,
            AskError::Unanswered { .. } => Self::Unanswered,
            AskError::Busy { .. } | AskError::Blocked { .. } | AskError::Queued { .. } | AskError::Port(_) => {
                Self::Unreachable
            }
        }
    }
}

/// Counts one degraded answer of this process.
pub fn count(what: Degraded, cause: impl Into<Cause>) {
    count_many(what, cause, 1);
}

/// Counts degraded answers of this process.
pub fn count_many(what: Degraded, cause: impl Into<Cause>, answers: usize) {
    add(telemetry::service(), what, cause.into(), answers as u64);
}

/// Registers the counters of a worker at zero, so that the first degraded answer is an increase.
pub(crate) fn register(service: &str) {
    for what in Degraded::by_service(service) {
        Cause::ALL.into_iter().for_each(|cause| add(service, *what, cause, 0));
    }
}

fn add(service: &str, what: Degraded, cause: Cause, answers: u64) {
    let labels =
        [("service", service.to_owned()), ("reason", what.name().to_owned()), ("cause", cause.name().to_owned())];
    metrics::counter!(metric::DEGRADED_ANSWERS, &labels).increment(answers);
}

#[cfg(test)]
mod tests {
    use domain::MicroUsd;

    use super::*;

    #[test]
    fn the_counters_of_a_worker_are_exported_before_the_first_degraded_answer() {
        telemetry::metric::install();
        register("forecaster");
        let text = telemetry::metric::render();
        for reason in ["no_decomposition", "no_analysis", "estimates_missing"] {
            let line = format!(
                "auspex_degraded_answers_total{{service=\"forecaster\",reason=\"{reason}\",cause=\"refusal\"}} 0"
            );
            assert!(text.contains(&line), "{line}");
        }
        let denied = AskError::Denied { scope: "run:1".to_owned(), left: MicroUsd::ZERO };
        add("filter", Degraded::Unfiltered, Cause::from(&denied), 2);
        let line = "auspex_degraded_answers_total{service=\"filter\",reason=\"unfiltered\",cause=\"budget\"} 2";
        assert!(telemetry::metric::render().contains(line));
    }
}
