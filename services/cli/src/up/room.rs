//! nats-server after a full disk. It stays unable to store anything until it is started again, also when there is room (measured with
//! 2.15.1): what it had confirmed is there then. In Kubernetes the liveness probe on `/healthz` does this; here it is done here.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use local_servers::Nats;
use telemetry::http::{ClientConfig, client};

use crate::disk::Disk;

/// It answers within milliseconds, or hangs.
const PATIENCE: Duration = Duration::from_secs(2);
/// Where a person's quota or the like is the bound, only writing shows it.
const ROOM: usize = 16 << 20;
/// What only a new start mends.
const STUCK: [&str; 2] = ["write error", "no space left"];

/// Why nothing can be stored, if nothing can.
pub(super) async fn write_error(nats: &Nats) -> Option<String> {
    let http = client(ClientConfig { timeout: PATIENCE, ..ClientConfig::default() }).ok()?;
    let answer = http.get(format!("{}/healthz", nats.monitor_url())).send().await.ok()?;
    if answer.status().is_success() {
        return None;
    }
    let said = answer.text().await.ok()?;
    // Other ailments (a stream that is recovering) pass by themselves.
    STUCK.iter().any(|sign| said.contains(sign)).then(|| said.trim().to_owned())
}

/// Whether a server that is started again could write in this folder. `df` first: whoever tries to write on a disk that is nearly full
/// takes the rest of it from others.
pub(super) async fn is_there(folder: &Path) -> bool {
    if Disk::of(folder).await.is_some_and(|disk| disk.is_full()) {
        return false;
    }
    let folder = folder.to_owned();
    tokio::task::spawn_blocking(move || takes(&folder)).await.unwrap_or(false)
}

fn takes(folder: &Path) -> bool {
    let Ok(mut file) = tempfile_in(folder) else { return false };
    file.write_all(&vec![0; ROOM]).and_then(|()| file.sync_all()).is_ok()
}

/// A file without a name: it is gone however this ends.
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
    async fn room_is_found_out_by_using_it_and_given_back() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_there(folder.path()).await);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(!is_there(&folder.path().join("none")).await);
        assert!(!is_there(Path::new("/proc/self")).await, "nobody can write there");
    }
}
