//! Typed readers of environment variables. An invalid value does not stop the reading: the default is used, and
//! [`Env::finish`] reports all invalid values together.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};
use std::str::FromStr;
use std::time::Duration;

use domain::MicroUsd;
use secrecy::SecretString;
use url::Url;

use crate::topology::SERVICES;

/// A variable that a reader asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Name of the variable.
    pub name: String,
    /// Value if the variable is not set; empty for none.
    pub default: String,
    /// Meaning of the variable.
    pub doc: String,
    /// Hides the value and the default in every output.
    pub secret: bool,
}

/// An invalid setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Name of the variable.
    pub name: String,
    /// Problem and how to fix it.
    pub problem: String,
}

/// All invalid settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError(pub Vec<Mistake>);

impl Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the configuration has {} error(s):", self.0.len())?;
        self.0.iter().try_for_each(|Mistake { name, problem }| write!(f, "\n  {name}: {problem}"))
    }
}

/// Text that is not a duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a duration such as 500ms, 30s, 15m, 72h or 90d")]
pub struct InvalidDuration(pub String);

/// Parses a duration such as `500ms`, `30s`, `15m`, `72h`, `90d` or `1h 30m`. A number without a unit is invalid.
pub fn parse_duration(text: &str) -> Result<Duration, InvalidDuration> {
    let invalid = || InvalidDuration(text.to_owned());
    let duration = humantime::parse_duration(text.trim()).map_err(|_| invalid())?;
    // Milliseconds must fit 64 bits, as in the stores.
    u64::try_from(duration.as_millis()).map(|_| duration).map_err(|_| invalid())
}

/// The environment, and a record of what was read from it.
#[derive(Default)]
pub struct Env {
    values: BTreeMap<String, String>,
    settings: Vec<Setting>,
    mistakes: Vec<Mistake>,
}

impl Env {
    /// Takes the process's environment. An `AUSPEX_` variable that is not UTF-8 is reported.
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

    /// Takes name-value pairs, for tests and for programs that start workers.
    pub fn from_pairs<K: Into<String>, V: Into<String>>(pairs: impl IntoIterator<Item = (K, V)>) -> Self {
        let values = pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        Self { values, ..Self::default() }
    }

    /// Returns the same variables without the record of what was read, to look at settings of which mistakes are
    /// reported elsewhere.
    #[must_use]
    pub fn unrecorded(&self) -> Self {
        Self { values: self.values.clone(), ..Self::default() }
    }

    /// Sets a variable over the process's environment, for a command that looks at a fleet with settings of its own.
    pub fn set(&mut self, name: &str, value: &str) {
        self.values.insert(name.to_owned(), value.to_owned());
    }

    /// Reads a text value.
    pub fn text(&mut self, name: &str, default: &str, doc: &str) -> String {
        self.setting(name, default, doc, false);
        self.raw(name).unwrap_or_else(|| default.to_owned())
    }

    /// Reads text that may be absent. An empty value counts as absent, so that `NAME=` in a compose file unsets it.
    pub fn optional(&mut self, name: &str, doc: &str) -> Option<String> {
        self.setting(name, "", doc, false);
        self.raw(name)
    }

    /// Reads text that must be set.
    pub fn required(&mut self, name: &str, doc: &str) -> String {
        self.setting(name, "", doc, false);
        self.raw(name).unwrap_or_else(|| {
            self.mistake(name, &format!("must be set: {doc}"));
            String::new()
        })
    }

    /// Reads a number, or any other type with [`FromStr`].
    pub fn number<T: FromStr + Display>(&mut self, name: &str, default: T, doc: &str) -> T
    where
        T::Err: Display,
    {
        self.setting(name, &default.to_string(), doc, false);
        self.parsed(name, |text| {
            text.trim().parse::<T>().map_err(|error| format!("{text:?} is not a valid value: {error}"))
        })
        .unwrap_or(default)
    }

    /// Reads a value of any type with [`FromStr`]. An absent one is the type's default.
    pub fn value<T: FromStr<Err: Display> + Default>(&mut self, name: &str, doc: &str) -> T {
        self.setting(name, "", doc, false);
        self.parsed(name, |text| text.parse().map_err(|error: T::Err| error.to_string())).unwrap_or_default()
    }

    /// Reads a flag: `true`, `false`, `1`, `0`, `yes`, `no`, `on` or `off`.
    pub fn flag(&mut self, name: &str, default: bool, doc: &str) -> bool {
        self.setting(name, &default.to_string(), doc, false);
        self.parsed(name, |text| match text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => Ok(true),
            "false" | "0" | "no" | "off" => Ok(false),
            _ => Err(format!("{text:?} is neither true nor false")),
        })
        .unwrap_or(default)
    }

    /// Reads a duration such as `30s`. An invalid default is reported like an invalid value.
    pub fn duration(&mut self, name: &str, default: &str, doc: &str) -> Duration {
        self.setting(name, default, doc, false);
        self.parsed_or(name, default, |text| parse_duration(text).map_err(|error| error.to_string()))
            .unwrap_or_default()
    }

    /// Reads an amount in US dollars, such as `1.25`.
    pub fn dollars(&mut self, name: &str, default: &str, doc: &str) -> MicroUsd {
        self.setting(name, default, doc, false);
        self.parsed_or(name, default, |text| MicroUsd::parse_dollars(text.trim()).map_err(|error| error.to_string()))
            .unwrap_or_default()
    }

    /// Reads a URL.
    pub fn url(&mut self, name: &str, default: &str, doc: &str) -> Url {
        self.setting(name, default, doc, false);
        self.parsed_or(name, default, parse_url).unwrap_or_else(placeholder_url)
    }

    /// Reads a URL that may be absent.
    pub fn optional_url(&mut self, name: &str, doc: &str) -> Option<Url> {
        self.setting(name, "", doc, false);
        self.parsed(name, parse_url)
    }

    /// Reads a secret, which no output shows, not even an error.
    pub fn secret(&mut self, name: &str, doc: &str) -> Option<SecretString> {
        self.setting(name, "", doc, true);
        self.raw(name).map(SecretString::from)
    }

    /// Reads a URL that contains a password, or a path to a key: text that is shown as a secret.
    pub fn secret_text(&mut self, name: &str, default: &str, doc: &str) -> SecretString {
        self.setting(name, default, doc, true);
        SecretString::from(self.raw(name).unwrap_or_else(|| default.to_owned()))
    }

    /// Reports a problem that only a reader of several variables can detect. The same problem is reported once,
    /// although several readers may find it.
    pub fn mistake(&mut self, name: &str, problem: &str) {
        if self.mistakes.iter().all(|known| known.name != name || known.problem != problem) {
            self.mistakes.push(Mistake { name: name.to_owned(), problem: problem.to_owned() });
        }
    }

    /// Returns an error with every problem, if there is one.
    pub fn finish(&self) -> Result<(), ConfigError> {
        if self.mistakes.is_empty() { Ok(()) } else { Err(ConfigError(self.mistakes.clone())) }
    }

    /// Returns every variable read so far, in order, each once.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// Returns the variables that begin with `AUSPEX_` and that no reader asked for. They are not errors, since many
    /// services share one file, but worth a warning, since one of them may be misspelt.
    pub fn unread(&self) -> Vec<&str> {
        let known = |name: &str| self.settings.iter().any(|setting| setting.name == name);
        let names = self.values.keys().map(String::as_str).filter(|name| name.starts_with("AUSPEX_") && !known(name));
        names.filter(|name| !is_of_another_program(name)).collect()
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
    // The error omits the text: a URL may contain a password.
    Url::parse(text.trim()).map_err(|error| format!("is not a URL such as http://localhost:4222: {error}"))
}

/// Placeholder for an invalid URL; [`Env::finish`] fails before it is used.
fn placeholder_url() -> Url {
    Url::parse("about:blank").expect("about:blank is a valid URL")
}

/// Renders the variables read from `env` as a Markdown table. Of a secret it shows the name and the meaning only.
pub fn markdown(env: &Env) -> String {
    let mut table = String::from("| variable | default | meaning |\n|---|---|---|\n");
    for setting in env.settings() {
        let default = match (setting.secret, setting.default.as_str()) {
            (true, _) => "*(secret)*".to_owned(),
            (false, "") => "*(none)*".to_owned(),
            (false, default) => format!("`{}`", escape(default)),
        };
        // Writing to a `String` cannot fail.
        let _ = writeln!(table, "| `{}` | {default} | {} |", setting.name, escape(&setting.doc));
    }
    table
}

fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The page with the settings of all workers, which a test compares with the workers.
const PAGE: &str = include_str!("../../../../docs/CONFIGURATION.md");
/// Variables, by their beginning, of our programs that are not workers: the offline world, the topology job and the
/// command line.
const OTHER_PROGRAMS: [&str; 7] = [
    "AUSPEX_OFFLINE_",
    "AUSPEX_TOPOLOGY_",
    "AUSPEX_GATEWAY_URL",
    "AUSPEX_TEMPO_URL",
    "AUSPEX_TOKEN",
    "AUSPEX_URL",
    "AUSPEX_NATS_MONITOR_URL",
];

/// Returns `true` for a variable that another of our programs reads. Several programs often share one environment: that
/// of a shell, of `auspex up`, or of a namespace.
fn is_of_another_program(name: &str) -> bool {
    let is_on_page = |name: &str| PAGE.contains(&format!("| `{name}` |"));
    // A variable that each worker has under its own name.
    let is_of_one_worker =
        |worker: String| name.contains(&worker) && is_on_page(&name.replacen(&worker, "<WORKER>", 1));
    OTHER_PROGRAMS.iter().any(|beginning| name.starts_with(beginning))
        || is_on_page(name)
        || SERVICES.iter().any(|service| is_of_one_worker(service.name.to_uppercase()))
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;

    #[test]
    fn every_type_is_read_and_defaults_apply() {
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
    fn all_errors_are_reported_together_without_secrets() {
        let mut env = Env::from_pairs([("A", "x"), ("B", "maybe"), ("C", "5"), ("E", "postgres//user:hunter2@x")]);
        env.number("A", 1_u32, "");
        env.flag("B", false, "");
        env.duration("C", "1s", "");
        env.url("E", "http://y/", "");
        env.required("F", "the address");
        let error = env.finish().unwrap_err();
        assert_eq!(error.0.len(), 5);
        let message = error.to_string();
        for name in ["A:", "B:", "C:", "E:", "F: must be set: the address"] {
            assert!(message.contains(name), "{message}");
        }
        assert!(!message.contains("hunter2"));
    }

    #[test]
    fn an_empty_value_is_absent_and_a_misspelt_name_is_reported() {
        let mut env = Env::from_pairs([("AUSPEX_NATS_URL", ""), ("AUSPEX_NATS_ULR", "x"), ("PATH", "/bin")]);
        assert_eq!(env.text("AUSPEX_NATS_URL", "d", ""), "d");
        assert_eq!(env.unread(), ["AUSPEX_NATS_ULR"]);
    }

    #[test]
    fn a_variable_that_another_of_our_programs_reads_is_no_mistake() {
        let names =
            ["AUSPEX_OFFLINE_PROFILE", "AUSPEX_SEARXNG_URL", "AUSPEX_TOKEN", "AUSPEX_OFLINE_PROFILE", "AUSPEX_SEARXNG"];
        let env = Env::from_pairs(names.map(|name| (name, "x")));
        assert_eq!(env.unread(), ["AUSPEX_OFLINE_PROFILE", "AUSPEX_SEARXNG"]);
    }

    /// The command line and the offline world declare their variables as `env = "…"`.
    #[test]
    fn the_variables_of_every_program_are_known() {
        let services = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../services");
        let (mut folders, mut declared) = (vec![services], 0);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
                if entry.file_type().unwrap().is_dir() {
                    folders.push(entry.path());
                } else if entry.path().extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(entry.path()).unwrap();
                    for name in text.split("env = \"AUSPEX_").skip(1).filter_map(|rest| rest.split('"').next()) {
                        declared += 1;
                        assert!(is_of_another_program(&format!("AUSPEX_{name}")), "AUSPEX_{name}");
                    }
                }
            }
        }
        assert!(declared > 10, "{declared} variables");
    }

    #[test]
    fn every_unit_is_parsed_and_a_bare_number_is_rejected() {
        let seconds = |text: &str| parse_duration(text).map(|duration| duration.as_secs_f64()).ok();
        let parsed = ["500ms", " 30s ", "15m", "72h", "2d"].map(seconds);
        assert_eq!(parsed, [0.5, 30.0, 900.0, 259_200.0, 172_800.0].map(Some));
        for bad in ["", "30", "s", "-1s", "99999999999999999999d", "18446744073709551615h"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_secret_shows_neither_value_nor_default() {
        let mut env = Env::from_pairs([("K", "hunter2")]);
        env.secret("K", "The key.");
        env.secret_text("U", "postgres://user:pass@localhost", "Where the truth is.");
        env.text("T", "a|b", "Either.");
        let table = markdown(&env);
        assert!(!table.contains("hunter2") && !table.contains("pass@"));
        assert!(table.contains("| `T` | `a\\|b` | Either. |"), "{table}");
    }
}
