//! Tenants on NATS: one account of the server per tenant, with imports from the account of the fleet.
//!
//! Permissions of users in one account do not separate tenants. A client chooses the subject of the reply, and the
//! server publishes its answer there without a check of the client's permissions: the confirmation of a stream, a
//! message of a consumer, or its empty status. A user that may only pull from a consumer can thus make the server
//! publish an empty message on `$JS.API.STREAM.DELETE.<stream>`. Between accounts the server replaces the subject of
//! the reply, so an answer reaches the tenant's account only.
//!
//! For the same reason a tenant creates no consumer: the request names the subject on which the server delivers.
//! `auspex topology apply --tenant` creates one per tenant.

use std::fmt::Write;

use domain::Tenant;

use super::{Permissions, User, quoted, users};
use crate::topology::results_consumer;

/// JetStream domain under which a tenant's client reaches its consumer: its requests begin with `$JS.auspex.API`.
pub const DOMAIN: &str = "auspex";
/// Account of the fleet.
const FLEET: &str = "AUSPEX";
const RESULTS: &str = "AUSPEX_RESULTS";

/// A tenant with its users.
#[derive(Debug, Clone)]
pub struct TenantUsers {
    /// The tenant of the account.
    pub tenant: Tenant,
    /// Users of the tenant's account.
    pub users: Vec<User>,
}

/// A subject of the fleet that a tenant's account imports.
struct Import {
    /// `service` for requests, `stream` for messages to the tenant.
    kind: &'static str,
    /// Subject in the fleet's account.
    subject: String,
    /// Subject in the tenant's account.
    local: String,
    /// A request has many replies.
    many_replies: bool,
}

impl Import {
    fn service(subject: String) -> Self {
        Self { kind: "service", local: subject.clone(), subject, many_replies: false }
    }
}

/// Returns the permissions of a publisher of a tenant's events, whose connection must have this name.
pub fn for_publisher(name: &str, tenant: &Tenant) -> Permissions {
    Permissions { publish: events(tenant), subscribe: vec![format!("_INBOX_{name}.>")], responds: false }
}

/// Returns the permissions of a subscriber to a tenant's results, live ones and those of the tenant's consumer. Valid
/// in the tenant's account only.
pub fn for_tenant_subscriber(name: &str, tenant: &Tenant) -> Permissions {
    let publish = consumer_requests(tenant).into_iter().map(|import| import.local).collect();
    let subscribe = vec![format!("_INBOX_{name}.>"), results(tenant)];
    Permissions { publish, subscribe, responds: false }
}

/// Renders the `accounts` block of a nats-server configuration file: the account of the fleet, which owns the streams,
/// and one per tenant.
pub fn render_accounts(fleet: &[User], tenants: &[TenantUsers]) -> String {
    let mut block = String::from("accounts {\n");
    let exports = tenants.iter().flat_map(|tenant| imports(&tenant.tenant).into_iter().map(move |one| (tenant, one)));
    let exports = exports.map(|(tenant, import)| {
        let replies = if import.many_replies { ", response_type: stream" } else { "" };
        let accounts = quoted(&account(&tenant.tenant));
        format!("      {{ {}: {}{replies}, accounts: [{accounts}] }}\n", import.kind, quoted(&import.subject))
    });
    let exports: String = exports.collect();
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        block,
        "  {FLEET}: {{\n    jetstream: enabled\n    users = [\n{}    ]\n    exports = [\n{exports}    ]\n  }}",
        users(fleet)
    );
    for TenantUsers { tenant, users: own } in tenants {
        let imports: String = imports(tenant).iter().map(import_line).collect();
        let _ = writeln!(
            block,
            "  {}: {{\n    users = [\n{}    ]\n    imports = [\n{imports}    ]\n  }}",
            quoted(&account(tenant)),
            users(own)
        );
    }
    block.push_str("}\n");
    block
}

fn import_line(import: &Import) -> String {
    let Import { kind, subject, local, .. } = import;
    let renamed = if local == subject { String::new() } else { format!(", to: {}", quoted(local)) };
    format!("      {{ {kind}: {{ account: {FLEET}, subject: {} }}{renamed} }}\n", quoted(subject))
}

fn account(tenant: &Tenant) -> String {
    format!("TENANT_{tenant}")
}

fn results(tenant: &Tenant) -> String {
    format!("auspex.result.*.{tenant}")
}

/// Returns the subjects of a tenant's events; the default tenant also has those without a tenant.
fn events(tenant: &Tenant) -> Vec<String> {
    let older = (*tenant == Tenant::default()).then(|| "auspex.event.*".to_owned());
    std::iter::once(format!("auspex.event.*.{tenant}")).chain(older).collect()
}

fn imports(tenant: &Tenant) -> Vec<Import> {
    let results = results(tenant);
    let live = Import { kind: "stream", local: results.clone(), subject: results, many_replies: false };
    let events = events(tenant).into_iter().map(Import::service);
    events.chain(consumer_requests(tenant)).chain([live]).collect()
}

/// Returns the requests to the tenant's own consumer: its state, its messages, and their acknowledgements.
fn consumer_requests(tenant: &Tenant) -> Vec<Import> {
    let path = format!("{RESULTS}.{}", results_consumer(tenant));
    let request = |call: &str, many_replies| Import {
        kind: "service",
        subject: format!("$JS.API.CONSUMER.{call}.{path}"),
        local: format!("$JS.{DOMAIN}.API.CONSUMER.{call}.{path}"),
        many_replies,
    };
    vec![request("INFO", false), request("MSG.NEXT", true), Import::service(format!("$JS.ACK.{path}.>"))]
}

#[cfg(test)]
mod tests {
    use secrecy::SecretString;

    use super::*;
    use crate::permissions::Login;

    fn acme() -> Tenant {
        Tenant::parse("acme").unwrap()
    }

    #[test]
    fn a_tenant_s_users_have_permission_for_its_own_subjects_only() {
        let publisher = for_publisher("p", &acme());
        assert_eq!(publisher.publish, ["auspex.event.*.acme"]);
        assert_eq!(publisher.subscribe, ["_INBOX_p.>"]);
        let subscriber = for_tenant_subscriber("s", &acme());
        assert_eq!(
            subscriber.publish,
            [
                "$JS.auspex.API.CONSUMER.INFO.AUSPEX_RESULTS.results-acme",
                "$JS.auspex.API.CONSUMER.MSG.NEXT.AUSPEX_RESULTS.results-acme",
                "$JS.ACK.AUSPEX_RESULTS.results-acme.>",
            ]
        );
        assert_eq!(subscriber.subscribe, ["_INBOX_s.>", "auspex.result.*.acme"]);
    }

    #[test]
    fn only_the_default_tenant_publishes_without_a_tenant() {
        assert_eq!(events(&Tenant::default()), ["auspex.event.*.default", "auspex.event.*"]);
        assert_eq!(events(&acme()), ["auspex.event.*.acme"]);
    }

    #[test]
    fn a_tenant_s_account_imports_its_own_subjects_only() {
        let login = Login::Password { user: "p".to_owned(), password: SecretString::from("x") };
        let tenant =
            TenantUsers { tenant: acme(), users: vec![User { login, permissions: for_publisher("p", &acme()) }] };
        let text = render_accounts(&[], &[tenant]);
        let account = text.split("\"TENANT_acme\": {").nth(1).unwrap();
        let subjects: Vec<&str> = account.lines().filter(|line| line.contains("account: AUSPEX")).collect();
        assert_eq!(subjects.len(), 5, "{text}");
        assert!(subjects.iter().all(|line| line.contains("acme")), "{text}");
        assert!(!account.contains("CREATE") && !account.contains("STREAM."), "{text}");
    }
}
