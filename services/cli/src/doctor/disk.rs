//! Room on the disks that a local fleet writes to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::finding::Finding;
use crate::Context;
use crate::disk::{Disk, MEND};
use crate::fleet_file::FOLDER;

/// Below this Postgres and JetStream soon stop.
const LOW_MIB: u64 = 1_024;
/// A disk that is fuller than this should be looked after.
const FULL_PERCENT: u64 = 70;
/// What `up` makes in its folder.
const PARTS: [&str; 4] = ["nats", "postgres", "valkey", "objects"];

/// Each disk once, with the folders that lie on it; without a local fleet the disk of this folder.
pub(super) async fn look(context: &Context) -> Vec<Finding> {
    let folders = folders(context);
    let mut disks: BTreeMap<String, (Disk, Vec<&'static str>)> = BTreeMap::new();
    for (name, path) in &folders {
        match Disk::of(path).await {
            Some(disk) => {
                disks.entry(disk.mount.clone()).or_insert_with(|| (disk, Vec::new())).1.push(name);
            }
            None => return vec![Finding::notable("disk", "df did not say how much is free", "look yourself")],
        }
    }
    disks.into_values().map(|(disk, names)| describe(&disk, &names)).collect()
}

/// The folder of one part of a local fleet, if there is one.
pub(super) fn folder(context: &Context, part: &str) -> Option<PathBuf> {
    let spans = context.spans_file()?;
    Some(spans.parent()?.join(part)).filter(|path| path.is_dir())
}

fn folders(context: &Context) -> Vec<(&'static str, PathBuf)> {
    // A server of the user's own has no folder here.
    let found: Vec<_> = PARTS.iter().filter_map(|part| Some((*part, folder(context, part)?))).collect();
    if found.is_empty() { vec![("this folder", Path::new(".").to_owned())] } else { found }
}

fn describe(disk: &Disk, names: &[&str]) -> Finding {
    let Disk { free_mib, used_percent, mount } = disk;
    let detail = format!("{mount} is {used_percent} % full, {free_mib} MiB are free ({})", names.join(", "));
    let mend = format!("make room: JetStream and Postgres stop when it is full; old fleets lie in {FOLDER} folders");
    if disk.is_full() {
        Finding::broken("disk", detail, format!("{MEND}. Old fleets lie in {FOLDER} folders"))
    } else if *free_mib < LOW_MIB {
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
    fn a_disk_is_told_before_it_is_full() {
        let told = |free_mib, used_percent| describe(&Disk { free_mib, used_percent, mount: "/".into() }, &["nats"]);
        let state = |free_mib, used_percent| told(free_mib, used_percent).state;
        assert_eq!(
            (state(9_000, 69), state(9_000, 70), state(1_023, 10)),
            (State::Fine, State::Notable, State::Broken)
        );
        assert!(told(5, 99).mend.contains("goes on by itself"), "{}", told(5, 99));
    }
}
