//! Screens: the present state of a view, which one task renders for all who look at it. And the places of tabs: a
//! browser session has at most [`MAX_TABS`] streams at a replica, and a further one takes the place of the oldest.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use bytes::Bytes;
use console::live::Picture;
use domain::access::{AccessScope, TokenId};
use domain::{RunId, Tenant};
use operations::Caller;
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::view::{LiveView, Recent};
use crate::Gateway;
use crate::http::Problem;

/// Streams of one browser session at this replica.
pub(super) const MAX_TABS: usize = 4;
/// Interval in which a run is read although its version is the same: for its outcome, its costs and its calls.
const RUN_INTERVAL: Duration = Duration::from_secs(5);

/// The views of all tenants with at least one viewer.
#[derive(Default)]
pub(in crate::console) struct LiveHub {
    screens: Mutex<HashMap<Key, Weak<Screen>>>,
    tabs: Mutex<HashMap<TokenId, VecDeque<CancellationToken>>>,
}

/// People with the same scopes see the same fragments of a tenant's view.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    tenant: Tenant,
    scopes: BTreeSet<AccessScope>,
    view: LiveView,
}

/// A view as it is now. Its task ends with the last stream.
pub(super) struct Screen {
    state: watch::Sender<ScreenState>,
    /// Milliseconds since 1970 at which the state was read last.
    read_at: AtomicI64,
    _running: DropGuard,
}

/// State of a screen.
#[derive(Debug, Clone)]
pub(super) enum ScreenState {
    /// Nothing is read yet.
    Empty,
    /// The newest picture.
    Shown(Arc<Shown>),
    /// The view cannot be shown, for example because its run was deleted.
    Refused(Problem),
}

/// A picture as its messages.
#[derive(Debug)]
pub(super) struct Shown {
    /// Id of the state.
    pub(super) id: String,
    /// Leads a page from any state to this one.
    pub(super) whole: Bytes,
    /// Id of the state before, and the message that leads from there to this one.
    pub(super) step: Option<(String, Bytes)>,
    /// Nothing changes any more.
    pub(super) is_final: bool,
}

impl Screen {
    /// Returns a receiver of the states.
    pub(super) fn states(&self) -> watch::Receiver<ScreenState> {
        self.state.subscribe()
    }

    /// Returns the milliseconds since 1970 at which the state was read last.
    pub(super) fn read_at(&self) -> i64 {
        self.read_at.load(Ordering::Relaxed)
    }

    /// Shows a picture after another one.
    fn show(&self, picture: &Picture, before: Option<&Picture>) {
        let id = picture.id();
        let is_same = matches!(&*self.state.borrow(), ScreenState::Shown(shown) if shown.id == id);
        if is_same {
            return;
        }
        let step = before.map(|before| (before.id(), Bytes::from(picture.message(Some(before)))));
        let whole = Bytes::from(picture.message(None));
        let shown = Shown { id, whole, step, is_final: picture.is_final() };
        self.state.send_replace(ScreenState::Shown(Arc::new(shown)));
    }
}

impl LiveHub {
    /// Returns the screen of a view for a caller, and starts its task for the first viewer.
    pub(super) fn screen(&self, gateway: &Arc<Gateway>, (caller, view): (&Caller, LiveView)) -> Arc<Screen> {
        let scopes = caller.scopes.iter().copied().collect();
        let key = Key { tenant: caller.tenant.clone(), scopes, view };
        let mut screens = lock(&self.screens);
        if let Some(screen) = screens.get(&key).and_then(Weak::upgrade) {
            return screen;
        }
        screens.retain(|_, screen| screen.strong_count() > 0);
        let running = CancellationToken::new();
        let (ended, stop) = (running.clone(), gateway.operations.stop.clone());
        let state = watch::Sender::new(ScreenState::Empty);
        let screen = Arc::new(Screen { state, read_at: AtomicI64::new(0), _running: running.drop_guard() });
        let painter = Painter {
            screen: Arc::downgrade(&screen),
            gateway: Arc::clone(gateway),
            caller: reader(caller),
            view: key.view.clone(),
        };
        screens.insert(key, Arc::downgrade(&screen));
        drop(screens);
        tokio::spawn(async move {
            tokio::select! {
                () = painter.run() => {}
                () = ended.cancelled() => {}
                () = stop.cancelled() => {}
            }
        });
        screen
    }

    /// Takes a place of a browser session. The oldest tab loses its place if there are too many.
    pub(super) fn tab(self: &Arc<Self>, session: TokenId) -> Tab {
        let cancelled = CancellationToken::new();
        let mut tabs = lock(&self.tabs);
        let tabs = tabs.entry(session).or_default();
        tabs.push_back(cancelled.clone());
        while tabs.len() > MAX_TABS {
            if let Some(oldest) = tabs.pop_front() {
                oldest.cancel();
            }
        }
        Tab { hub: Arc::clone(self), session, lost: cancelled }
    }
}

/// The caller of a screen's operations: any of those who look at it, without a name and a rate.
fn reader(caller: &Caller) -> Caller {
    Caller { name: "console".to_owned(), ..caller.clone() }
}

/// The place of a tab until this is dropped.
pub(super) struct Tab {
    hub: Arc<LiveHub>,
    session: TokenId,
    /// Cancelled when a newer tab takes the place.
    pub(super) lost: CancellationToken,
}

impl Drop for Tab {
    fn drop(&mut self) {
        // A tab that has lost its place is not in the list any more.
        self.lost.cancel();
        let mut tabs = lock(&self.hub.tabs);
        if let Some(own) = tabs.get_mut(&self.session) {
            own.retain(|tab| !tab.is_cancelled());
            if own.is_empty() {
                tabs.remove(&self.session);
            }
        }
    }
}

/// The task of a screen.
struct Painter {
    screen: Weak<Screen>,
    gateway: Arc<Gateway>,
    caller: Caller,
    view: LiveView,
}

impl Painter {
    async fn run(&self) {
        let (mut before, mut recent): (Option<Picture>, Recent) = (None, Recent::default());
        loop {
            let now = self.gateway.operations.clock.now();
            let read = self.view.picture(self.gateway.of(&self.caller), (now, &mut recent)).await;
            let Some(screen) = self.screen.upgrade() else { return };
            match read {
                Ok(picture) => {
                    screen.show(&picture, before.as_ref());
                    screen.read_at.store(now.timestamp_millis(), Ordering::Relaxed);
                    if picture.is_final() {
                        return;
                    }
                    before = Some(picture);
                }
                Err(error) => {
                    tracing::debug!(%error, view = ?self.view, "a live view cannot be read");
                    // Another attempt would meet the refusal again. In an outage the pages say that their data is old.
                    let problem = Problem::from(error);
                    if problem.status().is_client_error() {
                        screen.state.send_replace(ScreenState::Refused(problem));
                        return;
                    }
                }
            }
            drop(screen);
            self.wait().await;
        }
    }

    /// Waits until the view is due again.
    async fn wait(&self) {
        match self.view {
            LiveView::Run(run) => self.wait_for(run).await,
            _ => tokio::time::sleep(self.view.interval()).await,
        }
    }

    /// Waits for another version of a run: one statement a second reads those of all watched runs.
    async fn wait_for(&self, run: RunId) {
        let mut feed = self.gateway.runs.watch(run);
        feed.borrow_and_update();
        tokio::time::sleep(self.view.interval()).await;
        let rest = RUN_INTERVAL.saturating_sub(self.view.interval());
        let _ = tokio::time::timeout(rest, feed.changed()).await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code panics while it holds one of these locks.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifth_tab_takes_the_place_of_the_first_and_places_are_given_back() {
        let hub = Arc::new(LiveHub::default());
        let session = TokenId(uuid::Uuid::from_u128(1));
        let mut tabs: Vec<Tab> = (0..5).map(|_| hub.tab(session)).collect();
        let lost: Vec<bool> = tabs.iter().map(|tab| tab.lost.is_cancelled()).collect();
        assert_eq!(lost, [true, false, false, false, false]);
        let other = hub.tab(TokenId(uuid::Uuid::from_u128(2)));
        assert!(!other.lost.is_cancelled());
        tabs.truncate(1);
        drop(tabs);
        drop(other);
        assert!(lock(&hub.tabs).is_empty(), "sessions without a stream are forgotten");
    }
}
