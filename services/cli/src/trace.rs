//! `auspex trace TARGET`: prints the spans of a run, an event or a trace as a tree; `auspex trace --slowest N` lists
//! operations.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use domain::{EventId, EventKind, JobId, RunId, Tenant};
use operations::find::{self, IdKind};
use runtime::config::parse_duration;
use store::Runs;
use url::Url;

use crate::door::Door;
use crate::traces::slowest::{self, Wanted};
use crate::traces::{Span, read, render, select, tempo};
use crate::whole_number::within;
use crate::{Context, output};

/// Timeout of the Postgres query for a run's event if no span names the run.
const TIMEOUT_WITHOUT_SPANS: Duration = Duration::from_secs(6);
/// Timeout of the same query if some spans name the run.
const TIMEOUT_WITH_SPANS: Duration = Duration::from_secs(1);

/// Command-line arguments of `auspex trace`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Run (its id, at least the first 6 digits of it, or `last`), event (publisher's id or job), or trace id.
    #[arg(required_unless_present = "slowest")]
    target: Option<String>,
    /// List the slowest deliveries and HTTP requests with their trace ids, up to this number.
    #[arg(long, value_name = "COUNT", conflicts_with = "target", value_parser = within(1_u16..=100))]
    slowest: Option<u16>,
    /// With --slowest: those of this service only, e.g. researcher.
    #[arg(long, value_name = "NAME", requires = "slowest")]
    service: Option<String>,
    /// With --slowest: HTTP requests of this route of the gateway only, e.g. /v1/events.
    #[arg(long, value_name = "ROUTE", requires = "slowest")]
    route: Option<String>,
    /// Tenant of an event named by its publisher's id.
    #[arg(long, default_value = "default")]
    tenant: String,
    /// File of spans, one JSON object per line [default: the spans of `auspex up`].
    #[arg(long)]
    spans: Option<PathBuf>,
    /// URL of Tempo's HTTP API, e.g. http://127.0.0.1:3200, which is read instead of a file.
    #[arg(long, env = "AUSPEX_TEMPO_URL", value_name = "URL")]
    tempo: Option<Url>,
    /// Age up to which Tempo is searched, e.g. 2h; at most its query_frontend.search.max_duration. A trace id needs no
    /// search.
    #[arg(long, default_value = "7d", value_name = "DURATION", value_parser = parse_duration)]
    since: Duration,
}

/// Prints the spans of all traces in which the target takes part.
///
/// # Errors
/// When the spans file does not exist, or no span mentions the target.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let source = Source::new(&args, context)?;
    let Some(target) = args.target.as_deref() else { return list_slowest(&args, &source, context).await };
    let target = whole_id(target, context).await;
    let target = target.as_str();
    let mut found = source.select(&own_names(target, &args.tenant)?).await?;
    // The job of the run's event, which only Postgres knows, may select more spans. A trace can also be read after the
    // fleet ended.
    let mut lookup_error = None;
    if let Ok(run) = target.parse::<RunId>() {
        // Postgres gets less time if there are spans to print without it.
        let timeout = if found.is_empty() { TIMEOUT_WITHOUT_SPANS } else { TIMEOUT_WITH_SPANS };
        let job = tokio::time::timeout(timeout, job_of(run, context)).await;
        match job.unwrap_or_else(|_| Err(anyhow::anyhow!("Postgres did not respond within {timeout:?}"))) {
            Ok(Some(job)) => found = source.select(&[target.to_owned(), job]).await?,
            Ok(None) => {}
            Err(error) => lookup_error = Some(error),
        }
    }
    if found.is_empty() {
        let nothing = anyhow::anyhow!(
            "no span in {source} mentions {target}; spans arrive up to 5 s after the work, {}",
            source.limits()
        );
        return Err(match lookup_error {
            Some(error) => error.context(format!("{nothing}; looking up its event failed")),
            None => nothing,
        });
    }
    if context.json {
        found.iter().try_for_each(output::json)?;
    } else {
        render(&found).iter().try_for_each(|line| output::line(line))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the id of the run that a text names by its beginning or as `last`, if a gateway knows it; otherwise the
/// text.
async fn whole_id(text: &str, context: &Context) -> String {
    if find::is_short(text)
        && let Ok(door) = Door::open(context)
        && let Ok(id) = door.id(text, IdKind::Run).await
    {
        return id.to_string();
    }
    text.to_owned()
}

/// Prints the slowest operations, one per line.
async fn list_slowest(args: &Args, source: &Source, context: &Context) -> anyhow::Result<ExitCode> {
    let count = usize::from(args.slowest.unwrap_or(1));
    let wanted = Wanted { count, service: args.service.clone(), route: args.route.clone() };
    let (found, is_complete) = match source {
        Source::File { spans, .. } => (slowest::slowest(spans.clone(), &wanted), true),
        Source::Tempo(url, period) => slowest::in_tempo(url, &wanted, *period).await?,
    };
    anyhow::ensure!(!found.is_empty(), "no delivery and no request in {source}, {}", source.limits());
    if context.json {
        found.iter().try_for_each(output::json)?;
    } else {
        slowest::lines(&found).iter().try_for_each(|line| output::line(line))?;
    }
    if !is_complete {
        output::note("Tempo has more slow operations than it returned; a shorter --since lists them completely");
    }
    Ok(ExitCode::SUCCESS)
}

/// Origin of the spans.
enum Source {
    File { path: PathBuf, spans: Vec<Span> },
    Tempo(Url, tempo::Period),
}

impl Source {
    fn new(args: &Args, context: &Context) -> anyhow::Result<Self> {
        if let Some(url) = args.tempo.clone().filter(|_| args.spans.is_none()) {
            let end = context.clock.now().timestamp();
            let since = i64::try_from(args.since.as_secs()).context("--since is too long")?;
            return Ok(Self::Tempo(url, tempo::Period { start: end - since, end }));
        }
        let path = args.spans.clone().or_else(|| context.spans_file()).context(
            "no spans: no local fleet here; name a file with --spans, or Tempo with --tempo or AUSPEX_TEMPO_URL",
        )?;
        Ok(Self::File { spans: read(&path)?, path })
    }

    async fn select(&self, names: &[String]) -> anyhow::Result<Vec<Span>> {
        match self {
            Self::File { spans, .. } => Ok(select(spans.clone(), names)),
            Self::Tempo(url, period) => tempo::fetch(url, names, *period).await,
        }
    }

    fn limits(&self) -> &'static str {
        match self {
            Self::File { .. } => "and only those of the current fleet are kept",
            Self::Tempo(..) => "and the collector decides two minutes after a trace's begin which traces it keeps",
        }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File { path, .. } => path.display().fmt(f),
            Self::Tempo(url, _) => write!(f, "Tempo at {url}"),
        }
    }
}

/// Returns the names by which spans may refer to the target: the target itself, and the jobs of the event with that id.
fn own_names(target: &str, tenant: &str) -> anyhow::Result<Vec<String>> {
    let mut names = vec![target.to_owned()];
    if target.parse::<RunId>().is_err()
        && let Ok(event) = EventId::parse(target)
    {
        let tenant = Tenant::parse(tenant).context("--tenant")?;
        names.extend(EventKind::NAMES.iter().map(|kind| JobId::for_event(&tenant, kind, &event).to_string()));
    }
    Ok(names)
}

/// Returns the job of a run's event, an attribute of every delivery's span.
async fn job_of(run: RunId, context: &Context) -> anyhow::Result<Option<String>> {
    let state = context.store().await?.runs().load(run).await?;
    Ok(state.map(|state| state.run.event_job.to_string()))
}
