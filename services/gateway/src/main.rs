//! Entry point of the gateway.

fn main() -> std::process::ExitCode {
    // The same binary runs as the sandboxed parser process.
    extraction::sandbox::child_main().unwrap_or_else(serve)
}

fn serve() -> std::process::ExitCode {
    runtime::service::main("gateway", gateway::GatewayConfig::read, |config, start| async move {
        gateway::service(config, &start).await
    })
}
