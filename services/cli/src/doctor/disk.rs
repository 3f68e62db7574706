//! Free space on the disks that a local fleet writes to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::finding::Finding;
use crate::Context;
use crate::disk::{DISK_FULL_ADVICE, Disk};
use crate::fleet_file::FOLDER;

/// Minimum free space in MiB; below it Postgres and JetStream soon stop.
const MIN_FREE_MIB: u64 = 1_024;
/// Disk usage in percent from which a disk is notable.
const FULL_PERCENT: u64 = 70;
/// Subdirectories that `auspex up` creates.
const PARTS: [&str; 4] = ["nats", "postgres", "valkey", "objects"];

/// Checks each disk once and names the directories on it; without a local fleet, the disk of the current directory.
pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let folders = folders(context);
    let mut disks: BTreeMap<String, (Disk, Vec<&'static str>)> = BTreeMap::new();
    for (name, path) in &folders {
        match Disk::for_folder(path).await {
            Some(disk) => {
                disks.entry(disk.mount.clone()).or_insert_with(|| (disk, Vec::new())).1.push(name);
            }
            None => return vec![Finding::notable("disk", "`df` did not report the free space", "check it manually")],
        }
    }
    disks.into_values().map(|(disk, names)| describe(&disk, &names)).collect()
}

/// Directory of one part of the local fleet, if it exists.
pub(super) fn folder(context: &Context, part: &str) -> Option<PathBuf> {
    let spans = context.spans_file()?;
    Some(spans.parent()?.join(part)).filter(|path| path.is_dir())
}

fn folders(context: &Context) -> Vec<(&'static str, PathBuf)> {
    // A server provided by the user has no directory here.
    let found: Vec<_> = PARTS.iter().filter_map(|part| Some((*part, folder(context, part)?))).collect();
    if found.is_empty() { vec![("this folder", Path::new(".").to_owned())] } else { found }
}

fn describe(disk: &Disk, names: &[&str]) -> Finding {
    let Disk { free_mib, used_percent, mount } = disk;
    let detail = format!("{mount} is {used_percent} % full, {free_mib} MiB free ({})", names.join(", "));
    let mend =
        format!("free disk space: JetStream and Postgres stop when it is full; old fleets are in {FOLDER} directories");
    if disk.is_full() {
        Finding::broken("disk", detail, format!("{DISK_FULL_ADVICE}. Old fleets are in {FOLDER} directories"))
    } else if *free_mib < MIN_FREE_MIB {
        Finding::broken("disk", detail, mend)
    } else if *used_percent >= FULL_PERCENT {
        Finding::notable("disk", detail, mend)
    } else {
        Finding::fine("disk", detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn a_disk_is_notable_before_it_is_full() {
        let found = |free_mib, used_percent| describe(&Disk { free_mib, used_percent, mount: "/".into() }, &["nats"]);
        let state = |free_mib, used_percent| found(free_mib, used_percent).state;
        assert_eq!(
            (state(9_000, 69), state(9_000, 70), state(1_023, 10)),
            (State::Fine, State::Notable, State::Broken)
        );
        assert!(found(5, 99).mend.contains("resumes by itself"), "{}", found(5, 99));
    }
}
