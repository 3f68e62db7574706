//! Users of nats-server, printed as its configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use domain::Tenant;
use local_servers::private;
use runtime::permissions::tenants::{self, TenantUsers};
use runtime::permissions::{self, Login, Permissions, User, keys};
use runtime::topology::{GATEWAY, SERVICES, processes};
use secrecy::ExposeSecret as _;

use crate::output;
use crate::random::random;

/// User of the command line; also the name of its connections, which determines the inbox it may read.
pub(crate) const OPERATOR: &str = "auspex";

/// What to print.
pub(super) struct Wanted {
    /// Tenants whose verbs an executor executes.
    pub(super) executors: Vec<Tenant>,
    /// Tenants with an account of their own.
    pub(super) tenants: Vec<Tenant>,
    /// Folder of the seeds, for nkeys in place of passwords.
    pub(super) nkeys: Option<PathBuf>,
}

/// Prints the users. Passwords are references to environment variables of nats-server, and nkeys are public keys, so
/// the output contains no secret.
pub(super) fn print(wanted: &Wanted, is_json: bool) -> anyhow::Result<ExitCode> {
    output::document("configuration", &render(wanted)?, is_json)?;
    Ok(ExitCode::SUCCESS)
}

fn render(wanted: &Wanted) -> anyhow::Result<String> {
    let folder = wanted.nkeys.as_deref();
    let names = processes().map(|service| service.name).chain([OPERATOR]);
    let mut users =
        names.map(|name| user(name, permissions_of(name), folder)).collect::<anyhow::Result<Vec<User>>>()?;
    for tenant in &wanted.executors {
        let name = format!("executor-{tenant}");
        users.push(user(&name, permissions::for_executor(&name, tenant), folder)?);
    }
    let tenants =
        wanted.tenants.iter().map(|tenant| tenant_users(tenant, folder)).collect::<anyhow::Result<Vec<_>>>()?;
    check_variables(users.iter().chain(tenants.iter().flat_map(|tenant| &tenant.users)))?;
    // With nkeys the fleet has its account from the beginning: streams cannot move into one when the first tenant
    // comes.
    let has_accounts = folder.is_some() || !tenants.is_empty();
    Ok(if has_accounts { tenants::render_accounts(&users, &tenants) } else { permissions::render(&users) })
}

/// Checks that no two users share a password: a variable's name has fewer characters to choose from than that of a
/// tenant.
fn check_variables<'a>(users: impl Iterator<Item = &'a User>) -> anyhow::Result<()> {
    let mut variables = BTreeMap::new();
    for login in users.map(|user| &user.login) {
        let Login::Variable { user, variable } = login else { continue };
        if let Some(other) = variables.insert(variable, user) {
            anyhow::bail!(
                "the users {other} and {user} would both have the password {variable}; print them separately and rename a variable"
            );
        }
    }
    Ok(())
}

fn tenant_users(tenant: &Tenant, folder: Option<&Path>) -> anyhow::Result<TenantUsers> {
    let (publisher, subscriber) = (format!("publisher-{tenant}"), format!("subscriber-{tenant}"));
    let users = vec![
        user(&publisher, tenants::for_publisher(&publisher, tenant), folder)?,
        user(&subscriber, tenants::for_tenant_subscriber(&subscriber, tenant), folder)?,
    ];
    Ok(TenantUsers { tenant: tenant.clone(), users })
}

/// Returns a user whose password is in an environment variable of nats-server, or whose key is in the folder.
fn user(name: &str, permissions: Permissions, folder: Option<&Path>) -> anyhow::Result<User> {
    if let Some(folder) = folder {
        return Ok(User { login: Login::Nkey(public_key(folder, name)?), permissions });
    }
    let upper = name.to_uppercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let login = Login::Variable { user: name.to_owned(), variable: format!("AUSPEX_{upper}_NATS_PASSWORD") };
    Ok(User { login, permissions })
}

/// Returns the public key of the seed in `<folder>/<name>.nk`, which is created if it does not exist.
fn public_key(folder: &Path, name: &str) -> anyhow::Result<String> {
    let path = folder.join(format!("{name}.nk"));
    match std::fs::read_to_string(&path) {
        Ok(seed) => keys::public_key(&seed).with_context(|| path.display().to_string()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let seed = keys::new_seed(random()?)?;
            private::create_inside(folder)?;
            private::write(&path, seed.expose_secret())?;
            Ok(keys::public_key(seed.expose_secret())?)
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Returns the permissions of a worker, or of the operator for any other name.
pub(crate) fn permissions_of(name: &str) -> Permissions {
    if name == GATEWAY.name {
        return permissions::for_gateway();
    }
    let worker = SERVICES.iter().find(|service| service.name == name);
    worker.map_or_else(|| permissions::for_operator(name), permissions::for_worker)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenants(names: &[&str]) -> Vec<Tenant> {
        names.iter().map(|name| Tenant::parse(name).unwrap()).collect()
    }

    #[test]
    fn tenants_whose_users_would_share_a_password_are_refused() {
        let rendered =
            |executors, tenants| render(&Wanted { executors, tenants, nkeys: None }).map_err(|error| error.to_string());
        assert!(rendered(vec![], tenants(&["acme", "other"])).is_ok());
        let error = rendered(tenants(&["a-b"]), tenants(&["a-b", "a_b"])).unwrap_err();
        assert!(error.contains("publisher-a-b and publisher-a_b"), "{error}");
    }

    #[test]
    fn with_nkeys_every_user_has_a_key_of_its_own_which_stays_and_the_fleet_has_its_account() {
        let folder = tempfile::tempdir().unwrap();
        let keys = folder.path().join("keys");
        let wanted = |names| Wanted { executors: vec![], tenants: tenants(names), nkeys: Some(keys.clone()) };
        let first = render(&wanted(&[])).unwrap();
        let of_keys = |text: &str| -> Vec<String> {
            text.split("nkey = \"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
        };
        let mut fleet = of_keys(&first);
        assert_eq!((fleet.len(), first.contains("password")), (7, false), "{first}");
        assert!(first.starts_with("accounts {\n  AUSPEX: {"), "{first}");
        // A tenant adds users and changes no key.
        let second = of_keys(&render(&wanted(&["acme"])).unwrap());
        assert_eq!((&second[..7], second.len()), (&fleet[..], 9));
        fleet.sort_unstable();
        fleet.dedup();
        assert_eq!(fleet.len(), 7);
        let seed = keys.join("writer.nk");
        assert_eq!(private::exposed_mode(&seed), None);
        std::fs::write(&seed, "SUAB").unwrap();
        let error = format!("{:#}", render(&wanted(&[])).unwrap_err());
        assert!(error.contains("writer.nk") && error.contains("seed of a user's nkey"), "{error}");
    }
}
