//! Replication of Postgres: whether acknowledged work survives the promotion of a standby.

use store::server::Replication;

use super::finding::Finding;

const WHAT: &str = "replication";
/// Values of `synchronous_commit` with which a commit waits for the disk of a standby.
const CONFIRMED: [&str; 2] = ["on", "remote_apply"];
const RECIPE: &str = "docs/recipes/fail-over-postgres.md";

/// Describes the replication and what a promotion would lose.
pub(super) fn describe(found: &Replication) -> Finding {
    let Replication { is_standby, names, commit, standbys, synchronous, hidden } = found;
    if *is_standby {
        let mend = "promote it (`pg_ctl promote`), or let the address of AUSPEX_POSTGRES_URL lead to the primary";
        return Finding::broken(WHAT, "this server is a standby, which accepts no writes", mend);
    }
    if ["off", "local"].contains(&commit.as_str()) {
        let detail = format!("synchronous_commit is {commit}: a crash or a promotion loses acknowledged commits");
        return Finding::notable(WHAT, detail, "set synchronous_commit to on");
    }
    if *hidden > 0 {
        let detail = format!("this user may not read the state of {hidden} standbys");
        return Finding::notable(WHAT, detail, "GRANT pg_monitor to the user of this command");
    }
    match (names.is_empty(), *standbys, *synchronous) {
        (true, 0, _) => Finding::fine(WHAT, "no standby: what a lost disk held comes from the last backup"),
        (true, count, _) => asynchronous(count),
        (false, _, 0) => waiting(names),
        (false, _, count) if !CONFIRMED.contains(&commit.as_str()) => unflushed(commit, count),
        (false, _, count) => {
            Finding::fine(WHAT, format!("synchronous: {count} of {standbys} standbys confirm commits"))
        }
    }
}

fn asynchronous(count: u32) -> Finding {
    let detail = format!("{count} standbys, none synchronous: a promotion loses the newest commits");
    let mend =
        format!("set synchronous_standby_names to 'ANY 1 (…)' and promote only a synchronous standby ({RECIPE})");
    Finding::notable(WHAT, detail, mend)
}

/// Every commit waits until a standby that the setting names has connected.
fn waiting(names: &str) -> Finding {
    let detail = format!("commits wait for a synchronous standby ({names}) and none streams");
    let mend = "start the standby, or set synchronous_standby_names to those that run and reload Postgres";
    Finding::broken(WHAT, detail, mend)
}

fn unflushed(commit: &str, count: u32) -> Finding {
    let detail =
        format!("{count} standbys confirm commits before they are on their disk (synchronous_commit is {commit})");
    Finding::notable(WHAT, detail, "set synchronous_commit to on")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    fn found(names: &str, commit: &str, [standbys, synchronous]: [u32; 2]) -> Replication {
        let (names, commit) = (names.to_owned(), commit.to_owned());
        Replication { is_standby: false, names, commit, standbys, synchronous, hidden: 0 }
    }

    #[test]
    fn replication_that_may_lose_commits_is_reported_with_advice() {
        let states = [
            found("", "on", [0, 0]),
            found("", "on", [2, 0]),
            found("ANY 1 (b)", "on", [0, 0]),
            found("ANY 1 (b)", "remote_write", [1, 1]),
            found("ANY 1 (b)", "local", [1, 1]),
            found("ANY 1 (b)", "on", [2, 1]),
        ]
        .map(|found| describe(&found).state);
        use State::{Broken, Fine, Notable};
        assert_eq!(states, [Fine, Notable, Broken, Notable, Notable, Fine]);
        let standby = Replication { is_standby: true, ..found("", "on", [0, 0]) };
        assert_eq!(describe(&standby).state, Broken);
        let hidden = Replication { hidden: 1, ..found("ANY 1 (b)", "on", [0, 0]) };
        assert!(describe(&hidden).mend.contains("pg_monitor"));
        assert!(describe(&found("", "on", [2, 0])).mend.contains("fail-over-postgres"));
    }
}
