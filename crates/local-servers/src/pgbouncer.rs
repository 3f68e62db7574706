//! A pgbouncer in transaction mode in front of a Postgres, where the system has one: it is not among the pinned
//! servers.

use std::ops::Deref;

use anyhow::{Context, Result};

use crate::postgres::HELLO;
use crate::server::{Greeting, Home, Plan};
use crate::{Port, Postgres, Server, Start, account};

/// A running pgbouncer. See [`Server`] for faults.
#[derive(Debug)]
pub struct PgBouncer {
    server: Server,
}

impl PgBouncer {
    /// Starts a pooler with at most `connections` server connections per database. Returns `None` if the search path
    /// has no pgbouncer.
    ///
    /// # Errors
    /// Fails if it does not start.
    pub async fn start(postgres: &Postgres, connections: u32) -> Result<Option<Self>> {
        let search = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&search).chain(["/usr/sbin".into()]);
        let Some(program) = folders.map(|folder| folder.join("pgbouncer")).find(|path| path.is_file()) else {
            return Ok(None);
        };
        // It may have to run as the account of Postgres, which must enter the folder.
        let (home, port) = (Home::new("postgres", None)?, Port::free()?);
        let (data, settings) = (home.path().join("data"), settings(postgres, port.number(), connections));
        let mut start = Start::new("pgbouncer", program, home.path().join("pgbouncer.log"));
        start.account = account::unprivileged();
        start.args = vec![data.join("pgbouncer.ini").display().to_string()];
        let prepared = data.clone();
        let plan = Plan {
            start,
            stop: "INT",
            greeting: Greeting { send: HELLO, expect: &[b"R"] },
            data,
            prepare: Box::new(move || {
                std::fs::create_dir_all(&prepared)?;
                std::fs::write(prepared.join("pgbouncer.ini"), &settings).context("writing pgbouncer.ini")?;
                account::give(&prepared, account::unprivileged())
            }),
        };
        Ok(Some(Self { server: Server::start(plan, port, home).await? }))
    }

    /// Returns the URL of a database, through the pooler.
    pub fn url_of(&self, database: &str) -> String {
        format!("postgres://postgres@{}/{database}", self.address())
    }
}

impl Deref for PgBouncer {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.server
    }
}

/// Any user may connect, as to the Postgres itself.
fn settings(postgres: &Postgres, port: u16, connections: u32) -> String {
    format!(
        "[databases]\n* = host=127.0.0.1 port={} user=postgres\n\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
         unix_socket_dir =\nauth_type = any\npool_mode = transaction\nmax_client_conn = 1000\ndefault_pool_size = {connections}\n\
         max_db_connections = {connections}\nserver_idle_timeout = 5\nserver_reset_query =\n",
        postgres.port()
    )
}
