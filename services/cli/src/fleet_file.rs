//! `.auspex/fleet.json`: the addresses of the local fleet. `auspex up` writes it, the other commands read it.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use local_servers::private;
use serde::{Deserialize, Serialize};

/// Name of the directory that holds a local fleet's data.
pub const FOLDER: &str = ".auspex";
const FILE: &str = "fleet.json";

/// Addresses of the local fleet. Unknown fields are ignored: `up` writes more than the other commands read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FleetFile {
    /// Client address of nats-server.
    pub nats_url: Option<String>,
    /// Monitoring address of nats-server.
    pub nats_monitor_url: Option<String>,
    /// Address of Postgres, with the user of the command line and the database.
    pub postgres_url: Option<String>,
    /// The same with the owner of the tables, who creates tables and roles.
    pub postgres_owner_url: Option<String>,
    /// Address of Valkey or Redis.
    pub redis_url: Option<String>,
    /// URL of the gateway's API, if it runs.
    pub gateway_url: Option<String>,
    /// File with the token of this machine's commands, if the gateway runs.
    pub token_file: Option<PathBuf>,
    /// Address of the offline world, if it runs.
    pub offline_url: Option<String>,
    /// Name of the provider that the offline world imitates.
    pub offline_profile: Option<String>,
    /// Address of the local embedder, if it runs.
    pub embeddings_url: Option<String>,
    /// Object storage with the reports: a directory, or `s3://bucket/prefix`.
    pub objects_dir: Option<String>,
    /// OTLP endpoint that receives spans.
    pub otlp_url: Option<String>,
    /// File of received spans, one JSON object per line.
    pub spans_file: Option<PathBuf>,
}

/// The folder of a fleet is not used, because another user controls it.
#[derive(Debug, thiserror::Error)]
#[error("the fleet.json of `auspex up` is not used: {0:#}")]
pub struct UntrustedFleet(anyhow::Error);

impl FleetFile {
    /// Finds the fleet of this directory or the nearest parent directory.
    ///
    /// # Errors
    /// When a fleet file exists and cannot be read or parsed, or when another user controls its folder: the addresses
    /// in it would direct this command to servers of that user.
    pub fn find(from: &Path) -> anyhow::Result<Option<Self>> {
        for folder in from.ancestors() {
            let path = folder.join(FOLDER).join(FILE);
            if path.is_file() {
                private::check_folder(&folder.join(FOLDER)).map_err(UntrustedFleet)?;
                return Self::read(&path).map(Some);
            }
        }
        Ok(None)
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        let mend = || format!("{} is damaged; delete it and run `auspex up` again", path.display());
        let text = std::fs::read_to_string(path).with_context(mend)?;
        let mut file: Self = serde_json::from_str(&text).with_context(mend)?;
        // By default the spans file is in the same directory.
        file.spans_file.get_or_insert_with(|| path.with_file_name("spans.ndjson"));
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn the_file_is_found_from_a_subdirectory_and_unknown_fields_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("a/b");
        std::fs::create_dir_all(&below).unwrap();
        std::fs::create_dir(folder.path().join(FOLDER)).unwrap();
        let path = folder.path().join(FOLDER).join(FILE);
        std::fs::write(&path, r#"{"nats_url":"nats://127.0.0.1:2","pids":[1]}"#).unwrap();
        let found = FleetFile::find(&below).unwrap().unwrap();
        assert_eq!(found.nats_url.unwrap(), "nats://127.0.0.1:2");
        assert_eq!(found.spans_file.unwrap().file_name().unwrap(), "spans.ndjson");
        let folder = folder.path().join(FOLDER);
        std::fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
        let error = FleetFile::find(&below).unwrap_err();
        assert!(error.is::<UntrustedFleet>() && error.to_string().contains("chmod go-w"), "{error}");
        std::fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
        std::fs::write(&path, "{").unwrap();
        assert!(format!("{:#}", FleetFile::find(&below).unwrap_err()).contains("is damaged"));
    }
}
