//! All facts with their subjects, from the first to the last in the flow of an event.
//!
//! | fact | subject | emitted by | consumed by (durable consumer) |
//! |---|---|---|---|
//! | [`EventReceived`] | `auspex.event.<kind>.<tenant>` | publishers, forecaster | classifier (`classifier`) |
//! | [`EventClassified`] | `auspex.classification.made` | classifier | writer (`writer-classifications`) |
//! | [`EventsClassified`] | `auspex.classification.grouped` | classifier | writer (`writer-verdicts`) |
//! | [`ResearchRequested`] | `auspex.research.requested` | classifier, forecaster, researcher | researcher (`researcher`) |
//! | [`ResearchGathered`] | `auspex.research.gathered` | researcher | filter (`filter`) |
//! | [`EvidenceFiltered`] | `auspex.evidence.filtered` | filter | forecaster (`forecaster-evidence`), writer (`writer-evidence`) |
//! | [`ForecastRequested`] | `auspex.forecast.requested` | classifier | forecaster (`forecaster-runs`) |
//! | [`RunAnswered`] | `auspex.run.answered` | forecaster | forecaster (`forecaster-rounds`) |
//! | [`ForecastMade`] | `auspex.forecast.made` | forecaster | writer (`writer-forecasts`) |
//! | [`RunEnded`] | `auspex.run.ended` | forecaster | writer (`writer-endings`) |
//! | [`MacroResearched`] | `auspex.macro.researched` | researcher | writer (`writer-macros`) |
//! | [`ResultPublished`] | `auspex.result.<kind>.<tenant>` | writer | subscribers |

use domain::{
    Classification, Event as Published, Evidence, Forecast, MacroResult, Research, ResearchTask, Run, RunId, Tenant,
    Time, VerdictGroup, effect::ResultRow, run::NoForecast,
};

/// A publisher's event was received.
#[derive(Debug, Clone, PartialEq)]
pub struct EventReceived(pub Published);

/// An event was classified.
#[derive(Debug, Clone, PartialEq)]
pub struct EventClassified(pub Classification);

/// Quiet events of one tenant were classified.
#[derive(Debug, Clone, PartialEq)]
pub struct EventsClassified(pub VerdictGroup);

/// Research was requested.
#[derive(Debug, Clone, PartialEq)]
pub struct ResearchRequested(pub ResearchTask);

/// Research was gathered.
#[derive(Debug, Clone, PartialEq)]
pub struct ResearchGathered {
    /// The task that was researched.
    pub task: ResearchTask,
    /// Result of the research.
    pub research: Research,
}

/// Research has passed the evidence filter.
#[derive(Debug, Clone, PartialEq)]
pub struct EvidenceFiltered(pub Evidence);

/// A forecast was requested.
#[derive(Debug, Clone, PartialEq)]
pub struct ForecastRequested(pub Run);

/// Every question of a run's round is answered, failed or past its deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunAnswered {
    /// Id of the run.
    pub run: RunId,
    /// Tenant of the run.
    pub tenant: Tenant,
    /// Number of the round, from 1. The id of this fact derives from (run, iteration), so that it is emitted once per
    /// round by any worker.
    pub iteration: u32,
}

/// A forecast was made.
#[derive(Debug, Clone, PartialEq)]
pub struct ForecastMade(pub Forecast);

/// A run ended without a forecast.
#[derive(Debug, Clone, PartialEq)]
pub struct RunEnded {
    /// Id of the run. The id of this fact derives from it, so that a run ends once.
    pub run: RunId,
    /// Tenant of the run.
    pub tenant: Tenant,
    /// Time of the end.
    pub at: Time,
    /// Reason for the missing forecast.
    pub ending: NoForecast,
}

/// A macro was researched, or its execution was refused.
#[derive(Debug, Clone, PartialEq)]
pub struct MacroResearched {
    /// The task; its subject is the macro request, which names the session.
    pub task: ResearchTask,
    /// The result; see [`MacroResult::not_executed`] for a refused execution.
    pub result: MacroResult,
    /// Text of the definition with the version that produced the result; empty if the macro was not executed.
    pub definition: String,
    /// Reason why the macro was not executed, never empty; `None` if it was.
    pub refused: Option<String>,
}

/// The classifications of quiet events were published for subscribers, as one result on
/// `auspex.result.classifications.<tenant>`.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictsPublished(pub VerdictGroup);

/// A result was published for subscribers.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultPublished(pub ResultRow);
