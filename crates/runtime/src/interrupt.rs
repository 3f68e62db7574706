//! Calling work back: all of it, now, because the lease has lapsed or the worker stops.

use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

/// Hands out the token that current work listens to.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<Mutex<CancellationToken>>);

impl Interrupt {
    /// The token for work that begins now.
    pub(crate) fn token(&self) -> CancellationToken {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Calls back everything that has begun; what begins later is not concerned.
    pub(crate) fn call_back(&self) {
        let begun = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        begun.cancel();
    }

    /// Calls back everything that has begun or ever will.
    pub(crate) fn for_ever(&self) {
        self.token().cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_work_is_not_concerned_unless_it_is_for_ever() {
        let interrupt = Interrupt::default();
        let before = interrupt.token();
        interrupt.call_back();
        assert!(before.is_cancelled() && !interrupt.token().is_cancelled());
        interrupt.for_ever();
        assert!(interrupt.token().is_cancelled());
    }
}
