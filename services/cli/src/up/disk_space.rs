//! Recovery of nats-server from a full disk. It cannot store messages until it is restarted, even after space was freed
//! (measured with 2.15.1); acknowledged messages survive the restart. In Kubernetes the liveness probe on `/healthz`
//! does this.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use local_servers::Nats;
use telemetry::http::{ClientConfig, client};

use crate::disk::Disk;

/// Timeout of the health request, which takes milliseconds unless the server hangs.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Bytes of the test file. A quota or similar limit shows only when writing.
const TEST_FILE_BYTES: usize = 16 << 20;
/// Parts of health messages that only a restart resolves.
const WRITE_ERRORS: [&str; 2] = ["write error", "no space left"];

/// Returns nats-server's write error, if it cannot store messages.
pub(super) async fn write_error(nats: &Nats) -> Option<String> {
    let http = client(ClientConfig { timeout: TIMEOUT, ..ClientConfig::default() }).ok()?;
    let answer = http.get(format!("{}/healthz", nats.monitor_url())).send().await.ok()?;
    if answer.status().is_success() {
        return None;
    }
    let status = answer.text().await.ok()?;
    // Other conditions, such as a recovering stream, pass by themselves.
    WRITE_ERRORS.iter().any(|sign| status.contains(sign)).then(|| status.trim().to_owned())
}

/// Returns true if a restarted server could write to this directory. Checks `df` first: a test file on a nearly full
/// disk would take the remaining space from others.
pub(super) async fn is_available(folder: &Path) -> bool {
    if Disk::for_folder(folder).await.is_some_and(|disk| disk.is_full()) {
        return false;
    }
    let folder = folder.to_owned();
    tokio::task::spawn_blocking(move || can_write(&folder)).await.unwrap_or(false)
}

fn can_write(folder: &Path) -> bool {
    let Ok(mut file) = tempfile_in(folder) else { return false };
    file.write_all(&vec![0; TEST_FILE_BYTES]).and_then(|()| file.sync_all()).is_ok()
}

/// Opens an unlinked file, which the kernel removes even after a crash.
fn tempfile_in(folder: &Path) -> std::io::Result<std::fs::File> {
    let path = folder.join("room.part");
    let file = std::fs::File::create(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn space_is_checked_by_writing_a_file_that_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_available(folder.path()).await);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(!is_available(&folder.path().join("none")).await);
        assert!(!is_available(Path::new("/proc/self")).await, "not writable");
    }
}
