//! `make setup`: fetches the servers and says where each lies.

use local_servers::{ServerKind, find};

fn main() -> anyhow::Result<()> {
    for kind in [ServerKind::Nats, ServerKind::Redis, ServerKind::Postgres] {
        println!("{kind:?}: {}", find(kind)?);
    }
    Ok(())
}
