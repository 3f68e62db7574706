//! Environment variables of a local fleet's workers.

use std::collections::BTreeMap;

use runtime::config::Env;
use runtime::topology::GATEWAY;

use super::offline_profile::OfflineProfile;
use super::users::Users;

/// Addresses of the servers and services that workers use.
#[derive(Debug, Clone)]
pub(super) struct FleetAddresses {
    pub(super) nats_url: String,
    /// Users of the servers started here.
    pub(super) users: Users,
    /// URL of the tables' owner.
    pub(super) postgres_url: String,
    pub(super) redis_url: String,
    /// Offline world that serves models, web pages and token services.
    pub(super) offline_url: Option<String>,
    /// Provider that it imitates.
    pub(super) offline_profile: OfflineProfile,
    /// The local embedder.
    pub(super) embeddings_url: Option<String>,
    /// DevTools address of the local browser.
    pub(super) browser_url: Option<String>,
    pub(super) objects: String,
    pub(super) otlp_url: String,
}

impl FleetAddresses {
    /// Returns the variables of a worker whose health endpoint listens at `listen`. They override the user's
    /// environment.
    pub(super) fn environment(&self, worker: &str, listen: &str) -> BTreeMap<String, String> {
        let mut pairs = vec![
            ("AUSPEX_NATS_URL", self.nats_url.clone()),
            ("AUSPEX_POSTGRES_URL", self.users.postgres_url(&self.postgres_url, worker)),
            ("AUSPEX_HTTP_LISTEN", listen.to_owned()),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", self.otlp_url.clone()),
            // One of the user's environment would take precedence.
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", String::new()),
        ];
        if let Some(password) = self.users.nats_password(worker) {
            pairs.extend([("AUSPEX_NATS_USER", worker.to_owned()), ("AUSPEX_NATS_PASSWORD", password.to_owned())]);
        }
        pairs.push(("AUSPEX_OBJECTS", self.objects.clone()));
        if let Some(url) = &self.embeddings_url {
            pairs.extend([
                ("AUSPEX_EMBEDDINGS_URL", url.clone()),
                ("AUSPEX_EMBEDDINGS_MODEL", "multilingual-e5-small".to_owned()),
                ("AUSPEX_EMBEDDINGS_DIMENSIONS", "384".to_owned()),
            ]);
        }
        // Other workers would warn about variables that they do not read.
        if let Some(url) = self.browser_url.as_ref().filter(|_| [GATEWAY.name, "researcher"].contains(&worker)) {
            pairs.push(("AUSPEX_BROWSER_URL", url.clone()));
        }
        // The gateway uses neither Redis nor a model.
        if worker == GATEWAY.name {
            return owned(pairs);
        }
        pairs.push(("AUSPEX_REDIS_URL", self.users.redis_url(&self.redis_url, worker)));
        if let Some(world) = self.offline_url.as_ref().filter(|_| worker == "researcher") {
            pairs.extend([
                ("AUSPEX_WEB_GATEWAY", format!("{world}/web/")),
                ("AUSPEX_SEARXNG_URL", format!("{world}/searxng")),
                ("AUSPEX_JUPITER_URL", format!("{world}/jupiter")),
                ("AUSPEX_RUGCHECK_URL", format!("{world}/rugcheck")),
                ("AUSPEX_PRICES_URL", format!("{world}/prices")),
                ("AUSPEX_HOLDERS_URL", format!("{world}/holders")),
                ("AUSPEX_GLEIF_URL", format!("{world}/gleif/api/v1")),
                ("AUSPEX_WIKIDATA_URL", format!("{world}/wikidata")),
            ]);
        }
        if let Some(world) = self.offline_url.as_ref().filter(|_| ["researcher", "forecaster"].contains(&worker)) {
            pairs.extend([
                ("AUSPEX_POLYMARKET_URL", format!("{world}/gamma")),
                ("AUSPEX_POLYMARKET_CLOB_URL", format!("{world}/clob")),
                ("AUSPEX_KALSHI_URL", format!("{world}/kalshi")),
                ("AUSPEX_MANIFOLD_URL", format!("{world}/manifold")),
                ("AUSPEX_METACULUS_URL", format!("{world}/metaculus")),
            ]);
        }
        let mut prices = Env::from_process();
        let offline =
            self.offline_url.iter().flat_map(|world| self.offline_profile.environment(world, worker, &mut prices));
        owned(pairs).into_iter().chain(offline).collect()
    }
}

fn owned(pairs: Vec<(&str, String)>) -> BTreeMap<String, String> {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_offline_world_the_users_model_settings_apply() {
        let mut addresses = FleetAddresses {
            nats_url: "nats://a".into(),
            users: Users::default(),
            postgres_url: "postgres://b".into(),
            redis_url: "redis://c".into(),
            offline_url: None,
            offline_profile: OfflineProfile::Generic,
            embeddings_url: None,
            browser_url: Some("http://p".into()),
            objects: "/objects".into(),
            otlp_url: "http://d".into(),
        };
        assert!(!addresses.environment("filter", "e").keys().any(|name| name.starts_with("AUSPEX_MODEL")));
        addresses.offline_url = Some("http://w".into());
        assert_eq!(addresses.environment("filter", "e")["AUSPEX_MODEL_BASE_URL"], "http://w/anthropic");
        assert_eq!(addresses.environment("filter", "e")["AUSPEX_HTTP_LISTEN"], "e");
        assert!(!addresses.environment("filter", "e").contains_key("AUSPEX_SEARXNG_URL"), "only a researcher searches");
        assert_eq!(addresses.environment("researcher", "e")["AUSPEX_SEARXNG_URL"], "http://w/searxng");
        assert!(!addresses.environment("filter", "e").contains_key("FILTER_MODEL"), "any model will do");
        assert!(!addresses.environment("filter", "e").contains_key("AUSPEX_NATS_USER"));
        assert!(
            !addresses.environment("gateway", "e").keys().any(|name| name.contains("MODEL") || name.contains("REDIS"))
        );
        addresses.offline_profile = OfflineProfile::Gpt;
        let researcher = addresses.environment("researcher", "e");
        assert_eq!(researcher["AUSPEX_MODEL_BASE_URL"], "http://w/openai/v1");
        assert_eq!(
            (researcher["AUSPEX_MODEL_API"].as_str(), researcher["RESEARCHER_MODEL"].as_str()),
            ("responses", "gpt-5.5")
        );
        assert!(!addresses.environment("gateway", "e").contains_key("AUSPEX_EMBEDDINGS_URL"));
        assert_eq!(researcher["AUSPEX_BROWSER_URL"], "http://p");
        assert!(!addresses.environment("filter", "e").contains_key("AUSPEX_BROWSER_URL"), "neither renders nor prints");
        addresses.embeddings_url = Some("http://v".into());
        assert_eq!(addresses.environment("gateway", "e")["AUSPEX_EMBEDDINGS_URL"], "http://v");
        addresses.users = Users::generate([true; 3]).unwrap();
        assert_eq!(addresses.environment("filter", "e")["AUSPEX_NATS_USER"], "filter");
    }
}
