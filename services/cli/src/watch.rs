//! `auspex watch`: prints results as they are published.

mod run;

use std::process::ExitCode;

use clap::ValueEnum;
use domain::{Forecast, RunId};
use operations::find::IdKind;
use proto::v1::{self, outcome_value::Value, result::Body};

use crate::door::{Door, ServerEvent};
use crate::whole_number::positive;
use crate::{Context, output, show};

/// Maximum characters of an event's id on a line; `--json` has the whole id.
const MAX_ID: usize = 19;

/// Command-line arguments of `auspex watch`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Print only results of this kind.
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// Start with the oldest retained result (72 h) instead of the next one.
    #[arg(long)]
    from_start: bool,
    /// Exit after N results.
    #[arg(long, value_name = "N", value_parser = positive)]
    count: Option<u64>,
    /// Follow this run until it is done, with the money spent at each step: its id, at least the first 6
    /// digits of it, or `last`.
    #[arg(long, value_name = "RUN", conflicts_with_all = ["kind", "from_start", "count"])]
    run: Option<String>,
    /// At the end of the run, print the probability that the number or date is at most this threshold; repeat it for
    /// several.
    #[arg(long, value_name = "THRESHOLD", requires = "run", allow_hyphen_values = true)]
    at_most: Vec<String>,
}

/// Kind of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Classification,
    Classifications,
    Research,
    Forecast,
    Ended,
    Macro,
    Outcome,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Classification => "classification",
            Self::Classifications => "classifications",
            Self::Research => "research",
            Self::Forecast => "forecast",
            Self::Ended => "ended",
            Self::Macro => "macro",
            Self::Outcome => "outcome",
        }
    }
}

/// Prints results, or the progress of a run, until Ctrl-C or the requested count.
///
/// # Errors
/// When the gateway cannot be reached, or the run does not exist.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context)?;
    let watching = async {
        match &args.run {
            Some(run) => {
                let run = RunId(door.id(run, IdKind::Run).await?);
                let code = run::follow(&door, run, context).await?;
                if code == ExitCode::SUCCESS {
                    show::thresholds(&door, run, &args.at_most, context).await?;
                }
                Ok(code)
            }
            None => results(&door, &args, context).await,
        }
    };
    tokio::select! {
        code = watching => code,
        _ = tokio::signal::ctrl_c() => Ok(ExitCode::SUCCESS),
    }
}

async fn results(door: &Door, args: &Args, context: &Context) -> anyhow::Result<ExitCode> {
    // The id 0 begins with the oldest result.
    let mut results = door.events(&["v1", "results"], args.from_start.then_some("0")).await?;
    let mut left = args.count.unwrap_or(u64::MAX);
    while left > 0 {
        let event = results.next().await?;
        if show_event(&event, args.kind, context)? {
            left -= 1;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a result of the wanted kind. Returns `false` if the event is another one.
fn show_event(event: &ServerEvent, kind: Option<Kind>, context: &Context) -> anyhow::Result<bool> {
    let ServerEvent { id, name, data } = event;
    if matches!(name.as_str(), "gap" | "reset") {
        output::note(&format!("results are missing ({name}): {data}"));
        return Ok(false);
    }
    if kind.is_some_and(|kind| kind.name() != name) {
        return Ok(false);
    }
    match serde_json::from_str::<v1::Result>(data) {
        Ok(result) => print(&result, context.json)?,
        Err(error) => output::note(&format!("cannot decode the result at {id}: {error}")),
    }
    Ok(true)
}

fn print(result: &v1::Result, json: bool) -> anyhow::Result<()> {
    if json { output::json(result) } else { Ok(output::line(&line(result))?) }
}

/// Formats a result as one line.
fn line(result: &v1::Result) -> String {
    let (kind, summary) = match &result.body {
        Some(Body::Classification(made)) => ("event", classified(made)),
        Some(Body::Classifications(group)) => ("events", grouped(group)),
        Some(Body::Research(made)) => ("research", researched(made)),
        Some(Body::Forecast(made)) => ("forecast", forecast(made)),
        Some(Body::Ended(ended)) => ("ended", show::ending_line(ended)),
        Some(Body::Macro(reviewed)) => ("macro", reviewed_macro(reviewed)),
        Some(Body::Outcome(change)) => ("outcome", changed_outcome(change)),
        None => ("unknown", "unknown kind of result; upgrade this binary".to_owned()),
    };
    let at = result.made_at.as_ref().and_then(|at| chrono::DateTime::from_timestamp(at.seconds, 0));
    let at = at.map(|at| at.format("%T").to_string()).unwrap_or_default();
    format!("{at:<8}  {kind:<9} {:<20}  {summary}", output::truncate(&result.event_id, MAX_ID))
}

fn classified(made: &v1::EventClassified) -> String {
    let verdict = if made.interesting { "interesting" } else { "not interesting" };
    format!("{verdict} ({:.2}): {}", made.score, made.reason)
}

fn grouped(group: &v1::VerdictGroup) -> String {
    let shown = group.verdicts.iter().take(3).map(|verdict| verdict.event_id.as_str()).collect::<Vec<_>>().join(", ");
    let more = if group.verdicts.len() > 3 { ", …" } else { "" };
    format!("{} not interesting: {shown}{more}", group.verdicts.len())
}

fn researched(made: &v1::EvidenceFiltered) -> String {
    let Some(research) = &made.research else { return "no research".to_owned() };
    let cached = if research.from_cache { ", from cache" } else { "" };
    format!(
        "{} findings from {} sources{cached}: {}",
        research.findings.len(),
        research.sources.len(),
        research.summary
    )
}

fn changed_outcome(change: &v1::QuestionOutcome) -> String {
    let step = change.step().as_str_name().trim_start_matches("OUTCOME_STEP_").to_lowercase();
    let value = |outcome: &Option<v1::OutcomeValue>| match outcome.as_ref().and_then(|outcome| outcome.value.as_ref()) {
        Some(Value::Share(share)) => share.to_string(),
        Some(Value::Answer(answer)) => answer.clone(),
        None => String::new(),
    };
    let replaced = change.replaced.as_ref().map(|_| format!(" in place of {}", value(&change.replaced)));
    let because = if change.because.is_empty() { String::new() } else { format!(": {}", change.because) };
    format!("{step} {}{}{because}: {}", value(&change.outcome), replaced.unwrap_or_default(), change.question)
}

fn reviewed_macro(reviewed: &v1::ReviewedMacro) -> String {
    let state = reviewed.state().as_str_name().trim_start_matches("MACRO_STATE_").to_lowercase();
    let review = reviewed.review.as_ref();
    let by = review.map(|review| format!(" by {}", review.by)).unwrap_or_default();
    let reason = review.filter(|review| !review.reason.is_empty());
    let reason = reason.map(|review| format!(": {}", review.reason)).unwrap_or_default();
    let result = reviewed.result.clone().unwrap_or_default();
    format!("{} {}, result {}: {state}{by}{reason}", result.r#macro, result.version, result.id)
}

fn forecast(made: &v1::ForecastMade) -> String {
    let asked = made.run.as_ref().and_then(|run| run.asked.as_ref()).map_or("", |asked| asked.text.as_str());
    if let Some(answer) = Forecast::try_from(made.clone()).ok().and_then(|forecast| forecast.headline()) {
        return format!("{answer}  {asked}");
    }
    format!("{:.0} % ({:.0} to {:.0})  {asked}", made.probability * 100.0, made.lower * 100.0, made.upper * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_one_line() {
        let with =
            |body| line(&v1::Result { tenant: "acme".into(), event_id: "e-1".into(), body, ..v1::Result::default() });
        let made = v1::EventClassified { interesting: true, score: 0.9, reason: "large".into(), ..Default::default() };
        assert_eq!(
            with(Some(Body::Classification(made))),
            "          event     e-1                   interesting (0.90): large"
        );
        let made = v1::ForecastMade { probability: 0.734, lower: 0.6, upper: 0.85, ..Default::default() };
        let result =
            v1::MacroResult { r#macro: "ubo".into(), version: "1".into(), id: "r".into(), ..Default::default() };
        let review = v1::MacroReview { by: "ada".into(), reason: "wrong company".into(), ..Default::default() };
        let reviewed = v1::ReviewedMacro {
            state: v1::MacroState::Rejected.into(),
            result: Some(result),
            review: Some(review),
            ..Default::default()
        };
        let rejected = with(Some(Body::Macro(reviewed)));
        assert_eq!(
            rejected,
            "          macro     e-1                   ubo 1, result r: rejected by ada: wrong company"
        );
        let value = |share| Some(v1::OutcomeValue { value: Some(Value::Share(share)) });
        let withdrawn = v1::QuestionOutcome {
            step: v1::OutcomeStep::Withdrawn.into(),
            question: "Will it rain?".into(),
            outcome: value(1.0),
            because: "a mistake".into(),
            ..Default::default()
        };
        let corrected =
            v1::QuestionOutcome { step: v1::OutcomeStep::Corrected.into(), replaced: value(0.0), ..withdrawn.clone() };
        for (change, summary) in [
            (withdrawn, "withdrawn 1: a mistake: Will it rain?"),
            (corrected, "corrected 1 in place of 0: a mistake: Will it rain?"),
        ] {
            let printed = with(Some(Body::Outcome(change)));
            assert_eq!(printed, format!("          outcome   e-1                   {summary}"));
        }
        assert_eq!(with(Some(Body::Forecast(made))), "          forecast  e-1                   73 % (60 to 85)  ");
        assert!(with(None).contains("unknown kind"));
    }
}
