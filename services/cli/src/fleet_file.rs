//! `.auspex/fleet.json`: where the local fleet is. `auspex up` writes it, every other command finds it.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

/// The folder that a local fleet keeps its things in, and the file in it.
pub const FOLDER: &str = ".auspex";
const FILE: &str = "fleet.json";

/// Where everything listens. Unknown fields are kept out of the way: `up` may say more than others read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FleetFile {
    /// nats-server.
    pub nats_url: Option<String>,
    /// nats-server's monitoring.
    pub nats_monitor_url: Option<String>,
    /// Postgres, with user and database.
    pub postgres_url: Option<String>,
    /// Valkey or Redis.
    pub redis_url: Option<String>,
    /// The offline world, if it runs.
    pub offline_url: Option<String>,
    /// Where readable reports lie: a folder, or `s3://bucket/prefix`.
    pub objects_dir: Option<String>,
    /// Where spans are sent to.
    pub otlp_url: Option<String>,
    /// Where received spans are kept, one JSON object a line.
    pub spans_file: Option<PathBuf>,
}

impl FleetFile {
    /// The fleet of this folder or the nearest one above it.
    ///
    /// # Errors
    /// When there is such a file and it cannot be read.
    pub fn find(from: &Path) -> anyhow::Result<Option<Self>> {
        for folder in from.ancestors() {
            let path = folder.join(FOLDER).join(FILE);
            if path.is_file() {
                return Self::read(&path).map(Some);
            }
        }
        Ok(None)
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        let mend = || format!("{} is damaged; delete it and run `auspex up` again", path.display());
        let text = std::fs::read_to_string(path).with_context(mend)?;
        let mut file: Self = serde_json::from_str(&text).with_context(mend)?;
        // The spans lie beside the file unless it says otherwise.
        file.spans_file.get_or_insert_with(|| path.with_file_name("spans.ndjson"));
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_found_from_below_and_survives_more_fields() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("a/b");
        std::fs::create_dir_all(&below).unwrap();
        std::fs::create_dir(folder.path().join(FOLDER)).unwrap();
        let path = folder.path().join(FOLDER).join(FILE);
        std::fs::write(&path, r#"{"nats_url":"nats://127.0.0.1:2","pids":[1]}"#).unwrap();
        let found = FleetFile::find(&below).unwrap().unwrap();
        assert_eq!(found.nats_url.unwrap(), "nats://127.0.0.1:2");
        assert_eq!(found.spans_file.unwrap().file_name().unwrap(), "spans.ndjson");
        std::fs::write(&path, "{").unwrap();
        assert!(format!("{:#}", FleetFile::find(&below).unwrap_err()).contains("is damaged"));
    }
}
