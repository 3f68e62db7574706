//! Settings that exist for the fleet and for one worker.

use std::fmt::Display;
use std::str::FromStr;

use runtime::config::Env;
use secrecy::SecretString;
use url::Url;

/// Beginning of the settings of the fallback for all workers.
pub(super) const FALLBACK: &str = "AUSPEX_MODEL_FALLBACK";

/// The names of one model's settings: `<own>_API` for a worker, `<fleet>_API` for all.
pub(super) struct Scope {
    /// Beginning of the worker's names: `AUSPEX_CLASSIFIER`, or `AUSPEX_CLASSIFIER_FALLBACK` for its fallback.
    pub(super) own: String,
    /// Beginning of the fleet's names: `AUSPEX_MODEL`, or `AUSPEX_MODEL_FALLBACK` for its fallback.
    pub(super) fleet: &'static str,
    /// Variable with the worker's model.
    pub(super) model: String,
    /// Name of the worker.
    pub(super) worker: String,
}

/// A value of the worker or of the fleet.
pub(super) struct Layered {
    pub(super) own: Option<String>,
    pub(super) fleet: Option<String>,
}

impl Scope {
    pub(super) fn primary(worker: &str) -> Self {
        let upper = worker.to_uppercase();
        let model = format!("{upper}_MODEL");
        Self { own: format!("AUSPEX_{upper}"), fleet: "AUSPEX_MODEL", model, worker: worker.to_owned() }
    }

    pub(super) fn fallback(worker: &str) -> Self {
        let own = format!("AUSPEX_{}_FALLBACK", worker.to_uppercase());
        let model = format!("{own}_MODEL");
        Self { own, fleet: FALLBACK, model, worker: worker.to_owned() }
    }

    /// Returns the names of a setting: the worker's and the fleet's.
    pub(super) fn names(&self, suffix: &str) -> [String; 2] {
        [format!("{}_{suffix}", self.own), format!("{}_{suffix}", self.fleet)]
    }

    /// Reads both values of a setting.
    pub(super) fn layers(&self, env: &mut Env, suffix: &str, doc: &str) -> Layered {
        let [own, fleet] = self.names(suffix);
        Layered { fleet: env.optional(&fleet, doc), own: env.optional(&own, &self.own_doc(doc)) }
    }

    /// Reads both values of an address. A mistake does not contain the value, which may hold a password.
    pub(super) fn urls(&self, env: &mut Env, suffix: &str, doc: &str) -> [Option<Url>; 2] {
        let [own, fleet] = self.names(suffix);
        let fleet = env.optional_url(&fleet, doc);
        [env.optional_url(&own, &self.own_doc(doc)), fleet]
    }

    /// Reads and parses a setting; the worker's value is preferred. An invalid value is reported under its own name.
    pub(super) fn parsed<T: FromStr>(&self, env: &mut Env, suffix: &str, doc: &str) -> Option<T>
    where
        T::Err: Display,
    {
        let Layered { own, fleet } = self.layers(env, suffix, doc);
        let [own_name, fleet_name] = self.names(suffix);
        let fleet = fleet.and_then(|text| parse(env, &fleet_name, &text));
        own.and_then(|text| parse(env, &own_name, &text)).or(fleet)
    }

    /// Reads the keys of the worker and of the fleet.
    pub(super) fn keys(&self, env: &mut Env) -> [Option<SecretString>; 2] {
        let [own, fleet] = self.names("API_KEY");
        let doc = "API key of the model at the fleet's base URL or provider.";
        [env.secret(&own, &self.own_doc(doc)), env.secret(&fleet, doc)]
    }

    fn own_doc(&self, doc: &str) -> String {
        format!("The same for the {} alone: {doc}", self.worker)
    }
}

/// Parses a value, or reports a mistake.
pub(super) fn parse<T: FromStr>(env: &mut Env, name: &str, text: &str) -> Option<T>
where
    T::Err: Display,
{
    text.trim().parse().map_err(|error: T::Err| env.mistake(name, &format!("{text:?} is invalid: {error}"))).ok()
}
