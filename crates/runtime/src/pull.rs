//! Flow control of pull requests: never more messages than free slots, on an inbox of our own.
//!
//! async-nats' stream requests the next batch as soon as half of the last one was handed out, whether or not slots are
//! free, and after a reconnect it may wait for 35 s. The protocol is small: a request names a batch, an expiry and a
//! heartbeat; the replies are messages, heartbeats and one status with the number of messages not sent.

use std::time::Duration;

use async_nats::{HeaderMap, Message, StatusCode};

/// Expiry of a pull, at which the server reports how much of it is open.
pub(crate) const EXPIRES: Duration = Duration::from_secs(5);
/// Expiry of a pull of a replica whose last job got no outcome. The server serves the oldest pull first: if all
/// replicas renew theirs at the same interval, a message that waits alone comes to the same replica again and again.
/// The younger pull leaves it to another replica.
pub(crate) const SHORT_EXPIRES: Duration = Duration::from_secs(1);
/// Interval at which the server confirms that it knows the pull; at most half of its expiry.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(2);
/// Time for which slots that are freed one by one are collected: one request for many messages.
pub(crate) const GATHER: Duration = Duration::from_millis(1);

/// Messages requested from the server and not received yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    capacity: usize,
    outstanding: usize,
}

/// Kinds of messages on the pull's inbox.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A message of the stream.
    Delivery,
    /// The server is alive and has no message.
    Heartbeat,
    /// A pull has ended with this many messages not sent.
    Ended(usize),
    /// The server does not know the pull: a new one on a fresh inbox is needed.
    Lost(String),
}

impl Window {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, outstanding: 0 }
    }

    /// Returns true if no request is open.
    pub(crate) fn is_empty(&self) -> bool {
        self.outstanding == 0
    }

    /// Returns the size of the next request, if one is due. A quarter of all slots justifies a request at once; fewer
    /// only if no request is open and [`GATHER`] has passed (`gathered`).
    pub(crate) fn ask(&mut self, free: usize, gathered: bool) -> Option<usize> {
        let room = free.saturating_sub(self.outstanding);
        let worth_it = room >= (self.capacity / 4).max(1) || (gathered && self.is_empty() && room > 0);
        worth_it.then(|| {
            self.outstanding += room;
            room
        })
    }

    /// Records a delivery.
    pub(crate) fn delivered(&mut self) {
        self.outstanding = self.outstanding.saturating_sub(1);
    }

    /// Records a pull that ended with `open` messages not sent.
    pub(crate) fn ended(&mut self, open: usize) {
        self.outstanding = self.outstanding.saturating_sub(open);
    }
}

/// Returns the body of a pull request.
pub(crate) fn request(batch: usize, expires: Duration) -> Vec<u8> {
    let (expires, heartbeat) = (expires.as_nanos(), HEARTBEAT.min(expires / 2).as_nanos());
    format!(r#"{{"batch":{batch},"expires":{expires},"idle_heartbeat":{heartbeat}}}"#).into_bytes()
}

/// Classifies a message on the inbox.
pub(crate) fn parse(message: &Message) -> Answer {
    // The headers of a delivery are the sender's; only a status message has the server's.
    let Some(status) = message.status.filter(|status| *status != StatusCode::OK) else { return Answer::Delivery };
    let reason = message.description.as_deref().unwrap_or_default();
    match (status, message.headers.as_ref().and_then(open)) {
        (StatusCode::IDLE_HEARTBEAT, _) => Answer::Heartbeat,
        (StatusCode::TIMEOUT | StatusCode::REQUEST_TERMINATED, Some(open)) if reason != "Consumer Deleted" => {
            Answer::Ended(open)
        }
        (status, _) => Answer::Lost(format!("{status} {reason}")),
    }
}

fn open(headers: &HeaderMap) -> Option<usize> {
    headers.get("Nats-Pending-Messages")?.as_str().parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn status(code: u16, words: &str, open: Option<&str>) -> Message {
        let headers = open.map(|open| {
            let mut headers = HeaderMap::new();
            headers.insert("Nats-Pending-Messages", open);
            headers
        });
        Message {
            subject: "inbox".into(),
            reply: None,
            payload: bytes::Bytes::new(),
            headers,
            status: Some(StatusCode::from_u16(code).unwrap()),
            description: Some(words.to_owned()),
            length: 0,
        }
    }

    #[test]
    fn every_status_is_classified() {
        assert_eq!(parse(&status(100, "Idle Heartbeat", None)), Answer::Heartbeat);
        assert_eq!(parse(&status(408, "Request Timeout", Some("7"))), Answer::Ended(7));
        assert_eq!(parse(&status(409, "Leadership Change", Some("2"))), Answer::Ended(2));
        assert!(matches!(parse(&status(409, "Consumer Deleted", Some("2"))), Answer::Lost(_)));
        assert!(matches!(parse(&status(409, "Exceeded MaxWaiting", None)), Answer::Lost(_)));
        assert!(matches!(parse(&status(503, "", None)), Answer::Lost(_)));
        assert_eq!(parse(&Message { status: None, ..status(200, "", None) }), Answer::Delivery);
    }

    proptest! {
        /// In any order of requests, deliveries, freed slots and ended pulls, open requests never exceed the free
        /// slots.
        #[test]
        fn open_requests_never_exceed_the_free_slots(capacity in 1_usize..200, steps in prop::collection::vec((0_u8..4, any::<bool>()), 0..400)) {
            let mut window = Window::new(capacity);
            let mut free = capacity;
            for (step, gathered) in steps {
                match step {
                    0 => drop(window.ask(free, gathered)),
                    1 if window.outstanding > 0 => { window.delivered(); free -= 1; }
                    2 if free < capacity => free += 1,
                    3 if window.outstanding > 0 => window.ended(1),
                    _ => {}
                }
                prop_assert!(window.outstanding <= free, "{window:?} free {free}");
            }
        }
    }

    #[test]
    fn a_single_slot_is_requested_at_once_and_few_of_many_only_after_the_delay() {
        assert_eq!(Window::new(1).ask(1, false), Some(1));
        let mut window = Window::new(100);
        assert_eq!(window.ask(100, false), Some(100));
        (0..100).for_each(|_| window.delivered());
        assert_eq!(window.ask(3, false), None);
        assert_eq!(window.ask(3, true), Some(3));
        assert_eq!(window.ask(10, true), None, "three are on their way");
        assert_eq!(window.ask(28, false), Some(25));
    }
}
