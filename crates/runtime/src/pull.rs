//! Pulling: never more than there are free slots, on an inbox of our own.
//!
//! async-nats' stream refills itself as soon as half of a batch was handed out, whether anybody is free or not, and after a
//! reconnect it may wait for 35 s (RELIABILITY E3). The protocol is small: a request names a batch, an expiry and a heartbeat,
//! the answers are messages, heartbeats and one status that says how many did not come. Counting them is all there is.

use std::time::Duration;

use async_nats::{HeaderMap, Message, StatusCode};

/// A pull ends after this long; the server says so, and how much of it is open.
pub(crate) const EXPIRES: Duration = Duration::from_secs(5);
/// The server says this often that it still knows our pull. At most half of [`EXPIRES`].
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(2);
/// Slots that are freed one by one are asked for together after this long: one request for many messages.
pub(crate) const GATHER: Duration = Duration::from_millis(1);

/// What the server was asked for and has not sent yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    capacity: usize,
    outstanding: usize,
}

/// What a message on the pull's inbox is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A delivery.
    Delivery,
    /// The server is there and has nothing.
    Heartbeat,
    /// A pull has ended with this many messages not sent.
    Ended(usize),
    /// The server does not know our pull (any more): ask anew on a fresh inbox.
    Lost(String),
}

impl Window {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, outstanding: 0 }
    }

    /// Nothing is asked for.
    pub(crate) fn is_dry(&self) -> bool {
        self.outstanding == 0
    }

    /// How many to ask for now, if any. A quarter of all slots is worth a request at once; fewer only when nothing is on
    /// its way and [`GATHER`] has passed (`gathered`).
    pub(crate) fn ask(&mut self, free: usize, gathered: bool) -> Option<usize> {
        let room = free.saturating_sub(self.outstanding);
        let worth_it = room >= (self.capacity / 4).max(1) || (gathered && self.is_dry() && room > 0);
        worth_it.then(|| {
            self.outstanding += room;
            room
        })
    }

    /// A message came.
    pub(crate) fn delivered(&mut self) {
        self.outstanding = self.outstanding.saturating_sub(1);
    }

    /// A pull has ended early.
    pub(crate) fn ended(&mut self, open: usize) {
        self.outstanding = self.outstanding.saturating_sub(open);
    }
}

/// The request's body.
pub(crate) fn request(batch: usize) -> Vec<u8> {
    let (expires, heartbeat) = (EXPIRES.as_nanos(), HEARTBEAT.as_nanos());
    format!(r#"{{"batch":{batch},"expires":{expires},"idle_heartbeat":{heartbeat}}}"#).into_bytes()
}

/// Reads a message on the inbox.
pub(crate) fn read(message: &Message) -> Answer {
    // A delivery's headers are the sender's; only a status has the server's.
    let Some(status) = message.status.filter(|status| *status != StatusCode::OK) else { return Answer::Delivery };
    let words = message.description.as_deref().unwrap_or_default();
    match (status, message.headers.as_ref().and_then(open)) {
        (StatusCode::IDLE_HEARTBEAT, _) => Answer::Heartbeat,
        (StatusCode::TIMEOUT | StatusCode::REQUEST_TERMINATED, Some(open)) if words != "Consumer Deleted" => {
            Answer::Ended(open)
        }
        (status, _) => Answer::Lost(format!("{status} {words}")),
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
    fn every_status_is_understood() {
        assert_eq!(read(&status(100, "Idle Heartbeat", None)), Answer::Heartbeat);
        assert_eq!(read(&status(408, "Request Timeout", Some("7"))), Answer::Ended(7));
        assert_eq!(read(&status(409, "Leadership Change", Some("2"))), Answer::Ended(2));
        assert!(matches!(read(&status(409, "Consumer Deleted", Some("2"))), Answer::Lost(_)));
        assert!(matches!(read(&status(409, "Exceeded MaxWaiting", None)), Answer::Lost(_)));
        assert!(matches!(read(&status(503, "", None)), Answer::Lost(_)));
        assert_eq!(read(&Message { status: None, ..status(200, "", None) }), Answer::Delivery);
    }

    proptest! {
        /// Whatever is asked, delivered, freed and ended, in any order: what is out plus what is held never exceeds the slots.
        #[test]
        fn never_more_than_the_free_slots_are_asked_for(capacity in 1_usize..200, steps in prop::collection::vec((0_u8..4, any::<bool>()), 0..400)) {
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
    fn a_single_slot_is_asked_for_at_once_and_few_of_many_only_after_gathering() {
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
