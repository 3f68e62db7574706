//! Every fact, upstream first, with its subject: the map of the fleet.
//!
//! | fact | subject | said by | heard by (durable consumer) |
//! |---|---|---|---|
//! | [`EventReceived`] | `auspex.event.<kind>` | publishers, forecaster | classifier (`classifier`) |
//! | [`EventClassified`] | `auspex.classification.made` | classifier | writer (`writer-classifications`) |
//! | [`ResearchRequested`] | `auspex.research.requested` | classifier, forecaster, researcher | researcher (`researcher`) |
//! | [`ResearchGathered`] | `auspex.research.gathered` | researcher | filter (`filter`) |
//! | [`EvidenceFiltered`] | `auspex.evidence.filtered` | filter | forecaster (`forecaster-evidence`), writer (`writer-evidence`) |
//! | [`ForecastRequested`] | `auspex.forecast.requested` | classifier | forecaster (`forecaster-runs`) |
//! | [`RunAnswered`] | `auspex.run.answered` | forecaster | forecaster (`forecaster-rounds`) |
//! | [`ForecastMade`] | `auspex.forecast.made` | forecaster | writer (`writer-forecasts`) |
//! | [`RunEnded`] | `auspex.run.ended` | forecaster | writer (`writer-endings`) |
//! | [`ResultPublished`] | `auspex.result.<kind>.<tenant>` | writer | subscribers |

use domain::{
    Classification, Event as Published, Evidence, Forecast, Research, ResearchTask, Run, RunId, Tenant, Time,
    effect::ResultRow, run::NoForecast,
};

/// A publisher's event.
#[derive(Debug, Clone, PartialEq)]
pub struct EventReceived(pub Published);

/// The first answer to an event.
#[derive(Debug, Clone, PartialEq)]
pub struct EventClassified(pub Classification);

/// Something shall be researched.
#[derive(Debug, Clone, PartialEq)]
pub struct ResearchRequested(pub ResearchTask);

/// What the researcher found.
#[derive(Debug, Clone, PartialEq)]
pub struct ResearchGathered {
    /// The task.
    pub task: ResearchTask,
    /// What was found.
    pub research: Research,
}

/// Research after the airlock.
#[derive(Debug, Clone, PartialEq)]
pub struct EvidenceFiltered(pub Evidence);

/// A forecast is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct ForecastRequested(pub Run);

/// Every question of a run's round is answered, failed or past its deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunAnswered {
    /// The run.
    pub run: RunId,
    /// Whom it is for.
    pub tenant: Tenant,
    /// The round, from 1. The id of this fact derives from (run, iteration), so that it is said once per round,
    /// whoever says it.
    pub iteration: u32,
}

/// A forecast is done.
#[derive(Debug, Clone, PartialEq)]
pub struct ForecastMade(pub Forecast);

/// A run is done and has no forecast.
#[derive(Debug, Clone, PartialEq)]
pub struct RunEnded {
    /// The run. The id of this fact derives from it: a run ends once, whoever says it.
    pub run: RunId,
    /// Whom it is for.
    pub tenant: Tenant,
    /// When.
    pub at: Time,
    /// Why there is none.
    pub ending: NoForecast,
}

/// A result that leaves the fleet.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultPublished(pub ResultRow);
