//! Commands that connect to Postgres or NATS: those of an operator. Every other command calls the HTTP API of a
//! gateway.

use std::collections::BTreeSet;

use super::tree::production;
use super::{Tree, Violations};

const CLI: &str = "services/cli/src/";
/// The file that opens the connections.
const CONTEXT: &str = "services/cli/src/context.rs";
/// Calls that open a connection.
const CONNECTS: [&str; 4] =
    ["context.store()", "context.owner_store()", "context.migrated_store()", "context.client()"];

/// Modules of commands that connect, and why a gateway cannot do for a tenant what they do.
const OPERATORS: &[(&str, &str)] = &[
    ("backtest", "publishes events of the past, which a gateway refuses, on a fleet that serves nobody else"),
    ("budget", "shows and raises the limits of tenants; `budget show` calls the API"),
    ("bundle", "memoised replies have no tenant, so no policy of Postgres could limit a gateway to those of one"),
    ("database", "creates roles as the owner of the tables"),
    ("dead", "an operator's letters are those of all tenants; a user's come from the API"),
    ("doctor", "asks the servers themselves, so that it works without a gateway"),
    ("dry_run", "an operator's costs are those of all tenants; a user's come from the API"),
    ("entity", "promotes and removes what all tenants resolve; a user's list and histories come from the API"),
    ("import", "writes the common catalogue, and outcomes of other systems"),
    ("reconcile", "compares all streams with all tables after a fail-over"),
    ("score", "an operator's forecasts are those of all tenants; a user's come from the API"),
    ("show", "an operator reads the inbound stream, which keeps the body of a quiet event"),
    ("summary", "an operator's figures are those of all tenants; a user's come from the API"),
    ("token", "creates the tokens with which users call the API"),
    ("topology", "creates streams and tables"),
    ("trace", "spans belong to the fleet; Postgres names the event of a run"),
];

/// Commands that connect and are not an operator's, and entries of the list that connect no more.
pub fn check(tree: &Tree) -> Violations {
    let connects = |text: &str| {
        let code = production(text);
        CONNECTS.iter().any(|call| code.contains(call))
    };
    let connecting: BTreeSet<String> = tree
        .rust_under(CLI)
        .filter(|(path, text)| *path != CONTEXT && connects(text))
        .filter_map(|(path, _)| path.strip_prefix(CLI)?.split(['/', '.']).next().map(str::to_owned))
        .collect();
    let is_listed = |module: &&String| OPERATORS.iter().any(|(listed, _)| listed == module);
    let unlisted = connecting.iter().filter(|module| !is_listed(module)).map(|module| {
        format!("`auspex {module}` connects to a server: call the API by a door, or state here why an operator must")
    });
    let needless = OPERATORS.iter().filter(|(module, _)| !connecting.contains(*module));
    unlisted.chain(needless.map(|(module, _)| format!("{module} connects no more: remove it from the list"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_of_a_user_that_connects_is_a_violation() {
        let tree = Tree::from_texts(&[
            ("services/cli/src/context.rs", "fn f(context: &Context) { context.store().await }"),
            ("services/cli/src/retrieve/answer.rs", "async fn run(context: &Context) { context.client().await }"),
            ("services/cli/src/ask.rs", "//! context.store()\nfn run() {}"),
            ("services/cli/src/token.rs", "fn run(context: &Context) { context.migrated_store() }"),
        ]);
        let violations = check(&tree);
        let unlisted: Vec<_> = violations.iter().filter(|line| line.contains("connects to a server")).collect();
        assert!(unlisted.len() == 1 && unlisted[0].contains("auspex retrieve"), "{violations:?}");
        assert!(violations.contains(&"summary connects no more: remove it from the list".to_owned()));
        assert!(!violations.iter().any(|line| line.starts_with("token")));
    }
}
