//! A role that was not updated after a migration, and a schema that is not migrated: no job is the cause, and the
//! operator is told what to do.

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::time::Duration;

use domain::Effect;
use domain::port::{Committed, Journal, PortError};
use store::{PostgresConfig, Store, roles};

use crate::roles::{connect, database, url_as};
use crate::samples::{note, settled};
use crate::support::{LEASE, execute};

#[tokio::test]
async fn a_missing_privilege_is_the_servers_fault_and_is_named_with_the_command_that_mends_it() {
    let (owner, url, prefix) = database().await;
    let writer = connect(&url, &prefix, "writer").await;
    assert_eq!(writer.journal().lacks().await.unwrap(), None);
    execute(&url, &format!("REVOKE INSERT ON note FROM {}", roles::role(&prefix, "writer"))).await;
    execute(&url, &format!("REVOKE ALL ON verdict_group_id FROM {}", roles::role(&prefix, "classifier"))).await;
    execute(&url, &format!("REVOKE UPDATE (asked_at) ON mcp_question FROM {}", roles::role(&prefix, "writer"))).await;
    let lacking = writer.journal().lacks().await.unwrap().unwrap();
    assert!(lacking.contains("UPDATE on mcp_question, INSERT on note"), "{lacking}");
    assert!(lacking.contains("auspex database roles --apply") && !lacking.contains("verdict_group_id"), "{lacking}");

    let mut needs = settled("needs it");
    needs.effects.push(Effect::NoteStored(Box::new(note("n", "text"))));
    // Both may be members of one batch: the job that needs no such privilege is not held up.
    let journal = writer.journal();
    let (needing, other) = tokio::join!(journal.commit(needs.clone()), journal.commit(settled("other")));
    assert!(needing.as_ref().is_err_and(PortError::is_down), "{needing:?}");
    assert!(matches!(other.unwrap(), Committed::New(_)));

    let of_all = owner.roles().missing_of_all().await.unwrap();
    assert_eq!(of_all[&roles::role(&prefix, "writer")], ["UPDATE on mcp_question", "INSERT on note"]);
    owner.roles().apply(&prefix).await.unwrap();
    assert_eq!(writer.journal().lacks().await.unwrap(), None);
    assert!(
        matches!(writer.journal().commit(needs).await.unwrap(), Committed::New(_)),
        "the same job, after the roles were applied"
    );
}

#[tokio::test]
async fn a_missing_table_is_named_before_the_work_begins() {
    let (_, url, prefix) = database().await;
    execute(&url, "ALTER TABLE note RENAME TO later").await;
    let lacking = connect(&url, &prefix, "writer").await.journal().lacks().await.unwrap().unwrap();
    assert!(lacking.contains("table note") && lacking.contains("auspex topology apply"), "{lacking}");
}

/// Parts of the schema that a migration would have made.
#[tokio::test]
async fn a_schema_that_is_not_migrated_is_the_servers_fault() {
    for change in [
        "ALTER TABLE note RENAME COLUMN text TO later",
        "ALTER TABLE inbox DROP CONSTRAINT inbox_pkey CASCADE",
        "ALTER SCHEMA public RENAME TO later",
    ] {
        let (_, url, prefix) = database().await;
        let config = PostgresConfig::new(url_as(&url, &prefix, "writer"), "writer");
        let config = PostgresConfig { retry_for: Duration::from_millis(100), ..config };
        let writer = Store::connect(config).await.unwrap();
        writer.journal().renew_lease(LEASE).await.unwrap();
        execute(&url, change).await;
        let mut outcome = settled("a");
        outcome.effects.push(Effect::NoteStored(Box::new(note("n", "text"))));
        let failed = writer.journal().commit(outcome).await;
        assert!(failed.as_ref().is_err_and(PortError::is_down), "{change}: {failed:?}");
    }
}
