//! Where reports and pages lie: reachable, there, and ours to write; found out by writing and removing an object.

use std::path::Path;
use std::time::Duration;

use runtime::config::ConfigError;
use worker::config::ObjectsConfig;
use worker::objects;

use super::finding::Finding;
use crate::Context;

/// A person waits; the client below would try for longer.
const PATIENCE: Duration = Duration::from_secs(8);

pub(super) async fn look(context: &Context) -> Vec<Finding> {
    match context.objects_config() {
        // Not said here: every worker that has some is told, and only they can tell.
        None => Vec::new(),
        Some(Err(error)) => vec![Finding::broken("objects", mistakes(error), "set it as the workers have it")],
        Some(Ok(config)) => vec![probed(config).await],
    }
}

async fn probed(config: &ObjectsConfig) -> Finding {
    let address = &config.address;
    if is_folder_to_come(address) {
        return Finding::notable(
            "objects",
            format!("{address} is not there yet"),
            "the first report makes it; if workers run elsewhere, say AUSPEX_OBJECTS as they do",
        );
    }
    let objects = match objects::connect(config) {
        Ok(objects) => objects,
        Err(error) => return Finding::broken("objects", error.to_string(), "correct AUSPEX_OBJECTS"),
    };
    match tokio::time::timeout(PATIENCE, objects::probe(&*objects, &name())).await {
        Ok(Ok(())) => Finding::fine("objects", format!("{address}: written, read and removed")),
        Ok(Err(error)) => {
            let mend = "until then reports are not written, and their work waits in the queue";
            Finding::broken("objects", format!("{:#}", anyhow::Error::from(error)), mend)
        }
        Err(_) => Finding::broken(
            "objects",
            format!("{address} does not answer within {} s", PATIENCE.as_secs()),
            "check AUSPEX_OBJECTS_ENDPOINT and that the store runs; until then reports wait in the queue",
        ),
    }
}

fn mistakes(error: &ConfigError) -> String {
    let each = error.0.iter().map(|mistake| format!("{} {}", mistake.name, mistake.problem));
    each.collect::<Vec<_>>().join("; ")
}

/// A folder that nobody has made: that is the writer's business, not a doctor's.
fn is_folder_to_come(address: &str) -> bool {
    let path = address.strip_prefix("file://").unwrap_or(address);
    !path.contains("://") && !Path::new(path).exists()
}

/// Two doctors at one time must not remove each other's.
fn name() -> String {
    format!("{}-{}", std::process::id(), std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_micros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    async fn state(address: &Path) -> State {
        probed(&ObjectsConfig { address: address.display().to_string(), ..ObjectsConfig::default() }).await.state
    }

    #[tokio::test]
    async fn a_folder_is_written_to_a_missing_one_is_told_and_none_is_made() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(state(folder.path()).await, State::Fine);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing stays");
        let none = folder.path().join("none");
        assert_eq!((state(&none).await, none.exists()), (State::Notable, false));
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert_eq!(state(&file).await, State::Broken);
    }

    #[tokio::test]
    async fn a_bucket_out_of_reach_is_broken_and_says_what_to_check() {
        let config = ObjectsConfig {
            address: "s3://reports".to_owned(),
            endpoint: Some("http://127.0.0.1:1".parse().unwrap()),
            key: Some("k".to_owned().into()),
            secret: Some("s".to_owned().into()),
            ..ObjectsConfig::default()
        };
        let found = probed(&config).await;
        assert_eq!(found.state, State::Broken);
        assert!(found.to_string().contains("AUSPEX_OBJECTS_ENDPOINT"), "{found}");
    }
}
