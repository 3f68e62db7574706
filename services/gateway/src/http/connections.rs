//! Open connections. When there are too many, an idle one makes room: first one that has carried no request with a
//! valid token, then the one that has been idle for longest. So nobody can keep others out by connections without work,
//! and a client whose idle connection was closed opens another.

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

use super::processor::{Gate, Gated};

/// The open connections of a listener.
#[derive(Debug)]
pub(super) struct Connections {
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
    idle: BTreeSet<Idle>,
    /// The same, of strangers by address.
    strangers: HashMap<IpAddr, BTreeSet<Idle>>,
}

/// Whether the connection has carried a request with a valid token, when it became idle, and its number.
type Idle = (bool, u64, u64);

#[derive(Debug)]
struct Entry {
    address: IpAddr,
    is_known: bool,
    /// Requests in progress, at most one with HTTP/1.
    busy: u32,
    idle_since: u64,
    close: CancellationToken,
}

/// An open connection until this is dropped.
#[derive(Debug)]
pub(super) struct Connection {
    all: Arc<Connections>,
    number: u64,
    /// Cancelled when the connection has to make room.
    pub(super) close: CancellationToken,
}

impl Connections {
    pub(super) fn new(total: usize, strangers: usize) -> Arc<Self> {
        let (total, strangers) = (total.max(1), strangers.max(1));
        Arc::new(Self { total, strangers, table: Mutex::default(), freed: Notify::new() })
    }

    /// Waits until there is room for one more connection: until one is idle, or closed.
    pub(super) async fn room(&self) {
        loop {
            let freed = self.freed.notified();
            {
                let table = self.lock();
                if table.open.len() < self.total || !table.idle.is_empty() {
                    return;
                }
            }
            freed.await;
        }
    }

    /// Adds a connection. Closes an idle one if there are too many, or too many without a valid token from the address.
    pub(super) fn open(self: &Arc<Self>, address: IpAddr) -> Connection {
        let address = holder(address);
        let mut table = self.lock();
        let from_address = table.strangers.get(&address).filter(|idle| idle.len() >= self.strangers);
        let oldest = from_address.and_then(|idle| idle.first().copied());
        if let Some(oldest) = oldest {
            table.close(oldest);
        }
        if table.open.len() >= self.total
            && let Some(oldest) = table.idle.first().copied()
        {
            table.close(oldest);
        }
        let number = table.next();
        let close = CancellationToken::new();
        let entry = Entry { address, is_known: false, busy: 0, idle_since: number, close: close.clone() };
        table.open.insert(number, entry);
        table.mark_idle(number);
        Connection { all: Arc::clone(self), number, close }
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
    fn next(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn mark_idle(&mut self, number: u64) {
        let now = self.next();
        let Some(entry) = self.open.get_mut(&number) else { return };
        entry.idle_since = now;
        let idle = (entry.is_known, now, number);
        if !entry.is_known {
            self.strangers.entry(entry.address).or_default().insert(idle);
        }
        self.idle.insert(idle);
    }

    fn unmark_idle(&mut self, number: u64) {
        let Some(entry) = self.open.get(&number) else { return };
        let idle = (entry.is_known, entry.idle_since, number);
        self.idle.remove(&idle);
        if let Some(strangers) = self.strangers.get_mut(&entry.address) {
            strangers.remove(&idle);
            if strangers.is_empty() {
                self.strangers.remove(&entry.address);
            }
        }
    }

    /// Closes an idle connection.
    fn close(&mut self, (_, _, number): Idle) {
        self.unmark_idle(number);
        if let Some(entry) = self.open.remove(&number) {
            entry.close.cancel();
        }
    }
}

impl Connection {
    /// Begins a request.
    pub(super) fn request(self: &Arc<Self>) -> RequestSlot {
        let mut table = self.all.lock();
        table.unmark_idle(self.number);
        if let Some(entry) = table.open.get_mut(&self.number) {
            entry.busy += 1;
        }
        drop(table);
        let ending = Ending { connection: Arc::clone(self), held: Mutex::default(), gate: OnceLock::new() };
        RequestSlot(Arc::new(ending))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut table = self.all.lock();
        table.unmark_idle(self.number);
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
        if let Some(entry) = connection.all.lock().open.get_mut(&connection.number) {
            entry.is_known = true;
        }
        // No code panics while it holds the lock.
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(share));
    }

    /// Returns the gate of the request, if its token has been verified.
    pub(super) fn gate(&self) -> Option<Arc<Gate>> {
        self.0.gate.get().cloned()
    }

    /// Returns a body with which the request ends.
    pub(super) fn body(self, body: Body) -> Body {
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
        let mut table = all.lock();
        let Some(entry) = table.open.get_mut(&number) else { return };
        entry.busy = entry.busy.saturating_sub(1);
        if entry.busy == 0 {
            table.mark_idle(number);
            drop(table);
            all.freed.notify_waiters();
        }
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

    use super::super::processor::Processor;
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    /// Opens a connection, which has a request with a valid token in progress.
    fn working(all: &Arc<Connections>, last: u8) -> (Arc<Connection>, RequestSlot) {
        let connection = Arc::new(all.open(address(last)));
        let request = connection.request();
        request.authenticated((), Processor::new(2).gate(&domain::Tenant::default()));
        (connection, request)
    }

    fn is_open(connection: &Connection) -> bool {
        !connection.close.is_cancelled()
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
        let later = [Arc::new(all.open(address(4))), Arc::new(all.open(address(4)))];
        assert!(strangers.iter().all(|stranger| !is_open(stranger)) && is_open(&known) && is_open(&busy));
        let requests: Vec<RequestSlot> = later.iter().map(Connection::request).collect();
        let new = Arc::new(all.open(address(5)));
        assert!(!is_open(&known) && later.iter().all(|one| is_open(one)), "then the one that is idle for longest");
        let request = new.request();
        assert!(all.room().now_or_never().is_none(), "all work");
        drop(request);
        assert!(all.room().now_or_never().is_some());
        drop((requests, busy, known, strangers, later, new));
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
