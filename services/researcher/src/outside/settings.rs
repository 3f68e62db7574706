//! The settings of the outside world, read one by one.

use std::path::PathBuf;

use runtime::config::Env;
use secrecy::{ExposeSecret, SecretString};
use url::Url;
use web::FetchConfig;
use web::mcp::ServerConfig;
use web::tokens::TokenConfig;

use super::{ReadingConfig, SearchConfig};

pub(super) fn fetch(env: &mut Env, gateway: Option<Url>) -> FetchConfig {
    let own = FetchConfig::default();
    FetchConfig {
        robots: env.flag("AUSPEX_FETCH_ROBOTS", true, "Sites' robots.txt is honoured."),
        total: env.duration("AUSPEX_FETCH_TIME", "10s", "All exchanges of one fetch at most, redirects included."),
        max_bytes: env.number(
            "AUSPEX_FETCH_MAX_BYTES",
            own.max_bytes,
            "Bytes of one page at most, on the wire and decoded.",
        ),
        host_delay: env.duration(
            "AUSPEX_FETCH_HOST_DELAY",
            "500ms",
            "Pause between two requests to one host, of all replicas together; none behind a gateway.",
        ),
        host_at_once: env.number("AUSPEX_FETCH_HOST_AT_ONCE", 2, "Requests at once to one host, per replica."),
        gateway,
        ..own
    }
}

pub(super) fn search(env: &mut Env, free: bool) -> SearchConfig {
    let google = google(env, free);
    let brave = env.secret("AUSPEX_BRAVE_API_KEY", "Key of Brave Search.");
    let brave_at = public(env, "AUSPEX_BRAVE_URL", ("https://api.search.brave.com/", free), "Brave Search.");
    let tavily = env.secret("AUSPEX_TAVILY_API_KEY", "Key of Tavily.");
    let tavily_at = public(env, "AUSPEX_TAVILY_URL", ("https://api.tavily.com/", free), "Tavily.");
    let page = "https://html.duckduckgo.com/html/";
    SearchConfig {
        google,
        brave: brave_at.zip(brave),
        tavily: tavily_at.zip(tavily),
        searxng: env.optional_url("AUSPEX_SEARXNG_URL", "SearXNG: <url>/search?q=…&format=json."),
        duckduckgo: public(
            env,
            "AUSPEX_DUCKDUCKGO_URL",
            ("https://api.duckduckgo.com/", free),
            "DuckDuckGo's instant answers.",
        ),
        duckduckgo_page: public(env, "AUSPEX_DUCKDUCKGO_HTML_URL", (page, free), "DuckDuckGo's result page."),
        wikipedia: public(
            env,
            "AUSPEX_WIKIPEDIA_URL",
            ("https://en.wikipedia.org/", free),
            "Wikipedia: <url>/w/api.php.",
        ),
        corpus: env
            .optional("AUSPEX_CORPUS", "Folder of pages, <host>/<path>, searched last and read without the network.")
            .map(PathBuf::from),
        index: env
            .optional("AUSPEX_CORPUS_INDEX", "File with the index of AUSPEX_CORPUS; .auspex-index in it if not given.")
            .map(PathBuf::from),
    }
}

fn google(env: &mut Env, free: bool) -> Option<(Url, SecretString, String)> {
    let enabled = env.flag("GOOGLE_SEARCH_ENABLED", false, "Google's Programmable Search is asked.");
    let key = env.secret("GOOGLE_API_KEY", "Key of Google's Programmable Search.");
    let engine = env.optional("GOOGLE_SEARCH_ENGINE_ID", "Id of Google's Programmable Search engine.");
    let base = public(env, "AUSPEX_GOOGLE_URL", ("https://www.googleapis.com/", free), "Google's APIs.");
    if enabled && (key.is_none() || engine.is_none()) {
        env.mistake("GOOGLE_SEARCH_ENABLED", "needs GOOGLE_API_KEY and GOOGLE_SEARCH_ENGINE_ID");
    }
    let (key, engine) = enabled.then_some(()).and(key.zip(engine))?;
    Some((base?, key, engine))
}

pub(super) fn reading(env: &mut Env, free: bool) -> ReadingConfig {
    let jina =
        env.flag("JINA_READER_ENABLED", false, "Pages are read by Jina Reader first: one's own, then the cloud.");
    let host = env.optional("JINA_READER_HOST", "Host of one's own Jina Reader.");
    let port = env.number("JINA_READER_PORT", 3000_u16, "Port of one's own Jina Reader.");
    let cloud = public(env, "AUSPEX_JINA_URL", ("https://r.jina.ai/", free), "Jina's cloud; it sees every address.");
    let key = env.secret("JINA_API_KEY", "Key of Jina's cloud; without one it allows few requests a minute.");
    let unstructured = env.flag("UNSTRUCTURED_ENABLED", false, "PDFs are read by Unstructured first.");
    let url = env.optional_url("UNSTRUCTURED_API_URL", "Unstructured's API, with or without /general/v0/general.");
    let token = env.secret("UNSTRUCTURED_API_KEY", "Key of Unstructured.");
    if unstructured && url.is_none() {
        env.mistake("UNSTRUCTURED_ENABLED", "needs UNSTRUCTURED_API_URL");
    }
    ReadingConfig {
        jina: host.filter(|_| jina).and_then(|host| local(env, &host, port)),
        jina_cloud: cloud.filter(|_| jina).map(|base| (base, key)),
        unstructured: url.filter(|_| unstructured).map(|url| (url, token)),
    }
}

fn local(env: &mut Env, host: &str, port: u16) -> Option<Url> {
    let url = Url::parse(&format!("http://{host}:{port}/")).ok();
    if url.is_none() {
        env.mistake("JINA_READER_HOST", "is no host name such as localhost");
    }
    url
}

pub(super) fn tokens(env: &mut Env, gateway: Option<&Url>) -> TokenConfig {
    TokenConfig {
        jupiter: service(
            env,
            "AUSPEX_JUPITER_URL",
            ("https://api.jup.ag", gateway),
            "Jupiter: <url>/tokens/v2/search.",
        ),
        jupiter_key: env.secret("JUPITER_API_KEY", "Key of Jupiter's API."),
        prices: service(
            env,
            "AUSPEX_PRICES_URL",
            ("https://api.coingecko.com/api/v3", gateway),
            "CoinGecko: <url>/coins/solana/contract/<mint>/market_chart.",
        ),
        rugcheck: service(
            env,
            "AUSPEX_RUGCHECK_URL",
            ("https://api.rugcheck.xyz", gateway),
            "RugCheck: <url>/v1/tokens/<mint>/report.",
        ),
        holders: env
            .optional_url("AUSPEX_HOLDERS_URL", "A holder index: <url>/<mint>; without it RugCheck's report is read."),
    }
}

pub(super) fn servers(env: &mut Env) -> Vec<ServerConfig> {
    let name = "AUSPEX_MCP_SERVERS";
    let doc = "External MCP servers as JSON: [{\"name\", \"url\", \"bearer\"} or {\"name\", \"command\", \"args\", \"env\"}], each \
               with \"tools\", \"search\", \"read\" (docs/recipes).";
    let text = env.secret_text(name, "[]", doc);
    web::mcp::servers(text.expose_secret()).unwrap_or_else(|error| {
        env.mistake(name, &error.to_string());
        Vec::new()
    })
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
