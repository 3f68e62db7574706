//! Typed readers over the environment. A mistake never stops the reading: the default stands in, and
//! [`Env::finish`] tells all of them at once.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use domain::MicroUsd;
use secrecy::SecretString;
use url::Url;

use super::duration::parse_duration;

/// One variable that somebody reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// What stands in when it is not set; empty if nothing does.
    pub default: String,
    /// What it does.
    pub doc: String,
    /// Its value is never shown.
    pub secret: bool,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Which variable.
    pub name: String,
    /// What is wrong and how to mend it.
    pub problem: String,
}

/// Everything that is wrong with the configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError(pub Vec<Mistake>);

impl Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the configuration has {} mistake(s):", self.0.len())?;
        self.0.iter().try_for_each(|Mistake { name, problem }| write!(f, "\n  {name}: {problem}"))
    }
}

/// The environment, and what was asked of it.
#[derive(Default)]
pub struct Env {
    values: BTreeMap<String, String>,
    settings: Vec<Setting>,
    mistakes: Vec<Mistake>,
}

impl Env {
    /// The process's environment. A value that is not UTF-8 counts as a mistake.
    pub fn from_process() -> Self {
        let mut env = Self::default();
        for (name, value) in std::env::vars_os() {
            let Ok(name) = name.into_string() else { continue };
            match value.into_string() {
                Ok(value) => drop(env.values.insert(name, value)),
                Err(_) if name.starts_with("AUSPEX_") => env.mistake(&name, "is not UTF-8"),
                Err(_) => {}
            }
        }
        env
    }

    /// Given pairs; for tests, and for whoever starts workers.
    pub fn from_pairs<K: Into<String>, V: Into<String>>(pairs: impl IntoIterator<Item = (K, V)>) -> Self {
        let values = pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Self { values, ..Self::default() }
    }

    /// Any text.
    pub fn text(&mut self, name: &str, default: &str, doc: &str) -> String {
        self.setting(name, default, doc, false);
        self.raw(name).unwrap_or_else(|| default.to_owned())
    }

    /// Text that may be absent. An empty value is absent, so that `NAME=` in a compose file unsets it.
    pub fn optional(&mut self, name: &str, doc: &str) -> Option<String> {
        self.setting(name, "", doc, false);
        self.raw(name)
    }

    /// Text that must be there.
    pub fn required(&mut self, name: &str, doc: &str) -> String {
        self.setting(name, "", doc, false);
        self.raw(name).unwrap_or_else(|| {
            self.mistake(name, &format!("must be set: {doc}"));
            String::new()
        })
    }

    /// A number, or anything else that has a [`FromStr`].
    pub fn number<T: FromStr + Display>(&mut self, name: &str, default: T, doc: &str) -> T
    where
        T::Err: Display,
    {
        self.setting(name, &default.to_string(), doc, false);
        self.parsed(name, |text| {
            text.trim().parse::<T>().map_err(|error| format!("{text:?} is no number of its kind: {error}"))
        })
        .unwrap_or(default)
    }

    /// `true`, `false`, `1`, `0`, `yes`, `no`, `on`, `off`.
    pub fn flag(&mut self, name: &str, default: bool, doc: &str) -> bool {
        self.setting(name, &default.to_string(), doc, false);
        self.parsed(name, |text| match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => Ok(true),
            "false" | "0" | "no" | "off" => Ok(false),
            _ => Err(format!("{text:?} is neither true nor false")),
        })
        .unwrap_or(default)
    }

    /// A duration such as `30s`. A default that is none is a mistake of the program and is told like one of the user.
    pub fn duration(&mut self, name: &str, default: &str, doc: &str) -> Duration {
        self.setting(name, default, doc, false);
        self.parsed_or(name, default, |text| parse_duration(text).map_err(|error| error.to_string()))
            .unwrap_or_default()
    }

    /// An amount such as `1.25`, in US dollars.
    pub fn dollars(&mut self, name: &str, default: &str, doc: &str) -> MicroUsd {
        self.setting(name, default, doc, false);
        self.parsed_or(name, default, |text| MicroUsd::parse_dollars(text.trim()).map_err(|error| error.to_string()))
            .unwrap_or_default()
    }

    /// An address.
    pub fn url(&mut self, name: &str, default: &str, doc: &str) -> Url {
        self.setting(name, default, doc, false);
        self.parsed_or(name, default, parse_url).unwrap_or_else(nowhere)
    }

    /// An address that may be absent.
    pub fn optional_url(&mut self, name: &str, doc: &str) -> Option<Url> {
        self.setting(name, "", doc, false);
        self.parsed(name, parse_url)
    }

    /// A secret. It is never shown, not even in a mistake.
    pub fn secret(&mut self, name: &str, doc: &str) -> Option<SecretString> {
        self.setting(name, "", doc, true);
        self.raw(name).map(SecretString::from)
    }

    /// An address that holds a password, or a path to a key: read as text, shown as a secret.
    pub fn secret_text(&mut self, name: &str, default: &str, doc: &str) -> SecretString {
        self.setting(name, default, doc, true);
        SecretString::from(self.raw(name).unwrap_or_else(|| default.to_owned()))
    }

    /// Tells a mistake that only a reader of several variables can see.
    pub fn mistake(&mut self, name: &str, problem: &str) {
        self.mistakes.push(Mistake { name: name.to_owned(), problem: problem.to_owned() });
    }

    /// Every mistake, or none.
    pub fn finish(&self) -> Result<(), ConfigError> {
        if self.mistakes.is_empty() { Ok(()) } else { Err(ConfigError(self.mistakes.clone())) }
    }

    /// Everything that was asked for so far, in order, each once.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// Variables that begin with `AUSPEX_` and that nobody read. Not mistakes, since many services share one file; but
    /// worth a warning, since a misspelt name is one of them.
    pub fn unread(&self) -> Vec<&str> {
        let known = |name: &str| self.settings.iter().any(|setting| setting.name == name);
        self.values.keys().map(String::as_str).filter(|name| name.starts_with("AUSPEX_") && !known(name)).collect()
    }

    fn setting(&mut self, name: &str, default: &str, doc: &str, secret: bool) {
        if self.settings.iter().all(|known| known.name != name) {
            let (name, default, doc) = (name.to_owned(), default.to_owned(), doc.to_owned());
            self.settings.push(Setting { name, default, doc, secret });
        }
    }

    fn raw(&self, name: &str) -> Option<String> {
        self.values.get(name).filter(|value| !value.trim().is_empty()).cloned()
    }

    fn parsed<T>(&mut self, name: &str, parse: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let text = self.raw(name)?;
        parse(&text).map_err(|problem| self.mistake(name, &problem)).ok()
    }

    fn parsed_or<T>(&mut self, name: &str, default: &str, parse: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let text = self.raw(name).unwrap_or_else(|| default.to_owned());
        parse(&text).map_err(|problem| self.mistake(name, &problem)).ok()
    }
}

fn parse_url(text: &str) -> Result<Url, String> {
    // The text itself is not repeated: an address may hold a password.
    Url::parse(text.trim()).map_err(|error| format!("is not an address such as http://localhost:4222: {error}"))
}

/// Stands in for an address that could not be read; [`Env::finish`] fails before anybody could use it.
fn nowhere() -> Url {
    Url::parse("about:blank").expect("about:blank is an address in every version of the standard")
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    #[test]
    fn every_kind_is_read_and_defaults_stand_in() {
        let mut env =
            Env::from_pairs([("A", "5"), ("B", "yes"), ("C", "2m"), ("D", "0.30"), ("E", "http://x:1/"), ("S", "k")]);
        assert_eq!(env.number("A", 1_u32, ""), 5);
        assert!(env.flag("B", false, ""));
        assert_eq!(env.duration("C", "1s", ""), Duration::from_secs(120));
        assert_eq!(env.dollars("D", "1.00", ""), MicroUsd(300_000));
        assert_eq!(env.url("E", "http://y/", "").host_str(), Some("x"));
        assert_eq!(env.secret("S", "").unwrap().expose_secret(), "k");
        assert_eq!(env.duration("F", "1s", ""), Duration::from_secs(1));
        assert_eq!(env.text("G", "g", ""), "g");
        assert_eq!(env.optional("H", ""), None);
        env.finish().unwrap();
    }

    #[test]
    fn all_mistakes_are_told_at_once_and_no_secret_with_them() {
        let mut env = Env::from_pairs([("A", "x"), ("B", "maybe"), ("C", "5"), ("E", "postgres//user:hunter2@x")]);
        env.number("A", 1_u32, "");
        env.flag("B", false, "");
        env.duration("C", "1s", "");
        env.url("E", "http://y/", "");
        env.required("F", "where it is");
        let told = env.finish().unwrap_err();
        assert_eq!(told.0.len(), 5);
        let told = told.to_string();
        for name in ["A:", "B:", "C:", "E:", "F: must be set: where it is"] {
            assert!(told.contains(name), "{told}");
        }
        assert!(!told.contains("hunter2"));
    }

    #[test]
    fn an_empty_value_is_absent_and_a_misspelt_name_is_noticed() {
        let mut env = Env::from_pairs([("AUSPEX_NATS_URL", ""), ("AUSPEX_NATS_ULR", "x"), ("PATH", "/bin")]);
        assert_eq!(env.text("AUSPEX_NATS_URL", "d", ""), "d");
        assert_eq!(env.unread(), ["AUSPEX_NATS_ULR"]);
    }
}
