//! Folders and files that only their owner may read: the mode is set when they are created, so that there is no moment
//! at which another user can open them.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::account;

/// Permission bits of other users.
const OTHERS: u32 = 0o077;
/// Permission bits that let other users add and replace files.
const OTHERS_WRITE: u32 = 0o022;

/// Creates a folder with its parents, or accepts an existing one that is private enough ([`check_folder`]) and removes
/// what other users may do with it. Its mode is 0700; if we are root, 0711: Postgres refuses to run as root and must
/// reach its data below.
///
/// # Errors
/// Fails if the folder cannot be created or is not private enough.
pub fn create_folder(path: &Path) -> Result<()> {
    let mode = if account::is_root() { 0o711 } else { 0o700 };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
    }
    match DirBuilder::new().mode(mode).create(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        created => return created.with_context(|| format!("cannot create {}", path.display())),
    }
    check_folder(path)?;
    // Earlier versions created folders that others could list.
    if fs::metadata(path)?.mode() & OTHERS & !mode != 0 {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
            .with_context(|| format!("cannot change the mode of {}", path.display()))?;
    }
    Ok(())
}

/// Creates a folder with mode 0700, and its parents with the usual mode; an existing folder stays as it is. For folders
/// inside one of [`create_folder`], or that the user named.
///
/// # Errors
/// Fails if the folder cannot be created.
pub fn create_inside(path: &Path) -> Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let created =
        path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| DirBuilder::new().mode(0o700).create(path));
    created.with_context(|| format!("cannot create {}", path.display()))
}

/// Checks that a folder is not a link, belongs to the current user and cannot be written by others, who could otherwise
/// replace the files in it and direct commands to servers of theirs.
///
/// # Errors
/// Names what is wrong and how to mend it.
pub fn check_folder(path: &Path) -> Result<()> {
    let (data, name) =
        (fs::symlink_metadata(path).with_context(|| format!("cannot find {}", path.display()))?, path.display());
    if data.is_symlink() {
        bail!("{name} is a symbolic link, which another user may change; remove it, or name the folder itself");
    }
    if !data.is_dir() {
        bail!("{name} is not a folder; rename it or choose another folder");
    }
    let own = account::own_id();
    if data.uid() != own {
        bail!(
            "{name} belongs to user {}, but this command runs as user {own}; run it as that user, choose another folder, or, if its \
             contents are yours, `chown -R {own} {name}`",
            data.uid()
        );
    }
    if data.mode() & OTHERS_WRITE != 0 {
        bail!(
            "other users may write to {name} (mode {:04o}) and change its files; check its contents, then `chmod go-w {name}`",
            data.mode() & 0o7777
        );
    }
    Ok(())
}

/// Returns the mode of a file that other users may read or write, in octal without the type; `None` if they may not.
pub fn exposed_mode(path: &Path) -> Option<u32> {
    let mode = fs::symlink_metadata(path).ok()?.mode() & 0o7777;
    (mode & 0o066 != 0).then_some(mode)
}

/// Replaces a file by one with this text and mode 0600. A reader sees the old or the new text, never a part.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let half = path.with_added_extension("part");
    let written = || -> std::io::Result<()> {
        // What an interrupted command left may have another mode or be a link.
        match fs::remove_file(&half) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&half)?;
        file.write_all(text.as_bytes())?;
        fs::rename(&half, path)
    };
    written().with_context(|| format!("cannot write {}", path.display()))
}

/// Opens a file to append to; a new one has mode 0600.
///
/// # Errors
/// Fails if the file cannot be opened.
pub fn append(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().create(true).append(true).mode(0o600).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    fn refused(path: &Path) -> String {
        assert!(create_folder(path).is_err(), "{}", path.display());
        check_folder(path).unwrap_err().to_string()
    }

    #[test]
    fn a_folder_is_private_from_the_start_and_an_old_one_becomes_private() {
        let place = tempfile::tempdir().unwrap();
        let expected = if account::is_root() { 0o711 } else { 0o700 };
        let new = place.path().join("a/new");
        create_folder(&new).unwrap();
        create_folder(&new).unwrap();
        assert_eq!(mode(&new), expected);
        let old = place.path().join("old");
        fs::create_dir(&old).unwrap();
        fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).unwrap();
        create_folder(&old).unwrap();
        assert_eq!(mode(&old), expected);
    }

    #[test]
    fn a_folder_that_others_control_is_refused_with_advice() {
        let place = tempfile::tempdir().unwrap();
        let shared = place.path().join("shared");
        fs::create_dir(&shared).unwrap();
        for open in [0o775, 0o757, 0o1777] {
            fs::set_permissions(&shared, fs::Permissions::from_mode(open)).unwrap();
            let message = refused(&shared);
            assert!(message.contains("chmod go-w") && message.contains(&format!("{open:04o}")), "{message}");
        }
        fs::set_permissions(&shared, fs::Permissions::from_mode(0o700)).unwrap();
        let link = place.path().join("link");
        std::os::unix::fs::symlink(&shared, &link).unwrap();
        assert!(refused(&link).contains("symbolic link"));
        let file = place.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(refused(&file).contains("not a folder"));
    }

    #[test]
    fn a_folder_of_another_user_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let foreign = if account::is_root() {
            let folder = place.path().join("foreign");
            fs::create_dir(&folder).unwrap();
            std::os::unix::fs::chown(&folder, Some(54_321), None).unwrap();
            folder
        } else {
            Path::new("/").to_owned()
        };
        let message = check_folder(&foreign).unwrap_err().to_string();
        assert!(message.contains("belongs to user") && message.contains("chown"), "{message}");
    }

    #[test]
    fn a_file_is_private_even_if_it_replaces_one_that_was_not() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("secret.json");
        for leftover in [&file, &place.path().join("secret.json.part")] {
            fs::write(leftover, "old").unwrap();
            fs::set_permissions(leftover, fs::Permissions::from_mode(0o666)).unwrap();
        }
        assert_eq!(exposed_mode(&file), Some(0o666));
        write(&file, "new").unwrap();
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), mode(&file)), ("new", 0o600));
        assert_eq!(exposed_mode(&file), None);
        let log = place.path().join("log");
        append(&log).unwrap();
        assert_eq!(mode(&log), 0o600);
    }
}
