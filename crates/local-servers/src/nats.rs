//! nats-server with JetStream on disk.

use std::fmt::Write;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::binary::{Kind, find};
use crate::server::{Greeting, Home, Plan};
use crate::{Port, Server, Start};

/// JetStream refuses to start when this exceeds the free space, so it is modest.
const USUAL_FILE_STORE: u64 = 4 << 30;
/// Nothing of ours lives in memory streams; a stray one shall not eat the machine.
const MEMORY_STORE: u64 = 64 << 20;

/// How to start nats-server.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// Where data, configuration and log lie; temporary if `None`.
    pub dir: Option<PathBuf>,
    /// The port; a free one if `None`.
    pub port: Option<u16>,
    /// Sync to disk before every acknowledgement, instead of every two minutes.
    pub sync_always: bool,
    /// Bytes of streams at most.
    pub max_file_store: u64,
    /// Further configuration as nats-server reads it: accounts, users, permissions.
    pub extra_config: String,
    /// User and password that [`Nats::url`] carries, for a configuration that asks for them.
    pub credentials: Option<(String, String)>,
}

impl Default for NatsOptions {
    fn default() -> Self {
        Self {
            dir: None,
            port: None,
            sync_always: false,
            max_file_store: USUAL_FILE_STORE,
            extra_config: String::new(),
            credentials: None,
        }
    }
}

/// A running nats-server. What it can suffer: [`Server`].
#[derive(Debug)]
pub struct Nats {
    server: Server,
    credentials: Option<(String, String)>,
    monitor: Port,
}

impl Nats {
    /// Starts it and waits until JetStream answers.
    ///
    /// # Errors
    /// When no program will do, or it does not come up.
    pub async fn start(options: NatsOptions) -> Result<Self> {
        let program = tokio::task::spawn_blocking(|| find(Kind::Nats)).await??;
        let home = Home::new("nats", options.dir.as_deref())?;
        let port = options.port.map_or_else(Port::free, |port| Ok(Port::fixed(port)))?;
        let monitor = Port::free()?;
        let config = home.path().join("nats.conf");
        let data = home.path().join("jetstream");
        std::fs::write(&config, render(&options, &data, port.number(), monitor.number()))
            .with_context(|| format!("writing {}", config.display()))?;

        let mut start = Start::new("nats-server", program.path, home.path().join("nats.log"));
        start.args = vec!["-c".to_owned(), config.display().to_string()];
        let prepared = data.clone();
        let plan = Plan {
            start,
            stop: "TERM",
            // It listens only when JetStream has recovered its streams.
            greeting: Greeting { say: b"", hear: &[b"INFO "] },
            data,
            prepare: Box::new(move || Ok(std::fs::create_dir_all(&prepared)?)),
        };
        let server = Server::start(plan, port, home).await?;
        Ok(Self { server, credentials: options.credentials, monitor })
    }

    /// Where clients connect.
    pub fn url(&self) -> String {
        match &self.credentials {
            Some((user, password)) => self.url_as(user, password),
            None => format!("nats://{}", self.address()),
        }
    }

    /// Where a certain user connects.
    pub fn url_as(&self, user: &str, password: &str) -> String {
        format!("nats://{user}:{password}@{}", self.address())
    }

    /// Its monitoring: `/healthz`, `/jsz`, `/varz`.
    pub fn monitor_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.monitor.number())
    }
}

impl Deref for Nats {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

fn render(options: &NatsOptions, data: &Path, port: u16, monitor: u16) -> String {
    let mut text = format!(
        "listen: \"127.0.0.1:{port}\"\nhttp: \"127.0.0.1:{monitor}\"\nserver_name: \"auspex-{port}\"\n\
         max_payload: 1MB\njetstream {{\n  store_dir: {:?}\n  max_file_store: {}\n  max_memory_store: {MEMORY_STORE}\n",
        data.display().to_string(),
        options.max_file_store,
    );
    if options.sync_always {
        text.push_str("  sync_interval: always\n");
    }
    let _ = writeln!(text, "}}\n{}", options.extra_config);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_says_what_was_asked() {
        let options = NatsOptions {
            sync_always: true,
            max_file_store: 1_000,
            extra_config: "accounts {}".to_owned(),
            ..NatsOptions::default()
        };
        let text = render(&options, Path::new("/data"), 1, 2);
        for wanted in
            ["\"127.0.0.1:1\"", "\"127.0.0.1:2\"", "\"/data\"", "sync_interval: always", ": 1000", "accounts {}"]
        {
            assert!(text.contains(wanted), "{wanted} is missing in:\n{text}");
        }
    }
}
