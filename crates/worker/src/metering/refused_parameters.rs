//! Parameters that a provider refuses, shared by the fleet: a second process leaves out what the first one was refused.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use coordination::ModelStates;
use llm::{Model, Parameter, Refused};

use super::refusals::{PARAMETER, Refusals};

/// The refused parameters of one model.
pub(super) struct RefusedParameters {
    refusals: Arc<Refusals>,
    state: Mutex<RefusedNames>,
}

#[derive(Default)]
struct RefusedNames {
    /// Parameters that are counted in the metric or come from another process.
    counted: Refused,
    /// Parameters that Redis holds.
    shared: Refused,
}

impl RefusedParameters {
    pub(super) fn new(refusals: Arc<Refusals>) -> Self {
        Self { refusals, state: Mutex::default() }
    }

    /// Adds the parameters that another process was refused. Unknown names, of a newer version, are ignored.
    pub(super) fn learn(&self, model: &dyn Model, names: &BTreeSet<String>) {
        let shared: Refused = Parameter::ALL.into_iter().filter(|parameter| names.contains(parameter.name())).collect();
        let mut state = self.state();
        if state.shared == shared {
            return;
        }
        state.counted.extend(&shared);
        state.shared.clone_from(&shared);
        drop(state);
        model.learn(&shared);
    }

    /// Counts and announces the parameters that were refused since the last time. If Redis is away, the next call
    /// announces them.
    pub(super) async fn share(&self, model: &dyn Model, states: &(impl ModelStates + ?Sized), key: &str) {
        let refused = model.refused();
        let missing = self.count_new(&refused);
        if missing.is_empty() {
            return;
        }
        let names: Vec<&str> = missing.iter().map(|parameter| parameter.name()).collect();
        match states.add_refused(key, &names).await {
            Ok(()) => self.state().shared.extend(missing),
            Err(error) => {
                tracing::debug!(%error, ?names, "refused parameters were not announced to the other replicas");
            }
        }
    }

    /// Counts the new ones and returns those that Redis does not hold.
    fn count_new(&self, refused: &Refused) -> Refused {
        let mut state = self.state();
        let new = refused.difference(&state.counted).count();
        state.counted.extend(refused);
        let missing = refused.difference(&state.shared).copied().collect();
        drop(state);
        (0..new).for_each(|_| self.refusals.count(PARAMETER));
        missing
    }

    fn state(&self) -> MutexGuard<'_, RefusedNames> {
        // Each change leaves valid sets, so a panic elsewhere cannot leave them inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
