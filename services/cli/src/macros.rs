//! `auspex macro`: lists, shows, checks and runs research macros.

mod run;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use serde_json::json;
use tools::macros::{Definition, LoadError, Parameter, Registry};

use crate::{Context, output};

/// Command-line arguments of `auspex macro`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Folder with the definitions, one YAML file each. The default is the built-in macros.
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
        Verb::List { search } => list(&registry(folder)?, search.as_deref(), context),
        Verb::Show { name } => show(&registry(folder)?, &name, context),
        Verb::Check { folder } => check(&Registry::load(&folder), context.json),
        Verb::Run(args) => run::run(args, &registry(folder)?, context).await,
    }
}

fn registry(folder: Option<&Path>) -> anyhow::Result<Registry> {
    let Some(folder) = folder else { return Ok(Registry::builtin()) };
    Registry::load(folder).with_context(|| format!("the macros in {} cannot be read", folder.display()))
}

fn list(registry: &Registry, search: Option<&str>, context: &Context) -> anyhow::Result<ExitCode> {
    let found = search.map_or_else(|| registry.list(), |text| registry.search(text));
    for definition in &found {
        if context.json {
            output::json(&json!({
                "name": definition.name(),
                "version": definition.version(),
                "description": definition.description(),
                "parameters": definition.parameters(),
            }))?;
        } else {
            output::line(&format!(
                "{:<20} {:<6} {}",
                definition.name(),
                definition.version(),
                definition.description()
            ))?;
            definition.parameters().iter().try_for_each(|parameter| output::line(&parameter_line(parameter)))?;
        }
    }
    if found.is_empty() && !context.json {
        output::note("no macros");
    }
    Ok(ExitCode::SUCCESS)
}

fn parameter_line(parameter: &Parameter) -> String {
    let required = if parameter.required { ", required" } else { "" };
    let default = parameter.default.as_ref().map(|value| format!(", default {value}")).unwrap_or_default();
    format!("    {}: {}{required}{default}. {}", parameter.name, parameter.kind.name(), parameter.description)
}

fn show(registry: &Registry, name: &str, context: &Context) -> anyhow::Result<ExitCode> {
    let definition = find(registry, name)?;
    let example = json!(definition.example_parameters());
    if context.json {
        output::json(&json!({"definition": definition.to_json(), "example": {"macro_name": name, "params": example}}))?;
    } else {
        output::line(definition.source().trim_end())?;
        output::line(&format!("\nexample: auspex macro run {name} --params '{example}'"))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn find(registry: &Registry, name: &str) -> anyhow::Result<std::sync::Arc<Definition>> {
    registry.get(name).with_context(|| {
        let known: Vec<String> = registry.list().iter().map(|definition| definition.name().to_owned()).collect();
        format!("no macro {name:?} is installed; there are: {}", known.join(", "))
    })
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
