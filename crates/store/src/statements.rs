//! Statements of several modules, for the test of their plans.

/// Returns the statements of the paged lists, each with the index that must serve it.
pub fn list_statements() -> [(&'static str, &'static str); 4] {
    [
        (crate::runs::overview::OVERVIEW, "run_tenant"),
        (crate::memory::notes::NOTES, "note_tenant_made"),
        (crate::reports::REPORTS, "report_tenant"),
        (crate::dead_letters::DEAD_LETTERS, "dead_letter_tenant"),
    ]
}

/// Returns the statements that select what a tenant learned about the entity `e`, each with arguments of the tenant
/// `acme`.
pub fn entity_statements() -> [(&'static str, &'static str); 3] {
    [
        (crate::memory::notes::SEEN, "'e', 'acme', 10000"),
        (crate::runs::EVENTS, "'acme', 'e', 1000"),
        (crate::memory::timeline::ITEMS, "'e', NULL, NULL, NULL, 200, 'acme', false"),
    ]
}

/// Returns the statement that scans the index of vectors, and the settings of its transaction.
pub fn vector_statement() -> (&'static str, &'static str) {
    crate::memory::retrieve::neighbors::planned()
}

/// Returns the statements of the console's lists and counts, each with arguments of the tenant `big` and the index that
/// must serve it, or several of which one must.
pub fn console_statements() -> Vec<(&'static str, &'static str, &'static str)> {
    use crate::runs::RunSelection::{All, Ended, Forecast, Open, Review};
    let (events, counted, values) = crate::events::list::STATEMENTS;
    let [groups, letters, letter_count] = crate::dead_letter_groups::STATEMENTS;
    let [redrive_counts, redrive_next] = crate::redrives::STATEMENTS;
    let mut found = vec![
        (
            events,
            "'big', now() - interval '7 days', '{question,transaction,scout_alert,retrieval_miss,directions,macro}', '{0,1,2}', NULL, NULL, 51",
            "event_state_listed",
        ),
        (
            events,
            "'big', now() - interval '7 days', '{question}', '{0,1,2}', now(), gen_random_uuid(), 51",
            "event_state_listed",
        ),
        (
            events,
            "'big', now() - interval '7 days', '{question,transaction,scout_alert,retrieval_miss,directions,macro}', '{2}', NULL, NULL, 51",
            "event_state_listed",
        ),
        (events, "'big', now() - interval '7 days', '{question}', '{1}', NULL, NULL, 51", "event_state_listed"),
        (
            counted,
            "'big', now() - interval '7 days', '{question,transaction,scout_alert,retrieval_miss,directions,macro}', '{0,1,2}', 10000",
            "event_state_listed|event_state_pkey",
        ),
        (counted, "'big', now() - interval '7 days', '{question}', '{2}', 10000", "event_state_listed"),
        (
            values,
            "'big', now() - interval '7 days', '{question,transaction,scout_alert,retrieval_miss,directions,macro}', '{0,1,2}', 1000",
            "event_state_listed",
        ),
        (groups, "'big', 200", "dead_letter_open|dead_letter_tenant"),
        (letters, "'big', NULL, NULL, NULL, true, NULL, NULL, 51", "dead_letter_tenant|dead_letter_at"),
        (letter_count, "'big', 'filter', NULL, NULL, true, 10000", "dead_letter_open|dead_letter_tenant"),
        (crate::runs::PLAN, "'Q', 'big', now() - interval '7 days', gen_random_uuid(), 'p'", "run_same_question"),
        (redrive_counts, "'big', 'filter', 'rejected', NULL, now(), 10000", "dead_letter_open|dead_letter_tenant"),
        (
            redrive_next,
            "'big', 'filter', 'rejected', NULL, now(), gen_random_uuid(), 100",
            "dead_letter_open|dead_letter_tenant",
        ),
        (
            crate::forecasts::FAMILY,
            "'big', 'family', now() - interval '14 days', now(), gen_random_uuid(), 20",
            "run_family",
        ),
        (
            crate::forecasts::OPTIONS,
            "'big', 'event', now() - interval '14 days', now(), gen_random_uuid(), 20, 'ada'",
            "run_event_option",
        ),
        (crate::runs::RELATED, "'big', gen_random_uuid(), 20", "run_same_question"),
    ];
    for selection in [All, Open, Forecast, Review, Ended] {
        let (list, count, neighbors) = selection.statements();
        found.push((list, "'big', NULL, NULL, 51", "run_tenant|run_started|run_open|run_done"));
        found.push((neighbors, "'big', gen_random_uuid()", "run_tenant|run_started|run_open|run_done"));
        found.push((count, "'big', 10000", "run_tenant|run_started|run_open|run_market|run_done"));
    }
    found
}
