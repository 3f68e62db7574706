//! nats-server with file-based JetStream.

use std::fmt::Write;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::binary::{ServerKind, find};
use crate::server::{Greeting, Home, Plan};
use crate::{Port, Server, Start, private};

/// Default limit of stream storage. JetStream refuses to start if it exceeds the free space.
const USUAL_FILE_STORE: u64 = 4 << 30;
/// Limit of memory streams. Auspex uses none; a stray one must not exhaust memory.
const MEMORY_STORE: u64 = 64 << 20;

/// Settings of a nats-server.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// Folder of data, configuration and log; temporary if `None`.
    pub dir: Option<PathBuf>,
    /// Listening port; a free one if `None`.
    pub port: Option<u16>,
    /// `true` to sync to disk before every acknowledgement instead of every two minutes.
    pub sync_always: bool,
    /// Maximum bytes of streams.
    pub max_file_store: u64,
    /// Additional nats-server configuration: accounts, users, permissions.
    pub extra_config: String,
    /// User and password in [`Nats::url`], for a configuration that requires them.
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

/// A running nats-server. See [`Server`] for faults.
#[derive(Debug)]
pub struct Nats {
    server: Server,
    credentials: Option<(String, String)>,
    monitor: Port,
}

impl Nats {
    /// Starts the server and waits until JetStream answers.
    ///
    /// # Errors
    /// Fails if no program qualifies or the server does not start.
    pub async fn start(options: NatsOptions) -> Result<Self> {
        let program = tokio::task::spawn_blocking(|| find(ServerKind::Nats)).await??;
        let home = Home::new("nats", options.dir.as_deref())?;
        let port = options.port.map_or_else(Port::free, |port| Ok(Port::fixed(port)))?;
        let monitor = Port::free()?;
        let config = home.path().join("nats.conf");
        let data = home.path().join("jetstream");
        // It contains the passwords of the users.
        private::write(&config, &render(&options, &data, port.number(), monitor.number()))?;

        let mut start = Start::new("nats-server", program.path, home.path().join("nats.log"));
        start.args = vec!["-c".to_owned(), config.display().to_string()];
        let prepared = data.clone();
        let plan = Plan {
            start,
            stop: "TERM",
            // The port opens only after JetStream has recovered its streams.
            greeting: Greeting { send: b"", expect: &[b"INFO "] },
            data,
            prepare: Box::new(move || Ok(std::fs::create_dir_all(&prepared)?)),
        };
        let server = Server::start(plan, port, home).await?;
        Ok(Self { server, credentials: options.credentials, monitor })
    }

    /// Returns the URL for clients.
    pub fn url(&self) -> String {
        match &self.credentials {
            Some((user, password)) => self.url_as(user, password),
            None => format!("nats://{}", self.address()),
        }
    }

    /// Returns the URL for a certain user.
    pub fn url_as(&self, user: &str, password: &str) -> String {
        format!("nats://{user}:{password}@{}", self.address())
    }

    /// Returns the URL of the monitoring port: `/healthz`, `/jsz`, `/varz`.
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
    fn the_configuration_contains_the_settings() {
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
