//! `auspex macro`: lists, shows, checks and runs research macros.

mod run;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use operations::macros::{MacroDetail, MacroItem, ParameterItem, list_of, show_of};
use serde_json::json;
use tools::macros::{LoadError, Registry};

use crate::door::Door;
use crate::{Context, output};

/// Command-line arguments of `auspex macro`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Folder with the definitions, one YAML file each, to list and show. The default is the macros of the gateway, or
    /// without one the built-in ones.
    #[arg(long, global = true, env = "AUSPEX_MACROS", value_name = "DIR")]
    macros: Option<PathBuf>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Clone, clap::Subcommand)]
enum Verb {
    /// List the macros.
    List {
        /// List only macros whose name, description or hints match these words.
        #[arg(long)]
        search: Option<String>,
    },
    /// Show a definition with an example call.
    Show {
        /// Name of the macro.
        name: String,
    },
    /// Check the definitions of a folder as the workers do at their start. Exit code 3 if there are mistakes.
    Check {
        /// Folder with the definitions.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Request the execution of a macro and wait for its result.
    Run(run::Args),
}

/// Lists, shows, checks or runs macros.
///
/// # Errors
/// When the definitions contain mistakes, the macro does not exist, or a server cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let folder = args.macros.as_deref();
    match args.verb {
        Verb::List { search } => list(&installed(folder, search.as_deref(), context).await?, context),
        Verb::Show { name } => show(&detail(folder, &name, context).await?, context),
        Verb::Check { folder } => check(&Registry::load(&folder), context.json),
        Verb::Run(args) => run::run(args, &Door::open(context)?, context).await,
    }
}

fn registry(folder: Option<&Path>) -> anyhow::Result<Registry> {
    let Some(folder) = folder else { return Ok(Registry::builtin()) };
    Registry::load(folder).with_context(|| format!("the macros in {} cannot be read", folder.display()))
}

/// Returns the macros of the folder, or those of the gateway, or without one the built-in ones.
async fn installed(folder: Option<&Path>, search: Option<&str>, context: &Context) -> anyhow::Result<Vec<MacroItem>> {
    match gateway(folder, context)? {
        Some(door) => Ok(door.macros(search).await?),
        None => Ok(list_of(&registry(folder)?, search)),
    }
}

async fn detail(folder: Option<&Path>, name: &str, context: &Context) -> anyhow::Result<MacroDetail> {
    match gateway(folder, context)? {
        Some(door) => Ok(door.macro_detail(name).await?),
        None => Ok(show_of(&registry(folder)?, name)?),
    }
}

/// Returns the gateway, unless the command names a folder.
fn gateway(folder: Option<&Path>, context: &Context) -> anyhow::Result<Option<Door>> {
    if folder.is_some() || context.api().is_err() { Ok(None) } else { Door::open(context).map(Some) }
}

fn list(found: &[MacroItem], context: &Context) -> anyhow::Result<ExitCode> {
    for item in found {
        context.print(item, |MacroItem { name, version, description, parameters, .. }| {
            let heading = format!("{name:<20} {version:<6} {description}");
            [heading].into_iter().chain(parameters.iter().map(parameter_line)).collect::<Vec<_>>()
        })?;
    }
    if found.is_empty() {
        context.remark("no macros");
    }
    Ok(ExitCode::SUCCESS)
}

fn parameter_line(parameter: &ParameterItem) -> String {
    let required = if parameter.required { ", required" } else { "" };
    let default = parameter.default.as_ref().map(|value| format!(", default {value}")).unwrap_or_default();
    format!("    {}: {}{required}{default}. {}", parameter.name, parameter.kind, parameter.description)
}

fn show(detail: &MacroDetail, context: &Context) -> anyhow::Result<ExitCode> {
    context.print(detail, |MacroDetail { name, source, example, .. }| {
        let example = format!("\nexample: auspex macro run {name} --params '{}'", json!(example.params));
        [source.trim_end().to_owned(), example]
    })?;
    Ok(ExitCode::SUCCESS)
}

fn check(loaded: &Result<Registry, LoadError>, is_json: bool) -> anyhow::Result<ExitCode> {
    let mistakes = loaded.as_ref().err().map_or_else(Vec::new, |error| output::lines(&error.mistakes));
    let macros: Vec<String> = loaded.iter().flat_map(Registry::list).map(|found| found.name().to_owned()).collect();
    if is_json {
        output::json(&json!({"ok": mistakes.is_empty(), "macros": macros, "mistakes": mistakes}))?;
    } else {
        mistakes.iter().try_for_each(|mistake| output::line(mistake))?;
        if mistakes.is_empty() {
            output::line(&format!("{}: {}", output::pluralize(macros.len() as u64, "valid macro"), macros.join(", ")))?;
        }
    }
    Ok(output::complete_if(mistakes.is_empty()))
}
