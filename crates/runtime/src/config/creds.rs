//! Credentials files of NATS (`.creds`): the JWT of a user and the seed of its nkey.

use std::io;
use std::path::Path;

/// Checks a credentials file when the configuration is read.
pub(super) fn check(file: &Path) -> io::Result<()> {
    parse(&std::fs::read_to_string(file)?).map(drop)
}

/// Parses the text between the BEGIN and END lines of the JWT and of the seed.
pub(crate) fn parse(text: &str) -> io::Result<(&str, nkeys::KeyPair)> {
    let invalid = |problem: &str| io::Error::new(io::ErrorKind::InvalidData, problem.to_owned());
    let jwt = block(text, "NATS USER JWT").ok_or_else(|| invalid("has no block NATS USER JWT"))?;
    let seed = block(text, "USER NKEY SEED").ok_or_else(|| invalid("has no block USER NKEY SEED"))?;
    let pair = nkeys::KeyPair::from_seed(seed).map_err(|_| invalid("its seed is not one of an nkey (SU…)"))?;
    Ok((jwt, pair))
}

/// Returns the line after `-----BEGIN <name>-----`.
fn block<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| line.trim_matches('-') == format!("BEGIN {name}"))?;
    lines.find(|line| !line.is_empty()).filter(|line| !line.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credentials_file_has_a_jwt_and_a_seed() {
        let seed = nkeys::KeyPair::new_user().seed().unwrap();
        let text = format!(
            "-----BEGIN NATS USER JWT-----\neyJ0.abc\n------END NATS USER JWT------\n\nImportant.\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        );
        let (jwt, pair) = parse(&text).unwrap();
        assert_eq!((jwt, pair.seed().unwrap()), ("eyJ0.abc", seed.clone()));
        for (part, problem) in [(seed.as_str(), "no block USER NKEY SEED"), ("eyJ0.abc", "no block NATS USER JWT")] {
            let error = parse(&text.replace(part, "")).err().unwrap();
            assert!(error.to_string().contains(problem), "{error}");
        }
    }
}
