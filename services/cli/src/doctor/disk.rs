//! Room on the disks that a local fleet writes to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

use super::finding::Finding;
use crate::Context;
use crate::fleet_file::FOLDER;

/// Below this Postgres and JetStream soon stop; a stopped JetStream must be restarted by hand.
const LOW_MIB: u64 = 1_024;
/// A disk that is fuller than this should be looked after.
const FULL_PERCENT: u64 = 70;
/// What `up` makes in its folder.
const PARTS: [&str; 4] = ["nats", "postgres", "valkey", "objects"];

/// One line of `df`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Disk {
    free_mib: u64,
    used_percent: u64,
    mount: String,
}

/// Each disk once, with the folders that lie on it; without a local fleet the disk of this folder.
pub(super) async fn look(context: &Context) -> Vec<Finding> {
    let folders = folders(context);
    let mut disks: BTreeMap<String, (Disk, Vec<&'static str>)> = BTreeMap::new();
    for (name, path) in &folders {
        match df(path).await {
            Some(disk) => {
                disks.entry(disk.mount.clone()).or_insert_with(|| (disk, Vec::new())).1.push(name);
            }
            None => return vec![Finding::notable("disk", "df did not say how much is free", "look yourself")],
        }
    }
    disks.into_values().map(|(disk, names)| describe(&disk, &names)).collect()
}

fn folders(context: &Context) -> Vec<(&'static str, PathBuf)> {
    let home = context.spans_file().and_then(|spans| spans.parent().map(Path::to_path_buf));
    let parts = home.into_iter().flat_map(|home| PARTS.map(|part| (part, home.join(part))));
    // A server of the user's own has no folder here.
    let found: Vec<_> = parts.filter(|(_, path)| path.is_dir()).collect();
    if found.is_empty() { vec![("this folder", PathBuf::from("."))] } else { found }
}

fn describe(disk: &Disk, names: &[&str]) -> Finding {
    let Disk { free_mib, used_percent, mount } = disk;
    let detail = format!("{mount} is {used_percent} % full, {free_mib} MiB are free ({})", names.join(", "));
    let mend = format!("make room: JetStream and Postgres stop when it is full; old fleets lie in {FOLDER} folders");
    if *free_mib < LOW_MIB {
        Finding::broken("disk", detail, mend)
    } else if *used_percent >= FULL_PERCENT {
        Finding::notable("disk", detail, mend)
    } else {
        Finding::fine("disk", detail)
    }
}

/// `df` is on every system; asking the kernel directly would be unsafe code.
async fn df(folder: &Path) -> Option<Disk> {
    let output = Command::new("df").arg("-Pk").arg(folder).stdin(Stdio::null()).output().await.ok()?;
    parse(&String::from_utf8_lossy(&output.stdout))
}

/// POSIX: `Filesystem 1024-blocks Used Available Capacity Mounted on`, then one line.
fn parse(said: &str) -> Option<Disk> {
    let fields: Vec<&str> = said.lines().nth(1)?.split_whitespace().collect();
    let (numbers, mount) = fields.split_at_checked(5)?;
    Some(Disk {
        free_mib: numbers[3].parse::<u64>().ok()? / 1_024,
        used_percent: numbers[4].strip_suffix('%')?.parse().ok()?,
        mount: mount.join(" "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn a_line_of_df_is_read() {
        let said = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/x 100000 1 204800 71% /my disk\n";
        assert_eq!(parse(said), Some(Disk { free_mib: 200, used_percent: 71, mount: "/my disk".into() }));
        assert_eq!(parse("nothing"), None);
        assert_eq!(parse("x\nshort line"), None);
    }

    #[test]
    fn a_disk_is_told_before_it_is_full() {
        let state =
            |free_mib, used_percent| describe(&Disk { free_mib, used_percent, mount: "/".into() }, &["nats"]).state;
        assert_eq!(
            (state(9_000, 69), state(9_000, 70), state(1_023, 10)),
            (State::Fine, State::Notable, State::Broken)
        );
    }
}
