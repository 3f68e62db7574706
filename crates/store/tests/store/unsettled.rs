//! Calls without a final state are listed in a small table, and updates of calls write no index.

use domain::port::{CallEnd, Ledger, Tokens};
use domain::{JobId, MicroUsd};
use store::Store;

use crate::ledger::{budget, go, intent};
use crate::support::{execute, number, store};

/// Calls that are listed although they have a final state, or are not listed although they have none.
pub(crate) const MISLISTED: &str = "
SELECT count(*) FROM call c FULL JOIN call_unsettled u ON u.call = c.id
WHERE (c.state IN ('intent', 'unknown')) IS DISTINCT FROM (u.call IS NOT NULL)";
const LISTED: &str = "SELECT count(*) FROM call_unsettled";
/// Columns of indexes of `call`, those of predicates included, that an update changes.
const CHANGED_AND_INDEXED: &str = "
SELECT count(*) FROM pg_index i
JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = i.indrelid
JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = d.refobjsubid
WHERE i.indrelid = 'call'::regclass
  AND a.attname IN ('state', 'charged', 'tokens_read', 'tokens_written', 'closed_at', 'unanswered')";
const INDEXED: &str = "SELECT count(*) FROM pg_index WHERE indrelid = 'call'::regclass";
const UPDATED: &str = "SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'call'";
const UPDATED_IN_PAGE: &str = "SELECT n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'call'";

async fn opened(store: &Store, step: &str) -> JobId {
    go(&store.ledger().open(&intent(step, 10, &[budget("b", 1_000_000)])).await.expect("an answer"))
}

fn settled() -> CallEnd {
    CallEnd::Settled { actual: MicroUsd(3), reply: b"reply".to_vec(), tokens: Tokens { read: 7, written: 2 } }
}

#[tokio::test]
async fn a_call_is_listed_until_it_has_a_final_state() {
    let (one, url) = store().await;
    let calls = [opened(&one, "first").await, opened(&one, "second").await, opened(&one, "third").await];
    assert_eq!(number(&url, LISTED).await, 3);
    one.ledger().close(calls[0], settled()).await.expect("closed");
    one.ledger().close(calls[1], CallEnd::Unknown).await.expect("closed");
    one.ledger().close(calls[2], CallEnd::Refused).await.expect("closed");
    assert_eq!((number(&url, LISTED).await, number(&url, MISLISTED).await), (1, 0));
    one.ledger().close(calls[2], CallEnd::Unknown).await.expect("it was sent after all");
    assert_eq!((number(&url, LISTED).await, number(&url, MISLISTED).await), (2, 0));
    execute(&url, "DELETE FROM call WHERE state = 'unknown'").await;
    assert_eq!((number(&url, LISTED).await, number(&url, MISLISTED).await), (0, 0));
}

#[tokio::test]
async fn most_updates_of_calls_stay_in_their_page_and_none_writes_an_index() {
    const CALLS: i64 = 400;
    let (one, url) = store().await;
    for n in 0..CALLS {
        let call = opened(&one, &format!("step {n}")).await;
        one.ledger().close(call, settled()).await.expect("closed");
    }
    assert!(number(&url, INDEXED).await >= 4);
    assert_eq!(number(&url, CHANGED_AND_INDEXED).await, 0);
    // A session reports its statistics when it ends.
    drop(one);
    for _ in 0..10_000 {
        if number(&url, UPDATED).await >= CALLS {
            let in_page = number(&url, UPDATED_IN_PAGE).await;
            assert!(in_page * 10 >= CALLS * 9, "{in_page} of {CALLS}");
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("Postgres has not counted the updates");
}
