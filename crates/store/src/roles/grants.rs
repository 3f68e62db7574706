//! Which process may do what with which table.
//!
//! A grant is (table, privileges): `r` is SELECT, `a` INSERT, `w` UPDATE, `d` DELETE, and `w(column)` UPDATE of one
//! column, which row locks require, `t` is TRUNCATE. `u` is USAGE of a sequence, its next number; UPDATE would also set
//! it back. Groups of grants correspond to modules of this crate.

use std::collections::{BTreeMap, BTreeSet};

/// The process that applies migrations; it owns the tables.
pub const MIGRATOR: &str = "migrator";

type Grants = &'static [(&'static str, &'static str)];

/// Inbox, outbox, steps, attempts and dead letters: every process that handles messages or publishes.
const JOURNAL: Grants = &[
    ("instance", "rawd"),
    ("inbox", "rawd"),
    ("outbox", "raw"),
    ("dispatch", "rawd"),
    ("hearer", "raw"),
    ("dead_letter", "raw"),
    ("nats_server", "rawd"),
    ("verdict", "r"),
    ("verdict_period", "r"),
    ("inbox_old", "r"),
    ("inbox_period", "r"),
];

/// Memoised replies and other slow work of jobs.
const STEPS: Grants = &[("step", "ra")];

/// Reports of workers about their tenants; a repeated report replaces the first.
const LOADS: Grants = &[("tenant_load", "rawd")];

/// Model calls and their money.
const LEDGER: Grants = &[
    ("budget", "raw"),
    ("budget_refusal", "raw"),
    ("call", "raw"),
    ("call_unsettled", "r"),
    ("batch_lane", "raw"),
    ("batch", "raw"),
    ("batch_item", "raw"),
    ("worker_model", "raw"),
    ("audit", "ra"),
];

/// Deletion of old rows, which the writer does for all tables. `UPDATE` of one column permits the row lock.
const PRUNE: Grants = &[
    ("inbox_old", "a"),
    ("inbox_period", "awd"),
    ("inbox_old_0", "rt"),
    ("inbox_old_1", "rt"),
    ("verdict_period", "awd"),
    ("verdict_0", "rt"),
    ("verdict_1", "rt"),
    ("outbox", "rd"),
    ("verdict_group", "rwd"),
    ("step", "rdw(made_at)"),
    ("batch", "rd"),
    ("batch_item", "rd"),
    ("page_use", "rdw(used_at)"),
    ("page", "rdw(checked_at)"),
    ("page_bytes", "raw"),
    ("kept_answer", "rdw(answered_at)"),
    ("hearer", "rd"),
    ("dead_letter", "rdw(at)"),
    ("redrive", "rdw(created_at)"),
    ("redrive_letter", "rdw(at)"),
    ("event", "rdw(received_at)"),
    ("result", "rd"),
    ("evidence", "rd"),
    ("audit", "rd"),
    ("budget", "rdw(made_at)"),
    ("budget_refusal", "rd"),
    ("call", "rdw(opened_at)"),
    ("note", "rdw(ended_at)"),
    ("note_link", "rd"),
    ("note_fact", "rd"),
    ("note_source", "rd"),
    ("note_sighting", "rd"),
    ("note_embedding", "rd"),
    ("research_embedding", "rd"),
    ("answered_question", "rd"),
    ("macro_result", "rdw(changed_at)"),
    ("macro_review", "rdw(at)"),
    ("macro_session", "rdw(changed_at)"),
    ("gateway_request", "rdw(at)"),
    ("mcp_session", "rdw(opened_at)"),
    ("console_session", "rdw(created_at)"),
    ("review_desk", "rdw(opened_at)"),
    ("mcp_shown", "rdw(shown_at)"),
    ("event_requester", "rdw(at)"),
    ("mcp_task", "rdw(created_at)"),
    ("mcp_question", "rdw(asked_at)"),
    ("webhook_delivery", "rdw(done_at)"),
    ("run_stop", "rdw(stopped_at)"),
    ("run_given_up", "rdw(given_up_at)"),
    ("run", "rdw(started_at)"),
    ("question", "rd"),
    ("answer", "rd"),
    ("valuation", "rd"),
    ("forecast", "rd"),
    ("research", "rdw(ended_at)"),
    ("note_of", "rd"),
    ("report", "rdw(made_at)"),
];

/// Reads of memory.
const MEMORY: Grants = &[
    ("entity", "r"),
    ("entity_key", "r"),
    ("representation", "r"),
    ("representation_context", "r"),
    ("research", "r"),
    ("entity_lease", "r"),
    ("fact", "r"),
    ("note", "r"),
    ("note_link", "r"),
    ("note_fact", "r"),
    ("note_source", "r"),
    ("note_sighting", "r"),
    ("note_embedding", "r"),
    ("research_embedding", "r"),
    ("answered_question", "r"),
    ("event", "r"),
    ("evidence", "r"),
    ("result", "r"),
    ("run", "r"),
    ("forecast", "r"),
    ("run_forecast", "r"),
];

/// Entities that a process creates. It neither changes nor removes those that exist; `UPDATE` of one column permits the
/// row lock.
const ENTITIES: Grants = &[
    ("entity", "raw(changed)"),
    ("entity_key", "ra"),
    ("representation", "raw(active)"),
    ("representation_context", "ra"),
];

/// Reads of runs and forecasts.
const RUNS: Grants = &[
    ("run", "r"),
    ("question", "r"),
    ("answer", "r"),
    ("run_stop", "r"),
    ("run_given_up", "r"),
    ("valuation", "r"),
    ("forecast", "r"),
    ("run_forecast", "r"),
    ("event", "r"),
    ("event_state", "r"),
    ("result", "r"),
    ("evidence", "r"),
    ("budget", "r"),
    ("call", "r"),
];

/// Decisions about macros and forecasts.
const REVIEWS: Grants = &[
    ("macro_session", "raw"),
    ("macro_result", "raw"),
    ("macro_review", "ra"),
    ("result", "ra"),
    ("forecast", "rw"),
    ("run", "r"),
    ("run_forecast", "r"),
    ("event", "r"),
];

const CLASSIFIER: Grants = &[("event", "ra"), ("verdict", "rad"), ("verdict_group", "ra"), ("verdict_group_id", "u")];
const RESEARCHER: Grants = &[
    ("research", "raw"),
    ("fact", "raw"),
    ("entity_lease", "raw"),
    ("entity_fence", "u"),
    ("page", "raw"),
    ("page_bytes", "rawd"),
    ("page_use", "ra"),
    ("kept_answer", "raw"),
    ("macro_session", "r"),
    ("macro_result", "r"),
];
const FORECASTER: Grants = &[
    ("run", "raw"),
    ("question", "raw"),
    ("answer", "raw"),
    ("forecast", "raw"),
    ("run_given_up", "raw"),
    ("valuation", "ra"),
    ("schedule", "rawd"),
    // Events of schedules, whose runs can be cancelled before they begin.
    ("event_requester", "ra"),
    ("recalibration", "ra"),
    ("outcome", "r"),
    ("outcome_class", "r"),
    ("answer_outcome", "r"),
];
const WRITER: Grants = &[
    // Whether a webhook selects the result about a group of quiet events, or a stream sends it.
    ("webhook_endpoint", "r"),
    ("result_reader", "r"),
    ("intake", "raw"),
    ("intake_change", "rdw(bytes)"),
    ("evidence", "raw"),
    ("event", "ra"),
    ("note", "raw"),
    ("note_link", "ra"),
    ("note_of", "ra"),
    ("note_fact", "raw"),
    ("note_source", "raw"),
    ("note_sighting", "ra"),
    ("note_embedding", "raw"),
    ("research_embedding", "raw"),
    ("answered_question", "ra"),
    ("report", "raw"),
    ("research", "rw"),
    ("page_use", "r"),
];

/// The gateway accepts events, reads what belongs to a token's tenant, decides reviews, and stores research that a
/// client gives. It makes no calls.
const GATEWAY: Grants = &[
    ("gateway_token", "rw(used_at)"),
    ("research", "raw"),
    // Notes of documents that a client gives.
    ("note", "ra"),
    ("entity_lease", "raw"),
    ("entity_fence", "u"),
    ("gateway_request", "raw"),
    ("mcp_session", "rawd"),
    ("console_session", "raw"),
    ("review_desk", "rawd"),
    ("mcp_shown", "raw"),
    ("event_requester", "ra"),
    ("mcp_task", "ra"),
    ("mcp_question", "rawd"),
    // The election of the reconciler, which publishes accepted events again that the stream has lost.
    ("batch_lane", "raw"),
    ("webhook_endpoint", "rawd"),
    ("webhook_secret", "rawd"),
    ("webhook_delivery", "rawd"),
    ("result_reader", "raw"),
    ("result_removed", "r"),
    ("intake", "raw"),
    ("intake_change", "rdw(bytes)"),
    ("schedule", "rawd"),
    ("answer_outcome", "raw"),
    ("outcome", "raw"),
    ("outcome_class", "rad"),
    ("report", "r"),
    ("audit", "ra"),
    ("run", "rw"),
    ("run_stop", "raw"),
    ("budget", "raw"),
    ("budget_refusal", "r"),
    ("dead_letter", "rw"),
    ("redrive", "raw"),
    ("redrive_letter", "ra"),
    ("inbox_old", "d"),
    ("verdict", "d"),
    ("verdict_group", "r"),
    ("worker_model", "r"),
    // The state of the fleet, for tokens with the scope `operate`.
    ("tenant_load", "r"),
    ("scoped_entity", "r"),
    ("scoped_note", "r"),
    ("scoped_research", "r"),
    ("scoped_call", "r"),
];

/// The command line: reads everything, imports lists, records outcomes, redrives, and manages tokens, webhooks and
/// schedules.
const OPERATOR: Grants = &[
    // Imports change entities; `auspex entity` promotes and removes them.
    ("entity", "rawd"),
    ("entity_key", "rawd"),
    ("representation", "rawd"),
    ("representation_context", "rawd"),
    ("gateway_token", "raw"),
    ("gateway_request", "r"),
    ("mcp_session", "r"),
    ("console_session", "r"),
    ("review_desk", "r"),
    ("mcp_shown", "r"),
    // Researches that a look-up requests, and rows of a result, are accepted as by a gateway.
    ("event_requester", "ra"),
    ("mcp_task", "r"),
    ("mcp_question", "r"),
    ("webhook_endpoint", "rawd"),
    ("webhook_secret", "rawd"),
    ("webhook_delivery", "raw"),
    ("schedule", "rawd"),
    ("answer_outcome", "raw"),
    ("outcome", "raw"),
    ("outcome_class", "rad"),
    ("recalibration", "r"),
    ("report", "r"),
    ("audit", "ra"),
    ("run", "rw"),
    ("run_stop", "raw"),
    ("budget", "raw"),
    ("budget_refusal", "r"),
    ("dead_letter", "rw"),
    ("redrive", "r"),
    ("redrive_letter", "r"),
    ("inbox_old", "d"),
    ("verdict", "d"),
    ("verdict_group", "r"),
    ("worker_model", "r"),
    ("call_unsettled", "r"),
    ("tenant_load", "r"),
    ("research", "rw"),
    ("fact", "raw"),
    ("note_of", "r"),
    ("batch", "r"),
    ("batch_item", "r"),
    ("batch_lane", "r"),
    ("page", "r"),
    ("page_bytes", "r"),
    ("page_use", "r"),
    ("kept_answer", "r"),
    ("_sqlx_migrations", "r"),
];

/// Grants of each role, by process.
pub(super) const ROLES: &[(&str, &[Grants])] = &[
    ("classifier", &[JOURNAL, STEPS, LOADS, LEDGER, MEMORY, CLASSIFIER]),
    ("researcher", &[JOURNAL, STEPS, LOADS, LEDGER, MEMORY, ENTITIES, RUNS, RESEARCHER]),
    ("filter", &[JOURNAL, STEPS, LOADS, LEDGER, RUNS]),
    ("forecaster", &[JOURNAL, STEPS, LOADS, LEDGER, RUNS, FORECASTER]),
    ("writer", &[JOURNAL, STEPS, LOADS, LEDGER, PRUNE, MEMORY, RUNS, REVIEWS, WRITER]),
    ("gateway", &[JOURNAL, MEMORY, ENTITIES, RUNS, REVIEWS, GATEWAY]),
    ("operator", &[JOURNAL, STEPS, MEMORY, RUNS, REVIEWS, OPERATOR]),
];

/// Returns the names of the processes that have a role, without the migrator.
pub fn processes() -> impl Iterator<Item = &'static str> {
    ROLES.iter().map(|(process, _)| *process)
}

/// Returns the role of a process: `prefix` and the process, joined by an underscore.
pub fn role(prefix: &str, process: &str) -> String {
    format!("{prefix}_{process}")
}

/// Returns the privileges of a process by table, as SQL names.
pub(super) fn privileges(process: &str) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut all: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    let groups = ROLES.iter().filter(|(name, _)| *name == process).flat_map(|(_, groups)| groups.iter().copied());
    for (table, letters) in groups.flatten() {
        let (letters, column) = match letters.split_once('(') {
            Some((letters, column)) => (letters, Some(column.trim_end_matches(')'))),
            None => (*letters, None),
        };
        let granted = all.entry(table).or_default();
        for letter in letters.chars() {
            granted.insert(match (letter, column) {
                ('r', _) => "SELECT".to_owned(),
                ('a', _) => "INSERT".to_owned(),
                ('d', _) => "DELETE".to_owned(),
                ('t', _) => "TRUNCATE".to_owned(),
                ('u', _) => "USAGE".to_owned(),
                (_, Some(column)) => format!("UPDATE ({column})"),
                (_, None) => "UPDATE".to_owned(),
            });
        }
    }
    all
}
