//! A cluster of nats-servers.

use anyhow::{Result, ensure};

use crate::{Nats, NatsOptions, Port};

/// A cluster on free ports. Each server can be killed, frozen and restarted separately.
#[derive(Debug)]
pub struct NatsCluster {
    /// The servers. One may be moved out while the others continue.
    pub nodes: Vec<Nats>,
    /// Reserved ports, held so that no other process takes them while a server is down.
    _routes: Vec<Port>,
}

impl NatsCluster {
    /// Starts `size` servers (usually 3; one has no cluster) and waits until each answers. A leader is elected shortly
    /// afterwards.
    ///
    /// # Errors
    /// Fails if a server does not start.
    pub async fn start(size: usize, options: &NatsOptions) -> Result<Self> {
        ensure!(size > 0, "a cluster has at least one server");
        if size == 1 {
            return Ok(Self { nodes: vec![Nats::start(options.clone()).await?], _routes: Vec::new() });
        }
        let routes = (0..size).map(|_| Port::free()).collect::<Result<Vec<_>>>()?;
        let mut nodes = Vec::with_capacity(size);
        for place in 0..size {
            let extra_config = format!("{}\n{}", options.extra_config, cluster_block(&routes, place));
            nodes.push(Nats::start(NatsOptions { extra_config, dir: None, port: None, ..options.clone() }).await?);
        }
        Ok(Self { nodes, _routes: routes })
    }

    /// Returns the URL for clients: all servers, separated by commas.
    pub fn url(&self) -> String {
        self.nodes.iter().map(Nats::url).collect::<Vec<_>>().join(",")
    }
}

fn cluster_block(routes: &[Port], own: usize) -> String {
    let all: Vec<String> = routes.iter().map(|port| format!("\"nats://127.0.0.1:{}\"", port.number())).collect();
    format!(
        "cluster {{\n  name: auspex\n  listen: \"127.0.0.1:{}\"\n  routes: [{}]\n}}\n",
        routes[own].number(),
        all.join(", ")
    )
}
