//! The help of all commands: groups, examples, and what costs money.

use clap::Command;

/// Groups of the commands, in the order of the help.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "Ask and read",
        &[
            "ask", "report", "show", "event", "watch", "retrieve", "remember", "research", "publish", "schedule",
            "cancel", "summary",
        ],
    ),
    ("Research macros and reviews", &["macro", "review"]),
    ("Outcomes and calibration", &["resolve", "score", "backtest"]),
    ("Connect people and programs", &["console", "webhook", "mcp", "token"]),
    ("A fleet on this machine", &["up", "demo", "doctor", "models", "prompts"]),
    (
        "Operate a fleet",
        &["budget", "dead", "entity", "bundle", "trace", "import", "topology", "database", "reconcile", "idle"],
    ),
    ("This program", &["completions"]),
];

const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}";

/// What a command costs, and two examples.
struct Notes {
    name: &'static str,
    costs: Option<&'static str>,
    examples: [&'static str; 2],
}

const fn free(name: &'static str, examples: [&'static str; 2]) -> Notes {
    Notes { name, costs: None, examples }
}

const fn paid(name: &'static str, costs: &'static str, examples: [&'static str; 2]) -> Notes {
    Notes { name, costs: Some(costs), examples }
}

const NOTES: &[Notes] = &[
    paid(
        "ask",
        "at most AUSPEX_BUDGET_RUN ($20 by default) for the run, or --budget; --dry-run estimates it",
        [
            "auspex ask \"Will the Bank of Norrland cut its policy rate on 17 December 2026?\"",
            "auspex ask \"Will it rain in Oslo tomorrow?\" --budget 0.50 --dry-run",
        ],
    ),
    paid(
        "report",
        "at most AUSPEX_BUDGET_RUN ($20 by default) for the run, or --budget; --dry-run estimates it",
        [
            "auspex report \"The policy rate of Norrland and its outlook\" --depth 2 --output report.html",
            "auspex report \"How is inflation in Norrland measured?\" --budget 1.00 --dry-run",
        ],
    ),
    free("show", ["auspex show last", "auspex show last --report"]),
    free("event", ["auspex event list --state open", "auspex event bundles deep-tides-41"]),
    free("watch", ["auspex watch --kind forecast", "auspex watch --run last"]),
    paid(
        "retrieve",
        "a look-up is free; with --research or --fresh at most AUSPEX_BUDGET_RESEARCHER ($3 by default)",
        [
            "auspex retrieve \"policy rate of Norrland\"",
            "auspex retrieve \"policy rate of Norrland\" --research --wait",
        ],
    ),
    paid(
        "remember",
        "a file is free; a web page at most AUSPEX_BUDGET_RESEARCHER ($3 by default)",
        ["auspex remember README.md", "auspex remember https://example.org/"],
    ),
    paid(
        "research",
        "at most AUSPEX_BUDGET_RESEARCHER ($3 by default) for each identifier, or --budget for all; nothing where memory \
         answers",
        [
            "auspex research EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm --max-age 0",
            "auspex research \"Acme Robotics\" --kind business --allow acme.example --budget 0.50",
        ],
    ),
    paid(
        "publish",
        "what the events cause: at most AUSPEX_BUDGET_RUN ($20 by default) for each question, and \
         AUSPEX_BUDGET_TENANT_DAY ($200) for a day; --dry-run estimates it",
        [
            "auspex publish examples/events/questions.ndjson --dry-run",
            "auspex publish --wait examples/events/questions.ndjson",
        ],
    ),
    paid(
        "schedule",
        "each instant at most AUSPEX_BUDGET_RUN ($20 by default), or --budget",
        [
            "auspex schedule add daily \"30 6 * * 1-5\" \"Will it rain in Oslo tomorrow?\" --budget 0.50",
            "auspex schedule add tokens \"0 6 * * *\" --entity WIF --max-age 0 --budget 0.50",
        ],
    ),
    free("cancel", ["auspex cancel last --reason \"too dear\"", "auspex cancel last --forecast"]),
    free("summary", ["auspex summary", "auspex summary --json"]),
    paid(
        "macro",
        "`run`: at most AUSPEX_BUDGET_RESEARCHER ($3 by default), or --budget",
        ["auspex macro list", "auspex macro run client-discovery -p client_name=\"ACME Bank\" --budget 0.50"],
    ),
    paid(
        "review",
        "`batch`: one paid macro for each row, up to 300 rows; the rest is free",
        ["auspex review list", "auspex review show last"],
    ),
    free("resolve", ["auspex resolve last yes", "auspex resolve last --withdraw --because \"the source was wrong\""]),
    free("score", ["auspex score", "auspex score --by topic --plot calibration.svg"]),
    paid(
        "backtest",
        "at most AUSPEX_BUDGET_RUN ($20 by default) for each question, and AUSPEX_BUDGET_TENANT_DAY ($200); free with --offline",
        ["auspex backtest questions.ndjson --limit 20 --offline", "auspex backtest questions.ndjson --no-crowd"],
    ),
    free("webhook", ["auspex webhook list", "auspex webhook create https://hooks.example.com/in --kinds forecast"]),
    free("mcp", ["auspex mcp", "auspex mcp --token-file .auspex/gateway.token"]),
    free("token", ["auspex token create my-app --scopes publish,read --expires 90d", "auspex token list"]),
    free("up", ["auspex up --offline", "auspex up --replicas researcher=2"]),
    free("demo", ["auspex demo", "auspex demo --trace"]),
    free("console", ["auspex console", "auspex console --json"]),
    paid(
        "doctor",
        "`--call`: one small call for each model; the rest is free",
        ["auspex doctor", "auspex doctor --json"],
    ),
    free("models", ["auspex models", "auspex models --json"]),
    free("prompts", ["auspex prompts export prompts", "auspex prompts check prompts"]),
    free("budget", ["auspex budget list", "auspex budget raise 300"]),
    paid(
        "dead",
        "`redrive`: the work of the message is done again, within its budgets; the rest is free",
        ["auspex dead groups", "auspex dead redrive --all"],
    ),
    free("entity", ["auspex entity list", "auspex entity list --json"]),
    paid(
        "bundle",
        "`rerun --live`: the calls of the forecast; the rest is free",
        ["auspex bundle export last bundle", "auspex bundle rerun bundle"],
    ),
    free("trace", ["auspex trace last", "auspex trace --slowest 5"]),
    free(
        "import",
        ["auspex import outcomes questions.ndjson --source forecastbench", "auspex import tokens tokens.csv"],
    ),
    free("topology", ["auspex topology apply", "auspex topology check"]),
    free("database", ["auspex database roles", "auspex database --help"]),
    paid("reconcile", "`--apply`: what the replayed events cause", ["auspex reconcile", "auspex reconcile --apply"]),
    free("idle", ["auspex idle", "auspex idle --help"]),
    free(
        "completions",
        ["auspex completions bash > ~/.local/share/bash-completion/completions/auspex", "auspex completions zsh"],
    ),
];

/// Adds groups, examples and costs to the help.
pub(crate) fn complete(command: Command) -> Command {
    let groups = groups(&command);
    NOTES
        .iter()
        .fold(command, |command, notes| command.mut_subcommand(notes.name, |inner| inner.after_help(notes.text())))
        .before_help(groups)
        .help_template(TEMPLATE)
}

fn groups(command: &Command) -> String {
    let about = |name: &str| {
        let about = command.find_subcommand(name).and_then(Command::get_about);
        about.map(ToString::to_string).unwrap_or_default()
    };
    let mut text = String::new();
    for (title, names) in GROUPS {
        text.push_str(&format!("{title}:\n"));
        names.iter().for_each(|name| text.push_str(&format!("  {name:<11}  {}\n", about(name))));
        text.push('\n');
    }
    text.trim_end().to_owned()
}

impl Notes {
    fn text(&self) -> String {
        let costs = self.costs.map(|costs| format!("Costs money: {costs}.\n\n")).unwrap_or_default();
        format!("{costs}Examples:\n  {}\n  {}", self.examples[0], self.examples[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::command_line;

    /// Divides a line into words as a shell does.
    fn words(line: &str) -> Vec<String> {
        let line = line.split(" > ").next().unwrap_or_default();
        let mut words = vec![String::new()];
        let mut is_quoted = false;
        for char in line.chars() {
            match char {
                '"' => is_quoted = !is_quoted,
                ' ' if !is_quoted => words.push(String::new()),
                other => words.last_mut().unwrap().push(other),
            }
        }
        words
    }

    #[test]
    fn every_command_has_a_group_and_two_examples_that_are_valid() {
        let names: Vec<String> = command_line().get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
        for name in &names {
            let grouped = GROUPS.iter().filter(|(_, names)| names.contains(&name.as_str())).count();
            let noted = NOTES.iter().filter(|notes| notes.name == name).count();
            assert_eq!((grouped, noted), (1, 1), "{name}");
        }
        assert_eq!(names.len(), NOTES.len());
        for example in NOTES.iter().flat_map(|notes| notes.examples) {
            match command_line().try_get_matches_from(words(example)) {
                Err(error) if error.use_stderr() => panic!("{example}: {error}"),
                _ => {}
            }
        }
    }

    #[test]
    fn the_help_has_groups_and_says_what_a_command_costs() {
        let text = command_line().render_help().to_string();
        assert!(text.contains("Ask and read:\n  ask ") && text.contains("Exit codes:"), "{text}");
        let ask = command_line().find_subcommand_mut("ask").unwrap().render_help().to_string();
        assert!(ask.contains("Costs money: at most AUSPEX_BUDGET_RUN ($20") && ask.contains("Examples:"), "{ask}");
    }
}
