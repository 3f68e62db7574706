//! Users of a fleet under test: each worker connects with the permissions of production, so that a missing one fails a
//! test. The tests themselves connect as a user that may do everything.

use std::collections::BTreeMap;

use coordination::{ACL_PROCESSES, AclUser};
use local_servers::{NatsOptions, PostgresOptions, RedisOptions, World};
use runtime::permissions::{self, Login, Permissions, User};
use runtime::topology::{GATEWAY, processes};

use crate::fleet::Urls;

/// First part of the names of the roles in Postgres.
pub const PREFIX: &str = "auspex";
/// Password of every user; the servers are reachable from this machine only.
const PASSWORD: &str = "secret";
/// NATS user of the tests.
const TESTS: &str = "tests";
/// NATS user of the command line, and its role in Postgres.
const OPERATOR: (&str, &str) = ("auspex", "operator");

/// Starts the three servers with users.
pub async fn world() -> anyhow::Result<World> {
    World::start_with(nats(NatsOptions::default()), redis(RedisOptions::default()), PostgresOptions::default()).await
}

/// Adds the users to a nats-server.
pub fn nats(mut options: NatsOptions) -> NatsOptions {
    let user = |name: &str, permissions| User {
        login: Login::Password { user: name.to_owned(), password: PASSWORD.into() },
        permissions,
    };
    let everything = Permissions { publish: vec![">".into()], subscribe: vec![">".into()], responds: true };
    let workers = processes().map(|service| match service.name == GATEWAY.name {
        true => user(service.name, permissions::for_gateway()),
        false => user(service.name, permissions::for_worker(service)),
    });
    let operator = user(OPERATOR.0, permissions::for_operator(OPERATOR.0));
    let users: Vec<User> = workers.chain([operator, user(TESTS, everything)]).collect();
    options.extra_config.push_str(&permissions::render(&users));
    options.credentials = Some((TESTS.to_owned(), PASSWORD.to_owned()));
    options
}

/// Adds the users to a Valkey; a connection without a user may do everything.
pub fn redis(mut options: RedisOptions) -> RedisOptions {
    options.acl.push("user default on nopass ~* &* +@all".to_owned());
    let users = ACL_PROCESSES.iter().filter_map(|process| AclUser::of_process(process, "auspex"));
    options.acl.extend(users.map(|user| user.line(PASSWORD)));
    options
}

/// Returns the addresses and the user of a worker.
pub fn environment(worker: &str, urls: &Urls) -> BTreeMap<String, String> {
    let mut env = connections((worker, worker), urls);
    if let Some(user) = AclUser::of_process(worker, "auspex") {
        env.insert("AUSPEX_REDIS_URL".to_owned(), with_login(&urls.redis, &user.name));
    }
    env
}

/// Returns the addresses and the user of the command line.
pub fn operator(urls: &Urls) -> BTreeMap<String, String> {
    let mut env = connections(OPERATOR, urls);
    if let Some(user) = AclUser::of_process("operator", PREFIX) {
        env.insert("AUSPEX_REDIS_URL".to_owned(), with_login(&urls.redis, &user.name));
    }
    env
}

fn connections((user, process): (&str, &str), urls: &Urls) -> BTreeMap<String, String> {
    [
        ("AUSPEX_NATS_URL", without_login(&urls.nats)),
        ("AUSPEX_NATS_USER", user.to_owned()),
        ("AUSPEX_NATS_PASSWORD", PASSWORD.to_owned()),
        ("AUSPEX_POSTGRES_URL", store::roles::url_as(&urls.postgres, &store::roles::role(PREFIX, process))),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// Removes the users of a comma-separated list of addresses.
pub fn without_login(urls: &str) -> String {
    let host = |url: &str| match url.split_once("://") {
        Some((scheme, rest)) => format!("{scheme}://{}", rest.rsplit_once('@').map_or(rest, |(_, host)| host)),
        None => url.to_owned(),
    };
    urls.split(',').map(host).collect::<Vec<_>>().join(",")
}

/// Returns the user and the password of the first address.
pub fn login(urls: &str) -> Option<(String, String)> {
    let (_, rest) = urls.split_once("://")?;
    let (user, password) = rest.split_once('@')?.0.split_once(':')?;
    Some((user.to_owned(), password.to_owned()))
}

fn with_login(url: &str, user: &str) -> String {
    url.replacen("://", &format!("://{user}:{PASSWORD}@"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_has_its_own_user_on_each_server() {
        let urls = Urls {
            nats: "nats://tests:secret@h:1,nats://tests:secret@h:2".to_owned(),
            postgres: "postgres://postgres@h:3/postgres".to_owned(),
            redis: "redis://h:4".to_owned(),
        };
        let writer = environment("writer", &urls);
        assert_eq!(writer["AUSPEX_NATS_URL"], "nats://h:1,nats://h:2");
        assert_eq!(writer["AUSPEX_NATS_USER"], "writer");
        assert_eq!(writer["AUSPEX_POSTGRES_URL"], "postgres://auspex_writer@h:3/postgres");
        assert_eq!(writer["AUSPEX_REDIS_URL"], "redis://auspex-writer:secret@h:4");
        assert!(!environment("gateway", &urls).contains_key("AUSPEX_REDIS_URL"));
        assert_eq!(operator(&urls)["AUSPEX_POSTGRES_URL"], "postgres://auspex_operator@h:3/postgres");
    }
}
