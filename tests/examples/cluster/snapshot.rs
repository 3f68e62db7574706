//! Snapshots of JetStream's streams with their consumers, over nats-server's API, as `nats stream backup` makes them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use bytes::Bytes;
use futures::StreamExt;
use serde_json::{Value, json};

/// Largest time between two chunks.
const PATIENCE: Duration = Duration::from_secs(10);
const CHUNK_BYTES: usize = 128 * 1024;

async fn request(client: &async_nats::Client, subject: String, body: Bytes) -> anyhow::Result<Value> {
    let reply = client.request(subject.clone(), body).await.with_context(|| subject.clone())?;
    let answer: Value = if reply.payload.is_empty() { Value::Null } else { serde_json::from_slice(&reply.payload)? };
    let error = answer.get("error").filter(|error| !error.is_null());
    anyhow::ensure!(error.is_none(), "{subject}: {answer}");
    Ok(answer)
}

/// Returns the names of all streams.
async fn streams(client: &async_nats::Client) -> anyhow::Result<Vec<String>> {
    let answer = request(client, "$JS.API.STREAM.NAMES".into(), Bytes::new()).await?;
    Ok(serde_json::from_value(answer["streams"].clone())?)
}

fn description(folder: &Path, stream: &str) -> PathBuf {
    folder.join(format!("{stream}.json"))
}

fn data(folder: &Path, stream: &str) -> PathBuf {
    folder.join(format!("{stream}.tar.s2"))
}

/// Writes a snapshot of every stream into the folder and returns the number of messages in it.
pub(crate) async fn save(client: &async_nats::Client, folder: &Path) -> anyhow::Result<u64> {
    std::fs::create_dir_all(folder)?;
    let mut messages = 0;
    for stream in streams(client).await? {
        messages += save_stream(client, folder, &stream).await.with_context(|| stream.clone())?;
    }
    Ok(messages)
}

async fn save_stream(client: &async_nats::Client, folder: &Path, stream: &str) -> anyhow::Result<u64> {
    let inbox = client.new_inbox();
    let mut chunks = client.subscribe(inbox.clone()).await?;
    let asked = json!({ "deliver_subject": inbox, "chunk_size": CHUNK_BYTES, "no_consumers": false });
    let described = request(client, format!("$JS.API.STREAM.SNAPSHOT.{stream}"), asked.to_string().into()).await?;
    let mut bytes = Vec::new();
    loop {
        let chunk = tokio::time::timeout(PATIENCE, chunks.next()).await?.context("the server ended the snapshot")?;
        // An empty chunk is the end; its status is an error.
        if chunk.payload.is_empty() {
            let failed = chunk.status.filter(|status| status.as_u16() >= 400);
            anyhow::ensure!(failed.is_none(), "{failed:?} {:?}", chunk.description);
            break;
        }
        bytes.extend_from_slice(&chunk.payload);
        if let Some(reply) = chunk.reply {
            client.publish(reply, Bytes::new()).await?;
        }
    }
    std::fs::write(data(folder, stream), bytes)?;
    std::fs::write(description(folder, stream), described.to_string())?;
    Ok(described["state"]["messages"].as_u64().unwrap_or(0))
}

/// Restores every snapshot in the folder. The streams must not exist.
pub(crate) async fn restore(client: &async_nats::Client, folder: &Path) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(stream) = name.strip_suffix(".json") {
            restore_stream(client, folder, stream).await.with_context(|| stream.to_owned())?;
        }
    }
    Ok(())
}

async fn restore_stream(client: &async_nats::Client, folder: &Path, stream: &str) -> anyhow::Result<()> {
    let described: Value = serde_json::from_slice(&std::fs::read(description(folder, stream))?)?;
    let asked = json!({ "config": described["config"], "state": described["state"] });
    let answer = request(client, format!("$JS.API.STREAM.RESTORE.{stream}"), asked.to_string().into()).await?;
    let target = answer["deliver_subject"].as_str().context("the answer has no subject")?.to_owned();
    for chunk in std::fs::read(data(folder, stream))?.chunks(CHUNK_BYTES) {
        request(client, target.clone(), Bytes::copy_from_slice(chunk)).await?;
    }
    request(client, target, Bytes::new()).await?;
    Ok(())
}
