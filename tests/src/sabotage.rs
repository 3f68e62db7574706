//! Servers misbehave as they would at a bad hour. Triggers in Postgres raise the very SQLSTATEs that a full disk or a deadlock raises,
//! and rewrite rows as a newer build of the fleet would write them. A limit on the size of files makes every write of a server fail
//! as on a full disk, with EFBIG for ENOSPC (Linux only). No root, no mounts: it works on every machine.

use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use local_servers::Server;

use crate::{Truth, wait};

/// A change waits for whoever holds the table.
const PATIENCE: Duration = Duration::from_secs(30);

/// The tables that every step of every job writes to.
const WRITTEN: [&str; 4] = ["inbox", "outbox", "step", "call"];
/// Tables with a JSON body that another build may have written.
const BODIES: [&str; 6] = ["run", "question", "answer", "evidence", "research", "event"];

/// No space left on the device.
pub const DISK_FULL: &str = "53100";
/// This transaction was a deadlock's victim.
pub const DEADLOCK: &str = "40P01";
/// It could not be serialised.
pub const SERIALIZATION: &str = "40001";

/// Every write to the tables of work fails with one of `codes`, at random for this share (0 to 1) of the statements.
pub async fn refuse(truth: &Truth, codes: &[&str], share: f64) -> anyhow::Result<()> {
    let list = codes.iter().map(|code| format!("'{code}'")).collect::<Vec<_>>().join(",");
    let sql = format!(
        "CREATE OR REPLACE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS $$
         DECLARE codes text[] := ARRAY[{list}];
         BEGIN
           IF random() < {share} THEN
             RAISE EXCEPTION 'sabotaged' USING ERRCODE = codes[1 + floor(random() * array_length(codes, 1))::int];
           END IF;
           RETURN NULL;
         END $$;"
    );
    change(truth, &sql).await?;
    for table in WRITTEN {
        let sql = format!(
            "CREATE OR REPLACE TRIGGER sabotage BEFORE INSERT OR UPDATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION sabotage()"
        );
        change(truth, &sql).await?;
    }
    Ok(())
}

/// Each change is a transaction of its own, and repeated: one that locks several tables is itself a deadlock's victim, and the server
/// may have no connection left at the moment.
async fn change(truth: &Truth, sql: &str) -> anyhow::Result<()> {
    wait::until("the sabotage", PATIENCE, || async { truth.change(sql).await.map(|_| Ok(())) }).await
}

/// There is room again. Only the function changes: a trigger could not be dropped while others write.
pub async fn heal(truth: &Truth) -> anyhow::Result<()> {
    let sql = "CREATE OR REPLACE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$";
    change(truth, sql).await
}

/// A file that is longer than this grows no more. Small files, which a full disk often still takes, are still written.
const LONGEST_FILE: &str = "4096:";

/// From now on the server cannot write to any file beyond its first 4 KiB: its disk is full. A process that it starts itself from now
/// on is as badly off, one that we start is not.
pub fn fill_disk(server: &Server) -> anyhow::Result<()> {
    limit(server, LONGEST_FILE)
}

/// There is room again.
pub fn free_disk(server: &Server) -> anyhow::Result<()> {
    limit(server, "unlimited:")
}

/// Sets the soft limit, which needs no rights, and leaves the hard one.
fn limit(server: &Server, size: &str) -> anyhow::Result<()> {
    for pid in server.pids() {
        let status = Command::new("prlimit")
            .args(["--pid", &pid.to_string(), &format!("--fsize={size}")])
            .stdin(Stdio::null())
            .status()
            .context("running prlimit (util-linux)")?;
        // One of Postgres' processes may have ended in the meantime; the server itself may not.
        let is_gone = !std::path::Path::new(&format!("/proc/{pid}")).exists();
        ensure!(status.success() || is_gone, "prlimit on {} (process {pid}) ended with {status}", server.name());
    }
    Ok(())
}

/// From now on every message and every stored state carries what only a newer build knows: a field of number 1999 at the end of every
/// message, a key and a nested object in every JSON body. Whoever reads them is the older build.
pub async fn newer_build(truth: &Truth) -> anyhow::Result<()> {
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
    change(truth, messages).await?;
    for table in BODIES {
        let sql = format!(
            "CREATE TRIGGER newer BEFORE INSERT OR UPDATE OF body ON {table} FOR EACH ROW EXECUTE FUNCTION newer_body()"
        );
        change(truth, &sql).await?;
    }
    Ok(())
}
