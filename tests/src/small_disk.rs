//! A full disk: a small file system in memory where this process may mount one (usually as root). Elsewhere, a limit on
//! the file size ([`crate::server_faults::fill_disk`]) makes writes fail as on a full disk, with EFBIG in place of
//! ENOSPC.

use std::fs::{File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use local_servers::Server;
use tempfile::TempDir;

use crate::server_faults;

/// Chunk sizes in bytes, descending, so that the last free bytes are used too.
const PIECE: usize = 4096;

/// Data folder of a server on a disk that a test fills. Drop it after the server.
pub struct SmallDisk {
    mounted: bool,
    folder: TempDir,
}

impl SmallDisk {
    /// Creates a file system of this size, or a folder on the machine's disk if mounting is not allowed.
    pub fn new(mib: u64) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("auspex-disk-").tempdir()?;
        // Postgres runs as another user if this process is root.
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
        let path = folder.path().join("disk");
        std::fs::create_dir(&path)?;
        let size = format!("size={mib}m");
        let mounted = quietly("mount", &["-t", "tmpfs", "-o", &size, "tmpfs"], &path)?;
        let disk = Self { mounted, folder };
        println!("the full disk of this test is {}", disk.kind());
        Ok(disk)
    }

    /// Returns the folder for the options of a server.
    pub fn dir(&self) -> PathBuf {
        self.folder.path().join("disk")
    }

    /// Returns the kind of the disk, for messages.
    pub fn kind(&self) -> &'static str {
        if self.mounted {
            "a small tmpfs, really full"
        } else {
            "a limit on the size of files: nothing may be mounted here"
        }
    }

    /// Returns true if the file system itself is full, for all processes.
    pub fn is_real(&self) -> bool {
        self.mounted
    }

    /// Fills the disk, or sets the file size limit.
    pub fn fill(&self, server: &Server) -> anyhow::Result<()> {
        if !self.mounted {
            return server_faults::fill_disk(server);
        }
        let mut filler = File::options().create(true).append(true).open(self.filler())?;
        let piece = [b'x'; PIECE];
        while filler.write_all(&piece).is_ok() {}
        Ok(())
    }

    /// Frees the disk, or removes the limit.
    pub fn free(&self, server: &Server) -> anyhow::Result<()> {
        if !self.mounted {
            return server_faults::free_disk(server);
        }
        std::fs::remove_file(self.filler()).context("removing the filler")
    }

    fn filler(&self) -> PathBuf {
        self.dir().join("filler")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        if self.mounted {
            // A lazy unmount: open files stay usable and the folder can be removed.
            let _ = quietly("umount", &["-l"], &self.dir());
        }
    }
}

fn quietly(program: &str, arguments: &[&str], path: &Path) -> anyhow::Result<bool> {
    let mut command = Command::new(program);
    command.args(arguments).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A missing `mount` command counts as not allowed.
    Ok(command.status().is_ok_and(|status| status.success()))
}
