//! What each user may do on the bus: exactly what its code needs, rendered for nats-server's configuration file.
//!
//! A worker may ask about and pull from its own consumers, acknowledge their messages, say what it says, write its own
//! dead letters and read its own inbox. It can neither create nor delete anything, nor read another's replies.

use std::fmt::Write;

use secrecy::{ExposeSecret, SecretString};

use crate::topology::{CONSUMERS, ServiceSpec};

/// Allow lists; what is not allowed is denied.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Permissions {
    /// May publish on.
    pub publish: Vec<String>,
    /// May subscribe to.
    pub subscribe: Vec<String>,
}

/// How a user logs in.
#[derive(Debug, Clone)]
pub enum Login {
    /// The public half of an nkey, `U…`.
    Nkey(String),
    /// A name with a password.
    Password {
        /// The name.
        user: String,
        /// The password.
        password: SecretString,
    },
    /// A name whose password stands in a variable of nats-server's environment.
    Variable {
        /// The name.
        user: String,
        /// The variable's name, without `$`.
        variable: String,
    },
}

/// One user of the server.
#[derive(Debug, Clone)]
pub struct User {
    /// Who.
    pub login: Login,
    /// May do what.
    pub permissions: Permissions,
}

/// What a worker may do.
pub fn of_worker(service: &ServiceSpec) -> Permissions {
    let mut publish = Vec::new();
    for consumer in CONSUMERS.iter().filter(|consumer| consumer.service == service.name) {
        let place = format!("{}.{}", consumer.stream, consumer.name);
        publish.push(format!("$JS.API.CONSUMER.INFO.{place}"));
        publish.push(format!("$JS.API.CONSUMER.MSG.NEXT.{place}"));
        publish.push(format!("$JS.ACK.{place}.>"));
        // The longer form of the acknowledgement's subject, with domain and account (ADR-15).
        publish.push(format!("$JS.ACK.*.*.{place}.>"));
        publish.push(format!("auspex.dead.{}", consumer.name));
    }
    publish.extend(
        service.says.iter().map(|said| if said.ends_with('.') { format!("{said}>") } else { (*said).to_owned() }),
    );
    Permissions { publish, subscribe: vec![format!("_INBOX_{}.>", service.name)] }
}

/// What a publisher of events may do; its connection's name must be `name`.
pub fn of_publisher(name: &str) -> Permissions {
    Permissions { publish: vec!["auspex.event.>".to_owned()], subscribe: vec![format!("_INBOX_{name}.>")] }
}

/// What a subscriber to results may do: hear them as they come, and read those that are kept.
pub fn of_subscriber(name: &str) -> Permissions {
    let api = ["CONSUMER.CREATE", "CONSUMER.INFO", "CONSUMER.MSG.NEXT", "CONSUMER.DELETE"];
    let named = api.iter().map(|call| format!("$JS.API.{call}.AUSPEX_RESULTS.>"));
    // A consumer without a name is created on the stream's own subject.
    let unnamed = std::iter::once("$JS.API.CONSUMER.CREATE.AUSPEX_RESULTS".to_owned());
    Permissions {
        publish: named.chain(unnamed).collect(),
        subscribe: vec![format!("_INBOX_{name}.>"), "auspex.result.>".to_owned()],
    }
}

/// What a person with `auspex` may do: everything of ours. Creating the topology is part of it; being a worker is not. The person's other
/// programs, whose libraries know nothing of inboxes by name, hear answers in the usual one; workers' inboxes are not below it.
pub fn of_operator(name: &str) -> Permissions {
    Permissions {
        publish: vec!["$JS.API.>".to_owned(), "auspex.>".to_owned()],
        subscribe: vec![format!("_INBOX_{name}.>"), "_INBOX.>".to_owned(), "auspex.>".to_owned()],
    }
}

/// The `authorization` block of a nats-server configuration file.
pub fn render(users: &[User]) -> String {
    let mut block = String::from("authorization {\n  users = [\n");
    for user in users {
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            block,
            "    {{ {}, permissions = {{ publish = {{ allow = [{}] }}, subscribe = {{ allow = [{}] }} }} }}",
            login(&user.login),
            list(&user.permissions.publish),
            list(&user.permissions.subscribe),
        );
    }
    block.push_str("  ]\n}\n");
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

/// In quotes `$` begins no variable.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topology;

    #[test]
    fn a_worker_can_do_its_own_work_and_nothing_else() {
        let filter = of_worker(topology::service("filter").unwrap());
        assert_eq!(
            filter.publish,
            [
                "$JS.API.CONSUMER.INFO.AUSPEX_WORK.filter",
                "$JS.API.CONSUMER.MSG.NEXT.AUSPEX_WORK.filter",
                "$JS.ACK.AUSPEX_WORK.filter.>",
                "$JS.ACK.*.*.AUSPEX_WORK.filter.>",
                "auspex.dead.filter",
                "auspex.evidence.filtered",
            ]
        );
        assert_eq!(filter.subscribe, ["_INBOX_filter.>"]);
        for service in topology::SERVICES {
            let all = of_worker(service);
            assert!(all.publish.iter().all(|subject| !subject.contains("CREATE") && !subject.contains("STREAM.")));
        }
    }

    #[test]
    fn a_password_cannot_end_its_quotes() {
        let password = SecretString::from("a\"b\\");
        let user = User { login: Login::Password { user: "u".to_owned(), password }, permissions: of_publisher("u") };
        assert!(render(&[user]).contains(r#"password = "a\"b\\""#));
    }
}
