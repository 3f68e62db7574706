//! The researcher's settings.

use std::sync::Arc;
use std::time::Duration;

use domain::Clock;
use runtime::config::Env;
use secrecy::SecretString;
use url::Url;
use web::search::{Brave, DuckDuckGo, Google, Provider, SearXng, Tavily, Wikipedia};
use web::tokens::TokenConfig;
use web::{Chain, FetchConfig, Fetcher, Outside, TokenServices};

/// How the researcher works.
#[derive(Debug, Clone)]
pub struct Config {
    /// Just-in-time research is on.
    pub enabled: bool,
    /// A look-up in memory at least this good needs no research.
    pub confidence_threshold: f64,
    /// Pages read per task at most.
    pub max_sources: usize,
    /// Characters of a page that are read at most.
    pub max_content: usize,
    /// Model calls of one loop at most.
    pub turns: u32,
    /// Tool calls of one loop at most.
    pub calls: u32,
    /// Time of one loop at most.
    pub time: Duration,
    /// Time of one tool call at most.
    pub tool_time: Duration,
    /// Tokens of one answer of the model at most.
    pub max_tokens: u32,
    /// How long research stays fresh.
    pub ttl: Duration,
    /// How long a lease on an entity is held without being renewed.
    pub lease: Duration,
    /// When to come back to an entity that another replica is researching.
    pub come_back: Duration,
    /// Tool calls of one todo of a bundle at most.
    pub todo_calls: u32,
    /// Time of one todo of a bundle at most.
    pub todo_time: Duration,
}

impl Config {
    /// Reads them.
    pub fn read(env: &mut Env) -> Self {
        Self {
            enabled: env.flag("RESEARCHER_ENABLED", true, "Just-in-time research for unsure look-ups is on."),
            confidence_threshold: share(env),
            max_sources: env.number("RESEARCHER_MAX_SOURCES", 20, "Pages read per task at most."),
            max_content: env.number(
                "RESEARCHER_MAX_CONTENT_LENGTH",
                10_000,
                "Characters of a page that are read at most.",
            ),
            turns: env.number("AUSPEX_RESEARCHER_TURNS", 40, "Model calls of one research loop at most."),
            calls: env.number("AUSPEX_RESEARCHER_CALLS", 80, "Tool calls of one research loop at most."),
            time: env.duration("AUSPEX_RESEARCHER_TIME", "10m", "Time of one research loop at most."),
            tool_time: env.duration("AUSPEX_RESEARCHER_TOOL_TIME", "120s", "Time of one tool call at most."),
            max_tokens: env.number("AUSPEX_RESEARCHER_MAX_TOKENS", 4096, "Tokens of one answer of the model at most."),
            ttl: env.duration("AUSPEX_RESEARCHER_TTL", "1h", "How long research about an entity stays fresh."),
            lease: env.duration("AUSPEX_RESEARCHER_LEASE", "30s", "How long an entity's lease lasts without renewal."),
            come_back: env.duration(
                "AUSPEX_RESEARCHER_COME_BACK",
                "2s",
                "When to come back to an entity that another replica is researching.",
            ),
            todo_calls: env.number("AUSPEX_RESEARCHER_TODO_CALLS", 10, "Tool calls of one todo of a bundle at most."),
            todo_time: env.duration("AUSPEX_RESEARCHER_TODO_TIME", "5m", "Time of one todo of a bundle at most."),
        }
    }
}

fn share(env: &mut Env) -> f64 {
    let name = "RESEARCHER_CONFIDENCE_THRESHOLD";
    let threshold: f64 = env.number(name, 0.5, "A look-up in memory at least this good needs no research (0 to 1).");
    if !(0.0..=1.0).contains(&threshold) {
        env.mistake(name, "must be between 0 and 1");
    }
    threshold
}

/// Where the outside world is.
#[derive(Debug, Clone)]
pub struct WebConfig {
    /// How pages are fetched.
    pub fetch: FetchConfig,
    /// SearXNG, if there is one.
    pub searxng: Option<Url>,
    /// Google's key and search engine id, if both are set.
    pub google: Option<(SecretString, String)>,
    /// Brave's key.
    pub brave: Option<SecretString>,
    /// Tavily's key.
    pub tavily: Option<SecretString>,
    /// DuckDuckGo's instant answers.
    pub duckduckgo: Option<Url>,
    /// Wikipedia.
    pub wikipedia: Option<Url>,
    /// Token services.
    pub tokens: TokenConfig,
}

impl WebConfig {
    /// Reads it. With a gateway nothing else may be reached: services that are not named are then looked for behind it.
    pub fn read(env: &mut Env) -> Self {
        let gateway = env.optional_url(
            "AUSPEX_WEB_GATEWAY",
            "Stands in for the web: https://host/path is fetched as <gateway>/host/path, nothing else is reached.",
        );
        let free = gateway.is_none();
        Self {
            searxng: env.optional_url("AUSPEX_SEARXNG_URL", "SearXNG, asked first: <url>/search?q=…&format=json."),
            google: google(env),
            brave: env.secret("AUSPEX_BRAVE_API_KEY", "Key of Brave Search."),
            tavily: env.secret("AUSPEX_TAVILY_API_KEY", "Key of Tavily."),
            duckduckgo: public(
                env,
                "AUSPEX_DUCKDUCKGO_URL",
                ("https://api.duckduckgo.com/", free),
                "DuckDuckGo's instant answers.",
            ),
            wikipedia: public(
                env,
                "AUSPEX_WIKIPEDIA_URL",
                ("https://en.wikipedia.org/", free),
                "Wikipedia: <url>/w/api.php.",
            ),
            tokens: TokenConfig {
                jupiter: service(
                    env,
                    "AUSPEX_JUPITER_URL",
                    ("https://api.jup.ag", gateway.as_ref()),
                    "Jupiter: <url>/tokens/v2/search.",
                ),
                jupiter_key: env.secret("JUPITER_API_KEY", "Key of Jupiter's API."),
                prices: service(
                    env,
                    "AUSPEX_PRICES_URL",
                    ("https://api.coingecko.com/api/v3", gateway.as_ref()),
                    "CoinGecko: <url>/coins/solana/contract/<mint>/market_chart.",
                ),
                rugcheck: service(
                    env,
                    "AUSPEX_RUGCHECK_URL",
                    ("https://api.rugcheck.xyz", gateway.as_ref()),
                    "RugCheck: <url>/v1/tokens/<mint>/report.",
                ),
                holders: env.optional_url(
                    "AUSPEX_HOLDERS_URL",
                    "A holder index: <url>/<mint>; without it RugCheck's report is read.",
                ),
            },
            fetch: FetchConfig { gateway, ..FetchConfig::default() },
        }
    }

    /// Clients for it; nothing is sent yet.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn connect(&self, clock: &Arc<dyn Clock>) -> anyhow::Result<Outside> {
        Ok(Outside {
            search: Chain::new(self.providers()?, Arc::clone(clock)),
            wikipedia: Chain::new(self.encyclopedia()?, Arc::clone(clock)),
            fetcher: Fetcher::new(self.fetch.clone())?,
            tokens: TokenServices::new(self.tokens.clone())?,
        })
    }

    /// In SPEC 7's order, those with keys first; a SearXNG that somebody has set up goes before all.
    fn providers(&self) -> anyhow::Result<Vec<Box<dyn Provider>>> {
        let mut chain: Vec<Box<dyn Provider>> = Vec::new();
        if let Some(base) = &self.searxng {
            chain.push(Box::new(SearXng::new(base.clone())?));
        }
        if let Some((key, engine)) = &self.google {
            chain.push(Box::new(Google::new(Url::parse("https://www.googleapis.com/")?, key.clone(), engine.clone())?));
        }
        if let Some(key) = &self.brave {
            chain.push(Box::new(Brave::new(Url::parse("https://api.search.brave.com/")?, key.clone())?));
        }
        if let Some(key) = &self.tavily {
            chain.push(Box::new(Tavily::new(Url::parse("https://api.tavily.com/")?, key.clone())?));
        }
        if let Some(base) = &self.duckduckgo {
            chain.push(Box::new(DuckDuckGo::new(base.clone())?));
        }
        chain.extend(self.encyclopedia()?);
        Ok(chain)
    }

    fn encyclopedia(&self) -> anyhow::Result<Vec<Box<dyn Provider>>> {
        let Some(base) = &self.wikipedia else { return Ok(Vec::new()) };
        Ok(vec![Box::new(Wikipedia::new(base.clone())?)])
    }
}

fn google(env: &mut Env) -> Option<(SecretString, String)> {
    let enabled = env.flag("GOOGLE_SEARCH_ENABLED", false, "Google's Programmable Search is asked.");
    let key = env.secret("GOOGLE_API_KEY", "Key of Google's Programmable Search.");
    let engine = env.optional("GOOGLE_SEARCH_ENGINE_ID", "Id of Google's Programmable Search engine.");
    if enabled && (key.is_none() || engine.is_none()) {
        env.mistake("GOOGLE_SEARCH_ENABLED", "needs GOOGLE_API_KEY and GOOGLE_SEARCH_ENGINE_ID");
    }
    enabled.then_some(()).and(key.zip(engine))
}

/// A public service that is asked unless a gateway stands in for the web.
fn public(env: &mut Env, name: &str, (default, free): (&str, bool), doc: &str) -> Option<Url> {
    let own = env.optional_url(name, &format!("{doc} Without a gateway {default} is asked."));
    own.or_else(|| free.then(|| Url::parse(default).ok()).flatten())
}

/// A service that is always there: named, public, or behind the gateway as any other host.
fn service(env: &mut Env, name: &str, (default, gateway): (&str, Option<&Url>), doc: &str) -> Url {
    let url = env.url(name, default, doc);
    match gateway {
        Some(gateway) if url.as_str().trim_end_matches('/') == default => {
            let host = default.trim_start_matches("https://");
            Url::parse(&format!("{}/{host}", gateway.as_str().trim_end_matches('/'))).unwrap_or(url)
        }
        _ => url,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_a_gateway_nothing_else_is_reached() {
        let pairs = [
            ("AUSPEX_WEB_GATEWAY", "http://127.0.0.1:8900/web/"),
            ("AUSPEX_PRICES_URL", "http://127.0.0.1:8900/prices"),
        ];
        let mut env = Env::from_pairs(pairs);
        let config = WebConfig::read(&mut env);
        env.finish().unwrap();
        assert!(config.duckduckgo.is_none() && config.wikipedia.is_none());
        assert_eq!(config.tokens.jupiter.as_str(), "http://127.0.0.1:8900/web/api.jup.ag");
        assert_eq!(config.tokens.prices.as_str(), "http://127.0.0.1:8900/prices");
        assert_eq!(config.providers().unwrap().len(), 0);
        let open = WebConfig::read(&mut Env::default());
        assert_eq!(open.providers().unwrap().iter().map(|p| p.name()).collect::<Vec<_>>(), ["duckduckgo", "wikipedia"]);
    }

    #[test]
    fn every_mistake_is_told() {
        let mut env = Env::from_pairs([("GOOGLE_SEARCH_ENABLED", "true"), ("RESEARCHER_CONFIDENCE_THRESHOLD", "1.5")]);
        let _ = (Config::read(&mut env), WebConfig::read(&mut env));
        let told = env.finish().unwrap_err().to_string();
        assert!(told.contains("GOOGLE_SEARCH_ENABLED") && told.contains("RESEARCHER_CONFIDENCE_THRESHOLD"), "{told}");
    }
}
