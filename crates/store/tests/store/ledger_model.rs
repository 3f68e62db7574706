//! Random histories of the ledger, compared with a model of forty lines.

use std::collections::BTreeMap;

use domain::port::{CallEnd, Ledger, MAX_UNANSWERED_CALLS, Opened, Tokens};
use domain::{BudgetScope, JobId, MicroUsd, Tenant};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use store::Store;

use crate::ledger::{budget, intent};
use crate::support::{instance, number, store};
use crate::unsettled::MISLISTED;

const SCOPES: [&str; 3] = ["a", "b", "c"];
const LIMIT: u64 = 60;

/// One operation of a history.
#[derive(Debug, Clone)]
enum Act {
    /// Opens a call of this step against these scopes (bits).
    Open { step: u8, max: u64, scopes: u8 },
    /// Closes the nth call that was ever opened.
    Close { nth: usize, end: u8, actual: u64 },
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..4_u8, 0..25_u64, 0..8_u8).prop_map(|(step, max, scopes)| Act::Open { step, max, scopes }),
        (0..20_usize, 0..4_u8, 0..25_u64).prop_map(|(nth, end, actual)| Act::Close { nth, end, actual }),
    ]
}

#[derive(Debug)]
struct Call {
    id: JobId,
    step: u8,
    scopes: u8,
    max: u64,
    charged: u64,
    /// It has a paid end, which is final.
    closed: bool,
    /// It has no end yet, and its step was not tried again.
    open: bool,
    /// It ended without a reply, or its step was tried again before.
    unanswered: bool,
}

/// The expected state.
#[derive(Debug, Default)]
struct Model {
    calls: Vec<Call>,
    paid: BTreeMap<u8, ()>,
}

impl Model {
    fn committed(&self, scope: usize) -> u64 {
        self.calls.iter().filter(|call| call.scopes & (1 << scope) != 0).map(|call| call.charged).sum()
    }

    fn may_open(&self, max: u64, scopes: u8) -> bool {
        (0..SCOPES.len()).filter(|scope| scopes & (1 << scope) != 0).all(|scope| self.committed(scope) + max <= LIMIT)
    }

    fn gives_up(&self, step: u8) -> bool {
        let unanswered = self.calls.iter().filter(|call| call.step == step && call.unanswered).count();
        unanswered >= MAX_UNANSWERED_CALLS as usize
    }

    /// A step that is tried again has abandoned its open calls.
    fn abandon(&mut self, step: u8) {
        for call in self.calls.iter_mut().filter(|call| call.step == step && call.open) {
            (call.open, call.unanswered) = (false, true);
        }
    }

    fn close(&mut self, nth: usize, end: &CallEnd) {
        let Some(call) = self.calls.get_mut(nth).filter(|call| !call.closed) else { return };
        call.unanswered |= call.open && matches!(end, CallEnd::Wasted { .. } | CallEnd::Unknown);
        call.open = false;
        match end {
            CallEnd::Settled { actual, .. } => {
                call.charged = actual.0;
                self.paid.insert(call.step, ());
            }
            CallEnd::Wasted { actual, .. } => call.charged = actual.0,
            CallEnd::Refused => {
                call.charged = 0;
                return;
            }
            CallEnd::Unknown => {
                call.charged = call.max;
                return;
            }
            CallEnd::AtMost { .. } => unreachable!("no history has it"),
        }
        call.closed = true;
    }
}

fn end(kind: u8, actual: u64) -> CallEnd {
    match kind {
        0 => CallEnd::Settled { actual: MicroUsd(actual), reply: vec![1], tokens: Tokens::default() },
        1 => CallEnd::Wasted { actual: MicroUsd(actual), tokens: Tokens::default() },
        2 => CallEnd::Refused,
        _ => CallEnd::Unknown,
    }
}

/// Names of one history: separate budgets and steps, so that one database serves all histories.
///
/// The calls of a step are made by one replica, because only a replica knows that it abandoned a call.
async fn play(replicas: &[Store; 2], history: usize, acts: &[Act]) {
    let mut model = Model::default();
    let mut budgets = SCOPES.map(|scope| budget(&format!("{history}/{scope}"), LIMIT));
    let tenant = Tenant::parse(&format!("h{history}")).expect("a name");
    budgets[0].scope = BudgetScope::tenant_day(&tenant, chrono::NaiveDate::default());
    for act in acts {
        match act {
            Act::Open { step, max, scopes } => {
                let chosen: Vec<_> =
                    (0..SCOPES.len()).filter(|n| scopes & (1 << n) != 0).map(|n| budgets[n].clone()).collect();
                let store = &replicas[usize::from(*step % 2)];
                let opened =
                    store.ledger().open(&intent(&format!("{history}/{step}"), *max, &chosen)).await.expect("an answer");
                model.abandon(*step);
                let gives_up = model.gives_up(*step);
                match opened {
                    Opened::Unanswered { .. } => assert!(!model.paid.contains_key(step) && gives_up, "{act:?}"),
                    Opened::Remembered(_) => assert!(model.paid.contains_key(step), "{act:?}"),
                    Opened::Denied { .. } => {
                        assert!(!model.paid.contains_key(step) && !gives_up, "{act:?}");
                        assert!(!model.may_open(*max, *scopes), "{act:?}");
                    }
                    Opened::Go(id) => {
                        assert!(!model.paid.contains_key(step) && !gives_up, "{act:?}");
                        assert!(model.may_open(*max, *scopes), "{act:?}");
                        assert!(model.calls.iter().all(|call| call.id != id), "an id of its own");
                        model.calls.push(Call {
                            id,
                            step: *step,
                            scopes: *scopes,
                            max: *max,
                            charged: *max,
                            closed: false,
                            open: true,
                            unanswered: false,
                        });
                    }
                }
            }
            Act::Close { nth, end: kind, actual } => {
                let Some((id, step)) = model.calls.get(*nth).map(|call| (call.id, call.step)) else { continue };
                let store = &replicas[usize::from(step % 2)];
                store.ledger().close(id, end(*kind, *actual)).await.expect("closed");
                model.close(*nth, &end(*kind, *actual));
            }
        }
    }
    for (n, budget) in budgets.iter().enumerate() {
        let left = replicas[0].ledger().left(budget).await.expect("a budget");
        assert_eq!(left, MicroUsd(LIMIT.saturating_sub(model.committed(n))), "{:?}", model.calls);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_ledger_histories_agree_with_the_model() {
    let (store, url) = store().await;
    let handle = tokio::runtime::Handle::current();
    let replicas = [store.clone(), instance(&url, "two").await];
    let histories = tokio::task::spawn_blocking(move || {
        let mut runner = TestRunner::new(Config { cases: 60, failure_persistence: None, ..Config::default() });
        let history = std::cell::Cell::new(0);
        let acts = proptest::collection::vec(act(), 1..40);
        runner.run(&acts, |acts| {
            history.set(history.get() + 1);
            handle.block_on(play(&replicas, history.get(), &acts));
            Ok(())
        })
    });
    histories.await.expect("no panic").expect("every history agrees");
    assert_eq!(store.ledger().unbalanced().await.expect("an answer"), []);
    assert_eq!(number(&url, MISLISTED).await, 0);
}
