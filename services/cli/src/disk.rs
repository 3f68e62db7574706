//! Free disk space as reported by `df`, and the advice for a full disk.

use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

/// Minimum free space in MiB. Below it a server soon stops: Postgres allocates WAL segments of 16 MiB, JetStream blocks
/// of similar size.
const MIN_FREE_MIB: u64 = 64;

/// One line of `df` output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disk {
    pub(crate) free_mib: u64,
    pub(crate) used_percent: u64,
    pub(crate) mount: String,
}

impl Disk {
    /// Returns the disk of a directory; `None` if `df` fails.
    pub(crate) async fn for_folder(folder: &Path) -> Option<Self> {
        // `df` exists on every system; asking the kernel directly would require unsafe code.
        let output = Command::new("df").arg("-Pk").arg(folder).stdin(Stdio::null()).kill_on_drop(true).output();
        parse(&String::from_utf8_lossy(&output.await.ok()?.stdout))
    }

    /// Returns true if a server on this disk cannot continue.
    pub(crate) fn is_full(&self) -> bool {
        self.free_mib < MIN_FREE_MIB
    }
}

/// Describes the disk of `folder` if it is full.
pub(crate) async fn full(folder: &Path) -> Option<String> {
    let disk = Disk::for_folder(folder).await.filter(Disk::is_full)?;
    Some(format!("the disk is full ({} MiB free in {})", disk.free_mib, folder.display()))
}

/// Advice for a full disk.
pub(crate) const DISK_FULL_ADVICE: &str = "free disk space there. Until then work waits; acknowledged data is safe, and the server resumes by itself under `auspex up`";

/// Parses POSIX output: the line `Filesystem 1024-blocks Used Available Capacity Mounted on`, then one line of values.
fn parse(output: &str) -> Option<Disk> {
    let fields: Vec<&str> = output.lines().nth(1)?.split_whitespace().collect();
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
    fn a_line_of_df_is_parsed() {
        let output = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/x 100000 1 204800 71% /my disk\n";
        assert_eq!(parse(output), Some(Disk { free_mib: 200, used_percent: 71, mount: "/my disk".into() }));
        assert_eq!(parse("nothing"), None);
        assert_eq!(parse("x\nshort line"), None);
    }

    #[tokio::test]
    async fn an_existing_directory_has_a_disk_and_a_missing_one_has_none() {
        assert!(Disk::for_folder(Path::new("/")).await.is_some());
        assert_eq!(Disk::for_folder(Path::new("/no/such/folder")).await, None);
    }
}
