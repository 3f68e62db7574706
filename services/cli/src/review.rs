//! `auspex review`: lists and shows the results of research macros and the forecasts that wait for a person, and
//! approves, edits, rejects and executes them.

mod batch;
mod editing;
mod execute;
mod text;

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::review::{Edit, Refused, Rejection, ResultState, ReviewedResult, SessionId};
use domain::{JobId, Tenant};
use proto::result::macro_announcement;
use store::Store;
use store::reviews::{Decided, MAX_PAGE, ReviewQuery, ReviewTarget, Reviews};
use tools::macros::{Candidate, Reviewer};

use crate::{Context, output};
use editing::Editing;

/// Command-line arguments of `auspex review`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Tenant of the results.
    #[arg(long, global = true, default_value = "default", value_parser = Tenant::parse)]
    tenant: Tenant,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Clone, clap::Subcommand)]
enum Verb {
    /// List results, newest first.
    List {
        /// List only results in this state; `all` lists every state.
        #[arg(long, default_value = "pending", value_parser = STATES)]
        state: String,
        /// List only the results of this session.
        #[arg(long)]
        session: Option<SessionId>,
        /// Maximum number of results, 1 to 200.
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PAGE)))]
        limit: u32,
    },
    /// Show a result with its data, verbs, checks and sources.
    Show {
        /// Id of the result.
        result: JobId,
    },
    /// Approve a result as it is.
    Approve(Decision),
    /// Change the data of a result and approve it. Without an option that changes the data, the editor in $VISUAL or
    /// $EDITOR opens.
    Edit {
        #[command(flatten)]
        decision: Decision,
        #[command(flatten)]
        editing: Editing,
    },
    /// Reject a result.
    Reject(Decision),
    /// Send the verbs of an approved result to the executor and store its answer.
    Execute(execute::Args),
    /// Publish one event per row of an approved result, as the definition's section `batch` says.
    Batch {
        /// Id of the result.
        result: JobId,
    },
}

/// Values of `--state`.
const STATES: [&str; 6] = ["pending", "approved", "rejected", "expired", "executed", "all"];

/// A decision about one result.
#[derive(Debug, Clone, clap::Args)]
struct Decision {
    /// Id of the result.
    result: JobId,
    /// Version of the session that you have reviewed, as `show` prints it. The decision is refused if the session has
    /// changed since. The default is the version at the time of the command.
    #[arg(long, value_name = "N")]
    session_version: Option<i64>,
    /// Digest of the data and the verbs that you have read, as `show` prints it. An approval requires it.
    #[arg(long)]
    digest: Option<String>,
    /// Reason, recorded with the decision.
    #[arg(long, default_value = "")]
    reason: String,
    /// Name of the reviewer.
    #[arg(long, env = "USER", default_value = "")]
    by: String,
}

/// Lists, shows or decides results. Exit code 3 if a decision is refused, or lost to another reviewer.
///
/// # Errors
/// When a server cannot be reached, or the tenant has no such result.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    let desk = Desk { store, tenant: args.tenant, context };
    match args.verb {
        Verb::List { state, session, limit } => desk.list(&state, session, limit).await,
        Verb::Show { result } => desk.show(result).await,
        Verb::Approve(decision) => desk.approve(decision, |_| Ok(Vec::new())).await,
        Verb::Edit { decision, editing } => {
            desk.approve(decision, |reviewed| editing.edits(&reviewed.result.data)).await
        }
        Verb::Reject(decision) => desk.reject(decision).await,
        Verb::Execute(args) => execute::run(args, &desk).await,
        Verb::Batch { result } => batch::run(result, &desk).await,
    }
}

/// The results of one tenant.
struct Desk<'a> {
    store: Store,
    tenant: Tenant,
    context: &'a Context,
}

impl Desk<'_> {
    async fn list(&self, state: &str, session: Option<SessionId>, limit: u32) -> anyhow::Result<ExitCode> {
        let states = ResultState::parse(state).into_iter().collect();
        let query = ReviewQuery { tenant: self.tenant.clone(), states, session, after: None, limit };
        let page = self.store.list(&query).await?;
        for line in &page.lines {
            if self.context.json { output::json(line)? } else { output::line(&text::list_line(line))? }
        }
        if !self.context.json {
            if page.lines.is_empty() {
                output::note("no results");
            }
            if page.next.is_some() {
                output::note(&format!("only the newest {limit} results are listed; --limit lists more"));
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    async fn show(&self, result: JobId) -> anyhow::Result<ExitCode> {
        let reviewed = self.read(result).await?;
        print(&reviewed, self.context)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Approves a result with the edits that `edit` makes from what was read.
    async fn approve(
        &self,
        decision: Decision,
        edit: impl FnOnce(&ReviewedResult) -> anyhow::Result<Vec<Edit>>,
    ) -> anyhow::Result<ExitCode> {
        let (reviewed, target) = self.target(&decision).await?;
        if let Some(problem) = self.unseen(&reviewed, decision.digest.as_deref()).await? {
            output::report_failure(&format!("not approved: {problem}"), self.context.json);
            return Ok(ExitCode::from(output::INCOMPLETE));
        }
        let mut candidate = Candidate::new(&reviewed, edit(&reviewed)?)?;
        self.recheck(&mut candidate).await;
        if !self.context.json {
            candidate.violations.iter().for_each(|violation| {
                output::note(&format!("invalid at {:?}: {}", violation.path, violation.problem));
            });
            if candidate.has_unverified_leis() {
                output::note("an LEI of the data is unverified: no researcher runs, or GLEIF does not answer it");
            }
        }
        let reviewer = Reviewer { by: decision.by, reason: decision.reason, at: self.context.clock.now() };
        let approval = candidate.approval(reviewer)?;
        self.report(self.store.approve(&target, approval, macro_announcement).await?, "approved")
    }

    /// Returns why a decision may not be made: its author does not name what was shown, or `four_eyes` needs a second
    /// person that the command line cannot tell from the first.
    async fn unseen(&self, reviewed: &ReviewedResult, digest: Option<&str>) -> anyhow::Result<Option<String>> {
        let result = reviewed.result.id;
        // What is wrong with the state of the result is reported by the decision.
        if digest.is_some_and(|digest| digest != reviewed.digest()) {
            return Ok(Some(format!("the result has changed; read `auspex review show {result}` again")));
        }
        if digest.is_none() {
            return Ok(Some(format!(
                "name the digest that `auspex review show {result}` prints with the data: --digest"
            )));
        }
        let four_eyes = tools::macros::definition(reviewed).is_ok_and(|definition| definition.four_eyes());
        if four_eyes && self.store.requester(reviewed.event_job).await?.is_none() {
            return Ok(Some(
                "four_eyes: no token has requested the result; decide with a token, over the gateway".to_owned(),
            ));
        }
        Ok(None)
    }

    /// Asks the researcher about LEIs that are unverified, for example those that an edit added. Without an answer they
    /// stay unverified.
    async fn recheck(&self, candidate: &mut Candidate) {
        if !candidate.has_unverified_leis() {
            return;
        }
        if let Ok(client) = self.context.client().await {
            candidate.recheck(|request| client.check_leis(request)).await;
            client.close().await;
        }
    }

    async fn reject(&self, decision: Decision) -> anyhow::Result<ExitCode> {
        let (_, target) = self.target(&decision).await?;
        let rejection = Rejection { by: decision.by, at: self.context.clock.now(), reason: decision.reason };
        self.report(self.store.reject(&target, rejection, macro_announcement).await?, "rejected")
    }

    /// Reads a result, and returns it with the target of the decision: the version that the reviewer names, or the one
    /// just read.
    async fn target(&self, decision: &Decision) -> anyhow::Result<(ReviewedResult, ReviewTarget)> {
        let reviewed = self.read(decision.result).await?;
        let read = ReviewTarget::from_result(&reviewed);
        let version = decision.session_version.unwrap_or(read.version);
        Ok((reviewed, ReviewTarget { version, ..read }))
    }

    async fn read(&self, result: JobId) -> anyhow::Result<ReviewedResult> {
        let found = Reviews::show(&self.store, &self.tenant, result).await?;
        found.with_context(|| {
            format!("tenant {} has no result {result}; see `auspex review list --state all`", self.tenant)
        })
    }

    /// Prints the outcome of a decision.
    fn report(&self, decided: Decided, done: &str) -> anyhow::Result<ExitCode> {
        let problem = match decided {
            Decided::Done(reviewed) => {
                if self.context.json {
                    output::json(&reviewed)?;
                } else {
                    output::line(&format!("{done}; {}", text::consequence(&reviewed)))?;
                    reviewed.verbs().iter().try_for_each(|verb| output::line(&format!("  {verb}")))?;
                }
                return Ok(ExitCode::SUCCESS);
            }
            Decided::Conflict(conflict) => conflict.to_string(),
            Decided::Refused(refused @ Refused::NoReviewer) => format!("{refused}; name one with --by"),
            Decided::Refused(refused) => refused.to_string(),
            Decided::Unknown => bail!("the result does not exist any more"),
        };
        output::report_failure(&format!("not {done}: {problem}"), self.context.json);
        Ok(ExitCode::from(output::INCOMPLETE))
    }
}

/// Prints a result with its review.
pub(crate) fn print(reviewed: &ReviewedResult, context: &Context) -> anyhow::Result<()> {
    if context.json {
        let mut shown = serde_json::to_value(reviewed)?;
        shown["digest"] = reviewed.digest().into();
        return output::json(&shown);
    }
    Ok(text::lines(reviewed).iter().try_for_each(|line| output::line(line))?)
}
