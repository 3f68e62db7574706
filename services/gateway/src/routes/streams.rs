//! Server-sent events: results of the tenant, and the progress of a run.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use domain::{RunId, Tenant};
use futures::stream::{self, Stream, StreamExt};
use http_server::Spread;
use metrics::Gauge;
use operations::Caller;
use operations::runs::check_owned;
use operations::streams::{LastEvent, RunFeed, StreamEvent};
use store::runs::RunProgress;

use crate::Gateway;
use crate::access::{Allowed, Read, STREAM_RETRY_AFTER, Share};
use crate::http::{Id, Problem, Problems};

/// Interval of comments that keep an idle connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Kind of the results that announce the states of reviews.
const REVIEW: &str = "macro";
/// Least delay of a client before it reconnects after the process has stopped.
const RECONNECT: Duration = Duration::from_secs(1);
/// Header with the id of the last event that a client has received.
const LAST_EVENT: &str = "last-event-id";

type Events = Result<Event, Infallible>;

/// Receive the tenant's results as they are made.
///
/// Server-sent events: `id` is the position of the result, `event` the kind, `data` the result in the canonical JSON of
/// `auspex.v1.Result`. With `Last-Event-ID` the stream continues after that result with everything that is stored, at
/// any replica and for as long as results are kept; `0` begins with the oldest one. Without it, or if it is empty, the
/// stream begins with new results. An event without data only tells the position. An event `gap` (results after the id
/// are no longer kept) or `reset` (the id is not of this stream, which continues with new results) says what is missing
/// and where to read it.
#[utoipa::path(
    get, path = "/v1/results", tag = "streams", operation_id = "streamResults", security(("token" = ["read"])),
    params(("Last-Event-ID" = Option<String>, Header, description = "Continue after this event")),
    responses((status = 200, description = "Results", body = String, content_type = "text/event-stream"), Problems),
)]
pub async fn results(allowed: Allowed<Read>, headers: HeaderMap) -> Result<Sse<impl Stream<Item = Events>>, Problem> {
    let opened = Opened::new(Arc::clone(&allowed.gateway), ("/v1/results", headers), &allowed.caller)?;
    let results = opened.results(&allowed.caller.tenant, None).await;
    Ok(opened.respond(results))
}

/// Receive the tenant's reviews as they are opened and decided.
///
/// Server-sent events: the results of kind `macro`, one for each state of a review, as in `/v1/results` and with the
/// same ids. `data` is the result in the canonical JSON of `auspex.v1.Result`.
#[utoipa::path(
    get, path = "/v1/reviews/stream", tag = "streams", operation_id = "streamReviews", security(("token" = ["read"])),
    params(("Last-Event-ID" = Option<String>, Header, description = "Continue after this event")),
    responses((status = 200, description = "Reviews", body = String, content_type = "text/event-stream"), Problems),
)]
pub async fn reviews(allowed: Allowed<Read>, headers: HeaderMap) -> Result<Sse<impl Stream<Item = Events>>, Problem> {
    let opened = Opened::new(Arc::clone(&allowed.gateway), ("/v1/reviews/stream", headers), &allowed.caller)?;
    let reviews = opened.results(&allowed.caller.tenant, Some(REVIEW)).await;
    Ok(opened.respond(reviews))
}

fn result_event(event: &StreamEvent) -> Event {
    match event {
        StreamEvent::Result(result) => {
            Event::default().id(result.id.to_string()).event(&result.kind).data(&result.json)
        }
        StreamEvent::Position(id) => Event::default().id(id.to_string()),
        StreamEvent::Missing(missing, id) => {
            // A struct of strings is always serialisable.
            let data = serde_json::to_string(&missing.body()).unwrap_or_default();
            Event::default().id(id.to_string()).event(missing.event()).data(data)
        }
    }
}

/// Follow a run until it is done.
///
/// Server-sent events: `id` is the version of the run, `event` is `progress`, or `done` for the last one, `data` has
/// `phase`, `iteration`, `outstanding` (questions without an answer), `answered` and, at the end, `probability`.
#[utoipa::path(
    get, path = "/v1/runs/{run}/events", tag = "streams", operation_id = "streamRun", security(("token" = ["read"])),
    params(
        ("run" = String, Path, description = "Id of the run", format = Uuid),
        ("Last-Event-ID" = Option<String>, Header, description = "Leave out states up to this version"),
    ),
    responses((status = 200, description = "Progress", body = String, content_type = "text/event-stream"), Problems),
)]
pub async fn run(
    allowed: Allowed<Read>,
    Id(run): Id<RunId>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Events>>, Problem> {
    check_owned(allowed.cx(), run).await?;
    let opened =
        Opened::new(Arc::clone(&allowed.gateway), ("/v1/runs/{run}/events", headers.clone()), &allowed.caller)?;
    let after = received_version(&allowed.gateway, (&allowed.caller.tenant, run), &headers).await?;
    let events = progress(allowed.gateway.runs.watch(run), after).map(|state| {
        let name = if state.is_done() { "done" } else { "progress" };
        let event = Event::default().id(state.version.to_string()).event(name);
        // A struct of numbers and strings is always serialisable.
        Ok(event.data(serde_json::to_string(&state).unwrap_or_default()))
    });
    Ok(opened.respond(events))
}

/// Position of a client in the feed of a run.
struct Reader {
    feed: RunFeed,
    after: i64,
    is_done: bool,
}

/// Returns the states of a run after a version. Ends after the last one, also if the client has it already.
fn progress(feed: RunFeed, after: i64) -> impl Stream<Item = RunProgress> + Send {
    stream::unfold(Reader { feed, after, is_done: false }, |mut reader| async move {
        while !reader.is_done {
            let state = reader.feed.wait_for(|state| is_after(state.as_ref(), reader.after)).await.ok()?.clone()?;
            reader.is_done = state.is_done();
            if state.version > reader.after {
                reader.after = state.version;
                return Some((state, reader));
            }
        }
        None
    })
}

fn is_after(state: Option<&RunProgress>, version: i64) -> bool {
    state.is_some_and(|state| state.version > version || state.is_done())
}

/// Returns the version up to which a client has received the states of a run; -1 for none. An id that is no version of
/// this run, such as one from before a restore, is none: the client receives the present state.
async fn received_version(
    gateway: &Gateway,
    (tenant, run): (&Tenant, RunId),
    headers: &HeaderMap,
) -> Result<i64, Problem> {
    let header = headers.get(LAST_EVENT).and_then(|value| value.to_str().ok());
    let Some(received) = header.and_then(|text| text.trim().parse::<i64>().ok()) else { return Ok(-1) };
    let present =
        gateway.operations.store(tenant).runs().progress(&[run]).await?.first().map_or(-1, |state| state.version);
    Ok(if received <= present { received } else { -1 })
}

/// A request that is answered with a stream.
struct Opened {
    gateway: Arc<Gateway>,
    route: &'static str,
    headers: HeaderMap,
    /// The place of the stream. `None`: there is none, and the answer asks the client to come back.
    share: Option<Share>,
}

impl Opened {
    /// Takes a place for a stream.
    ///
    /// # Errors
    /// The token or the tenant has too many streams. A client that resumes is answered with 200 all the same, because
    /// an `EventSource` gives up after any other status.
    fn new(
        gateway: Arc<Gateway>,
        (route, headers): (&'static str, HeaderMap),
        caller: &Caller,
    ) -> Result<Self, Problem> {
        let resumes = headers.get(LAST_EVENT).is_some_and(|id| !id.as_bytes().trim_ascii().is_empty());
        let share = match gateway.access.stream(caller) {
            Ok(share) => Some(share),
            Err(_) if resumes => None,
            Err(problem) => return Err(problem),
        };
        Ok(Self { gateway, route, headers, share })
    }

    /// Returns the results of a tenant after the client's last event.
    async fn results(&self, tenant: &Tenant, kind: Option<&'static str>) -> impl Stream<Item = Events> + Send + use<> {
        let last = LastEvent::read(self.headers.get(LAST_EVENT).map(HeaderValue::as_bytes));
        let results = self.gateway.results.open(tenant, last, kind).await;
        results.into_stream().map(|event| Ok(result_event(&event)))
    }

    /// Answers a stream that ends when the process stops, with the advice to reconnect, or when the token is no longer
    /// valid.
    fn respond<S>(self, events: S) -> Sse<impl Stream<Item = Events> + use<S>>
    where
        S: Stream<Item = Events> + Send + 'static,
    {
        let Self { gateway, route, headers, share } = self;
        let events = match share {
            Some(share) => {
                let held = (OpenStream::new(route), share);
                let held = move |event| {
                    let _ = &held;
                    event
                };
                events.map(held).left_stream()
            }
            None => stream::once(async { Ok(come_back()) }).right_stream(),
        };
        let stopped = gateway.operations.stop.clone();
        let farewell = stream::once(async move { Ok(reconnect()) }).take_while(move |_| {
            let is_stopped = stopped.is_cancelled();
            async move { is_stopped }
        });
        let token = headers.get(header::AUTHORIZATION).map(|value| (header::AUTHORIZATION, value.clone()));
        let token = HeaderMap::from_iter(token);
        let end = async move {
            tokio::select! {
                () = gateway.operations.stop.cancelled() => {}
                () = gateway.access.until_refused(&token) => {}
            }
        };
        Sse::new(events.take_until(end).chain(farewell)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE))
    }
}

/// Tells a client that there is no place for its stream, and when to come back.
fn come_back() -> Event {
    let comment =
        "the token or the tenant has too many open streams at this replica; reconnect with Last-Event-ID later";
    Event::default().comment(comment).retry(Spread::random().after(Duration::from_secs(STREAM_RETRY_AFTER)))
}

/// Tells a client that its stream ends because the process does, and when to reconnect. Without data it is not an event
/// of the stream.
fn reconnect() -> Event {
    Event::default().comment("the gateway stops; reconnect with Last-Event-ID").retry(Spread::random().after(RECONNECT))
}

/// Counts an open stream until it is dropped.
pub(crate) struct OpenStream(Gauge);

impl OpenStream {
    /// Counts a stream of a route.
    pub(crate) fn new(route: &'static str) -> Self {
        let labels = [("service", telemetry::service()), ("route", route)];
        let gauge = metrics::gauge!(telemetry::metric::HTTP_STREAMS, &labels);
        gauge.increment(1);
        Self(gauge)
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use operations::streams::RunWatch;

    fn state(version: i64, phase: &str) -> RunProgress {
        let run = RunId(uuid::Uuid::nil());
        RunProgress {
            run,
            version,
            phase: phase.to_owned(),
            iteration: 1,
            outstanding: 0,
            answered: 0,
            answer: None,
            probability: None,
            review: None,
        }
    }

    #[tokio::test]
    async fn a_client_receives_newer_states_and_the_end() {
        let (sender, feed) = tokio::sync::watch::channel(Some(state(1, "waiting")));
        let mut states = Box::pin(progress(feed, 1));
        sender.send_replace(Some(state(2, "analyzing")));
        assert_eq!(states.next().await.unwrap().version, 2);
        sender.send_replace(Some(state(3, "done")));
        assert_eq!(states.next().await.unwrap().version, 3);
        assert!(states.next().await.is_none());
    }

    #[tokio::test]
    async fn a_client_that_has_the_last_state_is_at_the_end() {
        let (_sender, feed) = tokio::sync::watch::channel(Some(state(3, "done")));
        assert!(Box::pin(progress(feed, 3)).next().await.is_none());
        let watch = RunWatch::default();
        assert!(watch.watch(RunId(uuid::Uuid::nil())).borrow().is_none(), "no state before the first query");
    }
}
