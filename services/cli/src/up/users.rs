//! Users of a local fleet: one per process on each server that is started here, with the permissions of production, so
//! that a forbidden subject, table or key fails during development. The command line has its own user.

use std::path::Path;

use anyhow::Context as _;
use coordination::{ACL_PROCESSES, AclUser};
use local_servers::private;
use runtime::permissions::{self, Login, User};
use runtime::topology::processes;
use secrecy::SecretString;
use store::roles;

use super::Args;
use crate::random::random;
use crate::topology::permissions_of;

pub(super) use crate::topology::OPERATOR;

/// Process name of the command line in Postgres and Redis.
pub(super) const OPERATOR_ROLE: &str = "operator";
/// First part of the roles' names.
const PREFIX: &str = "auspex";
/// User for the watchdog's question whether Valkey answers.
const PING: &str = "user default on nopass resetkeys resetchannels -@all +ping";
/// File with the password of the tables' owner, which the cluster keeps between two starts.
const OWNER_FILE: &str = "postgres-owner.password";

/// User names and passwords on one server.
type Logins = Vec<(&'static str, String)>;

/// Users of the servers started here; a server that the user provided has none of ours.
#[derive(Debug, Clone, Default)]
pub(super) struct Users {
    nats: Option<Logins>,
    postgres: Option<Logins>,
    redis: Option<Logins>,
}

impl Users {
    /// Generates random passwords, new ones at every start.
    pub(super) fn new(args: &Args) -> anyhow::Result<Self> {
        Self::generate([&args.nats_url, &args.postgres_url, &args.redis_url].map(Option::is_none))
    }

    /// Generates the users of nats-server, Postgres and Valkey, of each that is started here.
    pub(super) fn generate([nats, postgres, redis]: [bool; 3]) -> anyhow::Result<Self> {
        let publishers = processes().map(|service| service.name).chain([OPERATOR]).collect();
        Ok(Self {
            nats: logins(nats, publishers)?,
            postgres: logins(postgres, roles::processes().collect())?,
            redis: logins(redis, ACL_PROCESSES.to_vec())?,
        })
    }

    /// Returns the NATS password of a worker or of [`OPERATOR`].
    pub(super) fn nats_password(&self, name: &str) -> Option<&str> {
        password(self.nats.as_ref(), name)
    }

    /// Returns the address of Postgres for a process. `url` is that of the owner.
    pub(super) fn postgres_url(&self, url: &str, process: &str) -> String {
        let Some(password) = password(self.postgres.as_ref(), process) else { return url.to_owned() };
        roles::url_as(url, &format!("{}:{password}", roles::role(PREFIX, process)))
    }

    /// Returns the address of Valkey for a process.
    pub(super) fn redis_url(&self, url: &str, process: &str) -> String {
        match (password(self.redis.as_ref(), process), acl_user(process)) {
            (Some(password), Some(user)) => url.replacen("://", &format!("://{}:{password}@", user.name), 1),
            _ => url.to_owned(),
        }
    }

    /// Renders the users for nats-server's configuration.
    pub(super) fn nats_config(&self) -> String {
        let user = |(name, password): &(&'static str, String)| User {
            login: Login::Password { user: (*name).to_owned(), password: SecretString::from(password.clone()) },
            permissions: permissions_of(name),
        };
        self.nats
            .as_ref()
            .map(|logins| permissions::render(&logins.iter().map(user).collect::<Vec<_>>()))
            .unwrap_or_default()
    }

    /// Returns the users as lines of an ACL file.
    pub(super) fn redis_acl(&self) -> Vec<String> {
        let line = |(process, password): &(&'static str, String)| Some(acl_user(process)?.line(password));
        let Some(logins) = &self.redis else { return Vec::new() };
        logins.iter().filter_map(line).chain([PING.to_owned()]).collect()
    }

    /// Creates the roles with their privileges and passwords. `url` is that of the owner.
    pub(super) async fn apply_roles(&self, url: &str) -> anyhow::Result<()> {
        let Some(logins) = &self.postgres else { return Ok(()) };
        let owner = store::PostgresConfig { max_connections: 1, ..store::PostgresConfig::new(url, "up") };
        let store = store::Store::connect(owner).await.context("connecting to Postgres")?;
        store.roles().apply(PREFIX).await.context("creating the roles")?;
        let logins: Vec<_> = logins.iter().map(|(process, password)| (*process, password.as_str())).collect();
        store.roles().set_passwords(PREFIX, &logins).await.context("setting the passwords of the roles")
    }
}

/// Returns the owner's password: that of the last start, or a new one.
pub(super) fn owner_password(dir: &Path) -> anyhow::Result<String> {
    let path = dir.join(OWNER_FILE);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(text.trim().to_owned()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let password = new_password()?;
            private::write(&path, &password)?;
            Ok(password)
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn logins(is_ours: bool, names: Vec<&'static str>) -> anyhow::Result<Option<Logins>> {
    let generated = names.into_iter().map(|name| Ok((name, new_password()?)));
    if is_ours { Ok(Some(generated.collect::<anyhow::Result<_>>()?)) } else { Ok(None) }
}

fn password<'a>(logins: Option<&'a Logins>, name: &str) -> Option<&'a str> {
    logins?.iter().find(|(user, _)| *user == name).map(|(_, password)| password.as_str())
}

fn acl_user(process: &str) -> Option<AclUser> {
    AclUser::of_process(process, PREFIX)
}

fn new_password() -> anyhow::Result<String> {
    let bytes: [u8; 16] = random()?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_user_has_its_own_password_and_an_entry_in_the_configuration() {
        let users = Users::generate([true; 3]).unwrap();
        let config = users.nats_config();
        assert_eq!(config.matches("user = ").count(), 7);
        assert!(config.contains(users.nats_password("filter").unwrap()));
        let all = [&users.nats, &users.postgres, &users.redis];
        let mut passwords: Vec<&String> = all.into_iter().flatten().flatten().map(|(_, password)| password).collect();
        assert_eq!(passwords.len(), 7 + 7 + 6);
        passwords.sort_unstable();
        passwords.dedup();
        assert_eq!(passwords.len(), 20);
        assert_eq!(users.redis_acl().len(), 7);
    }

    #[test]
    fn an_address_names_the_role_of_the_process_unless_the_user_provided_the_server() {
        let ours = Users::generate([true; 3]).unwrap();
        let url = ours.postgres_url("postgres://postgres:owner@h:1/db", "writer");
        assert!(url.starts_with("postgres://auspex_writer:") && url.ends_with("@h:1/db"), "{url}");
        assert!(ours.redis_url("redis://h:2", "writer").starts_with("redis://auspex-writer:"));
        let given = Users::generate([true, false, false]).unwrap();
        assert_eq!(given.postgres_url("postgres://me@x/y", "writer"), "postgres://me@x/y");
        assert_eq!((given.redis_url("redis://z", "writer").as_str(), given.redis_acl().len()), ("redis://z", 0));
    }

    #[test]
    fn the_owners_password_is_kept_between_starts_in_a_private_file() {
        let dir = tempfile::tempdir().unwrap();
        let first = owner_password(dir.path()).unwrap();
        assert_eq!((owner_password(dir.path()).unwrap(), first.len()), (first, 32));
        assert_eq!(private::exposed_mode(&dir.path().join(OWNER_FILE)), None);
    }
}
