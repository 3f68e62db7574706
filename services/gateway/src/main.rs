//! Entry point of the gateway.

fn main() -> std::process::ExitCode {
    runtime::service::main("gateway", gateway::GatewayConfig::read, |config, start| async move {
        gateway::service(config, &start).await
    })
}
