//! `auspex webhook`: outgoing webhooks of the gateway.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use clap::Subcommand;
use domain::webhook::{KINDS, WebhookSecret};
use domain::{Tenant, Time};
use serde_json::json;
use store::Store;
use store::webhooks::{DeliveryRow, NewWebhook, Replay, WebhookChange, WebhookEndpoint};
use url::Url;
use uuid::Uuid;

use crate::random::random;
use crate::{Context, output};

/// Deliveries that are listed.
const LISTED: u32 = 100;

/// Command-line arguments of `auspex webhook`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Clone, Subcommand)]
enum Verb {
    /// Create a webhook and print its id and its secret. The secret cannot be printed again.
    Create {
        /// Address of the receiver: https, on a host that AUSPEX_GATEWAY_WEBHOOK_HOSTS of the gateway allows.
        url: String,
        /// The tenant whose results and dead letters it receives.
        #[arg(long, default_value = "default")]
        tenant: String,
        /// Kinds of events: classification, classifications, research, forecast, ended, macro, dead_letter. All kinds
        /// if absent.
        #[arg(long, value_delimiter = ',', value_name = "KIND,…")]
        kinds: Vec<String>,
        /// What it is for.
        #[arg(long, default_value = "")]
        description: String,
    },
    /// List webhooks, newest first, without their secrets.
    List {
        /// List the webhooks of this tenant only.
        #[arg(long)]
        tenant: Option<String>,
    },
    /// Delete a webhook with its deliveries.
    Delete {
        /// Id of the webhook, as printed by `list`.
        id: Uuid,
    },
    /// Create a new secret for a webhook and print it. It cannot be printed again. Deliveries are signed with the new
    /// and the older secrets until the older ones end.
    Rotate {
        /// Id of the webhook.
        id: Uuid,
        /// Hours for which older secrets sign, 0 to 168.
        #[arg(long, default_value_t = 24, value_name = "HOURS", value_parser = clap::value_parser!(u64).range(0..=168))]
        overlap: u64,
    },
    /// Enable a webhook again. What was published meanwhile is delivered.
    Enable {
        /// Id of the webhook.
        id: Uuid,
    },
    /// Send events again, under their ids: those since a time, or one.
    Replay {
        /// Id of the webhook.
        id: Uuid,
        /// Send what was stored since this time (RFC 3339).
        #[arg(long, required_unless_present = "event", conflicts_with = "event")]
        from: Option<Time>,
        /// End of the period; now if absent.
        #[arg(long, requires = "from")]
        until: Option<Time>,
        /// `webhook-id` of a delivery, or id of a result or dead letter.
        #[arg(long)]
        event: Option<String>,
    },
    /// List the newest deliveries of a webhook.
    Deliveries {
        /// Id of the webhook.
        id: Uuid,
    },
}

/// Runs the command. Exit code 3 if there is no such webhook.
///
/// # Errors
/// When an argument is invalid or Postgres cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.migrated_store().await?;
    match args.verb {
        Verb::Create { url, tenant, kinds, description } => {
            ensure!(description.len() <= 500, "--description has more than 500 bytes");
            let mut new = new_webhook(&url, &tenant, kinds, context)?;
            new.endpoint.description = description;
            create(&store, context, new).await
        }
        Verb::List { tenant } => list(&store, context, tenant.as_deref()).await,
        Verb::Delete { id } => {
            let deleted = store.delete_webhook(None, id).await?;
            report(context, id, deleted, "deleted")
        }
        Verb::Rotate { id, overlap } => rotate(&store, context, id, overlap).await,
        Verb::Enable { id } => {
            let change = WebhookChange { enabled: Some(true), ..WebhookChange::default() };
            let enabled = store.change_webhook(None, id, &change).await?.is_some();
            report(context, id, enabled, "enabled")
        }
        Verb::Replay { id, from, until, event } => replay(&store, context, id, wanted(from, until, event)?).await,
        Verb::Deliveries { id } => deliveries(&store, context, id).await,
    }
}

fn new_webhook(url: &str, tenant: &str, kinds: Vec<String>, context: &Context) -> anyhow::Result<NewWebhook> {
    if let Some(unknown) = kinds.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
        bail!("{unknown:?} is no kind of event; the kinds are {}", KINDS.join(", "));
    }
    let url: Url = url.parse().context("URL of the receiver")?;
    // The gateway checks the host against its list before every attempt.
    ensure!(
        matches!(url.scheme(), "https" | "http"),
        "the URL of the receiver must be https; http is for loopback addresses only"
    );
    let endpoint = WebhookEndpoint {
        id: uuid::Builder::from_random_bytes(random()?).into_uuid(),
        tenant: Tenant::parse(tenant).context("--tenant")?,
        url: url.to_string(),
        kinds,
        description: String::new(),
        enabled: true,
        disabled_reason: None,
        created_at: context.clock.now(),
        failing_since: None,
    };
    Ok(NewWebhook { endpoint, secret: WebhookSecret::from_random(random()?) })
}

async fn create(store: &Store, context: &Context, new: NewWebhook) -> anyhow::Result<ExitCode> {
    ensure!(store.create_webhook(&new).await?, "a tenant has at most 20 webhooks; delete one");
    let (id, secret) = (new.endpoint.id, new.secret.reveal());
    if context.json {
        output::json(&json!({ "id": id, "secret": secret }))?;
    } else {
        output::line(&format!("{id}  {secret}"))?;
        output::note("the receiver verifies signatures with the secret; it cannot be printed again");
    }
    Ok(ExitCode::SUCCESS)
}

async fn rotate(store: &Store, context: &Context, id: Uuid, overlap: u64) -> anyhow::Result<ExitCode> {
    let secret = WebhookSecret::from_random(random()?);
    if !store.add_webhook_secret((None, id), &secret, Duration::from_secs(overlap * 3600)).await? {
        return report(context, id, false, "rotated");
    }
    let secret = secret.reveal();
    if context.json {
        output::json(&json!({ "id": id, "secret": secret, "overlap_hours": overlap }))?;
    } else {
        output::line(&format!("{id}  {secret}"))?;
        output::note(&format!("older secrets sign for {overlap} h more; give the new one to the receiver meanwhile"));
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(store: &Store, context: &Context, tenant: Option<&str>) -> anyhow::Result<ExitCode> {
    let tenant = tenant.map(Tenant::parse).transpose().context("--tenant")?;
    let webhooks = store.webhooks(tenant.as_ref()).await?;
    for webhook in &webhooks {
        if context.json { output::json(webhook)? } else { output::line(&line_of(webhook))? }
    }
    if webhooks.is_empty() && !context.json {
        output::note("no webhooks; `auspex webhook create URL` creates one");
    }
    Ok(ExitCode::SUCCESS)
}

fn line_of(webhook: &WebhookEndpoint) -> String {
    let kinds = if webhook.kinds.is_empty() { "all kinds".to_owned() } else { webhook.kinds.join(",") };
    let state = match (&webhook.disabled_reason, webhook.enabled, webhook.failing_since) {
        (Some(reason), ..) => format!("disabled: {reason}"),
        (None, false, _) => "disabled".to_owned(),
        (None, true, Some(since)) => format!("failing since {}", since.format("%F %T")),
        (None, true, None) => "enabled".to_owned(),
    };
    let WebhookEndpoint { id, tenant, url, description, .. } = webhook;
    format!("{id}  {tenant:<12} {kinds:<20} {url}  {state}  {description}")
}

fn report(context: &Context, id: Uuid, found: bool, word: &str) -> anyhow::Result<ExitCode> {
    if context.json {
        output::json(&json!({ "id": id, word: found }))?;
    } else if found {
        output::line(&format!("{id}  {word}"))?;
    } else {
        output::note(&format!("{id} does not exist; see `auspex webhook list`"));
    }
    Ok(output::complete_if(found))
}

fn wanted(from: Option<Time>, until: Option<Time>, event: Option<String>) -> anyhow::Result<Replay> {
    match (from, event) {
        (Some(from), None) => Ok(Replay::Period(from, until)),
        (None, Some(event)) => Ok(Replay::One(event)),
        _ => bail!("name --from or --event"),
    }
}

async fn replay(store: &Store, context: &Context, id: Uuid, wanted: Replay) -> anyhow::Result<ExitCode> {
    let Some(replayed) = store.replay_webhook(None, id, &wanted).await? else {
        return report(context, id, false, "replayed");
    };
    if context.json {
        output::json(&json!({ "scheduled": replayed.scheduled, "continue_from": replayed.continue_from }))?;
    } else {
        output::line(&format!("to be sent again: {}", output::pluralize(replayed.scheduled, "event")))?;
        if let Some(from) = replayed.continue_from {
            output::note(&format!("there are more; continue with --from {}", from.to_rfc3339()));
        }
    }
    Ok(output::complete_if(replayed.scheduled > 0))
}

async fn deliveries(store: &Store, context: &Context, id: Uuid) -> anyhow::Result<ExitCode> {
    for row in store.webhook_deliveries((None, id), None, LISTED).await? {
        if context.json { output::json(&row)? } else { output::line(&delivery_line(&row))? }
    }
    Ok(ExitCode::SUCCESS)
}

fn delivery_line(row: &DeliveryRow) -> String {
    let status = row.status.map_or_else(|| "-".to_owned(), |status| status.to_string());
    let next = row.next_at.map(|at| format!("  next attempt {}", at.format("%F %T"))).unwrap_or_default();
    let DeliveryRow { id, kind, state, attempts, error, created_at, .. } = row;
    let error = error.as_deref().unwrap_or_default();
    format!(
        "{}  {id}  {kind:<14} {state:<9} attempts {attempts}  status {status}{next}  {error}",
        created_at.format("%F %T")
    )
}

#[cfg(test)]
mod tests {
    use runtime::config::Env;

    use super::*;

    #[test]
    fn a_new_webhook_has_its_own_id_and_secret_and_its_line_shows_no_secret() {
        let context = Context::new(Env::default(), true).unwrap();
        let new = |kinds: &[&str]| {
            let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
            new_webhook("https://hooks.example.com/in", "acme", kinds, &context)
        };
        let (one, two) = (new(&["forecast"]).unwrap(), new(&[]).unwrap());
        assert!(one.endpoint.id != two.endpoint.id && one.secret != two.secret);
        assert!(!line_of(&one.endpoint).contains(&one.secret.reveal()));
        assert!(new(&["forecasts"]).is_err());
        assert!(new_webhook("hooks.example.com", "acme", Vec::new(), &context).is_err());
        let disabled = WebhookEndpoint { enabled: false, disabled_reason: Some("410".to_owned()), ..one.endpoint };
        assert!(line_of(&disabled).contains("disabled: 410"));
    }
}
