//! The gateway: reachable, ready, of this version, with tokens.

use std::time::Duration;

use serde::Deserialize;
use store::webhooks::WebhookEndpoint;
use telemetry::http::{ClientConfig, client};

use super::finding::Finding;
use crate::Context;

/// Name of the findings.
const WHAT: &str = "gateway";
/// Version of this command, which is that of all binaries of a release.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The part of the description of the API that is checked.
#[derive(Debug, Deserialize)]
struct Description {
    info: Info,
}

#[derive(Debug, Deserialize)]
struct Info {
    version: String,
}

/// Checks the gateway of the local fleet, or the one that `AUSPEX_GATEWAY_URL` names. A fleet without a gateway has no
/// finding. The readiness of a local gateway is among the findings of the services.
pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let Some(url) = context.gateway_url() else { return Vec::new() };
    let mut findings = vec![api(url).await];
    // An unavailable Postgres is reported by the check of that server.
    if let Ok(store) = context.store().await
        && let Ok(rows) = store.tokens().list(None).await
    {
        findings.push(tokens(rows.iter().filter(|row| row.revoked_at.is_none()).count()));
        findings.extend(store.webhooks().list(None).await.unwrap_or_default().iter().filter_map(webhook));
    }
    findings
}

async fn api(url: &str) -> Finding {
    let address = format!("{}/openapi.json", url.trim_end_matches('/'));
    let config = ClientConfig { timeout: Duration::from_secs(3), ..ClientConfig::default() };
    let answer = match client(config) {
        Ok(http) => http.get(&address).send().await,
        Err(error) => return Finding::broken(WHAT, error.to_string(), ""),
    };
    let mend =
        "check that the gateway runs and, outside of the local fleet, AUSPEX_GATEWAY_URL; `auspex up` starts one";
    match answer {
        Ok(answer) if answer.status().is_success() => match answer.json::<Description>().await {
            Ok(description) => version(url, &description.info.version),
            Err(_) => Finding::broken(WHAT, format!("{address} is not the description of the API"), mend),
        },
        Ok(answer) => Finding::broken(WHAT, format!("{address} answers {}", answer.status()), mend),
        Err(error) => {
            // The innermost error names a refused connection or certificate; the outer ones repeat the address.
            let error = anyhow::Error::new(error);
            let cause = telemetry::printable::plain(&error.root_cause().to_string()).to_string();
            Finding::broken(WHAT, format!("{address} does not respond ({cause})"), mend)
        }
    }
}

/// Another version is noted only: versions run side by side during an upgrade.
fn version(url: &str, found: &str) -> Finding {
    if found == VERSION {
        return Finding::fine(WHAT, format!("{url} answers, version {found}"));
    }
    let detail = format!("{url} has version {found}, this command has {VERSION}");
    Finding::notable(WHAT, detail, "finish the upgrade: all binaries of a fleet have one version")
}

/// Reports a webhook that receives nothing.
fn webhook(endpoint: &WebhookEndpoint) -> Option<Finding> {
    let WebhookEndpoint { id, tenant, url, disabled_reason, failing_since, .. } = endpoint;
    let problem = match (disabled_reason, failing_since) {
        (Some(reason), _) => format!("is disabled: {reason}"),
        (None, Some(since)) => format!("has failed since {}", since.format("%F %T")),
        (None, None) => return None,
    };
    let mend = format!(
        "`auspex webhook deliveries {id}` shows the answers of its receiver; `auspex webhook enable {id}` starts it again"
    );
    Some(Finding::broken("webhook", format!("{url} of tenant {tenant} {problem}"), mend))
}

fn tokens(valid: usize) -> Finding {
    match valid {
        0 => {
            let mend = "`auspex token create NAME --scopes publish,read`; without a token every request is refused";
            Finding::notable("gateway tokens", "there is no token", mend)
        }
        1 => Finding::fine("gateway tokens", "1 token"),
        _ => Finding::fine("gateway tokens", format!("{valid} tokens")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn another_version_and_missing_tokens_are_notable() {
        assert_eq!((version("u", VERSION).state, version("u", "9.9.9").state), (State::Fine, State::Notable));
        assert_eq!((tokens(0).state, tokens(2).state), (State::Notable, State::Fine));
    }

    #[tokio::test]
    async fn a_gateway_that_does_not_respond_is_broken() {
        telemetry::http::install_tls();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        drop(listener);
        let found = api(&url).await;
        assert_eq!(found.state, State::Broken);
        assert!(found.detail.contains(&url) && found.mend.contains("AUSPEX_GATEWAY_URL"), "{found}");
    }
}
