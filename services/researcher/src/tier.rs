//! How far a source is trusted, by where it is. Pure.

use domain::Tier;

/// Sites that edit what they publish. A starting list: what is not on it is `other`, never worse.
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

/// Top-level domains and sites of governments, regulators and registries.
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

/// The tier of an address. `own` are the entity's own sites.
pub(crate) fn of(url: &str, own: &[String]) -> Tier {
    // What a token service says about a mint is reputable data, not the project's own word.
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

/// The site of an address as it stands there, without `www.`; a tool's answer has the tool as its site.
pub(crate) fn site(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// The host of an address, lower case, without `www.`.
pub(crate) fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default().to_ascii_lowercase();
    host.strip_prefix("www.").map(str::to_owned).unwrap_or(host)
}

/// The host is the domain or lies under it.
fn within(host: &str, domain: &str) -> bool {
    !domain.is_empty() && (host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_sites_and_regulators_come_first_and_look_alikes_last() {
        let own = ["https://www.dogwifcoin.org/".to_owned()];
        assert_eq!(of("https://blog.dogwifcoin.org/x", &own), Tier::Official);
        assert_eq!(of("https://www.sec.gov/news", &own), Tier::Official);
        assert_eq!(of("https://www.reuters.com/a", &own), Tier::Secondary);
        assert_eq!(of("tool:get_token_metadata/So1", &own), Tier::Secondary);
        for other in [
            "https://fakereuters.com/a",
            "https://reuters.com.example.org/",
            "https://notdogwifcoin.org/",
            "https://gov.example.org/",
        ] {
            assert_eq!(of(other, &own), Tier::Other, "{other}");
        }
        assert_eq!(of("https://example.org/", &[String::new()]), Tier::Other);
    }
}
