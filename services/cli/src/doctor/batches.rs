//! Batches of model calls: what is open, how long it has waited, and what failed.

use store::batches::BatchOverview;

use super::finding::Finding;

/// Age above which an open batch is notable: the window of the providers.
const WINDOW_HOURS: f64 = 24.0;

pub(super) fn describe(overview: &BatchOverview) -> Finding {
    let BatchOverview { open, queued, oldest_seconds, unknown, refused } = *overview;
    if open == 0 && queued == 0 && unknown == 0 && refused == 0 {
        return Finding::fine("batches", "none open");
    }
    let hours = oldest_seconds / 3600.0;
    let detail = format!(
        "{open} open, {queued} calls wait, the oldest for {hours:.1} h; of the last 24 h {unknown} calls have an unknown outcome, {refused} were refused"
    );
    if hours > WINDOW_HOURS {
        let mend = "a provider answers a batch within 24 h: check that the worker of its model runs, and the batch at the provider";
        return Finding::notable("batches", detail, mend);
    }
    if unknown > 0 {
        let mend =
            "each is charged at its maximum; the worker's log names the batch. `auspex summary` shows the ledger";
        return Finding::notable("batches", detail, mend);
    }
    Finding::fine("batches", detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn batches_are_notable_when_they_are_late_or_their_calls_have_no_known_outcome() {
        let open = BatchOverview { open: 2, queued: 3, oldest_seconds: 5_400.0, ..BatchOverview::default() };
        let found = describe(&open);
        assert_eq!(found.state, State::Fine);
        assert!(found.detail.starts_with("2 open, 3 calls wait, the oldest for 1.5 h"), "{found}");
        assert_eq!(describe(&BatchOverview { oldest_seconds: 90_000.0, ..open }).state, State::Notable);
        assert_eq!(describe(&BatchOverview { unknown: 1, ..open }).state, State::Notable);
        assert_eq!(
            describe(&BatchOverview { refused: 1, ..open }).state,
            State::Fine,
            "refused calls are made in the ordinary way"
        );
        assert_eq!(describe(&BatchOverview::default()).detail, "none open");
    }
}
