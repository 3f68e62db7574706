//! The account that Postgres and Chromium run under. Both refuse to run as root, so root runs them as `nobody`, which
//! must be able to reach them.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result, ensure};

/// User id of `nobody` on systems that do not list it.
const USUAL_NOBODY: (u32, u32) = (65_534, 65_534);
/// Permission bits that let other users enter a folder.
const PASSABLE: u32 = 0o001;

/// Returns the account of processes that must not run as root; `None` means the current user.
pub(crate) fn unprivileged() -> Option<(u32, u32)> {
    is_root().then(nobody)
}

pub(crate) fn is_root() -> bool {
    own_id() == 0
}

/// Returns the id of the user that new files belong to.
pub(crate) fn own_id() -> u32 {
    static OWN: OnceLock<u32> = OnceLock::new();
    // A new file belongs to the effective user; querying the system directly would need unsafe code.
    *OWN.get_or_init(|| tempfile::tempfile().and_then(|file| file.metadata()).map_or(u32::MAX, |data| data.uid()))
}

fn nobody() -> (u32, u32) {
    let listed = fs::read_to_string("/etc/passwd").ok().and_then(|text| parse_nobody(&text));
    listed.unwrap_or(USUAL_NOBODY)
}

fn parse_nobody(passwd: &str) -> Option<(u32, u32)> {
    let line = passwd.lines().find(|line| line.starts_with("nobody:"))?;
    let mut fields = line.split(':').skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

/// Returns `wanted`, or a replacement in `/var/tmp` if we are root and `nobody` cannot enter `wanted` (for example a
/// checkout in /root), where Postgres could neither be read nor keep its data.
pub(crate) fn passable(wanted: &Path) -> Result<PathBuf> {
    if !is_root() || is_passable(wanted) {
        return Ok(wanted.to_owned());
    }
    let base = Path::new("/var/tmp/auspex-root");
    fs::DirBuilder::new().recursive(true).mode(0o755).create(base).context("creating /var/tmp/auspex-root")?;
    let owner = fs::metadata(base)?;
    ensure!(
        owner.uid() == 0 && owner.mode() & 0o022 == 0,
        "{} belongs to somebody else or others may write to it; remove it and start again",
        base.display()
    );
    Ok(base.join(format!("{:016x}", crate::fetch::fingerprint(&wanted.to_string_lossy()))))
}

/// Returns `true` if other users may enter every existing folder above `path`.
fn is_passable(path: &Path) -> bool {
    let Ok(absolute) = std::path::absolute(path) else { return false };
    absolute
        .ancestors()
        .skip(1)
        .filter_map(|folder| fs::metadata(folder).ok())
        .all(|folder| folder.mode() & PASSABLE != 0)
}

/// Lets other users enter one of our folders (temporary folders are private).
pub(crate) fn let_pass(folder: &Path) -> Result<()> {
    let mode = fs::metadata(folder)?.mode();
    fs::set_permissions(folder, fs::Permissions::from_mode(mode | PASSABLE))
        .with_context(|| format!("opening {} to others", folder.display()))
}

/// Lets other users read and run everything below `folder`, regardless of the umask at installation.
pub(crate) fn let_read(folder: &Path) -> Result<()> {
    for_all(folder, &mut |path, data| {
        let mode = data.mode();
        let runs = if data.is_dir() || mode & 0o100 != 0 { 0o055 } else { 0o044 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode | runs))
    })
}

/// Gives everything below `folder` to `account` without access for others, as Postgres requires for its data.
pub(crate) fn give(folder: &Path, account: Option<(u32, u32)>) -> Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    let Some((user, group)) = account else { return Ok(()) };
    for_all(folder, &mut |path, _| chown(path, Some(user), Some(group)))
}

/// Gives one file to `account`.
pub(crate) fn give_file(file: &Path, account: Option<(u32, u32)>) -> Result<()> {
    let Some((user, group)) = account else { return Ok(()) };
    chown(file, Some(user), Some(group)).with_context(|| format!("changing the owner of {}", file.display()))
}

fn for_all(path: &Path, act: &mut impl FnMut(&Path, &fs::Metadata) -> std::io::Result<()>) -> Result<()> {
    let data = fs::symlink_metadata(path).with_context(|| format!("looking at {}", path.display()))?;
    if data.is_symlink() {
        return Ok(());
    }
    act(path, &data).with_context(|| format!("changing owner or mode of {}", path.display()))?;
    if data.is_dir() {
        for entry in fs::read_dir(path)? {
            for_all(&entry?.path(), act)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ids_of_nobody_are_parsed() {
        assert_eq!(parse_nobody("root:x:0:0::/root:/bin/sh\nnobody:x:99:98:n:/:/bin/false\n"), Some((99, 98)));
        assert_eq!(parse_nobody("root:x:0:0::/root:/bin/sh\n"), None);
    }

    #[test]
    fn a_private_folder_is_not_passable() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
        assert!(!is_passable(&folder.path().join("data")));
        let_pass(folder.path()).unwrap();
        assert!(is_passable(&folder.path().join("data")));
    }
}
