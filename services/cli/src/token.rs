//! `auspex token`: creates, lists and revokes access tokens of the HTTP gateway.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Subcommand;
use domain::Tenant;
use domain::access::{AccessScope, AccessToken, TokenId};
use domain::review::AUTOMATIC;
use serde_json::json;
use store::Store;
use store::tokens::{StoredToken, TokenRow, USE_INTERVAL};

use crate::random::random;
use crate::{Context, output};

/// Command-line arguments of `auspex token`.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Args {
    /// Create a token and print it. It cannot be printed again.
    Create {
        /// Name that explains its use, e.g. the program that holds it.
        name: String,
        /// The only tenant that the token may act for.
        #[arg(long, default_value = "default")]
        tenant: String,
        /// Permissions: publish, read, review, admin, operate. `operate` shows the state of the fleet, of all tenants.
        #[arg(long, required = true, value_delimiter = ',', value_name = "SCOPE,…")]
        scopes: Vec<AccessScope>,
        /// Time after which the token is refused, e.g. `90d` or `12h`; a token without it does not expire.
        #[arg(long, value_name = "DURATION", value_parser = parse_lifetime)]
        expires: Option<Duration>,
    },
    /// List tokens, newest first, without their secrets.
    List {
        /// List the tokens of this tenant only.
        #[arg(long)]
        tenant: Option<String>,
    },
    /// Revoke a token. It takes effect within seconds.
    Revoke {
        /// Id of the token, as printed by `list`.
        id: TokenId,
    },
}

/// Creates, lists or revokes tokens. Exit code 3 if there was nothing to revoke.
///
/// # Errors
/// When an argument is invalid or Postgres cannot be reached.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.migrated_store().await?;
    match args {
        Args::Create { name, tenant, scopes, expires } => {
            let (token, row) = new_row(&name, &tenant, scopes, context)?;
            let expires_at = expires.map(|after| row.created_at + after);
            create(&store, context, (token, TokenRow { expires_at, ..row })).await
        }
        Args::List { tenant } => list(&store, context, tenant.as_deref()).await,
        Args::Revoke { id } => revoke(&store, context, id).await,
    }
}

/// Parses the lifetime of a token: at least a minute, at most 10 years.
fn parse_lifetime(text: &str) -> Result<Duration, String> {
    let parsed = runtime::config::parse_duration(text).map_err(|error| error.to_string())?;
    match parsed.as_secs() {
        60..=315_360_000 => Ok(parsed),
        _ => Err("must be between 1m and 3650d".to_owned()),
    }
}

/// Builds the row of a token with random bytes as its id and secret.
fn new_row(
    name: &str,
    tenant: &str,
    mut scopes: Vec<AccessScope>,
    context: &Context,
) -> anyhow::Result<(AccessToken, TokenRow)> {
    if name.trim().is_empty() || name.len() > 200 {
        bail!("the name of a token has 1 to 200 bytes");
    }
    if name.trim().eq_ignore_ascii_case(AUTOMATIC) {
        bail!("{AUTOMATIC:?} is the name of decisions that no person made; choose another one");
    }
    scopes.sort_unstable();
    scopes.dedup();
    let token = AccessToken::from_random(random()?, random()?);
    let row = TokenRow {
        id: token.id(),
        name: name.to_owned(),
        tenant: Tenant::parse(tenant).context("--tenant")?,
        scopes,
        created_at: context.clock.now(),
        expires_at: None,
        revoked_at: None,
        used_at: None,
    };
    Ok((token, row))
}

async fn create(store: &Store, context: &Context, (token, row): (AccessToken, TokenRow)) -> anyhow::Result<ExitCode> {
    let stored = StoredToken { row, secret_hash: token.hash().to_vec() };
    store.tokens().create(&stored).await?;
    let (id, expires_at) = (stored.row.id.to_string(), stored.row.expires_at);
    let created = json!({ "id": id, "token": token.reveal(), "expires_at": expires_at });
    context.print(&created, |_| [token.reveal()])?;
    context.remark("send it as `Authorization: Bearer …`; it is stored as a hash and cannot be printed again");
    Ok(ExitCode::SUCCESS)
}

async fn list(store: &Store, context: &Context, tenant: Option<&str>) -> anyhow::Result<ExitCode> {
    let tenant = tenant.map(Tenant::parse).transpose().context("--tenant")?;
    let tokens = store.tokens().list(tenant.as_ref()).await?;
    output::header(&format!("{:<32}  {:<12} {:<26} {:<24} NAME", "ID", "TENANT", "SCOPES", "USED"), context.json)?;
    for token in &tokens {
        context.print(&json_of(token), |_| [line_of(token)])?;
    }
    context.remark(&match tokens.is_empty() {
        true => "no tokens; `auspex token create NAME --scopes publish,read` creates one".to_owned(),
        false => format!("a use is listed up to {} s after it was made", USE_INTERVAL.as_secs()),
    });
    Ok(ExitCode::SUCCESS)
}

fn json_of(token: &TokenRow) -> serde_json::Value {
    let TokenRow { id, name, tenant, scopes, created_at, expires_at, revoked_at, used_at } = token;
    json!({
        "id": id.to_string(), "name": name, "tenant": tenant, "scopes": scopes, "created_at": created_at,
        "expires_at": expires_at, "revoked_at": revoked_at, "used_at": used_at,
    })
}

fn line_of(token: &TokenRow) -> String {
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.name()).collect();
    let used = token.used_at.map_or_else(|| "no use listed".to_owned(), |at| format!("used {}", at.format("%F %T")));
    let revoked = token.revoked_at.map(|at| format!("  revoked {}", at.format("%F %T"))).unwrap_or_default();
    let expires = token.expires_at.map(|at| format!("  expires {}", at.format("%F %T"))).unwrap_or_default();
    let name = output::one_line(&token.name);
    format!("{}  {:<12} {:<26} {used:<24} {name}{expires}{revoked}", token.id, token.tenant, scopes.join(","))
}

async fn revoke(store: &Store, context: &Context, id: TokenId) -> anyhow::Result<ExitCode> {
    let revoked = store.tokens().revoke(id, context.clock.now()).await?;
    if context.json {
        output::json(&json!({ "id": id.to_string(), "revoked": revoked }))?;
    } else if revoked {
        output::line(&format!("{id}  revoked"))?;
    } else {
        output::note(&format!("{id} does not exist or was revoked before; see `auspex token list`"));
    }
    Ok(output::complete_if(revoked))
}

#[cfg(test)]
mod tests {
    use runtime::config::Env;

    use super::*;

    #[test]
    fn a_new_token_has_its_own_secret_and_each_scope_once() {
        let context = Context::new(Env::default(), true).unwrap();
        let new = |scopes| new_row("robot", "acme", scopes, &context).unwrap();
        let (one, row) = new(vec![AccessScope::Read, AccessScope::Publish, AccessScope::Read]);
        assert_eq!(row.scopes, [AccessScope::Publish, AccessScope::Read]);
        assert_ne!(one.hash(), new(vec![AccessScope::Read]).0.hash());
        assert!(!line_of(&row).contains(&one.reveal()) && line_of(&row).contains("no use listed"));
        assert!(new_row(" ", "acme", Vec::new(), &context).is_err());
        assert!(new_row("robot", "a.b", Vec::new(), &context).is_err());
    }
}
