//! Domain values and pure decisions.
//!
//! Invariant: this crate does no I/O, reads no clock and draws no random number, and its logic is not `async`. The
//! traits in [`port`] describe the outside world; other crates implement them.

pub mod access;
pub mod answer;
pub mod budget;
mod bundle_review;
pub mod calendar;
pub mod classification;
pub mod clock;
pub mod cool_down;
pub mod deep_report;
pub mod effect;
pub mod entity;
pub mod entity_request;
pub mod event;
pub mod event_fact;
pub mod event_form;
pub mod evidence;
pub mod forecast;
pub mod hindsight;
pub mod id;
pub mod json_pointer;
pub mod lei;
mod market;
pub mod miss;
pub mod money;
pub mod note;
pub mod number_word;
pub mod outcome;
pub mod port;
pub mod probability;
pub mod question_form;
pub mod reading;
pub mod redrive;
pub mod research;
pub mod research_macro;
pub mod review;
pub mod run;
pub mod schedule;
pub mod source_rules;
pub mod stance;
pub mod task;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod tls;
pub mod verdict;
pub mod webhook;

pub use answer::{AnswerKind, Distribution};
pub use budget::{Budget, BudgetScope};
pub use classification::{Classification, Decider};
pub use clock::{Clock, FixedClock};
pub use deep_report::DeepReport;
pub use effect::{Effect, Outgoing};
pub use entity::{Entity, EntityKind, Representation};
pub use event::{Event, EventKind};
pub use event_fact::EventFact;
pub use evidence::{Evidence, Filtering, Profile};
pub use forecast::{Forecast, Recommendation};
pub use id::{BundleId, EntityId, EventId, InvalidId, JobId, RunId, Tenant};
pub use lei::{InvalidLei, Lei};
pub use money::MicroUsd;
pub use probability::Probability;
pub use reading::{NamedDeadline, Reading};
pub use research::{ClaimStatus, Finding, Research, Source, Tier};
pub use research_macro::{LeiCheck, LeiStatus, MacroResult, MacroSource, ReviewPolicy, SchemaViolation, SearchQuality};
pub use run::{Question, Run};
pub use source_rules::SourceRules;
pub use stance::{Stance, Standing};
pub use task::{EntityTerms, ResearchTask, Subject, bundle_folder};
pub use tls::{ClientFiles, TlsFiles, TlsServer};
pub use verdict::{QuietRule, Verdict, VerdictGroup};

/// An instant in UTC.
pub type Time = chrono::DateTime<chrono::Utc>;
