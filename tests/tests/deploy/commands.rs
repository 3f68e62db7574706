//! Commands in the documents against the programs: each `auspex` command exists with its flags, each target of `make`
//! with its variables, and each metric of a runbook is exported.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Arg, Command};

use crate::{FOREIGN, exports, promql, read, root};

/// Folders with documents, and single documents.
const PLACES: [&str; 11] = [
    "docs/runbooks",
    "docs/recipes",
    "docs",
    "k8s",
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "services/cli/README.md",
    "tests/cluster/README.md",
    // What an alert advises.
    "deploy/prometheus/rules.yaml",
];
/// The program's names in the documents: installed, built, and in an image.
const NAMES: [&str; 4] = ["auspex", "target/debug/auspex", "target/release/auspex", "/service"];

/// Returns path and text of each document.
fn documents() -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> = Vec::new();
    for place in PLACES.map(|place| root().join(place)) {
        match std::fs::read_dir(&place) {
            Ok(entries) => files.extend(entries.map(|entry| entry.unwrap().path())),
            Err(_) => files.push(place),
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md" || extension == "yaml"));
    let text = |file: PathBuf| {
        (file.strip_prefix(root()).unwrap().display().to_string(), std::fs::read_to_string(&file).unwrap())
    };
    files.into_iter().map(text).collect()
}

/// Returns the code of a document: lines of its blocks, and spans in backquotes.
fn code(document: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, part) in document.split("```").enumerate() {
        if index % 2 == 1 {
            // The first line names the language.
            let joined = part.split_once('\n').map(|(_, block)| block.replace("\\\n", " ")).unwrap_or_default();
            found.extend(joined.lines().map(str::to_owned));
        } else {
            // A span may continue on the next line. In a table, `export\|check` names two commands, of which the first
            // one is read.
            let spans = part.split('`').skip(1).step_by(2);
            found.extend(spans.map(|span| span.split("\\|").next().unwrap().replace('\n', " ")));
        }
    }
    found
}

/// Splits code into the commands of a shell, and each into words without its quotes. A comment ends the code.
fn commands(code: &str) -> Vec<Vec<String>> {
    let (mut all, mut words, mut word) = (Vec::new(), Vec::new(), String::new());
    let mut quote = None;
    for letter in code.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, '#') if word.is_empty() => break,
            (None, ' ' | '|' | ';' | '&' | '(' | ')') => {
                words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
                if letter != ' ' {
                    all.push(std::mem::take(&mut words));
                }
            }
            (Some(_) | None, _) => word.push(letter),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    all.push(words);
    all
}

/// Returns the words after the program in a command that runs `auspex`, itself or in a pod.
fn arguments(words: &[String]) -> Option<&[String]> {
    let is_setting = |word: &String| word.split_once('=').is_some_and(|(name, _)| name.bytes().all(is_of_name));
    let first = words.iter().position(|word| !is_setting(word) && word != "$")?;
    let is_program = |word: &String| NAMES.contains(&word.as_str());
    if is_program(&words[first]) {
        return (words[first] != "/service").then(|| &words[first + 1..]);
    }
    // kubectl exec deploy/ops -- /service doctor
    let at = words.iter().position(|word| word == "--")?;
    (words.get(at + 1).is_some_and(is_program) && words.contains(&"deploy/ops".to_owned())).then(|| &words[at + 2..])
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_'
}

/// Returns what is wrong with the words after `auspex`. Values are not checked, because documents write placeholders,
/// and neither are missing arguments, because prose names a command without them.
fn problem(words: &[String]) -> Option<String> {
    let mut top = cli::command_line();
    top.build();
    let (mut command, mut positionals) = (&top, 0);
    // The rest of a line is the shell's, or an arrow of a picture.
    let mut words = words.iter().take_while(|word| !["<", ">", "2>", "─"].iter().any(|start| word.starts_with(start)));
    while let Some(word) = words.next() {
        if let Some(flag) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) {
            let (name, value) = flag.split_once('=').map_or((flag, None), |(name, value)| (name, Some(value)));
            let found = find(command, name).or_else(|| find(&top, name).filter(|flag| flag.is_global_set()));
            let Some(found) = found else { return Some(format!("`{}` has no {word}", command.get_name())) };
            if value.is_none() && found.get_action().takes_values() {
                words.next();
            }
        } else if let Some(inner) = command.find_subcommand(word) {
            (command, positionals) = (inner, 0);
        } else if command.has_subcommands() && command.get_positionals().next().is_none() {
            let is_any = ["…", "...", "COMMAND"].contains(&word.as_str());
            return (!is_any).then(|| format!("`{}` has no command {word}", command.get_name()));
        } else {
            positionals += 1;
        }
    }
    let is_list = |arg: &Arg| arg.get_num_args().is_some_and(|range| range.max_values() > 1);
    let takes = command.get_positionals().count();
    let has_room = positionals <= takes || command.get_positionals().any(is_list);
    (!has_room).then(|| format!("`{}` takes {takes} arguments, not {positionals}", command.get_name()))
}

/// Returns true for a command that ends with a usage error, because something that it needs is missing. A placeholder
/// counts as a value.
fn is_incomplete(words: &[String]) -> bool {
    use clap::error::ErrorKind::{
        DisplayHelpOnMissingArgumentOrSubcommand, MissingRequiredArgument, MissingSubcommand,
    };
    let all = std::iter::once("auspex").chain(words.iter().map(String::as_str));
    let parsed = cli::command_line().try_get_matches_from(all);
    parsed.is_err_and(|error| {
        [MissingRequiredArgument, MissingSubcommand, DisplayHelpOnMissingArgumentOrSubcommand].contains(&error.kind())
    })
}

fn find<'a>(command: &'a Command, flag: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| match flag.strip_prefix('-') {
        Some(long) => arg.get_long() == Some(long),
        None => arg.get_short().is_some_and(|short| flag == short.to_string()),
    })
}

/// Returns what is wrong with the words after `make`.
fn problem_of_make(words: &[String], makefile: &str) -> Option<String> {
    for word in words.iter().filter(|word| !word.starts_with('-')) {
        let (is_known, what) = match word.split_once('=') {
            Some((variable, _)) => (makefile.contains(&format!("$({variable})")), "variable"),
            None => (makefile.contains(&format!("\n{word}: ")), "target"),
        };
        if !is_known {
            return Some(format!("the Makefile has no {what} {word}"));
        }
    }
    None
}

#[test]
fn every_command_of_the_documents_exists_with_its_flags() {
    let makefile = read("Makefile");
    let (mut wrong, mut of_auspex, mut of_make, mut in_runbooks) = (Vec::new(), 0, 0, 0);
    for (path, text) in documents() {
        for code in code(&text) {
            for words in commands(&code) {
                let found = if let Some(words) = arguments(&words) {
                    of_auspex += 1;
                    // An operator copies these commands at night.
                    let must_run = path.starts_with("docs/runbooks") || path.starts_with("deploy/prometheus");
                    in_runbooks += usize::from(must_run);
                    let incomplete = (must_run && !words.is_empty() && is_incomplete(words))
                        .then(|| "an argument is missing".to_owned());
                    problem(words).or(incomplete)
                } else if words.first().is_some_and(|word| word == "make") {
                    of_make += 1;
                    problem_of_make(&words[1..], &makefile)
                } else {
                    None
                };
                wrong.extend(found.map(|found| format!("{path}: {}: {found}", words.join(" "))));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(of_auspex > 200 && of_make > 30 && in_runbooks > 50, "{of_auspex}, {of_make}, {in_runbooks} were found");
}

/// A figure that nothing exports cannot be looked at.
#[test]
fn every_metric_of_a_runbook_is_exported() {
    let ours = ["auspex_", "gen_ai_client_", "jetstream_", "gnatsd_", "keda_", "kube_"];
    let mut seen = BTreeSet::new();
    for (path, text) in documents().into_iter().filter(|(path, _)| path.starts_with("docs/runbooks")) {
        for code in code(&text) {
            for metric in
                promql::names(&code).metrics.into_iter().filter(|name| ours.iter().any(|start| name.starts_with(start)))
            {
                // Prose names a histogram without the end of its series.
                let known =
                    |one: &telemetry::metric::Metric| one.name == metric || exports(one.name, one.kind, &metric);
                let is_known =
                    telemetry::metric::ALL.iter().any(known) || FOREIGN.iter().any(|(name, _)| *name == metric);
                assert!(is_known, "{path}: nothing exports {metric}");
                seen.insert(metric);
            }
        }
    }
    assert!(seen.len() > 12, "{seen:?}");
}

#[test]
fn a_command_that_does_not_exist_is_found() {
    let problem_of = |text: &str| {
        let words = &commands(text)[0];
        problem(arguments(words).unwrap())
    };
    for right in [
        "auspex dead redrive --all --class poisoned # all of them",
        "AUSPEX_NATS_URL=x auspex --json dead list",
        "auspex publish --wait \"a b.ndjson\" c.ndjson d.ndjson",
        "kubectl -n auspex exec deploy/ops -- /service dead show ID",
        "auspex budget raise --tenant NAME DOLLARS",
        "auspex …",
    ] {
        assert_eq!(problem_of(right), None, "{right}");
    }
    for (wrong, why) in [
        ("auspex dead revive", "`dead` has no command revive"),
        ("auspex dead redrive --everything", "`redrive` has no --everything"),
        ("auspex trace -z", "`trace` has no -z"),
        ("auspex dead show A B", "`show` takes 1 arguments, not 2"),
        ("kubectl exec deploy/ops -- /service doktor", "`auspex` has no command doktor"),
    ] {
        assert_eq!(problem_of(wrong).as_deref(), Some(why), "{wrong}");
    }
    let incomplete = |text: &str| is_incomplete(arguments(&commands(text)[0]).unwrap());
    assert!(incomplete("auspex dead redrive") && incomplete("auspex dead") && incomplete("auspex cancel"));
    assert!(!incomplete("auspex dead redrive ID") && !incomplete("auspex dead list") && !incomplete("auspex doctor"));
    let makefile = read("Makefile");
    let make = |text: &str| problem_of_make(&commands(text)[0][1..], &makefile);
    assert_eq!(make("make setup build SCENARIOS=drain"), None);
    assert_eq!(make("make kubernetes").as_deref(), Some("the Makefile has no target kubernetes"));
    assert_eq!(make("make k8s-test SCENARIO=x").as_deref(), Some("the Makefile has no variable SCENARIO=x"));
}
