//! The statements that delete old rows. Each takes the retention in seconds, finds its rows by an index and deletes a
//! bounded number, so that no statement scans a table and no lock is held for long.

use super::pruned::Pruned;

/// Class of rows with one retention time, see [`super::Retention`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Work,
    QuietEvents,
    DeadLetters,
    Sources,
    History,
}

/// A statement, repeated until it deletes nothing.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    pub(super) table: &'static str,
    pub(super) class: Class,
    pub(super) sql: &'static str,
    pub(super) count: fn(&mut Pruned) -> &mut u64,
}

/// Deletes the oldest rows of a table. Ordered, so that the index is read from its old end.
macro_rules! old {
    ($table:literal, $since:literal) => {
        old!($table, $since, "TRUE")
    };
    ($table:literal, $since:literal, $also:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE ctid = ANY(ARRAY(SELECT ctid FROM ",
            $table,
            " WHERE ",
            $since,
            " < now() - make_interval(secs => $1) AND ",
            $also,
            " ORDER BY ",
            $since,
            " LIMIT 5000 FOR UPDATE SKIP LOCKED))"
        )
    };
}

/// Deletes the oldest events that meet a condition, with their results, evidence and audit entries.
macro_rules! events {
    ($condition:literal) => {
        concat!(
            "
WITH gone AS (
    DELETE FROM event WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM event WHERE received_at < now() - make_interval(secs => $1) AND ",
            $condition,
            "
        ORDER BY received_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
    RETURNING job
), results AS (DELETE FROM result x USING gone WHERE x.event = gone.job),
   findings AS (DELETE FROM evidence x USING gone WHERE x.event = gone.job RETURNING x.job),
   questions AS (DELETE FROM answered_question x USING findings WHERE x.job = findings.job),
   entries AS (DELETE FROM audit x USING gone WHERE x.event = gone.job AND x.token IS NULL)
SELECT job FROM gone"
        )
    };
}

/// The index is on the start of a job, because an index on its end would be written a second time. A job ends after its
/// start.
const INBOX: &str = old!("inbox", "begun_at", "done_at < now() - make_interval(secs => $1)");

/// Keeps messages that are still watched. Rows that are kept are few, and of the oldest not more than 5,000 are read;
/// so in the statements below.
const OUTBOX: &str = "
DELETE FROM outbox WHERE ctid = ANY(ARRAY(
    SELECT o.ctid FROM (SELECT ctid, id FROM outbox WHERE created_at < now() - make_interval(secs => $1) ORDER BY created_at LIMIT 5000) AS o
    WHERE NOT EXISTS (SELECT 1 FROM dispatch d WHERE d.id = o.id)))";

const PAGES: &str = "
WITH gone AS (
    DELETE FROM page WHERE ctid = ANY(ARRAY(
        SELECT p.ctid FROM (SELECT ctid, hash FROM page WHERE checked_at < now() - make_interval(secs => $1) ORDER BY checked_at LIMIT 5000) AS p
        WHERE NOT EXISTS (SELECT 1 FROM page_use u WHERE u.hash = p.hash) LIMIT 5000))
    RETURNING hash
), loose AS (
    INSERT INTO page_bytes (hash) SELECT DISTINCT hash FROM gone ORDER BY hash ON CONFLICT (hash) DO UPDATE SET loose_at = now()
)
SELECT hash FROM gone";
const ANSWERS: &str = "
DELETE FROM kept_answer WHERE ctid = ANY(ARRAY(
    SELECT a.ctid FROM (
        SELECT ctid, hash FROM kept_answer WHERE answered_at < now() - make_interval(secs => $1) ORDER BY answered_at LIMIT 5000) AS a
    WHERE NOT EXISTS (SELECT 1 FROM page_use u WHERE u.hash = a.hash) LIMIT 5000))";

/// Keeps results that wait for their review, and those that wait for the execution of their verbs.
const MACRO_RESULTS: &str = "
DELETE FROM macro_result WHERE ctid = ANY(ARRAY(
    SELECT m.ctid FROM (
        SELECT ctid, id, tenant, session FROM macro_result
        WHERE changed_at < now() - make_interval(secs => $1) AND state <> 'pending' ORDER BY changed_at LIMIT 5000) AS m
    WHERE NOT EXISTS (SELECT 1 FROM macro_session s
                      WHERE s.tenant = m.tenant AND s.id = m.session AND s.result = m.id AND s.state = 'verbs_ready')
    LIMIT 5000))";
const MACRO_DECISIONS: &str = "
DELETE FROM macro_review WHERE ctid = ANY(ARRAY(
    SELECT v.ctid FROM (SELECT ctid, result FROM macro_review WHERE at < now() - make_interval(secs => $1) ORDER BY at LIMIT 5000) AS v
    WHERE NOT EXISTS (SELECT 1 FROM macro_result m WHERE m.id = v.result) LIMIT 5000))";
const MACRO_SESSIONS: &str = "
DELETE FROM macro_session WHERE ctid = ANY(ARRAY(
    SELECT s.ctid FROM (
        SELECT ctid, tenant, id FROM macro_session WHERE changed_at < now() - make_interval(secs => $1) ORDER BY changed_at LIMIT 5000) AS s
    WHERE NOT EXISTS (SELECT 1 FROM macro_result m WHERE m.tenant = s.tenant AND m.session = s.id) LIMIT 5000))";

/// A run that has begun carries its stop itself. A run that has not may begin when a dead letter is redriven and must
/// find its stop then, so its stop is kept as long as the sources of findings.
const STOPS: &str = "
DELETE FROM run_stop WHERE ctid = ANY(ARRAY(
    SELECT s.ctid FROM run_stop s WHERE s.stopped_at < now() - make_interval(secs => $1)
      AND EXISTS (SELECT 1 FROM run r WHERE r.id = s.run) LIMIT 5000 FOR UPDATE OF s SKIP LOCKED))";
/// Keeps the row while the round waits for its decision, because the row ends the run.
const DEAD_DECISIONS: &str = "
DELETE FROM run_given_up WHERE ctid = ANY(ARRAY(
    SELECT g.ctid FROM run_given_up g WHERE g.given_up_at < now() - make_interval(secs => $1)
      AND NOT EXISTS (SELECT 1 FROM run r WHERE r.id = g.run AND r.iteration = g.round AND r.phase = 'analyzing')
    LIMIT 5000 FOR UPDATE OF g SKIP LOCKED))";

/// Keeps instances with open calls: the sweep settles these because the instance is dead.
const INSTANCES: &str = "
DELETE FROM instance a WHERE a.alive_until < now() - make_interval(secs => $1)
  AND NOT EXISTS (SELECT 1 FROM call_unsettled u JOIN call c ON c.id = u.call WHERE c.instance = a.name AND c.state = 'intent')";

/// A worker renews the rows of its subjects every day. A removed consumer never ends its messages, so they go with its
/// registration, first those at a position, then those at none.
const REMOVED_PLACED: &str = "
DELETE FROM dispatch WHERE ctid = ANY(ARRAY(
    SELECT d.ctid FROM hearer h CROSS JOIN LATERAL (
        SELECT ctid FROM dispatch WHERE sequence IS NOT NULL AND subject_topic(subject) = h.subject AND consumer = h.consumer LIMIT 5000) AS d
    WHERE h.seen_at < now() - make_interval(secs => $1) LIMIT 5000))";
const REMOVED_UNPLACED: &str = "
DELETE FROM dispatch WHERE ctid = ANY(ARRAY(
    SELECT d.ctid FROM hearer h CROSS JOIN LATERAL (
        SELECT ctid FROM dispatch
        WHERE sequence IS NULL AND sent_at IS NOT NULL AND subject_topic(subject) = h.subject AND consumer = h.consumer LIMIT 5000) AS d
    WHERE h.seen_at < now() - make_interval(secs => $1) LIMIT 5000))";
const CONSUMERS: &str = "DELETE FROM hearer WHERE seen_at < now() - make_interval(secs => $1)";

/// Notes that no longer hold, with their links.
const NOTES: &str = "
WITH gone AS (
    DELETE FROM note WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM note WHERE ended_at < now() - make_interval(secs => $1)
        ORDER BY ended_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
    RETURNING id
), links AS (DELETE FROM note_link x USING gone WHERE x.note = gone.id),
   others AS (DELETE FROM note_link x USING gone WHERE x.other = gone.id),
   facts AS (DELETE FROM note_fact x USING gone WHERE x.note = gone.id),
   sources AS (DELETE FROM note_source x USING gone WHERE x.note = gone.id),
   sightings AS (DELETE FROM note_sighting x USING gone WHERE x.note = gone.id),
   vectors AS (DELETE FROM note_embedding x USING gone WHERE x.note = gone.id)
SELECT id FROM gone";

/// Runs that have ended, with their questions, answers, valuations and forecast.
const RUNS: &str = "
WITH gone AS (
    DELETE FROM run WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM run WHERE started_at < now() - make_interval(secs => $1) AND phase = 'done'
        ORDER BY started_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
    RETURNING id
), forecasts AS (DELETE FROM forecast x USING gone WHERE x.run = gone.id),
   questions AS (DELETE FROM question x USING gone WHERE x.run = gone.id),
   answers AS (DELETE FROM answer x USING gone WHERE x.run = gone.id),
   valuations AS (DELETE FROM valuation x USING gone WHERE x.run = gone.id)
SELECT id FROM gone";

/// Versions of research that no longer hold, with the list of their notes and their vectors. The newest version of each
/// entity is kept.
const RESEARCH: &str = "
WITH gone AS (
    DELETE FROM research WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM research WHERE ended_at < now() - make_interval(secs => $1)
        ORDER BY ended_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
    RETURNING entity, version, made_at
), notes AS (DELETE FROM note_of x USING gone WHERE x.entity = gone.entity AND x.made_at = gone.made_at),
   vectors AS (DELETE FROM research_embedding x USING gone WHERE x.entity = gone.entity AND x.version = gone.version)
SELECT entity FROM gone";

/// Groups of verdicts. The verdicts are truncated with their partition (`crate::aging::verdicts`).
const VERDICTS: &str = "
WITH gone AS (
    DELETE FROM verdict_group WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM verdict_group WHERE made_at < now() - make_interval(secs => $1)
        ORDER BY made_at LIMIT 10 FOR UPDATE SKIP LOCKED))
    RETURNING message
), results AS (DELETE FROM result x USING gone WHERE x.event = gone.message)
SELECT 1 FROM gone";

/// Published results about quiet events leave the outbox within a minute or two, regardless of the retention: the
/// verdicts are in their own table. A result that the stream has not confirmed is in `dispatch`; while there are very
/// many of them, none is deleted.
const VERDICT_RESULTS: &str = "
DELETE FROM outbox WHERE ctid = ANY(ARRAY(
    SELECT o.ctid FROM (
        SELECT ctid, id, created_at FROM outbox
        WHERE starts_with(subject, 'auspex.result.classifications.') AND created_at < now() - make_interval(secs => $1)
        ORDER BY created_at LIMIT 5000) AS o
    WHERE NOT EXISTS (SELECT FROM dispatch d WHERE d.id = o.id)
    ORDER BY o.created_at LIMIT 5000))";

const fn rule(table: &'static str, class: Class, sql: &'static str, count: fn(&mut Pruned) -> &mut u64) -> Rule {
    Rule { table, class, sql, count }
}

/// Deletes published results about quiet events, independent of a retention.
pub(super) const PUBLISHED: Rule = rule("outbox", Class::Work, VERDICT_RESULTS, |pruned| &mut pruned.outbox);

/// A paused redrive stays until it is cancelled.
const ENDED_REDRIVES: &str = old!("redrive", "created_at", "state IN ('cancelled', 'done')");

/// Every statement, in order. Records of a use go before the pages that they keep.
pub(super) const RULES: &[Rule] = &[
    rule("page_use", Class::Sources, old!("page_use", "used_at"), |pruned| &mut pruned.uses),
    rule("page", Class::Sources, PAGES, |pruned| &mut pruned.pages),
    rule("kept_answer", Class::Sources, ANSWERS, |pruned| &mut pruned.pages),
    rule("inbox", Class::Work, INBOX, |pruned| &mut pruned.inbox),
    rule("outbox", Class::Work, OUTBOX, |pruned| &mut pruned.outbox),
    rule("step", Class::Work, old!("step", "made_at"), |pruned| &mut pruned.steps),
    rule("run_stop", Class::Work, STOPS, |pruned| &mut pruned.stops),
    rule("run_stop", Class::Sources, old!("run_stop", "stopped_at"), |pruned| &mut pruned.stops),
    rule("run_given_up", Class::Work, DEAD_DECISIONS, |pruned| &mut pruned.dead_decisions),
    rule("macro_result", Class::Sources, MACRO_RESULTS, |pruned| &mut pruned.reviews),
    rule("macro_review", Class::Sources, MACRO_DECISIONS, |pruned| &mut pruned.reviews),
    rule("event_requester", Class::Sources, old!("event_requester", "at"), |pruned| &mut pruned.reviews),
    rule("macro_session", Class::Sources, MACRO_SESSIONS, |pruned| &mut pruned.reviews),
    rule("gateway_request", Class::Work, old!("gateway_request", "at"), |pruned| &mut pruned.request_keys),
    rule("mcp_session", Class::Work, old!("mcp_session", "opened_at"), |pruned| &mut pruned.mcp_sessions),
    rule("console_session", Class::Work, old!("console_session", "created_at"), |pruned| &mut pruned.mcp_sessions),
    rule("review_desk", Class::Work, old!("review_desk", "opened_at"), |pruned| &mut pruned.reviews),
    rule("mcp_task", Class::Work, old!("mcp_task", "created_at"), |pruned| &mut pruned.mcp_sessions),
    rule("mcp_question", Class::Work, old!("mcp_question", "asked_at"), |pruned| &mut pruned.mcp_sessions),
    rule("mcp_shown", Class::Work, old!("mcp_shown", "shown_at"), |pruned| &mut pruned.mcp_sessions),
    rule("batch_item", Class::Work, old!("batch_item", "queued_at"), |pruned| &mut pruned.batches),
    rule("batch", Class::Work, old!("batch", "done_at"), |pruned| &mut pruned.batches),
    rule("webhook_delivery", Class::Work, old!("webhook_delivery", "done_at"), |pruned| &mut pruned.deliveries),
    rule("instance", Class::Work, INSTANCES, |pruned| &mut pruned.instances),
    rule("dispatch", Class::Work, REMOVED_PLACED, |pruned| &mut pruned.outbox),
    rule("dispatch", Class::Work, REMOVED_UNPLACED, |pruned| &mut pruned.outbox),
    rule("hearer", Class::Work, CONSUMERS, |pruned| &mut pruned.consumers),
    rule("dead_letter", Class::DeadLetters, old!("dead_letter", "at"), |pruned| &mut pruned.dead_letters),
    rule("redrive_letter", Class::DeadLetters, old!("redrive_letter", "at"), |pruned| &mut pruned.redrives),
    rule("redrive", Class::DeadLetters, ENDED_REDRIVES, |pruned| &mut pruned.redrives),
    rule("event", Class::QuietEvents, events!("NOT interesting AND tasks = 0 AND run IS NULL"), |pruned| {
        &mut pruned.events
    }),
    rule("event", Class::History, events!("(interesting OR tasks > 0 OR run IS NOT NULL)"), |pruned| {
        &mut pruned.events
    }),
    rule("verdict_group", Class::QuietEvents, VERDICTS, |pruned| &mut pruned.verdict_groups),
    // Budgets go before their calls, and later ones of their calls have no budget to disagree with.
    rule("budget", Class::History, old!("budget", "made_at"), |pruned| &mut pruned.budgets),
    rule("budget_refusal", Class::History, old!("budget_refusal", "day"), |pruned| &mut pruned.budgets),
    rule("call", Class::History, old!("call", "opened_at", "state <> 'intent'"), |pruned| &mut pruned.calls),
    rule("note", Class::History, NOTES, |pruned| &mut pruned.notes),
    rule("run", Class::History, RUNS, |pruned| &mut pruned.runs),
    rule("research", Class::History, RESEARCH, |pruned| &mut pruned.research),
    rule("report", Class::History, old!("report", "made_at"), |pruned| &mut pruned.reports),
];
