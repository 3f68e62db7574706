//! Address, wire format, default model and key of an endpoint.

use llm::profile::Provider;
use llm::{ApiStyle, Catalog};
use runtime::config::Env;
use secrecy::SecretString;
use url::Url;

use super::provider::{Keys, PROVIDERS, defaults};
use super::scope::{Layered, Scope};

/// The default if no key chooses another provider.
const DEFAULT_PROVIDER: &str = "minimax";

/// Address, wire format and provider of a model.
pub(super) struct Place {
    pub(super) url: Url,
    pub(super) style: ApiStyle,
    /// Provider of the host, or the one that the settings name; its facts and default models apply.
    pub(super) provider: Option<String>,
    /// Set if a key chose the provider, and not a setting.
    pub(super) by_key: bool,
    /// The address is the worker's own, and not the fleet's.
    own: bool,
}

impl Place {
    /// Returns the key for this place, or reports that it is missing. A provider's key is sent to hosts of this
    /// provider alone. The fleet's key is sent to the fleet's address, and to a worker's own address unless that is a
    /// host of a known provider.
    pub(super) fn key(&self, env: &mut Env, scope: &Scope, keys: &Keys, catalog: &Catalog) -> Option<SecretString> {
        let [own, fleet] = scope.keys(env);
        let host = self.url.host_str().unwrap_or_default();
        let provider = catalog.provider_at(host).map(|provider| provider.id.as_str());
        let named = provider.and_then(|id| keys.get(id));
        let fleet = fleet.filter(|_| provider.is_none() || !self.own);
        let key = if self.by_key { own.or(named).or(fleet) } else { own.or(fleet).or(named) };
        if let (None, Some(id)) = (&key, provider) {
            let [own_name, fleet_name] = scope.names("API_KEY");
            let name = defaults(id).map_or(if self.own { own_name } else { fleet_name }, |known| known.key.to_owned());
            let others = PROVIDERS.iter().map(|provider| provider.key).filter(|other| *other != name);
            let others: Vec<&str> = others.collect();
            let choose = if self.by_key {
                format!(" One of {} chooses another provider.", others.join(", "))
            } else {
                String::new()
            };
            env.mistake(
                &name,
                &format!(
                    "must be set: {host} needs a key.{choose} To work without one, use the offline world: `auspex up`"
                ),
            );
        }
        key
    }
}

/// Reads the address; `None` if no setting and no key names one.
pub(super) fn read(env: &mut Env, scope: &Scope, catalog: &Catalog) -> Option<Place> {
    let [own_url, fleet_url] = scope.urls(
        env,
        "BASE_URL",
        "Base URL of the model's API; the default is that of the provider. A local server needs no key.",
    );
    let provider = scope.layers(env, "PROVIDER", &provider_doc());
    let wire = scope.parsed(
        env,
        "API",
        "Wire format: `anthropic`, `openai` (chat completions) or `responses`; the default is that of the address.",
    );
    let [own_provider, fleet_provider] = scope.names("PROVIDER");
    let Layered { own, fleet } = provider;
    let own = own.filter(|id| is_known(env, catalog, &own_provider, id));
    let fleet = fleet.filter(|id| is_known(env, catalog, &fleet_provider, id));
    let mut finder = Finder { env, scope, catalog, wire };
    match (own_url, own, fleet_url, fleet) {
        (Some(url), provider, ..) => Some(finder.at(url, provider, true)),
        (None, Some(id), ..) => Some(finder.find(&id, true)),
        (None, None, Some(url), provider) => Some(finder.at(url, provider, false)),
        (None, None, None, Some(id)) => Some(finder.find(&id, false)),
        (None, None, None, None) => None,
    }
}

/// Returns the place of the preferred provider that has a key, or of the default provider.
pub(super) fn by_keys(env: &mut Env, scope: &Scope, catalog: &Catalog, keys: &Keys) -> Place {
    let wire = scope.parsed(env, "API", "");
    let id = keys.first().map_or(DEFAULT_PROVIDER, |provider| provider.id);
    let place = Finder { env, scope, catalog, wire }.find(id, false);
    Place { by_key: true, ..place }
}

fn provider_doc() -> String {
    let ids: Vec<&str> = PROVIDERS.iter().map(|provider| provider.id).collect();
    format!("Provider: {}. The default is the first of them whose key is set.", ids.join(", "))
}

fn is_known(env: &mut Env, catalog: &Catalog, name: &str, id: &str) -> bool {
    let known = catalog.provider(id).is_some();
    if !known {
        let ids: Vec<&str> = catalog.providers().iter().map(|provider| provider.id.as_str()).collect();
        env.mistake(name, &format!("{id:?} is not a provider; use one of {}", ids.join(", ")));
    }
    known
}

struct Finder<'a> {
    env: &'a mut Env,
    scope: &'a Scope,
    catalog: &'a Catalog,
    wire: Option<ApiStyle>,
}

impl Finder<'_> {
    /// Returns the place at an address. A stated provider matters for a host that belongs to none, such as a proxy.
    fn at(&self, url: Url, stated: Option<String>, own: bool) -> Place {
        let host = self.catalog.provider_at(url.host_str().unwrap_or_default());
        let usual =
            |provider: &Provider| provider.style_at(url.as_str()).or_else(|| Some(defaults(&provider.id)?.style));
        let of_stated = || Some(defaults(stated.as_deref()?)?.style);
        let style = self.wire.or_else(|| host.and_then(usual)).or_else(of_stated).unwrap_or_default();
        let provider = host.map(|provider| provider.id.clone()).or(stated);
        Place { url, style, provider, by_key: false, own }
    }

    /// Returns the provider's address for the wire format.
    fn find(&mut self, id: &str, own: bool) -> Place {
        let provider = self.catalog.provider(id);
        let first = || provider?.endpoints.first().map(llm::profile::ProviderEndpoint::style);
        let style =
            self.wire.or_else(|| defaults(id).map(|provider| provider.style)).or_else(first).unwrap_or_default();
        let base = provider.and_then(|provider| provider.base(style)).and_then(|base| Url::parse(base).ok());
        let url = base.unwrap_or_else(|| {
            let [own, fleet] = self.scope.names("API");
            let problem =
                format!("{id} has no address for the wire format `{style}`; choose another or set the base URL");
            let name = if self.env.optional(&own, "").is_some() { own } else { fleet };
            self.env.mistake(&name, &problem);
            placeholder()
        });
        Place { url, style, provider: Some(id.to_owned()), by_key: false, own }
    }
}

/// Placeholder for an address that does not exist; the mistake ends the start.
fn placeholder() -> Url {
    Url::parse("about:blank").expect("about:blank is a valid URL")
}
