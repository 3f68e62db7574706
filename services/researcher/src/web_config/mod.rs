//! Settings and clients of the outside web: search providers, reading services, token services, GLEIF, external tools,
//! and the rate of requests.
//!
//! I/O: lists the tools of external servers once; opens the corpus.

mod settings;

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use coordination::{Coordination, SharedCoolDowns};
use domain::Clock;
use domain::port::CoolDowns;
use runtime::config::Env;
use secrecy::SecretString;
use settings::PublicServices;
use url::Url;
use web::markets::{MarketConfig, MarketSites};
use web::mcp::{McpServerConfig, McpServers};
use web::reading::{Jina, Readers, Unstructured, UnstructuredConfig};
use web::search::{
    Arxiv, Brave, DuckDuckGo, DuckDuckGoPage, Exa, Google, LocalCorpus, Perplexity, Provider, SearXng, SemanticScholar,
    Serper, Tavily, Wikipedia,
};
use web::tokens::TokenConfig;
use web::{Browser, BrowserConfig, Chain, FetchConfig, Fetcher, GleifClient, LiveWeb, Route, TokenServices, Wikidata};
use worker::config::MarketSettings;

/// Settings of the outside web.
#[derive(Debug, Clone)]
pub struct WebConfig {
    /// Settings for page fetching.
    pub fetch: FetchConfig,
    /// Settings of search providers.
    pub search: SearchConfig,
    /// Services that read pages.
    pub reading: ReadingConfig,
    /// The browser that renders pages; `None`: pages are read as they are sent.
    pub browser: Option<BrowserConfig>,
    /// Settings of token services.
    pub tokens: TokenConfig,
    /// Address of GLEIF's LEI API.
    pub gleif: Url,
    /// Address of Wikidata; `None`: official websites are not looked up.
    pub wikidata: Option<Url>,
    /// Sites of prediction markets.
    pub markets: MarketSettings,
    /// External tool servers.
    pub servers: Vec<McpServerConfig>,
}

/// Search providers; `None` disables one.
#[derive(Debug, Clone)]
pub struct SearchConfig {
    /// Google: address, key and search engine id.
    pub google: Option<(Url, SecretString, String)>,
    /// Brave: address and key.
    pub brave: Option<(Url, SecretString)>,
    /// Tavily: address and key.
    pub tavily: Option<(Url, SecretString)>,
    /// Exa: address and key.
    pub exa: Option<(Url, SecretString)>,
    /// Serper: address and key.
    pub serper: Option<(Url, SecretString)>,
    /// Perplexity's Search API: address and key.
    pub perplexity: Option<(Url, SecretString)>,
    /// Semantic Scholar: address and key; without a key it allows about one request a second.
    pub semantic_scholar: Option<(Url, Option<SecretString>)>,
    /// Address of arXiv's API.
    pub arxiv: Option<Url>,
    /// Address of SearXNG.
    pub searxng: Option<Url>,
    /// Address of DuckDuckGo's instant answers.
    pub duckduckgo: Option<Url>,
    /// Address of DuckDuckGo's result page.
    pub duckduckgo_page: Option<Url>,
    /// Address of Wikipedia.
    pub wikipedia: Option<Url>,
    /// Folder of local pages.
    pub corpus: Option<PathBuf>,
}

/// Services that read pages; `None` disables one.
#[derive(Debug, Clone, Default)]
pub struct ReadingConfig {
    /// Self-hosted Jina Reader.
    pub jina: Option<Url>,
    /// Jina's cloud and its key.
    pub jina_cloud: Option<(Url, Option<SecretString>)>,
    /// Unstructured, which reads documents; `None`: not used.
    pub unstructured: Option<UnstructuredConfig>,
}

impl WebConfig {
    /// Reads the settings. With a gateway, nothing else may be reached: services without an address of their own are
    /// reached through the gateway or disabled.
    pub fn read(env: &mut Env) -> Self {
        let gateway = env.optional_url(
            "AUSPEX_WEB_GATEWAY",
            "Replaces the web: https://host/path is fetched as <gateway>/host/path, and nothing else is reached.",
        );
        let route = settings::route(env, gateway.as_ref());
        let mut services = PublicServices { env, gateway: gateway.as_ref() };
        let search = settings::search(&mut services);
        let reading = settings::reading(&mut services);
        let tokens = settings::tokens(&mut services);
        let gleif = settings::gleif(&mut services);
        let wikidata = settings::wikidata(&mut services);
        let markets = MarketSettings::read(env, gateway.is_some());
        let servers = settings::servers(env);
        let browser = settings::browser(env);
        let fetch = FetchConfig { rendered: browser.is_some(), ..settings::fetch(env, gateway, route) };
        Self { search, reading, browser, tokens, gleif, wikidata, markets, servers, fetch }
    }

    /// Creates the clients. The only requests sent list the tools of external servers.
    ///
    /// # Errors
    /// An HTTP client cannot be created, or the corpus cannot be read.
    ///
    /// # Panics
    /// With external servers, if called outside a multi-threaded runtime, which a worker's `main` provides.
    pub fn connect(&self, clock: &Arc<dyn Clock>, shared: &Arc<dyn Coordination>) -> anyhow::Result<LiveWeb> {
        let cool_downs: Arc<dyn CoolDowns> = Arc::new(SharedCoolDowns::web(Arc::clone(shared), Arc::clone(clock)));
        let route = &self.fetch.route;
        let servers = Arc::new(self.discover());
        let corpus = self.search.corpus()?;
        let mut providers = web::searchers(&servers);
        providers.extend(self.search.providers(corpus.as_ref(), route)?);
        let fetcher = Fetcher::new(self.fetch.clone(), Arc::clone(&cool_downs), Arc::clone(clock))?;
        Ok(LiveWeb {
            search: Chain::new(providers, Arc::clone(&cool_downs)),
            wikipedia: Chain::new(self.search.encyclopedia(route)?, Arc::clone(&cool_downs)),
            readers: self.reading.connect(&cool_downs, route)?,
            browser: self.browser.clone().map(|config| Browser::new(config, &fetcher)).transpose()?,
            fetcher,
            tokens: TokenServices::new(self.tokens.clone(), route)?,
            gleif: GleifClient::new(self.gleif.clone(), route)?,
            wikidata: self.wikidata.clone().map(|base| Wikidata::new(base, route)).transpose()?,
            markets: MarketSites::new(self.markets(), route, Arc::clone(&cool_downs), Arc::clone(clock))?,
            corpus,
            servers,
            cool_downs,
        })
    }

    fn markets(&self) -> MarketConfig {
        let MarketSettings { polymarket, kalshi, manifold, metaculus, metaculus_token } = self.markets.clone();
        MarketConfig { polymarket, kalshi, manifold, metaculus, metaculus_token }
    }

    fn discover(&self) -> McpServers {
        if self.servers.is_empty() {
            return McpServers::default();
        }
        let discovery = McpServers::discover(self.servers.clone(), &self.fetch.route);
        // Connections belong to the runtime that opened them, so the worker's own runtime must open them; this thread
        // waits.
        tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(discovery))
    }
}

impl SearchConfig {
    fn corpus(&self) -> anyhow::Result<Option<LocalCorpus>> {
        let Some(folder) = &self.corpus else { return Ok(None) };
        let corpus = LocalCorpus::open(folder).with_context(|| format!("AUSPEX_CORPUS={}", folder.display()))?;
        tracing::info!(pages = corpus.len(), "local corpus indexed");
        Ok(Some(corpus))
    }

    /// Returns the providers in order of preference: those with a key, then keyless ones, then those of papers, then
    /// instant answers, Wikipedia and the local corpus, which are asked only if the others found nothing.
    fn providers(&self, corpus: Option<&LocalCorpus>, route: &Route) -> anyhow::Result<Vec<Box<dyn Provider>>> {
        let mut chain: Vec<Box<dyn Provider>> = Vec::new();
        if let Some((base, key, engine)) = &self.google {
            chain.push(Box::new(Google::new(base.clone(), key.clone(), engine.clone(), route)?));
        }
        if let Some((base, key)) = &self.brave {
            chain.push(Box::new(Brave::new(base.clone(), key.clone(), route)?));
        }
        if let Some((base, key)) = &self.tavily {
            chain.push(Box::new(Tavily::new(base.clone(), key.clone(), route)?));
        }
        if let Some((base, key)) = &self.exa {
            chain.push(Box::new(Exa::new(base.clone(), key.clone(), route)?));
        }
        if let Some((base, key)) = &self.serper {
            chain.push(Box::new(Serper::new(base.clone(), key.clone(), route)?));
        }
        if let Some((base, key)) = &self.perplexity {
            chain.push(Box::new(Perplexity::new(base.clone(), key.clone(), route)?));
        }
        if let Some(base) = &self.searxng {
            chain.push(Box::new(SearXng::new(base.clone(), route)?));
        }
        if let Some(base) = &self.duckduckgo_page {
            chain.push(Box::new(DuckDuckGoPage::new(base.clone(), route)?));
        }
        if let Some((base, key)) = &self.semantic_scholar {
            chain.push(Box::new(SemanticScholar::new(base.clone(), key.clone(), route)?));
        }
        if let Some(base) = &self.arxiv {
            chain.push(Box::new(Arxiv::new(base.clone(), route)?));
        }
        if let Some(base) = &self.duckduckgo {
            chain.push(Box::new(DuckDuckGo::new(base.clone(), route)?));
        }
        chain.extend(self.encyclopedia(route)?);
        chain.extend(corpus.map(|corpus| Box::new(corpus.clone()) as Box<dyn Provider>));
        Ok(chain)
    }

    fn encyclopedia(&self, route: &Route) -> anyhow::Result<Vec<Box<dyn Provider>>> {
        let Some(base) = &self.wikipedia else { return Ok(Vec::new()) };
        Ok(vec![Box::new(Wikipedia::new(base.clone(), route)?)])
    }
}

impl ReadingConfig {
    fn connect(&self, cool_downs: &Arc<dyn CoolDowns>, route: &Route) -> anyhow::Result<Readers> {
        let mut jina = Vec::new();
        if let Some(base) = &self.jina {
            jina.push(Jina::local(base.clone(), route)?);
        }
        if let Some((base, key)) = &self.jina_cloud {
            jina.push(Jina::cloud(base.clone(), key.clone(), route)?);
        }
        let unstructured = match &self.unstructured {
            Some(config) => Some(Unstructured::new(config.clone(), route)?),
            None => None,
        };
        Ok(Readers::new(jina, unstructured, Arc::clone(cool_downs)))
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
        let providers = config.search.providers(None, &Route::Direct).unwrap();
        providers.iter().map(|provider| provider.name().to_owned()).collect()
    }

    const KEYS: [(&str, &str); 8] = [
        ("GOOGLE_SEARCH_ENABLED", "true"),
        ("GOOGLE_API_KEY", "k"),
        ("GOOGLE_SEARCH_ENGINE_ID", "cx"),
        ("AUSPEX_BRAVE_API_KEY", "k"),
        ("AUSPEX_TAVILY_API_KEY", "k"),
        ("AUSPEX_EXA_API_KEY", "k"),
        ("AUSPEX_SERPER_API_KEY", "k"),
        ("AUSPEX_PERPLEXITY_API_KEY", "k"),
    ];

    #[test]
    fn with_a_gateway_no_public_service_is_configured() {
        let gateway = ("AUSPEX_WEB_GATEWAY", "http://127.0.0.1:8900/web/");
        let prices = ("AUSPEX_PRICES_URL", "http://127.0.0.1:8900/prices");
        let others = [("JINA_READER_ENABLED", "true"), ("AUSPEX_BIRDEYE_API_KEY", "k")];
        let config = read(&[KEYS.as_slice(), &[gateway, prices], &others].concat());
        assert_eq!(config.tokens.jupiter.as_str(), "http://127.0.0.1:8900/web/api.jup.ag");
        assert_eq!(config.tokens.prices.as_str(), "http://127.0.0.1:8900/prices");
        assert!(config.tokens.geckoterminal.is_none() && config.tokens.dexscreener.is_none());
        assert!(config.tokens.birdeye.is_none());
        assert!(names(&config).is_empty() && config.reading.jina_cloud.is_none());
    }

    #[test]
    fn providers_are_ordered_by_preference() {
        assert_eq!(names(&read(&[])), ["duckduckgo-html", "semantic-scholar", "arxiv", "duckduckgo", "wikipedia"]);
        let all = read(&[KEYS.as_slice(), &[("AUSPEX_SEARXNG_URL", "http://s/")]].concat());
        let keyed = ["google", "brave", "tavily", "exa", "serper", "perplexity"];
        let others = ["searxng", "duckduckgo-html", "semantic-scholar", "arxiv", "duckduckgo", "wikipedia"];
        assert_eq!(names(&all), [keyed.as_slice(), &others].concat());
    }

    #[test]
    fn market_services_need_no_key_but_birdeye_and_helius_do() {
        let keyless = read(&[]).tokens;
        assert_eq!(keyless.geckoterminal.unwrap().as_str(), "https://api.geckoterminal.com/");
        assert_eq!(keyless.dexscreener.unwrap().as_str(), "https://api.dexscreener.com/");
        assert!(keyless.birdeye.is_none());
        assert!(keyless.helius.is_none());
        assert!(read(&[("AUSPEX_BIRDEYE_API_KEY", "k")]).tokens.birdeye.is_some());
        assert!(read(&[("AUSPEX_HELIUS_API_KEY", "k")]).tokens.helius.is_some());
    }

    #[test]
    fn a_browser_is_used_if_it_has_an_address_which_must_be_plain_http() {
        let off = read(&[]);
        assert!(off.browser.is_none() && !off.fetch.rendered);
        let on = read(&[("AUSPEX_BROWSER_URL", "http://chromium:9222"), ("AUSPEX_BROWSER_TIME", "5s")]);
        let browser = on.browser.unwrap();
        assert_eq!((browser.url.as_str(), browser.total.as_secs()), ("http://chromium:9222/", 5));
        assert!(on.fetch.rendered, "a page that asks for scripts is not refused before it is rendered");
        let mut env = Env::from_pairs([("AUSPEX_BROWSER_URL", "https://chromium:9222")]);
        assert!(WebConfig::read(&mut env).browser.is_none());
        assert!(env.finish().unwrap_err().to_string().contains("AUSPEX_BROWSER_URL"));
    }

    #[test]
    fn reading_services_are_configured_only_if_enabled() {
        let named = [("JINA_READER_HOST", "localhost"), ("UNSTRUCTURED_API_URL", "http://u:8000")];
        let off = read(&named).reading;
        assert!(off.jina.is_none() && off.jina_cloud.is_none() && off.unstructured.is_none());
        let on =
            read(&[named.as_slice(), &[("JINA_READER_ENABLED", "1"), ("UNSTRUCTURED_ENABLED", "1")]].concat()).reading;
        assert_eq!(on.jina.unwrap().as_str(), "http://localhost:2222/");
        assert!(on.jina_cloud.is_some() && on.unstructured.is_some());
        let library = [("UNSTRUCTURED_ENABLED", "1"), ("UNSTRUCTURED_USE_LIBRARY", "1"), ("JINA_READER_ENABLED", "1")];
        let local = read(&library).reading;
        let scans = [named.as_slice(), &[("UNSTRUCTURED_ENABLED", "1"), ("UNSTRUCTURED_STRATEGY", "hi_res")]].concat();
        assert_eq!(read(&scans).reading.unstructured.unwrap().strategy, web::reading::PdfStrategy::HiRes);
        assert!(local.unstructured.is_none() && local.jina.unwrap().as_str() == "http://localhost:2222/");
    }

    #[test]
    fn denied_networks_are_read_and_a_mistake_in_them_is_named() {
        let denied = read(&[("AUSPEX_WEB_DENY", "9.9.9.0/24,2606:4700::/32")]).fetch.denied;
        assert!(denied.check("9.9.9.9".parse().unwrap()).is_err());
        assert!(denied.check("8.8.8.8".parse().unwrap()).is_ok());
        let mut env = Env::from_pairs([("AUSPEX_WEB_DENY", "9.9.9.0/24,nowhere")]);
        let _ = WebConfig::read(&mut env);
        let message = env.finish().unwrap_err().to_string();
        assert!(message.contains("AUSPEX_WEB_DENY") && message.contains("nowhere"), "{message}");
    }

    #[test]
    fn a_forward_proxy_is_read_and_excludes_a_gateway() {
        assert_eq!(read(&[]).fetch.route, Route::Direct);
        assert!(read(&[("AUSPEX_WEB_PROXY", "http://me:hunter2@10.0.0.9:3128")]).fetch.route.is_proxied());
        let gateway = ("AUSPEX_WEB_GATEWAY", "http://127.0.0.1:8900/web/");
        for pairs in [
            vec![("AUSPEX_WEB_PROXY", "me:hunter2@10.0.0.9")],
            vec![gateway, ("AUSPEX_WEB_PROXY", "http://me:hunter2@p:1")],
        ] {
            let mut env = Env::from_pairs(pairs);
            let _ = WebConfig::read(&mut env);
            let message = env.finish().unwrap_err().to_string();
            assert!(message.contains("AUSPEX_WEB_PROXY") && !message.contains("hunter2"), "{message}");
        }
    }

    #[test]
    fn every_mistake_is_reported_without_its_secret() {
        let mut env = Env::from_pairs([
            ("GOOGLE_SEARCH_ENABLED", "true"),
            ("UNSTRUCTURED_ENABLED", "true"),
            ("AUSPEX_MCP_SERVERS", "[{\"name\": \"a\", \"bearer\": \"hunter2\"}]"),
        ]);
        let _ = WebConfig::read(&mut env);
        let message = env.finish().unwrap_err().to_string();
        for name in ["GOOGLE_SEARCH_ENABLED", "UNSTRUCTURED_ENABLED", "AUSPEX_MCP_SERVERS"] {
            assert!(message.contains(name), "{message}");
        }
        assert!(!message.contains("hunter2"), "{message}");
    }
}
