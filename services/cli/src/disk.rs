//! Room on a disk, as `df` tells it, and what a person is told when there is none.

use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

/// With less than this a server soon stops: Postgres takes 16 MiB for the next piece of its log, JetStream as much for a block.
const FULL_MIB: u64 = 64;

/// One line of `df`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disk {
    pub(crate) free_mib: u64,
    pub(crate) used_percent: u64,
    pub(crate) mount: String,
}

impl Disk {
    /// That of a folder; `None` where `df` does not say.
    pub(crate) async fn of(folder: &Path) -> Option<Self> {
        // `df` is on every system; asking the kernel directly would be unsafe code.
        let output = Command::new("df").arg("-Pk").arg(folder).stdin(Stdio::null()).kill_on_drop(true).output();
        parse(&String::from_utf8_lossy(&output.await.ok()?.stdout))
    }

    /// A server on it cannot go on.
    pub(crate) fn is_full(&self) -> bool {
        self.free_mib < FULL_MIB
    }
}

/// The same in words, where the disk of `folder` is full.
pub(crate) async fn full(folder: &Path) -> Option<String> {
    let disk = Disk::of(folder).await.filter(Disk::is_full)?;
    Some(format!("its disk is full ({} MiB are free in {})", disk.free_mib, folder.display()))
}

/// What to do about a full disk.
pub(crate) const MEND: &str = "make room there. Until then work waits; what was confirmed is kept, and the server goes on by itself under `auspex up`";

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

    #[test]
    fn a_line_of_df_is_read() {
        let said = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/x 100000 1 204800 71% /my disk\n";
        assert_eq!(parse(said), Some(Disk { free_mib: 200, used_percent: 71, mount: "/my disk".into() }));
        assert_eq!(parse("nothing"), None);
        assert_eq!(parse("x\nshort line"), None);
    }

    #[tokio::test]
    async fn a_folder_that_is_there_has_a_disk_and_a_missing_one_has_none() {
        assert!(Disk::of(Path::new("/")).await.is_some());
        assert_eq!(Disk::of(Path::new("/no/such/folder")).await, None);
    }
}
