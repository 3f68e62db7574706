//! The table of settings in docs/CONFIGURATION.md, made of what the readers recorded.

use std::fmt::Write;

use super::Env;

/// A Markdown table of everything that `env` was asked for. Secrets show that they are secret and nothing else.
pub fn markdown(env: &Env) -> String {
    let mut table = String::from("| variable | default | meaning |\n|---|---|---|\n");
    for setting in env.settings() {
        let default = match (setting.secret, setting.default.as_str()) {
            (true, _) => "*(secret)*".to_owned(),
            (false, "") => "*(none)*".to_owned(),
            (false, default) => format!("`{}`", escaped(default)),
        };
        // Writing to a `String` cannot fail.
        let _ = writeln!(table, "| `{}` | {default} | {} |", setting.name, escaped(&setting.doc));
    }
    table
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_shows_neither_value_nor_default() {
        let mut env = Env::from_pairs([("K", "hunter2")]);
        env.secret("K", "The key.");
        env.secret_text("U", "postgres://user:pass@localhost", "Where the truth is.");
        env.text("T", "a|b", "Either.");
        let table = markdown(&env);
        assert!(!table.contains("hunter2") && !table.contains("pass@"));
        assert!(table.contains("| `T` | `a\\|b` | Either. |"), "{table}");
    }
}
