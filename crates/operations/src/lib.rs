//! What a user can do, once: one file per noun, one function per verb. HTTP and MCP adapt these functions; this crate
//! knows neither.
//!
//! A function takes a [`Context`] (the caller, and what the operations need) and an input, checks the scope of the
//! caller's token, and returns an output or an [`OperationError`]. Inputs and outputs state their JSON form (serde) and
//! their schema (utoipa) here only.
//!
//! Invariants: an event is in Postgres before it is acknowledged. The tenant of every read and write is the caller's.
//! No error contains a secret or the text of an internal error.
//!
//! | noun | verbs |
//! |---|---|
//! | [`events`] | publish, publish a batch, show, read the message |
//! | [`questions`] | ask |
//! | [`runs`] | list, count, show, list those of the same question and the model calls, status, report, cancel |
//! | [`forecasts`] | show |
//! | [`threshold`] | probability that a number or a date is at most a threshold |
//! | [`pages`] | show the text of a page that a run cites |
//! | [`scores`] | list the forecasts of resolved questions, show their score |
//! | [`find`] | find ids by their first digits |
//! | [`settlement`] | show whether events and their work are done |
//! | [`outcomes`] | record, record a batch, list the history |
//! | [`reports`] | list, read, read as a page or as PDF |
//! | [`deep_reports`] | write, status |
//! | [`macros`] | list, show, execute |
//! | [`reviews`] | list, show, approve, reject, execute verbs, publish rows; the state of a session; drafts, presence |
//! | [`entities`] | find, list own ones, show, history, timeline, name the report |
//! | [`memory`] | list notes, retrieve, retrieve or research |
//! | [`research`] | store research that a client has done, request research of a question or of entities |
//! | [`schedules`] | list, put, run now, delete |
//! | [`webhooks`] | list, create, show, change, delete, rotate the secret, list deliveries, replay |
//! | [`bundles`] | show, read a file |
//! | [`dead_letters`] | show, redrive, drop |
//! | [`spend`] | show |
//! | [`costs`] | show the costs of earlier events, estimate those of further ones |
//! | [`summary`] | show |
//! | [`fleet`] | list the models of the workers, show their state, faults and what waits |
//! | [`changes`] | list the audit trail |
//! | [`event_list`] | list, count; its filter language is [`event_filter`] |
//! | [`dead_letter_groups`] | list, count, group |
//! | [`redrives`] | preview, start, list, show, pause, resume, cancel; execute those that are due |
//! | [`console`] | create a login, open a session |
//!
//! [`streams`] sends results and the progress of runs as they come. [`formats`] parses files with events, which
//! `auspex publish` publishes in batches.

pub mod answer_scores;
mod audit;
mod broker;
pub mod bundles;
mod caller;
pub mod changes;
mod confidence;
pub mod console;
pub mod costs;
pub mod dead_letter_groups;
pub mod dead_letters;
pub mod deep_reports;
pub mod entities;
mod error;
pub mod event_filter;
pub mod event_list;
pub mod events;
pub mod find;
pub mod fleet;
pub mod forecasts;
pub mod formats;
pub mod input;
pub mod macros;
pub mod memory;
pub mod outcomes;
mod page;
pub mod pages;
pub mod printing;
pub mod progress;
mod question_kind;
pub mod questions;
pub mod random;
pub mod redrives;
mod related_runs;
pub mod reports;
pub mod research;
pub mod reviews;
mod run_calls;
mod run_list;
pub mod runs;
pub mod schedules;
pub mod score_figures;
pub mod scores;
pub mod settlement;
pub mod spend;
pub mod streams;
pub mod summary;
pub mod threshold;
pub mod webhooks;

use std::sync::Arc;
use std::time::Duration;

use domain::{Clock, Tenant, Time};
use extraction::sandbox::DocumentReader;
use store::Store;
use tokio_util::sync::CancellationToken;
use worker::{JustInTime, Objects};

use audit::Action;
pub use broker::Broker;
pub use caller::Caller;
pub use confidence::{ConfidenceLevel, GivenConfidence};
pub use error::{ErrorKind, FieldProblem, OperationError};
pub use page::{MAX_COUNT, Page, PageQuery};

use domain::access::AccessScope;
use events::{PendingEvents, Queue};
use macros::Macros;
use printing::PagePrinter;
use webhooks::WebhookTargets;

/// What the operations of all callers need.
pub struct Operations {
    /// Postgres, for work that serves all tenants. What a caller reads or changes goes through [`Operations::store`].
    pub all_tenants: Arc<Store>,
    /// The process's clock.
    pub clock: Arc<dyn Clock>,
    /// Stored events that wait for their publication.
    pub queue: Queue,
    /// Stored events that the fleet has not settled.
    pub pending: PendingEvents,
    /// Files of bundles and bytes of pages, which the researcher writes; operations only read them.
    pub objects: Arc<dyn Objects>,
    /// Reads the bytes of pages.
    pub parser: Arc<dyn DocumentReader>,
    /// Prints reports as PDF; `None` without a browser.
    pub printer: Option<Arc<dyn PagePrinter>>,
    /// The connection to NATS.
    pub broker: Arc<Broker>,
    /// Targets that webhooks may contact.
    pub targets: Arc<dyn WebhookTargets>,
    /// Thresholds below which a look-up requests research.
    pub memory: JustInTime,
    /// Research macros that callers may list and execute.
    pub macros: Macros,
    /// Limits of operations.
    pub limits: OperationLimits,
    /// Cancelled when the process stops; waits end.
    pub stop: CancellationToken,
}

/// Limits of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperationLimits {
    /// Maximum schedules of one tenant; 0 for no limit.
    pub schedules: u32,
    /// Maximum time to wait for the answer of an executor of verbs.
    pub executor: Duration,
}

/// The operations of one caller.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    operations: &'a Operations,
    caller: &'a Caller,
}

impl Operations {
    /// Returns the operations of a caller.
    pub fn of<'a>(&'a self, caller: &'a Caller) -> Context<'a> {
        Context { operations: self, caller }
    }

    /// Returns `true` if reports can be printed as PDF.
    pub fn can_print(&self) -> bool {
        self.printer.is_some()
    }

    /// Returns Postgres for the rows of one tenant, and those that all tenants share: row-level security hides the
    /// rest.
    pub fn store(&self, tenant: &Tenant) -> Store {
        self.all_tenants.of(tenant)
    }
}

impl<'a> Context<'a> {
    /// Returns `true` if reports can be printed as PDF.
    pub fn can_print(self) -> bool {
        self.operations.can_print()
    }

    /// Returns the caller.
    pub fn caller(self) -> &'a Caller {
        self.caller
    }

    /// Returns Postgres for the rows of the caller's tenant.
    fn store(self) -> Store {
        self.operations.store(self.tenant())
    }

    fn tenant(self) -> &'a Tenant {
        &self.caller.tenant
    }

    fn now(self) -> Time {
        self.operations.clock.now()
    }

    /// Refuses a caller whose token lacks a scope.
    fn require(self, scope: AccessScope) -> Result<(), OperationError> {
        self.caller.require(scope)
    }

    /// Records a change that was made in the audit trail.
    async fn record(self, action: Action) {
        audit::record(self.operations, audit::change(self, action)).await;
    }
}
