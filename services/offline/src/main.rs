//! Entry point of the offline world. Prints one line of JSON with its address when it is ready.

use clap::Parser;
use offline::config::Args;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let world = offline::serve(Args::parse().into()).await?;
    println!("{{\"ready\":\"http://{}\"}}", world.address());
    stopped().await?;
    world.stop().await
}

/// Waits for Ctrl-C or SIGTERM.
async fn stopped() -> anyhow::Result<()> {
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted?,
        _ = terminate.recv() => {}
    }
    Ok(())
}
