//! Injects server faults without root rights or mounts.
//!
//! Triggers in Postgres raise the SQLSTATEs of a full disk or a deadlock, and rewrite rows as a newer build would write
//! them. A limit on the file size makes writes of a server fail as on a full disk, with EFBIG in place of ENOSPC (Linux
//! only).

use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use local_servers::Server;

use crate::wait::PATIENCE;
use crate::{Database, wait};

/// Tables that every job writes to.
const WRITTEN: [&str; 4] = ["inbox", "outbox", "step", "call"];
/// Tables with a JSON body that another build may have written.
const BODIES: [&str; 6] = ["run", "question", "answer", "evidence", "research", "event"];

/// SQLSTATE of a full disk, `disk_full`.
pub const DISK_FULL: &str = "53100";
/// SQLSTATE `deadlock_detected`.
pub const DEADLOCK: &str = "40P01";
/// SQLSTATE `serialization_failure`.
pub const SERIALIZATION: &str = "40001";

/// Makes this share (0 to 1) of the writes to the work tables fail with one of `codes`, at random.
pub async fn fail_writes(database: &Database, codes: &[&str], share: f64) -> anyhow::Result<()> {
    let list = codes.iter().map(|code| format!("'{code}'")).collect::<Vec<_>>().join(",");
    let sql = format!(
        "CREATE OR REPLACE FUNCTION injected_fault() RETURNS trigger LANGUAGE plpgsql AS $$
         DECLARE codes text[] := ARRAY[{list}];
         BEGIN
           IF random() < {share} THEN
             RAISE EXCEPTION 'injected fault' USING ERRCODE = codes[1 + floor(random() * array_length(codes, 1))::int];
           END IF;
           RETURN NULL;
         END $$;"
    );
    change(database, &sql).await?;
    for table in WRITTEN {
        let sql = format!(
            "CREATE OR REPLACE TRIGGER injected_fault BEFORE INSERT OR UPDATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION injected_fault()"
        );
        change(database, &sql).await?;
    }
    Ok(())
}

/// Runs one change as a transaction and retries it: it may be the victim of a deadlock, or the server may have no free
/// connection.
async fn change(database: &Database, sql: &str) -> anyhow::Result<()> {
    wait::until("a change of the fault triggers", PATIENCE, || async { database.change(sql).await.map(|_| Ok(())) })
        .await
}

/// Ends [`fail_writes`]. Only the function changes, because dropping a trigger would wait for concurrent writes.
pub async fn allow_writes(database: &Database) -> anyhow::Result<()> {
    let sql =
        "CREATE OR REPLACE FUNCTION injected_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$";
    change(database, sql).await
}

/// File size limit for `prlimit`. Files below 4 KiB are still written, as on most full disks.
const FILE_SIZE_LIMIT: &str = "4096:";

/// Limits every file of the server to 4 KiB, as on a full disk. Its future child processes inherit the limit.
pub fn fill_disk(server: &Server) -> anyhow::Result<()> {
    limit(server, FILE_SIZE_LIMIT)
}

/// Removes the limit.
pub fn free_disk(server: &Server) -> anyhow::Result<()> {
    limit(server, "unlimited:")
}

/// Sets the soft limit, which needs no rights, and keeps the hard limit.
fn limit(server: &Server, size: &str) -> anyhow::Result<()> {
    for pid in server.pids() {
        let status = Command::new("prlimit")
            .args(["--pid", &pid.to_string(), &format!("--fsize={size}")])
            .stdin(Stdio::null())
            .status()
            .context("running prlimit (util-linux)")?;
        // A Postgres backend may have ended in the meantime, but not the server.
        let is_gone = !std::path::Path::new(&format!("/proc/{pid}")).exists();
        ensure!(status.success() || is_gone, "prlimit on {} (process {pid}) ended with {status}", server.name());
    }
    Ok(())
}

/// Adds unknown content to every message and stored body, as a newer build would: field 1999 at the end of each
/// message, a key and a nested object in each JSON body.
pub async fn newer_build(database: &Database) -> anyhow::Result<()> {
    // Field 1999, length-delimited: (1999 << 3) | 2 = 15994 as a varint, then the length and the bytes.
    let messages = r#"
        CREATE FUNCTION newer_message() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN NEW.payload := NEW.payload || '\xfa7c056e65776572'::bytea; RETURN NEW; END $$;
        CREATE TRIGGER newer BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION newer_message();
        CREATE FUNCTION newer_body() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.body := (NEW.body::jsonb || '{"ofANewerBuild": {"list": [1, null], "text": "x"}, "of_a_newer_build": true}')::json;
          RETURN NEW;
        END $$"#;
    change(database, messages).await?;
    for table in BODIES {
        let sql = format!(
            "CREATE TRIGGER newer BEFORE INSERT OR UPDATE OF body ON {table} FOR EACH ROW EXECUTE FUNCTION newer_body()"
        );
        change(database, &sql).await?;
    }
    Ok(())
}
