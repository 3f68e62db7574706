//! Open connections. When there are too many, an idle one makes room: first one that has carried no request with a
//! valid token, then the one that has been idle for longest, and at last the oldest request whose token has not been
//! verified. A valid token is verified within milliseconds, so nobody can keep others out by connections without work,
//! nor by requests without a token whose body never arrives. A client whose idle connection was closed opens another.

use std::any::Any;
use std::collections::{BTreeSet, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::processor::{Gate, Gated};

/// The open connections of a listener.
#[derive(Debug)]
pub(crate) struct Connections {
    /// Maximum open connections.
    total: usize,
    /// Maximum connections of one address that have carried no request with a valid token.
    strangers: usize,
    table: Mutex<Table>,
    freed: Notify,
}

#[derive(Debug, Default)]
struct Table {
    next: u64,
    open: HashMap<u64, Entry>,
    /// Idle connections: those of strangers first, then by the beginning of their idleness.
    idle: BTreeSet<Place>,
    /// Connections of strangers with a request in progress, the oldest request first.
    unverified: BTreeSet<Place>,
    /// Connections of strangers by address: idle ones first, then by the beginning of idleness or request.
    strangers: HashMap<IpAddr, BTreeSet<Place>>,
}

/// What comes first in the order, the beginning of idleness or of the request, and the number of the connection.
type Place = (bool, u64, u64);

#[derive(Debug)]
struct Entry {
    address: IpAddr,
    /// Has carried a request with a valid token.
    is_known: bool,
    /// Requests in progress, at most one with HTTP/1.
    busy: u32,
    since: u64,
    close: CancellationToken,
    cut: CancellationToken,
}

/// An open connection until this is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    all: Arc<Connections>,
    number: u64,
    /// Cancelled when the connection, which was idle, has to make room.
    pub(crate) close: CancellationToken,
    /// Cancelled when the connection has to make room although a request is in progress.
    pub(crate) cut: CancellationToken,
}

impl Connections {
    pub(crate) fn new(total: usize, strangers: usize) -> Arc<Self> {
        let (total, strangers) = (total.max(1), strangers.max(1));
        Arc::new(Self { total, strangers, table: Mutex::default(), freed: Notify::new() })
    }

    /// Waits until there is room for one more connection: until one may be closed.
    pub(crate) async fn room(&self) {
        loop {
            let freed = self.freed.notified();
            {
                let table = self.lock();
                if table.open.len() < self.total || table.next_to_close().is_some() {
                    return;
                }
            }
            freed.await;
        }
    }

    /// Adds a connection. Closes another one if there are too many, or too many without a valid token from the address.
    pub(crate) fn open(self: &Arc<Self>, address: IpAddr) -> Connection {
        let address = holder(address);
        let mut table = self.lock();
        let from_address = table.strangers.get(&address).filter(|strangers| strangers.len() >= self.strangers);
        if let Some(oldest) = from_address.and_then(|strangers| strangers.first().copied()) {
            table.close(oldest);
        }
        if table.open.len() >= self.total
            && let Some(oldest) = table.next_to_close()
        {
            table.close(oldest);
        }
        table.next += 1;
        let number = table.next;
        let (close, cut) = (CancellationToken::new(), CancellationToken::new());
        let entry = Entry { address, is_known: false, busy: 0, since: number, close: close.clone(), cut: cut.clone() };
        table.open.insert(number, entry);
        table.change(number, |_| {});
        Connection { all: Arc::clone(self), number, close, cut }
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        // No code panics while it holds the lock.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns what identifies the holder of an address: for IPv6 its network of 64 bits, of which one client has every
/// address.
fn holder(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

impl Table {
    /// Changes a connection and its places in the orders.
    fn change(&mut self, number: u64, change: impl FnOnce(&mut Entry)) {
        self.take_out(number);
        self.next += 1;
        let Some(entry) = self.open.get_mut(&number) else { return };
        change(entry);
        entry.since = self.next;
        let (is_known, is_busy, since) = (entry.is_known, entry.busy > 0, entry.since);
        if !is_known {
            self.strangers.entry(entry.address).or_default().insert((is_busy, since, number));
        }
        match (is_busy, is_known) {
            (false, _) => self.idle.insert((is_known, since, number)),
            (true, false) => self.unverified.insert((is_busy, since, number)),
            (true, true) => false,
        };
    }

    /// Takes a connection out of the orders.
    fn take_out(&mut self, number: u64) {
        let Some(entry) = self.open.get(&number) else { return };
        let (is_busy, since) = (entry.busy > 0, entry.since);
        self.idle.remove(&(entry.is_known, since, number));
        self.unverified.remove(&(is_busy, since, number));
        if let Some(strangers) = self.strangers.get_mut(&entry.address) {
            strangers.remove(&(is_busy, since, number));
            if strangers.is_empty() {
                self.strangers.remove(&entry.address);
            }
        }
    }

    /// Returns the connection that makes room for another one.
    fn next_to_close(&self) -> Option<Place> {
        self.idle.first().or(self.unverified.first()).copied()
    }

    fn close(&mut self, (_, _, number): Place) {
        self.take_out(number);
        match self.open.remove(&number) {
            Some(entry) if entry.busy > 0 => entry.cut.cancel(),
            Some(entry) => entry.close.cancel(),
            None => {}
        }
    }
}

impl Connection {
    /// Begins a request.
    pub(crate) fn request(self: &Arc<Self>) -> RequestSlot {
        self.all.lock().change(self.number, |entry| entry.busy += 1);
        let ending = Ending { connection: Arc::clone(self), held: Mutex::default(), gate: OnceLock::new() };
        RequestSlot(Arc::new(ending))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut table = self.all.lock();
        table.take_out(self.number);
        table.open.remove(&self.number);
        drop(table);
        self.all.freed.notify_waiters();
    }
}

/// A request on a connection, from its head until its response is sent or given up.
#[derive(Debug, Clone)]
pub struct RequestSlot(Arc<Ending>);

#[derive(Debug)]
struct Ending {
    connection: Arc<Connection>,
    held: Mutex<Vec<Box<dyn Any + Send>>>,
    /// Where its further polls wait for a thread.
    gate: OnceLock<Arc<Gate>>,
}

impl RequestSlot {
    /// The request has a valid token. `share` is held until the request has ended, whose further polls pass the gate.
    pub fn authenticated(&self, share: impl Send + 'static, gate: Arc<Gate>) {
        let _ = self.0.gate.set(gate);
        let connection = &self.0.connection;
        connection.all.lock().change(connection.number, |entry| entry.is_known = true);
        // No code panics while it holds the lock.
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(share));
    }

    /// Returns the gate of the request, if its token has been verified.
    pub(crate) fn gate(&self) -> Option<Arc<Gate>> {
        self.0.gate.get().cloned()
    }

    /// Returns a body with which the request ends.
    pub(crate) fn body(self, body: Body) -> Body {
        let gate: FindGate = {
            let slot = self.clone();
            Box::new(move || slot.gate())
        };
        Body::new(Slotted { body: Gated::new(body, gate), _slot: self })
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        let (all, number) = (&self.connection.all, self.connection.number);
        all.lock().change(number, |entry| entry.busy = entry.busy.saturating_sub(1));
        all.freed.notify_waiters();
    }
}

type FindGate = Box<dyn Fn() -> Option<Arc<Gate>> + Send>;

/// A body that ends the request when it is dropped.
struct Slotted {
    body: Gated<Body, FindGate>,
    _slot: RequestSlot,
}

impl HttpBody for Slotted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.body.poll_with(cx, |body, cx| Pin::new(body).poll_frame(cx))
    }

    fn is_end_stream(&self) -> bool {
        self.body.work().is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.work().size_hint()
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;
    use crate::processor::Processor;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    /// Opens a connection, which has a request with a valid token in progress.
    fn working(all: &Arc<Connections>, last: u8) -> (Arc<Connection>, RequestSlot) {
        let connection = Arc::new(all.open(address(last)));
        let request = connection.request();
        request.authenticated((), Processor::new(2).gate("default"));
        (connection, request)
    }

    fn is_open(connection: &Connection) -> bool {
        !connection.close.is_cancelled() && !connection.cut.is_cancelled()
    }

    #[tokio::test]
    async fn an_address_without_a_token_has_a_share_and_closes_its_own_connections() {
        let all = Connections::new(10, 3);
        let quiet = all.open(address(2));
        let flood: Vec<Connection> = (0..8).map(|_| all.open(address(1))).collect();
        let open: Vec<bool> = flood.iter().map(is_open).collect();
        assert_eq!(open, [false, false, false, false, false, true, true, true], "the oldest ones are closed");
        assert!(is_open(&quiet));
        assert_eq!(all.lock().open.len(), 4);
    }

    #[tokio::test]
    async fn the_addresses_of_a_network_of_ipv6_have_one_share_and_mapped_ones_have_their_own() {
        let all = Connections::new(20, 2);
        let open = |address: &str| all.open(address.parse().unwrap());
        let flood = ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:1", "2001:db8::3"].map(open);
        assert_eq!(flood.each_ref().map(is_open), [false, false, true, true]);
        let others = ["2001:db8:0:1::1", "::ffff:10.0.0.1", "::ffff:10.0.0.2", "::ffff:10.0.0.3", "10.0.0.1"].map(open);
        assert!(others.iter().all(is_open), "neighbours are not affected");
        assert!(is_open(&open("10.0.0.1")) && !is_open(&others[1]), "a mapped address is the address");
    }

    #[tokio::test]
    async fn idle_connections_make_room_those_without_a_token_first_and_work_never() {
        let all = Connections::new(4, 4);
        let (busy, _request) = working(&all, 1);
        let (known, ended) = working(&all, 1);
        drop(ended);
        let strangers = [Arc::new(all.open(address(2))), Arc::new(all.open(address(3)))];
        let later = [working(&all, 4), working(&all, 4)];
        assert!(strangers.iter().all(|stranger| !is_open(stranger)) && is_open(&known) && is_open(&busy));
        let (new, request) = working(&all, 5);
        assert!(!is_open(&known) && later.iter().all(|(one, _)| is_open(one)), "then the one that is idle for longest");
        assert!(all.room().now_or_never().is_none(), "all work");
        drop(request);
        assert!(all.room().now_or_never().is_some());
        drop((busy, known, strangers, later, new));
    }

    #[tokio::test]
    async fn requests_without_a_verified_token_make_room_when_nothing_is_idle() {
        let all = Connections::new(6, 3);
        let (busy, _request) = working(&all, 1);
        let slow = |last: u8| {
            let connection = Arc::new(all.open(address(last)));
            let request = connection.request();
            (connection, request)
        };
        let flood: Vec<_> = (0..4).map(|_| slow(2)).collect();
        let open: Vec<bool> = flood.iter().map(|(one, _)| is_open(one)).collect();
        assert_eq!(open, [false, true, true, true], "requests in progress count in the share of their address");
        assert!(flood[0].0.cut.is_cancelled(), "it does not wait for the end of its request");
        let others = [slow(3), slow(4)];
        assert!(all.room().now_or_never().is_some());
        let (new, _request) = working(&all, 5);
        assert!(is_open(&new) && is_open(&busy) && others.iter().all(|(one, _)| is_open(one)));
        assert!(!is_open(&flood[1].0) && is_open(&flood[2].0), "the oldest one");
        drop((busy, flood, others, new));
    }

    #[tokio::test]
    async fn a_closed_connection_frees_its_place() {
        let all = Connections::new(1, 1);
        let (one, request) = working(&all, 1);
        let mut room = Box::pin(all.room());
        assert!(room.as_mut().now_or_never().is_none());
        drop((one, request));
        assert!(room.now_or_never().is_some());
        let table = all.lock();
        assert!(table.open.is_empty() && table.idle.is_empty() && table.strangers.is_empty());
    }
}
