//! Entry point of the offline world. Prints one line of JSON with its address when it is ready.

use clap::Parser;
use offline::config::Args;

/// Limit of `--healthy`.
const CHECK_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(3);

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    if let Some(address) = args.checked_address() {
        // 0.0.0.0 and [::] are reached by the loopback addresses; a container may have one of IPv4 only.
        let port = address.port();
        let all = [address, (std::net::Ipv4Addr::LOCALHOST, port).into()];
        let candidates = if address.ip().is_unspecified() { &all[..] } else { &all[..1] };
        tokio::time::timeout(CHECK_TIMEOUT, tokio::net::TcpStream::connect(candidates)).await??;
        return Ok(());
    }
    let world = offline::serve(args.into()).await?;
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
