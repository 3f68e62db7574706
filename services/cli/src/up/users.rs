//! NATS users of a local fleet: one per worker, restricted to its own subjects, and one for the command line. The permissions are those
//! of production, so that a forbidden subject fails during development.

use runtime::permissions::{self, Login, User};
use runtime::topology::processes;
use secrecy::SecretString;

use crate::random::random;
use crate::topology::permissions_of;

pub(super) use crate::topology::OPERATOR;

/// User names and passwords, generated at every start.
#[derive(Debug, Clone)]
pub(super) struct Users {
    passwords: Vec<(&'static str, String)>,
}

impl Users {
    /// Generates random passwords.
    pub(super) fn new() -> anyhow::Result<Self> {
        let names = processes().map(|service| service.name).chain([OPERATOR]);
        let passwords = names.map(|name| Ok((name, password()?))).collect::<anyhow::Result<_>>()?;
        Ok(Self { passwords })
    }

    /// Returns the password of a worker or of [`OPERATOR`].
    pub(super) fn password(&self, name: &str) -> Option<&str> {
        self.passwords.iter().find(|(user, _)| *user == name).map(|(_, password)| password.as_str())
    }

    /// Renders the users for nats-server's configuration.
    pub(super) fn config(&self) -> String {
        let users: Vec<User> = self
            .passwords
            .iter()
            .map(|(name, password)| User {
                login: Login::Password { user: (*name).to_owned(), password: SecretString::from(password.clone()) },
                permissions: permissions_of(name),
            })
            .collect();
        permissions::render(&users)
    }
}

fn password() -> anyhow::Result<String> {
    let bytes: [u8; 16] = random()?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_user_has_its_own_password_and_an_entry_in_the_configuration() {
        let users = Users::new().unwrap();
        let config = users.config();
        let mut passwords: Vec<&str> = users.passwords.iter().map(|(_, password)| password.as_str()).collect();
        assert_eq!(config.matches("user = ").count(), 7);
        passwords.sort_unstable();
        passwords.dedup();
        assert_eq!(passwords.len(), 7);
        assert!(config.contains(users.password("filter").unwrap()));
    }
}
