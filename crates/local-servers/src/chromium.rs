//! Chromium without a window, which renders pages that are empty until their scripts have run (`auspex up --browser`).
//!
//! It is not fetched: the browser of the machine is used, because it gets security updates there. It has no network:
//! all connections go to a proxy at which nothing listens, and UDP is not used.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::account;
use crate::process::Start;

/// Names of the program, in order of preference.
const NAMES: [&str; 6] = [
    "chromium-headless-shell",
    "headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
];

/// Path of the readiness endpoint.
pub const HEALTH: &str = "/json/version";

/// An installed browser.
#[derive(Debug, Clone)]
pub struct Chromium {
    program: PathBuf,
}

impl Chromium {
    /// Returns the browser of this machine; `None` if there is none in `PATH`.
    pub fn find() -> Option<Self> {
        let search = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&search).collect();
        let mut paths = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        paths.find(|path| path.is_file()).map(|program| Self { program })
    }

    /// Describes the browser's process, which serves the DevTools protocol on `port` of 127.0.0.1 and is ready when
    /// [`HEALTH`] answers. `folder` is its profile. Root runs it as `nobody`, so that its sandbox stays on.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn start(&self, port: u16, folder: &Path, log: &Path) -> Result<Start> {
        let folder = account::passable(&std::path::absolute(folder)?)?;
        fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
        let owner = account::unprivileged();
        account::give(&folder, owner)?;
        let mut start = Start::new("browser", &self.program, log);
        let home = folder.display().to_string();
        start.args = vec![
            "--headless=new".to_owned(),
            format!("--remote-debugging-port={port}"),
            format!("--user-data-dir={home}"),
            "--proxy-server=http://127.0.0.1:1".to_owned(),
            "--proxy-bypass-list=<-loopback>".to_owned(),
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp".to_owned(),
            "--disable-quic".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-default-apps".to_owned(),
            "--disable-extensions".to_owned(),
            "--disable-sync".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--no-first-run".to_owned(),
            "about:blank".to_owned(),
        ];
        start.env.insert("HOME".to_owned(), home);
        if owner.is_some() {
            // That of root may be closed to the account. A folder of the profile may have a path that is too long for
            // the browser's socket.
            start.env.insert("TMPDIR".to_owned(), "/tmp".to_owned());
        }
        start.account = owner;
        Ok(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_has_no_network_and_keeps_its_sandbox() {
        let folder = tempfile::tempdir().unwrap();
        account::let_pass(folder.path()).unwrap();
        let profile = folder.path().join("profile");
        let start = Chromium { program: "chromium".into() }.start(9222, &profile, &folder.path().join("log")).unwrap();
        let has = |flag: &str| start.args.iter().any(|arg| arg == flag);
        assert!(has("--remote-debugging-port=9222") && has("--proxy-server=http://127.0.0.1:1"), "{:?}", start.args);
        assert!(has("--disable-quic") && has("--force-webrtc-ip-handling-policy=disable_non_proxied_udp"), "no UDP");
        assert!(has("--proxy-bypass-list=<-loopback>") && !has("--no-sandbox"), "{:?}", start.args);
        assert_eq!(start.account.is_some(), account::is_root());
        assert_eq!(
            start.env.contains_key("TMPDIR"),
            account::is_root(),
            "another account cannot write to that of root"
        );
    }
}
