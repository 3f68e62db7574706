//! Settings of the sites with prediction markets, shared by the forecaster, the researcher and `auspex resolve --poll`.

use runtime::config::Env;
use secrecy::SecretString;
use url::Url;

/// Names of the sites, in the order of their settings.
const SITES: [&str; 4] = ["polymarket", "kalshi", "manifold", "metaculus"];

/// Addresses of the sites; `None` for a site that is not used.
#[derive(Debug, Clone, Default)]
pub struct MarketSettings {
    /// Polymarket: Gamma API and CLOB API.
    pub polymarket: Option<(Url, Url)>,
    /// Kalshi's trade API.
    pub kalshi: Option<Url>,
    /// Base address of Manifold's API.
    pub manifold: Option<Url>,
    /// Base address of Metaculus' API.
    pub metaculus: Option<Url>,
    /// Token of Metaculus' API, if one is set.
    pub metaculus_token: Option<SecretString>,
}

impl MarketSettings {
    /// Reads the settings. Behind a gateway, which replaces the web, only sites with an address of their own are used.
    pub fn read(env: &mut Env, has_gateway: bool) -> Self {
        let used = sites(env);
        let mut url = |site: usize, name: &str, default: &str, doc: &str| {
            let own = env.optional_url(name, &format!("{doc} Without a gateway the default is {default}."));
            let url = own.or_else(|| (!has_gateway).then(|| Url::parse(default).ok()).flatten());
            url.filter(|_| used[site])
        };
        let gamma = url(
            0,
            "AUSPEX_POLYMARKET_URL",
            "https://gamma-api.polymarket.com/",
            "Polymarket's Gamma API: <url>/public-search, <url>/markets.",
        );
        let clob = url(
            0,
            "AUSPEX_POLYMARKET_CLOB_URL",
            "https://clob.polymarket.com/",
            "Polymarket's CLOB API: <url>/prices-history.",
        );
        let kalshi = url(
            1,
            "AUSPEX_KALSHI_URL",
            "https://api.elections.kalshi.com/",
            "Kalshi's API: <url>/trade-api/v2/events.",
        );
        let manifold =
            url(2, "AUSPEX_MANIFOLD_URL", "https://api.manifold.markets/", "Manifold's API: <url>/v0/search-markets.");
        let metaculus =
            url(3, "AUSPEX_METACULUS_URL", "https://www.metaculus.com/", "Metaculus' API: <url>/api/posts/.");
        let metaculus_token =
            env.secret("AUSPEX_METACULUS_TOKEN", "Token of Metaculus' API, which refuses some clients without one.");
        Self { polymarket: gamma.zip(clob), kalshi, manifold, metaculus, metaculus_token }
    }
}

/// Reads which sites are used.
fn sites(env: &mut Env) -> [bool; 4] {
    let name = "AUSPEX_MARKETS";
    let doc = "Sites on which a prediction market with the same question is looked up, or `off`. No site needs a key.";
    let text = env.text(name, &SITES.join(","), doc).to_lowercase();
    let named: Vec<&str> = text.split(',').map(str::trim).filter(|site| !site.is_empty()).collect();
    if named == ["off"] {
        return [false; 4];
    }
    if named.is_empty() || named.iter().any(|site| !SITES.contains(site)) {
        env.mistake(name, &format!("must be off, or a list of {}", SITES.join(", ")));
    }
    SITES.map(|site| named.contains(&site))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)], has_gateway: bool) -> Result<MarketSettings, String> {
        let mut env = Env::from_pairs(pairs.iter().copied());
        let settings = MarketSettings::read(&mut env, has_gateway);
        env.finish().map(|()| settings).map_err(|error| error.to_string())
    }

    #[test]
    fn all_sites_are_used_unless_a_list_names_some() {
        let all = read(&[], false).unwrap();
        assert!(all.polymarket.is_some() && all.kalshi.is_some() && all.manifold.is_some() && all.metaculus.is_some());
        let some = read(&[("AUSPEX_MARKETS", "Kalshi, manifold")], false).unwrap();
        assert!(some.polymarket.is_none() && some.kalshi.is_some() && some.manifold.is_some());
        let none = read(&[("AUSPEX_MARKETS", "off")], false).unwrap();
        assert!(none.kalshi.is_none() && none.metaculus.is_none());
        assert!(read(&[("AUSPEX_MARKETS", "polymarket,predictit")], false).unwrap_err().contains("AUSPEX_MARKETS"));
    }

    #[test]
    fn behind_a_gateway_only_sites_with_an_address_are_used() {
        let settings = read(&[("AUSPEX_KALSHI_URL", "http://127.0.0.1:1/kalshi")], true).unwrap();
        assert!(settings.polymarket.is_none() && settings.kalshi.is_some());
    }
}
