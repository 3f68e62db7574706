//! `auspex webhook`: outgoing webhooks of the gateway.

use std::process::ExitCode;

use clap::Subcommand;
use domain::Time;
use operations::find::IdKind;
use operations::input::parse_day_or_time;
use operations::webhooks::{DeliveryItem, ReplayWanted, Rotation, WebhookItem, WebhookPatch, WebhookWanted};
use serde_json::json;
use uuid::Uuid;

use crate::door::{Door, DoorError};
use crate::whole_number::within;
use crate::{Context, output};

/// Command-line arguments of `auspex webhook`.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Args {
    /// Create a webhook and print its id and its secret. The secret cannot be printed again.
    Create {
        /// Address of the receiver: https, on a host that AUSPEX_GATEWAY_WEBHOOK_HOSTS of the gateway allows.
        url: String,
        /// Kinds of events: classification, classifications, research, forecast, ended, macro, outcome, dead_letter.
        /// All kinds if absent.
        #[arg(long, value_delimiter = ',', value_name = "KIND,…")]
        kinds: Vec<String>,
        /// What it is for.
        #[arg(long, default_value = "")]
        description: String,
    },
    /// List webhooks, newest first, without their secrets.
    List,
    /// Delete a webhook with its deliveries.
    Delete {
        /// Webhook: its id, at least the first 6 digits of it, or `last`.
        id: String,
    },
    /// Create a new secret for a webhook and print it. It cannot be printed again. Deliveries are signed with the new
    /// and the older secrets until the older ones end.
    Rotate {
        /// Webhook: its id, at least the first 6 digits of it, or `last`.
        id: String,
        /// Hours for which older secrets sign, 0 to 168.
        #[arg(long, default_value_t = 24, value_name = "HOURS", value_parser = within(0_u32..=168))]
        overlap: u32,
    },
    /// Change the address, the kinds or the description of a webhook, or disable it: its events wait.
    Change {
        /// Webhook: its id, at least the first 6 digits of it, or `last`.
        id: String,
        /// New address of the receiver.
        #[arg(long)]
        url: Option<String>,
        /// New kinds of events; `--kinds ""` is all kinds.
        #[arg(long, value_delimiter = ',', value_name = "KIND,…")]
        kinds: Option<Vec<String>>,
        /// New description of what it is for.
        #[arg(long)]
        description: Option<String>,
        /// Send nothing until it is enabled again.
        #[arg(long)]
        disable: bool,
    },
    /// Enable a webhook again. What was published meanwhile is delivered.
    Enable {
        /// Webhook: its id, at least the first 6 digits of it, or `last`.
        id: String,
    },
    /// Send events again, under their ids: those since a time, or one.
    Replay {
        /// Webhook: its id, at least the first 6 digits of it, or `last`.
        id: String,
        /// Send what was stored since this time, e.g. 2026-12-17 or 2026-12-17T08:30:00Z.
        #[arg(long, value_parser = parse_day_or_time, required_unless_present = "event", conflicts_with = "event")]
        from: Option<Time>,
        /// End of the period; now if absent.
        #[arg(long, value_parser = parse_day_or_time, requires = "from")]
        until: Option<Time>,
        /// `webhook-id` of a delivery, or id of a result or dead letter.
        #[arg(long)]
        event: Option<String>,
    },
    /// List the newest deliveries of a webhook.
    Deliveries {
        /// Webhook: its id, at least the first 6 digits of it, or `last`.
        id: String,
    },
}

/// Runs the command. Exit code 3 if there is no such webhook.
///
/// # Errors
/// When an argument is invalid or the fleet cannot be reached.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context)?;
    let id = match &args {
        Args::Create { .. } | Args::List => Uuid::nil(),
        Args::Delete { id }
        | Args::Rotate { id, .. }
        | Args::Change { id, .. }
        | Args::Enable { id }
        | Args::Replay { id, .. }
        | Args::Deliveries { id } => door.id(id, IdKind::Webhook).await?,
    };
    match args {
        Args::Create { url, kinds, description } => {
            create(&door, context, WebhookWanted { url, kinds, description }).await
        }
        Args::List => list(&door, context).await,
        Args::Delete { .. } => report(context, id, door.delete_webhook(id).await, "deleted"),
        Args::Rotate { overlap, .. } => rotate(&door, context, id, overlap).await,
        Args::Change { url, kinds, description, disable, .. } => {
            let kinds = kinds.map(|kinds| kinds.into_iter().filter(|kind| !kind.is_empty()).collect());
            let enabled = disable.then_some(false);
            change(&door, context, id, WebhookPatch { url, kinds, description, enabled }).await
        }
        Args::Enable { .. } => {
            let patch = WebhookPatch { url: None, kinds: None, description: None, enabled: Some(true) };
            report(context, id, door.change_webhook(id, patch).await.map(drop), "enabled")
        }
        Args::Replay { from, until, event, .. } => {
            replay(&door, context, id, ReplayWanted { from, until, event }).await
        }
        Args::Deliveries { .. } => deliveries(&door, context, id).await,
    }
}

async fn create(door: &Door, context: &Context, wanted: WebhookWanted) -> anyhow::Result<ExitCode> {
    let created = door.create_webhook(wanted).await?;
    context.print(&created, |created| [format!("{}  {}", created.endpoint.id, created.secret)])?;
    context.remark("the receiver verifies signatures with the secret; it cannot be printed again");
    Ok(ExitCode::SUCCESS)
}

async fn change(door: &Door, context: &Context, id: Uuid, patch: WebhookPatch) -> anyhow::Result<ExitCode> {
    let changed = match door.change_webhook(id, patch).await {
        Ok(changed) => changed,
        Err(error) => return report(context, id, Err(error), "changed"),
    };
    context.print(&changed, |changed| [line_of(changed)])?;
    Ok(ExitCode::SUCCESS)
}

async fn rotate(door: &Door, context: &Context, id: Uuid, overlap: u32) -> anyhow::Result<ExitCode> {
    let created = match door.rotate_webhook(id, &Rotation { overlap_hours: Some(overlap) }).await {
        Ok(created) => created,
        Err(error) => return report(context, id, Err(error), "rotated"),
    };
    context.print(&created, |created| [format!("{id}  {}", created.secret)])?;
    context.remark(&format!("older secrets sign for {overlap} h more; give the new one to the receiver meanwhile"));
    Ok(ExitCode::SUCCESS)
}

async fn list(door: &Door, context: &Context) -> anyhow::Result<ExitCode> {
    let webhooks = door.webhooks().await?;
    context.print_each(&webhooks, line_of)?;
    if webhooks.is_empty() {
        context.remark("no webhooks; `auspex webhook create URL` creates one");
    }
    Ok(ExitCode::SUCCESS)
}

fn line_of(webhook: &WebhookItem) -> String {
    let kinds = if webhook.kinds.is_empty() { "all kinds".to_owned() } else { webhook.kinds.join(",") };
    let state = match (&webhook.disabled_reason, webhook.enabled, webhook.failing_since) {
        (Some(reason), ..) => format!("disabled: {reason}"),
        (None, false, _) => "disabled".to_owned(),
        (None, true, Some(since)) => format!("failing since {}", since.format("%F %T")),
        (None, true, None) => "enabled".to_owned(),
    };
    let WebhookItem { id, tenant, url, description, .. } = webhook;
    output::one_line(&format!("{id}  {tenant:<12} {kinds:<20} {url}  {state}  {description}"))
}

/// Prints that something was done, or that there is no such webhook.
fn report(context: &Context, id: Uuid, done: Result<(), DoorError>, word: &str) -> anyhow::Result<ExitCode> {
    let is_found = match done {
        Ok(()) => true,
        Err(error) if error.kind() == "not-found" => false,
        Err(error) => return Err(error.into()),
    };
    if context.json {
        output::json(&json!({ "id": id, word: is_found }))?;
    } else if is_found {
        output::line(&format!("{id}  {word}"))?;
    } else {
        output::note(&format!("{id} does not exist; see `auspex webhook list`"));
    }
    Ok(output::complete_if(is_found))
}

async fn replay(door: &Door, context: &Context, id: Uuid, wanted: ReplayWanted) -> anyhow::Result<ExitCode> {
    let replayed = match door.replay_webhook(id, wanted).await {
        Ok(replayed) => replayed,
        Err(error) => return report(context, id, Err(error), "replayed"),
    };
    let scheduled = output::pluralize(replayed.scheduled, "event");
    context.print(&replayed, |_| [format!("to be sent again: {scheduled}")])?;
    if let Some(from) = replayed.continue_from {
        context.remark(&format!("there are more; continue with --from {}", from.to_rfc3339()));
    }
    Ok(output::complete_if(replayed.scheduled > 0))
}

async fn deliveries(door: &Door, context: &Context, id: Uuid) -> anyhow::Result<ExitCode> {
    let page = match door.deliveries(id).await {
        Ok(page) => page,
        Err(error) => return report(context, id, Err(error), "found"),
    };
    context.print_each(&page.items, delivery_line)?;
    Ok(ExitCode::SUCCESS)
}

fn delivery_line(delivery: &DeliveryItem) -> String {
    let status = delivery.status.map_or_else(|| "-".to_owned(), |status| status.to_string());
    let next = delivery.next_at.map(|at| format!("  next attempt {}", at.format("%F %T"))).unwrap_or_default();
    let DeliveryItem { id, kind, state, attempts, error, created_at, .. } = delivery;
    let error = error.as_deref().unwrap_or_default();
    format!(
        "{}  {id}  {kind:<14} {state:<9} attempts {attempts}  status {status}{next}  {error}",
        created_at.format("%F %T")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_webhook_states_why_nothing_is_sent() {
        let webhook = WebhookItem {
            id: "7".to_owned(),
            tenant: "acme".to_owned(),
            url: "https://hooks.example.com/in".to_owned(),
            kinds: Vec::new(),
            description: String::new(),
            enabled: false,
            disabled_reason: Some("410".to_owned()),
            created_at: Time::UNIX_EPOCH,
            failing_since: None,
        };
        let line = line_of(&webhook);
        assert!(line.contains("all kinds") && line.contains("disabled: 410"), "{line}");
    }
}
