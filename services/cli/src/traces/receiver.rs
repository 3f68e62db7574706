//! Receives spans over OTLP/HTTP in protobuf, and keeps them one JSON object a line.

use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::routing::post;
use prost::Message;

use super::otlp::ExportTraceServiceRequest;
use super::span::spans;

/// An exporter's batch has at most 512 spans by default; a few kilobytes each are plenty.
const LARGEST_EXPORT: usize = 16 * 1024 * 1024;
/// A local fleet's spans of a long day. Beyond it the newest are dropped, so that a laptop's disk never fills.
const LARGEST_FILE: u64 = 512 * 1024 * 1024;

/// A receiver at work; it stops when it is dropped.
pub struct Receiver {
    address: SocketAddr,
    task: tokio::task::JoinHandle<()>,
}

impl Receiver {
    /// Listens on `listen` (port 0 picks a free one) and appends to `file`.
    ///
    /// # Errors
    /// When the port is taken or the file cannot be written.
    pub async fn start(listen: SocketAddr, file: &Path) -> anyhow::Result<Self> {
        let kept = Kept::open(file)?;
        let listener =
            tokio::net::TcpListener::bind(listen).await.with_context(|| format!("{listen} cannot be listened on"))?;
        let address = listener.local_addr()?;
        let router = Router::new()
            .route("/v1/traces", post(receive))
            .layer(DefaultBodyLimit::max(LARGEST_EXPORT))
            .with_state(Arc::new(kept));
        let task = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::warn!(%error, "the span receiver ended");
            }
        });
        Ok(Self { address, task })
    }

    /// What `OTEL_EXPORTER_OTLP_ENDPOINT` has to be.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn receive(State(kept): State<Arc<Kept>>, body: Bytes) -> Result<&'static [u8], (StatusCode, String)> {
    let export = ExportTraceServiceRequest::decode(body)
        .map_err(|error| (StatusCode::BAD_REQUEST, format!("not an OTLP trace export in protobuf: {error}")))?;
    let mut lines = Vec::new();
    for span in spans(export) {
        serde_json::to_writer(&mut lines, &span)
            .map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
        lines.push(b'\n');
    }
    // A local append of some kilobytes: shorter than handing it to another thread.
    kept.append(&lines).map_err(|error| (StatusCode::INSUFFICIENT_STORAGE, error.to_string()))?;
    // An empty ExportTraceServiceResponse.
    Ok(&[])
}

/// The file and its length.
struct Kept(Mutex<(std::fs::File, u64)>);

impl Kept {
    fn open(path: &Path) -> anyhow::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        let length = file.metadata()?.len();
        Ok(Self(Mutex::new((file, length))))
    }

    fn append(&self, lines: &[u8]) -> std::io::Result<()> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, length) = &mut *kept;
        if *length > LARGEST_FILE {
            return Ok(());
        }
        file.write_all(lines)?;
        *length += lines.len() as u64;
        Ok(())
    }
}
