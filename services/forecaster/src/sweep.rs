//! Rounds past their deadline: closed with a `RunAnswered` of the same id that the last answer would have said.
//!
//! I/O: the background task that closes rounds past their deadline.

use domain::effect::When;
use domain::port::PortError;
use domain::{JobId, Outgoing, Time};
use proto::event::Fact;
use proto::events::RunAnswered;
use store::Runs;
use store::runs::DueRun;

/// Runs that are closed in one go.
const AT_ONCE: u32 = 200;

/// Closes what is due; answers the messages that say so, to be published at once. Twice is harmless: a round is closed
/// once, its message has one id.
///
/// # Errors
/// The store could not be reached. What was closed until then stays closed, and the relay publishes it.
pub async fn sweep(runs: &impl Runs, now: Time) -> Result<Vec<Outgoing>, PortError> {
    let mut closed = Vec::new();
    for due in runs.due(now, AT_ONCE).await? {
        let says = message(&due);
        if runs.close_round(due.run, due.iteration, &says).await? {
            tracing::warn!(run = %due.run, round = due.iteration, outstanding = due.outstanding, "a round is closed at its deadline");
            closed.push(says);
        }
    }
    Ok(closed)
}

fn message(due: &DueRun) -> Outgoing {
    let says = RunAnswered { run: due.run, tenant: due.tenant.clone(), iteration: due.iteration };
    // The id of this fact depends on run and round only, whatever job says it.
    let id = says.id(JobId(due.run.0), 0);
    Outgoing {
        id,
        subject: says.subject(),
        tenant: due.tenant.clone(),
        payload: says.encode(),
        traceparent: String::new(),
        when: When::Always,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::handler::fakes::Shelf;
    use crate::sample::{run, when};

    fn shelf() -> Arc<Shelf> {
        let shelf = Shelf::default();
        let due = DueRun { run: run().id, tenant: run().tenant, iteration: 2, deadline: when(), outstanding: 1 };
        shelf.due.lock().unwrap().push(due);
        Arc::new(shelf)
    }

    #[tokio::test]
    async fn a_round_is_closed_once_under_the_id_that_its_last_answer_would_have_used() {
        let shelf = shelf();
        assert_eq!(sweep(&*shelf, when() - chrono::TimeDelta::seconds(1)).await.unwrap(), []);
        assert_eq!(sweep(&*shelf, when()).await.unwrap().len(), 1);
        assert_eq!(sweep(&*shelf, when()).await.unwrap(), []);
        let closed = shelf.closed.lock().unwrap();
        let said = crate::outcome::answered(&run(), 2);
        assert_eq!((closed.len(), closed[0].id), (1, said.id(JobId::named(&["any"]), 7)));
        assert_eq!(closed[0].payload, said.encode());
    }
}
