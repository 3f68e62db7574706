//! The process's connection to NATS, which reconnects for ever and counts its events.

mod login;

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{self, context::ContextBuilder};
use async_nats::{ConnectOptions, Event, ServerAddr, ServerError};
use domain::{TlsFiles, TlsServer};
use rand::Rng;
use tokio::sync::watch;

use crate::config::{Credentials, RuntimeConfig};

use crate::settle::error_chain;
use crate::topology::{CONSUMERS, ConsumerSpec, LEI_CHECK, WAITING};

/// Interval of pings. A peer that leaves two unanswered counts as dead, so half-open connections are detected within 15
/// s (three minutes with the default of 60 s).
const PING_INTERVAL: Duration = Duration::from_secs(5);
/// Timeout of connecting, of requests and of the confirmation of a publish.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum delay between two connection attempts: all workers are back within six seconds of a server's restart.
const MAX_RECONNECT_DELAY_MS: u64 = 2_000;

/// The connection failed.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// A server address is invalid.
    #[error("AUSPEX_NATS_URL is not a list of NATS URLs such as nats://localhost:4222")]
    Address(#[source] std::io::Error),
    /// The server refused the connection, or did not answer.
    #[error("NATS at {0} cannot be reached; check that it is running and that the credentials are right")]
    Connect(String, #[source] async_nats::ConnectError),
    /// Client and server do not accept each other's certificates. Contains the addresses and the remedy.
    #[error("the TLS handshake with NATS at {0} failed; {1}")]
    Tls(String, String, #[source] async_nats::ConnectError),
}

/// Observable state of the connection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LinkState {
    /// The connection is established.
    pub(crate) connected: bool,
    /// Connections so far. After a new one the server may have dropped every open pull.
    pub(crate) epoch: u64,
    /// A permission that the server denies, which is a configuration error.
    pub(crate) denied: Option<String>,
    /// The server denies the positions of other workers' consumers.
    pub(crate) positions_denied: bool,
    /// The connection is closed for good.
    pub(crate) closed: bool,
}

/// The connection and its state.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) client: async_nats::Client,
    pub(crate) jetstream: jetstream::Context,
    pub(crate) state: watch::Receiver<LinkState>,
    target: Target,
}

/// Address and identity of a connection.
#[derive(Debug, Clone)]
pub struct Target {
    /// URLs of the servers, separated by commas.
    pub url: String,
    /// Authentication to the server.
    pub credentials: Credentials,
    /// Certificates of TLS.
    pub tls: TlsFiles,
    /// Name of the service: displayed by the server, and the prefix of the inbox (`_INBOX_<name>`), so that permissions
    /// can prevent a worker from reading the replies of another one.
    pub name: String,
}

impl Target {
    /// Returns the configured server and identity, for a process of this name.
    pub fn new(config: &RuntimeConfig, name: &str) -> Self {
        let (url, credentials) = (config.nats_url.clone(), config.credentials.clone());
        Self { url, credentials, tls: config.nats_tls.clone(), name: name.to_owned() }
    }
}

impl Link {
    /// Connects. With `wait`, an unreachable server is an error; otherwise the client connects in the background.
    pub(crate) async fn connect(target: &Target, wait: bool) -> Result<Self, LinkError> {
        let (sender, state) = watch::channel(LinkState::default());
        let servers = target.url.split(',').map(|server| server.trim().parse::<ServerAddr>());
        let servers = servers.collect::<Result<Vec<_>, _>>().map_err(LinkError::Address)?;
        let login = login::options(&login::credentials(target, &servers));
        let options = encrypted(options(login, target, Arc::new(sender)), &target.tls);
        let options = if wait { options } else { options.retry_on_initial_connect() };
        let places = servers.iter().map(|server| format!("{}:{}", server.host(), server.port())).collect::<Vec<_>>();
        let connected = options.connect(servers).await;
        let client = connected.map_err(|error| connect_error(places.join(", "), error))?;
        let jetstream = ContextBuilder::new()
            .timeout(TIMEOUT)
            .ack_timeout(TIMEOUT)
            .max_ack_inflight(4_096)
            .backpressure_on_inflight(true)
            .build(client.clone());
        Ok(Self { client, jetstream, state, target: target.clone() })
    }

    /// Returns why the server cannot be reached, from one further attempt: the client that connects in the background
    /// reports the kind of its failure only. `None` if the attempt succeeds.
    pub(crate) async fn diagnose(&self) -> Option<LinkError> {
        // Boxed: `connect` is large, and this is rare.
        match Box::pin(Self::connect(&self.target, true)).await {
            Ok(link) => {
                link.close(TIMEOUT).await;
                None
            }
            Err(error) => Some(error),
        }
    }

    /// Flushes and closes within `limit`. Queued messages are then sent, or lost and redelivered.
    pub(crate) async fn close(&self, limit: Duration) {
        let mut state = self.state.clone();
        let closing = async {
            let _ = self.client.flush().await;
            let _ = self.client.drain().await;
            let _ = state.wait_for(|state| state.closed).await;
        };
        let _ = tokio::time::timeout(limit, closing).await;
    }
}

fn options(login: ConnectOptions, target: &Target, state: Arc<watch::Sender<LinkState>>) -> ConnectOptions {
    let name: Arc<str> = target.name.as_str().into();
    login
        .name(&target.name)
        .custom_inbox_prefix(format!("_INBOX_{}", target.name))
        .ping_interval(PING_INTERVAL)
        .connection_timeout(TIMEOUT)
        .request_timeout(Some(TIMEOUT))
        .reconnect_delay_callback(reconnect_delay)
        .event_callback(move |event| {
            let (state, name) = (Arc::clone(&state), Arc::clone(&name));
            async move { record(&event, &state, &name) }
        })
}

/// Adds the certificates, which are read again for each connection. With a certificate an unencrypted connection is
/// refused.
fn encrypted(options: ConnectOptions, files: &TlsFiles) -> ConnectOptions {
    telemetry::http::install_tls();
    let options = options.require_tls(files.any());
    let options = match &files.ca {
        Some(ca) => options.add_root_certificates(ca.clone()),
        None => options,
    };
    match &files.client {
        Some(client) => options.add_client_certificate(client.cert.clone(), client.key.clone()),
        None => options,
    }
}

fn connect_error(places: String, error: async_nats::ConnectError) -> LinkError {
    match TlsServer::Nats.mend(&error_chain(&error)) {
        Some(mend) => LinkError::Tls(places, mend, error),
        None => LinkError::Connect(places, error),
    }
}

/// Returns no delay for the first attempt, then a random one up to 100 ms, doubling to two seconds, so that the workers
/// of a fleet do not reconnect together.
fn reconnect_delay(attempts: usize) -> Duration {
    if attempts <= 1 {
        return Duration::ZERO;
    }
    let doublings = u32::try_from(attempts - 2).unwrap_or(u32::MAX).min(5);
    let bound = (100_u64 << doublings).min(MAX_RECONNECT_DELAY_MS);
    Duration::from_millis(rand::rng().random_range(bound / 4..=bound))
}

fn record(event: &Event, state: &watch::Sender<LinkState>, name: &str) {
    let kind = kind(event, name);
    metrics::counter!(telemetry::metric::CONNECTION_EVENTS, "service" => telemetry::service(), "event" => kind)
        .increment(1);
    match event {
        Event::Connected | Event::Draining => tracing::info!(event = kind, "NATS connection event"),
        Event::Closed => tracing::debug!(event = kind, "NATS connection event"),
        _ => tracing::warn!(event = kind, detail = %event, "NATS connection event"),
    }
    state.send_if_modified(|state| {
        match event {
            Event::Connected => (state.connected, state.epoch) = (true, state.epoch + 1),
            Event::Disconnected => state.connected = false,
            Event::Closed => (state.connected, state.closed) = (false, true),
            Event::ServerError(ServerError::Other(text)) if is_denial(text) && is_foreign_position(text, name) => {
                state.positions_denied = true;
            }
            Event::ServerError(ServerError::Other(text)) if is_denial(text) && !is_optional(text) => {
                state.denied = Some(text.clone());
            }
            _ => return false,
        }
        true
    });
}

/// Returns the label of an event in [`telemetry::metric::CONNECTION_EVENTS`]. A denial that the process works without
/// is no `permissions`, because an alert pages for that one.
fn kind(event: &Event, name: &str) -> &'static str {
    match event {
        Event::Connected => "connected",
        Event::Disconnected => "disconnected",
        Event::LameDuckMode => "lame_duck",
        Event::Draining => "draining",
        Event::Closed => "closed",
        Event::SlowConsumer(_) => "slow_consumer",
        Event::ServerError(ServerError::Other(text)) if is_denial(text) && is_dispensable(text, name) => {
            "optional_permissions"
        }
        Event::ServerError(ServerError::Other(text)) if is_denial(text) => "permissions",
        Event::ServerError(_) => "server_error",
        Event::ClientError(_) => "client_error",
    }
}

/// Detects the denial of a subject that the process works without.
fn is_dispensable(text: &str, name: &str) -> bool {
    is_optional(text) || is_foreign_position(text, name)
}

/// Detects a permission violation. A denied publish has no other sign than its missing confirmation.
fn is_denial(text: &str) -> bool {
    text.to_ascii_lowercase().contains("permissions violation")
}

/// Detects the denial of the position of another worker's consumer. The reconciler then does not know if a message is
/// lost.
fn is_foreign_position(text: &str, name: &str) -> bool {
    let is_info = |consumer: &ConsumerSpec| {
        text.contains(&format!("\"$JS.API.CONSUMER.INFO.{}.{}\"", consumer.stream, consumer.name))
    };
    CONSUMERS.iter().filter(|consumer| consumer.service != name).any(is_info)
}

/// Detects the denial of a permission that older configurations of the server lack and without which all work is done:
/// requests get no answer, or streams are not trimmed, which fails with a warning.
fn is_optional(text: &str) -> bool {
    let trimming = ["$JS.API.STREAM.INFO.", "$JS.API.STREAM.PURGE.", "$JS.API.CONSUMER.LIST.", "$JS.API.DIRECT.GET."];
    let is_subscription = text.contains("Subscription") && text.contains(LEI_CHECK);
    is_subscription || text.contains(WAITING) || trimming.iter().any(|call| text.contains(call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_denial_of_a_needed_subject_counts_for_the_alert() {
        let denied = |text: &str| kind(&Event::ServerError(ServerError::Other(text.to_owned())), "filter");
        assert_eq!(
            denied("Permissions Violation for Publish to \"$JS.API.STREAM.PURGE.AUSPEX_WORK\""),
            "optional_permissions"
        );
        assert_eq!(denied("Permissions Violation for Publish to \"auspex.evidence.filtered.acme\""), "permissions");
        assert_eq!(denied("Authorization Violation"), "server_error");
    }

    #[test]
    fn the_first_reconnect_is_immediate_and_no_delay_exceeds_the_maximum() {
        assert_eq!(reconnect_delay(1), Duration::ZERO);
        for attempts in 2..200 {
            let delay = reconnect_delay(attempts);
            assert!(delay >= Duration::from_millis(25) && delay <= Duration::from_millis(MAX_RECONNECT_DELAY_MS));
        }
    }

    #[test]
    fn a_permission_violation_is_recorded() {
        let (sender, receiver) = watch::channel(LinkState::default());
        let text = "Permissions Violation for Publish to \"auspex.x\"".to_owned();
        record(&Event::ServerError(ServerError::Other(text)), &sender, "researcher");
        assert!(receiver.borrow().denied.as_ref().unwrap().contains("auspex.x"));
        let (sender, receiver) = watch::channel(LinkState::default());
        let text = format!("Permissions Violation for Subscription to \"{LEI_CHECK}\" using queue \"researcher\"");
        record(&Event::ServerError(ServerError::Other(text)), &sender, "researcher");
        assert_eq!(receiver.borrow().denied, None);
        let info =
            |consumer| format!("Permissions Violation for Publish to \"$JS.API.CONSUMER.INFO.AUSPEX_WORK.{consumer}\"");
        record(&Event::ServerError(ServerError::Other(info("filter"))), &sender, "researcher");
        assert_eq!(receiver.borrow().denied, None, "the consumer of another worker");
        assert!(receiver.borrow().positions_denied);
        record(&Event::Connected, &sender, "researcher");
        assert_eq!((receiver.borrow().connected, receiver.borrow().epoch), (true, 1));
    }
}
