//! `make setup`: fetches the servers and says where each lies.

use local_servers::{Kind, find};

fn main() -> anyhow::Result<()> {
    for kind in [Kind::Nats, Kind::Redis, Kind::Postgres] {
        println!("{kind:?}: {}", find(kind)?);
    }
    Ok(())
}
