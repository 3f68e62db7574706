//! The connection to NATS: one per process, for ever reconnecting, its events counted.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{self, context::ContextBuilder};
use async_nats::{ConnectOptions, Event, ServerAddr, ServerError};
use rand::Rng;
use secrecy::ExposeSecret;
use tokio::sync::watch;

use crate::config::Credentials;

/// A peer that does not answer two of these is dead: half-open connections are found within 15 s (the default of 60 s
/// takes three minutes).
const PING: Duration = Duration::from_secs(5);
/// For connecting, for requests, for the confirmation of a publish.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(5);
/// Longest wait between two attempts to connect: a restarted server has all its workers back within six seconds.
const SLOWEST_RECONNECT_MS: u64 = 2_000;

/// The server cannot be spoken to at all.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The address.
    #[error("AUSPEX_NATS_URL is no list of NATS addresses such as nats://localhost:4222")]
    Address(#[source] std::io::Error),
    /// The server answered and refused, or did not answer.
    #[error("NATS at {0} cannot be reached; is it running, and are the credentials right?")]
    Connect(String, #[source] async_nats::ConnectError),
}

/// What happened on the connection, for whoever waits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct LinkState {
    /// Now.
    pub(crate) connected: bool,
    /// Connections so far: a new one means that the server may have forgotten every open pull.
    pub(crate) epoch: u64,
    /// The server forbids something that we need. It will not change its mind: a configuration error.
    pub(crate) denied: Option<String>,
    /// Closed for good.
    pub(crate) closed: bool,
}

/// The connection.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) client: async_nats::Client,
    pub(crate) jetstream: jetstream::Context,
    pub(crate) state: watch::Receiver<LinkState>,
}

/// Where to connect, and as whom.
#[derive(Debug, Clone)]
pub struct Target {
    /// Servers, separated by commas.
    pub url: String,
    /// Who we are.
    pub credentials: Credentials,
    /// The service's name: shown by the server, and the prefix of the inbox (`_INBOX_<name>`), so that permissions can keep
    /// workers from reading one another's replies.
    pub name: String,
}

impl Link {
    /// Connects. With `wait`, an unreachable server is an error; else the connection is made in the background.
    pub(crate) async fn connect(target: &Target, wait: bool) -> Result<Self, LinkError> {
        let (sender, state) = watch::channel(LinkState::default());
        let servers = target.url.split(',').map(|server| server.trim().parse::<ServerAddr>());
        let servers = servers.collect::<Result<Vec<_>, _>>().map_err(LinkError::Address)?;
        let options = authenticated(options(target, Arc::new(sender)), &credentials(target, &servers));
        let options = if wait { options } else { options.retry_on_initial_connect() };
        let places = servers.iter().map(|server| format!("{}:{}", server.host(), server.port())).collect::<Vec<_>>();
        let connected = options.connect(servers).await;
        let client = connected.map_err(|error| LinkError::Connect(places.join(", "), error))?;
        let jetstream = ContextBuilder::new()
            .timeout(TIMEOUT)
            .ack_timeout(TIMEOUT)
            .max_ack_inflight(4_096)
            .backpressure_on_inflight(true)
            .build(client.clone());
        Ok(Self { client, jetstream, state })
    }

    /// Flushes and closes, for at most `limit`: what was queued is on the wire afterwards, or lost and redelivered.
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

fn options(target: &Target, state: Arc<watch::Sender<LinkState>>) -> ConnectOptions {
    ConnectOptions::new()
        .name(&target.name)
        .custom_inbox_prefix(format!("_INBOX_{}", target.name))
        .ping_interval(PING)
        .connection_timeout(TIMEOUT)
        .request_timeout(Some(TIMEOUT))
        .reconnect_delay_callback(reconnect_delay)
        .event_callback(move |event| {
            let state = Arc::clone(&state);
            async move { note(&event, &state) }
        })
}

fn authenticated(options: ConnectOptions, credentials: &Credentials) -> ConnectOptions {
    match credentials {
        Credentials::None => options,
        Credentials::Nkey(seed) => options.nkey(seed.expose_secret().trim().to_owned()),
        Credentials::Password { user, password } => {
            options.user_and_password(user.clone(), password.expose_secret().to_owned())
        }
    }
}

/// What was configured, else the `user:password@` of the first address that has one: async-nats 0.51 does not read it.
fn credentials(target: &Target, servers: &[ServerAddr]) -> Credentials {
    let in_address = servers.iter().find_map(|server| Some((server.username()?, server.password()?)));
    match (&target.credentials, in_address) {
        (Credentials::None, Some((user, password))) => {
            Credentials::Password { user: user.to_owned(), password: password.to_owned().into() }
        }
        (configured, _) => configured.clone(),
    }
}

/// At once the first time; then anything up to 100 ms, doubling to two seconds, so that a fleet does not come back as one.
fn reconnect_delay(attempts: usize) -> Duration {
    if attempts <= 1 {
        return Duration::ZERO;
    }
    let doublings = u32::try_from(attempts - 2).unwrap_or(u32::MAX).min(5);
    let bound = (100_u64 << doublings).min(SLOWEST_RECONNECT_MS);
    Duration::from_millis(rand::rng().random_range(bound / 4..=bound))
}

fn note(event: &Event, state: &watch::Sender<LinkState>) {
    let kind = kind(event);
    metrics::counter!(telemetry::metric::CONNECTION_EVENTS, "service" => telemetry::service(), "event" => kind)
        .increment(1);
    match event {
        Event::Connected | Event::Draining => tracing::info!(event = kind, "nats"),
        Event::Closed => tracing::debug!(event = kind, "nats"),
        _ => tracing::warn!(event = kind, detail = %event, "nats"),
    }
    state.send_if_modified(|state| {
        match event {
            Event::Connected => (state.connected, state.epoch) = (true, state.epoch + 1),
            Event::Disconnected => state.connected = false,
            Event::Closed => (state.connected, state.closed) = (false, true),
            Event::ServerError(ServerError::Other(text)) if is_denial(text) => state.denied = Some(text.clone()),
            _ => return false,
        }
        true
    });
}

fn kind(event: &Event) -> &'static str {
    match event {
        Event::Connected => "connected",
        Event::Disconnected => "disconnected",
        Event::LameDuckMode => "lame_duck",
        Event::Draining => "draining",
        Event::Closed => "closed",
        Event::SlowConsumer(_) => "slow_consumer",
        Event::ServerError(ServerError::Other(text)) if is_denial(text) => "permissions",
        Event::ServerError(_) => "server_error",
        Event::ClientError(_) => "client_error",
    }
}

/// A denied publish shows nowhere else: its confirmation just never comes (RELIABILITY F6).
fn is_denial(text: &str) -> bool {
    text.to_ascii_lowercase().contains("permissions violation")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reconnecting_begins_at_once_and_is_never_slow() {
        assert_eq!(reconnect_delay(1), Duration::ZERO);
        for attempts in 2..200 {
            let delay = reconnect_delay(attempts);
            assert!(delay >= Duration::from_millis(25) && delay <= Duration::from_millis(SLOWEST_RECONNECT_MS));
        }
    }

    #[test]
    fn a_denial_is_recognised_and_remembered() {
        let (sender, receiver) = watch::channel(LinkState::default());
        let text = "Permissions Violation for Publish to \"auspex.x\"".to_owned();
        note(&Event::ServerError(ServerError::Other(text)), &sender);
        assert!(receiver.borrow().denied.as_ref().unwrap().contains("auspex.x"));
        note(&Event::Connected, &sender);
        assert_eq!((receiver.borrow().connected, receiver.borrow().epoch), (true, 1));
    }
}
