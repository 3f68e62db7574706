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
