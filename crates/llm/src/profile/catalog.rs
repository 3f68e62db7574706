//! All known models and providers.

use std::sync::{Arc, OnceLock};

use super::names::{NameRule, spellings};
use super::table::{Facts, Provider, Table};
use super::{ModelProfile, rates};
use crate::{ApiStyle, BatchOffer};

const BUILT_IN: &str = include_str!("../../models/models.json");

/// A file of profiles that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// It is not JSON in the form of `models.json`.
    #[error("is not in the form of models.json: {0}")]
    Form(String),
    /// A price is not an amount of dollars, or a period has more than one tier.
    #[error("the prices of {0} are not amounts of dollars with at most six decimals, or have more than one tier")]
    Price(String),
}

/// Profiles of models, and addresses of providers.
#[derive(Debug, Clone)]
pub struct Catalog {
    models: Vec<Arc<Facts>>,
    providers: Vec<Provider>,
}

impl Catalog {
    /// Returns the table of the repository, parsed once. A test checks that it can be parsed; an unreadable table would
    /// be empty, and then every model is unknown.
    pub fn built_in() -> &'static Self {
        static CATALOG: OnceLock<Catalog> = OnceLock::new();
        CATALOG.get_or_init(|| {
            Self::parse(BUILT_IN).unwrap_or_else(|_| Self { models: Vec::new(), providers: Vec::new() })
        })
    }

    /// Parses a table: `{"providers": […], "models": […]}`, either may be absent.
    ///
    /// # Errors
    /// If the text has another form, or a price is not an amount.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let table: Table = serde_json::from_str(text).map_err(|error| ProfileError::Form(error.to_string()))?;
        if let Some(facts) = table.models.iter().find(|facts| !rates::are_amounts(facts)) {
            return Err(ProfileError::Price(facts.id.clone()));
        }
        Ok(Self { models: table.models.into_iter().map(Arc::new).collect(), providers: table.providers })
    }

    /// Returns this catalog with the entries of another one. An entry replaces the one with the same provider and id,
    /// and is preferred to others that match a name equally well.
    #[must_use]
    pub fn overridden_by(&self, own: &Self) -> Self {
        let replaced = |facts: &&Arc<Facts>| {
            own.models.iter().any(|other| (&other.provider, &other.id) == (&facts.provider, &facts.id))
        };
        let rest = self.models.iter().filter(|facts| !replaced(facts)).cloned();
        let others = self.providers.iter().filter(|one| own.provider(&one.id).is_none()).cloned();
        Self {
            models: own.models.iter().cloned().chain(rest).collect(),
            providers: own.providers.iter().cloned().chain(others).collect(),
        }
    }

    /// Returns the profile of a model by its name at the provider or at a reseller, or the unknown profile. The
    /// provider of the endpoint is preferred if it has the model; then the rule that fixes most of the name wins.
    pub fn find(&self, model: &str, provider: Option<&str>) -> ModelProfile {
        let by_provider = |facts: &Facts| provider == Some(facts.provider.as_str());
        for name in spellings(model) {
            let by_rules = |rules: fn(&Facts) -> &[NameRule]| {
                let ranked = self.models.iter().filter_map(|facts| {
                    let rank = rules(facts).iter().filter_map(|rule| rule.rank(&name)).max()?;
                    Some(((by_provider(facts), rank), facts))
                });
                // Of equal ranks the first entry wins.
                ranked.rev().max_by_key(|(rank, _)| *rank).map(|(rank, facts)| (rank, Arc::clone(facts)))
            };
            let exact = by_rules(|facts| &facts.names);
            let alike = by_rules(|facts| &facts.priced_alike);
            match (exact, alike) {
                (Some((rank, facts)), other) if other.as_ref().is_none_or(|(second, _)| *second <= rank) => {
                    return ModelProfile::from_facts(facts);
                }
                (_, Some((_, facts))) => return ModelProfile::priced_like(&facts),
                (_, None) => {}
            }
        }
        ModelProfile::unknown()
    }

    /// Returns every profile, in the order of the table.
    pub fn profiles(&self) -> impl Iterator<Item = ModelProfile> + '_ {
        self.models.iter().map(|facts| ModelProfile::from_facts(Arc::clone(facts)))
    }

    /// Returns a provider by its id.
    pub fn provider(&self, id: &str) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.id == id)
    }

    /// Returns all providers.
    pub fn providers(&self) -> &[Provider] {
        &self.providers
    }

    /// Returns the provider of a host: one with an address at this host or at another host of the same site, such as
    /// `api.minimaxi.com` and `eu.api.openai.com`.
    pub fn provider_at(&self, host: &str) -> Option<&Provider> {
        let at = |base: &str| url::Url::parse(base).ok().and_then(|url| Some(belongs(host, url.host_str()?)));
        let known = |provider: &&Provider| provider.endpoints.iter().any(|one| at(&one.base) == Some(true));
        self.providers.iter().find(known).or_else(|| {
            let second = SECOND_HOSTS.iter().find(|(site, _)| host == *site || host.ends_with(&format!(".{site}")))?;
            self.provider(second.1)
        })
    }
}

/// Sites of providers that the table does not list, from the documentation of their Chinese platforms.
const SECOND_HOSTS: [(&str, &str); 4] =
    [("minimaxi.com", "minimax"), ("minimax.chat", "minimax"), ("moonshot.cn", "moonshot"), ("bigmodel.cn", "z-ai")];

/// Returns `true` if the host is `known` or another host of its site. The site is the last two parts of the name;
/// Google's many services share a site, so a host of Google must be the same.
fn belongs(host: &str, known: &str) -> bool {
    if host == known {
        return true;
    }
    if known.ends_with(".googleapis.com") {
        return false;
    }
    let mut dots = known.rmatch_indices('.').map(|(at, _)| at);
    let site = dots.nth(1).map_or(known, |at| &known[at + 1..]);
    host == site || host.ends_with(&format!(".{site}"))
}

impl Provider {
    /// Returns the base URL of a wire format, if the provider has it.
    pub fn base(&self, style: ApiStyle) -> Option<&str> {
        self.endpoints.iter().find(|endpoint| endpoint.style() == style).map(|endpoint| endpoint.base.as_str())
    }

    /// Returns the terms of the batch endpoint for requests of a wire format; `None` if the provider is not known to
    /// have one.
    pub fn batch_offer(&self, style: ApiStyle) -> Option<BatchOffer> {
        let facts = self.batch.as_ref()?;
        facts.wires.iter().any(|wire| wire.style() == style).then_some(facts.offer)
    }

    /// Returns the wire format at an address: of the endpoint with the longest base that the address begins with.
    pub fn style_at(&self, address: &str) -> Option<ApiStyle> {
        let fits = self.endpoints.iter().filter(|one| address.trim_end_matches('/').starts_with(&one.base));
        // Chat completions and Responses share bases; the first of them in the table, chat completions, is chosen.
        fits.rev().max_by_key(|one| one.base.len()).map(super::table::ProviderEndpoint::style)
    }
}
