//! Valkey or Redis with an append-only file.

use std::ops::Deref;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::binary::{Program, ServerKind, find};
use crate::server::{Greeting, Home, Plan};
use crate::{Port, Server, Start, private};

/// Settings of a Valkey server.
#[derive(Debug, Clone, Default)]
pub struct RedisOptions {
    /// Folder of data and log; temporary if `None`.
    pub dir: Option<PathBuf>,
    /// Listening port; a free one if `None`.
    pub port: Option<u16>,
    /// Lines of the ACL file, one per user; without lines every connection has all permissions. The user `default`
    /// needs `PING`.
    pub acl: Vec<String>,
    /// Program to run; the selected one if `None`.
    pub program: Option<Program>,
    /// Additional arguments, such as `--tls-port`.
    pub arguments: Vec<String>,
}

/// A running Valkey (or Redis). See [`Server`] for faults.
#[derive(Debug)]
pub struct Redis {
    server: Server,
}

impl Redis {
    /// Starts the server and waits until it answers.
    ///
    /// # Errors
    /// Fails if no program qualifies or the server does not start.
    pub async fn start(options: RedisOptions) -> Result<Self> {
        let program = match options.program.clone() {
            Some(program) => program,
            None => tokio::task::spawn_blocking(|| find(ServerKind::Redis)).await??,
        };
        let home = Home::new("redis", options.dir.as_deref())?;
        let port = options.port.map_or_else(Port::free, |port| Ok(Port::fixed(port)))?;
        let data = home.path().join("data");
        let mut start = Start::new("valkey", program.path, home.path().join("valkey.log"));
        start.args = arguments(port.number(), &data.display().to_string());
        start.args.extend(options.arguments);
        if !options.acl.is_empty() {
            let users = home.path().join("users.acl");
            private::write(&users, &(options.acl.join("\n") + "\n"))?;
            start.args.extend(["--aclfile".to_owned(), users.display().to_string()]);
        }
        let prepared = data.clone();
        let plan = Plan {
            start,
            stop: "TERM",
            // It answers `-LOADING` while it reads its file. With `-MISCONF` it serves but refuses writes until its
            // disk has space.
            greeting: Greeting { send: b"PING\r\n", expect: &[b"+PONG", b"-MISC"] },
            data,
            prepare: Box::new(move || Ok(std::fs::create_dir_all(&prepared)?)),
        };
        Ok(Self { server: Server::start(plan, port, home).await? })
    }

    /// Returns the URL for clients.
    pub fn url(&self) -> String {
        format!("redis://{}", self.address())
    }

    /// Executes `FLUSHALL`, which deletes all data.
    ///
    /// # Errors
    /// Fails if the server does not answer.
    pub async fn flush_all(&self) -> Result<()> {
        let mut stream = TcpStream::connect(self.address()).await.context("connecting to Valkey")?;
        stream.write_all(b"FLUSHALL SYNC\r\n").await?;
        let mut answer = [0; 3];
        stream.read_exact(&mut answer).await?;
        ensure!(&answer == b"+OK", "Valkey refused FLUSHALL");
        Ok(())
    }
}

impl Deref for Redis {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

/// Settings: an append-only file synced every second, no snapshots, and an error instead of eviction when memory is
/// full.
fn arguments(port: u16, data: &str) -> Vec<String> {
    let port = port.to_string();
    [
        ["--bind", "127.0.0.1"],
        ["--port", &port],
        ["--dir", data],
        ["--appendonly", "yes"],
        ["--appendfsync", "everysec"],
        ["--save", ""],
        ["--maxmemory", "256mb"],
        ["--maxmemory-policy", "noeviction"],
    ]
    .concat()
    .into_iter()
    .map(ToOwned::to_owned)
    .collect()
}
