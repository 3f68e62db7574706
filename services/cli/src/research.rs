//! `auspex research …`: researches or refreshes entities, and prints the answers.

mod answers;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use domain::{EntityKind, MicroUsd};
use operations::research::entities::{EntitiesResearched, EntitiesWanted, EntityState};
use tokio::time::{Instant, timeout_at};

use crate::door::Door;
use crate::publish::parse_timeout;
use crate::sources::SourceArgs;
use crate::{Context, output};

/// Command-line arguments of `auspex research`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Mints, symbols, names, LEIs, URLs or ids of entities, at most 50. An ambiguous one is answered with the
    /// candidates.
    #[arg(required = true, num_args = 1..=50, value_name = "IDENTIFIER")]
    identifiers: Vec<String>,
    #[command(flatten)]
    needs: EntityNeeds,
    /// Maximum cost of all identifiers together in dollars.
    #[arg(long, value_name = "DOLLARS", value_parser = MicroUsd::parse_dollars)]
    budget: Option<MicroUsd>,
    #[command(flatten)]
    sources: SourceArgs,
    /// Print the job of the request and do not wait for the answers.
    #[arg(long)]
    no_wait: bool,
    /// Maximum time to wait.
    #[arg(long, default_value = "10m", value_parser = parse_timeout)]
    timeout: Duration,
}

/// What research of entities needs, shared with `schedule add`.
#[derive(Debug, Clone, clap::Args)]
pub struct EntityNeeds {
    /// Oldest acceptable age of the research, e.g. 6h; 0 forces new research [default: research that has not expired].
    #[arg(long, value_name = "AGE", value_parser = parse_age)]
    max_age: Option<Duration>,
    /// Type of entities that are unknown by name, e.g. person or business. Without it, an unknown name is not
    /// researched.
    #[arg(long, value_parser = parse_kind)]
    kind: Option<EntityKind>,
}

impl EntityNeeds {
    /// Returns the request of these entities, without a limit and without rules for sources.
    pub fn wanted(&self, identifiers: &[String]) -> EntitiesWanted {
        EntitiesWanted {
            identifiers: identifiers.to_vec(),
            max_age_ms: self.max_age.map(|age| u64::try_from(age.as_millis()).unwrap_or(u64::MAX)),
            kind: self.kind.map(|kind| kind.name().to_owned()),
            ..EntitiesWanted::default()
        }
    }

    /// Returns `true` if an option is set.
    pub fn is_given(&self) -> bool {
        self.max_age.is_some() || self.kind.is_some()
    }
}

fn parse_age(text: &str) -> Result<Duration, String> {
    if text.trim() == "0" { Ok(Duration::ZERO) } else { parse_timeout(text) }
}

fn parse_kind(text: &str) -> Result<EntityKind, String> {
    let names = || EntityKind::ALL.map(EntityKind::name).join(", ");
    EntityKind::parse(text).ok_or_else(|| format!("use one of {}", names()))
}

/// Requests the research and waits for the answers. Exit code 3 if an identifier was not researched, 4 on timeout,
/// which leaves the research going.
///
/// # Errors
/// When the request is refused or the gateway cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let wanted = args.wanted();
    // Checked here as well, so that a mistake in the arguments is reported without a fleet.
    wanted.sources.clone().unwrap_or_default().rules()?;
    let door = Door::open(context)?;
    let begun = door.research_entities(&wanted).await.context("the research was not requested")?;
    output::note(&format!("research {}; {}", begun.job, limit(&args)));
    if args.no_wait {
        context.print(&begun, answers::lines)?;
        return Ok(ExitCode::SUCCESS);
    }
    match timeout_at(Instant::now() + args.timeout, follow(&door, begun)).await {
        Ok(answers) => {
            let answers = answers?;
            context.print(&answers, answers::lines)?;
            Ok(output::complete_if(answers.entities.iter().all(|entity| is_answered(entity.state))))
        }
        Err(_) => {
            let late = format!("no answer within {} s; the research continues", args.timeout.as_secs());
            output::report_failure(&late, context.json);
            Ok(ExitCode::from(output::TIMED_OUT))
        }
    }
}

/// Waits for the answers, and reports the progress.
async fn follow(door: &Door, mut answers: EntitiesResearched) -> anyhow::Result<EntitiesResearched> {
    let mut last = String::new();
    while answers.status == "running" {
        let progress = answers.progress();
        if progress != last {
            output::note(&progress);
            last = progress;
        }
        answers = door.entity_answers(&answers.job).await?;
    }
    Ok(answers)
}

fn is_answered(state: EntityState) -> bool {
    matches!(state, EntityState::Researched | EntityState::Partial | EntityState::FromMemory)
}

fn limit(args: &Args) -> String {
    match args.budget {
        Some(budget) => format!("it costs at most {budget} in all"),
        None => {
            "it costs at most AUSPEX_BUDGET_RESEARCHER ($3 by default) for each identifier, and nothing where memory answers"
                .to_owned()
        }
    }
}

impl Args {
    fn wanted(&self) -> EntitiesWanted {
        EntitiesWanted {
            budget_micro_usd: self.budget.map(|budget| budget.0),
            sources: self.sources.domains(),
            ..self.needs.wanted(&self.identifiers)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse_arguments;

    fn wanted(line: &[&str]) -> Result<EntitiesWanted, String> {
        parse_arguments(line).map(|args: Args| args.wanted()).map_err(|error| error.to_string())
    }

    #[test]
    fn every_option_is_part_of_the_request() {
        let line = ["WIF", "Acme", "--max-age", "0", "--kind", "business", "--budget", "0.5", "--allow", "sec.gov"];
        let asked = wanted(&line).unwrap();
        assert_eq!((asked.identifiers.len(), asked.max_age_ms, asked.budget_micro_usd), (2, Some(0), Some(500_000)));
        assert_eq!(
            (asked.kind.as_deref(), asked.sources.unwrap().allow),
            (Some("business"), vec!["sec.gov".to_owned()])
        );
        let plain = wanted(&["WIF", "--max-age", "6h"]).unwrap();
        assert_eq!((plain.max_age_ms, plain.kind, plain.sources), (Some(21_600_000), None, None));
    }

    #[test]
    fn an_invalid_option_is_refused_with_what_is_valid() {
        for (line, named) in [
            (&[][..], "IDENTIFIER"),
            (&["WIF", "--kind", "company"], "business"),
            (&["WIF", "--max-age", "old"], "--max-age"),
        ] {
            assert!(wanted(line).unwrap_err().contains(named), "{line:?}");
        }
    }
}
