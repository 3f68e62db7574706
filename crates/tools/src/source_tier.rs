//! Classifies sources by their address. Pure.

use domain::Tier;

/// Publications with an editorial process. A starting list; sites that are not on it are `Other`.
const REPUTABLE: [&str; 30] = [
    "reuters.com",
    "apnews.com",
    "bbc.com",
    "bbc.co.uk",
    "ft.com",
    "bloomberg.com",
    "wsj.com",
    "economist.com",
    "nytimes.com",
    "washingtonpost.com",
    "theguardian.com",
    "npr.org",
    "cnbc.com",
    "aljazeera.com",
    "dw.com",
    "lemonde.fr",
    "politico.com",
    "axios.com",
    "nature.com",
    "science.org",
    "wikipedia.org",
    "britannica.com",
    "coindesk.com",
    "theblock.co",
    "decrypt.co",
    "coingecko.com",
    "coinmarketcap.com",
    "espn.com",
    "imf.org",
    "worldbank.org",
];

/// Domains of governments, regulators and registries.
const OFFICIAL: [&str; 14] = [
    "gov",
    "mil",
    "int",
    "gov.uk",
    "gc.ca",
    "gov.au",
    "europa.eu",
    "gleif.org",
    "un.org",
    "who.int",
    "admin.ch",
    "bund.de",
    "gouv.fr",
    "go.jp",
];

/// Returns the tier of an address. `own` lists the entity's own sites.
pub fn classify(url: &str, own: &[String]) -> Tier {
    // A token service is a reputable source about a mint, but not an official one.
    if url.starts_with("tool:") {
        return Tier::Secondary;
    }
    let host = host(url);
    if own.iter().any(|site| within(&host, &self::host(site))) || OFFICIAL.iter().any(|domain| within(&host, domain)) {
        Tier::Official
    } else if REPUTABLE.iter().any(|domain| within(&host, domain)) {
        Tier::Secondary
    } else {
        Tier::Other
    }
}

/// Returns the site of an address as written, without `www.`; for a tool's answer, the tool.
pub fn site(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// Returns the host of an address, in lower case and without `www.`.
pub fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default().to_ascii_lowercase();
    host.strip_prefix("www.").map(str::to_owned).unwrap_or(host)
}

/// Returns true if the host equals the domain or is a subdomain of it.
fn within(host: &str, domain: &str) -> bool {
    !domain.is_empty() && (host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_sites_and_regulators_are_official_and_lookalikes_are_not() {
        let own = ["https://www.dogwifcoin.org/".to_owned()];
        assert_eq!(classify("https://blog.dogwifcoin.org/x", &own), Tier::Official);
        assert_eq!(classify("https://www.sec.gov/news", &own), Tier::Official);
        assert_eq!(classify("https://www.reuters.com/a", &own), Tier::Secondary);
        assert_eq!(classify("tool:get_token_metadata/So1", &own), Tier::Secondary);
        for other in [
            "https://fakereuters.com/a",
            "https://reuters.com.example.org/",
            "https://notdogwifcoin.org/",
            "https://gov.example.org/",
        ] {
            assert_eq!(classify(other, &own), Tier::Other, "{other}");
        }
        assert_eq!(classify("https://example.org/", &[String::new()]), Tier::Other);
    }
}
