//! What Auspex talks about: values and pure decisions.
//!
//! Invariant: nothing here does I/O, is `async` in its logic, reads a clock or draws a random number. The traits in
//! [`port`] are the only place where the outside world is mentioned, and they are implemented elsewhere.

pub mod budget;
pub mod classification;
pub mod clock;
pub mod effect;
pub mod entity;
pub mod event;
pub mod evidence;
pub mod forecast;
pub mod hindsight;
pub mod id;
pub mod miss;
pub mod money;
pub mod port;
pub mod probability;
pub mod research;
pub mod run;
pub mod schedule;
pub mod stance;
pub mod task;

pub use budget::{Budget, Scope};
pub use classification::{Classification, Decider};
pub use clock::{Clock, FixedClock};
pub use effect::{Effect, Outgoing};
pub use entity::{Entity, EntityKind, Representation};
pub use event::{Event, Kind};
pub use evidence::{Evidence, Filtering, Profile};
pub use forecast::{Forecast, Recommendation};
pub use id::{EntityId, EventId, InvalidId, JobId, RunId, Tenant};
pub use money::MicroUsd;
pub use probability::Probability;
pub use research::{ClaimStatus, Finding, Research, Source, Tier};
pub use run::{Question, Run};
pub use stance::{Stance, Standing};
pub use task::{ResearchTask, Subject};

/// A moment, always UTC.
pub type Time = chrono::DateTime<chrono::Utc>;
