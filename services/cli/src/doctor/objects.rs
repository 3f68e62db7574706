//! Object storage for reports and pages: checked by writing, reading and removing an object.

use std::path::Path;
use std::time::Duration;

use runtime::config::ConfigError;
use worker::config::ObjectsConfig;
use worker::objects;

use super::finding::Finding;
use crate::Context;

/// Timeout; the storage client itself would retry for longer, but a user waits.
const TIMEOUT: Duration = Duration::from_secs(8);

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    match context.objects_config() {
        // Not configured for this command. Only the workers know their setting.
        None => Vec::new(),
        Some(Err(error)) => vec![Finding::broken("objects", mistakes(error), "use the settings of the workers")],
        Some(Ok(config)) => vec![probed(config, has_reports(context)).await],
    }
}

/// Returns true if the fleet has written reports. An unavailable Postgres is reported by its own check.
async fn has_reports(context: &Context) -> bool {
    match context.store().await {
        Ok(store) => store.reports().newest(1).await.is_ok_and(|reports| !reports.is_empty()),
        Err(_) => false,
    }
}

async fn probed(config: &ObjectsConfig, has_reports: impl Future<Output = bool>) -> Finding {
    let address = &config.address;
    if is_folder_to_come(address) {
        return absent(address, has_reports.await);
    }
    let objects = match objects::connect(config) {
        Ok(objects) => objects,
        Err(error) => return Finding::broken("objects", error.to_string(), "correct AUSPEX_OBJECTS"),
    };
    match tokio::time::timeout(TIMEOUT, objects::probe(&*objects, &name())).await {
        Ok(Ok(())) => Finding::fine("objects", format!("{address}: written, read and removed")),
        Ok(Err(error)) => {
            let mend = "until this is fixed, reports are not written and their work waits in the queue";
            Finding::broken("objects", format!("{:#}", anyhow::Error::from(error)), mend)
        }
        Err(_) => Finding::broken(
            "objects",
            format!("{address} does not respond within {} s", TIMEOUT.as_secs()),
            "check AUSPEX_OBJECTS_ENDPOINT and that the storage server runs; until then reports wait in the queue",
        ),
    }
}

/// A folder that does not exist, before and after the first report.
fn absent(address: &str, has_reports: bool) -> Finding {
    if has_reports {
        return Finding::broken(
            "objects",
            format!("{address} does not exist, although the fleet has written reports"),
            "mount or restore it; if the workers run on another machine, set AUSPEX_OBJECTS as they do",
        );
    }
    Finding::notable(
        "objects",
        format!("{address} does not exist yet"),
        "the first report creates it; if the workers run on another machine, set AUSPEX_OBJECTS as they do",
    )
}

fn mistakes(error: &ConfigError) -> String {
    let each = error.0.iter().map(|mistake| format!("{} {}", mistake.name, mistake.problem));
    each.collect::<Vec<_>>().join("; ")
}

/// Returns true for a directory that does not exist. The writer creates it, not the doctor.
fn is_folder_to_come(address: &str) -> bool {
    let path = address.strip_prefix("file://").unwrap_or(address);
    !path.contains("://") && !Path::new(path).exists()
}

/// Returns a unique object name: concurrent doctors must not remove each other's objects.
fn name() -> String {
    format!("{}-{}", std::process::id(), std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    async fn state(address: &Path, has_reports: bool) -> State {
        let config = ObjectsConfig { address: address.display().to_string(), ..ObjectsConfig::default() };
        probed(&config, async { has_reports }).await.state
    }

    #[tokio::test]
    async fn an_existing_folder_is_probed_and_a_missing_one_is_reported_but_not_created() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(state(folder.path(), true).await, State::Fine);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing stays");
        let none = folder.path().join("none");
        assert_eq!((state(&none, false).await, none.exists()), (State::Notable, false));
        assert_eq!((state(&none, true).await, none.exists()), (State::Broken, false), "lost after the first report");
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert_eq!(state(&file, false).await, State::Broken);
    }

    #[tokio::test]
    async fn an_unreachable_bucket_is_broken_and_names_the_endpoint_setting() {
        let config = ObjectsConfig {
            address: "s3://reports".to_owned(),
            endpoint: Some("http://127.0.0.1:1".parse().unwrap()),
            key: Some("k".to_owned().into()),
            secret: Some("s".to_owned().into()),
            ..ObjectsConfig::default()
        };
        let found = probed(&config, async { true }).await;
        assert_eq!(found.state, State::Broken);
        assert!(found.to_string().contains("AUSPEX_OBJECTS_ENDPOINT"), "{found}");
    }
}
