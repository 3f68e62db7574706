//! Where the outside world is: search providers, reading services, token services, external tools; and how politely it is
//! asked.
//!
//! I/O: asks external servers, once, what they offer; opens the corpus.

mod settings;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use coordination::Coordination;
use domain::Clock;
use runtime::config::Env;
use secrecy::SecretString;
use url::Url;
use web::mcp::{ServerConfig, Servers};
use web::reading::{Jina, Readers, Unstructured};
use web::search::{Brave, DuckDuckGo, DuckDuckGoPage, Google, LocalCorpus, Provider, SearXng, Tavily, Wikipedia};
use web::tokens::TokenConfig;
use web::{Chain, FetchConfig, Fetcher, Outside, Rests, TokenServices};

use crate::rests::SharedRests;

/// Where the outside world is.
#[derive(Debug, Clone)]
pub struct WebConfig {
    /// How pages are fetched.
    pub fetch: FetchConfig,
    /// Who is asked for pages.
    pub search: SearchConfig,
    /// Who reads pages in our place.
    pub reading: ReadingConfig,
    /// Token services.
    pub tokens: TokenConfig,
    /// External tool servers.
    pub servers: Vec<ServerConfig>,
}

/// Search providers, each there if it is set up.
#[derive(Debug, Clone)]
pub struct SearchConfig {
    /// Google: address, key, search engine id.
    pub google: Option<(Url, SecretString, String)>,
    /// Brave: address, key.
    pub brave: Option<(Url, SecretString)>,
    /// Tavily: address, key.
    pub tavily: Option<(Url, SecretString)>,
    /// SearXNG.
    pub searxng: Option<Url>,
    /// DuckDuckGo's instant answers.
    pub duckduckgo: Option<Url>,
    /// DuckDuckGo's result page.
    pub duckduckgo_page: Option<Url>,
    /// Wikipedia.
    pub wikipedia: Option<Url>,
    /// A folder of pages.
    pub corpus: Option<PathBuf>,
    /// The file with its index; in the folder itself where it is not said.
    pub index: Option<PathBuf>,
}

/// Reading services, each there if it is set up.
#[derive(Debug, Clone, Default)]
pub struct ReadingConfig {
    /// A Jina Reader of one's own.
    pub jina: Option<Url>,
    /// Jina's cloud, and its key.
    pub jina_cloud: Option<(Url, Option<SecretString>)>,
    /// Unstructured, and its key.
    pub unstructured: Option<(Url, Option<SecretString>)>,
}

impl WebConfig {
    /// Reads it. With a gateway nothing else may be reached: services that are not named are then looked for behind it,
    /// or left out.
    pub fn read(env: &mut Env) -> Self {
        let gateway = env.optional_url(
            "AUSPEX_WEB_GATEWAY",
            "Stands in for the web: https://host/path is fetched as <gateway>/host/path, nothing else is reached.",
        );
        let free = gateway.is_none();
        Self {
            search: settings::search(env, free),
            reading: settings::reading(env, free),
            tokens: settings::tokens(env, gateway.as_ref()),
            servers: settings::servers(env),
            fetch: settings::fetch(env, gateway),
        }
    }

    /// Clients for it. External tool servers are asked what they offer; nothing else is sent yet.
    ///
    /// # Errors
    /// If an HTTP client cannot be built, or the corpus cannot be read.
    ///
    /// # Panics
    /// With external servers, outside of a runtime of several threads: a worker's main has one.
    pub fn connect(&self, clock: &Arc<dyn Clock>, shared: &Arc<dyn Coordination>) -> anyhow::Result<Outside> {
        let rests: Arc<dyn Rests> = Arc::new(SharedRests::new(Arc::clone(shared), Arc::clone(clock)));
        let servers = Arc::new(self.discover());
        let corpus = self.search.corpus()?;
        let mut providers = web::searchers(&servers);
        providers.extend(self.search.providers(corpus.as_ref())?);
        Ok(Outside {
            search: Chain::new(providers, Arc::clone(&rests)),
            wikipedia: Chain::new(self.search.encyclopedia()?, Arc::clone(&rests)),
            readers: self.reading.connect(&rests)?,
            fetcher: Fetcher::new(self.fetch.clone(), Arc::clone(&rests), Arc::clone(clock))?,
            tokens: TokenServices::new(self.tokens.clone())?,
            corpus,
            servers,
            rests,
        })
    }

    fn discover(&self) -> Servers {
        if self.servers.is_empty() {
            return Servers::default();
        }
        let asked = Servers::discover(self.servers.clone());
        // Connections belong to the runtime that opened them, so it must be the worker's own, which waits here.
        tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(asked))
    }
}

impl SearchConfig {
    fn corpus(&self) -> anyhow::Result<Option<LocalCorpus>> {
        let Some(folder) = &self.corpus else { return Ok(None) };
        // What begins with a dot is no page.
        let index = self.index.clone().unwrap_or_else(|| folder.join(".auspex-index"));
        let corpus =
            LocalCorpus::open(folder, &index).with_context(|| format!("AUSPEX_CORPUS={}", folder.display()))?;
        let (pages, read) = corpus.pages();
        tracing::info!(pages, read, "the local corpus is open");
        Ok(Some(corpus))
    }

    /// In SPEC 7's order; Wikipedia knows little of the news and comes before the last resort.
    fn providers(&self, corpus: Option<&LocalCorpus>) -> anyhow::Result<Vec<Box<dyn Provider>>> {
        let mut chain: Vec<Box<dyn Provider>> = Vec::new();
        if let Some((base, key, engine)) = &self.google {
            chain.push(Box::new(Google::new(base.clone(), key.clone(), engine.clone())?));
        }
        if let Some((base, key)) = &self.brave {
            chain.push(Box::new(Brave::new(base.clone(), key.clone())?));
        }
        if let Some((base, key)) = &self.tavily {
            chain.push(Box::new(Tavily::new(base.clone(), key.clone())?));
        }
        if let Some(base) = &self.searxng {
            chain.push(Box::new(SearXng::new(base.clone())?));
        }
        if let Some(base) = &self.duckduckgo {
            chain.push(Box::new(DuckDuckGo::new(base.clone())?));
        }
        if let Some(base) = &self.duckduckgo_page {
            chain.push(Box::new(DuckDuckGoPage::new(base.clone())?));
        }
        chain.extend(self.encyclopedia()?);
        chain.extend(corpus.map(|corpus| Box::new(corpus.clone()) as Box<dyn Provider>));
        Ok(chain)
    }

    fn encyclopedia(&self) -> anyhow::Result<Vec<Box<dyn Provider>>> {
        let Some(base) = &self.wikipedia else { return Ok(Vec::new()) };
        Ok(vec![Box::new(Wikipedia::new(base.clone())?)])
    }
}

impl ReadingConfig {
    fn connect(&self, rests: &Arc<dyn Rests>) -> anyhow::Result<Readers> {
        let mut jina = Vec::new();
        if let Some(base) = &self.jina {
            jina.push(Jina::local(base.clone())?);
        }
        if let Some((base, key)) = &self.jina_cloud {
            jina.push(Jina::cloud(base.clone(), key.clone())?);
        }
        let unstructured = match &self.unstructured {
            Some((url, key)) => Some(Unstructured::new(url.clone(), key.clone())?),
            None => None,
        };
        Ok(Readers::new(jina, unstructured, Arc::clone(rests)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> WebConfig {
        let mut env = Env::from_pairs(pairs.iter().copied());
        let config = WebConfig::read(&mut env);
        env.finish().unwrap();
        config
    }

    fn names(config: &WebConfig) -> Vec<String> {
        let providers = config.search.providers(None).unwrap();
        providers.iter().map(|provider| provider.name().to_owned()).collect()
    }

    const KEYS: [(&str, &str); 5] = [
        ("GOOGLE_SEARCH_ENABLED", "true"),
        ("GOOGLE_API_KEY", "k"),
        ("GOOGLE_SEARCH_ENGINE_ID", "cx"),
        ("AUSPEX_BRAVE_API_KEY", "k"),
        ("AUSPEX_TAVILY_API_KEY", "k"),
    ];

    #[test]
    fn with_a_gateway_nothing_else_is_reached() {
        let gateway = ("AUSPEX_WEB_GATEWAY", "http://127.0.0.1:8900/web/");
        let prices = ("AUSPEX_PRICES_URL", "http://127.0.0.1:8900/prices");
        let config = read(&[KEYS.as_slice(), &[gateway, prices, ("JINA_READER_ENABLED", "true")]].concat());
        assert_eq!(config.tokens.jupiter.as_str(), "http://127.0.0.1:8900/web/api.jup.ag");
        assert_eq!(config.tokens.prices.as_str(), "http://127.0.0.1:8900/prices");
        assert!(names(&config).is_empty() && config.reading.jina_cloud.is_none());
    }

    #[test]
    fn providers_are_asked_in_the_order_of_the_specification() {
        assert_eq!(names(&read(&[])), ["duckduckgo", "duckduckgo-html", "wikipedia"]);
        let all = read(&[KEYS.as_slice(), &[("AUSPEX_SEARXNG_URL", "http://s/")]].concat());
        assert_eq!(names(&all), ["google", "brave", "tavily", "searxng", "duckduckgo", "duckduckgo-html", "wikipedia"]);
    }

    #[test]
    fn reading_services_are_there_where_they_are_switched_on() {
        let named = [("JINA_READER_HOST", "localhost"), ("UNSTRUCTURED_API_URL", "http://u:8000")];
        let off = read(&named).reading;
        assert!(off.jina.is_none() && off.jina_cloud.is_none() && off.unstructured.is_none());
        let on =
            read(&[named.as_slice(), &[("JINA_READER_ENABLED", "1"), ("UNSTRUCTURED_ENABLED", "1")]].concat()).reading;
        assert_eq!(on.jina.unwrap().as_str(), "http://localhost:3000/");
        assert!(on.jina_cloud.is_some() && on.unstructured.is_some());
    }

    #[test]
    fn every_mistake_is_told_and_no_key_with_it() {
        let mut env = Env::from_pairs([
            ("GOOGLE_SEARCH_ENABLED", "true"),
            ("UNSTRUCTURED_ENABLED", "true"),
            ("AUSPEX_MCP_SERVERS", "[{\"name\": \"a\", \"bearer\": \"hunter2\"}]"),
        ]);
        let _ = WebConfig::read(&mut env);
        let told = env.finish().unwrap_err().to_string();
        for name in ["GOOGLE_SEARCH_ENABLED", "UNSTRUCTURED_ENABLED", "AUSPEX_MCP_SERVERS"] {
            assert!(told.contains(name), "{told}");
        }
        assert!(!told.contains("hunter2"), "{told}");
    }
}
