//! Generates docs/COMMANDS.md from the command line of `auspex`.

use clap::{Arg, Command};

const HEAD: &str = "# Commands

`auspex` finds the fleet that `auspex up` has started in this folder or a parent. Every command accepts `--help`, and `--json` for output and
errors that a program reads.

This page is generated from the program (`make commands`), and a test compares the two.
";

/// Returns the page.
pub fn document() -> String {
    let mut top = cli::command_line();
    top.build();
    let mut page = HEAD.to_owned();
    page.push_str("\n| command | purpose |\n|---|---|\n");
    for command in visible(&top) {
        page.push_str(&format!("| [`auspex {0}`](#auspex-{0}) | {1} |\n", command.get_name(), about(command)));
    }
    visible(&top).for_each(|command| describe(command, &format!("auspex {}", command.get_name()), &mut page));
    page
}

fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
}

/// Describes a command, then its commands.
fn describe(command: &Command, path: &str, page: &mut String) {
    let level = "#".repeat(path.split(' ').count());
    page.push_str(&format!("\n{level} {path}\n\n{}\n", about(command)));
    let arguments: Vec<&Arg> = command.get_arguments().filter(|argument| is_listed(argument)).collect();
    if !arguments.is_empty() {
        page.push_str("\n| argument | meaning |\n|---|---|\n");
        arguments.iter().for_each(|argument| page.push_str(&row(argument)));
    }
    if let Some(notes) = command.get_after_help() {
        page.push_str(&examples(&notes.to_string()));
    }
    visible(command).for_each(|inner| describe(inner, &format!("{path} {}", inner.get_name()), page));
}

/// Formats what a command costs, and its examples.
fn examples(notes: &str) -> String {
    let (costs, examples) = notes.split_once("Examples:\n").unwrap_or((notes, ""));
    let costs = costs.trim();
    let costs = if costs.is_empty() { String::new() } else { format!("\n{costs}\n") };
    let lines: String = examples.lines().map(|line| format!("{}\n", line.trim_start())).collect();
    format!("{costs}\n```sh\n{lines}```\n")
}

/// Leaves out what every command has.
fn is_listed(argument: &Arg) -> bool {
    !argument.is_hide_set() && !argument.is_global_set() && !["help", "version"].contains(&argument.get_id().as_str())
}

fn row(argument: &Arg) -> String {
    let default: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let is_flag = !argument.get_action().takes_values();
    let default = match default.join(", ") {
        text if text.is_empty() || is_flag => String::new(),
        text => format!(" Default: `{text}`."),
    };
    let variable = argument.get_env().map(|name| format!(" Variable: `{}`.", name.to_string_lossy()));
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let meaning = format!("{}{default}{}", sentence(&help), variable.unwrap_or_default());
    format!("| `{}` | {} |\n", cell(&name(argument)), cell(&meaning))
}

/// Returns the flag or the place of an argument with its value, as a person types it.
fn name(argument: &Arg) -> String {
    let value = match (argument.get_action().takes_values(), argument.get_value_names()) {
        (true, Some(names)) => names.join(" "),
        _ => String::new(),
    };
    match argument.get_long() {
        Some(long) => format!("--{long} {value}").trim_end().to_owned(),
        None => value,
    }
}

fn about(command: &Command) -> String {
    cell(&sentence(&command.get_about().map(ToString::to_string).unwrap_or_default()))
}

/// Ends a text with a full stop, which the program's help leaves out.
fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() || text.ends_with(['.', '!', '?', '`']) { text.to_owned() } else { format!("{text}.") }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
