//! A disk that is really full: a small file system in memory, where this machine lets us mount one (root, mostly). Elsewhere the servers'
//! processes get a limit on the size of their files ([`crate::sabotage::fill_disk`]): the kernel refuses their writes as it would
//! on a full disk, with EFBIG for ENOSPC.

use std::fs::{File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use local_servers::Server;
use tempfile::TempDir;

use crate::sabotage;

/// Written piece by piece, so that the last bytes are found, too.
const PIECE: usize = 4096;

/// Where a server shall keep its data, to be filled up under it. Drop it after the server.
pub struct SmallDisk {
    mounted: bool,
    folder: TempDir,
}

impl SmallDisk {
    /// With room for this many MiB, or a folder of the machine's own disk.
    pub fn new(mib: u64) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("auspex-disk-").tempdir()?;
        // Postgres runs as another user where we are root.
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
        let path = folder.path().join("disk");
        std::fs::create_dir(&path)?;
        let size = format!("size={mib}m");
        let mounted = quietly("mount", &["-t", "tmpfs", "-o", &size, "tmpfs"], &path)?;
        let disk = Self { mounted, folder };
        println!("the full disk of this test is {}", disk.kind());
        Ok(disk)
    }

    /// For a server's options.
    pub fn dir(&self) -> PathBuf {
        self.folder.path().join("disk")
    }

    /// What it is made of.
    pub fn kind(&self) -> &'static str {
        if self.mounted {
            "a small tmpfs, really full"
        } else {
            "a limit on the size of files: nothing may be mounted here"
        }
    }

    /// Whether the file system itself is full, for all processes.
    pub fn is_real(&self) -> bool {
        self.mounted
    }

    /// Nothing more can be written. Bounded: it is small, or it is a limit.
    pub fn fill(&self, server: &Server) -> anyhow::Result<()> {
        if !self.mounted {
            return sabotage::fill_disk(server);
        }
        let mut filler = File::options().create(true).append(true).open(self.filler())?;
        let piece = [b'x'; PIECE];
        while filler.write_all(&piece).is_ok() {}
        Ok(())
    }

    /// There is room again.
    pub fn free(&self, server: &Server) -> anyhow::Result<()> {
        if !self.mounted {
            return sabotage::free_disk(server);
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
            // Lazily: who still has a file open there keeps it, and the folder can go.
            let _ = quietly("umount", &["-l"], &self.dir());
        }
    }
}

fn quietly(program: &str, arguments: &[&str], path: &Path) -> anyhow::Result<bool> {
    let mut command = Command::new(program);
    command.args(arguments).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Not there is not allowed.
    Ok(command.status().is_ok_and(|status| status.success()))
}
