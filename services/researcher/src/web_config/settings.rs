//! Reads the settings of the outside web.

use std::path::PathBuf;

use runtime::config::Env;
use secrecy::{ExposeSecret, SecretString};
use url::Url;
use web::mcp::McpServerConfig;
use web::reading::UnstructuredConfig;
use web::tokens::TokenConfig;
use web::{BrowserConfig, DenyList, FetchConfig, InvalidProxy, Route};

use super::{ReadingConfig, SearchConfig};

/// Reads the addresses of public services.
pub(super) struct PublicServices<'a> {
    pub(super) env: &'a mut Env,
    /// Replaces the web; without it public services have default addresses.
    pub(super) gateway: Option<&'a Url>,
}

pub(super) fn fetch(env: &mut Env, gateway: Option<Url>, route: Route) -> FetchConfig {
    let default = FetchConfig::default();
    FetchConfig {
        robots: env.flag("AUSPEX_FETCH_ROBOTS", true, "Obey robots.txt."),
        total: env.duration("AUSPEX_FETCH_TIME", "10s", "Maximum duration of one fetch, redirects included."),
        max_bytes: env.number(
            "AUSPEX_FETCH_MAX_BYTES",
            default.max_bytes,
            "Maximum size of one page in bytes, on the wire and decoded.",
        ),
        host_delay: env.duration(
            "AUSPEX_FETCH_HOST_DELAY",
            "500ms",
            "Interval between two requests to one host by all replicas; none behind a gateway.",
        ),
        host_at_once: env.number(
            "AUSPEX_FETCH_HOST_AT_ONCE",
            2,
            "Maximum number of concurrent requests to one host, per replica.",
        ),
        denied: env.value(DenyList::SETTING, DenyList::DOC),
        gateway,
        route,
        ..default
    }
}

/// Reads the browser, whose requests the researcher answers itself.
pub(super) fn browser(env: &mut Env) -> Option<BrowserConfig> {
    let url = env.optional_url(BrowserConfig::SETTING, BrowserConfig::DOC);
    let total = env.duration(BrowserConfig::TIME_SETTING, "20s", BrowserConfig::TIME_DOC);
    let checked = BrowserConfig::checked(url?, total);
    checked.map_err(|mistake| env.mistake(BrowserConfig::SETTING, mistake)).ok()
}

/// Reads the forward proxy, which replaces all direct requests. It excludes a gateway, which replaces the web.
pub(super) fn route(env: &mut Env, gateway: Option<&Url>) -> Route {
    let name = "AUSPEX_WEB_PROXY";
    let doc = "Forward proxy of all fetching, `http://[user:password@]host:port`: pages, robots.txt, search, public services, readers and \
               MCP servers over HTTP are reached through it only, by CONNECT or in absolute form. It resolves the names.";
    let text = env.secret_text(name, "", doc);
    if text.expose_secret().is_empty() {
        return Route::Direct;
    }
    if gateway.is_some() {
        env.mistake(name, "cannot be combined with AUSPEX_WEB_GATEWAY, which replaces the web");
    }
    text.expose_secret().parse().map_or_else(
        |error: InvalidProxy| {
            env.mistake(name, &error.to_string());
            Route::Direct
        },
        Route::Proxy,
    )
}

pub(super) fn search(services: &mut PublicServices<'_>) -> SearchConfig {
    let google = google(services);
    let brave = services.env.secret("AUSPEX_BRAVE_API_KEY", "Key of Brave Search.");
    let brave_at = services.public("AUSPEX_BRAVE_URL", "https://api.search.brave.com/", "Brave Search.");
    let tavily = services.env.secret("AUSPEX_TAVILY_API_KEY", "Key of Tavily.");
    let tavily_at = services.public("AUSPEX_TAVILY_URL", "https://api.tavily.com/", "Tavily.");
    let exa = services.keyed("EXA", "https://api.exa.ai/", "Exa");
    let serper = services.keyed("SERPER", "https://google.serper.dev/", "Serper");
    let perplexity = services.keyed("PERPLEXITY", "https://api.perplexity.ai/", "Perplexity's Search API");
    let scholar_key = services.env.secret("AUSPEX_SEMANTIC_SCHOLAR_API_KEY", "Key of Semantic Scholar.");
    let scholar =
        services.public("AUSPEX_SEMANTIC_SCHOLAR_URL", "https://api.semanticscholar.org/", "Semantic Scholar: papers.");
    let page = "https://html.duckduckgo.com/html/";
    SearchConfig {
        exa,
        serper,
        perplexity,
        semantic_scholar: scholar.map(|base| (base, scholar_key)),
        arxiv: services.public("AUSPEX_ARXIV_URL", "https://export.arxiv.org/", "arXiv: papers."),
        google,
        brave: brave_at.zip(brave),
        tavily: tavily_at.zip(tavily),
        searxng: services.env.optional_url("AUSPEX_SEARXNG_URL", "SearXNG: <url>/search?q=…&format=json."),
        duckduckgo: services.public(
            "AUSPEX_DUCKDUCKGO_URL",
            "https://api.duckduckgo.com/",
            "DuckDuckGo's instant answers.",
        ),
        duckduckgo_page: services.public("AUSPEX_DUCKDUCKGO_HTML_URL", page, "DuckDuckGo's result page."),
        wikipedia: services.public("AUSPEX_WIKIPEDIA_URL", "https://en.wikipedia.org/", "Wikipedia: <url>/w/api.php."),
        corpus: services
            .env
            .optional("AUSPEX_CORPUS", "Folder of pages, <host>/<path>, searched last and read without the network.")
            .map(PathBuf::from),
    }
}

fn google(services: &mut PublicServices<'_>) -> Option<(Url, SecretString, String)> {
    let enabled = services.env.flag("GOOGLE_SEARCH_ENABLED", false, "Use Google's Programmable Search.");
    let key = services.env.secret("GOOGLE_API_KEY", "Key of Google's Programmable Search.");
    let engine = services.env.optional("GOOGLE_SEARCH_ENGINE_ID", "Id of Google's Programmable Search engine.");
    let base = services.public("AUSPEX_GOOGLE_URL", "https://www.googleapis.com/", "Google's APIs.");
    if enabled && (key.is_none() || engine.is_none()) {
        services.env.mistake("GOOGLE_SEARCH_ENABLED", "needs GOOGLE_API_KEY and GOOGLE_SEARCH_ENGINE_ID");
    }
    let (key, engine) = enabled.then_some(()).and(key.zip(engine))?;
    Some((base?, key, engine))
}

pub(super) fn reading(services: &mut PublicServices<'_>) -> ReadingConfig {
    let jina = services.env.flag(
        "JINA_READER_ENABLED",
        false,
        "Read pages with Jina Reader first: the own host, then the cloud.",
    );
    let host =
        services.env.text("JINA_READER_HOST", "localhost", "Host of a self-hosted Jina Reader; empty: only the cloud.");
    let host = Some(host).filter(|host| !host.trim().is_empty());
    let port = services.env.number("JINA_READER_PORT", 2222_u16, "Port of a self-hosted Jina Reader.");
    let cloud = services.public("AUSPEX_JINA_URL", "https://r.jina.ai/", "Jina's cloud, which receives every address.");
    let key = services.env.secret("JINA_API_KEY", "Key of Jina's cloud; without one it allows few requests a minute.");
    let unstructured = services.env.flag("UNSTRUCTURED_ENABLED", false, "Read PDFs with Unstructured first.");
    let library = services.env.flag(
        "UNSTRUCTURED_USE_LIBRARY",
        false,
        "Read PDFs with the built-in extractor even if Unstructured's API is configured.",
    );
    let unstructured = unstructured && !library;
    let url =
        services.env.optional_url("UNSTRUCTURED_API_URL", "Unstructured's API, with or without /general/v0/general.");
    let token = services.env.secret("UNSTRUCTURED_API_KEY", "Key of Unstructured.");
    let strategy = services.env.value(
        "UNSTRUCTURED_STRATEGY",
        "How Unstructured reads PDFs: `auto` (`fast`, and `hi_res` for scans, which have hardly any text), `fast`, `hi_res` or `ocr_only`. \
         Default: auto.",
    );
    if unstructured && url.is_none() {
        services.env.mistake("UNSTRUCTURED_ENABLED", "needs UNSTRUCTURED_API_URL");
    }
    ReadingConfig {
        jina: host.filter(|_| jina).and_then(|host| self_hosted(services.env, &host, port)),
        jina_cloud: cloud.filter(|_| jina).map(|base| (base, key)),
        unstructured: url.filter(|_| unstructured).map(|url| UnstructuredConfig { url, key: token, strategy }),
    }
}

fn self_hosted(env: &mut Env, host: &str, port: u16) -> Option<Url> {
    let url = Url::parse(&format!("http://{host}:{port}/")).ok();
    if url.is_none() {
        env.mistake("JINA_READER_HOST", "is no host name such as localhost");
    }
    url
}

pub(super) fn tokens(services: &mut PublicServices<'_>) -> TokenConfig {
    TokenConfig {
        jupiter: services.service("AUSPEX_JUPITER_URL", "https://api.jup.ag", "Jupiter: <url>/tokens/v2/search."),
        jupiter_key: services.env.secret("JUPITER_API_KEY", "Key of Jupiter's API."),
        prices: services.service(
            "AUSPEX_PRICES_URL",
            "https://api.coingecko.com/api/v3",
            "CoinGecko: <url>/coins/solana/contract/<mint>/market_chart.",
        ),
        rugcheck: services.service(
            "AUSPEX_RUGCHECK_URL",
            "https://api.rugcheck.xyz",
            "RugCheck: <url>/v1/tokens/<mint>/report.",
        ),
        holders: services.env.optional_url(
            "AUSPEX_HOLDERS_URL",
            "Index of token holders: <url>/<mint>; without it RugCheck's report is used.",
        ),
        geckoterminal: services.public(
            "AUSPEX_GECKOTERMINAL_URL",
            "https://api.geckoterminal.com/",
            "GeckoTerminal: <url>/api/v2/networks/solana/tokens/<mint>.",
        ),
        dexscreener: services.public(
            "AUSPEX_DEXSCREENER_URL",
            "https://api.dexscreener.com/",
            "DexScreener: <url>/tokens/v1/solana/<mint>.",
        ),
        birdeye: birdeye(services),
        helius: helius(services),
    }
}

fn helius(services: &mut PublicServices<'_>) -> Option<(Url, SecretString)> {
    let key =
        services.env.secret("AUSPEX_HELIUS_API_KEY", "Key of Helius; without it Helius is not asked about tokens.");
    let base = services.public(
        "AUSPEX_HELIUS_URL",
        "https://mainnet.helius-rpc.com/",
        "Helius: getAsset of <url>/?api-key=….",
    );
    base.zip(key)
}

fn birdeye(services: &mut PublicServices<'_>) -> Option<(Url, SecretString)> {
    let key = services.env.secret("AUSPEX_BIRDEYE_API_KEY", "Key of Birdeye; without it Birdeye is not used.");
    let base =
        services.public("AUSPEX_BIRDEYE_URL", "https://public-api.birdeye.so/", "Birdeye: <url>/defi/token_overview.");
    base.zip(key)
}

pub(super) fn gleif(services: &mut PublicServices<'_>) -> Url {
    services.service("AUSPEX_GLEIF_URL", "https://api.gleif.org/api/v1", "GLEIF's LEI API: <url>/lei-records/<LEI>.")
}

pub(super) fn wikidata(services: &mut PublicServices<'_>) -> Option<Url> {
    services.public(
        "AUSPEX_WIKIDATA_URL",
        "https://www.wikidata.org/",
        "Wikidata, asked for the official website of companies and persons: <url>/w/api.php.",
    )
}

pub(super) fn servers(env: &mut Env) -> Vec<McpServerConfig> {
    let name = "AUSPEX_MCP_SERVERS";
    let doc = "External MCP servers as JSON: [{\"name\", \"url\", \"bearer\"} or {\"name\", \"command\", \"args\", \"env\"}], each \
               with \"tools\" (the names that may be offered to a model), \"search\", \"read\" (docs/recipes).";
    let text = env.secret_text(name, "[]", doc);
    web::mcp::parse_servers(text.expose_secret()).unwrap_or_else(|error| {
        env.mistake(name, &error.to_string());
        Vec::new()
    })
}

impl PublicServices<'_> {
    /// Reads the address of an optional public service. Its default applies only without a gateway.
    fn public(&mut self, name: &str, default: &str, doc: &str) -> Option<Url> {
        let own = self.env.optional_url(name, &format!("{doc} Without a gateway the default is {default}."));
        own.or_else(|| self.gateway.is_none().then(|| Url::parse(default).ok()).flatten())
    }

    /// Reads address and key of a search provider; without a key it is not used.
    fn keyed(&mut self, name: &str, default: &str, title: &str) -> Option<(Url, SecretString)> {
        let key = self.env.secret(&format!("AUSPEX_{name}_API_KEY"), &format!("Key of {title}."));
        self.public(&format!("AUSPEX_{name}_URL"), default, &format!("{title}.")).zip(key)
    }

    /// Reads the address of a service that is always used. Behind a gateway its default is the gateway's path for the
    /// host.
    fn service(&mut self, name: &str, default: &str, doc: &str) -> Url {
        let url = self.env.url(name, default, doc);
        match self.gateway {
            Some(gateway) if url.as_str().trim_end_matches('/') == default => {
                let host = default.trim_start_matches("https://");
                Url::parse(&format!("{}/{host}", gateway.as_str().trim_end_matches('/'))).unwrap_or(url)
            }
            _ => url,
        }
    }
}
