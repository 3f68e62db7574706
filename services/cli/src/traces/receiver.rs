//! Receives spans over OTLP/HTTP in protobuf and appends them to a file, one JSON object per line.

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

/// Maximum request size. An exporter's batch has at most 512 spans by default, of a few kilobytes each.
const MAX_EXPORT_BYTES: usize = 16 * 1024 * 1024;
/// Maximum file size, more than a day of a local fleet. Later spans are dropped, so that the disk does not fill.
const MAX_FILE_BYTES: u64 = 512 * 1024 * 1024;

/// A running receiver; dropping it stops it.
pub struct Receiver {
    address: SocketAddr,
    task: tokio::task::JoinHandle<()>,
}

impl Receiver {
    /// Listens on `listen` (port 0 picks a free one) and appends to `file`.
    ///
    /// # Errors
    /// When the port is in use or the file cannot be written.
    pub async fn start(listen: SocketAddr, file: &Path) -> anyhow::Result<Self> {
        let spans = SpanFile::open(file)?;
        let listener =
            tokio::net::TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
        let address = listener.local_addr()?;
        let router = Router::new()
            .route("/v1/traces", post(receive))
            .layer(DefaultBodyLimit::max(MAX_EXPORT_BYTES))
            .with_state(Arc::new(spans));
        let task = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::warn!(%error, "the span receiver ended");
            }
        });
        Ok(Self { address, task })
    }

    /// Returns the value for `OTEL_EXPORTER_OTLP_ENDPOINT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn receive(State(file): State<Arc<SpanFile>>, body: Bytes) -> Result<&'static [u8], (StatusCode, String)> {
    let export = ExportTraceServiceRequest::decode(body)
        .map_err(|error| (StatusCode::BAD_REQUEST, format!("not an OTLP trace export in protobuf: {error}")))?;
    let mut lines = Vec::new();
    for span in spans(export) {
        serde_json::to_writer(&mut lines, &span)
            .map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
        lines.push(b'\n');
    }
    // A local append of some kilobytes takes less time than a switch to another thread.
    file.append(&lines).map_err(|error| (StatusCode::INSUFFICIENT_STORAGE, error.to_string()))?;
    // An empty ExportTraceServiceResponse.
    Ok(&[])
}

/// The output file and its length in bytes.
struct SpanFile(Mutex<(std::fs::File, u64)>);

impl SpanFile {
    fn open(path: &Path) -> anyhow::Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        let file = local_servers::private::append(path).with_context(|| format!("cannot write {}", path.display()))?;
        let length = file.metadata()?.len();
        Ok(Self(Mutex::new((file, length))))
    }

    fn append(&self, lines: &[u8]) -> std::io::Result<()> {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (file, length) = &mut *guard;
        if *length > MAX_FILE_BYTES {
            return Ok(());
        }
        file.write_all(lines)?;
        *length += lines.len() as u64;
        Ok(())
    }
}
