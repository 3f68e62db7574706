//! Classifies sources by their address, with the reason. Pure.
//!
//! Official are the sites of the subject itself (its website by Wikidata among them), listed public institutions
//! (`data/official_domains.tsv`) and domains of the operator. Reputable are listed publications
//! (`data/reputable_domains.tsv`), domains of the operator and token services. All others are `Other`.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use domain::Tier;
use url::Url;

/// Listed public institutions: kind, domain, name.
const OFFICIAL: &str = include_str!("../data/official_domains.tsv");
/// Listed publications: kind, domain, name.
const REPUTABLE: &str = include_str!("../data/reputable_domains.tsv");

/// Domains of the operator, separated by commas or spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DomainList(Vec<String>);

impl FromStr for DomainList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |domain: &str| {
            let domain = domain.to_ascii_lowercase();
            let is_label = |label: &str| {
                !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            };
            if domain.split('.').all(is_label) {
                Ok(domain)
            } else {
                Err(format!("{domain:?} is no domain such as example.org"))
            }
        };
        let domains = text.split([',', ' ', '\n']).filter(|domain| !domain.is_empty());
        domains.map(parse).collect::<Result<_, _>>().map(Self)
    }
}

/// The listed domains and those of the operator, with tier and reason.
#[derive(Debug, PartialEq, Eq)]
pub struct DomainTiers(BTreeMap<String, SourceRating>);

/// The tier of a source, and why it has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceRating {
    /// The tier that the source has.
    pub tier: Tier,
    /// The reason in a few words; empty for `Other`.
    pub reason: String,
}

impl DomainTiers {
    /// Creates the list. Domains of the operator precede the shipped ones.
    pub fn new(official: &DomainList, reputable: &DomainList) -> Self {
        let mut domains = BTreeMap::new();
        for (list, tier) in [(REPUTABLE, Tier::Secondary), (OFFICIAL, Tier::Official)] {
            for line in list.lines().filter(|line| !line.starts_with('#')) {
                let mut fields = line.split('\t');
                if let (Some(kind), Some(domain), Some(name)) = (fields.next(), fields.next(), fields.next()) {
                    domains.insert(domain.to_owned(), SourceRating { tier, reason: format!("{kind}: {name}") });
                }
            }
        }
        for (list, tier) in [(reputable, Tier::Secondary), (official, Tier::Official)] {
            let reason = "named by the operator";
            domains.extend(list.0.iter().map(|domain| (domain.clone(), rating(tier, reason))));
        }
        Self(domains)
    }

    /// Returns the rating of the longest domain that contains the host.
    fn rating(&self, host: &str) -> Option<&SourceRating> {
        let suffixes = std::iter::successors(Some(host), |host| host.split_once('.').map(|(_, rest)| rest));
        suffixes.into_iter().find_map(|suffix| self.0.get(suffix))
    }
}

impl Default for DomainTiers {
    fn default() -> Self {
        Self::new(&DomainList::default(), &DomainList::default())
    }
}

/// The shipped lists, parsed once.
static SHIPPED: LazyLock<Arc<DomainTiers>> = LazyLock::new(Arc::default);

/// The tiers of sources about one subject.
#[derive(Debug, Clone)]
pub struct SourceTiers {
    /// Domains with a known tier.
    pub domains: Arc<DomainTiers>,
    /// The subject's own sites, from a trusted service.
    pub own_sites: Vec<String>,
    /// Official websites of the subject, or of what a question names, from Wikidata.
    pub official_sites: Vec<web::OfficialSite>,
    /// The token that the task is about.
    pub token: Option<TokenIdentity>,
}

/// Names and mint of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenIdentity {
    /// Name and symbol.
    pub names: Vec<String>,
    /// Mint address of the token.
    pub mint: String,
}

impl Default for SourceTiers {
    fn default() -> Self {
        Self { domains: Arc::clone(&SHIPPED), own_sites: Vec::new(), official_sites: Vec::new(), token: None }
    }
}

impl SourceTiers {
    /// Returns the rating of an address.
    pub fn rate(&self, url: &str) -> SourceRating {
        if url.starts_with("tool:") {
            return rating(Tier::Secondary, "data service");
        }
        if let Some(site) = self.official_sites.iter().find(|site| is_of_site(url, &site.url)) {
            return rating(Tier::Official, &format!("official website by Wikidata ({})", site.item));
        }
        if self.own_sites.iter().any(|site| is_of_site(url, site)) {
            return rating(Tier::Official, "site of the subject");
        }
        self.domains.rating(&host(url)).cloned().unwrap_or_else(|| rating(Tier::Other, ""))
    }

    /// Returns the rating of a page with its text. A site whose name is that of the token and that states the token's
    /// mint is the token's own: another site cannot have both.
    pub fn rate_page(&self, url: &str, text: &str) -> SourceRating {
        let rated = self.rate(url);
        let Some(token) = self.token.as_ref().filter(|_| rated.tier == Tier::Other) else { return rated };
        let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let host = host(url);
        let mut labels = host.rsplit('.').skip(1).take(1);
        let is_named = labels.any(|label| token.names.iter().any(|name| name.len() > 2 && plain(name) == plain(label)));
        if is_named && text.contains(&token.mint) {
            return rating(Tier::Official, "site with the name of the token, which states its mint");
        }
        rated
    }
}

fn rating(tier: Tier, reason: &str) -> SourceRating {
    SourceRating { tier, reason: reason.to_owned() }
}

/// Returns the site of an address as written, without `www.`; for a tool's answer, the tool.
pub fn site(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// Returns the host of an address, in lower case and without `www.`; that of an international name in ASCII. For a
/// tool's answer, `tool`.
pub fn host(url: &str) -> String {
    let whole = Url::parse(url).ok().filter(Url::has_host);
    let parsed = whole.or_else(|| Url::parse(&format!("https://{url}")).ok());
    let scheme = || url.split([':', '/']).next();
    let host = parsed.as_ref().and_then(Url::host_str).or_else(scheme).unwrap_or_default().trim_end_matches('.');
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}

/// Returns true if an address belongs to a website. Of a website below the root of its host, which may be a platform,
/// only the pages below it do; the code of a language and the name of a start page are no such path.
fn is_of_site(url: &str, website: &str) -> bool {
    let path = |url: &str| -> String {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let path = rest.split_once('/').map_or("", |(_, path)| path);
        path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/').to_ascii_lowercase()
    };
    let below = path(website);
    let below = without_start_page(&below);
    let is_below = || path(url).strip_prefix(below).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    within(&host(url), &host(website)) && (below.is_empty() || is_language(below) || is_below())
}

/// Removes the file of a start page: `en/index.html`.
fn without_start_page(path: &str) -> &str {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let (name, ending) = file.split_once('.').unwrap_or((file, ""));
    let is_start = ["index", "default", "home"].contains(&name) && ending.len() <= 5;
    if is_start { folder } else { path }
}

/// Returns true for the code of a language, with or without a region: `en`, `pt-br`.
fn is_language(path: &str) -> bool {
    let (language, region) = path.split_once('-').unwrap_or((path, "xx"));
    [language, region].iter().all(|code| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// Returns true if the host equals the domain or is a subdomain of it.
fn within(host: &str, domain: &str) -> bool {
    !domain.is_empty() && (host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tier(tiers: &SourceTiers, url: &str) -> Tier {
        tiers.rate(url).tier
    }

    #[test]
    fn own_sites_and_regulators_are_official_and_lookalikes_are_not() {
        let tiers = SourceTiers { own_sites: vec!["https://www.dogwifcoin.org/".to_owned()], ..SourceTiers::default() };
        assert_eq!(tier(&tiers, "https://blog.dogwifcoin.org/x"), Tier::Official);
        assert_eq!(tier(&tiers, "https://www.sec.gov/news"), Tier::Official);
        assert_eq!(tier(&tiers, "https://www.reuters.com/a"), Tier::Secondary);
        assert_eq!(tier(&tiers, "tool:get_token_metadata/So1"), Tier::Secondary);
        for other in [
            "https://fakereuters.com/a",
            "https://reuters.com.example.org/",
            "https://notdogwifcoin.org/",
            "https://gov.example.org/",
        ] {
            assert_eq!(tier(&tiers, other), Tier::Other, "{other}");
        }
        let empty = SourceTiers { own_sites: vec![String::new()], ..SourceTiers::default() };
        assert_eq!(tier(&empty, "https://example.org/"), Tier::Other);
    }

    #[test]
    fn a_website_of_wikidata_is_official_and_the_reason_names_the_item() {
        let of = |website: &str, url: &str| {
            let site = web::OfficialSite { item: "Q7".to_owned(), url: website.to_owned() };
            SourceTiers { official_sites: vec![site], ..SourceTiers::default() }.rate(url)
        };
        let rated = of("https://www.acme.example/en/", "https://news.acme.example/2026/results");
        assert_eq!((rated.tier, rated.reason.as_str()), (Tier::Official, "official website by Wikidata (Q7)"));
        assert_eq!(of("https://platform.example/acme", "https://platform.example/acme/news").tier, Tier::Official);
        for other in
            ["https://platform.example/other", "https://platform.example/acme-fans", "https://platform.example/"]
        {
            assert_eq!(of("https://platform.example/acme", other).tier, Tier::Other, "{other}");
        }
        assert_eq!(of("https://acme.example/", "https://notacme.example/").tier, Tier::Other);
    }

    #[test]
    fn a_profile_on_a_platform_makes_no_other_page_of_it_official() {
        let rated = |own: &str, url: &str| {
            tier(&SourceTiers { own_sites: vec![own.to_owned()], ..SourceTiers::default() }, url)
        };
        assert_eq!(rated("https://hub.example/acme", "https://hub.example/acme/code"), Tier::Official);
        assert_eq!(rated("https://hub.example/acme", "https://hub.example/stranger"), Tier::Other);
        assert_eq!(rated("https://acme.example/en/index.html", "https://acme.example/news"), Tier::Official);
        assert_eq!(rated("https://m\u{fc}ller.example", "https://www.xn--mller-kva.example/x"), Tier::Official);
        assert_eq!(rated("acme.example", "https://acme.example./x"), Tier::Official, "without a scheme");
        assert_eq!((host("tool:retrieve/a/b"), host("")), ("tool".to_owned(), String::new()));
        for other in
            ["https://acme.example:x@evil.example/", "https://evil.example/acme.example", "https://\u{430}cme.example/"]
        {
            assert_eq!(rated("https://acme.example", other), Tier::Other, "{other}");
        }
    }

    #[test]
    fn institutions_are_official_and_the_reason_names_them() {
        let tiers = SourceTiers::default();
        for (url, reason) in [
            ("https://www.bankofengland.co.uk/minutes", "central bank: Bank of England"),
            ("https://www.riksbank.se/en-gb/", "central bank: Sveriges Riksbank"),
            ("https://www.ecb.europa.eu/press", "central bank: European Central Bank"),
            ("https://www.destatis.de/x", "statistical office: Statistisches Bundesamt"),
            ("https://find-and-update.company-information.service.gov.uk/company/1", "register: Companies House"),
            ("https://curia.europa.eu/juris", "court: Court of Justice of the European Union"),
            ("https://www.nasdaq.com/x", "exchange: Nasdaq"),
            ("https://stadt.gov.pl/", "government: Poland"),
        ] {
            let rated = tiers.rate(url);
            assert_eq!((rated.tier, rated.reason.as_str()), (Tier::Official, reason), "{url}");
        }
    }

    #[test]
    fn the_operator_names_domains() {
        let list = |text: &str| text.parse::<DomainList>();
        let domains =
            DomainTiers::new(&list("bank.example, registry.example").unwrap(), &list("news.example").unwrap());
        let tiers = SourceTiers { domains: Arc::new(domains), ..SourceTiers::default() };
        assert_eq!(tiers.rate("https://www.bank.example/").reason, "named by the operator");
        assert_eq!(tier(&tiers, "https://registry.example/x"), Tier::Official);
        assert_eq!(tier(&tiers, "https://m.news.example/x"), Tier::Secondary);
        for wrong in ["https://bank.example", "bank..example", "a/b"] {
            assert!(list(wrong).unwrap_err().contains("is no domain"), "{wrong}");
        }
    }

    #[test]
    fn a_site_with_the_name_of_a_token_is_its_own_only_with_the_mint() {
        let token = TokenIdentity { names: vec!["Heron".into(), "HERON".into()], mint: "Hern72gD".into() };
        let tiers = SourceTiers { token: Some(token), ..SourceTiers::default() };
        let rated = |url: &str, text: &str| tiers.rate_page(url, text).tier;
        assert_eq!(rated("https://heron.example/", "The only official mint is Hern72gD."), Tier::Official);
        assert_eq!(rated("https://heron.example/", "Buy HERON now."), Tier::Other);
        assert_eq!(rated("https://heron-news.example/", "The mint is Hern72gD."), Tier::Other);
        assert_eq!(rated("https://heron.blog.example/", "The mint is Hern72gD."), Tier::Other, "another's host");
    }

    #[test]
    fn the_lists_have_three_fields_and_no_domain_twice() {
        let lines = || [OFFICIAL, REPUTABLE].into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
        assert!(lines().all(|line| line.split('\t').count() == 3));
        assert_eq!(DomainTiers::default().0.len(), lines().count(), "a domain is listed twice");
    }
}
