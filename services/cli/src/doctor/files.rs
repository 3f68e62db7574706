//! Ownership and modes of the local fleet's folder and of the files in it that contain passwords.

use std::path::{Path, PathBuf};

use local_servers::private;

use super::finding::Finding;
use crate::Context;

const WHAT: &str = "files";
/// Files with passwords, relative to the fleet's folder.
const SECRETS: [&str; 2] = ["fleet.json", "nats/nats.conf"];

pub(super) fn check(context: &Context) -> Vec<Finding> {
    if let Some(reason) = &context.untrusted {
        let mend =
            "after that, start the fleet again: the addresses in fleet.json may be those of another user's servers";
        return vec![Finding::broken(WHAT, reason.clone(), mend)];
    }
    let spans = context.spans_file();
    spans.as_deref().and_then(Path::parent).filter(|folder| folder.is_dir()).map(describe).into_iter().collect()
}

fn describe(folder: &Path) -> Finding {
    if let Err(error) = private::check_folder(folder) {
        return Finding::broken(WHAT, error.to_string(), "then start `auspex up` again");
    }
    let files: Vec<PathBuf> = SECRETS.iter().map(|name| folder.join(name)).collect();
    let exposed = files.iter().find_map(|file| Some((file, private::exposed_mode(file)?)));
    match exposed {
        Some((file, mode)) => {
            let detail = format!("{} contains passwords and has mode {mode:04o}", file.display());
            Finding::broken(WHAT, detail, "`chmod 600` it, or start `auspex up` again, which changes the passwords")
        }
        None => Finding::fine(
            WHAT,
            format!("{} belongs to this user and others cannot read its passwords", folder.display()),
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn exposed_passwords_and_a_shared_folder_are_broken() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join(".auspex");
        private::create_folder(&folder).unwrap();
        private::write(&folder.join("fleet.json"), "{}").unwrap();
        assert_eq!(describe(&folder).state, State::Fine);
        std::fs::create_dir(folder.join("nats")).unwrap();
        let config = folder.join("nats/nats.conf");
        private::write(&config, "").unwrap();
        std::fs::set_permissions(&config, Permissions::from_mode(0o644)).unwrap();
        let found = describe(&folder);
        assert!(found.state == State::Broken && found.detail.contains("nats.conf"), "{found}");
        std::fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
        let found = describe(&folder);
        assert!(found.state == State::Broken && found.detail.contains("chmod go-w"), "{found}");
    }
}
