//! One Redis user per process, with the keys and commands that its calls and scripts use.
//!
//! `FLUSHALL`, `KEYS`, `CONFIG` and all other administrative commands are refused. The gateway has no user, because it
//! does not use Redis.

/// Commands that every connection needs.
const CONNECTION: &[&str] = &["ping", "hello", "auth", "select", "client|setinfo", "client|setname"];

/// Commands of the calls and scripts.
const CALLS: &[&str] = &[
    "eval",
    "evalsha",
    "script|load",
    "multi",
    "exec",
    "discard",
    "time",
    "get",
    "set",
    "psetex",
    "del",
    "exists",
    "pttl",
    "pexpire",
    "incrby",
    "decrby",
    "hget",
    "hmget",
    "hgetall",
    "hset",
    "hmset",
    "hdel",
    "zadd",
    "zrem",
    "zcard",
    "zrangebyscore",
    "zremrangebyscore",
    "sadd",
    "smembers",
];

/// Commands of the command line, which reads, and deletes the marks of fresh research after a loss of the database
/// (`auspex reconcile`). `INFO` reports settings without the passwords and paths that `CONFIG GET` shows. `SCRIPT KILL`
/// ends a script of a process that was taken over, which stops every other call while it runs.
const OPERATOR: &[&str] = &["scan", "pttl", "hgetall", "smembers", "multi", "exec", "info", "del", "script|kill"];

/// Kinds of keys of every worker: budgets, cool-downs, what models refuse, and counts of work in flight.
const MODELS: &[&str] = &["{budget}", "cool", "block", "refused", "flight"];

/// Kinds of keys of workers that research or ask whether research is fresh.
const FRESHNESS: &[&str] = &["fresh", "lease"];

/// A user of Redis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AclUser {
    /// Name of the user.
    pub name: String,
    /// Rules after the password, as `ACL SETUSER` takes them.
    pub rules: Vec<String>,
}

impl AclUser {
    /// Returns the user of a process, or `None` for a process that does not use Redis. `prefix` is that of the keys
    /// (`AUSPEX_REDIS_PREFIX`).
    pub fn of_process(process: &str, prefix: &str) -> Option<Self> {
        let (commands, kinds): (&[&str], Vec<&str>) = match process {
            "classifier" | "researcher" => (CALLS, [MODELS, FRESHNESS].concat()),
            "filter" | "forecaster" | "writer" => (CALLS, MODELS.to_vec()),
            "operator" => (OPERATOR, [MODELS, &["fresh"]].concat()),
            _ => return None,
        };
        let mut rules: Vec<String> = ["resetkeys", "resetchannels", "-@all"].map(str::to_owned).to_vec();
        rules.extend(kinds.iter().map(|kind| format!("~{}:{kind}:*", escaped(prefix))));
        rules.extend(CONNECTION.iter().chain(commands).map(|command| format!("+{command}")));
        Some(Self { name: format!("auspex-{process}"), rules })
    }

    /// Returns the user as a line of an ACL file. `password` is text after `>`, for example a variable that a template
    /// replaces.
    pub fn line(&self, password: &str) -> String {
        format!("user {} on resetpass >{password} {}", self.name, self.rules.join(" "))
    }
}

/// Processes that have a user.
pub const ACL_PROCESSES: [&str; 6] = ["classifier", "researcher", "filter", "forecaster", "writer", "operator"];

/// Escapes the characters that have a meaning in the pattern of a key.
fn escaped(prefix: &str) -> String {
    let mut text = String::new();
    for c in prefix.chars() {
        if "*?[]\\".contains(c) {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_has_the_keys_of_its_process_and_no_administrative_command() {
        let filter = AclUser::of_process("filter", "auspex").unwrap().line("secret");
        assert!(
            filter.starts_with(
                "user auspex-filter on resetpass >secret resetkeys resetchannels -@all ~auspex:{budget}:*"
            )
        );
        assert!(
            !filter.contains("lease")
                && !filter.contains("+config")
                && !filter.contains("flush")
                && !filter.contains("+keys")
        );
        let kills = |process| AclUser::of_process(process, "auspex").unwrap().line("secret").ends_with("+script|kill");
        assert!(kills("operator") && !kills("filter"), "the operator ends scripts of the others");
        assert_eq!(AclUser::of_process("gateway", "auspex"), None);
        assert!(
            ACL_PROCESSES
                .iter()
                .all(|process| AclUser::of_process(process, "a*b").unwrap().rules[3].starts_with(r"~a\*b:"))
        );
    }
}
