//! `auspex review`: lists and shows the results of research macros and the forecasts that wait for a person, and
//! approves, edits, rejects and executes them.

mod batch;
mod editing;
mod execute;
mod refusal;
mod text;

use std::process::ExitCode;

use anyhow::Context as _;
use domain::JobId;
use domain::review::{Edit, SessionId};
use operations::find::IdKind;
use operations::reviews::{ApprovedItem, ReviewList, ReviewedView, SessionDetail};
use serde::Serialize;
use store::reviews::MAX_PAGE;

use crate::Context;
use crate::door::{Door, ReadResult};
use crate::whole_number::within;
use editing::Editing;

/// Command-line arguments of `auspex review`.
#[derive(Debug, Clone, clap::Subcommand)]
pub(crate) enum Args {
    /// List results, newest first.
    List {
        /// List only results in this state; `all` lists every state.
        #[arg(long, default_value = "pending", value_parser = STATES)]
        state: String,
        /// List only the results of this session.
        #[arg(long)]
        session: Option<SessionId>,
        /// Maximum number of results, 1 to 200.
        #[arg(long, default_value_t = 50, value_parser = within(1..=MAX_PAGE))]
        limit: u32,
    },
    /// Show a result with its data, verbs, checks and sources.
    Show {
        /// Result: its id, at least the first 6 digits of it, or `last`.
        result: String,
    },
    /// Show the state of a session with its approved results.
    Session {
        /// Research session (UUID), or one of its results: its id, at least the first 6 digits of it, or `last`.
        session: String,
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
    /// Publish one event per row of an approved result, as the definition's section `batch` says. Costs money: each row
    /// runs a macro.
    Batch {
        /// Result: its id, at least the first 6 digits of it, or `last`.
        result: String,
        /// Confirm that up to 300 macros run, each of which costs at most AUSPEX_BUDGET_RESEARCHER.
        #[arg(long)]
        yes: bool,
    },
}

/// States that `--state` selects.
const STATES: [&str; 6] = ["pending", "approved", "rejected", "expired", "executed", "all"];

/// A decision about one result.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Decision {
    /// Result: its id, at least the first 6 digits of it, or `last`.
    result: String,
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
}

/// Lists, shows or decides results. Exit code 3 if a decision is refused, or lost to another reviewer.
///
/// # Errors
/// When the fleet cannot be reached, or the tenant has no such result.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let desk = Desk { door: Door::open(context)?, context };
    match args {
        Args::List { state, session, limit } => desk.list(&state, session, limit).await,
        Args::Show { result } => desk.show(&result).await,
        Args::Session { session } => desk.session(&session).await,
        Args::Approve(decision) => desk.approve(decision, |_| Ok(None)).await,
        Args::Edit { decision, editing } => desk.approve(decision, |shown| editing.edits(&shown.data).map(Some)).await,
        Args::Reject(decision) => desk.reject(decision).await,
        Args::Execute(args) => execute::run(args, &desk).await,
        Args::Batch { result, yes } => batch::run(&result, yes, &desk).await,
    }
}

/// The results of one tenant.
struct Desk<'a> {
    door: Door,
    context: &'a Context,
}

impl Desk<'_> {
    async fn list(&self, state: &str, session: Option<SessionId>, limit: u32) -> anyhow::Result<ExitCode> {
        let state = Some(state.to_owned()).filter(|state| state != "all");
        let session = session.map(|session| session.0);
        let page = self.door.reviews(ReviewList { state, session, limit: Some(limit), cursor: None }).await?;
        self.context.print_each(&page.items, text::list_line)?;
        if page.items.is_empty() {
            self.context.remark("no results");
        }
        if page.next.is_some() {
            self.context.remark(&format!("only the newest {limit} results are listed; --limit lists more"));
        }
        Ok(ExitCode::SUCCESS)
    }

    async fn show(&self, result: &str) -> anyhow::Result<ExitCode> {
        print(&self.read(result).await?, self.context)?;
        Ok(ExitCode::SUCCESS)
    }

    async fn session(&self, text: &str) -> anyhow::Result<ExitCode> {
        let session: SessionId = match text.parse() {
            Ok(session) => session,
            Err(_) => self.read(text).await?.session_id.parse().context("the session of the result")?,
        };
        let detail = self.door.session(session).await?;
        self.context.print(&detail, |SessionDetail { status, approved, .. }| {
            let state = format!("session  {session}, {} at version {}", status.state, status.version);
            let approved = approved.iter().map(|ApprovedItem { result_id, macro_name, approved_by, .. }| {
                format!("approved {result_id}  {macro_name} by {approved_by}")
            });
            [state].into_iter().chain(approved).collect::<Vec<_>>()
        })?;
        Ok(ExitCode::SUCCESS)
    }

    /// Approves a result with the edits that `edit` makes from what was read.
    async fn approve(
        &self,
        decision: Decision,
        edit: impl FnOnce(&ReviewedView) -> anyhow::Result<Option<Vec<Edit>>>,
    ) -> anyhow::Result<ExitCode> {
        let shown = self.read(&decision.result).await?;
        // Before an editor opens.
        if let Some(problem) = unseen(&shown, decision.digest.as_deref()) {
            return Ok(self.refused("approved", &problem));
        }
        let edits = edit(&shown)?.map(serde_json::to_value).transpose()?;
        if shown.lei_checks.iter().any(|check| check.status == "unverified") {
            self.context.remark("an LEI of the data is unverified: no researcher runs, or GLEIF does not answer it");
        }
        match self.door.approve(seen(&shown, &decision)?, edits, decision.reason).await {
            Ok(approved) => {
                let consequence = text::consequence(&shown, &approved.state, true);
                self.report(&approved, (&format!("approved; {consequence}"), &approved.generated_verbs))
            }
            Err(error) => self.failed("approved", error),
        }
    }

    async fn reject(&self, decision: Decision) -> anyhow::Result<ExitCode> {
        let shown = self.read(&decision.result).await?;
        match self.door.reject(seen(&shown, &decision)?, decision.reason).await {
            Ok(rejected) => {
                let consequence = text::consequence(&shown, &rejected.state, false);
                self.report(&rejected, (&format!("rejected; {consequence}"), &[]))
            }
            Err(error) => self.failed("rejected", error),
        }
    }

    async fn read(&self, text: &str) -> anyhow::Result<ReviewedView> {
        let result = JobId(self.door.id(text, IdKind::Review).await?);
        let missing = || format!("the tenant has no result {result}; see `auspex review list --state all`");
        self.door.review(result).await.map_err(|error| error.or_missing(missing))
    }

    /// Prints the outcome of a decision: its output as JSON, or a line and the verbs.
    fn report(&self, output: &impl Serialize, (line, verbs): (&str, &[String])) -> anyhow::Result<ExitCode> {
        let verbs = verbs.iter().map(|verb| format!("  {verb}"));
        self.context.print(output, |_| [line.to_owned()].into_iter().chain(verbs))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns why a decision may not be made: its author does not name what was shown.
fn unseen(shown: &ReviewedView, digest: Option<&str>) -> Option<String> {
    let result = &shown.result_id;
    // What is wrong with the state of the result is reported by the decision.
    match digest {
        Some(digest) if digest != shown.digest => {
            Some(format!("the result has changed; read `auspex review show {result}` again"))
        }
        None => Some(refusal::unnamed(result)),
        Some(_) => None,
    }
}

/// Returns what a decision names: the version that the reviewer names, or the one just read.
fn seen(shown: &ReviewedView, decision: &Decision) -> anyhow::Result<ReadResult> {
    let version = decision.session_version.unwrap_or(shown.session_version);
    let result = shown.result_id.parse().context("the id of a result")?;
    Ok(ReadResult { result, version, digest: decision.digest.clone() })
}

/// Prints a result with its review.
pub(crate) fn print(shown: &ReviewedView, context: &Context) -> anyhow::Result<()> {
    context.print(shown, text::lines)
}
