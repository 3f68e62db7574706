//! NATS permissions of each user, limited to what its code needs, rendered for nats-server's configuration file.
//!
//! A worker may query and pull from its own consumers, acknowledge their messages, publish its own subjects and dead
//! letters, query the consumers of these subjects, and read its own inbox. It can neither create nor delete anything by
//! itself, nor read the replies of other workers or messages of a stream that others consume as well. One worker
//! (`topology::TRIMMER`) may also read all messages and remove finished ones; the others ask it for messages of their
//! consumers that wait behind those of another tenant. Users in one account are not separated from each other by
//! permissions alone, see [`tenants`]; those of the fleet's account are trusted.

pub mod keys;
pub mod tenants;

use std::fmt::Write;

use domain::Tenant;
use secrecy::{ExposeSecret, SecretString};

use crate::settle::may_emit;
use crate::topology::{
    CONSUMERS, GATEWAY, Holding, LEI_CHECK, RESPONDERS, STREAMS, ServiceSpec, TRIMMER, WAITING, republished,
    subject_consumers,
};

/// Allow lists; every other subject is denied.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Permissions {
    /// Subjects that the user may publish.
    pub publish: Vec<String>,
    /// Subjects that the user may subscribe to.
    pub subscribe: Vec<String>,
    /// The user may answer each request that it receives, once.
    pub responds: bool,
}

/// Authentication of a user.
#[derive(Debug, Clone)]
pub enum Login {
    /// Public key of an nkey, `U…`.
    Nkey(String),
    /// User name and password.
    Password {
        /// Name of the user.
        user: String,
        /// Password of the user.
        password: SecretString,
    },
    /// User name, with the password in an environment variable of nats-server.
    Variable {
        /// Name of the user.
        user: String,
        /// Name of the variable, without `$`.
        variable: String,
    },
}

/// A user of the server.
#[derive(Debug, Clone)]
pub struct User {
    /// Authentication of the user.
    pub login: Login,
    /// Subjects that the user may use.
    pub permissions: Permissions,
}

/// Returns the permissions of a worker.
pub fn for_worker(service: &ServiceSpec) -> Permissions {
    let mut publish = Vec::new();
    for consumer in CONSUMERS.iter().filter(|consumer| consumer.service == service.name) {
        let consumer_path = format!("{}.{}", consumer.stream, consumer.name);
        publish.push(format!("$JS.API.CONSUMER.INFO.{consumer_path}"));
        publish.push(format!("$JS.API.CONSUMER.MSG.NEXT.{consumer_path}"));
        publish.push(format!("$JS.ACK.{consumer_path}.>"));
        // The longer form of the acknowledgement's subject, with domain and account (ADR-15 of NATS).
        publish.push(format!("$JS.ACK.*.*.{consumer_path}.>"));
        publish.push(format!("auspex.dead.{}", consumer.name));
    }
    // The reconciler compares the positions of its messages with those of their consumers.
    for (_, consumer) in subject_consumers().into_iter().filter(|(subject, _)| may_emit(service.emits, subject)) {
        let stream = CONSUMERS.iter().find(|spec| spec.name == consumer).map_or("", |spec| spec.stream);
        let info = format!("$JS.API.CONSUMER.INFO.{stream}.{consumer}");
        if !publish.contains(&info) {
            publish.push(info);
        }
    }
    publish.extend(service.emits.iter().flat_map(|subject| emitted(subject)));
    let own: Vec<&str> =
        CONSUMERS.iter().filter(|consumer| consumer.service == service.name).map(|consumer| consumer.name).collect();
    publish.extend(republished(&own).into_iter().flat_map(emitted));
    publish.extend(reading(service));
    if service.name == TRIMMER {
        publish.extend(trimming());
    }
    let answers = RESPONDERS.iter().filter(|(_, name)| *name == service.name);
    let answers: Vec<String> = answers.map(|(subject, _)| (*subject).to_owned()).collect();
    let responds = !answers.is_empty();
    let waiting = (service.name == TRIMMER).then(|| format!("{WAITING}*"));
    let subscribe = std::iter::once(format!("_INBOX_{}.>", service.name)).chain(answers).chain(waiting).collect();
    Permissions { publish, subscribe, responds }
}

/// Returns the subjects that the publisher of an emitted subject, or prefix, uses.
fn emitted(subject: &str) -> Vec<String> {
    match CONSUMERS.iter().find(|consumer| consumer.filter == subject) {
        Some(consumer) => vec![consumer.wire_filter()],
        None if subject.ends_with('.') => vec![format!("{subject}>")],
        None => vec![subject.to_owned()],
    }
}

/// Returns what a worker needs to read messages of tenants that wait behind those of another: the number of messages
/// per subject, and the messages, of a stream that others consume as well from the trimmer.
fn reading(service: &ServiceSpec) -> Vec<String> {
    let mut publish = Vec::new();
    for consumer in CONSUMERS.iter().filter(|consumer| consumer.service == service.name) {
        let reads = service.name == TRIMMER || consumer.owns_stream();
        let messages = if reads {
            format!("$JS.API.DIRECT.GET.{}", consumer.stream)
        } else {
            format!("{WAITING}{}", consumer.name)
        };
        for subject in [format!("$JS.API.STREAM.INFO.{}", consumer.stream), messages] {
            if !publish.contains(&subject) {
                publish.push(subject);
            }
        }
    }
    publish
}

/// Returns what the removal of finished messages needs: the sizes of all streams, and of the streams of work the
/// progress of their consumers and the removal itself. The age of events is read from the messages.
fn trimming() -> Vec<String> {
    let mut publish = Vec::new();
    for stream in STREAMS {
        publish.push(format!("$JS.API.STREAM.INFO.{}", stream.name));
        if matches!(stream.holding, Holding::Events | Holding::Work) {
            publish.push(format!("$JS.API.CONSUMER.LIST.{}", stream.name));
            publish.push(format!("$JS.API.STREAM.PURGE.{}", stream.name));
        }
        if stream.holding == Holding::Events {
            publish.push(format!("$JS.API.DIRECT.GET.{}", stream.name));
        }
    }
    publish
}

/// Subjects of the executors of verbs, outside of the fleet: one per tenant.
const EXECUTORS: &str = "auspex.verbs.execute.*";

/// Returns the permissions of the executor of a tenant's verbs, whose connection must have this name: it receives
/// requests for this tenant and answers each once. It publishes nothing else; its own inbox is listed because an empty
/// list would allow every subject.
pub fn for_executor(name: &str, tenant: &Tenant) -> Permissions {
    let inbox = format!("_INBOX_{name}.>");
    let subscribe = vec![format!("auspex.verbs.execute.{tenant}"), inbox.clone()];
    Permissions { publish: vec![inbox], subscribe, responds: true }
}

/// Returns the permissions of the gateway: it publishes events, sends verbs to executors, requests checks of LEIs,
/// learns when results are published, and reads how much waits for each consumer and how full each stream is.
pub fn for_gateway() -> Permissions {
    let mut permissions = for_worker(&GATEWAY);
    let lags = CONSUMERS.iter().map(|spec| format!("$JS.API.CONSUMER.INFO.{}.{}", spec.stream, spec.name));
    for subject in lags.chain(STREAMS.iter().map(|spec| format!("$JS.API.STREAM.INFO.{}", spec.name))) {
        if !permissions.publish.contains(&subject) {
            permissions.publish.push(subject);
        }
    }
    permissions.publish.push(EXECUTORS.to_owned());
    permissions.publish.push(LEI_CHECK.to_owned());
    // Signals: it reads the results from Postgres.
    permissions.subscribe.push("auspex.result.>".to_owned());
    permissions
}

/// Returns the permissions of a trusted subscriber to the results of all tenants, live and stored ones.
pub fn for_subscriber(name: &str) -> Permissions {
    let api = ["CONSUMER.CREATE", "CONSUMER.INFO", "CONSUMER.MSG.NEXT", "CONSUMER.DELETE"];
    let named = api.iter().map(|call| format!("$JS.API.{call}.AUSPEX_RESULTS.>"));
    // A consumer without a name is created on the stream's own subject.
    let unnamed = std::iter::once("$JS.API.CONSUMER.CREATE.AUSPEX_RESULTS".to_owned());
    Permissions {
        publish: named.chain(unnamed).collect(),
        subscribe: vec![format!("_INBOX_{name}.>"), "auspex.result.>".to_owned()],
        responds: false,
    }
}

/// Returns the permissions of a person who uses `auspex`: every subject of the fleet and the topology, but not the
/// inboxes of workers. `_INBOX.>` is for other NATS programs of that person, which use the default inbox prefix. A
/// program of that person may answer requests, for example as an executor of verbs in a local fleet.
pub fn for_operator(name: &str) -> Permissions {
    Permissions {
        publish: vec!["$JS.API.>".to_owned(), "auspex.>".to_owned()],
        subscribe: vec![format!("_INBOX_{name}.>"), "_INBOX.>".to_owned(), "auspex.>".to_owned()],
        responds: true,
    }
}

/// Renders the `authorization` block of a nats-server configuration file.
pub fn render(users: &[User]) -> String {
    format!("authorization {{\n  users = [\n{}  ]\n}}\n", self::users(users))
}

/// Renders the entries of a list of users.
fn users(users: &[User]) -> String {
    let mut block = String::new();
    for user in users {
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            block,
            "    {{ {}, permissions = {{ publish = {{ allow = [{}] }}, subscribe = {{ allow = [{}] }}{} }} }}",
            login(&user.login),
            list(&user.permissions.publish),
            list(&user.permissions.subscribe),
            if user.permissions.responds { ", allow_responses = true" } else { "" },
        );
    }
    block
}

fn login(login: &Login) -> String {
    match login {
        Login::Nkey(public) => format!("nkey = {}", quoted(public)),
        Login::Password { user, password } => {
            format!("user = {}, password = {}", quoted(user), quoted(password.expose_secret()))
        }
        Login::Variable { user, variable } => format!("user = {}, password = ${variable}", quoted(user)),
    }
}

fn list(subjects: &[String]) -> String {
    subjects.iter().map(|subject| quoted(subject)).collect::<Vec<_>>().join(", ")
}

/// Quotes a string; inside quotes `$` does not start a variable.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    #[test]
    fn a_worker_has_permission_for_its_own_work_only() {
        let filter = for_worker(topology::service("filter").unwrap());
        assert_eq!(
            filter.publish,
            [
                "$JS.API.CONSUMER.INFO.AUSPEX_WORK.filter",
                "$JS.API.CONSUMER.MSG.NEXT.AUSPEX_WORK.filter",
                "$JS.ACK.AUSPEX_WORK.filter.>",
                "$JS.ACK.*.*.AUSPEX_WORK.filter.>",
                "auspex.dead.filter",
                "$JS.API.CONSUMER.INFO.AUSPEX_WORK.forecaster-evidence",
                "$JS.API.CONSUMER.INFO.AUSPEX_WORK.writer-evidence",
                "auspex.evidence.filtered.*",
                "$JS.API.STREAM.INFO.AUSPEX_WORK",
                "auspex.waiting.filter",
            ]
        );
        assert_eq!((filter.subscribe, filter.responds), (vec!["_INBOX_filter.>".to_owned()], false));
        let reads = |name: &str| {
            let publish = for_worker(topology::service(name).unwrap()).publish;
            publish.into_iter().filter(|subject| subject.contains("GET")).collect::<Vec<_>>()
        };
        assert_eq!(reads("classifier"), ["$JS.API.DIRECT.GET.AUSPEX_EVENTS"], "it alone consumes events");
        for name in ["researcher", "filter", "forecaster"] {
            assert_eq!(reads(name), Vec::<String>::new(), "{name}");
        }
        let researcher = for_worker(topology::service("researcher").unwrap());
        assert_eq!(researcher.subscribe, ["_INBOX_researcher.>", "auspex.lei.check"]);
        assert!(researcher.responds);
        for service in topology::SERVICES {
            let all = for_worker(service);
            let denied = |subject: &String| {
                let stream =
                    subject.contains("STREAM.") && !subject.contains("STREAM.INFO.") && service.name != TRIMMER;
                stream || ["CREATE", "DELETE", "UPDATE"].iter().any(|call| subject.contains(call))
            };
            assert!(!all.publish.iter().any(denied), "{}", service.name);
        }
        let writer = for_worker(topology::service(TRIMMER).unwrap()).publish;
        let purges: Vec<&String> = writer.iter().filter(|subject| subject.contains("PURGE")).collect();
        assert_eq!(purges, ["$JS.API.STREAM.PURGE.AUSPEX_EVENTS", "$JS.API.STREAM.PURGE.AUSPEX_WORK"]);
    }

    #[test]
    fn the_gateway_publishes_events_and_learns_of_results() {
        let gateway = for_gateway();
        assert!(gateway.publish.contains(&"auspex.event.macro.>".to_owned()));
        assert!(gateway.publish.contains(&"auspex.verbs.execute.*".to_owned()));
        let reads = |subject: &&String| subject.contains(".INFO.");
        let others: Vec<&String> = gateway.publish.iter().filter(|subject| !reads(subject)).collect();
        assert!(!others.iter().any(|subject| ["AUSPEX_WORK", "AUSPEX_RESULTS"].iter().any(|it| subject.contains(it))));
        assert_eq!(gateway.publish.iter().filter(reads).count(), CONSUMERS.len() + STREAMS.len());
        assert_eq!(gateway.subscribe, ["_INBOX_gateway.>", "auspex.result.>"]);
    }

    #[test]
    fn a_password_cannot_end_its_quotes() {
        let password = SecretString::from("a\"b\\");
        let permissions = tenants::for_publisher("u", &Tenant::default());
        let user = User { login: Login::Password { user: "u".to_owned(), password }, permissions };
        assert!(render(&[user]).contains(r#"password = "a\"b\\""#));
    }
}
