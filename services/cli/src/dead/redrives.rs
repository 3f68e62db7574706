//! Redrives of many dead letters, which a gateway executes: start with the number and the expected cost, follow, list,
//! pause, resume, cancel.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use domain::MicroUsd;
use domain::port::DeadLetter;
use operations::redrives::{RedriveItem, RedriveOrder, RedrivePreview, RedriveStatus};
use uuid::Uuid;

use super::UNDECODABLE;
use crate::door::Door;
use crate::whole_number::within;
use crate::{Context, output};

/// Time between two looks at the progress.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How a redrive of many letters is started.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Bulk {
    /// With --all: redrive only this class.
    #[arg(long, requires = "all", value_parser = DeadLetter::CLASSES)]
    pub(super) class: Option<String>,
    /// With --all, through a gateway: maximum letters per second, 1 to 100; 20 if absent.
    #[arg(long, requires = "all", value_name = "N", value_parser = within(1_u32..=100))]
    per_second: Option<u32>,
    /// With --all, through a gateway: confirm that more than 100 letters are redriven.
    #[arg(long, requires = "all")]
    yes: bool,
    /// With --all, through a gateway: start the redrives and do not wait for their end.
    #[arg(long, requires = "all")]
    no_wait: bool,
}

/// Starts one redrive per class of open letters, and follows each to its end.
pub(super) async fn start(door: &Door, bulk: &Bulk, context: &Context) -> anyhow::Result<ExitCode> {
    // A message that cannot be read dies again unchanged, unless the binaries are newer: then its class is named.
    let is_wanted = |class: &&str| bulk.class.as_deref().map_or(*class != UNDECODABLE, |wanted| wanted == *class);
    // All classes are previewed first, so that nothing is redriven if one of them needs a confirmation.
    let mut orders = Vec::new();
    for class in DeadLetter::CLASSES.into_iter().filter(is_wanted) {
        let class = Some(class.to_owned());
        let order = RedriveOrder { class, per_second: bulk.per_second, ..RedriveOrder::default() };
        let preview = door.preview_redrive(&order).await?;
        if preview.letters > 0 {
            output::note(&preview_line(&order, &preview));
            orders.push((order, preview));
        }
    }
    if orders.is_empty() {
        output::note("no dead letters to redrive");
        return Ok(ExitCode::SUCCESS);
    }
    if !bulk.yes && orders.iter().any(|(_, preview)| preview.needs_confirmation) {
        output::report_failure("nothing was redriven; repeat with --yes to confirm the number", context.json);
        return Ok(ExitCode::from(output::INCOMPLETE));
    }
    let mut code = ExitCode::SUCCESS;
    for (order, preview) in orders {
        let started = door.start_redrive(&RedriveOrder { confirm: Some(preview.letters), ..order }).await?;
        let status = if bulk.no_wait { Some(started) } else { follow(door, started).await? };
        let Some(status) = status else { return Ok(ExitCode::from(output::TIMED_OUT)) };
        report(&status, context)?;
        if !bulk.no_wait && status.redrive.state != "done" {
            code = ExitCode::from(output::INCOMPLETE);
        }
    }
    Ok(code)
}

/// Prints each change until the redrive ends or is paused. Returns `None` after Ctrl-C: the gateway goes on.
async fn follow(door: &Door, started: RedriveStatus) -> anyhow::Result<Option<RedriveStatus>> {
    let id: Uuid = started.redrive.id.parse().context("the id of a redrive")?;
    let (mut status, mut printed) = (started, String::new());
    let following = async {
        while status.is_active() {
            let line = line(&status);
            if line != printed {
                output::note(&line);
                printed = line;
            }
            tokio::time::sleep(LOOK_EVERY).await;
            status = door.redrive_status(id).await?;
        }
        anyhow::Ok(())
    };
    let interrupted = tokio::select! {
        followed = following => followed.map(|()| false)?,
        stopped = tokio::signal::ctrl_c() => stopped.map(|()| true)?,
    };
    if interrupted {
        output::note(&format!(
            "the gateway goes on with redrive {id}: `auspex dead pause {id}` or `auspex dead cancel {id}` stops it"
        ));
        return Ok(None);
    }
    Ok(Some(status))
}

/// Lists the newest redrives.
pub(super) async fn list(door: &Door, context: &Context) -> anyhow::Result<ExitCode> {
    let redrives = door.redrives().await?;
    context.print_each(&redrives, item_line)?;
    if redrives.is_empty() {
        context.remark("no redrives");
    }
    Ok(ExitCode::SUCCESS)
}

/// Pauses, resumes or cancels a redrive, as the last part of its path says.
pub(super) async fn control(door: &Door, (id, action): (Uuid, &str), context: &Context) -> anyhow::Result<ExitCode> {
    let missing = || format!("the tenant has no redrive {id}; see `auspex dead redrives`");
    let status = door.control_redrive(id, action).await.map_err(|error| error.or_missing(missing))?;
    report(&status, context)?;
    Ok(ExitCode::SUCCESS)
}

fn report(status: &RedriveStatus, context: &Context) -> anyhow::Result<()> {
    context.print(status, |status| {
        let reasons = status.reasons.iter();
        let reasons = reasons.map(|reason| format!("    {} died again: {}", reason.letters, reason.reason));
        [line(status)].into_iter().chain(reasons).collect::<Vec<_>>()
    })?;
    if status.redrive.state == "paused" {
        context.remark(&format!("`auspex dead resume {}` redrives the others", status.redrive.id));
    }
    Ok(())
}

fn preview_line(order: &RedriveOrder, preview: &RedrivePreview) -> String {
    let RedrivePreview { letters, needs_confirmation: _, cost_micro_usd, per_second, seconds } = preview;
    let cost = cost_micro_usd.map(|cost| format!(", about {} by cost history", MicroUsd(cost).rounded()));
    let class = order.class.as_deref().unwrap_or_default();
    let letters = output::pluralize(*letters, &format!("{class} letter"));
    format!("{letters}{}, at {per_second}/s: about {seconds} s after the first job", cost.unwrap_or_default())
}

fn line(status: &RedriveStatus) -> String {
    let RedriveStatus { redrive, redriven, died_again, reasons: _ } = status;
    let note = if redrive.note.is_empty() { String::new() } else { format!("; {}", redrive.note) };
    let RedriveItem { id, state, letters, .. } = redrive;
    format!("{id}  {state:<9}  {redriven} of {letters} redriven, {died_again} died again{note}")
}

fn item_line(redrive: &RedriveItem) -> String {
    let RedriveItem { id, state, consumer, class, reason, letters, created_by, created_at, .. } = redrive;
    let selected: Vec<&str> = [consumer, class, reason].into_iter().filter_map(|part| part.as_deref()).collect();
    let (at, letters) = (created_at.format("%F %T"), output::pluralize(*letters, "letter"));
    format!("{id}  {at}  {state:<9}  {letters} ({}) by {created_by}", selected.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_states_number_cost_and_duration() {
        let order = RedriveOrder { class: Some("exhausted".to_owned()), ..RedriveOrder::default() };
        let preview = RedrivePreview {
            letters: 1_204,
            needs_confirmation: true,
            cost_micro_usd: Some(3_100_000),
            per_second: 20,
            seconds: 61,
        };
        let text = preview_line(&order, &preview);
        assert_eq!(
            text,
            "1204 exhausted letters, about $3.10 by cost history, at 20/s: about 61 s after the first job"
        );
        let unknown = preview_line(&order, &RedrivePreview { cost_micro_usd: None, ..preview });
        assert!(!unknown.contains("cost"), "{unknown}");
    }
}
