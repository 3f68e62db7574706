//! `auspex review batch RESULT`: publishes one event per row of an approved result.

use std::process::ExitCode;

use domain::JobId;
use operations::find::IdKind;
use operations::reviews::BatchPublished;

use super::Desk;

/// Publishes the rows. Ids derive from result and row, so a repetition publishes nothing again.
pub(super) async fn run(text: &str, is_confirmed: bool, desk: &Desk<'_>) -> anyhow::Result<ExitCode> {
    let result = JobId(desk.door.id(text, IdKind::Review).await?);
    if !is_confirmed {
        let text = "each row runs a macro, up to 300, and each costs at most AUSPEX_BUDGET_RESEARCHER ($3 by default); repeat with --yes";
        return Ok(desk.refused("published", text));
    }
    let missing = || format!("the tenant has no result {result}; see `auspex review list --state all`");
    let published = desk.door.publish_rows(result).await.map_err(|error| error.or_missing(missing))?;
    let BatchPublished { result_id: _, rows, events_published, events_known } = &published;
    let line = format!("{rows} rows: {events_published} events published, {events_known} known already");
    desk.report(&published, (&line, &[]))
}
