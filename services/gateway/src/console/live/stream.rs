//! The response of a stream: fragments as they change, heartbeats, and the reason if the page must not come back.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use chrono::{DateTime, SecondsFormat};
use console::live::push_event;
use futures::stream;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use super::PATH;
use super::hub::{LiveHub, MAX_TABS, Screen, ScreenState, Shown, Tab};
use super::view::LiveView;
use crate::Gateway;
use crate::access::{Share, refusals};
use crate::console::cookie;
use crate::console::gate::person_or_problem;
use crate::console::routes::field;
use crate::http::Problem;
use crate::routes::streams::OpenStream;

/// Interval of heartbeats. A page says that its data is old after 5 s without one.
const BEAT: Duration = Duration::from_secs(2);
/// Age of a state above which it has no heartbeat, beyond the interval of its view.
const MAX_AGE: Duration = Duration::from_secs(3);
/// Maximum time until the first state is known.
const READY_TIMEOUT: Duration = Duration::from_secs(5);
const LAST_EVENT: &str = "last-event-id";
/// Proxies that collect a response would hold back its events.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Streams a view to a page.
pub(in crate::console) async fn open(
    State(gateway): State<Arc<Gateway>>,
    Extension(hub): Extension<Arc<LiveHub>>,
    request: Request,
) -> Response {
    opened(&gateway, &hub, request).await.unwrap_or_else(IntoResponse::into_response)
}

async fn opened(gateway: &Arc<Gateway>, hub: &Arc<LiveHub>, request: Request) -> Result<Response, Problem> {
    let (parts, _) = request.into_parts();
    let viewer = person_or_problem(&parts, gateway).await?;
    let view = LiveView::read(&parts.uri)?;
    let (caller, scope) = (viewer.caller(), view.scope());
    caller.require(scope).inspect_err(|_| refusals::count(refusals::HTTP, scope.name()))?;
    let Some(secret) = cookie::session(&parts.headers) else { return Err(Problem::unauthenticated()) };
    // A page that finds no place stays as it is, and a person reads it again.
    let Ok(share) = gateway.access.stream(caller) else { return Ok(respond(Body::from(message("full", "streams")))) };
    let received = parts.headers.get(LAST_EVENT).and_then(|value| value.to_str().ok()).map(str::trim);
    let received = received.filter(|id| !id.is_empty()).map(str::to_owned).or_else(|| field(&parts.uri, "have"));
    let max_age = view.interval() + MAX_AGE;
    let screen = hub.screen(gateway, (caller, view));
    let mut states = screen.states();
    let known = states.wait_for(|state| !matches!(state, ScreenState::Empty));
    let known = tokio::time::timeout(READY_TIMEOUT, known).await.map(|state| state.map(|state| state.clone()));
    if let Ok(Ok(ScreenState::Refused(problem))) = known {
        return Err(problem);
    }
    let (session, access) = (secret.id(), Arc::clone(gateway));
    let ends = async move { access.access.until_session_ends(&secret).await };
    let reader = LiveReader {
        states,
        has: received.unwrap_or_default(),
        beats: beats(),
        max_age,
        tab: hub.tab(session),
        signed_out: Box::pin(ends),
        stop: gateway.operations.stop.clone(),
        gateway: Arc::clone(gateway),
        screen,
        has_ended: false,
        _held: (OpenStream::new(PATH), share),
    };
    let events = stream::unfold(reader, |mut reader| async move {
        let message = reader.next().await?;
        Some((Ok::<Bytes, Infallible>(message), reader))
    });
    Ok(respond(Body::from_stream(events)))
}

fn respond(body: Body) -> Response {
    let media_type = HeaderValue::from_static("text/event-stream");
    ([(header::CONTENT_TYPE, media_type), (UNBUFFERED, HeaderValue::from_static("no"))], body).into_response()
}

fn beats() -> Interval {
    let mut beats = tokio::time::interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    beats
}

fn message(event: &str, data: &str) -> String {
    let mut message = String::new();
    push_event(&mut message, Some(event), data);
    message
}

/// One open stream.
struct LiveReader {
    states: watch::Receiver<ScreenState>,
    /// Id of the state that the page shows.
    has: String,
    beats: Interval,
    max_age: Duration,
    tab: Tab,
    signed_out: Pin<Box<dyn Future<Output = ()> + Send>>,
    stop: CancellationToken,
    gateway: Arc<Gateway>,
    screen: Arc<Screen>,
    has_ended: bool,
    _held: (OpenStream, Share),
}

impl LiveReader {
    /// Returns the next message; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        while !self.has_ended {
            let state = self.states.borrow_and_update().clone();
            match state {
                ScreenState::Shown(shown) if shown.id != self.has || shown.is_final => return Some(self.show(&shown)),
                ScreenState::Refused(_) => return Some(self.end("done", "gone")),
                ScreenState::Shown(_) | ScreenState::Empty => {}
            }
            tokio::select! {
                changed = self.states.changed() => changed.ok()?,
                () = self.tab.lost.cancelled() => return Some(self.end("elsewhere", &MAX_TABS.to_string())),
                () = &mut self.signed_out => return Some(self.end("gone", "signed out")),
                () = self.stop.cancelled() => return None,
                _ = self.beats.tick() => if let Some(beat) = self.beat() { return Some(beat) },
            }
        }
        None
    }

    /// Leads the page to a state.
    fn show(&mut self, shown: &Shown) -> Bytes {
        let message = match &shown.step {
            _ if shown.id == self.has => Bytes::new(),
            Some((before, step)) if *before == self.has => step.clone(),
            _ => shown.whole.clone(),
        };
        self.has.clone_from(&shown.id);
        if !shown.is_final {
            return message;
        }
        let end = self.end("done", "final");
        [message, end].concat().into()
    }

    fn end(&mut self, event: &str, data: &str) -> Bytes {
        self.has_ended = true;
        message(event, data).into()
    }

    /// Returns a heartbeat with the time of the state; none if the state could not be read for a while.
    fn beat(&self) -> Option<Bytes> {
        let (now, read_at) = (self.gateway.operations.clock.now(), self.screen.read_at());
        let age = now.timestamp_millis().saturating_sub(read_at);
        let read_at = DateTime::from_timestamp_millis(read_at)?;
        let is_young = age <= i64::try_from(self.max_age.as_millis()).unwrap_or(i64::MAX);
        is_young.then(|| message("beat", &read_at.to_rfc3339_opts(SecondsFormat::Secs, true)).into())
    }
}
