//! Grace periods and users of compose.yaml against the settings of the workers and the permissions in the code.

use coordination::{ACL_PROCESSES, AclUser};
use runtime::permissions::{self, Login, User};
use runtime::topology::{GATEWAY, SERVICES, processes};
use store::roles;

use super::read;

/// Returns the lines below `start` that are indented deeper than it.
fn block<'a>(compose: &'a str, start: &str) -> Vec<&'a str> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let inner = compose.lines().skip_while(|line| *line != start).skip(1);
    inner.take_while(|line| line.is_empty() || indent(line) > indent(start)).collect()
}

/// Returns the value of `key` in the block of a service, or the one that all workers share.
fn value(compose: &str, service: &str, key: &str) -> String {
    let lines = [block(compose, &format!("  {service}:")), block(compose, "x-worker: &worker")].concat();
    let found = lines.iter().find_map(|line| line.trim().strip_prefix(key)?.strip_prefix(':'));
    found.unwrap().trim().to_owned()
}

fn seconds(duration: &str) -> u64 {
    runtime::config::parse_duration(duration).unwrap().as_secs()
}

/// Services without a program that could check them.
const UNCHECKED: [&str; 3] = ["nats-exporter", "otel-collector", "tempo"];

/// Jobs and the command line, which end.
const ENDING: [&str; 3] = ["topology", "roles", "cli"];

#[test]
fn every_service_of_compose_has_a_health_check() {
    let compose = read("deploy/compose.yaml");
    let services: Vec<&str> = block(&compose, "services:")
        .into_iter()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .collect();
    let named: Vec<&str> = services.iter().filter_map(|line| line.trim().strip_suffix(':')).collect();
    assert!(named.len() > 14, "{named:?}");
    for service in named.into_iter().filter(|name| !UNCHECKED.contains(name) && !ENDING.contains(name)) {
        let lines = block(&compose, &format!("  {service}:"));
        let checked = |line: &&str| line.contains("healthcheck:") || line.trim() == "<<: *worker";
        assert!(lines.iter().any(checked), "{service} has no health check");
    }
}

/// A network without IPv4 exists; the address without a host is that of both families.
#[test]
fn no_server_of_compose_listens_for_ipv4_only() {
    let files = ["otel-collector.yaml", "tempo.yaml", "nats.conf", "compose.yaml", "prometheus/prometheus.yaml"];
    let configs = ["classifier", "researcher", "filter", "forecaster", "writer", "gateway", "offline"];
    let files = files.map(|file| format!("deploy/{file}")).into_iter();
    for file in files.chain(configs.map(|name| format!("deploy/config/{name}.env"))) {
        assert!(!read(&file).contains("0.0.0.0"), "{file} names the IPv4 address of all interfaces");
    }
    for file in ["deploy/otel-collector.yaml", "deploy/tempo.yaml"] {
        assert!(read(file).contains("endpoint: \":4318\""), "{file}: the receiver of traces listens on all addresses");
    }
}

#[test]
fn compose_waits_longer_for_a_worker_than_the_worker_for_its_jobs() {
    let compose = read("deploy/compose.yaml");
    for service in SERVICES {
        let settings = read(&format!("deploy/config/{}.env", service.name));
        let grace = settings.lines().find_map(|line| line.strip_prefix("AUSPEX_WORKER_GRACE=")).unwrap_or("10s");
        let limit = seconds(&value(&compose, service.name, "stop_grace_period"));
        assert!(limit >= seconds(grace) + 10, "{} has {grace} of {limit} s", service.name);
        let long = ["researcher", "forecaster"].contains(&service.name);
        assert_eq!(limit == 360, long, "{}: {limit} s; calls that are paid for are waited for", service.name);
    }
}

fn setting(file: &str, name: &str) -> Option<String> {
    read(file).lines().find_map(|line| Some(line.strip_prefix(name)?.strip_prefix('=')?.to_owned()))
}

/// Files that the servers read, each with the option that names it inside the container.
const USERS_OF_SERVERS: [(&str, &str, &str); 4] = [
    ("nats", "./nats.conf:/etc/nats/nats.conf:ro", "\"--config\", \"/etc/nats/nats.conf\""),
    ("nats", "./nats-users.conf:/etc/nats/nats-users.conf:ro", "config/nats.env"),
    ("valkey", "./valkey-users.acl:/etc/valkey/users.acl:ro", "\"--aclfile\", \"/etc/valkey/users.acl\""),
    ("postgres", "./postgres-roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro", "POSTGRES_USER: auspex"),
];

#[test]
fn each_service_of_compose_has_the_settings_of_its_own_user_and_the_servers_read_their_users() {
    let compose = read("deploy/compose.yaml");
    for process in processes() {
        // The gateway calls no model, so it is given no key of one.
        let keys = if process.name == "gateway" { "" } else { ", *keys" };
        assert_eq!(value(&compose, process.name, "env_file"), format!("[config/{}.env{keys}]", process.name));
    }
    let others = [("nats", "nats.env"), ("cli", "cli.env"), ("offline", "offline.env")];
    for (service, file) in others {
        assert_eq!(value(&compose, service, "env_file"), format!("[config/{file}]"));
    }
    let ignored = [read(".gitignore"), read(".dockerignore")];
    assert!(
        ignored.iter().all(|file| file.contains("deploy/keys.env\n")),
        "a key would be committed or copied into an image"
    );
    for (server, file, option) in USERS_OF_SERVERS {
        let lines = block(&compose, &format!("  {server}:")).join("\n");
        assert!(lines.contains(file) && lines.contains(option), "{server}: {file}, {option}");
    }
    let nats = read("deploy/nats.conf");
    assert!(nats.lines().any(|line| line == "include \"nats-users.conf\"") && !nats.contains("no_auth_user"), "{nats}");
    let published = compose.lines().filter_map(|line| line.trim().strip_prefix("ports: "));
    for ports in published {
        assert!(
            ports.starts_with("[\"127.0.0.1:") && ports.matches(':').count() == 2,
            "the passwords are public: {ports}"
        );
    }
}

#[test]
fn the_users_of_nats_are_those_of_the_code_and_each_process_has_its_own() {
    let user = |name: &str, permissions| {
        let variable = format!("AUSPEX_{}_NATS_PASSWORD", name.to_uppercase());
        User { login: Login::Variable { user: name.to_owned(), variable }, permissions }
    };
    let worker = |name: &str| match SERVICES.iter().find(|service| service.name == name) {
        Some(service) => permissions::for_worker(service),
        None => permissions::for_gateway(),
    };
    let names: Vec<&str> = processes().map(|service| service.name).collect();
    assert!(names.contains(&GATEWAY.name));
    let users = names.iter().map(|name| user(name, worker(name)));
    let users: Vec<User> = users.chain([user("auspex", permissions::for_operator("auspex"))]).collect();
    let expected = permissions::render(&users);
    let file = read("deploy/nats-users.conf");
    let (_, users) = file.split_once('\n').unwrap();
    assert_eq!(users.trim(), expected.trim(), "target/debug/auspex topology permissions");
    for (process, name) in names.iter().map(|name| (*name, *name)).chain([("cli", "auspex")]) {
        let env = format!("deploy/config/{process}.env");
        assert_eq!(setting(&env, "AUSPEX_NATS_USER").as_deref(), Some(name));
        let password = setting("deploy/config/nats.env", &format!("AUSPEX_{}_NATS_PASSWORD", name.to_uppercase()));
        assert!(password.is_some() && setting(&env, "AUSPEX_NATS_PASSWORD") == password, "{env}");
    }
}

#[test]
fn the_users_of_valkey_are_those_of_the_code_and_each_process_has_its_own() {
    let line = |process: &&str| AclUser::of_process(process, "auspex").unwrap().line(process);
    let ping = "user default on nopass resetkeys resetchannels -@all +ping".to_owned();
    let expected: Vec<String> = ACL_PROCESSES.iter().map(line).chain([ping]).collect();
    assert_eq!(read("deploy/valkey-users.acl").lines().collect::<Vec<_>>(), expected);
    for process in ACL_PROCESSES {
        let file = format!("deploy/config/{}.env", if process == "operator" { "cli" } else { process });
        let url = format!("redis://auspex-{process}:{process}@valkey:6379");
        assert_eq!(setting(&file, "AUSPEX_REDIS_URL"), Some(url), "{file}");
    }
}

#[test]
fn each_process_connects_to_postgres_with_its_role_and_only_two_services_as_the_owner() {
    let created = read("deploy/postgres-roles.sql");
    for process in roles::processes() {
        let role = roles::role("auspex", process);
        assert!(created.contains(&format!("CREATE ROLE {role} LOGIN PASSWORD '{process}';")), "{role}");
        let file = format!("deploy/config/{}.env", if process == "operator" { "cli" } else { process });
        let url = format!("postgres://{role}:{process}@postgres:5432/auspex");
        assert_eq!(setting(&file, "AUSPEX_POSTGRES_URL"), Some(url), "{file}");
    }
    let compose = read("deploy/compose.yaml");
    assert_eq!(compose.matches("config/owner.env").count(), 2);
    assert!(["topology", "roles"].iter().all(|name| value(&compose, name, "env_file").contains("owner.env")));
    assert!(compose.contains("roles: { condition: service_completed_successfully }"));
}
